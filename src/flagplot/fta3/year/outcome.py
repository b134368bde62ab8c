"""What a reported battle does to the game: damage, losses, captures, salvage, fighters, and the supply it burned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults
from flagplot.core.world import Change, alter
from flagplot.fta3.logistics.burn import combat_burn
from flagplot.fta3.papers.forces import Ship
from flagplot.fta3.play.encounter import Encounter
from flagplot.fta3.report.day_report import day_state
from flagplot.fta3.year.ledger import Ledger
from flagplot.fta3.year.office import POLITY, SALVAGE, SHIP, WING

GONE = ("wreck", "salvaged", "left", "lost", "stripped", "sold", "destroyed", "broken-up", "scuttled")
KEPT, TAKEN = ("escaped",), ("serves",)
"""Fates of killed ships: gone for good, still in service, and in a captor's; any other is not settled yet."""

AT_ONCE = "at once"


def enter_battle(encounter: Encounter, name: str, ledger: Ledger, faults: Faults) -> None:
    """Enter a battle that was fought and settled; faults where it is not one of this game as it stands now."""
    before = len(faults.found)
    state = day_state(encounter)
    _check(encounter, state, name, ledger, faults)
    if len(faults.found) > before:
        return
    for _, owner in encounter.scenario.owners():
        burned = 0
        for ship in owner.ships:
            if _fought(state, ship):
                fields = ledger.office.world[ship.id]
                burned += combat_burn(ledger.office.weight(fields), 1)
        burned += _further_burn(encounter, owner.id)
        _burn(owner.id, burned, encounter.scenario.name, ledger)
        for ship in owner.combatants:
            _enter_ship(ship, state[ship.id], ledger)
        for wing in owner.wings:
            _enter_wing(wing.id, state[wing.id], ledger)
    for won in encounter.aftermath.yields:
        _enter_yield(won.owner, won.ship, won.how, {"money": won.money, "di": won.di}, won.when, ledger)


def _check(
    encounter: Encounter, state: Mapping[str, Mapping[str, Any]], name: str, ledger: Ledger, faults: Faults
) -> None:
    world = ledger.office.world
    for _, owner in encounter.scenario.owners():
        if f"{POLITY}/{owner.id}" not in world:
            message = f"{owner.name} is no polity of this game"
            faults.add("other-game", name, message, fault=Fault.INCONSISTENT, mend="Enter a battle of this game.")
            continue
        for ship in owner.ships:
            fields = world.get(ship.id)
            if fields is None or fields["kind"] != SHIP or fields["hull"] != ship.hull.code:
                message = f"{owner.name} has no {ship.hull.code} '{ship.name}'"
                mend = "Was she lost, renamed or captured before? Mend the scenario and fight it again."
                faults.add("other-game", name, message, fault=Fault.INCONSISTENT, mend=mend)
            elif ledger.office.in_yard(fields):
                mend = "Take her out of the scenario."
                faults.add("in-the-yard", name, f"{ship.name} is in the yard", fault=Fault.INCONSISTENT, mend=mend)
            elif ship.level is not None and fields["damage"] != ship.level.value:
                message = f"{ship.name} began with {ship.level.value} damage, but she has {fields['damage']}"
                mend = f"Write '{ship.name} at {fields['damage']} damage' and fight it again."
                rule = Citation("fta3", "fighting-while-damaged")
                faults.add("other-damage", name, message, fault=Fault.INCONSISTENT, mend=mend, citation=rule)
        for ship in owner.combatants:
            if state[ship.id]["status"] == "killed":
                fate = str(state[ship.id].get("fate", ""))
                if fate not in (*GONE, *KEPT, *TAKEN):
                    message = f"the fate of {ship.name} is not settled"
                    mend = "Settle the aftermath: flagplot battle with --aftermath, then enter that report."
                    rule = Citation("fta3", "fate-of-killed")
                    faults.add("unsettled", name, message, fault=Fault.INCONSISTENT, mend=mend, citation=rule)


def _fought(state: Mapping[str, Mapping[str, Any]], ship: Ship) -> bool:
    return state.get(ship.id, {}).get("status", "not-engaged") not in ("not-engaged", "absent")


def _further_burn(encounter: Encounter, owner: str) -> int:
    """The supply that flights burned beside the battle itself."""
    return sum(
        int(event.facts["supply"])
        for event in encounter.aftermath.events
        if "supply" in event.facts and str(event.facts.get("ship", "")).startswith(f"{owner}/")
    )


