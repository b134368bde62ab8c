"""Candidates to choose from: whatever brings points, sample by sample."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import repeat
from typing import Any, Protocol

import numpy as np

from flagplot.odds.points import AIMS
from flagplot.odds.sampling import MOST_CELLS
from flagplot.odds.steady import Opened

FRESH = 1 << 39
"""The first of the samples that no search has seen; a search stays far below."""


class Arm(Protocol):
    """A candidate. Sample n of all of them has the same dice, so that they are compared in the same luck."""

    def play(self, first: int, count: int) -> Any:
        """The points, int64 [count], of samples ``first`` to ``first + count - 1``; the same at each call."""


@dataclass(frozen=True)
class BattleArm:
    """A battle whose points are those of an aim for ``side``."""

    opened: Opened
    aim: str
    side: int

    def play(self, first: int, count: int) -> Any:
        """As ``Arm.play``; by one thread at a time."""
        battle = self.opened.battle
        form, piece = battle.form, max(1, MOST_CELLS // battle.form.width)
        starts = range(first, first + count, piece)
        rows = (battle.rows(at, min(piece, first + count - at)) for at in starts)
        points = [AIMS[self.aim](form, each, self.side) for each in rows]
        return np.concatenate(points) if points else np.zeros(0, np.int64)


class Team(Protocol):
    """Whoever fights: an executor, or workers that are replaced where they die."""

    def map(self, fn: Callable[..., Any], *iterables: Iterable[Any]) -> Iterable[Any]:
        """What comes of a function for each of its arguments, in their order."""


def play(arms: Iterable[Arm], first: int, count: int, team: Team) -> Iterable[Any]:
    """The points of each of ``arms``, as ``Arm.play`` gives them."""
    return team.map(_play, arms, repeat(first), repeat(count))


def _play(arm: Arm, first: int, count: int) -> Any:
    return arm.play(first, count)


Watch = Callable[[str], object]
"""Is told in words how far it is."""
