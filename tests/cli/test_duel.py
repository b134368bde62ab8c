"""``flagplot duel`` at the keyboard."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from flagplot.cli.main import main

EXAMPLE = Path(__file__).parents[2] / "examples" / "duel"
PAPERS = [
    "duel",
    str(EXAMPLE / "scenario.toml"),
    "--orders",
    str(EXAMPLE / "red.txt"),
    "--orders",
    str(EXAMPLE / "blue.txt"),
]


def typed(lines: list[str], *options: str) -> Result:
    return CliRunner().invoke(main, [*PAPERS, *options], input="".join(f"{line}\n" for line in lines))


def test_questions_list_what_may_be_answered_with_its_rule() -> None:
    shown = typed([])
    assert shown.exit_code == 0
    assert "R1 launch-fighters blue: Blue: how many fighters to launch  [launch-fighters]" in shown.output
    assert "0-6 TL5" in shown.output
    assert "Not over: next is R1 launch-fighters blue." in shown.output


def test_a_number_of_the_list_will_do(tmp_path: Path) -> None:
    record = tmp_path / "answers.txt"
    typed(["", "2"], "--answers", str(record))
    assert record.read_text(encoding="utf-8").splitlines()[1:] == [
        "R1 launch-fighters blue: 6 blue/tl5",
        "R1 pair-off red 1 ship: red/wasp",
    ]


def test_a_refused_answer_is_asked_again() -> None:
    shown = typed(["7 TL5", "6 TL5"])
    assert "gap:  1 too many" in shown.output
    assert "rule: fta3 launch-fighters" in shown.output
    assert "R1 pair-off red 1 ship" in shown.output


def test_taking_back_help_and_board(tmp_path: Path) -> None:
    record = tmp_path / "answers.txt"
    shown = typed(["", "1", "/undo", "/board", "/help", "/quit"], "--answers", str(record))
    assert "Taken back: R1 pair-off red 1 ship: red/kestrel" in shown.output
    assert "Red: Kestrel  161 of 161 HP" in shown.output
    assert "/undo   take the last answer back" in shown.output
    assert len(record.read_text(encoding="utf-8").splitlines()) == 2


def test_what_dice_have_answered_stays() -> None:
    shown = typed(["", "/undo", "/quit"])
    assert "dice have fallen since 'R1 launch-fighters blue' was answered" in shown.output


def test_it_is_taken_up_where_it_was_left(tmp_path: Path) -> None:
    record = str(tmp_path / "answers.txt")
    typed(["", "1"], "--answers", record)
    shown = typed([], "--answers", record)
    assert "R1 pair-off red 1 enemy" in shown.output
    assert "launch-fighters blue: Blue: how many" not in shown.output


def test_a_duel_that_is_over_prints_its_report(tmp_path: Path) -> None:
    report = tmp_path / "report.txt"
    shown = typed([], "--by-orders", "Red", "--by-orders", "Blue", "--out", str(report))
    assert shown.exit_code == 0, shown.output
    again = CliRunner().invoke(main, ["verify", str(report)])
    assert again.exit_code == 0
    assert "every line is as it was fought again" in again.output


def test_a_program_is_asked_in_json() -> None:
    shown = typed([], "--json")
    assert shown.exit_code == 0
    told = json.loads(shown.stdout)
    assert told["decision"]["who"] == "Blue"
    assert told["decision"]["share"] == [{"id": "blue/tl5", "label": "TL5", "most": 6, "consequence": ""}]


@pytest.mark.parametrize(("options", "code"), [(["--by-orders", "Rod"], 1), (["--secret", "nowhere"], 3)])
def test_bad_options_are_told_plainly(options: list[str], code: int) -> None:
    shown = typed([], *options)
    assert shown.exit_code == code
    assert "Traceback" not in shown.output
