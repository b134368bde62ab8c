"""``flagplot advise``: the door to advice."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

ADVISE = ("advise", "scenario.toml", "--side", "Red", "--battles", "200")
PLANS = ("--vary", "Red: plan {press | raid}")


def codes(answer: Result) -> set[str]:
    return {refusal["code"] for refusal in json.loads(answer.stdout)["refusals"]}


def test_orders_against_orders_that_are_known(files: Path, flagplot: Run) -> None:
    answer = flagplot(*ADVISE, *PLANS, "--against", "blue.txt")
    assert (answer.exit_code, answer.stderr) == (0, "")
    assert 'ORDERS OF "Red"' in answer.stdout
    assert "battles:  " in answer.stdout
    facts = json.loads(flagplot(*ADVISE, *PLANS, "--against", "blue.txt", "--aim", "margin", "--json").stdout)
    assert facts["battles"] <= 200
    assert facts["aim"] == "margin"
    assert len(facts["finalists"]) == facts["candidates"] == 3


def test_orders_against_unknown_ones(files: Path, flagplot: Run) -> None:
    more = ("--vary", "Blue: plan {defend | raid}", "--against", "unknown", "--json")
    facts = json.loads(flagplot(*ADVISE, *PLANS, *more).stdout)
    assert sum(facts["ours"].values()) == pytest.approx(1)
    assert sum(facts["theirs"].values()) == pytest.approx(1)
    assert facts["pairs"]["measured"] <= facts["pairs"]["of"]


def test_the_smallest_and_the_best_force(files: Path, flagplot: Run) -> None:
    facts = json.loads(flagplot(*ADVISE, "--force", "2 CA", "--force", "1 EC", "--smallest", "50%", "--json").stdout)
    assert [force["force"] for force in facts["forces"]] == ["1 EC", "2 CA"]
    priced = Path("book.csv").read_text(encoding="utf-8").replace("\n", ",cost\n", 1)
    priced = priced.replace("14,11\n", "14,11,40\n").replace("12,13\n", "12,13,90\n")
    Path("book.csv").write_text(priced, encoding="utf-8")
    facts = json.loads(flagplot(*ADVISE, "--budget", "cost 90", "--json").stdout)
    assert {each["case"] for each in facts["finalists"]} == {"2 EC", "1 CA"}
    assert facts["budget"] == {"cost": 90}


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (("--side", "Reed"), "unknown-side"),
        ((*PLANS, "--battles", "66"), "too-few-battles"),
        (("--aim", "glory"), "unknown-aim"),
        (("--budget", "cost 0"), "no-budget"),
        (("--budget", "money 90"), "unknown-budget"),
        (("--vary", "Red: pln {press | raid}"), "unknown-order"),
        (("--scheduler", "carrier-pigeon://home"), "unknown-scheduler"),
    ],
)
def test_what_cannot_be_advised_is_refused(files: Path, flagplot: Run, more: tuple[str, ...], code: str) -> None:
    answer = flagplot(*ADVISE, *more, "--json")
    assert (answer.exit_code, codes(answer)) == (1, {code})


@pytest.mark.parametrize(
    "more",
    [
        ("--force", "1 CA"),
        ("--smallest", "50%"),
        ("--smallest", "120%", "--force", "1 CA"),
        ("--hull", "CA"),
        ("--budget", "cost 9", *PLANS),
        ("--battles", "0"),
        ("--scheduler", "tcp://127.0.0.1:1", "--threads", "2"),
    ],
)
def test_bad_usage(files: Path, flagplot: Run, more: tuple[str, ...]) -> None:
    assert flagplot(*ADVISE, *more).exit_code == 2
