"""Points of battles: what they say, and intervals that hold."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
import pytest

from flagplot.core.refusal import Refused
from flagplot.odds.interval import Z, bounded, several
from flagplot.odds.points import AIMS, REACH, Points, count_points, read_aim


def test_a_win_of_one_is_a_loss_of_the_other(toy: Any) -> None:
    rows = toy.rows(0, 7)
    assert list(AIMS["win"](toy.form, rows, 0) // REACH) == [1, 1, -1, 1, -1, 1, 0]
    for aim in AIMS.values():
        assert list(aim(toy.form, rows, 0)) == list(-aim(toy.form, rows, 1))


def test_the_margin_is_told_in_shares_of_the_force(toy: Any) -> None:
    """Blue's only ship is lost where Red wins, one of Red's (30 of 46) where Blue does."""
    margin = AIMS["margin"](toy.form, toy.rows(0, 7), 0)
    lost = REACH * 30 // 46
    assert list(margin) == [REACH, REACH, -lost, REACH, -lost, REACH, 0]


def test_points_add_up() -> None:
    points = np.array([5, -7, 0, 10_000])
    whole = count_points(points)
    assert whole == Points(4, 9998, 25 + 49 + 10**8)
    assert count_points(points[:1]) + count_points(points[1:]) == whole
    assert count_points(points[:0]) == Points()


def test_differences_of_pairs_have_the_interval_of_agresti_and_min() -> None:
    """Of 100 pairs 12 were better and 5 worse, by the formula of the article (half a pair more in each cell)."""
    n, better, worse = 100, 12, 5
    whole = 2 * REACH  # from lost to won
    told = bounded((better - worse) * whole, (better + worse) * whole**2, n, whole)
    mean = (better - worse) / (n + 2)
    half = Z * sqrt((better + worse + 1) - (better - worse) ** 2 / (n + 2)) / (n + 2)
    assert told == pytest.approx(((mean - half) * whole, (mean + half) * whole))


def test_samples_that_are_all_alike_leave_a_width() -> None:
    low, high = Points(50, 0, 0).difference()
    assert low < 0 < high
    low, high = Points(50, 50 * REACH, 50 * REACH**2).interval()
    assert 0.8 < low < high <= 1


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    """A fixed seed: of 2,000 runs of 40 samples each, 95 % within three and a half standard errors."""
    random = np.random.default_rng(11)
    held = 0
    for _ in range(2000):
        low, high = count_points(np.where(random.random(40) < 0.7, REACH, -REACH)).interval()
        held += low <= 0.4 <= high
    assert held / 2000 > 0.95 - 3.5 * sqrt(0.95 * 0.05 / 2000)


def test_intervals_that_hold_together_are_wider() -> None:
    assert several(1) == pytest.approx(Z)
    assert several(4) == pytest.approx(2.4977, abs=1e-4)


def test_an_unknown_aim_names_the_nearest() -> None:
    with pytest.raises(Refused, match="Did you mean 'margin'"):
        read_aim("margn")
