"""Advice: candidates, the pick, unknown enemies and forces; each against trying everything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from flagplot.advice.arms import BattleArm
from flagplot.advice.forces import Verdict
from flagplot.advice.game import solve
from flagplot.core.papers import Paper
from flagplot.core.refusal import Refused
from flagplot.desk import advice as desk
from flagplot.desk import odds
from flagplot.desk.advice_report import as_dict, report_of
from flagplot.desk.battle import Papers
from flagplot.desk.force_advice import best_force, read_budget, smallest_force
from flagplot.desk.what_if import AS_IT_IS, changed, variants
from flagplot.formats.writers import write
from flagplot.fta3.book.ships import Hull, Size
from flagplot.fta3.papers import candidates
from flagplot.odds.crew import cluster, processes
from flagplot.odds.points import REACH, count_points

BOOK = Paper(
    "book.csv",
    """\
code,size,weight,hp,cost,di,years,speed,attacks,weapon,avoidance,protection,hangars
EC,escort,5,20,40,10,1,3,2x5,direct,14,11,
CA,cruiser,10,40,90,20,2,2,3x5,direct,12,13,2
SP,cruiser,10,40,,20,2,2,3x5,direct,12,13,
""",
)


SCENARIO = """\
name = "Skirmish"
battle = "mobile"
rounds = 12
book = "book.csv"
[[side]]
name = "Red"
ships = "1 CA Hood"
[[side]]
name = "Blue"
ships = '''
1 CA
1 EC
'''
"""


def search(asked: odds.Question, name: str = "Red", **more: Any) -> desk.Search:
    side, owner = desk.find_owner(asked, name, "--side")
    return desk.Search(asked=asked, owner=owner, side=side, **{"battles": asked.oracle.BATTLES, **more})


@pytest.fixture(scope="module")
def asked() -> odds.Question:
    """Two ships a side and no fighters, quickly fought."""
    orders = (Paper("red.txt", "ORDERS OF Red\nplan press\nEND OF ORDERS\n"),)
    return odds.question(Papers(Paper("scenario.toml", SCENARIO), BOOK, orders), seed=3)


@pytest.mark.slow
def test_more_than_two_hundred_orders_can_be_reached_and_each_is_another(asked: odds.Question) -> None:
    found = desk.candidates_of(search(asked))
    told = [variant.told for variant in found]
    assert len(told) > 200
    assert told[0] == AS_IT_IS
    # Red ordered to press; what raid orders anyway is no candidate beside it.
    assert "plan press; range all: best" not in told
    assert "plan raid; range all: best" in told
    assert "plan raid; range all: best; withdraw all: 50%" not in told


def test_what_the_search_does_not_decide_stays_ordered(asked: odds.Question) -> None:
    orders = Paper("red.txt", "ORDERS OF Red\nplan raid\nspeed 2\nhunt no\ntarget all: escort\nEND OF ORDERS\n")
    asked = odds.question(replace(asked.papers, orders=(orders,)))
    (_, case) = variants(asked, desk._wishes(asked, search(asked).owner, (), desk.GAME)[:1])
    assert case.question.recipe.docket.standings["red"].lines == ("speed 2", "hunt no", "plan press", "range all: best")


def test_the_pick_comes_with_its_interval_and_all_battles_that_were_fought(
    asked: odds.Question, monkeypatch: pytest.MonkeyPatch
) -> None:
    fought: list[int] = []
    play = BattleArm.play

    def counted(arm: BattleArm, first: int, count: int) -> Any:
        fought.append(count)
        return play(arm, first, count)

    monkeypatch.setattr(BattleArm, "play", counted)
    said: list[str] = []
    lines = ["Red: plan {press | raid | last-stand}", "Red: withdraw all: {10% | 90%}"]
    answer = desk.best_orders(search(asked, battles=600, watch=said.append), lines)
    assert answer.choice.battles == sum(fought) + 64 <= 600
    assert said
    pick = answer.choice.pick
    arm = desk.Search.arm(search(asked), answer.variants[pick.index])
    assert pick.fresh == count_points(play(arm, 1 << 39, pick.fresh.n))
    assert pick.interval[0] <= pick.fresh.mean <= pick.interval[1]
    told = write(report_of(answer), "text", width=120)
    assert 'ORDERS OF "Red"' in told
    assert f"battles:  {answer.choice.battles}" in told
    assert as_dict(answer)["finalists"][0]["worth"]["interval"] == [round(end, 9) for end in pick.interval]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("far", [False, True], ids=["processes", "dask"])
def test_whoever_fights_the_advice_is_the_same(asked: odds.Question, far: bool) -> None:
    from distributed import LocalCluster

    lines = ["Red: plan {press | raid}"]
    enemy = desk.find_owner(asked, "B", "")[1]
    both = [*lines, "Blue: withdraw all: 60%"]
    orders = desk.best_orders(search(asked, battles=500), lines).choice
    mixture = desk.best_mixture(search(asked, battles=500), enemy, both)
    if far:
        local = LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None, protocol="tcp")
        with local:
            address = local.scheduler_address
            assert desk.best_orders(search(asked, battles=500, crew=cluster(address)), lines).choice == orders
            found = desk.best_mixture(search(asked, battles=500, crew=cluster(address)), enemy, both)
    else:
        assert desk.best_orders(search(asked, battles=500, crew=processes(2)), lines).choice == orders
        found = desk.best_mixture(search(asked, battles=500, crew=processes(2)), enemy, both)
    assert (found.fresh, found.battles) == (mixture.fresh, mixture.battles)


def test_the_mixture_is_the_equilibrium_of_the_whole_matrix(asked: odds.Question) -> None:
    """All pairs fought one by one, and the matrix solved at once."""
    lines = ["Red: plan {press | raid}", "Blue: withdraw all: {never | 60%}"]
    found = desk.best_mixture(search(asked, battles=700), desk.find_owner(asked, "B", "")[1], lines)
    assert found.ours[0] == AS_IT_IS
    assert found.theirs == (AS_IT_IS, "Blue: withdraw all: never", "Blue: withdraw all: 60%")
    matrix = [[mean(asked, [ours, theirs], found.each) for theirs in found.theirs] for ours in found.ours]
    whole = solve(np.array(matrix))
    assert found.solution.value == pytest.approx(whole.value)
    assert min(found.solution.rows @ np.array(matrix)) == pytest.approx(whole.value)
    assert found.battles <= 700
    facts = as_dict(found)
    assert sum(facts["ours"].values()) == pytest.approx(1)
    assert facts["fresh"]["interval"][0] <= facts["fresh"]["mean"] <= facts["fresh"]["interval"][1]
    assert "unknown orders" in write(report_of(found), "text")


def mean(asked: odds.Question, lines: Sequence[str], count: int) -> float:
    """What changes bring Red in the mean of the first samples."""
    case = variants(asked, [changed([line for line in lines if line != AS_IT_IS])])[1]
    return count_points(search(asked).arm(case).play(0, count)).mean


def test_the_smallest_force_is_that_of_trying_each(asked: odds.Question) -> None:
    forces = ["3 CA", "1 EC", "2 CA + 1 EC", "1 CA"]
    answer = smallest_force(search(asked, battles=900), forces, 0.5)
    assert [variant.told for variant in answer.variants] == ["1 EC", "1 CA", "2 CA + 1 EC", "3 CA"]
    won = [wins(asked, f"Red: ships {variant.told}") for variant in answer.variants]
    enough = next(n for n, share in enumerate(won) if share > 0.5)
    verdicts = [trial.verdict for trial in answer.trials]
    assert verdicts.index(Verdict.ENOUGH) == enough
    assert set(verdicts[:enough]) <= {Verdict.TOO_SMALL}
    assert set(verdicts[enough + 1 :]) <= {Verdict.UNTRIED}
    assert answer.battles == 64 + sum(trial.battles for trial in answer.trials)
    assert f"The smallest that wins with 50.0 %: {answer.variants[enough].told}." in write(report_of(answer), "text")
    assert as_dict(answer)["forces"][0]["interval"] is not None


def wins(asked: odds.Question, line: str) -> float:
    """How often Red wins the first 160 samples."""
    case = variants(asked, [changed([line])])[1]
    return float((search(asked).arm(case).play(0, 160) == REACH).mean())


def test_a_budget_buys_rows_of_the_users_book(asked: odds.Question) -> None:
    answer = best_force(search(asked, battles=140), read_budget(["cost 180", "years 2"]))
    # SP has no price; two cruisers, or one and two escorts, or four escorts.
    assert {variant.told for variant in answer.variants} == {"2 CA", "4 EC", "2 EC + 1 CA"}
    told = write(report_of(answer), "text")
    assert "forces for cost 180, years 2" in told
    quick = best_force(search(asked, battles=140), read_budget(["$180, years 1"]))
    assert [variant.told for variant in quick.variants] == ["4 EC"]
    carriers = best_force(search(asked, battles=140), read_budget(["di 40", "hangars 4"]))
    assert {variant.told for variant in carriers.variants} == {"2 CA", "2 SP", "1 CA + 1 SP"} - {"2 SP", "1 CA + 1 SP"}


def test_fixed_defences_are_bought_for_a_fixed_objective_alone() -> None:
    base = Hull(code="SB", name="Base", size=Size.OTHER, hp=90, cost=10, speed=0)
    for battle, told in (("mobile", []), ("fixed", ["SB"])):
        assert [hull.code for hull in candidates.buyable({"SB": base}, {"cost": 90}, battle, ())] == told


@pytest.mark.parametrize(
    ("texts", "code"),
    [
        (["cost 0"], "no-budget"),
        (["years 3"], "no-budget"),
        (["cost 900", "years 0"], "no-budget"),
        (["csot 900"], "unknown-budget"),
        (["900"], "unknown-budget"),
        ([""], "unknown-budget"),
    ],
)
def test_a_budget_that_buys_nothing_is_refused(texts: list[str], code: str) -> None:
    with pytest.raises(Refused) as refused:
        read_budget(texts)
    assert refused.value.refusals[0].code == code
    assert refused.value.refusals[0].mend


def test_what_cannot_be_advised_is_refused(asked: odds.Question) -> None:
    cases: list[tuple[Callable[[], object], str]] = [
        (lambda: desk.find_owner(asked, "Rde", "--side"), "unknown-side"),
        (lambda: desk.best_orders(search(asked, battles=66), ["Red: plan {raid | press}"]), "too-few-battles"),
        (lambda: desk.best_orders(search(asked), ["Red: pln {a | b}"]), "unknown-order"),
        (lambda: best_force(search(asked), {"cost": 5}), "nothing-to-buy"),
        (lambda: desk.best_mixture(search(asked), desk.find_owner(asked, "B", "")[1], ["Bleu: x"]), "unknown-change"),
        (lambda: desk.best_mixture(search(asked, battles=500), desk.find_owner(asked, "B", "")[1]), "too-few-battles"),
        (lambda: best_force(search(asked), {"cost": 500}, ["XX"]), "unknown-hull"),
        (lambda: best_force(search(asked), {"di": 90_000}), "too-many-forces"),
        (lambda: smallest_force(search(asked), ["3 ZZ"], 0.5), "unknown-hull"),
    ]
    for call, code in cases:
        with pytest.raises(Refused) as refused:
            call()
        assert code in {refusal.code for refusal in refused.value.refusals}


def test_a_side_of_several_owners_is_asked_for_one() -> None:
    guests = '[[side.owner]]\nname = "Guests"\nships = "1 CA"\n[[side.owner]]\nname = "Hosts"\n'
    scenario = Paper("scenario.toml", SCENARIO.replace('name = "Blue"\n', f'name = "Blue"\n{guests}'))
    asked = odds.question(Papers(scenario, BOOK, ()))
    assert desk.find_owner(asked, "guests", "--side")[1].name == "Guests"
    with pytest.raises(Refused, match="Guests, Hosts") as refused:
        desk.find_owner(asked, "B", "--side")
    assert refused.value.refusals[0].code == "several-owners"


def test_a_battle_without_an_end_is_refused() -> None:
    scenario = Paper("scenario.toml", SCENARIO.replace("rounds = 12\n", "").replace("1 EC\n", ""))
    book = Paper("book.csv", BOOK.text.replace("10,40,", "10,900000,").replace("3x5", "1x1"))
    endless = odds.question(Papers(scenario, book, ()))
    with pytest.raises(Refused) as refused:
        desk.best_orders(search(endless, battles=80), ["Red: plan {press | last-stand}"])
    assert [refusal.code for refusal in refused.value.refusals] == ["never-ends"]
