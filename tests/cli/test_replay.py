"""The verb ``replay``: what it prints, and how it ends when something is not there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from flagplot.cli.main import main


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demonstration's report."""
    path = tmp_path_factory.mktemp("replay") / "report.txt"
    assert CliRunner().invoke(main, ["demo", "--out", str(path)]).exit_code == 0
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["replay", *map(str, arguments)])


def test_a_round_is_printed_with_its_hit_points_and_events(report: Path) -> None:
    answer = run(report, "--round", 3)
    assert answer.exit_code == 0
    assert "Round 3\n-------" in answer.output
    assert "Round 4" not in answer.output
    assert "Orel         190    120" in answer.output
    assert "Hood fires at Orel" in answer.output
    assert "d20" not in answer.output


def test_all_rounds_are_printed_without_a_number(report: Path) -> None:
    answer = run(report)
    assert [f"Round {number}" in answer.output for number in range(1, 9)] == [True] * 7 + [False]


def test_dice_are_printed_where_they_are_wanted(report: Path) -> None:
    answer = run(report, "--round", 1, "--dice")
    assert "R1 position" in answer.output
    assert "R2" not in answer.output


def test_json_is_one_value_on_standard_output(report: Path) -> None:
    answer = run(report, "--round", 2, "--json")
    (only,) = json.loads(answer.stdout)["rounds"]
    assert (only["engagement"], only["round"]) == (1, 2)
    assert only["hit_points"]["blue/orel"]["after"] == 190
    assert "dice" not in only


@pytest.mark.parametrize("asked", [("--round", 9), ("--engagement", 2)])
def test_what_is_not_there_is_refused(report: Path, asked: tuple[str, int]) -> None:
    answer = run(report, *asked)
    assert answer.exit_code == 1
    assert answer.stdout == ""
    assert "report.txt: there is no" in answer.stderr
    assert json.loads(run(report, *asked, "--json").stdout)["refusals"][0]["fault"] == "malformed"


@pytest.mark.parametrize("asked", [("--round", -1), ("--engagement", 0), ("--round", "x")])
def test_what_is_no_number_is_bad_usage(report: Path, asked: tuple[str, object]) -> None:
    assert run(report, *asked).exit_code == 2


def test_what_is_no_report_is_damaged(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("nothing of the kind")
    assert run(tmp_path / "x.txt").exit_code == 3
    assert run(tmp_path / "not-there.txt").exit_code == 3
