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
from time import perf_counter

from flagplot.core.refusal import Faults
from flagplot.engine.battle import Recipe, Sampled
from flagplot.odds.crew import Crew
from flagplot.odds.interval import half_width
from flagplot.odds.tally import Tally, count_rows

MOST_SAMPLES = 1 << 40
FIRST_BLOCK = 16
LARGEST_BLOCK = 1 << 16
BLOCK_SECONDS = 0.5
"""How long a block should take: long against handing it out, short against waiting for it."""

FIRST_CHECK = 64
MOST_LOSSES = 3


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
    end = first + target.samples
    waiting: deque[tuple[int, int, Future[tuple[Tally, float]]]] = deque()
    following, size, lost = first + total.n, FIRST_BLOCK, 0
    team = crew.hire()
    try:
        while True:
            try:
                while len(waiting) < crew.ahead and following < end:
                    count = min(size, end - following, _to_next_check(following - first))
                    waiting.append((following, count, team.submit(work, recipe, following, count)))
                    following += count
                if not waiting:
                    return
                counted, seconds = waiting[0][2].result()
            except BrokenExecutor:
                lost += 1
                if lost > MOST_LOSSES:
                    _refuse_losses(crew)
                team.shutdown(wait=False, cancel_futures=True)
                team = crew.hire()
                again = [(at, count, team.submit(work, recipe, at, count)) for at, count, _ in waiting]
                waiting = deque(again)
                continue
            waiting.popleft()
            lost = 0
            size = _fitting(counted.n, seconds)
            total += counted
            yield total
            if is_enough(total, target, perf_counter() - began):
                return
    finally:
        team.shutdown(wait=False, cancel_futures=True)


def work(recipe: Recipe, first: int, count: int) -> tuple[Tally, float]:
    """One block, and the seconds it took."""
    battle = _opened(recipe)
    began = perf_counter()
    tally = count_rows(battle.form, battle.rows(first, count), first)
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


def _refuse_losses(crew: Crew) -> None:
    faults = Faults()
    message = f"workers have died {MOST_LOSSES + 1} times before any of them was done ({crew.name})"
    faults.add("workers-lost", "odds", message, mend="Is there memory enough? Try fewer workers, or --threads 1.")
    faults.settle()
