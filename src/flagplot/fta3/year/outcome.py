"""What a reported battle does to the game: damage, losses, captures, salvage, fighters, and the supply it burned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flagplot.core.refusal import Faults
from flagplot.core.world import Change, alter
from flagplot.fta3.aftermath.fates import Yielded
from flagplot.fta3.book.damage import Level
from flagplot.fta3.logistics.burn import combat_burn
from flagplot.fta3.papers.forces import Owner, Ship
from flagplot.fta3.report.after_report import FATES
from flagplot.fta3.report.day_report import day_outcome, day_state
from flagplot.fta3.year.held import ESCAPED, GONE, SERVES, Reported, check_report, holds_up
from flagplot.fta3.year.ledger import Ledger
from flagplot.fta3.year.lookup import GOODS_TOLD, damage_told
from flagplot.fta3.year.office import BATTLE, SALVAGE

AT_ONCE = "at once"
"""When an owner has what he won at once, in the words of an aftermath."""

ABSENT = ("not-engaged", "absent")


def enter_battle(report: Reported, ledger: Ledger, faults: Faults) -> None:
    """Enter a battle that was fought and settled; faults where it is not one of this game as it stands now."""
    before, encounter = len(faults.found), report.encounter
    state = day_state(encounter)
    check_report(report, ledger.office, faults)
    if len(faults.found) > before:
        return
    office, name = ledger.office, encounter.scenario.name
    entry = alter(office.world, report.id, kind=BATTLE, name=name, year=office.year, quarter=office.quarter)
    ledger.write("battle", f"{name}: {day_outcome(encounter)}", [], entry, result=report.digest)
    for each in encounter.aftermath.open:
        if not holds_up(each):
            text = f"Still open after {name}: {each.about}."
            ledger.write("by-hand", text, [each.rule])
    for _, owner in encounter.scenario.owners():
        _enter_owner(owner, state, name, ledger)
    brought_home = {str(event.facts["ship"]) for event in encounter.aftermath.events if event.kind == "prize-serves"}
    for _, owner in encounter.scenario.owners():
        for ship in owner.combatants:
            _enter_ship(ship, state[ship.id], ledger, brought_home=ship.id in brought_home)
    labels = encounter.scenario.labels()
    for won in encounter.aftermath.yields:
        _enter_yield(won, labels[won.ship], ledger)


def _enter_owner(owner: Owner, state: Mapping[str, Mapping[str, Any]], battle: str, ledger: Ledger) -> None:
    """The supply that a polity's ships burned, and its fighters."""
    fought = [ship for ship in owner.combatants if state[ship.id]["status"] not in ABSENT]
    burned = sum(combat_burn(ship.fitted.supply, 1) for ship in fought)
    _burn(owner.id, burned, f"in {battle}", "logistics/combat-burn", ledger)
    fled = sum(int(state[ship.id].get("supply", 0)) for ship in owner.combatants)
    _burn(owner.id, fled, f"getting away from {battle}", "flight", ledger)
    for wing in owner.wings:
        _enter_wing(wing.id, state[wing.id], ledger)


def _burn(owner: str, burned: int, where: str, rule: str, ledger: Ledger) -> None:
    if burned:
        name = ledger.office.name(owner)
        burn(owner, burned, f"{name}'s ships burn {burned} points of supply {where}", rule, ledger)


def burn(owner: str, burned: int, what: str, rule: str, ledger: Ledger) -> None:
    """Supply is paid as far as there is any; what is lacking is told, and what that does is the moderator's to say."""
    paid = min(int(ledger.office.polity(owner)["supply"]), burned)
    goods = {owner: {"supply": -paid}} if paid else {}
    short = f", and pays {paid} of them" if paid < burned else ""
    ledger.write("burned", f"{what}{short}.", [rule], ledger.pay(owner, supply=paid), goods=goods, points=burned)
    if paid < burned:
        name, lacking = ledger.office.name(owner), burned - paid
        text = f"{name} lacks {lacking} points of supply: what that does is the moderator's to enter."
        ledger.write("by-hand", text, ["logistics/shortfall"], lacking=lacking, polity=owner)


def _enter_ship(ship: Ship, state: Mapping[str, Any], ledger: Ledger, *, brought_home: bool) -> None:
    fields, fate, level = ledger.office.world[ship.id], str(state.get("fate", "")), str(state.get("level", ""))
    name, owner = fields["name"], str(fields["owner"])
    if fate == SERVES:
        _capture(ship.id, str(state["holder"]), level or Level.HEAVY.value, ledger, brought_home=brought_home)
    elif fate in GONE:
        ships = [["destroyed", owner]]
        text = f"{ledger.office.name(owner)}'s {name} is gone: {FATES[fate]}."
        ledger.write("destroyed", text, ["fate-of-killed"], gone(ship.id, fields), subjects=[ship.id], ships=ships)
    else:
        if level and level != fields["damage"]:
            changes = alter(ledger.office.world, ship.id, damage=level)
            text = f"{name} has {damage_told(level)} now."
            ledger.write("damaged", text, ["record-damage"], changes, subjects=[ship.id])
        if fate == ESCAPED:
            _retreat(ship.id, owner, ledger)
    if "weeks" in state:
        text = f"{name} went after a ship and is away for {state['weeks']} weeks: the moderator holds her to it."
        ledger.write("by-hand", text, ["running-down/absence"], subjects=[ship.id])


