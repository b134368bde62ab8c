"""What-ifs: the same dice in each case, differences sample by sample, and what cannot be compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from flagplot.core.papers import Paper
from flagplot.core.refusal import Refused
from flagplot.desk import odds
from flagplot.desk import sweep as desk
from flagplot.desk.battle import Papers
from flagplot.desk.what_if import AS_IT_IS, changed, grid_of, variants, with_orders_of
from flagplot.formats.writers import write
from flagplot.odds.crew import alone, processes, threads
from flagplot.odds.points import AIMS, MARGIN, REACH, count_points
from flagplot.odds.sampling import Target

N = 96


@pytest.fixture(scope="module")
def asked(papers: Papers) -> odds.Question:
    return odds.question(papers, seed=7)


@pytest.fixture(scope="module")
def answer(asked: odds.Question) -> desk.Sweep:
    cases = variants(asked, grid_of(["Red: plan {press | raid}", "Red: withdraw escort: {25% | never}"]))
    return desk.sweep(cases, 0, Target(samples=N), alone())


def test_each_case_has_the_tally_that_odds_would_have(answer: desk.Sweep) -> None:
    assert [each.told for each in answer.counted] == [
        AS_IT_IS,
        "Red: plan press; Red: withdraw escort: 25%",
        "Red: plan press; Red: withdraw escort: never",
        "Red: plan raid; Red: withdraw escort: 25%",
        "Red: plan raid; Red: withdraw escort: never",
    ]
    for variant, each in zip(answer.variants, answer.counted, strict=True):
        assert each.tally == odds.sample(variant.question, Target(samples=N), alone()).tally


def test_the_same_orders_in_other_words_differ_in_no_sample(answer: desk.Sweep) -> None:
    """Red orders just that already."""
    same = answer.counted[1]
    assert (same.wins.squares, same.margin.squares) == (0, 0)
    assert same.tally == answer.counted[0].tally


def test_differences_are_those_of_the_same_samples(answer: desk.Sweep) -> None:
    base, other = (answer.variants[n].question.battle for n in (0, 3))
    rows = [battle.rows(0, N) for battle in (base, other)]
    won = [REACH * (each[:, 0] == 0) for each in rows]
    margin = [AIMS[MARGIN](battle.form, each, 0) for battle, each in zip((base, other), rows, strict=True)]
    assert answer.counted[3].wins == count_points(won[1] - won[0])
    assert answer.counted[3].margin == count_points(margin[1] - margin[0])


def test_common_dice_tell_a_small_difference_from_fewer_battles(answer: desk.Sweep) -> None:
    """The interval of a paired difference is narrower than that of two means that know nothing of each other."""
    base, other = (answer.variants[n].question.battle for n in (0, 2))
    points = [count_points(AIMS[MARGIN](battle.form, battle.rows(0, N), 0)) for battle in (base, other)]
    alone_each = sum(each.squares - each.total**2 / each.n for each in points)
    paired = answer.counted[2].margin
    assert paired.squares - paired.total**2 / paired.n < alone_each


def test_threads_count_the_same(answer: desk.Sweep) -> None:
    again = desk.sweep(answer.variants, 0, Target(samples=N), threads(2))
    assert again.counted == answer.counted


@pytest.mark.slow
def test_processes_count_the_same(answer: desk.Sweep) -> None:
    again = desk.sweep(answer.variants[:2], 0, Target(samples=N), processes(2))
    assert again.counted == answer.counted[:2]


def test_forces_readings_and_rulings_are_compared_too(asked: odds.Question) -> None:
    lines = [
        ["Red: ships 1 CA Hood + 2 EC"],
        ["reading flanked-answer partner-only"],  # the default
        ["ruling modifier hit +2: Blue because luck"],
        ["Red: fighters 6 TL5", "Red: tl 4"],
    ]
    cases = variants(asked, map(changed, lines))
    answer = desk.sweep(cases, 1, Target(samples=64), alone())
    assert [each.tally.n for each in answer.counted] == [64] * 5
    assert answer.counted[2].wins.squares == 0
    assert any(each.margin.squares for each in answer.counted)


def test_two_plans_are_compared_by_their_files(asked: odds.Question) -> None:
    other = Paper("careful.txt", "ORDERS OF Red\nplan raid\nEND OF ORDERS\n")
    cases = variants(asked, [with_orders_of(other)])
    assert cases[1].told == "with careful.txt"
    standings = cases[1].question.recipe.docket.standings
    assert standings["red"].lines == ("plan raid",)
    assert standings["blue"].lines == ("plan defend",)


def test_it_stops_once_every_difference_is_known_well_enough(answer: desk.Sweep) -> None:
    short = desk.sweep(answer.variants[:2], 0, Target(half_width=0.05), alone())
    assert short.counted[0].tally.n == 64
    low, high = short.counted[1].wins.interval()
    assert (high - low) / 2 <= 0.05


def test_ctrl_c_ends_it_with_what_there_is(answer: desk.Sweep) -> None:
    def stop(told: str) -> None:
        raise KeyboardInterrupt

    stopped = desk.sweep(answer.variants[:2], 0, Target(samples=1000), alone(), watch=stop)
    assert stopped.stopped
    assert stopped.counted[0].tally.n == 64
    assert stopped.report().banner == (odds.STOPPED,)


def test_the_report_and_the_numbers(answer: desk.Sweep) -> None:
    told = write(answer.report(), "text", width=120)
    assert "Red: plan raid; Red: withdraw escort: never" in told
    facts = answer.as_dict()
    assert [case["case"] for case in facts["cases"]] == [each.told for each in answer.counted]
    assert facts["cases"][0]["against_the_first"]["wins"]["difference"] == 0
    chart = answer.chart()
    assert [row["name"] for row in chart["data"]["values"]] == [each.told for each in answer.counted]


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("Red: withdrew escort: {25% | 50%}", {"unknown-order"}),
        ("Green: plan {press | raid}", {"unknown-change"}),
        ("Red: plan {press | riad}", {"unknown-plan"}),
        ("Red: ships {3 ZZ | 1 CA}", {"unknown-hull"}),
        ("reading flanked-answers {a | b}", {"unknown-reading"}),
        ("ruling modifer hit {+1 | +2}: Red because luck", {"misspelt-verb"}),
        ("Red: plan {press | raid", {"odd-braces"}),
    ],
)
def test_what_cannot_be_compared_is_refused_with_the_nearest(asked: odds.Question, line: str, codes: set[str]) -> None:
    with pytest.raises(Refused) as refused:
        variants(asked, grid_of([line]))
    assert codes <= {refusal.code for refusal in refused.value.refusals}
    assert all(refusal.mend for refusal in refused.value.refusals if refusal.code in codes)


def test_a_battle_without_an_end_is_refused(edited: Callable[..., Papers]) -> None:
    papers = edited({"rounds = 2\n": "", "1 CA Hood\n1 EC": "1 CA Hood", 'fighters = "2 TL5"': ""})
    assert papers.book is not None
    book = Paper(papers.book.name, papers.book.text.replace("10,40,2,3x5", "10,900000,2,1x1"))
    endless = replace(papers, book=book, orders=())
    with pytest.raises(Refused) as refused:
        desk.sweep(variants(odds.question(endless), ()), 0, Target(samples=64), alone())
    assert [refusal.code for refusal in refused.value.refusals] == ["never-ends"]
