"""``flagplot explain``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

FIGHT = ("battle", "scenario.toml", "--orders", "red.txt", "--orders", "blue.txt", "--secret", "battle.secret")


@pytest.fixture
def events(files: Path, flagplot: Run) -> list[dict[str, object]]:
    """The events of the small battle, whose reports lie in the current folder."""
    for form in ("text", "markdown", "json"):
        flagplot(*FIGHT, "--format", form, "--out", f"report.{form}")
    found: list[dict[str, object]] = json.loads((files / "report.json").read_text(encoding="utf-8"))["events"]
    return found


@pytest.mark.parametrize("form", ["text", "markdown", "json"])
def test_an_event_is_told_with_number_rules_and_dice(flagplot: Run, events, form: str) -> None:
    hit = next(event for event in events if event["kind"] == "hit")
    answer = flagplot("explain", f"report.{form}", hit["seq"])
    assert (answer.exit_code, answer.stderr) == (0, "")
    assert answer.stdout.startswith(f"Event {hit['seq']}, round 1: shooting\n")
    for part in ("What made up the number", "avoidance of", "Needed on the die", "Dice", "Rules", "To Hit:"):
        assert part in answer.stdout
    assert answer.stdout.endswith("\n")
    assert not answer.stdout.endswith("\n\n")


def test_every_event_can_be_explained(flagplot: Run, events) -> None:
    for event in events:
        assert flagplot("explain", "report.text", event["seq"]).exit_code == 0


def test_as_json(flagplot: Run, events) -> None:
    told = json.loads(flagplot("explain", "report.json", events[-1]["seq"], "--json").stdout)
    assert events[-1].items() <= told.items()
    assert {"text", "rules", "modifiers", "dice"} <= set(told)


def test_standard_input(files: Path, flagplot: Run, events) -> None:
    report = (files / "report.text").read_bytes()
    assert flagplot("explain", "-", "1", stdin=report).stdout == flagplot("explain", "report.text", "1").stdout
    answer = flagplot("explain", "-", "0", stdin=report)
    assert answer.exit_code == 1
    assert answer.stderr.startswith("standard input: ")


def test_an_event_that_is_not_there(flagplot: Run, events) -> None:
    for number in ("0", str(len(events) + 1), "9" * 30):
        answer = flagplot("explain", "report.text", number)
        assert (answer.exit_code, answer.stdout) == (1, "")
        assert f"numbered 1 to {len(events)}" in answer.stderr
    answer = flagplot("explain", "report.text", "0", "--json")
    assert [refusal["code"] for refusal in json.loads(answer.stdout)["refusals"]] == ["no-event"]


def test_bad_usage_and_damage(files: Path, flagplot: Run, events) -> None:
    assert flagplot("explain", "report.text").exit_code == 2
    assert flagplot("explain", "report.text", "one").exit_code == 2
    assert flagplot("explain", "report.text", "-1").exit_code == 2
    assert flagplot("explain", "nothing", "1").exit_code == 3
    (files / "report.text").write_text("nothing", encoding="utf-8")
    assert flagplot("explain", "report.text", "1").exit_code == 3
