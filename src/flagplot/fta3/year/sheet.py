"""The opening sheet of a game: polities, ships and armies on a star-lane map, with all that is wrong told at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from flagplot.core.citation import Citation
from flagplot.core.folder import Head
from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults
from flagplot.core.world import World
from flagplot.engine.columns import Column, Kind, Row, shorten
from flagplot.engine.sheets import read_toml
from flagplot.fta3.book.book import Book
from flagplot.fta3.book.damage import Level
from flagplot.fta3.logistics.starlanes import StarMap
from flagplot.fta3.papers.names import nearest_name, slug
from flagplot.fta3.year.office import ARMY, BASE, CLOCK, POLITY, SHIP, SYSTEM, WING

FIRST_QUARTER = 1
WING_LINE = re.compile(r"(?P<number>\d{1,6})\s*TL(?P<level>[1-9])")


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
    Column(name="tl", kind=Kind.NUMBER, least=3, most=6, help="Tech level of what it builds; 5 where it is blank."),
    Column(
        name="allies",
        kind=Kind.ITEMS,
        help="Formal allies, in whose territory it may repair.",
        citation=_rule("repair/location"),
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
)
TABLE = "polity"


@dataclass(frozen=True)
class Names:
    """The files that a sheet names, beside it."""

    map: str
    book: str


def names_of(text: str) -> Names:
    """The files that a sheet names, as far as it can be read; faults are told when it is read in full."""
    faults = Faults()
    head = read_toml(text, "", TABLE, POLITIES, faults, HEAD, {"ship": SHIPS, "army": ARMIES}).head
    return Names(head.text("map"), head.text("book"))


def read_sheet(paper: Paper, map_: StarMap, book: Book, faults: Faults) -> tuple[Head, World] | None:
    """Head and world of a new game; None where ``faults`` has anything to say of the sheet."""
    before = len(faults.found)
    others = {"ship": SHIPS, "army": ARMIES}
    sheet = read_toml(paper.text, paper.name, TABLE, POLITIES, faults, HEAD, others)
    world: dict[str, dict[str, object]] = {}
    year = sheet.head.number("year") or 0
    world[CLOCK] = {"kind": CLOCK, "year": year, "quarter": FIRST_QUARTER, "rate": ""}
    polities = {slug(row.text("polity")): row.text("polity") for row in sheet.rows if not row.is_blank("polity")}
    for row in sheet.rows:
        _polity(row, polities, world, faults)
    for system in map_.systems.values():
        owner = _known(system.owner, polities, f"{map_.name}, {system.name}", faults) if system.owner else ""
        if owner:
            world[f"{SYSTEM}/{system.id}"] = {"kind": SYSTEM, "name": system.name, "owner": owner}
        if system.base is not None:
            whose = _known(system.base.owner, polities, f"{map_.name}, {system.name}", faults)
            world[f"{BASE}/{system.id}"] = {
                "kind": BASE,
                "base": system.base.kind.value,
                "owner": whose,
                "year": system.base.year,
            }
    for row in sheet.others.get("ship", ()):
        _ship(row, polities, map_, book, world, faults)
    for row in sheet.others.get("army", ()):
        _army(row, polities, map_, world, faults)
    if len(faults.found) > before:
        return None
    return Head(system="fta3", name=sheet.head.text("name"), settings={}), world


def _polity(row: Row, polities: Mapping[str, str], world: dict[str, dict[str, object]], faults: Faults) -> None:
    id_ = slug(row.text("polity"))
    if not id_:
        return
    allies = [_known(name, polities, row.where("allies"), faults) for name in row.items("allies")]
    world[f"{POLITY}/{id_}"] = {
        "kind": POLITY,
        "name": row.text("polity"),
        **{name: row.number(name) or 0 for name in ("money", "di", "tokens", "supply")},
        "tl": row.number("tl") or 5,
        "allies": sorted(filter(None, allies)),
    }
    for item in row.items("fighters"):
        matched = WING_LINE.fullmatch(item.strip())
        if matched is None:
            message, mend = f"'{shorten(item)}' tells no fighters", "Write for instance 12 TL5."
            faults.add("no-fighters", row.where("fighters"), message, fault=Fault.MALFORMED, mend=mend)
            continue
        level, number = int(matched["level"]), int(matched["number"])
        world[f"{id_}/tl{level}"] = {"kind": WING, "owner": id_, "level": level, "number": number}


def _ship(
    row: Row,
    polities: Mapping[str, str],
    map_: StarMap,
    book: Book,
    world: dict[str, dict[str, object]],
    faults: Faults,
) -> None:
    owner = _known(row.text("polity"), polities, row.where("polity"), faults)
    code = _hull(row, book, faults)
    at = _place(row, map_, faults)
    if not (owner and code and at):
        return
    fields = {
        "kind": SHIP,
        "name": row.text("ship"),
        "owner": owner,
        "hull": code,
        "damage": row.text("damage") or Level.FINE.value,
        "at": at,
        "seen": [at],
    }
    _enter(f"{owner}/{slug(row.text('ship'))}", fields, row, world, faults)


def _army(
    row: Row, polities: Mapping[str, str], map_: StarMap, world: dict[str, dict[str, object]], faults: Faults
) -> None:
    owner = _known(row.text("polity"), polities, row.where("polity"), faults)
    at = _place(row, map_, faults)
    if owner and at:
        fields = {
            "kind": ARMY,
            "name": row.text("army"),
            "owner": owner,
            "units": row.text("units"),
            "weight": row.number("weight") or 0,
            "at": at,
            "seen": [at],
        }
        _enter(f"{owner}/{slug(row.text('army'))}", fields, row, world, faults)


def _enter(
    id_: str, fields: Mapping[str, object], row: Row, world: dict[str, dict[str, object]], faults: Faults
) -> None:
    """Nothing is in two places: a name that its polity has given already is refused."""
    if id_ in world:
        message = f"there are two of '{fields['name']}' with one owner"
        mend = "Each ship and army of a polity has a name of its own, and stands in one place."
        faults.add("twice", row.place, message, fault=Fault.INCONSISTENT, mend=mend)
    world[id_] = dict(fields)


def _known(name: str, polities: Mapping[str, str], where: str, faults: Faults) -> str:
    """The id of a polity; empty and a fault for one that the sheet does not list."""
    id_ = slug(name)
    if not name or id_ in polities:
        return id_ if name else ""
    message = f"there is no polity '{shorten(name)}'"
    faults.add("unknown-polity", where, message, mend=nearest_name(name, list(polities.values()), faults))
    return ""


def _hull(row: Row, book: Book, faults: Faults) -> str:
    code = row.text("hull")
    if code in book.hulls or not code:
        return code
    message = f"there is no hull '{shorten(code)}' in {book.name}"
    faults.add("unknown-hull", row.where("hull"), message, mend=nearest_name(code, list(book.hulls), faults))
    return ""


def _place(row: Row, map_: StarMap, faults: Faults) -> str:
    found = map_.system(row.text("at"))
    if found is not None or row.is_blank("at"):
        return found.id if found else ""
    message = f"there is no system '{shorten(row.text('at'))}' on the map"
    mend = nearest_name(row.text("at"), [system.name for system in map_.systems.values()], faults)
    faults.add("unknown-system", row.where("at"), message, mend=mend, citation=_rule("supply-burn"))
    return ""


def names(items: Iterable[str]) -> Sequence[str]:
    """Names in the alphabet's order, for hints."""
    return sorted(items)
