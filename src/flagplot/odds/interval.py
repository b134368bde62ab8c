"""Intervals for a chance that was sampled."""

from __future__ import annotations

from math import sqrt

Z = 1.959963984540054
"""Standard deviations on either side that hold 95 % of a normal distribution."""


def wilson(count: float, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a chance of which ``count`` in ``n`` samples came true; n must not be 0.

    It keeps within 0 and 1, has a width where nothing or everything came true, and holds the truth in close to 95 of
    100 cases for small ``n`` too, which the plain normal interval does not.
    """
    share, spread = count / n, Z * Z / n
    middle = (share + spread / 2) / (1 + spread)
    half = Z / (1 + spread) * sqrt(share * (1 - share) / n + spread / (4 * n))
    # At the ends the two terms are equal but for rounding.
    low = 0.0 if count == 0 else max(0.0, middle - half)
    return low, 1.0 if count == n else min(1.0, middle + half)


def half_width(count: float, n: int) -> float:
    """Half the width of that interval."""
    low, high = wilson(count, n)
    return (high - low) / 2
