"""A scenario file read as a battle: sides, owners, forces, readings; every fault of it at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flagplot.core import readings
from flagplot.core.citation import Citation, carries_out
from flagplot.core.entries import Entry, read_entries
from flagplot.core.readings import Reading
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.core.sources import roller_number
from flagplot.fta3.book import Book
from flagplot.fta3.forces import Owner, Scenario, Side
from flagplot.fta3.muster import Muster, slug
from flagplot.fta3.rulings import apply_arrivals, read_rulings

BATTLE_TYPES = ("mobile", "fixed")
FORMS = ("mass", "small")
DEFAULT_ROUNDS = 100
MOST_ROUNDS = 4000
DEMO_BOOK = "demo"
STANDARD_TL = 5
MOST_SHIPS_A_SIDE = 2000


def book_name(text: str) -> str:
    """Which ship book a scenario names: ``demo`` or a path beside the scenario; ``demo`` for a scenario that is
    faulty.
    """
    head, _ = read_entries(text, "side", "", Faults())
    name = head.values.get("book", DEMO_BOOK)
    return name if isinstance(name, str) and name else DEMO_BOOK


def read_scenario(
    text: str, where: str, book: Book, catalogue: Mapping[str, Reading], faults: Faults
) -> Scenario | None:
    """The battle that a scenario file describes; None where it is too damaged to be checked any further."""
    head, entries = read_entries(text, "side", where, faults)
    if not head.values and not entries:
        return None
    ruleset = head.text("ruleset", required=False) or "fta3"
    if ruleset != "fta3":
        head.fault("unknown-ruleset", f"there is no ruleset '{ruleset}'", mend=nearest(ruleset, ["fta3"]))
    name = head.text("name", required=False) or "Battle"
    battle_type = _battle_type(head, where, faults)
    form = head.text("form", required=False) or FORMS[0]
    if form not in FORMS:
        faults.add("unknown-form", where, f"'{form}' is no form of an engagement", mend=nearest(form, FORMS))
    head.text("book", required=False)
    rounds = head.count("rounds") or DEFAULT_ROUNDS
    if rounds > MOST_ROUNDS:
        head.fault("too-many-rounds", f"{rounds} rounds are too many", mend=f"At most {MOST_ROUNDS}.")
    wanted = head.named_texts("readings", required=False)
    ruling_lines = head.text("rulings", required=False)
    head.finish()
    chosen = readings.choose(catalogue, wanted, f"{where}, readings", faults)
    sides = tuple(_side(entry, number, book, where, faults) for number, entry in enumerate(entries, 1))
    if len(sides) != 2:
        message = f"a battle has two sides, here {'is one' if len(sides) == 1 else f'are {len(sides)}'}"
        faults.add("not-two-sides", where, message, fault=Fault.MALFORMED, mend="Begin each with [[side]].")
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
    return scenario


def read_fleet(text: str, where: str, book: Book, faults: Faults) -> Owner | None:
    """The forces of one owner from a file of their own, for a player who checks his orders by himself."""
    head, _ = read_entries(text, "side", where, faults)
    if not head.values:
        return None
    owner = _owner(head, head.text("name"), book, where, faults)
    head.finish()
    return owner


@carries_out("fta3", "battle-type")
def _battle_type(head: Entry, where: str, faults: Faults) -> str:
    """Which of the two types of battle it is, in the moderator's word."""
    battle_type = head.text("battle")
    if battle_type and battle_type not in BATTLE_TYPES:
        mend = nearest(battle_type, BATTLE_TYPES)
        message = f"'{battle_type}' is no type of battle"
        faults.add("unknown-battle-type", where, message, mend=mend, citation=Citation("fta3", "battle-type"))
    return battle_type


def _side(entry: Entry, number: int, book: Book, where: str, faults: Faults) -> Side:
    name = entry.text("name") or f"side {number}"
    place = f"{where}, side '{name}'"
    bitter_end = entry.text("bitter_end", required=False)
    owners = []
    for values in entry.tables("owner", required=False):
        inner = Entry(place, values, faults)
        owner_name = inner.text("name")
        owners.append(_owner(inner, owner_name, book, f"{place}, owner '{owner_name}'", faults))
        inner.finish()
    if not owners:
        owners.append(_owner(entry, name, book, place, faults))
    entry.finish()
    return Side(name=name, owners=tuple(owners), bitter_end=bitter_end)


def _owner(entry: Entry, name: str, book: Book, where: str, faults: Faults) -> Owner:
    tl = STANDARD_TL
    if entry.has("tl"):
        tl = entry.count("tl") or STANDARD_TL
    id_ = slug(name)
    if name and not id_:
        entry.fault("bad-name", f"'{name}' has neither letter nor figure", mend="Choose another name.")
    muster = Muster(id_, tl, book.hulls, where, faults)
    ships = muster.read_ships(_lines(entry, "ships"))
    wings = muster.read_fighters("\n".join(_lines(entry, "fighters")))
    return Owner(id=id_, name=name, tl=tl, ships=ships, wings=wings)


def _lines(entry: Entry, key: str) -> list[str]:
    """The lines of a field that is a text of several lines or a list of texts; none where it is absent."""
    value: Any = entry.values.get(key, "")
    if isinstance(value, str):
        entry.asked.add(key)
        return value.splitlines()
    return list(entry.texts(key, required=False))


def _check_names(sides: tuple[Side, ...], where: str, faults: Faults) -> None:
    """Sides, owners and the numbers of their dice must be told apart."""
    if sides[0].name.casefold() == sides[1].name.casefold():
        message = f"both sides are called '{sides[0].name}'"
        faults.add("double-side", where, message, fault=Fault.INCONSISTENT, mend="Give one another name.")
    else:
        _check_owners([owner for side in sides for owner in side.owners], where, faults)
    for side in sides:
        if len(side.ships) > MOST_SHIPS_A_SIDE:
            gap = f"{len(side.ships) - MOST_SHIPS_A_SIDE} too many"
            faults.add("too-many-ships", where, f"{side.name} has {len(side.ships)} ships", gap=gap)
        numbers: dict[int, str] = {}
        for ship in side.ships:
            other = numbers.setdefault(roller_number(ship.id), ship.id)
            if other != ship.id:
                message = f"the dice of '{ship.id}' and '{other}' would share their addresses"
                faults.add("double-roller", where, message, fault=Fault.INCONSISTENT, mend="Rename one of them.")


def _check_owners(owners: list[Owner], where: str, faults: Faults) -> None:
    seen: dict[str, str] = {}
    for owner in owners:
        if owner.id in seen:
            message = f"two owners are called '{owner.name}' and '{seen[owner.id]}'"
            faults.add("double-owner", where, message, fault=Fault.INCONSISTENT, mend="Give one another name.")
        seen.setdefault(owner.id, owner.name)


def _check_start(scenario: Scenario, where: str, faults: Faults) -> None:
    """Each side needs a ship that can fight or be fought from the first round on."""
    for side in scenario.sides:
        if not any(ship.arrives == 1 for owner in side.owners for ship in owner.combatants):
            message = f"{side.name} has no ship with hit points in the first round"
            mend = "Give it one; hulls without hit points in the book take no part in the fighting."
            faults.add("no-ships", where, message, mend=mend, citation=Citation("fta3", "enumerate-fleets"))
