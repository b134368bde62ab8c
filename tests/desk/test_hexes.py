"""Battles of one hex through the doors of the desk: fought, verified, explained, corrected, checked, played."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from time import process_time

import pytest
from tests.fe.papers.accept import papers as kept_papers
from tests.fe.papers.accept import renewed
from tests.fe.papers.kit import HEAD, KZINTI, LYRAN, post

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults, Refused
from flagplot.desk import replay
from flagplot.desk.battle import Papers, Verdict, adjudicate, correct, read_papers
from flagplot.desk.check import check_battle, check_orders, receipt_report
from flagplot.desk.demo import demo
from flagplot.desk.duel import open_table
from flagplot.desk.explain import explanation, find_event
from flagplot.desk.verify import verify
from flagplot.formats.writers import write

SECRET = bytes(range(32))
LYRAN_ORDERS = post(
    "Lyran",
    [
        "intensity 4",
        "directed eff-1 kill, bc-1 cripple, none",
        "losses dd-1, dd-2, cripple, destroy",
        "leave-out none",
        "offer-approach no",
        "stay-at-base yes",
        "retreat-after 10",
        "pursue no",
        "otherwise first",
        "salt one",
    ],
)
KZINTI_ORDERS = post(
    "Kzinti",
    [
        "intensity 1, 2",
        "ew 2",
        "directed none",
        "losses craft, step, cripple, destroy",
        "leave-out none",
        "withdraw none",
        "accept-approach no",
        "retreat-after 11",
        "pursue no",
        "otherwise first",
        "salt two",
    ],
)
GROUPED = KZINTI + 'groups = { cvl-1 = "eff-1, eff-2" }\nwarfare = { sc-1 = 3 }\n'
HOW = "settings have changed: python -m tests.fe.papers.accept"


def papers_of(scenario: str = HEAD + LYRAN + GROUPED, *orders: str) -> Papers:
    posts = orders or (LYRAN_ORDERS, KZINTI_ORDERS)
    return Papers(Paper("battle.toml", scenario), None, tuple(Paper(f"{n}.txt", text) for n, text in enumerate(posts)))


@pytest.fixture(scope="module")
def verdict() -> Verdict:
    return adjudicate(papers_of(), SECRET)


def refusals(papers: Papers) -> list[str]:
    with pytest.raises(Refused) as caught:
        adjudicate(papers, SECRET)
    return [f"{refusal.where}: {refusal.code}" for refusal in caught.value.refusals]


def test_papers_that_are_kept_accept_the_settings_as_they_stand() -> None:
    assert [path.name for path in kept_papers() if renewed(path) != path.read_text(encoding="utf-8")] == [], HOW


def test_a_report_has_every_part_and_says_that_its_figures_are_invented(verdict: Verdict) -> None:
    text = verdict.write()
    parts = ["Verdict", "Instructions", "Forces", "Round 1", "Readings used", "Settings accepted", "Dice", "Seals"]
    places = [text.index(f"\n{part}\n") for part in [*parts, "Machine block"]]
    assert all(before < after for before, after in pairwise(places))
    assert "INVENTED FIGURES" in text[: places[0]]
    assert "NOT OVER" not in text
    (opening, course) = verdict.report().story
    assert opening.startswith("Lyran with 6 units (5.0 ship equivalents) attacks Kzinti with 7 units (7.5 ship")
    assert course.endswith(verdict.headline)
    assert verdict.headline in text


@pytest.mark.parametrize("form", ["text", "markdown", "html", "json", "phpbb", "discord"])
def test_it_is_fought_again_from_its_report_in_every_format(verdict: Verdict, form: str) -> None:
    found = verify(verdict.write(form), "report")  # type: ignore[arg-type]
    assert found.holds
    assert found.dice == sum(cast.draw.n for _, cast, _, _ in verdict.encounter.casts()) > 2


def test_a_report_that_was_tampered_with_does_not_hold(verdict: Verdict) -> None:
    assert not verify(verdict.write().replace("lyran-ca-1", "lyran-ca-2", 1), "report").holds


def test_a_table_of_ones_own_is_read_beside_the_scenario(tmp_path: Path) -> None:
    (tmp_path / "own.csv").write_text("designator,empire,attack,defence\nZZ,lyran,9,9\nCA,kzinti,1,1\n", "utf-8")
    sides = '\n[[side]]\nempire = "lyran"\nphasing = true\nunits = "ZZ"\n[[side]]\nempire = "kzinti"\nunits = "CA"\n'
    (tmp_path / "battle.toml").write_text(HEAD.replace('"demo"', '"own.csv"') + sides, encoding="utf-8")
    faults = Faults()
    papers = read_papers(tmp_path / "battle.toml", [], faults)
    assert papers is not None
    assert papers.book is not None
    told = adjudicate(papers, SECRET)
    assert "INVENTED" not in told.write()
    assert "lyran-zz-1" in told.write()
    (tmp_path / "own.csv").unlink()
    assert read_papers(tmp_path / "battle.toml", [], faults) is None
    assert [refusal.code for refusal in faults.found] == ["missing-file"]


def test_what_nobody_has_laid_down_is_waited_for_and_can_be_answered_in_the_scenario() -> None:
    silent = LYRAN_ORDERS.replace("stay-at-base yes\n", "").replace("otherwise first", "otherwise ask")
    waiting = adjudicate(papers_of(HEAD + LYRAN + GROUPED, silent, KZINTI_ORDERS), SECRET)
    assert "R1/5-2B1/0" in waiting.headline
    text = waiting.write()
    assert "NOT OVER" in text
    assert "R1/5-2B1/0: yes" in text
    assert verify(text, "report").holds
    assert json.loads(waiting.write("json"))["decision"]["key"] == "R1/5-2B1/0"
    answered = HEAD.replace("\n[settings]", '\nanswers = "R1/5-2B1/0: yes"\n[settings]') + LYRAN + GROUPED
    assert "R2/5-2B1/0" in adjudicate(papers_of(answered, silent, KZINTI_ORDERS), SECRET).headline


def test_a_side_may_want_what_is_offered_first_wherever_it_lays_nothing_down() -> None:
    few = post("Lyran", ["otherwise first", "retreat-after 2"])
    told = adjudicate(papers_of(HEAD + LYRAN + GROUPED, few, KZINTI_ORDERS), SECRET)
    assert "waits" not in told.headline
    assert told.docket.first == {0, 1}  # type: ignore[attr-defined]
    asked = adjudicate(papers_of(HEAD + LYRAN + GROUPED, few.replace("first", "ask"), KZINTI_ORDERS), SECRET)
    assert "Lyran has to decide" in asked.headline


def test_answers_that_are_illegal_or_never_asked_are_refused() -> None:
    wrong = HEAD.replace("\n[settings]", '\nanswers = """R1/5-3X2/0: 7\nR9/5-3X2/0: 3"""\n[settings]') + LYRAN + GROUPED
    told = refusals(papers_of(wrong))
    assert told[0] == "battle.toml:6, answers, line 1: wrong-intensity"
    assert told[1] == "battle.toml:6, answers, line 2: not-asked"
    twice = HEAD.replace("\n[settings]", '\nanswers = """R1/5-3X2/0: 3\nR1/5-3X2/0: 3"""\n[settings]') + LYRAN + GROUPED
    assert refusals(papers_of(twice)) == ["battle.toml:6, answers: named-twice"]


def test_a_correction_keeps_the_dice_and_tells_what_changed(verdict: Verdict) -> None:
    again = correct(papers_of(HEAD + LYRAN + GROUPED, LYRAN_ORDERS.replace("4", "1"), KZINTI_ORDERS), verdict)
    text = again.write()
    assert "taken out: Lyran: intensity 4" in text
    assert "the first difference" in text.casefold()
    assert verify(text, "report").holds
    assert again.origin == verdict.origin


def test_a_hex_and_a_battle_of_fleets_do_not_correct_each_other(verdict: Verdict) -> None:
    fleets = demo()
    with pytest.raises(Refused) as caught:
        correct(fleets.papers, verdict)
    assert [refusal.code for refusal in caught.value.refusals] == ["other-kind"]


def test_every_event_can_be_explained(verdict: Verdict) -> None:
    text = verdict.write()
    damage = next(event for event in verdict.encounter.events if event.kind == "damage")
    told = write(explanation(*find_event(text, "report", damage.seq)), "text")
    assert "percentage" in told
    assert "H08" in told
    assert "What was added up" in told
    assert "variable intensity [304.3]" in told
    for event in verdict.encounter.events:
        explanation(verdict, event)


def test_it_is_replayed_round_by_round(verdict: Verdict) -> None:
    scenes = replay.scenes(verdict, "report")
    assert [scene.round for scene in scenes] == list(range(1, len(scenes) + 1))
    told = write(replay.replay(verdict, scenes, dice=True), "text")
    assert "Round 1" in told
    with pytest.raises(Refused):
        replay.scenes(verdict, "report", engagement=2)


def test_check_gives_receipts_with_what_is_left_open() -> None:
    receipts = check_battle(papers_of(), Faults())
    assert [receipt.as_dict()["owner"] for receipt in receipts] == ["Lyran", "Kzinti"]
    assert "flagship" in receipts[0].as_dict()["open"]
    assert "kzinti-cvl-1" in write(receipt_report(receipts), "text")


def test_a_player_checks_his_orders_alone() -> None:
    (receipt,) = check_orders([Paper("mine.txt", LYRAN_ORDERS)], None, None, Faults())
    assert receipt.as_dict()["kind"] == "hex orders"
    assert "directed eff-1 kill, bc-1 cripple, none" in receipt.as_dict()["orders"]


def played(papers: Papers) -> Iterator[str]:
    """The answers of a duel in which both sides take what they are offered first."""
    table = open_table(papers, SECRET)
    while (question := table.duel.next_decision()) is not None:
        table.duel.choose(question.spell(question.default))
        yield question.key


def test_a_duel_by_the_instructions_is_the_battle_itself(verdict: Verdict) -> None:
    table = open_table(papers_of(), SECRET, by_orders=["Lyran", "Kzinti"])
    assert table.duel.next_decision() is None
    assert table.verdict().encounter.events == verdict.encounter.events
    assert verify(table.verdict().write(), "report").holds


def test_a_duel_is_saved_at_every_decision_and_goes_on_from_there() -> None:
    assert len(list(played(papers_of()))) > 10
    table = open_table(papers_of(), SECRET)
    for _ in range(5):
        question = table.duel.next_decision()
        assert question is not None
        table.duel.choose(question.spell(question.default))
    again = open_table(replace(papers_of(), answers=table.record()), SECRET)
    assert again.duel.events() == table.duel.events()
    assert again.duel.next_decision() == table.duel.next_decision() or again.as_dict() == table.as_dict()


def test_an_answer_is_taken_back_until_dice_fall() -> None:
    table = open_table(papers_of(), SECRET)
    first = table.duel.next_decision()
    assert first is not None
    table.duel.choose(first.spell(first.default))
    assert table.duel.undo().key == first.key
    assert table.duel.next_decision() is not None
    while not any(event.casts for event in table.duel.events()):
        question = table.duel.next_decision()
        assert question is not None
        table.duel.choose(question.spell(question.default))
    with pytest.raises(Refused) as caught:
        table.duel.undo()
    assert [refusal.code for refusal in caught.value.refusals] == ["already-rolled"]


def test_the_board_tells_every_unit() -> None:
    board = open_table(papers_of()).board()
    assert ("Kzinti", "kzinti-cvl-1", "whole, 4 fighters") in board
    assert ("Lyran", "lyran-dd-1", "crippled") in board


def test_a_bad_record_is_told_with_its_line() -> None:
    with pytest.raises(Refused) as caught:
        open_table(replace(papers_of(), answers=Paper("answers.txt", "# mine\nR1/5-9Z/0: yes\n")), SECRET)
    (refusal,) = caught.value.refusals
    assert (refusal.code, refusal.where) == ("other-decision", "answers.txt, line 2")


def test_the_demonstration_is_fought_to_its_end_and_holds() -> None:
    told = demo("fe")
    assert told.origin.secret is not None
    assert "waits" not in told.headline
    assert verify(told.write(), "demo").holds


def test_ten_rounds_with_the_full_report_take_no_two_seconds() -> None:
    many = HEAD + LYRAN.replace("4xCA 2xDD-", "40xCA") + GROUPED.replace("CVL", "40xBC CVL")
    start = process_time()
    fought = adjudicate(papers_of(many, LYRAN_ORDERS.replace("dd-1, dd-2, ", ""), KZINTI_ORDERS), SECRET)
    text = fought.write()
    assert process_time() - start < 2
    assert "\nRound 10\n" in text
