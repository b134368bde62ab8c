"""Small matrix games: exact equilibria, many values at once, and linear programming as a witness."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.advice.game import solve
from flagplot.engine.matrix_game import equilibrium, values


def exact(rows: Any) -> list[list[Fraction]]:
    """A matrix of fractions."""
    return [[Fraction(each) for each in row] for row in rows]


def test_matching_pennies_are_played_evenly() -> None:
    found = equilibrium(exact([[1, -1], [-1, 1]]))
    half = Fraction(1, 2)
    assert found == ((half, half), (half, half), 0)


def test_rock_paper_scissors_are_played_in_thirds() -> None:
    found = equilibrium(exact([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]))
    assert found.rows == found.columns == (Fraction(1, 3),) * 3
    assert found.value == 0


def test_a_saddle_point_is_played_purely() -> None:
    found = equilibrium(exact([[4, 2, 3], [1, 0, 9], [3, 1, 1]]))
    assert found == ((1, 0, 0), (0, 1, 0), 2)


def test_a_choice_that_is_never_good_is_never_played() -> None:
    found = equilibrium(exact([[3, -1], [-2, 2], [-5, -5]]))
    assert found == ((Fraction(1, 2), Fraction(1, 2), 0), (Fraction(3, 8), Fraction(5, 8)), Fraction(1, 2))


MATRICES = st.tuples(st.integers(1, 4), st.integers(1, 4)).flatmap(
    lambda shape: st.lists(
        st.lists(st.integers(-6, 6), min_size=shape[1], max_size=shape[1]), min_size=shape[0], max_size=shape[0]
    )
)


@given(MATRICES)
def test_neither_side_can_do_better(rows: list[list[int]]) -> None:
    found, matrix = equilibrium(exact(rows)), exact(rows)
    assert sum(found.rows) == sum(found.columns) == 1
    assert min(*found.rows, *found.columns) >= 0
    brings = [sum(p * row[c] for p, row in zip(found.rows, matrix, strict=True)) for c in range(len(rows[0]))]
    costs = [sum(q * each for q, each in zip(found.columns, row, strict=True)) for row in matrix]
    assert min(brings) == max(costs) == found.value


@given(st.lists(st.lists(st.integers(-6, 6), min_size=12, max_size=12), min_size=1, max_size=12))
def test_many_values_at_once_are_the_exact_ones(games: list[list[int]]) -> None:
    many = np.array(games).reshape(-1, 3, 4)
    single = [float(equilibrium(exact(game.tolist())).value) for game in many]
    assert values(many) == pytest.approx(single, abs=1e-9)


def test_linear_programming_agrees() -> None:
    many = np.random.default_rng(7).integers(-50, 50, (40, 4, 4))
    assert values(many) == pytest.approx([solve(game).value for game in many], abs=1e-6)
