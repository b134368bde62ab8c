"""A year's deployment as a sheet: units, their weight, where they go, the forward base that serves them, battles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flagplot.core.citation import Citation
from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults
from flagplot.engine.columns import Column, Kind, Row, shorten
from flagplot.engine.names import nearest_name, slug
from flagplot.engine.sheets import read_csv, read_toml
from flagplot.fta3.logistics.starlanes import BaseKind, StarMap, serves

TABLE = "unit"
RATE = re.compile(r"\d{1,6}(\.\d{1,4})?")


def _rule(id_: str) -> Citation:
    return Citation("fta3", id_)


COLUMNS = (
    Column(name="unit", key=True, required=True, aliases=("name", "ship", "group"), help="What the unit is called."),
    Column(
        name="weight",
        kind=Kind.NUMBER,
        required=True,
        most=10**6,
        help="The weight that its supply is reckoned on: of all its ships and troops together.",
        citation=_rule("logistics"),
    ),
    Column(
        name="systems",
        kind=Kind.ITEMS,
        required=True,
        aliases=("system", "places", "where"),
        help="Every system it operates in during the year; the farthest counts.",
        citation=_rule("supply-limits/yearly"),
    ),
    Column(
        name="base",
        aliases=("served by", "forward base"),
        help="The system of the one forward base that serves it in the year; blank for none.",
        citation=_rule("forward-operating-base"),
    ),
    Column(
        name="battles",
        kind=Kind.NUMBER,
        most=1000,
        help="Battles it fights in the year, patrols against pirates aside.",
        citation=_rule("logistics/combat-burn"),
    ),
    Column(
        name="relief",
        kind=Kind.NUMBER,
        help="Whatever else takes off its ordinary burn, in points of supply, by the moderator's word.",
        citation=_rule("supply-limits"),
    ),
)
HEAD = (
    Column(name="polity", help="Whose units they are."),
    Column(name="year", kind=Kind.NUMBER, help="The year: bases that are finished later serve nobody yet."),
    Column(name="rate", help="What a point of supply costs on the market this year, in $; blank where it is unknown."),
)


@dataclass(frozen=True, kw_only=True)
class Deployed:
    """One unit's year: ``systems`` and ``base`` are ids of the map, ``base`` empty where none serves it."""

    id: str
    name: str
    weight: int
    systems: tuple[str, ...]
    base: str = ""
    battles: int = 0
    relief: int = 0


@dataclass(frozen=True, kw_only=True)
class Deployment:
    """A polity's units in one year; ``rate`` is the market price of a point of supply, None where it is unknown."""

    polity: str
    year: int
    units: tuple[Deployed, ...]
    rate: Fraction | None = None


def read_deployment(paper: Paper, map_: StarMap, faults: Faults, polity: str = "", year: int = 0) -> Deployment | None:
    """The deployment of a TOML or CSV file; a CSV file has no head, so ``polity`` and ``year`` come from elsewhere.

    None where ``faults`` has anything to say of it.
    """
    before = len(faults.found)
    rate = ""
    if paper.name.casefold().endswith(".toml") or re.search(rf"^\s*\[\[\s*{TABLE}\s*\]\]", paper.text, re.MULTILINE):
        sheet = read_toml(paper.text, paper.name, TABLE, COLUMNS, faults, HEAD)
        polity, year = sheet.head.text("polity") or polity, sheet.head.number("year") or year
        rate = sheet.head.text("rate")
    else:
        sheet = read_csv(paper.text, paper.name, COLUMNS, faults)
    if not polity and "polity" not in sheet.head.refused:
        message, mend = "whose units these are is not said", "Give the polity."
        faults.add("no-polity", paper.name, message, fault=Fault.MALFORMED, mend=mend)
    price = _rate(rate, paper.name, faults)
    units = units_of(sheet.rows, map_, polity, year, faults)
    if len(faults.found) > before:
        return None
    return Deployment(polity=polity, year=year, units=units, rate=price)


def units_of(rows: Sequence[Row], map_: StarMap, polity: str, year: int, faults: Faults) -> tuple[Deployed, ...]:
    """The units of checked rows, each system and base found on the map."""
    units = []
    for row in rows:
        systems = [_system(name, row, "systems", map_, faults) for name in row.items("systems")]
        base = _base(row, map_, polity, year, faults)
        units.append(
            Deployed(
                id=slug(row.text("unit")),
                name=row.text("unit"),
                weight=row.number("weight") or 0,
                systems=tuple(dict.fromkeys(filter(None, systems))),
                base=base,
                battles=row.number("battles") or 0,
                relief=row.number("relief") or 0,
            )
        )
    return tuple(units)


def _system(name: str, row: Row, column: str, map_: StarMap, faults: Faults) -> str:
    found = map_.system(name)
    if found is None:
        message = f"there is no system '{shorten(name)}' on the map"
        mend = nearest_name(name, [system.name for system in map_.systems.values()], faults)
        faults.add("unknown-system", row.where(column), message, mend=mend, citation=_rule("supply-burn"))
        return ""
    return found.id


def _base(row: Row, map_: StarMap, polity: str, year: int, faults: Faults) -> str:
    """The id of the forward base that serves a unit; it must be the polity's and finished."""
    if row.is_blank("base"):
        return ""
    id_ = _system(row.text("base"), row, "base", map_, faults)
    if id_ and not serves(map_.systems[id_], polity, year, BaseKind.FORWARD):
        system = map_.systems[id_]
        why = "there is none"
        if system.base is not None:
            why = f"the {system.base.kind} base there is {system.base.owner}'s, from year {system.base.year} on"
        own = [each.name for each in map_.systems.values() if serves(each, polity, year, BaseKind.FORWARD)]
        mend = f"Forward bases of {polity} in year {year}: {', '.join(own) or 'none'}."
        message = f"no forward base of {polity} serves in {system.name}: {why}"
        faults.add("no-base", row.where("base"), message, mend=mend, citation=_rule("forward-operating-base"))
    return id_


def _rate(text: str, source: str, faults: Faults) -> Fraction | None:
    if not text:
        return None
    if not RATE.fullmatch(text):
        message = f"'{shorten(text)}' is no price"
        faults.add("bad-rate", source, message, fault=Fault.MALFORMED, mend='Write for instance rate = "1.5".')
        return None
    return Fraction(text)
