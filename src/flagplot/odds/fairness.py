"""Whether faces fell as often as a fair die's do: Pearson's test, with its chance reckoned in closed form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, exp, factorial, gamma, log, sqrt

LEAST = 5
"""How many of each face must be expected for the test to mean anything."""


@dataclass(frozen=True)
class Fairness:
    """``counts`` of the faces from 1 on, and the test's statistic.

    ``chance`` is how often fair dice stray as far or further; None where there are too few of them for the test.
    """

    counts: tuple[int, ...]
    statistic: Fraction
    chance: float | None

    @property
    def n(self) -> int:
        """How many dice there are."""
        return sum(self.counts)


def check_faces(counts: Sequence[int]) -> Fairness:
    """The test over the counts of all faces of a die; there must be a die."""
    n, sides = sum(counts), len(counts)
    expected = Fraction(n, sides)
    statistic = sum(((count - expected) ** 2 / expected for count in counts), Fraction(0))
    enough = n >= LEAST * sides
    return Fairness(tuple(counts), statistic, chi_square_above(float(statistic), sides - 1) if enough else None)


def chi_square_above(value: float, freedom: int) -> float:
    """The chance that chi-square with so many degrees of freedom is ``value`` or more."""
    half = value / 2
    if freedom % 2 == 0:
        return exp(-half) * sum(half**i / factorial(i) for i in range(freedom // 2))
    terms = (exp((i - 0.5) * log(half) - half) / gamma(i + 0.5) for i in range(1, freedom // 2 + 1) if half)
    return erfc(sqrt(half)) + sum(terms)
