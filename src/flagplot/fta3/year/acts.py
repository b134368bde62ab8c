"""What polities do with what they have: move, be served, claim, buy. Each is carried out by its rule, or refused."""

from __future__ import annotations

from fractions import Fraction

from flagplot.core.refusal import Faults
from flagplot.core.rounding import half_up
from flagplot.core.world import alter
from flagplot.fta3.logistics.bases import may_claim
from flagplot.fta3.logistics.starlanes import BaseKind, serves
from flagplot.fta3.logistics.stock import bought
from flagplot.fta3.play.sentences import some
from flagplot.fta3.year.ledger import Ledger
from flagplot.fta3.year.lookup import affords, find_system, find_unit, rule
from flagplot.fta3.year.office import CLOCK, SYSTEM
from flagplot.fta3.year.orders import Act


def buy(act: Act, ledger: Ledger, faults: Faults) -> None:
    """Supply from the market, at the year's rate."""
    rate, name = str(ledger.office.world[CLOCK]["rate"]), ledger.office.name(act.owner)
    citation = rule("logistics/supply-stock")
    if not rate:
        message, mend = "what the market asks for supply this year is not known", "The moderator enters it: rate 2.5."
        faults.add("no-rate", act.where, message, mend=mend, citation=citation)
        return
    cost = half_up(bought(act.number, Fraction(rate)).paid)
    if affords(act, ledger, faults, citation, money=cost):
        text = f"{name} buys {act.number} points of supply for ${cost}."
        changes = ledger.pay(act.owner, money=cost, supply=-act.number)
        goods = {act.owner: {"money": -cost, "supply": act.number}}
        ledger.write("supply-bought", text, [citation.id], changes, actor=act.owner, goods=goods)


def move(act: Act, ledger: Ledger, faults: Faults) -> None:
    """Ships and armies to a system that lanes join to theirs; it counts among those where they were this year."""
    place = find_system(act, act.word, ledger, faults)
    moving = [find_unit(act, name, ledger, faults, free=True) for name in act.names]
    if place is None:
        return
    reach, office = ledger.office.map.jumps_from([place]), ledger.office
    for id_, unit in filter(None, moving):
        here, way = str(unit["at"]), f"from {office.place(str(unit['at']))} to {office.place(place)}"
        if here not in reach:
            message, mend = f"no lane leads {unit['name']} {way}", "Name a system that lanes join to hers."
            faults.add("no-way", act.where, message, mend=mend, citation=rule("supply-burn"))
            continue
        if here == place:
            message, mend = f"{unit['name']} is in {office.place(place)} already", "Take her out of the order."
            faults.add("there-already", act.where, message, mend=mend)
            continue
        seen = sorted({*unit["seen"], place})
        changes = alter(ledger.office.world, id_, at=place, seen=seen)
        text = f"{unit['name']} goes {way}, {some(reach[here], 'jump')}."
        ledger.write("moved", text, ["supply-burn"], changes, actor=act.owner, subjects=[id_], jumps=reach[here])


def serve(act: Act, ledger: Ledger, faults: Faults) -> None:
    """Units to be served by one forward base in this year."""
    place = find_system(act, act.word, ledger, faults)
    served = [find_unit(act, name, ledger, faults) for name in act.names]
    if place is None:
        return
    office, citation = ledger.office, rule("forward-operating-base")
    systems = office.map.systems
    if not serves(systems[place], act.owner, office.year, BaseKind.FORWARD):
        own = [each.name for each in systems.values() if serves(each, act.owner, office.year, BaseKind.FORWARD)]
        message = f"no forward base of {office.name(act.owner)} serves in {office.place(place)} this year"
        faults.add(
            "no-base", act.where, message, mend=f"Those that serve: {', '.join(own) or 'none'}.", citation=citation
        )
        return
    for id_, unit in filter(None, served):
        changes = alter(ledger.office.world, id_, served=place)
        text = f"{unit['name']} is served from the forward base in {office.place(place)} this year."
        ledger.write("served", text, [citation.id], changes, actor=act.owner, subjects=[id_])


def claim(act: Act, ledger: Ledger, faults: Faults) -> None:
    """A system as a territory, by the base that stands there (R51)."""
    place = find_system(act, act.word, ledger, faults)
    if place is None:
        return
    office, citation = ledger.office, rule("claim-territory")
    system = office.map.systems[place]
    standing = next((kind for kind in BaseKind if serves(system, act.owner, office.year, kind)), None)
    if system.owner:
        message = f"{system.name} is {office.name(system.owner)}'s territory already"
        faults.add("claimed-already", act.where, message, mend="Choose another.", citation=citation)
    elif not may_claim(standing, office.readings["territory-base"]):
        message = f"{system.name} has no finished base of {office.name(act.owner)} that a territory needs"
        mend = f"Build one first: base supply at {system.name}."
        faults.add("no-supply-base", act.where, message, mend=mend, citation=citation)
    else:
        changes = alter(office.world, f"{SYSTEM}/{place}", kind=SYSTEM, name=system.name, owner=act.owner)
        text = f"{office.name(act.owner)} claims {system.name} as its territory."
        ledger.write("claimed", text, [citation.id], changes, actor=act.owner)
