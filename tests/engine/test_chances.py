"""Exact chances with whole numbers as weights, held against counting every case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.engine.chances import Chances, TooManyStatesError, certain, mixed, successes, thirds

DIE = Chances(dict.fromkeys(range(1, 7), 1), 6)


def test_a_chance_is_the_weight_over_the_total() -> None:
    assert DIE.of(3) == Fraction(1, 6)
    assert DIE.of(7) == 0
    assert DIE.where(lambda face: face > 4) == Fraction(1, 3)
    assert DIE.mean(lambda face: face) == Fraction(7, 2)


def test_outcomes_that_become_the_same_are_counted_together() -> None:
    assert DIE.map(lambda face: face % 2) == Chances({1: 3, 0: 3}, 6)


def test_two_dice_side_by_side_are_as_counted() -> None:
    sums = DIE.along(DIE, lambda a, b: a + b)
    assert sums.weights == Counter(a + b for a, b in product(range(1, 7), repeat=2))
    assert sums.total == 36


def test_a_step_may_depend_on_what_was_before_and_have_another_total() -> None:
    # A 6 is rolled again with a coin: heads adds one.
    coin = Chances({0: 1, 1: 1}, 2)
    after = DIE.then(lambda face: coin.map(lambda n: face + n) if face == 6 else certain(face))
    assert {face: after.of(face) for face in (5, 6, 7)} == {5: Fraction(1, 6), 6: Fraction(1, 12), 7: Fraction(1, 12)}
    assert sum(after.weights.values()) == after.total


STEPS: dict[str, Callable[[], object]] = {
    "then": lambda: DIE.then(lambda a: DIE.map(lambda b: (a, b)), 10),
    "along": lambda: DIE.along(DIE, lambda a, b: (a, b), 10),
}


@pytest.mark.parametrize("how", STEPS)
def test_too_many_outcomes_are_refused(how: str) -> None:
    with pytest.raises(TooManyStatesError, match=r"more than 10 states side by side.*sampling is needed"):
        STEPS[how]()


def test_parts_are_mixed_by_their_weights() -> None:
    found = mixed([(1, certain("a")), (3, Chances({"a": 1, "b": 1}, 2))], 4)
    assert (found.of("a"), found.of("b")) == (Fraction(5, 8), Fraction(3, 8))


@given(st.integers(0, 5), st.integers(0, 6))
def test_successes_are_as_counted_die_by_die(n: int, reached: int) -> None:
    expected = Counter(sum(face <= reached for face in faces) for faces in product(range(1, 7), repeat=n))
    found = successes(n, reached, 6)
    assert dict(found.weights) == {k: v for k, v in expected.items() if v}
    assert found.total == 6**n


@given(st.integers(0, 4), st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)).filter(any))
def test_three_ways_are_as_counted_one_by_one(n: int, shares: tuple[int, int, int]) -> None:
    ways = [0] * shares[0] + [1] * shares[1] + [2] * shares[2]
    expected = Counter((each.count(1), each.count(2)) for each in product(ways, repeat=n))
    found = thirds(n, shares)
    assert dict(found.weights) == dict(expected)
    assert found.total == sum(shares) ** n
