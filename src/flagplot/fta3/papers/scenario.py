"""A scenario file read as a battle: sides, owners, forces, readings; every fault of it at once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flagplot.core import readings
from flagplot.core.citation import Citation, carries_out
from flagplot.core.entries import Entry, read_entries
from flagplot.core.readings import Reading
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.core.sources import roller_number
from flagplot.engine.columns import Row, shorten
from flagplot.engine.names import check_name, fold, slug, tidy
from flagplot.fta3.book.book import MOST_TL, Book
from flagplot.fta3.book.fitted import equipped
from flagplot.fta3.book.fitting_lists import check_doctrines, read_names
from flagplot.fta3.book.fittings import Sort
from flagplot.fta3.papers.forces import Owner, Scenario, Side
from flagplot.fta3.papers.muster import MOST_SHIPS_A_SIDE, Muster
from flagplot.fta3.papers.rulings import apply_arrivals, read_rulings

BATTLE_TYPES = ("mobile", "fixed")
MASS, SMALL = "mass", "small"
FORMS = (MASS, SMALL)
DEFAULT_ROUNDS = 100
MOST_ROUNDS = 4000
DEMO_BOOK = "demo"
STANDARD_TL = 5
MOST_OWNERS = 100
"""On a side."""

SHAPE = "Begin each with [[side]]."


class Draft(NamedTuple):
    """A scenario as far as it could be read; ``whole`` tells of each side whether its forces are without a fault."""

    scenario: Scenario
    whole: tuple[bool, bool]


def book_name(text: str) -> str:
    """Which ship book a scenario names: ``demo`` or a path beside the scenario; ``demo`` for a scenario that is
    faulty.
    """
    head, _ = read_entries(text, "side", "", Faults())
    name = head.values.get("book", DEMO_BOOK)
    return name if isinstance(name, str) and name else DEMO_BOOK


def fittings_name(text: str) -> str:
    """Which sheet of fittings a scenario names beside its book: a path, or nothing."""
    head, _ = read_entries(text, "side", "", Faults())
    name = head.values.get("fittings", "")
    return name if isinstance(name, str) else ""


def read_scenario(text: str, where: str, book: Book, catalogue: Mapping[str, Reading], faults: Faults) -> Draft | None:
    """The battle that a scenario file describes; None where it is too damaged to be checked any further."""
    before = len(faults.found)
    head, entries = read_entries(text, "side", where, faults)
    if len(faults.found) > before:
        return None
    ruleset = head.text("ruleset", required=False) or "fta3"
    if ruleset != "fta3":
        mend = nearest(ruleset, ["fta3", "fe"])
        head.fault("unknown-ruleset", f"there is no ruleset '{shorten(ruleset)}'", mend=mend)
    name = read_name(head, where, required=False) or "Battle"
    battle_type = _battle_type(head, where, faults)
    form = head.text("form", required=False) or MASS
    if form not in FORMS:
        faults.add("unknown-form", where, f"'{form}' is no form of an engagement", mend=nearest(form, FORMS))
    head.text("book", required=False)
    head.text("fittings", required=False)
    rounds = head.count("rounds") or DEFAULT_ROUNDS
    if rounds > MOST_ROUNDS:
        head.fault("too-many-rounds", f"{shorten(rounds)} rounds are too many", mend=f"At most {MOST_ROUNDS}.")
    wanted = head.named_texts("readings", required=False)
    ruling_lines = head.text("rulings", required=False)
    head.finish()
    chosen = readings.choose(catalogue, wanted, f"{where}, readings", faults)
    sides: list[Side] = []
    whole: list[bool] = []
    for number, entry in enumerate(entries, 1):
        before = len(faults.found)
        sides.append(_side(entry, number, book, where, faults))
        whole.append(len(faults.found) == before)
    if len(sides) != 2:
        message = f"a battle has two sides, here {'is one' if len(sides) == 1 else f'are {len(sides)}'}"
        faults.add("not-two-sides", where, message, fault=Fault.MALFORMED, mend=SHAPE)
        return None
    _check_names(sides, where, faults)
    scenario = Scenario(
        name=name,
        battle_type=battle_type,
        form=form,
        sides=(sides[0], sides[1]),
        readings=chosen,
        rulings=read_rulings(ruling_lines, f"{where}, rulings", (sides[0], sides[1]), faults),
        round_limit=rounds,
        book=book.name,
        invented=book.invented,
    )
    scenario = apply_arrivals(scenario)
    _check_start(scenario, where, faults)
    return Draft(scenario, (whole[0], whole[1]))


@carries_out("fta3", "battle-type")
def _battle_type(head: Entry, where: str, faults: Faults) -> str:
    """Which of the two types of battle it is, in the moderator's word."""
    battle_type = head.text("battle")
    if battle_type and battle_type not in BATTLE_TYPES:
        mend = nearest(battle_type, BATTLE_TYPES)
        message = f"'{shorten(battle_type)}' is no type of battle"
        faults.add("unknown-battle-type", where, message, mend=mend, citation=Citation("fta3", "battle-type"))
    return battle_type


def read_name(entry: Entry, where: str, *, required: bool = True) -> str:
    """The name of a battle, a side or an owner; a fault where it is none."""
    written = entry.text("name", required=required)
    name = tidy(written)
    if written:
        check_name(name, where, entry.faults)
    return name


