"""Halving on arms without battles: against brute force, and what the last few are said to be worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.advice.arms import FRESH
from flagplot.advice.halving import FINALISTS, choose, least_budget
from flagplot.odds.crew import Here, threads
from flagplot.odds.points import REACH, count_points


@dataclass
class Coin:
    """Wins each sample with a chance; all coins of a session share the number that decides (common dice)."""

    chance: float
    luck: Callable[[int], float]
    asked: list[tuple[int, int]] = field(default_factory=list)

    def play(self, first: int, count: int) -> Any:
        self.asked.append((first, count))
        rolled = np.array([self.luck(n) for n in range(first, first + count)])
        return np.where(rolled < self.chance, REACH, -REACH).astype(np.int64)


def common(n: int) -> float:
    """A number between 0 and 1 for each sample, spread evenly (golden section)."""
    return n * 0.6180339887498949 % 1


def coins(chances: list[float]) -> list[Coin]:
    return [Coin(chance, common) for chance in chances]


@given(st.lists(st.integers(1, 99), min_size=1, max_size=40, unique=True))
def test_the_pick_is_the_best_of_all_where_dice_are_common(chances: list[int]) -> None:
    """Brute force: with one number for all, more chance wins wherever less does."""
    arms = coins([chance / 100 for chance in chances])
    choice = choose(arms, max(4000, least_budget(len(arms))), Here())
    assert choice.pick.index == int(np.argmax(chances))


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 8, 9, 200])
def test_no_more_battles_are_spent_than_allowed_and_all_are_counted(count: int) -> None:
    arms = coins([0.3 + 0.002 * i for i in range(count)])
    for budget in (least_budget(count), 10 * least_budget(count) + 3):
        for arm in arms:
            arm.asked.clear()
        choice = choose(arms, budget, Here())
        assert choice.battles == sum(number for arm in arms for _, number in arm.asked) <= budget
        assert len(choice.finalists) == min(count, FINALISTS)
        assert all(arm.asked for arm in arms)


def test_all_that_are_left_have_fought_the_same_samples_and_are_tried_again_in_fresh_ones() -> None:
    arms = coins([0.1 * i for i in range(1, 10)])
    choice = choose(arms, 3000, Here())
    finalists = [arms[each.index] for each in choice.finalists]
    assert all(arm.asked == finalists[0].asked for arm in finalists)
    *search, (first, count) = finalists[0].asked
    assert first == FRESH
    assert [start for start, _ in search] == list(np.cumsum([0, *(n for _, n in search)])[:-1])
    for each, arm in zip(choice.finalists, finalists, strict=True):
        assert each.fresh == count_points(Coin(arm.chance, common).play(FRESH, count))
        gained = Coin(finalists[0].chance, common).play(FRESH, count) - Coin(arm.chance, common).play(FRESH, count)
        assert each.behind == count_points(gained)


def test_a_leader_by_luck_is_found_out() -> None:
    """Two hundred coins of a half: whoever leads the search has had luck, the fresh battles have not."""
    random = np.random.default_rng(5)
    table = [dict(enumerate(random.random(4000))) for _ in range(200)]
    fresh = [random.random(4000) for _ in range(200)]

    def luck(arm: int) -> Callable[[int], float]:
        return lambda n: float(fresh[arm][n - FRESH] if n >= FRESH else table[arm][n])

    choice = choose([Coin(0.5, luck(arm)) for arm in range(200)], 8000, Here())
    best = max(choice.finalists, key=lambda each: each.search.mean)
    assert best.search.mean > 0.07  # in 484 battles that is more than one and a half standard deviations
    low, high = best.interval
    assert low < 0 < high


def test_threads_choose_the_same() -> None:
    chances = [0.2, 0.5, 0.45, 0.51, 0.1, 0.3, 0.52]
    with threads(2).hire() as team:
        assert choose(coins(chances), 2000, team) == choose(coins(chances), 2000, Here())


def test_of_equals_the_first_is_kept() -> None:
    assert choose(coins([0.5] * 9), 2000, Here()).pick.index == 0
