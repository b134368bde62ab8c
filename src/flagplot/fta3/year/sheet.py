"""The opening sheet of a game: polities, ships and armies on a star-lane map, with all that is wrong told at once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple, cast

from flagplot.core.citation import Citation
from flagplot.core.folder import Head
from flagplot.core.papers import Paper
from flagplot.core.readings import Reading, choose
from flagplot.core.refusal import Fault, Faults, Refused
from flagplot.core.world import World
from flagplot.engine.columns import Column, Kind, Row, shorten
from flagplot.engine.names import check_name, nearest_name, slug
from flagplot.engine.sheets import Sheet, read_toml
from flagplot.fta3.book.book import Book
from flagplot.fta3.book.damage import Level
from flagplot.fta3.book.ships import STANDARD_TL, at_tech_level
from flagplot.fta3.logistics.starlanes import StarMap
from flagplot.fta3.papers.scenario import DEMO_BOOK
from flagplot.fta3.year.ledger import GOODS
from flagplot.fta3.year.office import ARMY, BASE, BATTLE, CLOCK, POLITY, SALVAGE, SHIP, SYSTEM, WING, WING_ID
from flagplot.fta3.year.orders import MODERATOR

FIRST_QUARTER = 1
RESERVED = (MODERATOR, CLOCK, POLITY, SYSTEM, BASE, SALVAGE, BATTLE)
"""What no polity may be called: the ids of all that is not a polity's begin so."""

WING_LINE = re.compile(r"(?P<number>\d{1,6})\s*TL(?P<level>[1-6])")


def _rule(id_: str) -> Citation:
    return Citation("fta3", id_)


POLITIES = (
    Column(name="polity", key=True, required=True, aliases=("name",), help="What the polity is called."),
    Column(name="money", kind=Kind.NUMBER, help="$ in the treasury."),
    Column(name="di", kind=Kind.NUMBER, help="DI at hand."),
    Column(name="tokens", kind=Kind.NUMBER, aliases=("military tokens",), help="Military tokens."),
    Column(
        name="supply", kind=Kind.NUMBER, help="Points of supply in stock.", citation=_rule("logistics/supply-stock")
    ),
    Column(name="tl", kind=Kind.NUMBER, least=3, most=6, help="Tech level of its ships; 5 where it is blank."),
    Column(
        name="allies",
        kind=Kind.ITEMS,
        help="Formal allies, in whose territory it may repair.",
        citation=_rule("repair/location"),
    ),
    Column(
        name="doctrines",
        kind=Kind.ITEMS,
        help="Doctrines that say what it may raise, such as the ground forces capstone.",
        citation=_rule("ground/corps"),
    ),
    Column(name="fighters", kind=Kind.ITEMS, help="Fighters by tech level, such as 12 TL5, 6 TL4."),
)
SHIPS = (
    Column(name="ship", key=False, required=True, aliases=("name",), help="What the ship is called."),
    Column(name="polity", required=True, aliases=("owner",), help="Whose it is."),
    Column(name="hull", required=True, help="Her hull's code in the book."),
    Column(name="at", required=True, aliases=("system", "place"), help="The system where she is."),
    Column(
        name="damage",
        kind=Kind.CHOICE,
        choices=tuple(level.value for level in Level),
        help="Her damage; blank for none.",
        citation=_rule("damage-levels"),
    ),
)
ARMIES = (
    Column(name="army", required=True, aliases=("name", "unit"), help="What the army is called."),
    Column(name="polity", required=True, aliases=("owner",), help="Whose it is."),
    Column(name="units", help="What it is made of, for people."),
    Column(name="at", required=True, aliases=("system", "place"), help="The system where it is."),
    Column(name="weight", kind=Kind.NUMBER, required=True, help="Its logistical weight.", citation=_rule("logistics")),
)
HEAD = (
    Column(name="system", required=True, help="fta3."),
    Column(name="name", required=True, help="What the game is called."),
    Column(name="year", kind=Kind.NUMBER, required=True, help="The year it begins in."),
    Column(name="map", required=True, help="The file of the star-lane map, beside the sheet."),
    Column(name="book", help="The file of the ship book, beside the sheet; 'demo' or blank for the demonstration's."),
    Column(name="readings", kind=Kind.PAIRS, help="Readings that are chosen, such as territory-base = either."),
)
TABLE = "polity"


