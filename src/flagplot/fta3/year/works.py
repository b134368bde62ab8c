"""What polities have made: bases, repairs, ships, armies; paid when they are ordered, done when their time is up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flagplot.core.refusal import Fault, Faults, Refused
from flagplot.core.world import alter
from flagplot.engine.names import nearest_name, slug
from flagplot.fta3.aftermath.repair import check_place, repair_cost, repair_quarters, steps
from flagplot.fta3.book.damage import Level
from flagplot.fta3.book.ships import Hull, at_tech_level
from flagplot.fta3.ground.mustering import may_be_raised
from flagplot.fta3.ground.tables import type_rows
from flagplot.fta3.ground.units import Price, Size
from flagplot.fta3.ground.units import price as unit_price
from flagplot.fta3.logistics.bases import RULES as BASE_RULES
from flagplot.fta3.logistics.bases import price as base_price
from flagplot.fta3.logistics.starlanes import BaseKind
from flagplot.fta3.play.sentences import some
from flagplot.fta3.year.ledger import Ledger
from flagplot.fta3.year.lookup import affords, damage_told, find_system, find_unit, rule
from flagplot.fta3.year.office import ARMY, BASE, QUARTERS, SHIP, WING_ID
from flagplot.fta3.year.orders import Act

RAISED_BY = {SHIP: "ship-design", ARMY: "ground/units"}
"""The rule by which a new ship or army is paid."""


def base(act: Act, ledger: Ledger, faults: Faults) -> None:
    """A base where none stands, or a forward base raised to a supply base."""
    place, kind = find_system(act, act.word, ledger, faults), BaseKind(act.names[0])
    if place is None:
        return
    office, citation, name = ledger.office, rule(BASE_RULES[kind]), ledger.office.name(act.owner)
    standing, there = office.world.get(f"{BASE}/{place}"), office.place(place)
    if standing is not None and standing["owner"] != act.owner:
        message = f"in {there} stands a base of {office.name(str(standing['owner']))}'s, or is being built"
        faults.add("base-of-another", act.where, message, mend="Choose another system.", citation=citation)
        return
    ready = int(standing.get("ready", standing["year"])) if standing else 0
    if ready > office.year:
        message = f"the base in {there} is not finished yet"
        faults.add("not-finished", act.where, message, mend=f"From year {ready} on.", citation=citation)
        return
    cost = base_price(kind, BaseKind(standing["base"]) if standing else None)
    if cost is None:
        message = f"in {there} there is nothing to build: a {standing and standing['base']} base stands there"
        faults.add("nothing-to-build", act.where, message, mend="Choose another system.", citation=citation)
        return
    if not affords(act, ledger, faults, citation, money=cost.money, tokens=cost.tokens):
        return
    ready = office.year + cost.years
    changes = ledger.pay(act.owner, money=cost.money, tokens=cost.tokens)
    if standing is None:
        changes += alter(office.world, f"{BASE}/{place}", kind=BASE, base=kind.value, owner=act.owner, year=ready)
        told = f"begins a {kind.value} base in"
    else:
        # The forward base goes on serving until its upgrade is done.
        changes += alter(office.world, f"{BASE}/{place}", becomes=kind.value, ready=ready)
        told = f"begins to raise its forward base to a {kind.value} base in"
    paid = f"${cost.money} and {some(cost.tokens, 'military token')}"
    text = f"{name} {told} {there} for {paid}; it serves from year {ready} on."
    goods = {act.owner: {"money": -cost.money, "tokens": -cost.tokens}}
    ledger.write("base-begun", text, [citation.id], changes, actor=act.owner, goods=goods, ready=ready)


def repair(act: Act, ledger: Ledger, faults: Faults) -> None:
    """Ships brought to a better level, where they are."""
    for name in act.names:
        found = find_unit(act, name, ledger, faults, kinds=(SHIP,), free=True)
        if found is not None:
            _repair_ship(act, *found, ledger, faults)


def _repair_ship(act: Act, id_: str, ship: Mapping[str, Any], ledger: Ledger, faults: Faults) -> None:
    level, to, office = Level(ship["damage"]), Level(act.word), ledger.office
    todo, there = len(list(steps(level, to))), office.place(str(ship["at"]))
    if not todo:
        message = f"{ship['name']} has {damage_told(level)}: there is nothing to repair to {to.value}"
        faults.add("nothing-to-repair", act.where, message, mend="Take the order out.", citation=rule("repair"))
        return
    place, before = office.yard_at(act.owner, str(ship["at"])), len(faults.found)
    if place is None:
        mend = "Bring her to a forward base, a supply point, the territory of an ally or your own."
        gap = f"{ship['name']} is away from every yard"
        message = f"nothing can be repaired in {there}"
        faults.add("no-yard", act.where, message, gap=gap, mend=mend, citation=rule("repair/location"))
    else:
        check_place(level, to, place, act.where, faults)
    hull = office.hull(ship)
    _check_known(act, hull, ("cost", "years"), "repair/cost", faults)
    if len(faults.found) > before:
        return
    cost, quarters = todo * repair_cost(hull.cost or 0), todo * repair_quarters(hull.years or 0)
    if affords(act, ledger, faults, rule("repair/cost"), money=cost):
        changes = ledger.pay(act.owner, money=cost)
        changes += alter(office.world, id_, due=office.now + quarters, becomes=to.value)
        text = (
            f"{ship['name']} is repaired from {damage_told(level)} to {damage_told(to)} in {there}: ${cost}, "
            f"{some(quarters, 'quarter')}."
        )
        rules, goods = ["repair/cost", "repair/time", "repair/location"], {act.owner: {"money": -cost}}
        ledger.write("repair-begun", text, rules, changes, actor=act.owner, subjects=[id_], goods=goods)


def build(act: Act, ledger: Ledger, faults: Faults) -> None:
    """New ships of a hull, in the polity's own territory (reading ``where-ships-are-built``)."""
    code, *names = act.names
    office, before = ledger.office, len(faults.found)
    place, hull = _home(act, "ship-design", ledger, faults), office.book.hulls.get(code)
    if hull is None:
        message = f"there is no hull '{code}' in {office.book.name}"
        faults.add("unknown-hull", act.where, message, mend=nearest_name(code, list(office.book.hulls), faults))
        return
    try:
        at_tech_level(hull, int(office.polity(act.owner)["tl"]))
    except Refused as refused:
        faults.found += [replace(each, where=act.where) for each in refused.refusals]
    _check_known(act, hull, ("cost", "di", "years"), "ship-design", faults)
    if place is None or len(faults.found) > before:
        return
    price = Price(hull.cost or 0, hull.di or 0, hull.years or 0)
    fields = {"kind": SHIP, "hull": hull.code, "damage": Level.FINE.value}
    for name in names:
        _begin(act, name, f"lays down {name}, {hull.code},", price, {**fields, "at": place}, ledger, faults)


