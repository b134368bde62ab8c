"""Paths through one step of a battle: what its dice can do, and what hangs on hit points that nobody knows.

The rules' own functions run with a stand-in for each ship's hit points. What is taken off is remembered; where two are
compared, the path forks, and each fork keeps the hit points for which the comparison comes out so. In this way one run
of a step serves for all hit points at once, and no rule is written a second time.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flagplot.core.sources import Enumerated
from flagplot.fta3.battle import codes as k

STRIKES = (k.D_STRIKE, k.D_FIRST_STRIKE)
LEADS = {lead: 20 - abs(lead) for lead in range(-19, 20)}
"""In how many of 400 cases one d20 lies so far above another."""


class TieError(Exception):
    """The position roll was tied: it is rolled again in the same way, so this path only repeats the others."""


class HitPoints:
    """``factor`` times a ship's hit points, plus a number; ``values`` are the hit points that stand along ``axis``.

    The lowest of them stands for all that are no more, which no rule of a battle tells apart: it is not above zero.
    """

    # NumPy's integers leave it to this class what they make of it.
    __array_ufunc__ = None

    def __init__(self, path: StepPath, axis: int, values: Any, factor: int = 1, plus: int = 0) -> None:
        self.path, self.axis, self.values, self.factor, self.plus = path, axis, values, factor, plus

    def __sub__(self, number: int) -> HitPoints:
        return self._of(self.factor, self.plus - int(number))

    def __rsub__(self, number: int) -> HitPoints:
        return self._of(-self.factor, int(number) - self.plus)

    def __mul__(self, number: int) -> HitPoints:
        return self._of(self.factor * int(number), self.plus * int(number))

    __rmul__ = __mul__

    def _of(self, factor: int, plus: int) -> HitPoints:
        return HitPoints(self.path, self.axis, self.values, factor, plus)

    def __lt__(self, number: int) -> bool:
        return self.path.decide(self.axis, self.values * self.factor + self.plus < number)

    def __le__(self, number: int) -> bool:
        return self.path.decide(self.axis, self.values * self.factor + self.plus <= number)

    def __gt__(self, number: int) -> bool:
        return self.path.decide(self.axis, self.values * self.factor + self.plus > number)

    def __ge__(self, number: int) -> bool:
        return self.path.decide(self.axis, self.values * self.factor + self.plus >= number)


class PositionDie:
    """A side's d20 in a roll of both for position, plus a number: only which of the two is higher ever counts."""

    __array_ufunc__ = None

    def __init__(self, path: StepPath, plus: int = 0) -> None:
        self.path, self.plus = path, plus

    def __add__(self, number: int) -> PositionDie:
        return PositionDie(self.path, self.plus + int(number))

    def __gt__(self, other: PositionDie) -> bool:
        return self.path.leads_by_more_than(other.plus - self.plus)

    def __lt__(self, other: PositionDie) -> bool:
        return not self.path.leads_by_more_than(other.plus - self.plus - 1)


class StepPath(Enumerated):
    """One path: ``weights`` are what is left of the chances of all hit points, an axis for each ship.

    Criticals decide nothing before the aftermath, so that only strikes have a second number to count.
    """

    def __init__(self, path: list[int], weights: Any) -> None:
        super().__init__(path)
        self.weights = weights
        self.leads = LEADS

    def face(self, dice: Any, phase: int, side: int, roller: int, number: int, sides: int) -> Any:
        """A face, or a stand-in for that of a position roll; raises ``TieError`` when that is rolled again."""
        if phase != k.D_POSITION:
            return super().face(dice, phase, side, roller, number, sides)
        if number > 0:
            raise TieError
        return PositionDie(self)

    def leads_by_more_than(self, least: int) -> bool:
        """Whether the first side's die lies so far above the second's; the path forks where it may or may not."""
        split = [
            {lead: ways for lead, ways in self.leads.items() if (lead > least) == answer} for answer in (True, False)
        ]
        total = sum(self.leads.values())
        forks = [(leads, Fraction(sum(leads.values()), total)) for leads in split if leads]
        self.leads = forks[self.branch([chance for _, chance in forks])][0]
        return min(self.leads) > least

    def count(
        self, dice: Any, phase: int, side: int, roller: int, start: int, n: int, sides: int, need: int, more: int
    ) -> tuple[int, int]:
        """Counts that matter."""
        return super().count(dice, phase, side, roller, start, n, sides, need, more if phase in STRIKES else need)

    def decide(self, axis: int, true: Any) -> bool:
        """How a comparison comes out that is ``true`` along an axis; the path forks where it may come out both ways."""
        shape = [1] * self.weights.ndim
        shape[axis] = -1
        true = true[: self.weights.shape[axis]]  # a ship that is gone has but the lowest
        forks = []
        for answer in (True, False):
            left = self.weights * (true == answer).reshape(shape)
            if left.any():
                forks.append((answer, left))
        answer, self.weights = forks[self.branch([Fraction(1)] * len(forks))]
        return answer


class OneRoller(StepPath):
    """A path on which one roller's dice do what they can, those of all others nothing.

    ``roller`` is (side, roller, first die), None for nobody. ``asked`` notes all draws, ``rolled`` those of the roller.
    With ``fixed`` its dice all succeed (1) or all fail (0).
    """

    def __init__(
        self, path: list[int], weights: Any, roller: tuple[int, int, int] | None, *, fixed: int | None = None
    ) -> None:
        super().__init__(path, weights)
        self.roller, self.fixed = roller, fixed
        self.asked: list[tuple[int, int, int]] = []
        self.rolled: list[tuple[int, ...]] = []

    def count(
        self, dice: Any, phase: int, side: int, roller: int, start: int, n: int, sides: int, need: int, more: int
    ) -> tuple[int, int]:
        """Counts of the one roller; for the others what harms nobody: no hit, every strike missed and none lost."""
        who = (int(side), int(roller), int(start))
        self.asked.append(who)
        if who != self.roller:
            return (n if phase in STRIKES else 0), 0
        self.rolled.append((int(phase), int(n), int(sides), int(need), int(more)))
        if self.fixed is not None:
            return n * self.fixed, n * self.fixed
        return super().count(dice, phase, side, roller, start, n, sides, need, more)
