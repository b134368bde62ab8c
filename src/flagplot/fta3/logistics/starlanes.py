"""The star-lane map as a moderator keeps it: systems, the lanes between them, owners and bases."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from flagplot.core.citation import Citation, carries_out
from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults
from flagplot.engine.columns import Column, Kind, Row, shorten
from flagplot.engine.labels import FEWEST, MOST, pad_labels
from flagplot.engine.layout import Document, Layout, Leaf
from flagplot.engine.names import fold, nearest_name, slug
from flagplot.engine.sheets import Sheet, document_of, read_sheets
from flagplot.fta3.headings import headed

TABLE = "system"


class BaseKind(StrEnum):
    """The two kinds of bases away from home."""

    FORWARD = "forward"
    SUPPLY = "supply"


def _rule(id_: str) -> Citation:
    return Citation("fta3", id_)


LEAF = headed(
    Leaf(
        TABLE,
        (
            Column(
                name="system",
                key=True,
                required=True,
                help="The system's name.",
                citation=_rule("supply-burn"),
            ),
            Column(
                name="lanes",
                kind=Kind.ITEMS,
                help="Names of the systems a jump away; a lane told at one end counts at both.",
                citation=_rule("supply-burn"),
            ),
            Column(
                name="owner",
                help="Whose territory the system is; blank for nobody's.",
                citation=_rule("claim-territory"),
            ),
            Column(
                name="base",
                kind=Kind.CHOICE,
                choices=tuple(BaseKind),
                help="A base that stands there or is being built.",
                citation=_rule("forward-operating-base"),
            ),
            Column(name="base owner", help="Whose base it is; blank for the system's owner."),
            Column(
                name="base year",
                kind=Kind.NUMBER,
                help="The first year in which the base serves; blank where it always has.",
                citation=_rule("forward-operating-base/construction"),
            ),
            Column(name="hex", help="The system's label on a map that is drawn in hexes, such as 0101."),
        ),
        ("Systems", "Map", "Star lanes"),
    )
)
COLUMNS = LEAF.columns
HEAD = (
    Column(name="name", help="What the map is called."),
    Column(
        name="digits",
        kind=Kind.NUMBER,
        least=FEWEST,
        most=MOST,
        help="How many digits the labels of hexes have, if systems are called by them: 4 where one is 0101.",
    ),
)


@dataclass(frozen=True, kw_only=True)
class Outpost:
    """A base: its kind, whose it is, and the first year in which it serves (0: always has)."""

    kind: BaseKind
    owner: str
    year: int = 0


@dataclass(frozen=True, kw_only=True)
class System:
    """One star system: id, name, the polity whose territory it is (empty: nobody's), its base."""

    id: str
    name: str
    owner: str = ""
    base: Outpost | None = None


@dataclass(frozen=True, kw_only=True)
class StarMap:
    """Systems by id, and for each the ids of its neighbours, sorted."""

    name: str
    systems: Mapping[str, System]
    lanes: Mapping[str, tuple[str, ...]]

    def jumps_from(self, sources: Iterable[str]) -> dict[str, int]:
        """The fewest jumps from any of ``sources`` to each system that can be reached."""
        found = dict.fromkeys(sources, 0)
        queue = deque(found)
        while queue:
            here = queue.popleft()
            for there in self.lanes[here]:
                if there not in found:
                    found[there] = found[here] + 1
                    queue.append(there)
        return found

    def supply_points(self, polity: str, year: int) -> tuple[str, ...]:
        """The systems that supply a polity's units in a year."""
        return tuple(id_ for id_, system in self.systems.items() if is_supply_point(system, polity, year))

    def system(self, name: str) -> System | None:
        """The system of a name or id, however it is spelt; None where there is none."""
        return self.systems.get(slug(name))


@carries_out("fta3", "supply-burn", "supply-base")
def is_supply_point(system: System, polity: str, year: int) -> bool:
    """Whether a system counts as a polity's own territory for supply: it is one, or has a supply base of its own."""
    if system.owner and fold(system.owner) == fold(polity):
        return True
    return serves(system, polity, year, BaseKind.SUPPLY)


@carries_out("fta3", "forward-operating-base/construction", "supply-base/construction")
def serves(system: System, polity: str, year: int, kind: BaseKind) -> bool:
    """Whether a base of this kind of the polity's stands in a system in a year: one being built serves nobody."""
    base = system.base
    return base is not None and base.kind is kind and fold(base.owner) == fold(polity) and base.year <= year


def read_map(paper: Paper, faults: Faults) -> StarMap | None:
    """The map of a sheet or TOML file, one row a system; None where ``faults`` has anything to say of it."""
    before = len(faults.found)
    sheet = _read_rows(LAYOUT, paper, faults)
    found = map_of(sheet.head.text("name") or Path(paper.name).stem, sheet.rows, faults)
    return None if len(faults.found) > before else found


def _read_rows(layout: Layout, paper: Paper, faults: Faults) -> Sheet:
    """The rows of a map, labels of hexes padded by the map's digits."""
    sheet = read_sheets(paper.text, paper.name, layout, faults)
    return replace(sheet, rows=pad_labels(sheet.rows, sheet.head.number("digits"), "hex", ("system", "lanes"), faults))


def _read_document(layout: Layout, paper: Paper, faults: Faults, beside: Paper | None) -> Document | None:
    before = len(faults.found)
    sheet = _read_rows(layout, paper, faults)
    map_of("", sheet.rows, faults)
    return document_of(sheet, layout) if len(faults.found) == before else None


LAYOUT = Layout(id="map", title="map of star lanes", leaves=(LEAF,), head=HEAD, read=_read_document)


def map_of(name: str, rows: Sequence[Row], faults: Faults) -> StarMap:
    """The map that checked rows make; every lane to nowhere and every base that is nobody's is a fault."""
    names = {slug(row.text("system")): row.text("system") for row in rows if not row.is_blank("system")}
    systems: dict[str, System] = {}
    lanes: dict[str, set[str]] = {id_: set() for id_ in names}
    for row in rows:
        id_ = slug(row.text("system"))
        if not id_:
            continue
        systems[id_] = System(id=id_, name=row.text("system"), owner=row.text("owner"), base=_base_of(row, faults))
        for other in row.items("lanes"):
            there = slug(other)
            if there not in names:
                message = f"the lane from {row.text('system')} leads to '{shorten(other)}', which is not on the map"
                mend = nearest_name(other, list(names.values()), faults)
                faults.add("lane-to-nowhere", row.where("lanes"), message, mend=mend, citation=_rule("supply-burn"))
            elif there == id_:
                message = f"a lane leads from {row.text('system')} to itself"
                faults.add("lane-to-itself", row.where("lanes"), message, mend="Take it out.")
            else:
                lanes[id_].add(there)
                lanes[there].add(id_)
    return StarMap(name=name, systems=systems, lanes={id_: tuple(sorted(ends)) for id_, ends in lanes.items()})


def _base_of(row: Row, faults: Faults) -> Outpost | None:
    kind, owner = row.text("base"), row.text("base owner") or row.text("owner")
    if not kind:
        for column in ("base owner", "base year"):
            if not row.is_blank(column):
                message = f"there is a {column}, but no base"
                mend = f"Write {' or '.join(BaseKind)} under base."
                faults.add("no-base", row.where(column), message, fault=Fault.INCONSISTENT, mend=mend)
        return None
    if not owner:
        message = "this base is nobody's"
        faults.add("no-owner", row.where("base"), message, fault=Fault.INCONSISTENT, mend="Fill 'base owner'.")
    return Outpost(kind=BaseKind(kind), owner=owner, year=row.number("base year") or 0)
