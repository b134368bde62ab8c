"""Odds, sweeps, advice and luck for battles of one hex: exact against sampled, and by the same doors as all others."""

from __future__ import annotations

import pickle
from dataclasses import replace
from math import sqrt

import numpy as np
import pytest
from tests.fe.papers.kit import HEAD, post

from flagplot.core.papers import Paper
from flagplot.core.refusal import Refused
from flagplot.desk import odds as desk
from flagplot.desk.advice import Search, best_mixture, best_orders, candidates_of, find_owner
from flagplot.desk.advice_report import report_of
from flagplot.desk.battle import Papers, adjudicate
from flagplot.desk.duel import open_table
from flagplot.desk.duel_odds import question_of_duel
from flagplot.desk.force_advice import smallest_force
from flagplot.desk.luck import luck, refuse_twice
from flagplot.desk.odds import exact, question, sample
from flagplot.desk.sweep import sweep
from flagplot.desk.what_if import grid_of, variants
from flagplot.engine.battle import DRAW, Fate
from flagplot.fe.combat.charts.intensity import HIGHEST, LOWEST
from flagplot.formats.writers import write
from flagplot.odds.crew import alone, threads
from flagplot.odds.points import MARGIN
from flagplot.odds.sampling import Target

PLAIN = ["directed none", "losses craft, cripple, destroy", "pursue no", "leave-out none", "withdraw none"]


def side(empire: str, units: str, *, phasing: bool = False) -> str:
    return f'\n[[side]]\nempire = "{empire}"\nunits = "{units}"\n' + ("phasing = true\n" if phasing else "")


def papers_of(lyran: str = "4xCA", kzinti: str = "3xBC FF", *more: str) -> Papers:
    scenario = HEAD + side("lyran", lyran, phasing=True) + side("kzinti", kzinti)
    orders = (
        post("Lyran", ["intensity 3", "retreat-below 1/2", *PLAIN, *more]),
        post("Kzinti", ["intensity 2", "retreat-below 1/3", *PLAIN]),
    )
    return Papers(Paper("battle.toml", scenario), None, tuple(Paper(f"{n}.txt", text) for n, text in enumerate(orders)))


@pytest.fixture(scope="module")
def asked() -> desk.Question:
    return question(papers_of())


def test_the_exact_answer_is_what_samples_come_to(asked: desk.Question) -> None:
    """Every column of the rows, each mean within five standard errors."""
    chances = asked.battle.chances()
    assert chances is not None
    assert chances.weights.sum() == pytest.approx(1)
    n = 250
    rows = asked.battle.rows(0, n)
    for column in range(asked.form.width):
        mean = float((chances.rows[:, column] * chances.weights).sum())
        spread = float((chances.rows[:, column] ** 2 * chances.weights).sum()) - mean**2
        assert abs(rows[:, column].mean() - mean) <= 5 * sqrt(max(spread, 0) / n) + 1e-9, column


def test_the_rows_of_a_sample_are_those_of_its_story(asked: desk.Question) -> None:
    row, form = asked.battle.rows(5, 1)[0], asked.form
    told = write(asked.battle.narrate(5), "text")
    assert told.count("destroyed") >= (row[form.fates : form.losses] == Fate.LOST).sum()
    assert "WHAT IF" in told
    if row[form.RESULT] != DRAW:
        assert f"{form.sides[row[form.RESULT]]} holds 1202" in told


def test_rows_are_the_same_at_each_call_and_from_another_process(asked: desk.Question) -> None:
    recipe = pickle.loads(pickle.dumps(asked.recipe))
    assert recipe == asked.recipe
    assert np.array_equal(recipe.open().rows(3, 4), asked.battle.rows(3, 4))
    assert np.array_equal(asked.battle.rows(3, 4), asked.battle.rows(3, 4))
    assert asked.battle.rows(3, 0).shape == (0, asked.form.width)


def test_losses_are_told_in_factors_units_and_what_they_cost(asked: desk.Question) -> None:
    assert asked.form.currencies == ("factors", "units", "EP")
    assert [unit.values for unit in asked.form.units][-2:] == [(8, 1, 8), (4, 1, 3)]
    assert asked.form.tokens == ("crippled",)
    carriers = question(papers_of("4xCA", "CV 3xBC")).form
    assert carriers.tokens == ("crippled", "fighters")
    assert carriers.counts == ((4, 4), (0, 6))


