"""What a case may ask of what comes behind a round: depot, salvage, repair in combat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from flagplot.core.refusal import Faults
from flagplot.fe.ask_forces import Given, combatant, settings_of
from flagplot.fe.combat import aftermath, prices
from flagplot.fe.combat.force import Craft
from flagplot.fe.options import options
from flagplot.fe.units.costs import read_costs


def ask_salvage(unit: Given, costs: str = "", settings: Given | None = None) -> dict[str, Any]:
    """Whether a destroyed unit leaves salvage, how much, and the depot track that it may enter."""
    faults, words = Faults(), dict(settings or {})
    listed = read_costs(costs, "costs", faults)
    faults.settle()
    if "salvage_share" in words:
        words["salvage_share"] = Fraction(words["salvage_share"])
    own = combatant({**unit, "costs": listed}).unit
    points = aftermath.salvage_of(own.type, settings_of(words))
    return {
        "leaves": aftermath.leaves_salvage(own),
        "points": "not in the data" if points is None else points,
        "depot": aftermath.depot_of(own) or 0,
    }


def ask_combat_repair(
    base: Given, spent: int = 0, settings: Given | None = None, readings: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """The repair points that a base has left, the steps that they mend, and what all of them cost."""
    own = combatant(base)
    left = aftermath.repair_points_left(own, spent, options(readings))
    steps = aftermath.most_steps(own, left, settings_of(settings))
    return {"left": left, "steps": steps, "price": aftermath.repair_price(left)}


def ask_craft_price(kind: str, host: Given, costs: str = "") -> dict[str, Any]:
    """What one craft of a kind costs that a unit has lost."""
    faults = Faults()
    listed = read_costs(costs, "costs", faults)
    faults.settle()
    price = prices.craft_price(Craft(kind), combatant({**host, "costs": listed}).unit.type)
    return {"price": "not in the data" if price is None else price}


def ask_expense(what: str, number: int = 1) -> dict[str, Any]:
    """What is spent, or repaired, in a battle costs."""
    price = prices.repair_cost(number) if what == "cripple" else prices.expense(what, number)
    return {"price": "not in the data" if price is None else price}


QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    name.removeprefix("ask_"): function for name, function in list(globals().items()) if name.startswith("ask_")
}
