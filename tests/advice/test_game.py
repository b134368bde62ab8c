"""Matrix games: conditions of equilibrium in fractions, brute force over supports, and the double oracle."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.advice.game import Solution, double_oracle, solve
from flagplot.core.refusal import Refused

Matrix = list[list[int]]

SMALL = st.integers(1, 4).flatmap(
    lambda columns: st.lists(st.lists(st.integers(-9, 9), min_size=columns, max_size=columns), min_size=1, max_size=4)
)


def guaranteed(matrix: Matrix, rows: Any, columns: Any) -> tuple[Fraction, Fraction]:
    """What each side's chances hold whatever the other does, exactly: to the row player at least, and at most."""
    ours, theirs = (_fractions(each) for each in (rows, columns))
    least = min(sum(x * row[j] for x, row in zip(ours, matrix, strict=True)) for j in range(len(matrix[0])))
    most = max(sum(y * each for y, each in zip(theirs, row, strict=True)) for row in matrix)
    return Fraction(least), Fraction(most)


def _fractions(chances: Any) -> list[Fraction]:
    exact = [Fraction(float(each)).limit_denominator(10**6) for each in chances]
    return [each / sum(exact) for each in exact]


def value(matrix: Matrix) -> Fraction:
    """The value by brute force: the best that the row player can hold is at a vertex, where as many columns (or chances
    that are nothing) bind as there are unknowns. Solved in fractions for each square set of rows and columns.
    """
    found = [max(Fraction(min(row)) for row in matrix)]
    for size in range(2, min(len(matrix), len(matrix[0])) + 1):
        for rows in combinations(range(len(matrix)), size):
            for columns in combinations(range(len(matrix[0])), size):
                chances = _even(matrix, rows, columns)
                if chances is not None and min(chances) >= 0:
                    whole = [Fraction(0)] * len(matrix)
                    for row, chance in zip(rows, chances, strict=True):
                        whole[row] = chance
                    held = [
                        sum(x * line[j] for x, line in zip(whole, matrix, strict=True)) for j in range(len(matrix[0]))
                    ]
                    found.append(Fraction(min(held)))
    return max(found)


def _even(matrix: Matrix, rows: tuple[int, ...], columns: tuple[int, ...]) -> list[Fraction] | None:
    """Chances of ``rows`` that bring the same against each of ``columns``; None where there are none."""
    size = len(rows)
    lines = [[Fraction(matrix[i][columns[0]] - matrix[i][j]) for i in rows] + [Fraction(0)] for j in columns[1:]]
    lines.append([Fraction(1)] * (size + 1))
    for at in range(size):
        pivot = next((n for n in range(at, size) if lines[n][at]), None)
        if pivot is None:
            return None
        lines[at], lines[pivot] = lines[pivot], lines[at]
        lines[at] = [each / lines[at][at] for each in lines[at]]
        for n in range(size):
            if n != at:
                lines[n] = [each - lines[n][at] * top for each, top in zip(lines[n], lines[at], strict=True)]
    return [line[-1] for line in lines]


@given(SMALL)
def test_neither_side_can_do_better_and_the_value_is_that_of_brute_force(matrix: Matrix) -> None:
    found = solve(matrix)
    least, most = guaranteed(matrix, found.rows, found.columns)
    exact = value(matrix)
    assert least <= exact <= most
    assert most - least < Fraction(1, 10_000)
    assert found.value == pytest.approx(float(exact), abs=1e-6)


def test_known_games() -> None:
    rps = solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert rps.value == pytest.approx(0)
    assert list(rps.rows) == pytest.approx([1 / 3] * 3)
    assert list(rps.columns) == pytest.approx([1 / 3] * 3)
    saddle = solve([[3, 1], [4, 2]])
    assert (list(saddle.rows), list(saddle.columns), saddle.value) == ([0, 1], [0, 1], 2)


class Measured:
    """Gives cells of a matrix and notes which were asked for."""

    def __init__(self, matrix: Any) -> None:
        self.matrix, self.asked = np.array(matrix, float), list[tuple[int, int]]()

    def __call__(self, cells: list[tuple[int, int]]) -> Iterable[float]:
        self.asked += cells
        return [float(self.matrix[cell]) for cell in cells]

    def solved(self, **more: Any) -> Solution:
        return double_oracle(self.matrix.shape, self, **more)


@given(SMALL, st.integers(1, 3))
def test_the_double_oracle_has_the_value_of_the_whole(matrix: Matrix, most: int) -> None:
    measured = Measured(matrix)
    found = measured.solved(most_iterations=most)
    assert found.value == pytest.approx(float(value(matrix)), abs=1e-6)
    assert len(set(measured.asked)) == len(measured.asked) == found.cells


def test_of_a_structured_game_few_cells_are_measured() -> None:
    """Whoever comes nearer to the middle gains: the answer is one row and one column."""
    size = 60
    matrix = [[abs(j - 30) - abs(i - 30) for j in range(size)] for i in range(size)]
    found = Measured(matrix).solved()
    assert (int(np.argmax(found.rows)), int(np.argmax(found.columns)), found.whole) == (30, 30, False)
    assert found.cells < size * size / 8


def test_after_so_many_iterations_the_whole_matrix_is_measured() -> None:
    matrix = np.random.default_rng(3).integers(-99, 99, (12, 12))
    found = Measured(matrix).solved(most_iterations=1)
    assert (found.whole, found.cells) == (True, 144)
    assert found.value == pytest.approx(solve(matrix).value)


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def none(name: str, *more: Any) -> Any:
        if name == "highspy":
            raise ImportError(name)
        return real(name, *more)

    monkeypatch.delitem(sys.modules, "highspy", raising=False)
    monkeypatch.setattr(builtins, "__import__", none)
    with pytest.raises(Refused, match=r"flagplot\[solve\]") as refused:
        solve([[1]])
    assert refused.value.refusals[0].code == "missing-extra"
