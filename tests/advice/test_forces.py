"""The smallest force that is enough, and what a budget buys: against trying everything."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.advice.forces import MOST_KINDS, Verdict, affordable, smallest
from flagplot.odds.crew import Here
from flagplot.odds.interval import wilson
from flagplot.odds.points import REACH


class Regular:
    """Wins so many of each hundred samples, spread evenly."""

    def __init__(self, of_hundred: int) -> None:
        self.of_hundred, self.battles = of_hundred, 0

    def play(self, first: int, count: int) -> Any:
        self.battles += count
        return np.where(np.arange(first, first + count) * 37 % 100 < self.of_hundred, REACH, -REACH)


@given(st.lists(st.integers(0, 100), min_size=1, max_size=6))
def test_the_first_that_is_enough_is_that_of_trying_all(chances: list[int]) -> None:
    """Far from the chance that is wanted, what is told is the truth; close to it, it is left open."""
    trials = smallest([Regular(each) for each in chances], 0.6, 5000, Here())
    enough = next((i for i, each in enumerate(chances) if each > 63), None)
    told = next((trial.index for trial in trials if trial.verdict is Verdict.ENOUGH), None)
    unclear = {i for i, each in enumerate(chances) if 57 <= each <= 63}
    assert told == enough or told in unclear
    for trial in trials:
        if trial.verdict is Verdict.TOO_SMALL:
            assert chances[trial.index] < 63
        assert (trial.verdict is Verdict.UNTRIED) == (told is not None and trial.index > told)


def test_what_lies_on_the_chance_itself_is_left_open_at_the_limit() -> None:
    arm = Regular(60)
    (trial,) = smallest([arm], 0.6, 1000, Here())
    assert (trial.verdict, trial.battles, arm.battles, trial.won) == (Verdict.OPEN, 1000, 1000, 600)
    assert trial.interval == wilson(600, 1000)


def test_draws_are_no_wins() -> None:
    class Drawn:
        def play(self, first: int, count: int) -> Any:
            return np.zeros(count, np.int64)

    (trial,) = smallest([Drawn()], 0.1, 500, Here())
    assert trial.verdict is Verdict.TOO_SMALL


PRICES = st.lists(st.fixed_dictionaries({"cost": st.integers(0, 9), "di": st.integers(0, 4)}), min_size=1, max_size=4)


@given(PRICES, st.integers(0, 20), st.integers(0, 9), st.integers(1, 5))
def test_what_can_be_bought_is_all_that_fits(prices: list[dict[str, int]], cost: int, di: int, ships: int) -> None:
    budget = {"cost": cost, "di": di}

    def fits(force: tuple[int, ...]) -> bool:
        spent = {name: sum(n * price[name] for n, price in zip(force, prices, strict=True)) for name in budget}
        return sum(force) <= ships and all(spent[name] <= budget[name] for name in budget)

    def full(force: tuple[int, ...]) -> bool:
        return not any(n and fits((*force[:i], n + 1, *force[i + 1 :])) for i, n in enumerate(force))

    every = product(range(ships + 1), repeat=len(prices))
    wanted = {f for f in every if fits(f) and any(f) and full(f) and sum(map(bool, f)) <= MOST_KINDS}
    found = affordable(prices, budget, ships, 10**6)
    assert found is not None
    assert len(set(found)) == len(found)
    assert set(found) == wanted


@pytest.mark.parametrize(("most", "told"), [(2, None), (3, 3)])
def test_too_many_are_not_listed(most: int, told: int | None) -> None:
    found = affordable([{"cost": 1}, {"cost": 1}], {"cost": 2}, 9, most)
    assert (None if found is None else len(found)) == told
