"""What the moderator alone enters: the market's rate, goods that come or go, losses, systems that change hands."""

from __future__ import annotations

from flagplot.core.refusal import Fault, Faults
from flagplot.core.world import Change, alter
from flagplot.fta3.logistics.deployment import RATE
from flagplot.fta3.year.ledger import Ledger
from flagplot.fta3.year.lookup import GOODS_TOLD, affords, find_system, find_unit, is_polity, rule
from flagplot.fta3.year.office import BASE, CLOCK, SHIP, SYSTEM
from flagplot.fta3.year.orders import MODERATOR, Act


def rate(act: Act, ledger: Ledger, faults: Faults) -> None:
    """What a point of supply costs on the market, until the year is over."""
    if not RATE.fullmatch(act.word):
        faults.add("bad-rate", act.where, f"'{act.word}' is no price", fault=Fault.MALFORMED, mend="Write: rate 2.5.")
        return
    changes = alter(ledger.office.world, CLOCK, rate=act.word)
    text = f"A point of supply costs ${act.word} on the market this year."
    ledger.write("rate", text, ["logistics/supply-stock"], changes, actor=MODERATOR)


def grant(act: Act, ledger: Ledger, faults: Faults) -> None:
    """Goods that come in, or go where the number is below zero, for a reason."""
    if not is_polity(act, ledger, faults):
        return
    rules = ["logistics/supply-stock"] if act.word == "supply" else []
    if act.number < 0 and not affords(act, ledger, faults, rule("logistics"), **{act.word: -act.number}):
        return
    verb = "receives" if act.number >= 0 else "gives up"
    name = ledger.office.name(act.owner)
    text = f"{name} {verb} {abs(act.number)} {GOODS_TOLD[act.word]}, by the moderator's entry: {act.reason}."
    goods = {act.owner: {act.word: act.number}}
    changes = ledger.pay(act.owner, **{act.word: -act.number})
    ledger.write("granted", text, rules, changes, actor=MODERATOR, goods=goods)


def lose(act: Act, ledger: Ledger, faults: Faults) -> None:
    """A ship or army that is gone, for a reason."""
    if not is_polity(act, ledger, faults):
        return
    found = find_unit(act, act.names[0], ledger, faults)
    if found is None:
        return
    id_, fields = found
    changes = tuple(Change(id_, field, value, None) for field, value in fields.items())
    text = f"{ledger.office.name(act.owner)} loses {fields['name']}, by the moderator's entry: {act.reason}."
    ships = [["destroyed", act.owner]] if fields["kind"] == SHIP else []
    ledger.write("lost", text, [], changes, actor=MODERATOR, subjects=[id_], ships=ships)


def cede(act: Act, ledger: Ledger, faults: Faults) -> None:
    """A system, with the base that stands there, to a polity, for a reason."""
    place = find_system(act, act.names[0], ledger, faults)
    if not is_polity(act, ledger, faults) or place is None:
        return
    world, name = ledger.office.world, ledger.office.place(place)
    changes = alter(world, f"{SYSTEM}/{place}", kind=SYSTEM, name=name, owner=act.owner)
    if f"{BASE}/{place}" in world:
        changes += alter(world, f"{BASE}/{place}", owner=act.owner)
    text = f"{name} passes to {ledger.office.name(act.owner)}, by the moderator's entry: {act.reason}."
    ledger.write("ceded", text, [], changes, actor=MODERATOR)
