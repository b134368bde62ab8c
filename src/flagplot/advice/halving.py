"""The best of many candidates: successive halving in the same dice, and the last few tried again in fresh ones.

Each round gives every candidate that is left the same further samples, and keeps the better half. Whoever leads after a
long search leads in part by luck, so what the last few are worth is told from samples that the search has not seen.
Their intervals hold all together, and so hold for the pick, however it was chosen among them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flagplot.advice.arms import FRESH, Arm, Team, Watch, play
from flagplot.odds.interval import several
from flagplot.odds.points import Points, count_points

FINALISTS = 4
FRESH_PART = 4
"""One of so many battles is kept for the last few."""


@dataclass(frozen=True)
class Finalist:
    """One of the last few: its place among the candidates, its points in the search and in fresh samples, and in those
    the differences of the pick's to its own.

    ``z`` is for intervals that hold for all of the last few together.
    """

    index: int
    search: Points
    fresh: Points
    behind: Points
    z: float

    @property
    def interval(self) -> tuple[float, float]:
        """What it is worth."""
        return self.fresh.interval(self.z)


@dataclass(frozen=True)
class Choice:
    """The last few, the pick first, and the battles that it took."""

    finalists: tuple[Finalist, ...]
    battles: int

    @property
    def pick(self) -> Finalist:
        """The best."""
        return self.finalists[0]


def least_budget(count: int) -> int:
    """The fewest battles with which ``count`` candidates can be told apart at all: one for each in every round."""
    search = count * rounds(count)
    return search + -(-search // (FRESH_PART - 1)) + min(FINALISTS, count)


def rounds(count: int, finalists: int = FINALISTS) -> int:
    """How many rounds of halving leave no more than ``finalists`` of ``count``, with one more among those left."""
    needed = 1
    while count > finalists:
        count, needed = max(finalists, -(-count // 2)), needed + 1
    return needed


def choose(
    arms: Sequence[Arm],
    budget: int,
    team: Team,
    *,
    finalists: int = FINALISTS,
    watch: Watch = lambda told: None,
) -> Choice:
    """The best of ``arms`` by no more than ``budget`` battles; there must be an arm and at least ``least_budget``.

    Of equals the one that stands first is kept.
    """
    left, points, seen, battles = list(range(len(arms))), [Points()] * len(arms), 0, 0
    fresh = max(min(finalists, len(arms)), budget // FRESH_PART)
    planned = rounds(len(arms), finalists)
    for number in range(planned):
        more = (budget - fresh - battles) // (planned - number) // len(left)
        if more < 1:
            break
        for index, played in zip(left, play([arms[index] for index in left], seen, more, team), strict=True):
            points[index] += count_points(played)
        seen, battles = seen + more, battles + more * len(left)
        left.sort(key=lambda index: (-points[index].total, index))
        watch(f"round {number + 1} of {planned}: {len(left)} candidates, {battles} battles")
        if number < planned - 1:
            del left[max(finalists, -(-len(left) // 2)) :]
    del left[finalists:]
    return _retest(arms, left, points, (budget - battles) // len(left), battles, team)


def _retest(arms: Sequence[Arm], left: list[int], points: list[Points], count: int, battles: int, team: Team) -> Choice:
    """Try the last few in fresh samples; the pick is the best by all samples together."""
    played = dict(zip(left, play([arms[index] for index in left], FRESH, count, team), strict=True))
    fresh = {index: count_points(each) for index, each in played.items()}
    order = sorted(left, key=lambda index: (-(points[index] + fresh[index]).mean, index))
    best, z = played[order[0]], several(len(order))
    told = [Finalist(i, points[i], fresh[i], count_points(best - played[i]), z) for i in order]
    return Choice(tuple(told), battles + count * len(left))
