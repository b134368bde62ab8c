"""Rounding as the rulebooks mean it: half away from zero, on exact numbers only."""

from fractions import Fraction


def half_up(value: Fraction | int) -> int:
    """``value`` to the nearest integer, halves away from zero: 80.5 gives 81, -80.5 gives -81."""
    exact = Fraction(value)
    whole = (2 * abs(exact.numerator) + exact.denominator) // (2 * exact.denominator)
    return whole if exact >= 0 else -whole


def decimal(value: Fraction | int, places: int) -> str:
    """``value`` written with so many decimal places, rounded half away from zero; no float is made on the way."""
    scaled = half_up(Fraction(value) * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    return f"{'-' if scaled < 0 else ''}{whole}" + (f".{rest:0{places}}" if places else "")
