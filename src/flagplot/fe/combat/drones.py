"""Drone bombardment (309): what it costs."""

from __future__ import annotations

from fractions import Fraction

from flagplot.core.citation import carries_out
from flagplot.core.refusal import Faults
from flagplot.fe.economics.income import bill

BOMB = "drone bomb"
"""The activity in the chart of fixed costs."""


@carries_out("fe", "309.0/price")
def drone_price(factors: int) -> Fraction:
    """Economic points for so many drone factors in one round."""
    return bill({BOMB: factors}, Faults())[BOMB]
