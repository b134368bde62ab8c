"""Which force: the first of a list that is enough, and all that a budget can buy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, islice, product

from flagplot.advice.arms import Arm, Team, Watch, play
from flagplot.odds.interval import wilson
from flagplot.odds.points import REACH
from flagplot.odds.sampling import checks


class Verdict(StrEnum):
    """Whether a force is enough, as far as it was tried."""

    ENOUGH = "enough"
    TOO_SMALL = "too small"
    OPEN = "cannot be told"
    UNTRIED = "not tried"


@dataclass(frozen=True)
class Trial:
    """A force of the list: how often it won in how many battles, with the interval of its chance."""

    index: int
    verdict: Verdict
    won: int = 0
    battles: int = 0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval of the chance to win; there must be a battle."""
        return wilson(self.won, self.battles)


def smallest(
    arms: Sequence[Arm], chance: float, most: int, team: Team, *, watch: Watch = lambda told: None
) -> tuple[Trial, ...]:
    """A trial of each of ``arms``, smallest force first, until one is enough: its whole interval reaches ``chance``.

    Each is fought until its interval lies on one side of it, or ``most`` battles are spent on it; points are those of
    winning. Nothing behind the first that is enough is tried.
    """
    trials: list[Trial] = []
    for index, arm in enumerate(arms):
        if any(trial.verdict is Verdict.ENOUGH for trial in trials):
            trials.append(Trial(index, Verdict.UNTRIED))
            continue
        trials.append(_try(index, arm, chance, most, team))
        watch(f"force {index + 1} of {len(arms)}: {trials[-1].verdict}")
    return tuple(trials)


def _try(index: int, arm: Arm, chance: float, most: int, team: Team) -> Trial:
    won = battles = 0
    for check in checks():
        wanted = min(check, most)
        (points,) = play([arm], battles, wanted - battles, team)
        won += int((points == REACH).sum())
        battles = wanted
        low, high = wilson(won, battles)
        if low >= chance:
            return Trial(index, Verdict.ENOUGH, won, battles)
        if high < chance:
            return Trial(index, Verdict.TOO_SMALL, won, battles)
        if battles >= most:
            break
    return Trial(index, Verdict.OPEN, won, battles)


Amounts = Mapping[str, int]

MOST_KINDS = 3
"""Of ships in one force that a budget buys."""


def affordable(prices: Sequence[Amounts], budget: Amounts, most_ships: int, most: int) -> list[tuple[int, ...]] | None:
    """Every force of at most ``MOST_KINDS`` kinds within ``budget`` and ``most_ships`` to which no ship of a kind that
    it has can be added: how many of each kind.

    ``prices`` holds what one of each kind takes of what the budget names. None where there are more than ``most``.
    """
    found = list(islice(_forces(prices, budget, most_ships), most + 1))
    return None if len(found) > most else found


def _forces(prices: Sequence[Amounts], budget: Amounts, most_ships: int) -> Iterator[tuple[int, ...]]:
    for size in range(1, MOST_KINDS + 1):
        for kinds in combinations(range(len(prices)), size):
            for counts in _fillings([prices[kind] for kind in kinds], budget, most_ships):
                force = dict(zip(kinds, counts, strict=True))
                yield tuple(force.get(kind, 0) for kind in range(len(prices)))


def _fillings(prices: Sequence[Amounts], budget: Amounts, most_ships: int) -> Iterator[tuple[int, ...]]:
    """Counts, at least one of each, that leave no room for one more of any; the last kind takes what room there is."""
    rooms = [_room(price, budget, most_ships) for price in prices]
    for counts in product(*(range(1, room + 1) for room in rooms[:-1])):
        left = _left(prices, counts, budget)
        last = 0 if min(left.values()) < 0 else _room(prices[-1], left, most_ships - sum(counts))
        whole = (*counts, last)
        left, ships = _left(prices, whole, budget), most_ships - sum(whole)
        if last > 0 and not any(_room(price, left, ships) for price in prices):
            yield whole


def _left(prices: Sequence[Amounts], counts: Sequence[int], budget: Amounts) -> Amounts:
    """What of a budget so many ships leave; below nothing where they are too many."""
    return {
        name: amount - sum(number * price[name] for number, price in zip(counts, prices, strict=False))
        for name, amount in budget.items()
    }


def _room(price: Amounts, left: Amounts, ships: int) -> int:
    """How many ships of one kind there is room for."""
    return max(0, min([ships, *(left[name] // price[name] for name in left if price[name])]))
