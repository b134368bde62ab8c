"""What a lost patrol ship costs its Team (V12.17)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from flagplot.border_patrol.craft import Kind, is_patrol_ship
from flagplot.core.citation import carries_out


class Replacement(NamedTuple):
    """Whether the Team pays for a new one, and how much: None where nobody has given the craft's economic value."""

    paid: bool
    cost: Fraction | None


@carries_out("bp", "V12.17")
def replacement(kind: Kind, value: Fraction | None) -> Replacement:
    """What comes after the loss of a craft of an economic value.

    A patrol ship is a ship: its Team buys another, as a part of a complement and at full value (reading A53). Whether a
    lost fighter is made good free is for V4.23 to say.
    """
    return Replacement(paid=is_patrol_ship(kind), cost=value if is_patrol_ship(kind) else None)