OTHERS = {"ship": SHIPS, "army": ARMIES}


class Names(NamedTuple):
    """The files that a sheet names, beside it; ``book`` is empty for the demonstration's."""

    map: str
    book: str


def open_sheet(paper: Paper, faults: Faults) -> Sheet:
    """The checked rows of an opening sheet."""
    return read_toml(paper.text, paper.name, TABLE, POLITIES, faults, HEAD, OTHERS)


def names_of(sheet: Sheet) -> Names:
    """The files that a sheet names, as far as it could be read."""
    book = sheet.head.text("book")
    return Names(sheet.head.text("map"), "" if book.casefold() == DEMO_BOOK else book)


def read_sheet(
    sheet: Sheet, chart: StarMap, book: Book, catalogue: Mapping[str, Reading], faults: Faults
) -> tuple[Head, World] | None:
    """Head, without settings, and world of a new game; None where ``faults`` has anything to say, of whatever."""
    pairs = (item.partition(" ") for item in sheet.head.items("readings"))
    wanted = {id_: option for id_, _, option in pairs}
    chosen = choose(catalogue, wanted, sheet.head.where("readings"), faults)
    clock = {"kind": CLOCK, "year": sheet.head.number("year") or 0, "quarter": FIRST_QUARTER, "rate": ""}
    world: dict[str, dict[str, object]] = {CLOCK: clock}
    polities = {slug(row.text("polity")): row.text("polity") for row in sheet.rows if not row.is_blank("polity")}
    reader = _Reader(polities, chart, book, world, faults)
    for row in sheet.rows:
        reader.polity(row)
    reader.map()
    for row in sheet.others.get("ship", ()):
        reader.ship(row)
    for row in sheet.others.get("army", ()):
        reader.army(row)
    if faults.found:
        return None
    return Head(system="fta3", name=sheet.head.text("name"), readings=chosen), world


