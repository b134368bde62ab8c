"""Intervals for a chance, or the mean of a bounded number, that was sampled."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

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


def several(count: int) -> float:
    """Standard deviations for one of ``count`` intervals that hold 95 % all together (Bonferroni)."""
    return NormalDist().inv_cdf(1 - 0.05 / (2 * count))


def bounded(total: int, squares: int, n: int, reach: int, z: float = Z) -> tuple[float, float]:
    """A 95 % interval for the mean of a number between ``-reach`` and ``reach``, from its ``n`` samples' sum and sum of
    squares; n must not be 0.

    Two samples are added to those that there are, one in the middle and one that is as far from it as can be, half of
    it on either side. For differences of a pair of yes or no that is Agresti and Min's interval; it has a width where
    all samples were alike.
    """
    mean = total / (n + 2)
    variance = (squares + reach * reach) / (n + 2) - mean * mean
    half = z * sqrt(max(0.0, variance) / (n + 2))
    return max(-float(reach), mean - half), min(float(reach), mean + half)
