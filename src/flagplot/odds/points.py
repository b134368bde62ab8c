"""What a battle is worth to a side, as whole points, and sums of points that add up in any order to the same bits.

Points lie between ``-REACH`` and ``REACH``, and what one side gains the other loses. Battles with the same number have
the same dice, so what two plans gain is told apart far better sample by sample than from two means.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.engine.battle import DRAW, RowForm
from flagplot.odds.interval import Z, bounded
from flagplot.odds.tally import losses

REACH = 10_000

WIN, MARGIN = "win", "margin"


def of_win(form: RowForm, rows: Any, side: int) -> Any:
    """``REACH`` for a battle that is won, less that for one that is lost, nothing where nobody wins."""
    result = rows[:, form.RESULT]
    return np.where(result == DRAW, 0, np.where(result == side, REACH, -REACH)).astype(np.int64)


def of_margin(form: RowForm, rows: Any, side: int) -> Any:
    """The share of their force that the others lose less the own share, in the first currency, in ``REACH`` parts."""
    points = np.zeros(len(rows), np.int64)
    for currency, s, lost in losses(form, rows):
        if currency == form.currencies[0]:
            most = sum(unit.values[0] or 0 for unit in form.units if unit.side == s)
            points += (REACH * lost // max(1, most)) * (-1 if s == side else 1)
    return points


AIMS: Mapping[str, Callable[[RowForm, Any, int], Any]] = {WIN: of_win, MARGIN: of_margin}


def aim_told(aim: str, form: RowForm) -> str:
    """What an aim is, in words."""
    if aim == MARGIN:
        return f"share of {form.currencies[0]} killed less that lost"
    return "chance of winning less that of losing"


@dataclass(frozen=True)
class Points:
    """The sum of the points of ``n`` samples, and of their squares."""

    n: int = 0
    total: int = 0
    squares: int = 0

    def __add__(self, other: Points) -> Points:
        return Points(self.n + other.n, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> float:
        """The mean in whole units, from -1 to 1 for an aim; there must be a sample."""
        return self.total / self.n / REACH

    def interval(self, z: float = Z, *, reach: int = REACH) -> tuple[float, float]:
        """The interval of that mean; a difference of points has a ``reach`` of ``2 * REACH``."""
        low, high = bounded(self.total, self.squares, self.n, reach, z)
        return low / REACH, high / REACH

    def difference(self, z: float = Z) -> tuple[float, float]:
        """The interval of the mean where these are differences of two aims."""
        return self.interval(z, reach=2 * REACH)


def count_points(points: Any) -> Points:
    """The sums of points [n]."""
    return Points(len(points), int(points.sum()), int((points * points).sum()))


def read_aim(name: str) -> str:
    """The aim of a name; refused where there is none."""
    if name not in AIMS:
        faults = Faults()
        faults.add(
            "unknown-aim", "--aim", f"there is no aim '{name[:40]}'", fault=Fault.MALFORMED, mend=nearest(name, AIMS)
        )
        faults.settle()
    return name