def _burn(owner: str, burned: int, battle: str, ledger: Ledger) -> None:
    """Supply is paid as far as there is any; what is lacking is told, and is the moderator's to decide."""
    if not burned:
        return
    stock = int(ledger.office.polity(owner)["supply"])
    paid = min(stock, burned)
    name = ledger.office.polity(owner)["name"]
    text = f"{name}'s ships burn {burned} points of supply in {battle}."
    changes = ledger.pay(owner, supply=paid)
    ledger.write("combat-burn", text, ["logistics/combat-burn"], changes, goods={owner: {"supply": -paid}})
    if paid < burned:
        short_of_supply(owner, burned - paid, ledger)


def short_of_supply(owner: str, lacking: int, ledger: Ledger) -> None:
    """The sequence stops here for the moderator: nothing is made up for what can't be paid."""
    text = f"{ledger.office.polity(owner)['name']} lacks {lacking} points of supply: what that does is the moderator's to enter."
    ledger.write("by-hand", text, ["logistics/shortfall"], lacking=lacking, polity=owner)


def _enter_ship(ship: Ship, state: Mapping[str, Any], ledger: Ledger) -> None:
    fields, fate, level = ledger.office.world[ship.id], str(state.get("fate", "")), str(state.get("level", ""))
    owner, name = str(fields["owner"]), fields["name"]
    if fate in TAKEN:
        captor = str(state["holder"])
        id_ = _free_id(f"{captor}/{ship.id.partition('/')[2]}", ledger)
        taken = {**fields, "owner": captor, "damage": level or "heavy"}
        changes = _gone(ship.id, fields) + tuple(Change(id_, field, None, value) for field, value in taken.items())
        text = f"{name} is lost to {ledger.office.polity(captor)['name']}, who takes her into service with {taken['damage']} damage."
        ledger.write(
            "captured",
            text,
            ["fate-of-killed"],
            changes,
            subjects=[id_],
            ships=[("taken", owner), ("captured", captor)],
        )
    elif fate in GONE:
        text = f"{name} is gone: {fate}."
        ledger.write(
            "destroyed",
            text,
            ["fate-of-killed"],
            _gone(ship.id, fields),
            subjects=[ship.id],
            ships=[("destroyed", owner)],
        )
    elif level and level != fields["damage"]:
        changes = alter(ledger.office.world, ship.id, damage=level)
        told = "no damage" if level == "fine" else f"{level} damage"
        ledger.write("damaged", f"{name} has {told}.", ["record-damage"], changes, subjects=[ship.id])


def _free_id(id_: str, ledger: Ledger) -> str:
    """An id that nobody has: a captor may own a ship of that name already."""
    number, free = 1, id_
    while free in ledger.office.world:
        number += 1
        free = f"{id_}-{number}"
    return free


def _enter_wing(id_: str, state: Mapping[str, Any], ledger: Ledger) -> None:
    fields = ledger.office.world.get(id_)
    lost = int(state["lost"]) + int(state["surrendered"]) + int(state.get("without-hangar", 0))
    if fields is None or fields["kind"] != WING or not lost:
        return
    left = max(0, int(fields["number"]) - lost)
    changes = alter(ledger.office.world, id_, number=left)
    owner = ledger.office.polity(str(fields["owner"]))["name"]
    text = f"{owner} loses {lost} TL{fields['level']} fighters, {left} are left."
    ledger.write("fighters-lost", text, ["land-fighters"], changes, subjects=[id_], lost=lost)


def _enter_yield(owner: str, ship: str, how: str, goods: dict[str, int], when: str, ledger: Ledger) -> None:
    name = ledger.office.polity(owner)["name"]
    told = " and ".join(f"{number} {'$' if good == 'money' else 'DI'}" for good, number in goods.items() if number)
    if when == AT_ONCE:
        changes = ledger.pay(owner, **{good: -number for good, number in goods.items()})
        ledger.write(
            "salvage", f"{name} has {told} of {ship}: {how}.", ["salvage-tech-level"], changes, goods={owner: goods}
        )
        return
    id_ = _free_id(f"{SALVAGE}/{owner}/{ship.replace('/', '-')}", ledger)
    changes = alter(ledger.office.world, id_, kind=SALVAGE, owner=owner, what=how, due=ledger.office.now + 1, **goods)
    ledger.write("salvage-begun", f"{name} will have {told} of {ship} {when}.", ["overkill/slow-salvage"], changes)


def _gone(id_: str, fields: Mapping[str, Any]) -> tuple[Change, ...]:
    return tuple(Change(id_, field, value, None) for field, value in fields.items())
