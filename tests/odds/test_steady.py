"""Workers that die lose nothing, and a battle that is sent on is opened once where it gets to."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import pytest

from flagplot.core.refusal import Refused
from flagplot.odds import steady
from flagplot.odds.crew import Crew, Here, threads
from flagplot.odds.steady import Opened, Steady


class Frail(Executor):
    """Breaks, with all it has in hand, once it has done so many tasks; nothing it was given is done after that."""

    def __init__(self, tasks: int, sudden: bool) -> None:
        self.tasks, self.sudden = tasks, sudden

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.tasks -= 1
        if self.tasks >= 0:
            return Here().submit(fn, *args, **kwargs)
        if self.sudden:
            raise BrokenExecutor("no more")
        future: Future[Any] = Future()
        future.set_exception(BrokenExecutor("killed"))
        return future


def crew_of(*teams: Executor) -> Crew:
    """A crew that is hired anew as often as there are teams."""
    left = list(teams)
    return Crew("frail", 2, lambda: left.pop(0))


@pytest.mark.parametrize("sudden", [True, False])
def test_what_a_dead_worker_had_in_hand_is_done_again_and_nothing_twice(sudden: bool) -> None:
    done: list[int] = []

    def work(n: int, more: int) -> int:
        done.append(n)
        return n + more

    with Steady(crew_of(Frail(3, sudden), Frail(0, sudden), Frail(2, sudden), Frail(99, sudden))) as team:
        assert list(team.map(work, range(9), repeat(10))) == list(range(10, 19))
        assert sorted(done) == list(range(9))
        assert list(team.map(work, [4], [5])) == [9]


def test_workers_that_always_die_are_refused() -> None:
    doomed = crew_of(*(Frail(0, sudden=True) for _ in range(steady.MOST_LOSSES + 1)))
    with Steady(doomed) as team, pytest.raises(Refused) as refused:
        list(team.map(abs, [1]))
    assert refused.value.refusals[0].code == "workers-lost"


def test_losses_count_between_two_that_are_done() -> None:
    """Of many tasks each may cost a worker."""
    with Steady(crew_of(*(Frail(1, sudden=False) for _ in range(9)))) as team:
        assert list(team.map(abs, range(9))) == list(range(9))


def test_what_the_work_raises_is_raised() -> None:
    with Steady(threads(2)) as team, pytest.raises(ZeroDivisionError):
        list(team.map(lambda n: 1 // n, [1, 0]))


opened: list[str] = []


@dataclass(frozen=True)
class Recipe:
    """Notes how often it is opened."""

    name: str

    def open(self) -> Any:
        opened.append(self.name)
        return object()


@pytest.fixture
def elsewhere() -> Callable[[Opened], Opened]:
    """What another process makes of a battle that is sent to it, in a thread that has seen none."""
    opened.clear()
    return lambda sent: pickle.loads(pickle.dumps(sent))


def test_a_battle_is_opened_when_it_is_asked_for_and_once(elsewhere: Callable[[Opened], Opened]) -> None:
    battle = Opened(Recipe("here"))
    assert opened == []
    assert battle.battle is battle.battle
    assert opened == ["here"]


def test_sent_on_it_is_opened_once_in_each_thread(elsewhere: Callable[[Opened], Opened]) -> None:
    battle, other = Opened(Recipe("there")), Opened(Recipe("beyond"))

    def arrive(_: int) -> list[Any]:
        return [elsewhere(each).battle for each in (battle, other, battle, elsewhere(battle))]

    with ThreadPoolExecutor(1) as pool:
        for first, second, third, passed_on in pool.map(arrive, range(2)):
            assert first is third is passed_on is not second
    assert opened == ["there", "beyond"]
    with ThreadPoolExecutor(1) as pool:
        pool.submit(arrive, 0).result()
    assert opened == ["there", "beyond"] * 2


def test_a_thread_lets_go_of_what_it_has_not_used_for_longest(
    elsewhere: Callable[[Opened], Opened], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steady, "MOST_KEPT", 2)
    names = ["one", "two", "one", "three", "one", "two"]

    def arrive() -> None:
        for name in names:
            assert elsewhere(Opened(Recipe(name))).battle

    with ThreadPoolExecutor(1) as pool:
        pool.submit(arrive).result()
    assert opened == ["one", "two", "three", "two"]
