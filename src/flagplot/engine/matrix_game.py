"""Small matrix games: two sides choose at the same time, and what one gains the other loses.

Some square part of the matrix has an equilibrium of the whole in which all of its rows and columns are played (Shapley
and Snow), so the parts are tried from the smallest on: exactly, or many games at once in double precision. Large games
that have to be measured are solved elsewhere, by linear programming (``advice.game``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

SLACK = 1e-9
"""How far off rounding may be, as a share of the spread of a game's payoffs."""

TWO = 2

Matrix = Sequence[Sequence[Fraction]]


class Equilibrium(NamedTuple):
    """The chances with which both sides play each choice, and what it brings the row player; neither can do better."""

    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]
    value: Fraction


def equilibrium(payoffs: Matrix) -> Equilibrium:
    """The equilibrium of a game, exactly; of several the first with the fewest choices in play."""
    shape = len(payoffs), len(payoffs[0])
    for rows, columns in _parts(*shape):
        part = [[Fraction(payoffs[row][column]) for column in columns] for row in rows]
        mine, theirs = _levelling(list(zip(*part, strict=True))), _levelling(part)
        if mine is None or theirs is None or min(*mine[:-1], *theirs[:-1]) < 0:
            continue
        ours, others, value = _spread(mine, rows, shape[0]), _spread(theirs, columns, shape[1]), theirs[-1]
        if all(_mean(ours, column) >= value for column in zip(*payoffs, strict=True)) and all(
            _mean(others, row) <= value for row in payoffs
        ):
            return Equilibrium(ours, others, value)
    raise AssertionError("every game has an equilibrium")


def _parts(rows: int, columns: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The square parts of a matrix, the smallest first."""
    for size in range(1, min(rows, columns) + 1):
        for chosen in combinations(range(rows), size):
            for others in combinations(range(columns), size):
                yield chosen, others


def _levelling(part: Sequence[Sequence[Fraction]]) -> list[Fraction] | None:
    """Chances of the columns that make all rows of a part bring the same, and what that is; None where it has none."""
    size = len(part)
    table = [[*row, Fraction(-1), Fraction(0)] for row in part]
    table.append([*(Fraction(1) for _ in range(size)), Fraction(0), Fraction(1)])
    for step in range(size + 1):
        pivot = next((row for row in range(step, size + 1) if table[row][step]), None)
        if pivot is None:
            return None
        table[step], table[pivot] = table[pivot], table[step]
        head = table[step][step]
        table[step] = [each / head for each in table[step]]
        for row in range(size + 1):
            factor = table[row][step]
            if row != step and factor:
                table[row] = [each - factor * other for each, other in zip(table[row], table[step], strict=True)]
    return [row[-1] for row in table]


def _spread(found: Sequence[Fraction], places: Sequence[int], size: int) -> tuple[Fraction, ...]:
    chances = dict(zip(places, found, strict=False))
    return tuple(chances.get(place, Fraction(0)) for place in range(size))


def _mean(chances: Sequence[Fraction], payoffs: Sequence[Fraction]) -> Fraction:
    return sum((chance * payoff for chance, payoff in zip(chances, payoffs, strict=True)), Fraction(0))


def values(payoffs: Any) -> Any:
    """The value of each of many games [game, row, column], in double precision."""
    games = np.asarray(payoffs, float)
    low = games.min(axis=(1, 2))
    spread = np.ptp(games, axis=(1, 2))
    scaled = (games - low[:, None, None]) / np.where(spread > 0, spread, 1)[:, None, None]
    least, most = scaled.min(axis=2).max(axis=1), scaled.max(axis=1).min(axis=1)
    found = np.where(least == most, least, np.nan)
    for rows, columns in _parts(*games.shape[1:]):
        left = np.flatnonzero(np.isnan(found))
        if len(rows) > 1 and left.size:
            found[left] = _values_of_part(scaled[left], rows, columns)
    for game in np.flatnonzero(np.isnan(found)):  # rounding has hidden it
        found[game] = float(equilibrium([[Fraction(each) for each in row] for row in scaled[game].tolist()]).value)
    return low + spread * found


def _values_of_part(games: Any, rows: Sequence[int], columns: Sequence[int]) -> Any:
    """The values of those games that have an equilibrium in a part; no number for the others."""
    size = len(rows)
    part = games[:, rows][:, :, columns]
    theirs, mine = _many_levelling(part), _many_levelling(np.swapaxes(part, 1, 2))
    value, others, ours = theirs[:, size], theirs[:, :size], mine[:, :size]
    brings = np.einsum("gr,grc->gc", ours, games[:, rows]).min(axis=1)
    costs = np.einsum("gc,grc->gr", others, games[:, :, columns]).max(axis=1)
    good = (np.minimum(ours.min(axis=1), others.min(axis=1)) >= -SLACK) & (brings >= value - SLACK)
    return np.where(good & (costs <= value + SLACK), value, np.nan)


def _many_levelling(parts: Any) -> Any:
    """Chances of the columns that make all rows of each part bring the same, and what that is."""
    number, size, _ = parts.shape
    if size == TWO:
        return _two_levelling(parts)
    table, end = np.zeros((number, size + 1, size + 1)), np.zeros((number, size + 1, 1))
    table[:, :size, :size], table[:, :size, size], table[:, size, :size], end[:, size] = parts, -1, 1, 1
    found = np.full((number, size + 1), np.nan)
    regular = np.abs(np.linalg.det(table)) > SLACK
    found[regular] = np.linalg.solve(table[regular], end[regular])[:, :, 0]
    return found


def _two_levelling(parts: Any) -> Any:
    """The same for parts of two rows and two columns, nearly all that there are: written out, which is far quicker."""
    (a, b), (c, d) = np.moveaxis(parts, 0, -1)
    whole = a - b - c + d
    share = np.where(np.abs(whole) > SLACK, d - b, np.nan) / np.where(whole == 0, 1, whole)
    return np.stack([share, 1 - share, share * a + (1 - share) * b], axis=1)
