"""Rounding as the rulebooks mean it: half away from zero, on exact numbers only."""

from fractions import Fraction


def half_up(value: Fraction | int) -> int:
    """``value`` to the nearest integer, halves away from zero: 80.5 gives 81, -80.5 gives -81."""
    exact = Fraction(value)
    whole = (2 * abs(exact.numerator) + exact.denominator) // (2 * exact.denominator)
    return whole if exact >= 0 else -whole
