"""What fighters and their equipment cost (V12.24), in economic points, exact."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from flagplot.border_patrol.options import Options
from flagplot.border_patrol.printed import printed
from flagplot.border_patrol.purchases.fighter_book import Model
from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults, nearest

RULE = Citation("bp", "V12.24")
ALL = "all"
"""What an order may say instead of every item that a model needs."""


class Price(NamedTuple):
    """What a purchase costs: the craft, their equipment, and the sum, rounded as the table rounds sums."""

    craft: Fraction
    equipment: Fraction
    total: Fraction


@carries_out("bp", "V12.24")
def economic_value(cbpv: int) -> Fraction:
    """The economic value of one fighter of a combat value."""
    return cbpv * Fraction(printed()["V12.24"]["value"])


@carries_out("bp", "V12.24")
def needs_equipment(own_equipment: bool, *, on_carrier: bool) -> bool:
    """Whether equipment is bought with a fighter: for any host but a carrier, and for models whose rule asks for it."""
    return own_equipment or not on_carrier


@carries_out("bp", "V12.24")
def check_equipment(model: Model, number: int, bought: Collection[str], where: str, faults: Faults) -> None:
    """Refuse a purchase that leaves out equipment, which has to be bought in the same transaction."""
    missing = [item for item in model.equipment if item not in bought]
    if missing:
        cost = number * sum((model.equipment[item] for item in missing), Fraction(0))
        message = f"{', '.join(missing)} for {number} {model.code} must be bought at the same time"
        gap, mend = f"{points(cost)} points of equipment short", f'Add equipment = "{ALL}".'
        faults.add("no-equipment", where, message, gap=gap, mend=mend, citation=RULE)


def read_equipment(model: Model, wanted: Sequence[str], where: str, faults: Faults) -> tuple[str, ...]:
    """The items that an order names; one that the model has no use for is a fault."""
    if list(wanted) == [ALL]:
        return tuple(model.equipment)
    for item in wanted:
        if item not in model.equipment:
            message = f"{model.code} has no '{item}' in the book"
            faults.add("unknown-equipment", where, message, mend=nearest(item, [*model.equipment, ALL]), citation=RULE)
    return tuple(item for item in model.equipment if item in wanted)


@carries_out("bp", "V12.24")
def price(model: Model, number: int, equipment: Collection[str], options: Options) -> Price:
    """What so many fighters of a model cost with these items for each; equipment is at list price, never halved."""
    craft = number * economic_value(model.cbpv)
    items = number * sum((model.equipment[item] for item in equipment), Fraction(0))
    return Price(craft, items, rounded(craft + items, options))


def rounded(total: Fraction, options: Options) -> Fraction:
    """A sum as the reading ``price-rounding`` has it."""
    match options["price-rounding"]:
        case "up":
            return Fraction(ceil(total))
        case "down":
            return Fraction(floor(total))
    return total


def points(value: Fraction) -> str:
    """Points for people: ``12``, ``3 1/2``."""
    whole, rest = divmod(abs(value), 1)
    parts = ([str(whole)] if whole or not rest else []) + ([str(rest)] if rest else [])
    return ("-" if value < 0 else "") + " ".join(parts)
