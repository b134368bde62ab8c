"""Candidates to choose from: whatever brings points, sample by sample."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from flagplot.engine.battle import Recipe, Sampled
from flagplot.odds.points import AIMS
from flagplot.odds.sampling import MOST_CELLS

FRESH = 1 << 39
"""The first of the samples that no search has seen; a search stays far below."""


class Arm(Protocol):
    """A candidate. Sample n of all of them has the same dice, so that they are compared in the same luck."""

    def play(self, first: int, count: int) -> Any:
        """The points, int64 [count], of samples ``first`` to ``first + count - 1``; the same at each call."""


@dataclass
class BattleArm:
    """A battle whose points are those of an aim for ``side``; it is opened when it is first fought."""

    recipe: Recipe
    aim: str
    side: int
    battle: Sampled | None = field(default=None, repr=False)

    def play(self, first: int, count: int) -> Any:
        """As ``Arm.play``; by one thread at a time."""
        if self.battle is None:
            self.battle = self.recipe.open()
        form, piece = self.battle.form, max(1, MOST_CELLS // self.battle.form.width)
        starts = range(first, first + count, piece)
        rows = (self.battle.rows(at, min(piece, first + count - at)) for at in starts)
        points = [AIMS[self.aim](form, each, self.side) for each in rows]
        return np.concatenate(points) if points else np.zeros(0, np.int64)


Watch = Callable[[str], object]
"""Is told in words how far it is."""
