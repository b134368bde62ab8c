"""What a battle costs in economic points: units, repairs, craft, and what is spent on it (752, fixed costs)."""

from __future__ import annotations

from fractions import Fraction

from flagplot.core.citation import carries_out
from flagplot.core.refusal import Faults
from flagplot.core.rounding import decimal
from flagplot.fe.combat.force import Craft
from flagplot.fe.economics.income import fixed_cost, specified_cost
from flagplot.fe.units.category import Category
from flagplot.fe.units.fighters import free_replacement
from flagplot.fe.units.kinds import stays_behind
from flagplot.fe.units.ship import Route, ShipType

REPLACED = {Craft.PFS: "Replacement PFs (each)", Craft.F_111: "Replacement F111 factors (each)"}
EXPENSES = {
    "command points": "Extra Command Point",
    "drone bomb": "Drone bomb (per point per round)",
    "GCE": "Independent GCE (each)",
    "Prime Team": "Extra Prime Team (each)",
    "repair": "Repair - field (per point)",
}
"""The lines of the chart for what is spent, or lost, in a battle."""


@carries_out("fe", "752.0/craft")
def craft_price(kind: Craft, host: ShipType) -> Fraction | None:
    """The price of one factor of fighters, or one PF, lost by a host; None where it is not in the data.

    Heavy fighters are replaced free; a factor on a defense unit is cheaper than one on a base, and that than one on a
    carrier, unless the ship table prices the fighters of a type, such as those of a hybrid ship.
    """
    faults = Faults()
    if kind in REPLACED:
        return fixed_cost(REPLACED[kind], "", faults)
    if kind is Craft.HEAVY and free_replacement(kind.value):
        return Fraction(0)
    if kind is not Craft.FIGHTERS or host.category is Category.AUXILIARY:
        return None
    if host.category is Category.DEFENSE_UNIT:
        return specified_cost("Fighter factor on a defense unit", "", faults)
    if stays_behind(host.category):
        return specified_cost("Fighter factor on a base", "", faults)
    listed = next((cost.fighters for cost in host.costs if cost.fighters), None)
    if listed and host.fighters and not host.heavy:
        return listed / host.fighters
    return specified_cost("Fighter factor on a carrier", "", faults)


@carries_out("fe", "play-aid/costs/battle")
def expense(what: str, number: int) -> Fraction | None:
    """The price of so much of what is spent or lost in a battle; None where the chart has no line of it."""
    price = fixed_cost(EXPENSES[what], "", Faults()) if what in EXPENSES else None
    return None if price is None else price * number


@carries_out("fe", "play-aid/costs/repair")
def repair_cost(points: int) -> Fraction | None:
    """The price of the repair of a cripple by a base; None where the ship table has no repair points."""
    price = fixed_cost("Repair - normal (per point)", "", Faults())
    return None if not points or price is None else price * points


def hull_price(type_: ShipType) -> Fraction | None:
    """The price of a hull on the build schedule, None where the ship table has none."""
    return next((cost.hull for cost in type_.costs if cost.route is Route.SCHEDULE), None)


def in_points(price: Fraction) -> str:
    """Economic points for people: a decimal where two places tell all of it, as of twentieths, else a fraction."""
    if (price * 100).denominator != 1:
        return str(price)
    whole, _, rest = decimal(price, 2).partition(".")
    return f"{whole}.{rest.rstrip('0')}".rstrip(".")
