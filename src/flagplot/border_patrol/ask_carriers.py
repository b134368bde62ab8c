"""What a case may ask about carriers: rates, endurance, a phase's servicing, auxiliaries."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flagplot.border_patrol.carriers.auxiliaries import Auxiliary, designate, serves_other_needs
from flagplot.border_patrol.carriers.forecast import forecast
from flagplot.border_patrol.carriers.servicing import Carrier, Choices, open_choices, service
from flagplot.border_patrol.carriers.stores import EIGHTHS, Craft, Stores, demand, is_in_supply, take, to_eighths
from flagplot.border_patrol.craft import Kind
from flagplot.border_patrol.options import options
from flagplot.core.refusal import Faults

Readings = Mapping[str, str]
Answer = dict[str, Any]


def ask_demand(
    craft: Mapping[str, int], idle: Mapping[str, int] | None = None, readings: Readings | None = None
) -> Answer:
    """Boxes that so many craft of each kind use in a phase; ``idle`` are further ones that did not fly."""
    aboard = [*_squadron(craft), *(each._replace(flown=False) for each in _squadron(idle or {}))]
    return {"boxes": Fraction(demand(aboard, options(readings)), EIGHTHS)}


def ask_endurance(stock: str | int, craft: Mapping[str, int], readings: Readings | None = None) -> Answer:
    """The phases that a stock of boxes feeds in full (-1: without end), and what is left then."""
    found = forecast(_eighths(stock), _squadron(craft), options(readings))
    return {
        "phases": -1 if found.full_phases is None else found.full_phases,
        "left": Fraction(found.left, EIGHTHS),
        "then_serviced": found.then_serviced,
        "then_unserviced": found.then_unserviced,
    }


def ask_use(stock: str | int, boxes: str | int) -> Answer:
    """A stock out of supply after so much was used, and the tally."""
    held = _eighths(stock)
    after = take(Stores(stock=held, capacity=held), _eighths(boxes), "the stock")
    return {"left": Fraction(after.stock, EIGHTHS), "used": Fraction(after.used, EIGHTHS)}


def ask_phases(capacity: str | int, craft: Mapping[str, int], supply: Sequence[bool], stock: str | int = "") -> Answer:
    """A carrier through phases in or out of supply: its stock, tally, and how many craft were in supply in the last."""
    full = _eighths(capacity)
    held = full if stock == "" else _eighths(stock)
    carrier = Carrier(
        id="carrier", stores=Stores(stock=held, capacity=full), in_supply=True, craft=tuple(_squadron(craft))
    )
    supplied = 0
    for in_supply in supply:
        fleet = [Carrier(id=carrier.id, stores=carrier.stores, in_supply=in_supply, craft=carrier.craft)]
        done = service(fleet, (), 1, Choices(), options()).servicings[0]
        carrier = done.carrier
        supplied = sum(is_in_supply(in_supply, each.id in done.serviced) for each in carrier.craft)
    stores = carrier.stores
    return {
        "stock": Fraction(stores.stock, EIGHTHS),
        "used": Fraction(stores.used, EIGHTHS),
        "craft_in_supply": supplied,
    }


def ask_craft_supply(carrier_in_supply: bool, serviced: bool) -> Answer:
    """Whether a craft on a carrier is in supply."""
    return {"in_supply": is_in_supply(carrier_in_supply, serviced)}


def ask_servicing(
    carriers: Mapping[str, Mapping[str, Any]],
    auxiliaries: Mapping[str, Mapping[str, Any]] | None = None,
    order: Sequence[str] = (),
    sources: Mapping[str, Sequence[str]] | None = None,
    serviced: Mapping[str, Sequence[str]] | None = None,
    readings: Readings | None = None,
) -> Answer:
    """One phase of a fleet: carriers with ``stock`` and ``craft`` (id to kind), auxiliaries with ``cargo`` and whom
    they feed in ``carriers``; what each serviced, who was to be asked, what is left.
    """
    fleet = [
        Carrier(
            id=name,
            stores=Stores(stock=_eighths(each["stock"]), capacity=_eighths(each.get("capacity", each["stock"]))),
            in_supply=each.get("in_supply", False),
            craft=tuple(Craft(id_, Kind(kind)) for id_, kind in each["craft"].items()),
        )
        for name, each in carriers.items()
    ]
    pool = [_auxiliary(name, each) for name, each in (auxiliaries or {}).items()]
    choices = Choices(order=tuple(order), sources=sources or {}, serviced=serviced or {})
    done = service(fleet, pool, 1, choices, options(readings))
    asked = open_choices(fleet, pool, 1, options(readings))
    return {
        "serviced": {each.carrier.id: list(each.serviced) for each in done.servicings},
        "unserviced": {each.carrier.id: list(each.unserviced) for each in done.servicings if each.unserviced},
        "assumed": [each.carrier.id for each in done.servicings if each.assumed],
        "asked": [each.carrier.id for each in asked],
        "left": {each.id: Fraction(each.stores.stock, EIGHTHS) for each in done.carriers}
        | {each.id: Fraction(each.cargo, EIGHTHS) for each in done.auxiliaries},
    }


def ask_designation(
    role: str,
    carriers: Sequence[str],
    turn: int = 1,
    designated: Sequence[str] = (),
    designated_in: int = 0,
    readings: Readings | None = None,
) -> Answer:
    """An auxiliary to be designated in a Turn: whom it feeds, and whether its cargo still serves other needs."""
    before = Auxiliary(id="auxiliary", role=role, cargo=EIGHTHS, carriers=tuple(designated), turn=designated_in)
    after = designate(before, carriers, turn, options(readings), "designation")
    return {
        "carriers": list(after.carriers),
        "other_needs_before": serves_other_needs(before, turn),
        "other_needs": serves_other_needs(after, turn),
        "other_needs_next_turn": serves_other_needs(after, turn + 1),
    }


def _squadron(counts: Mapping[str, int]) -> list[Craft]:
    """So many craft of each kind, with ids of their own."""
    return [Craft(f"{kind}-{n}", Kind(kind)) for kind, count in counts.items() for n in range(1, count + 1)]


def _auxiliary(name: str, given: Mapping[str, Any]) -> Auxiliary:
    role, carriers = given.get("role", "fleet-support"), tuple(given.get("carriers", ()))
    return Auxiliary(id=name, role=role, cargo=_eighths(given["cargo"]), carriers=carriers, turn=given.get("turn", 1))


def _eighths(count: str | int) -> int:
    """Boxes of a case as eighths; raises ``Refused`` where they cannot be."""
    faults = Faults()
    eighths = to_eighths(Fraction(count), "the stock", faults)
    faults.settle()
    return eighths


QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    name.removeprefix("ask_"): function for name, function in list(globals().items()) if name.startswith("ask_")
}
