"""The ground book: a user's units from a sheet (CSV or TOML) or a scenario's own rows, every cell checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flagplot.core.citation import Citation
from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults
from flagplot.engine.columns import Column, Kind, Row, check_keys, check_row, find_column, refuse_heading, shorten
from flagplot.engine.layout import Document, Layout, Leaf
from flagplot.engine.names import check_name, slug, tidy
from flagplot.engine.sheets import document_of, read_sheets
from flagplot.fta3.ground.mustering import check_combined, check_parts, check_traits, is_free, surcharge, trait_slots
from flagplot.fta3.ground.tables import type_rows
from flagplot.fta3.ground.units import STANDARD_TL, Size, UnitType, battalions, tech_levels, unit_type
from flagplot.fta3.headings import headed

TABLE = "unit"
"""What a row of a TOML book begins with, in double brackets."""

MOST_UNITS = 2000


def _rule(id_: str) -> Citation:
    return Citation("fta3", id_)


LEAF = headed(
    Leaf(
        TABLE,
        (
            Column(name="name", required=True, key=True, help="What orders call the unit; no two have the same."),
            Column(
                name="type",
                kind=Kind.CHOICE,
                required=True,
                choices=tuple(type_rows()),
                help="One of: " + ", ".join(type_rows()) + ".",
                citation=_rule("ground/units"),
            ),
            Column(
                name="size",
                kind=Kind.CHOICE,
                required=True,
                choices=tuple(Size),
                help="One of: battalion, brigade, division, corps.",
                citation=_rule("ground/unit-sizes"),
            ),
            Column(
                name="tl",
                kind=Kind.NUMBER,
                least=min(tech_levels()),
                most=max(tech_levels()),
                help=f"Its tech level; {STANDARD_TL} where it is blank.",
                citation=_rule("stats/tech-level"),
            ),
            Column(
                name="traits",
                kind=Kind.ITEMS,
                help="Traits of choice, with commas between; those of its type it has by itself.",
                citation=_rule("ground/trait-slots"),
            ),
            Column(name="node", help="The node at which a garrison is at home.", citation=_rule("traits/garrison")),
            Column(
                name="raised",
                kind=Kind.CHOICE,
                choices=tuple(Size),
                help="The size that it was raised at, where it was broken up since.",
                citation=_rule("ground/splitting"),
            ),
            Column(name="parent", help="The unit that it was broken from.", citation=_rule("ground/splitting")),
            Column(
                name="paid",
                kind=Kind.FLAG,
                help="Whether the breaking up has been paid.",
                citation=_rule("ground/splitting"),
            ),
            Column(
                name="formation",
                help="The custom brigade, division or corps that it is combined into.",
                citation=_rule("ground/mustering"),
            ),
            Column(name="lost", kind=Kind.NUMBER, most=27, help="Battalions that have been destroyed."),
            Column(
                name="exhausted",
                kind=Kind.NUMBER,
                most=27,
                help="Battalions that were exhausted in the quarter before.",
                citation=_rule("saves/exhaustion"),
            ),
            Column(
                name="elite",
                kind=Kind.FLAG,
                help="Whether it is elite: the moderator then enters its quality.",
                citation=_rule("stats/quality/elite"),
            ),
            Column(
                name="keywords",
                kind=Kind.ITEMS,
                help="Keywords that it has earned: the moderator enters what they do.",
                citation=_rule("ground/keywords"),
            ),
        ),
        ("Units", "Ground units"),
    )
)
COLUMNS = LEAF.columns
HEAD = (Column(name="name", help="The name of the book."),)


@dataclass(frozen=True, kw_only=True)
class Unit:
    """One unit. ``chosen`` are its traits of choice; ``raised`` is the size it was raised at, ``parent`` what it was
    broken from; ``lost`` and ``exhausted`` are battalions.
    """

    id: str
    name: str
    type: UnitType
    size: Size
    tl: int
    chosen: tuple[str, ...]
    node: str = ""
    raised: Size
    parent: str = ""
    paid: bool = False
    formation: str = ""
    lost: int = 0
    exhausted: int = 0
    elite: bool = False
    keywords: tuple[str, ...] = ()
    where: str = ""

    @property
    def traits(self) -> tuple[str, ...]:
        """All its traits: those of its type, then those of choice."""
        return (*self.type.traits, *self.chosen)

    @property
    def battalions(self) -> int:
        """How many it has at full strength."""
        return battalions(self.size)


def read_army(text: str, source: str, faults: Faults) -> dict[str, Unit]:
    """The units of a ground book by id; TOML if ``source`` ends in ``.toml`` or a row begins with ``[[unit]]``."""
    return gather(read_sheets(text, source, LAYOUT, faults).rows, source, faults)


def _read_document(layout: Layout, paper: Paper, faults: Faults, beside: Paper | None) -> Document | None:
    before = len(faults.found)
    sheet = read_sheets(paper.text, paper.name, layout, faults)
    gather(sheet.rows, paper.name, faults)
    return document_of(sheet, layout) if len(faults.found) == before else None


LAYOUT = Layout(id="ground-book", title="ground book", leaves=(LEAF,), head=HEAD, read=_read_document)


def rows_of(tables: Iterable[Mapping[str, Any]], source: str, faults: Faults) -> tuple[Row, ...]:
    """The rows ``[[unit]]`` that stand in a scenario itself."""
    rows = []
    for number, table in enumerate(tables, 1):
        name = table.get("name")
        label = f"'{shorten(name)}'" if isinstance(name, str) and name.strip() else number
        row = Row(f"{source}, unit {label}", "key")
        cells: dict[str, object] = {}
        for key, value in table.items():
            column = find_column(key, COLUMNS)
            if column is None:
                refuse_heading(key, row.where(shorten(key)), COLUMNS, faults)
            else:
                cells[column.name] = value
        rows.append(check_row(row, cells, COLUMNS, faults))
    check_keys(rows, COLUMNS, faults)
    return tuple(rows)


def gather(rows: Sequence[Row], source: str, faults: Faults) -> dict[str, Unit]:
    """The units of checked rows by id; none where a cell is faulty, for then nothing of a row can be trusted."""
    before = len(faults.found)
    if len(rows) > MOST_UNITS:
        message, gap = f"{len(rows)} units are too many", f"{len(rows) - MOST_UNITS} too many"
        faults.add("too-many-units", source, message, gap=gap, mend=f"At most {MOST_UNITS} in a book.")
        return {}
    if any(row.refused or row.is_blank("type") or row.is_blank("size") for row in rows):
        return {}
    units: dict[str, Unit] = {}
    for row in rows:
        unit = _unit(row, faults)
        if unit.id in units and unit.id:
            message = f"'{unit.name}' and '{units[unit.id].name}' differ in marks alone"
            faults.add("double-unit", row.where("name"), message, fault=Fault.INCONSISTENT, mend="Rename one.")
        units[unit.id] = unit
    _check_broken(units.values(), source, faults)
    return units if len(faults.found) == before else {}


def _unit(row: Row, faults: Faults) -> Unit:
    name = tidy(row.text("name"))
    check_name(name, row.where("name"), faults)
    type_, size = unit_type(row.text("type")), Size(row.text("size"))
    raised = Size(row.text("raised") or size)
    slots = trait_slots(size, raised)
    unit = Unit(
        id=slug(name),
        name=name,
        type=type_,
        size=size,
        tl=row.number("tl") or STANDARD_TL,
        chosen=check_traits(row.items("traits"), type_, slots, row.text("node"), row.where("traits"), faults),
        node=row.text("node"),
        raised=raised,
        parent=tidy(row.text("parent")),
        paid=row.flag("paid"),
        formation=tidy(row.text("formation")),
        lost=row.number("lost") or 0,
        exhausted=row.number("exhausted") or 0,
        elite=row.flag("elite"),
        keywords=row.items("keywords"),
        where=row.place,
    )
    spent = unit.lost + unit.exhausted
    if spent > unit.battalions:
        message = f"{spent} of {unit.battalions} battalions are lost or exhausted"
        gap = f"{spent - unit.battalions} too many"
        mend = f"A {size.value} has {unit.battalions}."
        faults.add("too-many-lost", row.place, message, gap=gap, mend=mend, citation=_rule("ground/unit-sizes"))
    if (unit.raised is not size) != bool(unit.parent):
        message = "a part of a broken unit tells both the size it was raised at and the unit it was broken from"
        mend = "Fill 'raised' and 'parent', or neither."
        faults.add("half-broken", row.place, message, fault=Fault.INCONSISTENT, mend=mend)
    if unit.formation and not is_free(size, unit.raised, paid=unit.paid):
        cost = surcharge(type_.name, unit.raised)
        message = f"'{name}' is part of {unit.parent}, whose breaking up is not paid, and stands in '{unit.formation}'"
        gap = f"${cost.cost} and {cost.di} DI"
        mend = "Pay it and write paid = yes, or leave the unit with its parent."
        faults.add("not-paid", row.place, message, gap=gap, mend=mend, citation=_rule("ground/mustering"))
    return unit


def _check_broken(units: Iterable[Unit], source: str, faults: Faults) -> None:
    """The parts of each broken unit add up to it and are of its type; what is combined makes a unit."""
    parents: dict[str, list[Unit]] = {}
    for unit in units:
        if unit.parent:
            parents.setdefault(unit.parent, []).append(unit)
    for parent, parts in parents.items():
        where = f"{source}, parts of '{shorten(parent)}'"
        kinds = {(part.type.name, part.raised) for part in parts}
        if len(kinds) > 1:
            message = f"the parts of '{parent}' are not all of one type and raised at one size"
            mend = "Battalions of two large units are not rearranged."
            faults.add(
                "mixed-parts", where, message, fault=Fault.INCONSISTENT, mend=mend, citation=_rule("ground/mustering")
            )
        else:
            check_parts(parts[0].raised, [part.size for part in parts], where, faults)


def check_formations(units: Iterable[Unit], doctrines: Iterable[str], where: str, faults: Faults) -> None:
    """Each custom formation of a side has the size of a unit that the side may have."""
    formations: dict[str, list[Unit]] = {}
    for unit in units:
        if unit.formation:
            formations.setdefault(unit.formation, []).append(unit)
    for name, parts in formations.items():
        check_combined(name, [part.size for part in parts], tuple(doctrines), where, faults)
