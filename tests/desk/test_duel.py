"""A duel from papers to a verdict that anybody can verify, saved and taken up again on the way."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults, Refused
from flagplot.desk.battle import Papers, adjudicate, read_papers
from flagplot.desk.duel import Table, open_table
from flagplot.desk.verify import refought, verify

EXAMPLE = Path(__file__).parents[2] / "examples" / "duel"
SECRET = bytes(range(32))


@pytest.fixture
def papers() -> Papers:
    found = read_papers(EXAMPLE / "scenario.toml", [EXAMPLE / "red.txt", EXAMPLE / "blue.txt"], Faults())
    assert found is not None
    return found


def played(table: Table, most: int = 10_000) -> Table:
    """Play on, the last thing on every list each time, else what the orders would."""
    duel = table.duel
    for _ in range(most):
        question = duel.next_decision()
        if question is None:
            break
        answer = question.spell(question.default)
        if hasattr(question.form, "options"):
            answer = question.form.options[-1].id
        duel.choose(answer)
    return table


def test_a_duel_makes_a_report_that_verifies(papers: Papers) -> None:
    verdict = played(open_table(papers, SECRET)).verdict()
    report = verdict.write()
    assert "digest of the answers" in report
    found = verify(report, "report.txt")
    assert found.holds
    assert found.dice > 0
    assert refought(verdict.write("json"), "report.json").result_digest == verdict.result_digest


def test_a_changed_answer_is_found_out(papers: Papers) -> None:
    verdict = played(open_table(papers, SECRET)).verdict()
    assert verdict.papers.answers is not None
    text = verdict.papers.answers.text
    assert ": leave" in text
    other = replace(verdict.papers, answers=Paper("answers.txt", text.replace(": leave", ": stay", 1)))
    with pytest.raises(Refused):
        # Another battle comes of it, in which the later answers have no place.
        adjudicate(other, SECRET)


def test_the_defaults_fight_the_battle_of_the_orders(papers: Papers) -> None:
    table = open_table(papers, SECRET, by_orders=("Red", "blue"))
    assert table.duel.next_decision() is None
    duel, battle = table.verdict(), adjudicate(papers, SECRET)
    assert duel.encounter.events == battle.encounter.events
    assert duel.result_digest == battle.result_digest


@pytest.mark.parametrize("answers", [0, 1, 5, 8])
def test_a_saved_duel_goes_on_as_if_it_had_never_stopped(papers: Papers, answers: int) -> None:
    whole = played(open_table(papers, SECRET))
    saved = played(open_table(papers, SECRET), answers).record()
    resumed = open_table(replace(papers, answers=saved), SECRET)
    assert len(resumed.duel.answers) == answers
    assert played(resumed).verdict().write() == whole.verdict().write()


def test_the_mass_form_is_refused_with_what_to_write(papers: Papers) -> None:
    text = papers.scenario.text.replace('form = "small"\n', "")
    with pytest.raises(Refused) as caught:
        open_table(replace(papers, scenario=Paper("scenario.toml", text)), by_orders=("Rod",))
    assert [refusal.code for refusal in caught.value.refusals] == ["not-small", "unknown-side"]
    assert 'form = "small"' in caught.value.refusals[0].mend
    assert caught.value.refusals[1].mend == "Did you mean 'Red'?"


def test_a_bad_record_opens_no_table(papers: Papers) -> None:
    with pytest.raises(Refused) as caught:
        open_table(replace(papers, answers=Paper("answers.txt", "R1 launch-fighters blue: 99 TL5\n")), SECRET)
    (refusal, *_) = caught.value.refusals
    assert (refusal.code, refusal.where, refusal.gap) == ("too-many", "answers.txt, line 1", "93 too many")


def test_the_board_tells_every_ship(papers: Papers) -> None:
    board = open_table(papers).board()
    assert [(side, name) for side, name, _ in board] == [
        ("Red", "Kestrel"),
        ("Red", "Wasp"),
        ("Blue", "Raven"),
        ("Blue", "Otter"),
    ]
    for _, _, told in board:
        hp, full = told.partition(" HP")[0].split(" of ")
        assert hp == full


def test_a_program_gets_the_decision_and_all_that_happened(papers: Papers) -> None:
    told = open_table(papers).as_dict()
    assert told["battle"] == "Duel off the Lantern"
    assert told["decision"]["key"] == "R1 launch-fighters blue"
    assert told["answers"] == []
    assert [event["kind"] for event in told["events"]] == ["initiative"]