def test_it_is_exact_where_the_chain_holds_else_sampled_and_says_so(asked: desk.Question) -> None:
    answer = exact(asked)
    assert answer is not None
    assert "exact" in write(answer.report(), "text")
    pursued = question(papers_of("4xCA", "3xBC FF", "salt x"))
    assert exact(pursued) is not None
    papers = papers_of()
    hunted = Papers(
        papers.scenario, None, tuple(Paper(p.name, p.text.replace("pursue no", "pursue yes")) for p in papers.orders)
    )
    assert exact(question(hunted)) is None
    assert sample(question(hunted), Target(samples=8), alone()).tally.n == 8


def test_what_nothing_tells_is_refused_with_its_rule() -> None:
    papers = papers_of()
    silent = Papers(
        papers.scenario, None, tuple(Paper(p.name, p.text.replace("directed none\n", "")) for p in papers.orders)
    )
    with pytest.raises(Refused) as caught:
        sample(question(silent), Target(samples=8), alone())
    (refusal,) = caught.value.refusals
    assert refusal.code == "left-to-players"
    assert "5-5B" in refusal.message
    assert str(refusal.citation) == "fe 302.5"


def test_a_battle_that_nobody_leaves_is_refused_with_a_mend_of_its_own() -> None:
    papers = papers_of()
    told = [
        p.text.replace("retreat-below 1/2", "retreat-after 100").replace("retreat-below 1/3", "retreat-after 100")
        for p in papers.orders
    ]
    mend = question(papers).oracle.NEVER_ENDS
    assert "retreat-after" in mend
    assert question(Papers(papers.scenario, None, tuple(Paper("o", text) for text in told))).form.endless == 5


def test_odds_go_on_from_where_a_duel_stands(asked: desk.Question) -> None:
    """Behind the first round its dice stay as they fell; the rest differs from sample to sample."""
    papers = papers_of()
    table = open_table(papers)
    while not any(event.round == 2 for event in table.duel.events()):
        at_hand = table.duel.next_decision()
        assert at_hand is not None
        table.duel.choose(at_hand.spell(at_hand.default))
    played = replace(papers, answers=table.record())
    from_here = question_of_duel(played)
    assert from_here.job != asked.job
    first = [event.text for event in table.duel.events() if event.round == 1]
    second = set()
    for number in range(6):
        fought = from_here.recipe.open().fought(number)  # type: ignore[attr-defined]
        assert [event.text for event in fought.events if event.round == 1] == first
        second.add(tuple(event.text for event in fought.events if event.round > 1))
    assert len(second) > 3
    assert exact(from_here) is None
    again = pickle.loads(pickle.dumps(from_here.recipe))
    assert np.array_equal(again.open().rows(0, 3), from_here.battle.rows(0, 3))


def test_a_sweep_varies_orders_forces_readings_and_settings(asked: desk.Question) -> None:
    cases = variants(asked, grid_of(["Lyran: intensity {1 | 4}"]))
    assert [case.told for case in cases] == ["as it is", "Lyran: intensity 1", "Lyran: intensity 4"]
    given = [case.question.recipe.docket.setup.sides[0].instructions.intensity for case in cases]
    assert given == [(3,), (1,), (4,)]
    answer = sweep(cases, 0, Target(samples=8), threads(1))
    assert "Lyran: intensity 4" in write(answer.report(), "text")
    (_, fewer, priced, read) = variants(
        asked, grid_of(["{Kzinti: units 2xBC | setting formation-price 2 | reading damage-rounding down}"])
    )
    assert [each.id for each in fewer.question.recipe.docket.setup.sides[1].units] == ["kzinti-bc-1", "kzinti-bc-2"]
    assert priced.question.recipe.docket.setup.settings.formation_price == 2
    assert read.question.recipe.docket.setup.options["damage-rounding"] == "down"


def test_a_change_that_means_nothing_is_refused(asked: desk.Question) -> None:
    for line, code in [
        ("Lyran: intensty 3", "unknown-order"),
        ("Gorn: intensity 3", "unknown-change"),
        ("x", "unknown-change"),
    ]:
        with pytest.raises(Refused) as caught:
            variants(asked, grid_of([line]))
        assert [refusal.code for refusal in caught.value.refusals] == [code]