def _side(entry: Entry, number: int, book: Book, where: str, faults: Faults) -> Side:
    name = read_name(entry, entry.where) or f"side {number}"
    place = f"{where}, side '{shorten(name)}'"
    bitter_end = entry.text("bitter_end", required=False)
    tables = entry.tables("owner", required=False)
    if len(tables) > MOST_OWNERS:
        gap = f"{len(tables) - MOST_OWNERS} too many"
        message = f"{shorten(name)} has {len(tables)} owners"
        faults.add("too-many-owners", entry.where, message, gap=gap, mend=f"At most {MOST_OWNERS} on a side.")
        tables = tables[:MOST_OWNERS]
    owners: list[Owner] = []
    room = MOST_SHIPS_A_SIDE
    for count, values in enumerate(tables, 1):
        inner = Entry(f"{place}, owner {count}", values, faults)
        owner_name = read_name(inner, inner.where)
        inner_place = f"{place}, owner '{shorten(owner_name)}'" if owner_name else inner.where
        owners.append(read_owner(inner, owner_name, book, inner_place, faults, room))
        room -= len(owners[-1].ships)
        inner.finish()
    if not owners:
        owners.append(read_owner(entry, name, book, place, faults, room))
    entry.finish()
    return Side(name=name, owners=tuple(owners), bitter_end=bitter_end)


def read_owner(
    entry: Entry, name: str, book: Book, where: str, faults: Faults, room: int, rows: Sequence[Row] | None = None
) -> Owner:
    """One owner's forces from the fields of a file; ``rows`` are those of a sheet that lists his ships instead."""
    tl = STANDARD_TL
    if entry.has("tl"):
        tl = entry.count("tl") or STANDARD_TL
        if tl > MOST_TL:
            message = f"there is no tech level {shorten(tl)}"
            mend = f"A whole number from 1 to {MOST_TL}."
            faults.add("bad-tech-level", where, message, mend=mend, citation=Citation("fta3", "tech-levels"))
            tl = STANDARD_TL
    muster = Muster(slug(name), tl, book.hulls, where, faults, room, book.fittings)
    ships = muster.read_ships(_lines(entry, "ships")) if rows is None else muster.read_rows(rows)
    wings = muster.read_fighters(_lines(entry, "fighters"))
    place = f"{where}, doctrines"
    items = [item for line in _lines(entry, "doctrines") for part in re.split("[,;]", line) if (item := part.strip())]
    doctrines = read_names(items, Sort.DOCTRINE, place, book.fittings, faults)
    owner = Owner(id=slug(name), name=name, tl=tl, ships=ships, wings=wings, doctrines=doctrines)
    check_doctrines(owner, place, book.fittings, faults)
    return equipped(owner, book)


def _lines(entry: Entry, key: str) -> list[str]:
    """The lines of a field that is a text of several lines or a list of texts; none where it is absent."""
    value: Any = entry.values.get(key, "")
    if isinstance(value, str):
        entry.asked.add(key)
        return value.splitlines()
    return [line for text in entry.texts(key, required=False) for line in text.splitlines()]


def _check_names(sides: Sequence[Side], where: str, faults: Faults) -> None:
    """Sides, owners and the numbers of their dice must be told apart."""
    before = len(faults.found)

    def refuse(code: str, message: str, mend: str = "Give one of the two another name.") -> None:
        faults.add(code, where, message, fault=Fault.INCONSISTENT, mend=mend)

    ids = [slug(side.name) for side in sides]
    if ids[0] == ids[1]:
        same = fold(sides[0].name) == fold(sides[1].name)
        marks = f"the sides '{sides[0].name}' and '{sides[1].name}' differ in marks alone"
        refuse("double-side", f"both sides are called '{sides[0].name}'" if same else marks)
    seen: dict[str, str] = {}
    for s, side in enumerate(sides):
        for owner in side.owners:
            # Of one that is called like a side the other faults tell.
            if owner.id in seen and owner.id not in (*ids, ""):
                refuse("double-owner", f"two owners are called '{seen[owner.id]}' and '{owner.name}'")
            seen.setdefault(owner.id, owner.name)
            if ids[0] == ids[1]:
                continue
            if owner.id == ids[1 - s]:
                refuse("owner-like-side", f"'{owner.name}' is the other side, and an owner on the side {side.name}")
            elif owner.id == ids[s] and len(side.owners) > 1:
                refuse("owner-like-side", f"'{owner.name}' is a side, and one of its {len(side.owners)} owners")
    if len(faults.found) > before:
        return
    for side in sides:
        numbers: dict[int, str] = {}
        wings = [wing.id for owner in side.owners for wing in owner.wings]
        for id_ in [*(ship.id for ship in side.ships), *wings]:
            if (number := roller_number(id_)) in numbers:
                refuse("double-roller", f"'{id_}' and '{numbers[number]}' would roll the same dice", "Rename a ship.")
            numbers[number] = id_


def _check_start(scenario: Scenario, where: str, faults: Faults) -> None:
    """Each side needs a ship that can fight or be fought from the first round on."""
    for side in scenario.sides:
        if not any(ship.arrives == 1 for owner in side.owners for ship in owner.combatants):
            message = f"{side.name} has no ship with hit points in the first round"
            mend = "Give it one; hulls without hit points in the book take no part in the fighting."
            faults.add("no-ships", where, message, mend=mend, citation=Citation("fta3", "enumerate-fleets"))
