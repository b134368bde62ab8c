"""Sampling until it is enough, by whoever, and whoever is lost."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from itertools import islice
from typing import Any

import pytest

from flagplot.core.refusal import Refused
from flagplot.odds.crew import Crew, Here, alone, threads
from flagplot.odds.interval import half_width
from flagplot.odds.sampling import Target, checks, gather
from flagplot.odds.tally import Tally, count_rows


def test_it_fights_as_many_as_were_asked_for(toy: Any, collect: Callable[..., Tally]) -> None:
    assert collect(Target(samples=1000)) == count_rows(toy.form, toy.rows(0, 1000), 0)
    assert collect(Target(samples=10), first=500) == count_rows(toy.form, toy.rows(500, 10), 500)


def test_it_stops_at_the_first_check_at_which_the_interval_is_narrow(toy: Any, collect: Callable[..., Tally]) -> None:
    found = collect(Target(half_width=0.02))
    for n in checks():
        tally = count_rows(toy.form, toy.rows(0, n), 0)
        if all(half_width(each.times, n) <= 0.02 for each in tally["result"].bins.values()):
            break
    assert found == tally


def test_checks_are_at_fixed_numbers() -> None:
    assert list(islice(checks(), 7)) == [64, 128, 192, 256, 320, 400, 500]


def test_a_narrow_interval_or_enough_samples_whichever_comes_first(collect: Callable[..., Tally]) -> None:
    assert collect(Target(samples=100, half_width=0.0001)).n == 100
    assert collect(Target(samples=10**6, half_width=0.1)).n < 200


def test_time_runs_out(collect: Callable[..., Tally]) -> None:
    """After the first block at the latest, which is counted."""
    assert collect(Target(seconds=1e-9)).n == 4


def test_it_goes_on_from_what_there_is(toy: Any, collect: Callable[..., Tally]) -> None:
    """A run that was broken off anywhere comes to the same, also where it stops by itself."""
    whole = collect(Target(half_width=0.02))
    for broken in (1, 37, 64, 300):
        start = count_rows(toy.form, toy.rows(0, broken), 0)
        assert collect(Target(half_width=0.02), start=start) == whole


def test_a_run_that_was_narrow_enough_stays_as_it_is(toy: Any, collect: Callable[..., Tally]) -> None:
    target = Target(half_width=0.02)
    assert list(gather(toy, target, alone(), start=collect(target))) == []


def test_nothing_is_done_where_enough_is_there(toy: Any) -> None:
    start = count_rows(toy.form, toy.rows(0, 50), 0)
    assert list(gather(toy, Target(samples=50), alone(), start=start)) == []


@pytest.mark.parametrize("n", [1, 2, 5])
def test_threads_count_the_same(n: int, collect: Callable[..., Tally]) -> None:
    target = Target(half_width=0.015)
    assert collect(target, threads(n)) == collect(target)


class Frail(Executor):
    """Breaks, with all it has in hand, once it has done so many blocks; nothing it was given is done after that."""

    def __init__(self, blocks: int, sudden: bool) -> None:
        self.blocks, self.sudden = blocks, sudden

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.blocks -= 1
        if self.blocks >= 0:
            return Here().submit(fn, *args, **kwargs)
        if self.sudden:
            raise BrokenExecutor("no more")
        future: Future[Any] = Future()
        future.set_exception(BrokenExecutor("killed"))
        return future


@pytest.mark.parametrize("sudden", [True, False])
def test_a_worker_that_is_killed_loses_nothing(sudden: bool, collect: Callable[..., Tally]) -> None:
    crews = [Frail(blocks, sudden) for blocks in (3, 1, 5, 2, 10**6)]
    crew = Crew("frail", 3, lambda: crews.pop(0))
    assert collect(Target(samples=5000), crew) == collect(Target(samples=5000))
    assert not crews or crews[0].blocks > 10**5


def test_workers_that_always_die_are_refused(toy: Any) -> None:
    with pytest.raises(Refused) as refused:
        list(gather(toy, Target(samples=10), Crew("doomed", 2, lambda: Frail(0, sudden=False))))
    assert refused.value.refusals[0].code == "workers-lost"
