"""``flagplot luck``: reports to luck."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

Run = Callable[..., Result]

FIGHT = ("battle", "scenario.toml", "--orders", "red.txt", "--orders", "blue.txt", "--secret", "battle.secret")


def test_a_report_is_told_in_all_by_phase_and_by_face(files: Path, flagplot: Run) -> None:
    flagplot(*FIGHT, "--out", "report.txt")
    answer = flagplot("luck", "report.txt")
    assert answer.exit_code == 0
    for heading in ("Luck in Skirmish", "The whole battle", "By phase", "Faces"):
        assert heading in answer.stdout
    flagplot(*FIGHT[:-2], "--out", "second.txt")
    plain = json.loads(flagplot("luck", "report.txt", "second.txt", "--json").stdout)
    assert [battle["side"] for battle in plain["battles"]] == ["Red", "Blue", "Red", "Blue"]
    assert plain["battles"][0]["method"] == "exact"
    assert len([faces for faces in plain["faces"] if faces["side"] == ""]) == 1


def test_a_battle_is_not_added_to_itself(files: Path, flagplot: Run) -> None:
    flagplot(*FIGHT, "--out", "report.txt")
    (files / "copy.txt").write_text((files / "report.txt").read_text())
    answer = flagplot("luck", "report.txt", "copy.txt")
    assert answer.exit_code == 1
    assert "copy.txt: this is the battle of report.txt once more" in answer.stderr


def test_every_report_that_is_none_is_told(files: Path, flagplot: Run) -> None:
    flagplot(*FIGHT, "--out", "report.txt")
    text = (files / "report.txt").read_text()
    (files / "cut.txt").write_text(text[: len(text) // 2])
    answer = flagplot("luck", "cut.txt", "report.txt", "none.txt", "--json")
    assert answer.exit_code == 3
    assert {refusal["where"].split(",")[0] for refusal in json.loads(answer.stdout)["refusals"]} == {
        "cut.txt",
        "none.txt",
    }
