"""Fighters that the pirates take off a captured unit (V12.56)."""

from __future__ import annotations

from fractions import Fraction

from flagplot.border_patrol.options import Options
from flagplot.border_patrol.purchases.fighter_book import Model
from flagplot.border_patrol.purchases.orders import CapturedUnit
from flagplot.border_patrol.purchases.prices import economic_value, points
from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults

RULE = Citation("bp", "V12.56")


@carries_out("bp", "V12.56")
def check_usable(model: Model, for_sale: bool, where: str, faults: Faults) -> None:
    """Refuse the capture of a model that the pirates can buy: V12.56 is for those that they cannot use."""
    if for_sale:
        message = f"the pirates may buy {model.code}, so V12.56 does not apply"
        mend = "Deal with it as with other captured equipment (V19.94)."
        faults.add("not-by-this-rule", where, message, mend=mend, citation=RULE)


@carries_out("bp", "V12.56")
def most_transferred(bays: int, intact: int, receiving: int, options: Options) -> int:
    """The most captured fighters that may be moved: one for each intact bay, and no more than are intact.

    ``bays`` are those of the captured unit, one of which must be intact in any case, ``receiving`` those of the unit
    that takes the fighters.
    """
    if not bays:
        return 0
    return min(bays if options["captured-bays"] == "captured" else receiving, intact)


@carries_out("bp", "V12.56")
def check_number(
    unit: CapturedUnit, number: int, intact: int, receiving: int, options: Options, faults: Faults
) -> None:
    """Refuse fighters taken off a unit for which there is no intact bay, or that are not there."""
    most = most_transferred(unit.bays, intact, receiving, options)
    if number > most:
        where, gap = unit.where, f"{number - most} too many"
        if not unit.bays:
            message = f"no fighter bay of {unit.id} is intact"
            faults.add("no-bay", where, message, gap=gap, mend="None can be taken.", citation=RULE)
        else:
            message = f"{number} fighters are taken of {intact} intact ones, by one for each of {unit.bays} intact bays"
            faults.add("too-many-captured", where, message, gap=gap, mend=f"At most {most}.", citation=RULE)


@carries_out("bp", "V12.56")
def value_taken(model: Model, number: int, options: Options) -> Fraction:
    """What so many captured fighters take off the scrap value: their economic value, and gear if a table says so."""
    gear = sum(model.equipment.values(), Fraction(0)) if options["captured-gear"] == "charged" else Fraction(0)
    return number * (economic_value(model.cbpv) + gear)


@carries_out("bp", "V12.56")
def scrap_left(scrap: Fraction, taken: Fraction, options: Options, where: str, faults: Faults) -> Fraction:
    """The scrap value of a captured unit after fighters were taken; below zero it is refused, or owed."""
    left = scrap - taken
    if left < 0 and options["scrap-shortfall"] == "refused":
        message = f"the fighters are worth {points(taken)} and the scrap {points(scrap)}"
        mend = "Take fewer, so that the scrap value does not fall below zero."
        faults.add("scrap-below-zero", where, message, gap=f"{points(-left)} short", mend=mend, citation=RULE)
    return left


@carries_out("bp", "V12.56")
def is_replaced(captured: bool, for_sale: bool) -> bool:
    """Whether a lost fighter is replaced as others are (V4.23): a captured one once the pirates may buy its model."""
    return for_sale or not captured