def raise_armies(act: Act, ledger: Ledger, faults: Faults) -> None:
    """New armies of a type and size, in the polity's own territory (reading ``where-ships-are-built``)."""
    type_, told, *names = act.names
    size, before = Size(told), len(faults.found)
    place = _home(act, "ground/units", ledger, faults)
    if type_ not in type_rows():
        message = f"there is no type of unit '{type_}'"
        mend = nearest_name(type_, list(type_rows()), faults)
        faults.add("unknown-type", act.where, message, mend=mend, citation=rule("ground/units"))
    if not may_be_raised(size, ledger.office.polity(act.owner)["doctrines"]):
        message, mend = f"{ledger.office.name(act.owner)} may not raise a corps", "Raise a division."
        faults.add("no-corps", act.where, message, mend=mend, citation=rule("ground/corps"))
    if place is None or len(faults.found) > before:
        return
    units = f"{type_} {size.value}"
    fields = {"kind": ARMY, "units": units, "weight": act.number, "at": place}
    for name in names:
        _begin(act, name, f"raises {name}, {units},", unit_price(type_, size), fields, ledger, faults)


def _home(act: Act, id_: str, ledger: Ledger, faults: Faults) -> str | None:
    """The system that an order names, in the polity's own territory."""
    place, office = find_system(act, act.word, ledger, faults), ledger.office
    if place is not None and office.map.systems[place].owner != act.owner:
        message = f"{office.place(place)} is not {office.name(act.owner)}'s own territory"
        own = [system.name for system in office.map.systems.values() if system.owner == act.owner]
        mend = f"Choose {' or '.join(own) or 'a territory of your own'}."
        faults.add("not-home", act.where, message, mend=mend, citation=rule(id_))
    return place


def _begin(
    act: Act, name: str, told: str, price: Price, fields: Mapping[str, Any], ledger: Ledger, faults: Faults
) -> None:
    """Pay one new ship or army, which is there when its years are over."""
    office, id_, citation = ledger.office, f"{act.owner}/{slug(name)}", rule(RAISED_BY[fields["kind"]])
    if not slug(name) or id_ in office.world or WING_ID.fullmatch(slug(name)):
        message = f"there is a '{name}' already" if id_ in office.world else f"nothing can be called '{name}'"
        faults.add("name-taken", act.where, message, fault=Fault.INCONSISTENT, mend="Choose another name.")
        return
    if not affords(act, ledger, faults, citation, money=price.cost, di=price.di):
        return
    due = office.now + price.years * QUARTERS
    changes = ledger.pay(act.owner, money=price.cost, di=price.di)
    changes += alter(office.world, id_, **fields, name=name, owner=act.owner, seen=[fields["at"]], due=due)
    cost = f"${price.cost}, {price.di} DI, {some(price.years, 'year')}"
    text = f"{office.name(act.owner)} {told} in {office.place(fields['at'])}: {cost}."
    goods = {act.owner: {"money": -price.cost, "di": -price.di}}
    ships = [["built", act.owner]] if fields["kind"] == SHIP else []
    ledger.write("begun", text, [citation.id], changes, actor=act.owner, subjects=[id_], goods=goods, ships=ships)


def _check_known(act: Act, hull: Hull, columns: tuple[str, ...], id_: str, faults: Faults) -> None:
    missing = [column for column in columns if getattr(hull, column) is None]
    if missing:
        message, mend = f"the book tells no {' and no '.join(missing)} of {hull.code}", "Begin with a fuller book."
        faults.add("not-in-the-book", act.where, message, fault=Fault.INCONSISTENT, mend=mend, citation=rule(id_))
