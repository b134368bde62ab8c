"""Samples in blocks until enough is known, whoever does the work.

What is counted depends on the samples alone: blocks are counted in their order, and whether the interval is narrow
enough is asked at fixed numbers of samples. So one thread, many processes and a cluster stop at the same sample with
the same tally.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Future
from dataclasses import dataclass
from itertools import islice, takewhile
from time import perf_counter

from flagplot.engine.battle import Recipe, Sampled
from flagplot.odds.crew import Crew
from flagplot.odds.interval import half_width
from flagplot.odds.steady import MOST_LOSSES, is_done, refuse_losses
from flagplot.odds.tally import Tally, count_rows

MOST_SAMPLES = 1 << 40
FIRST_BLOCK = 4
LARGEST_BLOCK = 1 << 16
BLOCK_SECONDS = 0.5
"""How long a block should take: long against handing it out, short against waiting for it."""

MOST_CELLS = 1 << 20
"""The most numbers that rows hold at a time, whatever the size of the fleets."""

FIRST_CHECK = 64


@dataclass(frozen=True, kw_only=True)
class Target:
    """When it is enough, whichever comes first: so many samples, a 95 % interval of every result no wider than
    ``half_width`` on either side, or so many seconds.
    """

    samples: int = MOST_SAMPLES
    half_width: float | None = None
    seconds: float | None = None


def checks() -> Iterator[int]:
    """The numbers of samples at which the interval is looked at: each is a quarter more than the last."""
    n = FIRST_CHECK
    while True:
        yield n
        n += max(FIRST_CHECK, n // 4)


def is_narrow(tally: Tally, wanted: float) -> bool:
    """Whether the interval of every result is no wider than wanted on either side."""
    results = tally["result"].bins.values()
    return all(half_width(each.times, tally.n) <= wanted for each in results)


def gather(
    recipe: Recipe, target: Target, crew: Crew, *, start: Tally | None = None, first: int = 0
) -> Iterator[Tally]:
    """Count samples from ``first`` on, after those in ``start``; gives the growing tally after each block.

    A block whose worker died is done again by another; refused where that happens time after time. However it is
    broken off, the last tally that it gave is whole.
    """
    total = start or Tally()
    began = perf_counter()
    if total.n and is_enough(total, target, 0):
        return
    blocks = _Blocks(recipe, crew, first + total.n, first + target.samples, first)
    try:
        while (counted := blocks.count_next()) is not None:
            total += counted
            yield total
            if is_enough(total, target, perf_counter() - began):
                return
    finally:
        blocks.team.shutdown(wait=False, cancel_futures=True)


class _Blocks:
    """The blocks of a run in their order, handed out ahead; none reaches beyond the next check."""

    def __init__(self, recipe: Recipe, crew: Crew, following: int, end: int, first: int) -> None:
        self.recipe, self.crew = recipe, crew
        self.following, self.end, self.first = following, end, first
        self.size = FIRST_BLOCK
        self.team = crew.hire()
        self.spans: deque[tuple[int, int]] = deque()
        self.futures: deque[Future[tuple[Tally, float]]] = deque()

    def count_next(self) -> Tally | None:
        """The tally of the next block; None where there is no more. What a dead worker had in hand is done again."""
        for _ in range(1 + MOST_LOSSES):
            try:
                self.hand_out()
                if not self.spans:
                    return None
                counted, seconds = self.futures[0].result()
            except BrokenExecutor:
                self.team.shutdown(wait=False, cancel_futures=True)
                self.team = self.crew.hire()
                self.futures = deque(takewhile(is_done, self.futures))
                if not self.futures:
                    continue
                counted, seconds = self.futures[0].result()
            self.spans.popleft()
            self.futures.popleft()
            self.size = _fitting(counted.n, seconds)
            return counted
        refuse_losses(self.crew)
        return None

    def hand_out(self) -> None:
        """Give work to whoever has none."""
        while len(self.spans) < self.crew.ahead and self.following < self.end:
            count = min(self.size, self.end - self.following, _to_next_check(self.following - self.first))
            self.spans.append((self.following, count))
            self.following += count
        for at, count in islice(self.spans, len(self.futures), None):
            self.futures.append(self.team.submit(work, self.recipe, at, count))


def work(recipe: Recipe, first: int, count: int) -> tuple[Tally, float]:
    """One block, and the seconds it took."""
    battle = _opened(recipe)
    began = perf_counter()
    tally, piece = Tally(), max(1, MOST_CELLS // battle.form.width)
    for at in range(first, first + count, piece):
        tally += count_rows(battle.form, battle.rows(at, min(piece, first + count - at)), at)
    return tally, perf_counter() - began


_kept = threading.local()


def _opened(recipe: Recipe) -> Sampled:
    """The battle of a recipe, made once in each thread."""
    if getattr(_kept, "recipe", None) != recipe:
        _kept.battle, _kept.recipe = recipe.open(), recipe
    battle: Sampled = _kept.battle
    return battle


def _fitting(n: int, seconds: float) -> int:
    """How many samples fit a block, by how long ``n`` took; never more than four times as many at once."""
    wanted = int(n * BLOCK_SECONDS / max(seconds, 1e-9))
    return max(1, min(wanted, 4 * n, LARGEST_BLOCK))


def _to_next_check(n: int) -> int:
    return next(check for check in checks() if check > n) - n


def is_enough(tally: Tally, target: Target, seconds: float) -> bool:
    """Whether a tally that took so long is all that was asked for."""
    if tally.n >= target.samples:
        return True
    if target.seconds is not None and seconds >= target.seconds:
        return True
    if target.half_width is None or next(check for check in checks() if check >= tally.n) > tally.n:
        return False
    return is_narrow(tally, target.half_width)
