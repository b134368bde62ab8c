"""What a polity's orders come to: each is carried out by its rule, or refused with what would be legal."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults
from flagplot.core.rounding import half_up
from flagplot.core.world import Change, alter
from flagplot.fta3.aftermath.repair import check_place, repair_cost, repair_quarters, steps
from flagplot.fta3.book.damage import Level
from flagplot.fta3.logistics.bases import may_claim, price
from flagplot.fta3.logistics.deployment import RATE
from flagplot.fta3.logistics.starlanes import BaseKind, serves
from flagplot.fta3.logistics.stock import bought
from flagplot.fta3.papers.names import nearest_name, slug
from flagplot.fta3.year.ledger import Ledger
from flagplot.fta3.year.office import BASE, CLOCK, POLITY, QUARTERS, SHIP, SYSTEM
from flagplot.fta3.year.orders import Act

GOODS_TOLD = {"money": "$", "di": "DI", "tokens": "military tokens", "supply": "points of supply"}


def carry_out(act: Act, ledger: Ledger, faults: Faults) -> None:
    """Carry out one order; a fault where it is not legal, and then it does nothing."""
    _ACTS[act.verb](act, ledger, faults)


def _buy(act: Act, ledger: Ledger, faults: Faults) -> None:
    rate = str(ledger.office.world[CLOCK]["rate"])
    if not rate:
        message = "what the market asks for supply this year is not known"
        mend = "The moderator enters it: rate 2.5."
        faults.add("no-rate", act.where, message, mend=mend, citation=_rule("logistics/supply-stock"))
        return
    cost = half_up(bought(act.number, Fraction(rate)).paid)
    if _affords(act, ledger, faults, "logistics/supply-stock", money=cost):
        text = f"{_name(act, ledger)} buys {act.number} points of supply for ${cost}."
        changes = ledger.pay(act.owner, money=cost, supply=-act.number)
        goods = {act.owner: {"money": -cost, "supply": act.number}}
        ledger.write("supply-bought", text, ["logistics/supply-stock"], changes, actor=act.owner, goods=goods)


def _move(act: Act, ledger: Ledger, faults: Faults) -> None:
    place = _system(act, act.word, ledger, faults)
    moving = [_piece(act, name, ledger, faults, free=True) for name in act.names]
    if place is None:
        return
    reach = ledger.office.map.jumps_from([place])
    for found in filter(None, moving):
        id_, fields = found
        here = str(fields["at"])
        if here not in reach:
            message = f"no lane leads {fields['name']} from {_place(ledger, here)} to {_place(ledger, place)}"
            faults.add(
                "no-way",
                act.where,
                message,
                mend="Name a system that lanes join to hers.",
                citation=_rule("supply-burn"),
            )
            continue
        seen = list(dict.fromkeys((*fields["seen"], place)))
        changes = alter(ledger.office.world, id_, at=place, seen=seen)
        jumps = reach[here]
        text = f"{fields['name']} goes from {_place(ledger, here)} to {_place(ledger, place)}, {jumps} jump{'s' * (jumps != 1)}."
        ledger.write("moved", text, ["supply-burn"], changes, actor=act.owner, subjects=[id_], jumps=jumps)


def _serve(act: Act, ledger: Ledger, faults: Faults) -> None:
    place = _system(act, act.word, ledger, faults)
    served = [_piece(act, name, ledger, faults) for name in act.names]
    if place is None:
        return
    office = ledger.office
    if not serves(office.map.systems[place], act.owner, office.year, BaseKind.FORWARD):
        own = [
            system.name
            for system in office.map.systems.values()
            if serves(system, act.owner, office.year, BaseKind.FORWARD)
        ]
        message = f"no forward base of {_name(act, ledger)} serves in {_place(ledger, place)}"
        mend = f"Those that serve: {', '.join(own) or 'none'}."
        faults.add("no-base", act.where, message, mend=mend, citation=_rule("forward-operating-base"))
        return
    for found in filter(None, served):
        changes = alter(ledger.office.world, found[0], served=place)
        text = f"{found[1]['name']} is served from the forward base in {_place(ledger, place)} this year."
        ledger.write("served", text, ["forward-operating-base"], changes, actor=act.owner, subjects=[found[0]])


def _base(act: Act, ledger: Ledger, faults: Faults) -> None:
    place, kind = _system(act, act.word, ledger, faults), BaseKind(act.names[0])
    if place is None:
        return
    office = ledger.office
    standing = office.world.get(f"{BASE}/{place}")
    rule = f"{'forward-operating' if kind is BaseKind.FORWARD else 'supply'}-base/construction"
    if standing is not None and standing["owner"] != act.owner:
        message = f"in {_place(ledger, place)} stands a base of another's"
        faults.add("base-of-another", act.where, message, mend="Choose another system.", citation=_rule(rule))
        return
    cost = price(kind, BaseKind(standing["base"]) if standing else None)
    if cost is None:
        message = (
            f"in {_place(ledger, place)} there is nothing to build: a {standing and standing['base']} base stands there"
        )
        faults.add("nothing-to-build", act.where, message, mend="Choose another system.", citation=_rule(rule))
        return
    if standing is not None and int(standing["year"]) > office.year:
        message = f"the base in {_place(ledger, place)} is not finished yet"
        faults.add("not-finished", act.where, message, mend=f"From year {standing['year']} on.", citation=_rule(rule))
        return
    if not _affords(act, ledger, faults, rule, money=cost.money, tokens=cost.tokens):
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
    text = f"{_name(act, ledger)} {told} {_place(ledger, place)} for ${cost.money} and {_some(cost.tokens, 'military token')}; it serves from year {ready} on."
    goods = {act.owner: {"money": -cost.money, "tokens": -cost.tokens}}
    ledger.write("base-begun", text, [rule], changes, actor=act.owner, goods=goods, ready=ready)


def _claim(act: Act, ledger: Ledger, faults: Faults) -> None:
    place = _system(act, act.word, ledger, faults)
    if place is None:
        return
    office = ledger.office
    system = office.map.systems[place]
    own = next((kind for kind in BaseKind if serves(system, act.owner, office.year, kind)), None)
    if system.owner:
        message = f"{system.name} is {office.polity(system.owner)['name']}'s territory already"
        faults.add("claimed-already", act.where, message, mend="Choose another.", citation=_rule("claim-territory"))
    elif not may_claim(own):
        message = f"{system.name} has no finished supply base of {_name(act, ledger)}"
        mend = f"Build one first: base supply at {system.name}."
        faults.add("no-supply-base", act.where, message, mend=mend, citation=_rule("claim-territory"))
    else:
        changes = alter(office.world, f"{SYSTEM}/{place}", kind=SYSTEM, name=system.name, owner=act.owner)
        text = f"{_name(act, ledger)} claims {system.name} as its territory."
        ledger.write("claimed", text, ["claim-territory"], changes, actor=act.owner)


def _repair(act: Act, ledger: Ledger, faults: Faults) -> None:
    for name in act.names:
        found = _piece(act, name, ledger, faults, ships=True, free=True)
        if found is not None:
            _repair_ship(act, *found, ledger, faults)


def _repair_ship(act: Act, id_: str, ship: Mapping[str, Any], ledger: Ledger, faults: Faults) -> None:
    level, to, office = Level(ship["damage"]), Level(act.word), ledger.office
    todo = list(steps(level, to))
    if not todo:
        message = f"{ship['name']} has {level.value} damage: there is nothing to repair to {to.value}"
        message = message.replace("fine damage", "no damage")
        faults.add("nothing-to-repair", act.where, message, mend="Take the order out.", citation=_rule("repair"))
        return
    place = office.yard_at(act.owner, str(ship["at"]))
    if place is None:
        message = f"nothing can be repaired in {_place(ledger, str(ship['at']))}"
        mend = "Bring her to a forward base, a supply point, an ally's or your own territory."
        gap = f"{ship['name']} is away from every yard"
        faults.add("no-yard", act.where, message, gap=gap, mend=mend, citation=_rule("repair/location"))
        return
    before = len(faults.found)
    check_place(level, to, place, act.where, faults)
    hull = office.hull(ship)
    if hull.cost is None or hull.years is None:
        missing = " and ".join(n for n, value in (("price", hull.cost), ("years", hull.years)) if value is None)
        message = f"the book tells no {missing} of {hull.code}"
        faults.add("not-in-the-book", act.where, message, mend="Fill that in.", citation=_rule("repair/cost"))
    if len(faults.found) > before or hull.cost is None or hull.years is None:
        return
    cost, quarters = len(todo) * repair_cost(hull.cost), len(todo) * repair_quarters(hull.years)
    if _affords(act, ledger, faults, "repair/cost", money=cost):
        changes = ledger.pay(act.owner, money=cost)
        changes += alter(office.world, id_, due=office.now + quarters, becomes=to.value)
        text = f"{ship['name']} is repaired from {level.value} to {to.value} damage in {_place(ledger, str(ship['at']))}: ${cost}, {_some(quarters, 'quarter')}."
        rules = ["repair/cost", "repair/time", "repair/location"]
        goods = {act.owner: {"money": -cost}}
        ledger.write(
            "repair-begun",
            text.replace("to fine damage", "to none"),
            rules,
            changes,
            actor=act.owner,
            subjects=[id_],
            goods=goods,
        )


def _build(act: Act, ledger: Ledger, faults: Faults) -> None:
    place = _system(act, act.word, ledger, faults)
    code, *names = act.names
    office = ledger.office
    hull = office.book.hulls.get(code)
    if hull is None:
        message = f"there is no hull '{code}' in {office.book.name}"
        mend = nearest_name(code, list(office.book.hulls), faults)
        faults.add("unknown-hull", act.where, message, mend=mend)
        return
    if hull.cost is None or hull.di is None or hull.years is None:
        faults.add(
            "not-in-the-book", act.where, f"the book tells no price, DI or years of {code}", mend="Fill them in."
        )
        return
    if place is None:
        return
    if office.map.systems[place].owner != act.owner:
        message = f"{_place(ledger, place)} is not {_name(act, ledger)}'s own territory"
        faults.add("not-home", act.where, message, mend="Build at home.", citation=_rule("ship-design"))
        return
    for name in names:
        id_ = f"{act.owner}/{slug(name)}"
        if not slug(name) or id_ in ledger.office.world:
            message = f"there is a '{name}' already" if slug(name) else f"'{name}' is no name"
            faults.add("name-taken", act.where, message, fault=Fault.INCONSISTENT, mend="Choose another name.")
        elif _affords(act, ledger, faults, "ship-design", money=hull.cost, di=hull.di):
            changes = ledger.pay(act.owner, money=hull.cost, di=hull.di)
            due = office.now + hull.years * QUARTERS
            changes += alter(
                office.world,
                id_,
                kind=SHIP,
                name=name,
                owner=act.owner,
                hull=code,
                damage=Level.FINE.value,
                at=place,
                seen=[place],
                due=due,
            )
            text = f"{_name(act, ledger)} lays down {name}, {code}, in {_place(ledger, place)}: ${hull.cost}, {hull.di} DI, {_some(hull.years, 'year')}."
            goods = {act.owner: {"money": -hull.cost, "di": -hull.di}}
            ledger.write(
                "laid-down",
                text,
                ["ship-design"],
                changes,
                actor=act.owner,
                subjects=[id_],
                goods=goods,
                ships=[("built", act.owner)],
            )


def _rate(act: Act, ledger: Ledger, faults: Faults) -> None:
    if not RATE.fullmatch(act.word):
        faults.add("bad-rate", act.where, f"'{act.word}' is no price", fault=Fault.MALFORMED, mend="Write: rate 2.5.")
        return
    changes = alter(ledger.office.world, CLOCK, rate=act.word)
    text = f"A point of supply costs ${act.word} on the market this year."
    ledger.write("rate", text, ["logistics/supply-stock"], changes, actor="moderator")


def _grant(act: Act, ledger: Ledger, faults: Faults) -> None:
    if not _is_polity(act, ledger, faults):
        return
    goods = {act.word: act.number}
    if act.number < 0 and not _affords(act, ledger, faults, "logistics/shortfall", **{act.word: -act.number}):
        return
    verb = "receives" if act.number > 0 else "gives up"
    text = f"{_name(act, ledger)} {verb} {abs(act.number)} {GOODS_TOLD[act.word]}: {act.reason}."
    changes = ledger.pay(act.owner, **{act.word: -act.number})
    ledger.write("granted", text, ["logistics/shortfall"], changes, actor="moderator", goods={act.owner: goods})


def _lose(act: Act, ledger: Ledger, faults: Faults) -> None:
    if not _is_polity(act, ledger, faults):
        return
    found = _piece(act, act.names[0], ledger, faults)
    if found is None:
        return
    id_, fields = found
    changes = tuple(Change(id_, field, value, None) for field, value in fields.items())
    text = f"{_name(act, ledger)} loses {fields['name']}: {act.reason}."
    ships = [("destroyed", act.owner)] if fields["kind"] == SHIP else []
    ledger.write("lost", text, ["logistics/shortfall"], changes, actor="moderator", subjects=[id_], ships=ships)


_ACTS = {
    "buy": _buy,
    "move": _move,
    "serve": _serve,
    "base": _base,
    "claim": _claim,
    "repair": _repair,
    "build": _build,
    "rate": _rate,
    "grant": _grant,
    "lose": _lose,
}


def _rule(id_: str) -> Citation:
    return Citation("fta3", id_)


def _some(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _name(act: Act, ledger: Ledger) -> str:
    return str(ledger.office.polity(act.owner)["name"])


def _place(ledger: Ledger, id_: str) -> str:
    return ledger.office.chart.systems[id_].name


def _system(act: Act, name: str, ledger: Ledger, faults: Faults) -> str | None:
    found = ledger.office.chart.system(name)
    if found is None:
        names = [system.name for system in ledger.office.chart.systems.values()]
        message, mend = f"there is no system '{name}' on the map", nearest_name(name, names, faults)
        faults.add("unknown-system", act.where, message, mend=mend)
        return None
    return found.id


def _is_polity(act: Act, ledger: Ledger, faults: Faults) -> bool:
    if f"{POLITY}/{act.owner}" in ledger.office.world:
        return True
    names = [str(fields["name"]) for _, fields in ledger.office.of(POLITY)]
    message, mend = f"there is no polity '{act.owner}'", nearest_name(act.owner, names, faults)
    faults.add("unknown-polity", act.where, message, mend=mend)
    return False


def _piece(
    act: Act, name: str, ledger: Ledger, faults: Faults, *, ships: bool = False, free: bool = False
) -> tuple[str, Mapping[str, Any]] | None:
    """A ship or army of the polity by its name; a fault where there is none, or none that is ``free`` to act."""
    found = ledger.office.find(act.owner, name)
    if found is None or (ships and found[1]["kind"] != SHIP):
        names = [
            str(fields["name"])
            for kind in ((SHIP,) if ships else (SHIP, "army"))
            for _, fields in ledger.office.of(kind, act.owner)
        ]
        message = f"{_name(act, ledger)} has no {'ship' if ships else 'ship or army'} '{name}'"
        faults.add("unknown-unit", act.where, message, mend=nearest_name(name, names, faults))
        return None
    if free and ledger.office.in_yard(found[1]):
        left = int(found[1]["due"]) - ledger.office.now
        message = f"{found[1]['name']} is in the yard"
        faults.add("in-the-yard", act.where, message, gap=f"{_some(left, 'quarter')} to go", mend="Wait for her.")
        return None
    return found


def _affords(act: Act, ledger: Ledger, faults: Faults, rule: str, **goods: int) -> bool:
    """Whether a treasury has all that; a fault for each thing that is lacking."""
    fields = ledger.office.polity(act.owner)
    lacking = {name: number - int(fields[name]) for name, number in goods.items() if number > int(fields[name])}
    for name, short in lacking.items():
        told = GOODS_TOLD[name]
        message = f"{act}: {_name(act, ledger)} has {fields[name]} {told}, {goods[name]} are needed"
        faults.add(
            "cannot-pay", act.where, message, gap=f"{short} {told} short", mend="Order less.", citation=_rule(rule)
        )
    return not lacking
