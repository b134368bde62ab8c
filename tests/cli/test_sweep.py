"""``flagplot sweep``: the door to what-ifs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

SWEEP = ("sweep", "scenario.toml", "--orders", "red.txt", "--orders", "blue.txt", "--samples", "64")
PLANS = ("--vary", "Red: plan {press | raid}")


def codes(answer: Result) -> set[str]:
    return {refusal["code"] for refusal in json.loads(answer.stdout)["refusals"]}


def test_cases_are_told_side_by_side(files: Path, flagplot: Run) -> None:
    answer = flagplot(*SWEEP, *PLANS)
    assert (answer.exit_code, answer.stderr) == (0, "")
    assert answer.stdout.startswith("What if: Skirmish\n")
    for told in ("as it is", "Red: plan press", "Red: plan raid", "How often Red wins", "o---"):
        assert told in answer.stdout
    assert "How often Blue wins" in flagplot(*SWEEP, *PLANS, "--side", "b").stdout


def test_json_holds_the_numbers_and_a_chart_is_drawn(files: Path, flagplot: Run) -> None:
    answer = json.loads(flagplot(*SWEEP, *PLANS, "--json", "--chart", "chart.svg").stdout)
    assert [case["case"] for case in answer["cases"]] == ["as it is", "Red: plan press", "Red: plan raid"]
    assert answer["cases"][1]["against_the_first"]["wins"]["difference"] == 0
    assert answer["method"]["n"] == 64
    assert Path("chart.svg").read_text(encoding="utf-8").startswith("<svg")


def test_two_plans_in_files_are_compared(files: Path, flagplot: Run) -> None:
    Path("careful.txt").write_text("ORDERS OF Red\nplan raid\nEND OF ORDERS\n", encoding="utf-8")
    answer = json.loads(flagplot(*SWEEP, "--instead", "careful.txt", "--json").stdout)
    assert [case["case"] for case in answer["cases"]] == ["as it is", "with careful.txt"]
    assert answer["cases"][1] == {
        **json.loads(flagplot(*SWEEP, *PLANS, "--json").stdout)["cases"][2],
        "case": "with careful.txt",
    }


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (("--vary", "Red: withdrew escort: {25% | 50%}"), "unknown-order"),
        (("--vary", "Red: plan {press | raid"), "odd-braces"),
        ((*PLANS, "--side", "Green"), "unknown-side"),
        ((*PLANS, "--chart", "chart.gif"), "unknown-picture"),
        ((*PLANS, "--scheduler", "carrier-pigeon://home"), "unknown-scheduler"),
    ],
)
def test_what_cannot_be_compared_leaves_nothing(files: Path, flagplot: Run, more: tuple[str, ...], code: str) -> None:
    before = sorted(Path().iterdir())
    answer = flagplot(*SWEEP, *more, "--json")
    assert answer.exit_code == 1
    assert code in codes(answer)
    assert sorted(Path().iterdir()) == before


def test_bad_usage(files: Path, flagplot: Run) -> None:
    assert flagplot(*SWEEP).exit_code == 2
    assert flagplot(*SWEEP[:-2], *PLANS, "--time", "0").exit_code == 2
    assert flagplot(*SWEEP, "--instead", "nowhere.txt").exit_code == 3
    assert flagplot(*SWEEP, *PLANS, "--threads", "2", "--processes", "2").exit_code == 2
