"""Battles of one hex at the terminal: the same verbs as for any other battle."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from flagplot.desk.demo import write_files

Run = Callable[..., Result]
PAPERS = ("scenario.toml", "--orders", "lyran.txt", "--orders", "kzinti.txt", "--secret", "demo.secret")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_files(tmp_path, "fe")
    return tmp_path


def test_a_hex_is_fought_verified_explained_and_replayed(flagplot: Run) -> None:
    answer = flagplot("battle", *PAPERS, "--out", "report.txt")
    assert (answer.exit_code, answer.stderr[:19]) == (0, "report.txt: Kzinti ")
    assert flagplot("verify", "report.txt").exit_code == 0
    assert "Rules" in flagplot("explain", "report.txt", "3").stdout
    assert "Round 1" in flagplot("replay", "report.txt").stdout
    assert flagplot("report", "report.txt", "--format", "markdown").stdout.startswith("# Demonstration")


def test_its_demonstration_is_the_same(flagplot: Run) -> None:
    assert flagplot("demo", "fe").stdout == flagplot("battle", *PAPERS).stdout
    answer = flagplot("demo", "ef")
    assert answer.exit_code == 1
    assert "there is no demonstration" in answer.stderr


def test_it_is_checked_and_its_faults_are_told_with_their_lines(flagplot: Run, folder: Path) -> None:
    assert "kzinti-bats-1" in flagplot("check", *PAPERS[:5]).stdout
    scenario = folder / "scenario.toml"
    scenario.write_text(scenario.read_text("utf-8").replace("BATS", "BTAS"), "utf-8")
    answer = flagplot("check", *PAPERS[:5])
    assert answer.exit_code == 1
    assert "BTAS" in answer.stderr
    assert answer.stderr.count("mend") >= 1


def test_it_is_played_at_the_terminal_and_taken_up_again(flagplot: Run) -> None:
    answer = flagplot("duel", *PAPERS, "--answers", "a.txt", "--by-orders", "Kzinti", stdin="\n/board\n/undo\n\n")
    assert answer.exit_code == 0
    assert "lyran-dn-1" in answer.stderr
    assert "Not over" in answer.stderr
    told = json.loads(flagplot("duel", *PAPERS, "--answers", "a.txt", "--json").stdout)
    assert told["answers"]
    both = flagplot("duel", *PAPERS, "--by-orders", "Kzinti", "--by-orders", "Lyran")
    assert "digest of the answers" in both.stdout


def test_its_chances_are_told_and_a_sample_of_them(flagplot: Run) -> None:
    answer = flagplot("odds", *PAPERS[:5], "--samples", "4", "--threads", "1")
    assert "Kzinti wins" in answer.stdout
    assert "sampled" in answer.stdout
    assert "WHAT IF" in flagplot("odds", *PAPERS[:5], "--open", "2").stdout


def test_orders_are_held_against_one_another(flagplot: Run) -> None:
    swept = flagplot("sweep", *PAPERS[:5], "--vary", "Lyran: intensity {1 | 4}", "--samples", "4", "--threads", "1")
    assert "Lyran: intensity 4" in swept.stdout
    vary = ("--side", "Lyran", "--vary", "Lyran: intensity {1 | 4}", "--battles", "120", "--threads", "1")
    advice = flagplot("advise", *PAPERS[:5], *vary)
    assert "ORDERS OF" in advice.stdout


def test_its_luck_is_told(flagplot: Run) -> None:
    flagplot("battle", *PAPERS, "--out", "report.txt")
    told = flagplot("luck", "report.txt", "--samples", "4").stdout
    assert "Factors lost" in told
    assert "damage scored" in told


def test_what_a_budget_buys_is_asked_of_fleets_alone(flagplot: Run) -> None:
    answer = flagplot("advise", *PAPERS[:5], "--side", "Lyran", "--budget", "cost 100")
    assert answer.exit_code == 1
    assert "battles of fleets alone" in answer.stderr