def _retreat(id_: str, owner: str, ledger: Ledger) -> None:
    """A ship that got away goes to the nearest supply point (reading ``where-flight-ends``)."""
    fields = ledger.office.world[id_]
    point = ledger.office.nearest_supply_point(owner, str(fields["at"]))
    if not point:
        text = f"{fields['name']} got away, and no supply point is joined to {ledger.office.place(fields['at'])}."
        ledger.write("by-hand", f"{text} Where she goes is the moderator's to say.", ["flight"], subjects=[id_])
    elif point != fields["at"]:
        changes = alter(ledger.office.world, id_, at=point, seen=sorted({*fields["seen"], point}))
        text = f"{fields['name']} gets away to {ledger.office.place(point)}, the nearest supply point."
        ledger.write("moved", text, ["flight"], changes, subjects=[id_])


def _capture(old: str, captor: str, level: str, ledger: Ledger, *, brought_home: bool) -> None:
    fields, office = ledger.office.world[old], ledger.office
    id_, name = _free(f"{captor}/{old.partition('/')[2]}", str(fields["name"]), ledger)
    at = (office.nearest_supply_point(captor, str(fields["at"])) if brought_home else "") or str(fields["at"])
    taken = {**fields, "name": name, "owner": captor, "damage": level, "at": at, "seen": [at]}
    for field in ("served", "far"):
        taken.pop(field, None)
    changes = gone(old, fields) + tuple(Change(id_, field, None, value) for field, value in taken.items())
    loser, told = str(fields["owner"]), f" as {name}" if name != fields["name"] else ""
    text = (
        f"{office.name(loser)}'s {fields['name']} is in the service of {office.name(captor)}{told}, with "
        f"{damage_told(level)}."
    )
    rules, ships = ["prizes" if brought_home else "overkill/hulk-roll"], [["taken", loser], ["captured", captor]]
    ledger.write("captured", text, rules, changes, subjects=[id_], ships=ships)


def _free(id_: str, name: str, ledger: Ledger) -> tuple[str, str]:
    """An id and a name that nobody has: a captor may own a ship of that name already."""
    number, free = 1, id_
    while free in ledger.office.world:
        number += 1
        free = f"{id_}-{number}"
    return free, name if number == 1 else f"{name} {number}"


def _enter_wing(id_: str, state: Mapping[str, Any], ledger: Ledger) -> None:
    fields = ledger.office.world[id_]
    lost = sum(int(state.get(word, 0)) for word in ("lost", "surrendered", "stranded"))
    if lost:
        left = int(fields["number"]) - lost
        name = ledger.office.name(str(fields["owner"]))
        text = f"{name} loses {lost} fighters of TL{fields['level']}, {left} are left."
        changes = alter(ledger.office.world, id_, number=left)
        ledger.write("fighters-lost", text, ["land-fighters"], changes, subjects=[id_], lost=lost)


def _enter_yield(won: Yielded, ship: str, ledger: Ledger) -> None:
    """What was won: booked at once, or in the next quarter (reading ``when-salvage-is-booked``)."""
    goods = {name: number for name, number in (("money", won.money), ("di", won.di)) if number}
    if not goods:
        return
    told = f"{_goods_told(goods)} of {ship}: {won.how}"
    name = ledger.office.name(won.owner)
    if won.when == AT_ONCE:
        changes = ledger.pay(won.owner, **{good: -number for good, number in goods.items()})
        ledger.write("salvage", f"{name} has {told}.", ["salvage-tech-level"], changes, goods={won.owner: goods})
        return
    id_, _ = _free(f"{SALVAGE}/{won.ship.replace('/', '-')}", "", ledger)
    due = ledger.office.now + 1
    changes = alter(ledger.office.world, id_, kind=SALVAGE, owner=won.owner, what=told, due=due, **goods)
    ledger.write("salvage-begun", f"{name} will have {told}, {won.when}.", ["overkill/slow-salvage"], changes)


def _goods_told(goods: Mapping[str, int]) -> str:
    """Goods in words, as a sentence names them."""
    return " and ".join(
        f"${number}" if good == "money" else f"{number} {GOODS_TOLD[good]}" for good, number in goods.items()
    )


def gone(id_: str, fields: Mapping[str, Any]) -> tuple[Change, ...]:
    """The changes after which something is no longer there."""
    return tuple(Change(id_, field, value, None) for field, value in fields.items())
