"""The test of faces, against another way to its chance and against what is printed in any book of tables."""

from __future__ import annotations

from fractions import Fraction
from math import exp, gamma
from random import Random

import pytest

from flagplot.odds.fairness import check_faces, chi_square_above


@pytest.mark.parametrize(
    ("value", "freedom", "chance"),
    [
        (3.841, 1, 0.05),
        (5.991, 2, 0.05),
        (11.070, 5, 0.05),
        (15.086, 5, 0.01),
        (30.144, 19, 0.05),
        (36.191, 19, 0.01),
        (123.225, 99, 0.05),
    ],
)
def test_the_tables_of_any_book(value: float, freedom: int, chance: float) -> None:
    assert chi_square_above(value, freedom) == pytest.approx(chance, rel=2e-3)


@pytest.mark.parametrize("freedom", [1, 2, 3, 5, 19])
def test_the_chance_is_the_area_under_the_curve(freedom: int) -> None:
    """Between two values, by Simpson's rule over the density."""

    def density(x: float) -> float:
        return x ** (freedom / 2 - 1) * exp(-x / 2) / (2 ** (freedom / 2) * gamma(freedom / 2))

    low, high, n = 4.0, 12.0, 400
    step = (high - low) / n
    area = sum((1 if i in (0, n) else 4 if i % 2 else 2) * density(low + i * step) for i in range(n + 1)) * step / 3
    assert chi_square_above(low, freedom) - chi_square_above(high, freedom) == pytest.approx(area, abs=1e-8)


def test_nothing_strays_less_than_not_at_all() -> None:
    assert chi_square_above(0, 5) == chi_square_above(0, 4) == 1


def test_the_statistic_is_worked_by_hand() -> None:
    """Twelve of each were expected: 4, 0, 1, 1, 0 and 4 over twelve."""
    found = check_faces([14, 12, 11, 13, 12, 10])
    assert found.statistic == Fraction(4 + 0 + 1 + 1 + 0 + 4, 12)
    assert found.n == 72


def test_too_few_dice_are_not_tested() -> None:
    assert check_faces([5] * 20).chance is not None
    assert check_faces([5] * 19 + [4]).chance is None


def test_fair_dice_pass_and_loaded_ones_do_not() -> None:
    """Of 400 honest logs about one in twenty strays beyond 5 %: within four and a half deviations."""
    dice = Random(1812)
    strays = 0
    for _ in range(400):
        counts = [0] * 20
        for _ in range(400):
            counts[dice.randrange(20)] += 1
        strays += (check_faces(counts).chance or 0) < 0.05
    assert abs(strays - 20) <= 4.5 * (400 * 0.05 * 0.95) ** 0.5
    assert (check_faces([20] * 19 + [60]).chance or 1) < 1e-6