def search(asked: desk.Question, battles: int) -> Search:
    number, owner = find_owner(asked, "Kzinti", "--side")
    assert (number, owner.name) == (1, "Kzinti")
    return Search(asked=asked, owner=owner, side=number, aim=MARGIN, battles=battles, crew=threads(1))


def test_advice_tries_intensities_aims_losses_and_retreats(asked: desk.Question) -> None:
    found = list(candidates_of(search(asked, 100)))
    given = [variant.question.recipe.docket.setup.sides[1].instructions for variant in found]
    assert {each.intensity for each in given} == {(n,) for n in range(LOWEST, HIGHEST + 1)}
    assert {each.directed[0] for each in given} >= {"none", "lyran-ca-1 kill", "lyran-ca-1 cripple"}
    assert len({each.losses for each in given}) == 3  # as it is, and two others
    assert len({each.retreat_below for each in given}) == 3
    assert {each.retreat_after for each in given} == {None}


def test_the_best_of_some_orders_comes_with_orders_to_send(asked: desk.Question) -> None:
    advice = best_orders(search(asked, 120), ["Kzinti: retreat-below {1/4 | 3/4}"])
    told = write(report_of(advice), "text")
    assert "ORDERS OF" in told
    assert "share of factors killed" in told


def test_orders_against_orders_that_are_chosen_at_the_same_time(asked: desk.Question) -> None:
    pytest.importorskip("highspy")
    enemy = find_owner(asked, "Lyran", "--against")[1]
    varied = ["Kzinti: intensity {1 | 4}", "Lyran: intensity {1 | 4}"]
    mixture = best_mixture(search(asked, 400), enemy, varied)
    assert sum(mixture.solution.rows) == pytest.approx(1)


def test_the_smallest_force_that_wins(asked: desk.Question) -> None:
    found = smallest_force(search(asked, 60), ["2xBC", "6xBC"], 0.5)
    assert [variant.told for variant in found.variants] == ["2xBC", "6xBC"]


def test_luck_tells_damage_against_the_same_numbers() -> None:
    verdict = adjudicate(papers_of(), bytes(32))
    fortune = luck([verdict])
    assert [(whole.side, whole.how) for whole in fortune.wholes] == [("Lyran", "exact"), ("Kzinti", "exact")]
    scored = {stroke.side: stroke for stroke in fortune.phases}
    for number, name in enumerate(("Lyran", "Kzinti")):
        dealt = [
            event for event in verdict.encounter.events if event.kind == "damage" and event.facts["side"] == number
        ]
        assert scored[name].rolled == sum(int(event.facts["points"]) for event in dealt)
        assert scored[name].dice == len(dealt)
        worse, no_better = scored[name].worse
        assert 0 <= worse <= no_better <= 1 + 1e-9
    assert "factors_lost" in fortune.as_dict()["battles"][0]


def test_luck_of_one_die_is_counted_by_hand() -> None:
    """4xCA: 32 factors at row 5 and no shift: results 6 to 11 are 22.5 % to 35 %, so 7, 8, 9, 10, 10 and 11 points."""
    papers = papers_of()
    scenario = papers.scenario.text
    orders = tuple(
        Paper(
            p.name,
            p.text.replace("retreat-below 1/2", "retreat-after 1").replace("retreat-below 1/3", "retreat-after 9"),
        )
        for p in papers.orders
    )
    verdict = adjudicate(Papers(Paper("b", scenario), None, orders), bytes(32))
    variable = next(e.facts["adds"] for e in verdict.encounter.events if e.kind == "variable-intensity")
    points = [round((10 + 2.5 * (5 + int(variable) + face - 1)) * 32 / 100 + 1e-9) for face in range(1, 7)]
    (stroke,) = (each for each in luck([verdict]).phases if each.side == "Lyran")
    assert float(stroke.expected) == pytest.approx(sum(points) / 6)


def test_battles_of_different_kinds_are_not_added_up() -> None:
    from flagplot.core.refusal import Faults
    from flagplot.desk.demo import demo

    faults = Faults()
    refuse_twice([("hex.txt", adjudicate(papers_of(), bytes(32))), ("fleets.txt", demo())], faults)
    assert [refusal.code for refusal in faults.found] == ["other-kind"]
