"""Odds of papers: the same tally on every way to it, exact where it can be, and what cannot be asked."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from flagplot.core.refusal import Refused
from flagplot.core.sources import Keyed
from flagplot.desk import odds as desk
from flagplot.desk.battle import Papers
from flagplot.desk.oracles import fleets
from flagplot.engine.steps import play_step
from flagplot.formats.writers import write
from flagplot.fta3.battle import codes as k
from flagplot.fta3.chances.standpoint import StandpointRecipe
from flagplot.fta3.play.fighting import FleetBattle, standing_orders
from flagplot.fta3.ruleset import FTA3
from flagplot.odds.crew import Crew, alone, cluster, processes, threads
from flagplot.odds.sampling import Target
from flagplot.odds.tally import Tally

N = 150


@pytest.fixture(scope="module")
def asked(papers: Papers) -> desk.Question:
    return desk.question(papers, seed=7)


@pytest.fixture(scope="module")
def counted(asked: desk.Question) -> Tally:
    """The tally of the first samples, counted by one thread."""
    return desk.sample(asked, Target(samples=N), alone()).tally


def test_threads_count_the_same(asked: desk.Question, counted: Tally) -> None:
    assert desk.sample(asked, Target(samples=N), threads(2)).tally == counted


@pytest.mark.slow
def test_processes_count_the_same_also_when_one_is_killed(asked: desk.Question, counted: Tally) -> None:
    """A worker is killed once the first block has come back; what it had in hand is done again."""
    crew = processes(2)
    teams: list[Any] = []
    killed: list[int] = []  # a second block may come back before the loss is noticed

    def hire() -> Any:
        teams.append(crew.hire())
        return teams[-1]

    def watch(tally: Tally) -> None:
        if not killed and tally.n < N:
            killed.append(next(iter(teams[0]._processes)))
            os.kill(killed[0], signal.SIGKILL)

    answer = desk.sample(asked, Target(samples=N), Crew(crew.name, crew.workers, hire), watch=watch)
    assert answer.tally == counted
    assert len(teams) == 2


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_counts_the_same(asked: desk.Question, counted: Tally) -> None:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None, protocol="tcp"
    ) as local:
        assert desk.sample(asked, Target(samples=N), cluster(local.scheduler_address)).tally == counted


def test_this_thread_begins_and_others_take_over(
    asked: desk.Question, counted: Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk, "PATIENCE", 1e-9)
    monkeypatch.setattr(desk, "processes", threads)
    monkeypatch.setattr(desk, "cores", lambda: 2)
    monkeypatch.setattr(fleets, "build_engine", lambda notice: notice("it is built"))
    said: list[str] = []
    assert desk.sample(asked, Target(samples=N), notice=said.append).tally == counted
    assert said == ["it is built"]


def test_the_engine_is_built_once_by_a_child_unless_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    warm, said = [True, False, False], list[str]()
    monkeypatch.setattr(fleets, "_building", [])
    monkeypatch.setattr(fleets.engines, "is_warm", lambda: warm.pop(0))
    monkeypatch.setattr(fleets.engines, "warm_in_child", lambda: said.append("a child"))
    for _ in range(3):
        fleets.build_engine(said.append)
    assert said == [fleets.BUILDING, "a child"]


def test_slices_merge_to_the_same_and_a_run_goes_on_where_it_stopped(
    asked: desk.Question, counted: Tally, tmp_path: Path
) -> None:
    kept = [tmp_path / f"{part}.json" for part in (1, 2, 3)]
    for part in (3, 1, 2):
        first, count = desk.slice_of(N, part, 3)
        for samples in (7, count):
            desk.sample(asked, Target(samples=samples), alone(), first=first, kept=kept[part - 1])
    assert desk.merged(asked, kept).tally == counted


def test_slices_hold_every_sample_once() -> None:
    for samples, parts in ((10, 3), (7, 7), (5, 8), (1000, 1)):
        slices = [desk.slice_of(samples, part, parts) for part in range(1, parts + 1)]
        assert [n for first, count in slices for n in range(first, first + count)] == list(range(samples))


def test_ctrl_c_ends_it_with_what_there_is(asked: desk.Question, counted: Tally, tmp_path: Path) -> None:
    """The kept tally goes on from there to the same end."""

    def stop(tally: Tally) -> None:
        if tally.n >= 50:
            raise KeyboardInterrupt

    kept = tmp_path / "kept.json"
    answer = desk.sample(asked, Target(samples=N), alone(), kept=kept, watch=stop)
    assert answer.stopped
    assert 50 <= answer.tally.n < N
    assert answer.report().banner == (desk.STOPPED,)
    assert desk.sample(asked, Target(samples=N), alone(), kept=kept).tally == counted


def test_ctrl_c_before_anything_was_counted_is_passed_on(asked: desk.Question, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(desk, "gather", interrupted)
    with pytest.raises(KeyboardInterrupt):
        desk.sample(asked, Target(samples=N), alone())


def test_a_place_that_cannot_be_written_to_is_told_before_anything_is_fought(
    asked: desk.Question, tmp_path: Path
) -> None:
    def never(tally: Tally) -> None:
        raise AssertionError

    with pytest.raises(OSError, match="nowhere"):
        desk.sample(asked, Target(samples=N), alone(), kept=tmp_path / "nowhere" / "kept.json", watch=never)


def test_a_kept_tally_of_another_slice_is_refused(asked: desk.Question, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    desk.sample(asked, Target(samples=5), alone(), first=5, kept=kept)
    before = kept.read_bytes()
    with pytest.raises(Refused) as refused:
        desk.sample(asked, Target(samples=5), alone(), first=0, kept=kept)
    assert refused.value.refusals[0].code == "other-slice"
    assert kept.read_bytes() == before


def test_the_answer_says_how_it_came_about(asked: desk.Question) -> None:
    answer = desk.sample(asked, Target(samples=40), alone(), first=10)
    pairs = dict(answer.method.pairs)
    assert pairs["samples"] == "40 (10 to 49)"
    assert pairs["seed"] == "7"
    assert pairs["rules"].startswith("fta3 ")
    assert "flanked-answer = partner-only" in pairs["readings"]
    told = write(answer.report(), "text")
    assert "95 % interval" in told
    assert answer.as_dict()["method"]["n"] == 40


def test_a_small_battle_is_reckoned_exactly(edited: Callable[..., Papers]) -> None:
    small = edited({"1 EC\n": "", 'fighters = "2 TL5"': "", "1 ME Trader\n": ""})
    answer = desk.exact(desk.question(small))
    assert answer is not None
    assert sum(share.chance for share in answer.summary.results) == pytest.approx(1)
    assert answer.method.how == "exact"
    assert "Markov chain" in write(answer.report(), "text")


def test_a_battle_without_an_end_is_refused(edited: Callable[..., Papers]) -> None:
    """Nobody has agreed on a last round, and a hundred do not bring one; with an agreed one it is an answer."""
    papers = edited({"rounds = 2\n": "", "1 CA Hood\n1 EC": "1 CA Hood", 'fighters = "2 TL5"': ""})
    assert papers.book is not None
    book = type(papers.book)(papers.book.name, papers.book.text.replace("10,40,2,3x5", "10,900000,2,1x1"))
    endless = Papers(papers.scenario, book, ())
    with pytest.raises(Refused) as refused:
        desk.sample(desk.question(endless), Target(samples=64), alone())
    assert [(refusal.code, refusal.where) for refusal in refused.value.refusals] == [("never-ends", "scenario.toml")]


def test_a_sample_out_of_range_is_refused(asked: desk.Question) -> None:
    for wanted, samples in ((1 << 40, None), (150, 150)):
        with pytest.raises(Refused) as refused:
            desk.wanted_sample(asked, str(wanted), samples)
        assert refused.value.refusals[0].code == "no-such-sample"
    assert desk.wanted_sample(asked, "149", 150) == 149


@pytest.mark.slow
def test_a_scheduler_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flagplot.odds.crew.CONNECT_SECONDS", 0.5)
    for address in ("tcp://127.0.0.1:1", "nowhere", "carrier-pigeon://home"):
        with pytest.raises(Refused) as refused:
            cluster(address)
        assert refused.value.refusals[0].code == "unknown-scheduler"


def test_jobs_differ_by_papers_seed_and_rules(papers: Papers, edited: Callable[..., Papers]) -> None:
    jobs = {
        desk.question(papers, seed=7).job,
        desk.question(papers, seed=8).job,
        desk.question(edited({"rounds = 2": "rounds = 3"}), seed=7).job,
    }
    assert len(jobs) == 3


def test_a_saved_battle_is_asked_about_at_every_decision(papers: Papers) -> None:
    """From each decision of the first round on, sampled; each is another job."""
    docket = desk.question(papers).recipe.docket
    game = FleetBattle(docket.scenario, docket.standings, Keyed(3))
    jobs = set()
    while game.step is not None and game.arrays.cells[k.ROUND] == 1:
        if game.decision() is not None:
            asked = desk.Question(papers, StandpointRecipe(docket, desk.SEED, FTA3.fingerprint, game.saved))
            answer = desk.sample(asked, Target(samples=8), alone())
            assert answer.tally.n == 8
            assert answer.tally["length"].quantile(Fraction(1)) <= 2
            jobs.add(asked.job)
        play_step(game, standing_orders)
    assert len(jobs) > 5
