"""Repair: what a level of damage costs and takes, and where each may be mended."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults
from flagplot.core.rounding import half_up
from flagplot.fta3.book.damage import Level
from flagplot.fta3.printed import printed


class Place(StrEnum):
    """Where a damaged ship lies."""

    FORWARD_BASE = "forward-base"
    SUPPLY_POINT = "supply-point"
    ALLY = "ally"
    HOME = "home"


TOLD = {
    Place.FORWARD_BASE: "a forward operating base",
    Place.SUPPLY_POINT: "a supply point",
    Place.ALLY: "the territory of a formal ally",
    Place.HOME: "own territory",
}
LEVELS = tuple(Level)


@carries_out("fta3", "repair/cost")
def repair_cost(price: int) -> int:
    """What one level of a ship built for ``price`` costs in $: a sixth, rounded, so that several levels are several
    such sums (R4).
    """
    return half_up(Fraction(price, int(printed()["repair/cost"]["part"])))


@carries_out("fta3", "repair/time")
def repair_quarters(years: int) -> int:
    """The quarters that one level takes of a ship that took ``years`` to build."""
    return years * int(printed()["repair/time"]["quarters"])


@carries_out("fta3", "repair/location")
def places_for(level: Level) -> tuple[str, ...]:
    """Where damage of a level may be mended."""
    return tuple(printed()["repair/location"][level.value])


def steps(level: Level, to: Level) -> Iterator[Level]:
    """The levels that are mended one after another to bring a ship from ``level`` to ``to``; none if it is no worse."""
    yield from reversed(LEVELS[LEVELS.index(to) + 1 : LEVELS.index(level) + 1])


def check_place(level: Level, to: Level, place: Place, where: str, faults: Faults) -> None:
    """Refuse a repair of which a level may not be mended where the ship lies."""
    for step in steps(level, to):
        allowed = places_for(step)
        if place.value not in allowed:
            told = " or ".join(TOLD[Place(each)] for each in allowed)
            message = f"{step.value} damage cannot be repaired at {TOLD[place]}"
            gap = f"it takes {told}"
            mend = f"Bring the ship to {told} first."
            citation = Citation("fta3", "repair/location")
            faults.add("no-yard", where, message, gap=gap, mend=mend, citation=citation)
            return