class _Reader:
    """Turns checked rows into entities of ``world``; whatever is amiss goes to ``faults``."""

    def __init__(
        self,
        polities: Mapping[str, str],
        chart: StarMap,
        book: Book,
        world: dict[str, dict[str, object]],
        faults: Faults,
    ) -> None:
        self.polities, self.chart, self.book, self.world, self.faults = polities, chart, book, world, faults

    def polity(self, row: Row) -> None:
        """A polity with its treasury, allies and fighters."""
        name, id_ = row.text("polity"), slug(row.text("polity"))
        if row.is_blank("polity"):
            return
        check_name(name, row.where("polity"), self.faults)
        if id_ in RESERVED or f"{POLITY}/{id_}" in self.world:
            message, where = f"there can be no polity, or no second one, called '{shorten(name)}'", row.where("polity")
            self.faults.add("name-taken", where, message, fault=Fault.INCONSISTENT, mend="Choose another name.")
        allies = [self.known(ally, row.where("allies")) for ally in row.items("allies")]
        self.world[f"{POLITY}/{id_}"] = {
            "kind": POLITY,
            "name": name,
            **{goods: row.number(goods) or 0 for goods in GOODS},
            "tl": row.number("tl") or STANDARD_TL,
            "allies": sorted(filter(None, allies)),
            "doctrines": sorted(row.items("doctrines")),
        }
        numbers: Counter[int] = Counter()
        for item in row.items("fighters"):
            found = WING_LINE.fullmatch(item)
            if found is None:
                message, mend = f"'{shorten(item)}' tells no fighters", "Write for instance: 12 TL5, 6 TL4."
                self.faults.add("no-fighters", row.where("fighters"), message, fault=Fault.MALFORMED, mend=mend)
            else:
                numbers[int(found["level"])] += int(found["number"])
        for level, number in numbers.items():
            self.world[f"{id_}/tl{level}"] = {"kind": WING, "owner": id_, "level": level, "number": number}

    def map(self) -> None:
        """Territories and bases, as the map has them when the game begins."""
        for system in self.chart.systems.values():
            where = f"{self.chart.name}, {system.name}"
            owner = self.known(system.owner, where) if system.owner else ""
            if owner:
                self.world[f"{SYSTEM}/{system.id}"] = {"kind": SYSTEM, "name": system.name, "owner": owner}
            if system.base is not None:
                base, whose = system.base, self.known(system.base.owner, where)
                self.world[f"{BASE}/{system.id}"] = {
                    "kind": BASE,
                    "base": base.kind.value,
                    "owner": whose,
                    "year": base.year,
                }

    def ship(self, row: Row) -> None:
        """A ship of a hull of the book, at its owner's tech level."""
        owner, at = self.known(row.text("polity"), row.where("polity")), self.place(row)
        code = row.text("hull")
        hull = self.book.hulls.get(code)
        if code and hull is None:
            message = f"there is no hull '{shorten(code)}' in {self.book.name}"
            mend = nearest_name(code, list(self.book.hulls), self.faults)
            self.faults.add("unknown-hull", row.where("hull"), message, mend=mend)
        if not (owner and at and hull):
            return
        try:
            at_tech_level(hull, cast("int", self.world[f"{POLITY}/{owner}"]["tl"]))
        except Refused as refused:
            self.faults.found += [replace(each, where=row.where("hull")) for each in refused.refusals]
        damage = row.text("damage") or Level.FINE.value
        self.enter(row, "ship", {"kind": SHIP, "owner": owner, "hull": code, "damage": damage, "at": at})

    def army(self, row: Row) -> None:
        """An army, of which the books know the weight and the place."""
        owner, at = self.known(row.text("polity"), row.where("polity")), self.place(row)
        if owner and at:
            weight = row.number("weight") or 0
            units = row.text("units")
            self.enter(row, "army", {"kind": ARMY, "owner": owner, "units": units, "weight": weight, "at": at})

    def enter(self, row: Row, column: str, fields: Mapping[str, object]) -> None:
        """Nothing is in two places: a name that its owner has given already is refused."""
        name = row.text(column)
        check_name(name, row.where(column), self.faults)
        id_ = f"{fields['owner']}/{slug(name)}"
        if WING_ID.fullmatch(slug(name)):
            message, mend = f"'{name}' is what fighters are called", "Choose another name."
            self.faults.add("bad-name", row.where(column), message, fault=Fault.INCONSISTENT, mend=mend)
        elif id_ in self.world:
            message = f"there are two of '{shorten(name)}' with one owner"
            mend = "Each ship and army of a polity has a name of its own, and stands in one place."
            self.faults.add("twice", row.place, message, fault=Fault.INCONSISTENT, mend=mend)
        self.world[id_] = {**fields, "name": name, "seen": [fields["at"]]}

    def known(self, name: str, where: str) -> str:
        """The id of a polity; empty, and a fault, for one that the sheet does not list."""
        id_ = slug(name)
        if not name or id_ in self.polities:
            return id_
        message, mend = f"there is no polity '{shorten(name)}'", nearest_name(name, self.polities.values(), self.faults)
        self.faults.add("unknown-polity", where, message, mend=mend)
        return ""

    def place(self, row: Row) -> str:
        """The id of the system where something is."""
        name = row.text("at")
        found = self.chart.system(name)
        if found is None and not row.is_blank("at"):
            known = [system.name for system in self.chart.systems.values()]
            message, mend = f"there is no system '{shorten(name)}' on the map", nearest_name(name, known, self.faults)
            self.faults.add("unknown-system", row.where("at"), message, mend=mend, citation=_rule("supply-burn"))
        return found.id if found else ""
