"""Orders against orders that are chosen at the same time: a matrix game, solved by linear programming.

Only what the two sides might choose is measured: each starts with one candidate, and as long as one of them has a
better answer to what the other does by now, that answer joins (double oracle). Where that goes on for long the whole
matrix is measured instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from flagplot.core.refusal import Fault, Faults

MOST_ITERATIONS = 12
SLACK = 1e-9
"""An answer is no better where it gains no more than this share of the largest payoff."""

Cell = tuple[int, int]
Measure = Callable[[list[Cell]], Iterable[float]]
"""Gives the payoffs to the row player of cells (row, column), in their order."""


@dataclass(frozen=True)
class Solution:
    """Chances with which each side plays each of its candidates, and what that brings the row player.

    ``cells`` is how many payoffs were measured, ``iterations`` how often the game was solved; ``whole`` where in the
    end the whole matrix was.
    """

    rows: Any
    columns: Any
    value: float
    cells: int = 0
    iterations: int = 1
    whole: bool = False


def solve(payoffs: Any) -> Solution:
    """The equilibrium of a matrix [rows, columns] of payoffs to the row player; refused without the extra ``solve``.

    The row player maximises v under: each column against his chances brings at least v. The column player's chances are
    the dual values of those.
    """
    highspy = _solver()
    matrix = np.asarray(payoffs, float)
    rows, columns = matrix.shape
    shift, size = float(matrix.min()), float(np.ptp(matrix)) or 1.0
    scaled = (matrix - shift) / size
    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    model.addVars(rows + 1, np.zeros(rows + 1), np.append(np.ones(rows), highspy.kHighsInf))
    model.changeColCost(rows, 1.0)
    model.changeObjectiveSense(highspy.ObjSense.kMaximize)
    every = np.arange(rows, dtype=np.int32)
    model.addRow(1.0, 1.0, rows, every, np.ones(rows))
    reach = np.arange(rows + 1, dtype=np.int32)
    for column in range(columns):
        model.addRow(0.0, highspy.kHighsInf, rows + 1, reach, np.append(scaled[:, column], -1.0))
    model.run()
    found = model.getSolution()
    ours = _chances(np.array(found.col_value[:rows]))
    theirs = _chances(np.abs(np.array(found.row_dual[1:])))
    return Solution(ours, theirs, float(ours @ matrix @ theirs), matrix.size)


def double_oracle(shape: tuple[int, int], measure: Measure, most_iterations: int = MOST_ITERATIONS) -> Solution:
    """The equilibrium of a game of ``shape`` whose payoffs are measured where they are needed, each cell once."""
    known = np.full(shape, np.nan)
    mine, theirs = [0], [0]
    for iteration in range(1, most_iterations + 1):
        _fill(known, mine, theirs, measure)
        part = solve(known[np.ix_(mine, theirs)])
        # Only what is played matters to an answer.
        ours, others = _spread(part.rows, mine, shape[0]), _spread(part.columns, theirs, shape[1])
        _fill(known, range(shape[0]), np.flatnonzero(others), measure)
        _fill(known, np.flatnonzero(ours), range(shape[1]), measure)
        best_row = _answer(known[:, np.flatnonzero(others)] @ others[others > 0])
        best_column = _answer(-(ours[ours > 0] @ known[np.flatnonzero(ours)]))
        slack = SLACK * max(1.0, float(np.nanmax(np.abs(known))))
        gains = best_row[1] > part.value + slack, -best_column[1] < part.value - slack
        if not any(gains):
            return Solution(ours, others, part.value, _measured(known), iteration)
        mine += [best_row[0]] if gains[0] else []
        theirs += [best_column[0]] if gains[1] else []
    _fill(known, range(shape[0]), range(shape[1]), measure)
    whole = solve(known)
    return Solution(whole.rows, whole.columns, whole.value, _measured(known), most_iterations + 1, whole=True)


def _fill(known: Any, rows: Iterable[int], columns: Iterable[int], measure: Measure) -> None:
    """Measure those of the cells that are not known."""
    places = list(columns)
    missing = [(int(row), int(column)) for row in rows for column in places if np.isnan(known[row, column])]
    if missing:
        for cell, payoff in zip(missing, measure(missing), strict=True):
            known[cell] = payoff


def _answer(payoffs: Any) -> tuple[int, float]:
    """The best answer (of equals the first) and what it brings."""
    best = int(np.argmax(payoffs))
    return best, float(payoffs[best])


def _spread(chances: Any, places: list[int], size: int) -> Any:
    whole = np.zeros(size)
    whole[places] = chances
    return whole


def _chances(found: Any) -> Any:
    """Chances without the solver's rounding: nothing below nothing, and one in all."""
    kept = np.where(found > SLACK, found, 0.0)
    return kept / kept.sum()


def _measured(known: Any) -> int:
    return int(np.count_nonzero(~np.isnan(known)))


def _solver() -> Any:
    try:
        import highspy
    except ImportError:
        faults = Faults()
        mend = "Install it: pip install 'flagplot[solve]'"
        message = "what solves games is not installed"
        faults.add("missing-extra", "--against unknown", message, fault=Fault.MALFORMED, mend=mend)
        faults.settle()
    return highspy
