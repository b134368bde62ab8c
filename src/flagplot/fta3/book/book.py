"""The ship book: a moderator's hulls from a sheet (CSV) or a TOML file, every cell checked, every fault at once."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from flagplot.core.citation import Citation
from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults
from flagplot.engine.columns import Column, Kind, Row, shorten
from flagplot.engine.layout import Document, Layout, Leaf
from flagplot.engine.sheets import Sheet, document_of, read_sheets
from flagplot.fta3.book import fittings
from flagplot.fta3.book.fitting_lists import check_hull, read_traits
from flagplot.fta3.book.fittings import Fitting
from flagplot.fta3.book.ships import STANDARD_TL, UNLISTED_SPEED, Hull, Size, Weapon, speed_of
from flagplot.fta3.headings import headed
from flagplot.fta3.papers.verbs import RESERVED

MOST_HP = 1_000_000
MOST_WEIGHT = 100_000
MOST_SPEED = 100
MOST_DEFENCE = 100
MOST_ATTACKS = 10_000
MOST_DAMAGE = 100_000
MOST_HANGARS = 10_000
MOST_TL = 10
LONGEST_CODE = 12


def _rule(id_: str) -> Citation:
    return Citation("fta3", id_)


TABLE = "hull"
"""What a row of a TOML book begins with, in double brackets."""

LEAF = headed(
    Leaf(
        TABLE,
        (
            Column(name="code", required=True, key=True, help="The short name in lists and orders, such as CA."),
            Column(name="name", help="The full name; the code where it is blank."),
            Column(
                name="size",
                kind=Kind.CHOICE,
                required=True,
                choices=tuple(Size),
                help="One of: escort, cruiser, capital, other.",
                citation=_rule("mass-combat/targeting"),
            ),
            Column(
                name="weight",
                kind=Kind.NUMBER,
                most=MOST_WEIGHT,
                help="Logistical weight; 0 where it is blank, and no fighter can strike a ship of weight 0.",
                citation=_rule("stand-off/split"),
            ),
            Column(
                name="hp",
                kind=Kind.NUMBER,
                least=1,
                most=MOST_HP,
                help="Full HP. Blank, with avoidance and protection, for a ship without combat statistics.",
                citation=_rule("damage-levels"),
            ),
            Column(name="cost", kind=Kind.NUMBER, help="$ to build one."),
            Column(name="di", kind=Kind.NUMBER, help="DI to build one."),
            Column(name="years", kind=Kind.NUMBER, most=100, help="Years to build one."),
            Column(
                name="speed",
                kind=Kind.NUMBER,
                most=MOST_SPEED,
                help=f"0 for fixed defences; {UNLISTED_SPEED} where it is blank.",
                citation=_rule("battle-type/unlisted-speed"),
            ),
            Column(
                name="attacks",
                help="Regular attacks and the damage of each: 11x6. Blank for an unarmed ship.",
                citation=_rule("shooting"),
            ),
            Column(
                name="weapon",
                kind=Kind.CHOICE,
                choices=tuple(Weapon),
                help="One of: spinal, direct, seeking; blank for an unarmed ship.",
                citation=_rule("to-hit/range-bonus"),
            ),
            Column(
                name="avoidance",
                kind=Kind.NUMBER,
                most=MOST_DEFENCE,
                help="What a roll to hit must reach.",
                citation=_rule("to-hit"),
            ),
            Column(
                name="protection",
                kind=Kind.NUMBER,
                most=MOST_DEFENCE,
                help="What a roll to pierce must reach.",
                citation=_rule("to-pierce"),
            ),
            Column(
                name="standoff",
                help="Stand-off attacks and the damage of each: 4x6. Blank where there are none.",
                citation=_rule("stand-off"),
            ),
            Column(
                name="hangars",
                kind=Kind.NUMBER,
                most=MOST_HANGARS,
                help="Fighters that it can carry.",
                citation=_rule("land-fighters"),
            ),
            Column(name="traits", kind=Kind.ITEMS, help="Traits and modules, with commas between: flak, fdc=6."),
            Column(
                name="specialist", kind=Kind.FLAG, help="Whether it is a specialist hull, whose ships have no quirks."
            ),
            Column(
                name="tl",
                kind=Kind.NUMBER,
                least=1,
                most=MOST_TL,
                help=f"The tech level that the figures are for; {STANDARD_TL} where it is blank.",
                citation=_rule("tech-levels"),
            ),
            Column(name="source", help="Where the figures come from."),
        ),
        ("Hulls", "Ships", "Ship book"),
    )
)
COLUMNS = LEAF.columns

HEAD = (
    Column(name="name", help="The name of the book."),
    Column(name="invented", kind=Kind.FLAG, help="Whether the figures are made up; reports then say so."),
)

_VOLLEY_RULES = {column.name: column.citation for column in COLUMNS if column.name in ("attacks", "standoff")}
_VOLLEY = re.compile(r"([0-9]{1,9})\s*[x×*]\s*([0-9]{1,9})", re.IGNORECASE)
_CODE = re.compile(rf"[^\W\d_][\w.+-]{{0,{LONGEST_CODE - 1}}}")


@dataclass(frozen=True)
class Book:
    """Hulls by code, in the order of their rows, and what they can be fitted with by name.

    ``invented`` marks figures that belong to no table's game.
    """

    name: str
    hulls: Mapping[str, Hull] = field(default_factory=dict)
    invented: bool = False
    fittings: Mapping[str, Fitting] = field(default_factory=fittings.built_in)


def read_book(text: str, source: str, faults: Faults, further: Paper | None = None) -> Book | None:
    """The ship book in ``text``: TOML if ``source`` ends in ``.toml`` or a row begins with ``[[hull]]``, else sheets.

    Fittings of the user's own stand in it as tables ``[[fitting]]`` or a sheet of their own, and in the sheet
    ``further``. None where ``faults`` has anything to say of it. A sheet may begin with
    ``# name: Home Fleet, invented``.
    """
    before = len(faults.found)
    book = _book(read_sheets(text, source, LAYOUT, faults), source, faults, further)
    return book if len(faults.found) == before else None


def _book(sheet: Sheet, source: str, faults: Faults, further: Paper | None) -> Book:
    """The book of checked rows; whatever is wrong across their cells is told as well."""
    sheets = [sheet.others.get(fittings.TABLE, ())]
    if further is not None:
        sheets.append(fittings.read_rows(further.text, further.name, faults))
    known = fittings.gather(sheets, [row.text("code") for row in sheet.rows], faults)
    hulls = [_hull(row, known, faults) for row in sheet.rows if not faults.are_plenty]
    name = sheet.head.text("name") or Path(source).stem
    return Book(name, {hull.code: hull for hull in hulls}, sheet.head.flag("invented"), known)


def _read_document(layout: Layout, paper: Paper, faults: Faults, beside: Paper | None) -> Document | None:
    before = len(faults.found)
    sheet = read_sheets(paper.text, paper.name, layout, faults)
    _book(sheet, paper.name, faults, beside)
    return document_of(sheet, layout) if len(faults.found) == before else None


LAYOUT = Layout(
    id="ship-book", title="ship book", leaves=(LEAF, fittings.LEAF), head=HEAD, read=_read_document, beside="fittings"
)


def _hull(row: Row, known: Mapping[str, Fitting], faults: Faults) -> Hull:
    """The hull of one row; whatever is wrong across its cells is told as well."""
    code = row.text("code")
    _check_code(code, row, faults)
    attacks, damage = _volley("attacks", row, faults)
    standoff_attacks, standoff_damage = _volley("standoff", row, faults)
    weapon = row.text("weapon")
    hull = Hull(
        code=code,
        name=row.text("name") or code,
        size=Size(row.text("size") or Size.OTHER),
        weight=row.number("weight") or 0,
        hp=row.number("hp"),
        cost=row.number("cost"),
        di=row.number("di"),
        years=row.number("years"),
        speed=speed_of(row.number("speed")),
        attacks=attacks,
        damage=damage,
        weapon=Weapon(weapon) if weapon else None,
        avoidance=row.number("avoidance"),
        protection=row.number("protection"),
        standoff_attacks=standoff_attacks,
        standoff_damage=standoff_damage,
        hangars=row.number("hangars") or 0,
        traits=read_traits(row.items("traits"), row.where("traits"), known, faults),
        specialist=row.flag("specialist"),
        tl=row.number("tl") or STANDARD_TL,
        source=row.text("source"),
    )
    _check_whole(hull, row, faults)
    check_hull(hull, row.where("traits"), known, faults)
    return hull


def _check_code(code: str, row: Row, faults: Faults) -> None:
    """A code is one word that orders can tell from their own."""
    if row.is_blank("code") or "code" in row.refused:
        return
    if not _CODE.fullmatch(code):
        message = f"'{shorten(code)}' cannot be a code"
        mend = f"A letter first, then letters, figures and . + - _ without blanks, {LONGEST_CODE} characters at most."
        faults.add("bad-code", row.where("code"), message, fault=Fault.MALFORMED, mend=mend)
    elif code.casefold() in RESERVED:
        message = f"'{code}' means something else in orders"
        faults.add("bad-code", row.where("code"), message, mend="Choose another code.")


def _volley(column: str, row: Row, faults: Faults) -> tuple[int, int]:
    """Attacks and the damage of each from ``11x6``; none from a blank cell or 0."""
    text = row.text(column)
    if text in ("", "0"):
        return 0, 0
    match = _VOLLEY.fullmatch(text)
    citation = _VOLLEY_RULES[column]
    if match is None:
        message = f"'{shorten(text)}' does not tell attacks and damage"
        mend = "Write for instance 11x6: eleven attacks of six damage each."
        faults.add("no-volley", row.where(column), message, fault=Fault.MALFORMED, mend=mend, citation=citation)
        return 0, 0
    numbers = int(match[1]), int(match[2])
    for number, most, what in zip(numbers, (MOST_ATTACKS, MOST_DAMAGE), ("attacks", "damage"), strict=True):
        if not 1 <= number <= most:
            message = f"{number} {what} cannot be"
            mend = f"From 1 to {most}; leave the cell blank where there are no attacks."
            gap = f"{number - most} too many" if number > most else "1 too few"
            faults.add("bad-volley", row.where(column), message, gap=gap, mend=mend, citation=citation)
    return numbers


def _check_whole(hull: Hull, row: Row, faults: Faults) -> None:
    """What the cells of a row must have in common; blank cells count, faulty ones have been told already."""
    statistics = ("hp", "avoidance", "protection")
    blank = [column for column in statistics if row.is_blank(column)]
    if blank and len(blank) < len(statistics):
        message = "a ship has all combat statistics or none"
        mend = (
            "Fill hp, avoidance and protection, or leave all three blank for a ship that takes no part in the fighting."
        )
        gap = f"{' and '.join(blank)} missing"
        faults.add("half-statistics", row.where(blank[0]), message, fault=Fault.INCONSISTENT, gap=gap, mend=mend)
    if hull.attacks and row.is_blank("weapon"):
        message = "regular attacks need a weapon"
        mend = "One of: spinal, direct, seeking."
        faults.add(
            "no-weapon", row.where("weapon"), message, fault=Fault.INCONSISTENT, mend=mend, citation=_rule("shooting")
        )
    if hull.weapon is not None and (row.is_blank("attacks") or row.text("attacks") == "0"):
        message = f"a {hull.weapon} weapon needs attacks"
        mend = "Write for instance 11x6, or leave the weapon blank; stand-off attacks need none."
        faults.add(
            "no-attacks", row.where("attacks"), message, fault=Fault.INCONSISTENT, mend=mend, citation=_rule("shooting")
        )
    if len(blank) == len(statistics) and (hull.attacks or hull.standoff_attacks):
        message = "a ship with attacks needs combat statistics"
        mend = "Fill hp, avoidance and protection."
        faults.add("armed-without-hp", row.where("hp"), message, fault=Fault.INCONSISTENT, mend=mend)
