"""What units burn: weight times the way to the nearest supply point, less what a forward base relieves, and battles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from flagplot.core.citation import carries_out
from flagplot.core.rounding import half_up
from flagplot.fta3.printed import printed


@carries_out("fta3", "supply-burn", "supply-base")
def charged_jumps(jumps: int) -> int:
    """The jumps that are paid for: none within a jump of a supply point, else all (R37)."""
    radius: int = printed()["supply-base"]["radius"]
    return 0 if jumps <= radius else jumps


@carries_out("fta3", "forward-operating-base")
def relieved_jumps(jumps: int, *, at_base: bool) -> Fraction:
    """The jumps paid for by what a forward base serves: none in its own system, half the way beyond it (R37)."""
    return Fraction(0) if at_base else Fraction(charged_jumps(jumps), 2)


@carries_out("fta3", "forward-operating-base")
def base_capacity() -> int:
    """The weight that one forward base serves in a year, in its own system and beyond together (R37b)."""
    capacity: int = printed()["forward-operating-base"]["capacity"]
    return capacity


@carries_out("fta3", "supply-burn", "forward-operating-base")
def ordinary_burn(weight: int, served: int, jumps: int, relieved: Fraction) -> int:
    """The burn of a unit ``jumps`` away, ``served`` of whose weight a forward base relieves; the product is rounded."""
    return half_up((weight - served) * charged_jumps(jumps) + served * relieved)


@carries_out("fta3", "supply-limits/yearly")
def yearly_burn(burns: Iterable[int]) -> int:
    """The ordinary burn of a year, from the burn at each place a unit has been: the farthest counts, once."""
    return max(burns, default=0)


@carries_out("fta3", "logistics/combat-burn")
def combat_burn(weight: int, battles: int) -> int:
    """What fighting burns beside that: the weight once a battle, at any distance (R37b)."""
    return weight * battles


@carries_out("fta3", "supply-limits")
def limited(burn: int, relief: int) -> int:
    """A burn less whatever else relieves it, and never below zero."""
    return max(0, burn - relief)


@carries_out("fta3", "forward-operating-base")
def serve(weights: Sequence[int], capacity: int) -> list[int]:
    """How much of each unit's weight a base serves, first come first served; the rest pays in full."""
    served = []
    for weight in weights:
        served.append(min(weight, capacity))
        capacity -= served[-1]
    return served
