"""Stores of a carrier, in eighths of a cargo box: what craft use in a movement phase, and how long a stock lasts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from flagplot.border_patrol.craft import Kind
from flagplot.border_patrol.options import Options
from flagplot.border_patrol.printed import printed
from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults
from flagplot.core.rounding import half_up

EIGHTHS = 8
"""Parts of a cargo box: the smallest rate of the section is one of them."""


class Craft(NamedTuple):
    """A craft aboard at the start of the phase: its id, kind, and whether it flew in the phase."""

    id: str
    kind: Kind
    flown: bool = True


@dataclass(frozen=True, kw_only=True)
class Stores:
    """Stores for craft in eighths of a box: the stock, what it is when full, and what was used since last in supply."""

    stock: int
    capacity: int
    used: int = 0


def boxes(eighths: int) -> str:
    """Eighths as cargo boxes for people: ``4``, ``1/8``, ``2 5/8``."""
    whole, rest = divmod(abs(eighths), EIGHTHS)
    parts = ([str(whole)] if whole or not rest else []) + ([str(Fraction(rest, EIGHTHS))] if rest else [])
    return ("-" if eighths < 0 else "") + " ".join(parts)


def in_boxes(eighths: int) -> str:
    """Eighths with their noun: ``1 box``, ``2 5/8 boxes``."""
    return f"{boxes(eighths)} box{'' if abs(eighths) == EIGHTHS else 'es'}"


def to_eighths(count: Fraction | int, where: str, faults: Faults) -> int:
    """Cargo boxes as eighths; a part of a box that is no eighth, or less than nothing, is a fault and gives 0."""
    eighths = Fraction(count) * EIGHTHS
    if eighths.denominator != 1:
        near = boxes(half_up(eighths))
        message = f"{count} boxes are no whole number of eighths"
        faults.add("not-eighths", where, message, mend=f"The nearest is {near}.", citation=_rule("V12.35"))
        return 0
    if eighths < 0:
        gap = f"{in_boxes(-int(eighths))} below zero"
        message = f"there is no stock of {in_boxes(int(eighths))}"
        faults.add("stock-below-zero", where, message, gap=gap, mend="0 at least.", citation=_rule("V12.32"))
        return 0
    return int(eighths)


@carries_out("bp", "V12.35")
def rate(kind: Kind, options: Options) -> int:
    """Eighths of a box that a craft of a kind uses in a movement phase.

    Bombers and shuttles use nothing unless the reading ``support-craft`` says an eighth.
    """
    eighths: dict[str, int] = printed()["V12.35"]["eighths"]
    return eighths.get(kind, int(options["support-craft"] == "eighth"))


@carries_out("bp", "V12.35")
def uses(craft: Craft, options: Options) -> int:
    """Eighths that one craft uses in the phase: its rate, or nothing if only those that flew count (``idle-craft``)."""
    if options["idle-craft"] == "flown" and not craft.flown:
        return 0
    return rate(craft.kind, options)


@carries_out("bp", "V12.35")
def demand(craft: Iterable[Craft], options: Options) -> int:
    """Eighths that all craft together use in a movement phase."""
    return sum(uses(each, options) for each in craft)


@carries_out("bp", "V12.35")
def full_phases(stock: int, demand: int) -> int | None:
    """The movement phases that a stock lasts in full; None where nothing is used, so that it lasts for ever."""
    return stock // demand if demand else None


@carries_out("bp", "V12.31")
def refill(stores: Stores) -> Stores:
    """The stores of a carrier that is in supply: full, and nothing on the tally."""
    return replace(stores, stock=stores.capacity, used=0)


@carries_out("bp", "V12.32")
def take(stores: Stores, eighths: int, where: str) -> Stores:
    """The stores of a carrier out of supply after so much was used: less, and on the tally.

    Raises ``Refused`` for more than there is.
    """
    faults = Faults()
    refuse_below_zero(stores.stock, eighths, where, faults)
    faults.settle()
    return replace(stores, stock=stores.stock - eighths, used=stores.used + eighths)


@carries_out("bp", "V12.33")
def is_in_supply(carrier_in_supply: bool, serviced: bool) -> bool:
    """Whether a carrier's craft is in supply: with the carrier itself, or because its stores fed it in this phase."""
    return carrier_in_supply or serviced


def refuse_below_zero(stock: int, eighths: int, where: str, faults: Faults) -> None:
    """Refuse to take more than a stock holds."""
    if eighths > stock:
        faults.add(
            "stock-below-zero",
            where,
            f"{in_boxes(eighths)} are to be used and {boxes(stock)} are there",
            gap=f"{in_boxes(eighths - stock)} short",
            mend=f"At most {in_boxes(stock)}.",
            citation=_rule("V12.32"),
        )


def _rule(id_: str) -> Citation:
    return Citation("bp", id_)
