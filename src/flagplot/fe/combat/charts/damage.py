"""How much damage a side scores: the result of intensity and die, its percentage, the points (302.4)."""

from __future__ import annotations

from fractions import Fraction

from flagplot.core.citation import carries_out
from flagplot.core.rounding import half_up
from flagplot.fe.options import Options
from flagplot.fe.printed import charts_of

LEAST, MOST = 1, 16
"""The results that the Combat Results Table has."""


@carries_out("fe", "302.4/result")
def result_of(row: int, die: int, shift: int, options: Options) -> int:
    """The result that a side reads: intensities of both sides with the variable one, shift, own die; 1 to 16.

    ``row`` is the sum of both intensities and the variable intensity, ``shift`` all else that is added to the die.
    """
    if options["result-clamp"] == "row-first":
        row = min(max(row, 0), 10)
    return min(max(row + die + shift, LEAST), MOST)


@carries_out("fe", "302.4/percent")
def percent(result: int, options: Options) -> Fraction:
    """The share of its combat potential that a side scores at a result from 1 to 16."""
    if result == MOST and options["result-16"] == "by-step":
        return Fraction(475, 1000)
    return Fraction(charts_of("combat")["crt"].row(str(result))[1])


@carries_out("fe", "302.4/points")
def points(potential: Fraction | int, share: Fraction, options: Options) -> int:
    """Damage points of a combat potential at a share, rounded to the nearest, or as the table has chosen."""
    exact = potential * share
    if options["damage-rounding"] == "down":
        return exact.numerator // exact.denominator
    if options["damage-rounding"] == "up":
        return -(-exact.numerator // exact.denominator)
    return half_up(exact)
