"""``new``, ``resolve`` and the ten-second questions, as they are typed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from flagplot.cli.main import main

EXAMPLE = Path(__file__).parents[2] / "examples" / "border-patrol"


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, words)))


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    assert run("new", EXAMPLE / "campaign.toml", tmp_path / "border").exit_code == 0
    return tmp_path / "border"


def test_new_says_what_it_made(tmp_path: Path) -> None:
    answer = run("new", EXAMPLE / "campaign.toml", tmp_path / "border", "--json")
    assert json.loads(answer.stdout) == {"name": "The Tholden border (invented)", "system": "bp", "pieces": 34}
    again = run("new", EXAMPLE / "campaign.toml", tmp_path / "border")
    assert again.exit_code == 1
    assert "there is something here already" in again.stderr


def test_a_phase_is_told(campaign: Path) -> None:
    answer = run("resolve", campaign)
    assert answer.exit_code == 0
    assert answer.stdout.startswith("The Tholden border (invented): Turn 5 phase 1\n")
    told = json.loads(run("resolve", campaign, "--json").stdout)
    assert (told["turn"], told["step"]) == (5, "M2")
    assert told["events"][-1]["kind"] == "phase-over"


def test_a_preview_and_an_undoing(campaign: Path) -> None:
    assert "before the dice" in run("resolve", campaign, "--preview").stdout
    assert run("resolve", campaign, "--preview", "--format", "markdown").stdout.startswith("# The Tholden border")
    run("resolve", campaign)
    answer = run("resolve", campaign, "--undo", "A test.")
    assert answer.exit_code == 0
    assert "is taken back: A test." in answer.stdout
    assert run("resolve", campaign, "--undo", "Another.").exit_code == 1


@pytest.mark.parametrize(
    "words", [("--undo", "x", "--preview"), ("--preview", "--ask"), ("--by-hand", "--secret", "x")]
)
def test_options_that_do_not_go_together(campaign: Path, words: tuple[str, ...]) -> None:
    assert run("resolve", campaign, *words).exit_code == 2


def test_a_refusal_has_its_exit_code(campaign: Path, tmp_path: Path) -> None:
    paper = tmp_path / "alliance.txt"
    paper.write_text("ORDERS OF alliance\ncloak kestrel\nrun red-1 to outpost\nEND OF ORDERS\n")
    answer = run("resolve", campaign, "--orders", paper)
    assert answer.exit_code == 1
    assert "rule: bp V12.21" in answer.stderr
    assert run("resolve", tmp_path / "nowhere").exit_code == 3


def test_every_open_decision_is_asked(campaign: Path) -> None:
    for phase in ("M1", "M2", "M3"):
        files = sorted((EXAMPLE / "orders" / f"T5-{phase}").glob("*.txt"))
        run("resolve", campaign, *(word for file in files for word in ("--orders", file)))
    # kestrel to the second goal; merlin, swift and tern as assumed.
    answer = CliRunner().invoke(main, ["resolve", str(campaign), "--ask"], input="2\n\n0\n\n")
    assert answer.exit_code == 0, answer.stderr
    assert "alliance, kestrel: Does it run, and where to? [V12.12]" in answer.stderr
    told = answer.stdout[answer.stdout.index("Decisions") :]
    rows = {line.split()[1]: line.split()[-1] for line in told.splitlines() if line.startswith("alliance")}
    assert rows == {"kestrel": "order", "merlin": "assumed", "swift": "assumed", "tern": "assumed"}


def test_an_open_choice_is_completed_by_hand(tmp_path: Path) -> None:
    text = (EXAMPLE / "campaign.toml").read_text(encoding="utf-8")
    sheet = tmp_path / "border.toml"
    sheet.write_text(text.replace('stores = "1"\nchief', 'stores = "1/4"\nin-supply = false\nchief'))
    run("new", sheet, tmp_path / "border")
    words = ["resolve", str(tmp_path / "border"), "--ask", "--json"]
    answer = CliRunner().invoke(main, words, input="2\nsilver-3, silver-4\n")
    events = json.loads(answer.stdout)["events"]
    assert [each["craft"] for each in events if each["kind"] == "unserviced"] == ["silver-1, silver-2"]


def test_a_team_sees_its_own_in_json_too(campaign: Path) -> None:
    told = json.loads(run("resolve", campaign, "--for", "coalition", "--json").stdout)
    assert not [each for each in told["events"] if "lexington" in each["text"]]
    assert [each["seq"] for each in told["events"]] == list(range(1, len(told["events"]) + 1))
    answer = run("resolve", campaign, "--for", "colition")
    assert answer.exit_code == 1
    assert "Did you mean 'coalition'?" in answer.stderr


def test_a_purchase_is_entered(campaign: Path) -> None:
    for _ in range(6):
        run("resolve", campaign)
    words = ("bp", "enter", campaign, EXAMPLE / "purchases" / "capture.toml", "--book", EXAMPLE / "fighters.csv")
    refused = run(*words)
    assert refused.exit_code == 1
    assert "Captured there are 0" in refused.stderr


def test_one_check_in_ten_seconds() -> None:
    answer = run("bp", "pf", "--ace", "--crippled", "--terrain", "ringed-giant")
    assert "lives with chance: 1/6 (16.7 %)" in answer.stdout
    told = json.loads(run("bp", "pf", "--interceptor", "--checks", "2", "--json").stdout)
    assert told == {
        "kind": "interceptor",
        "terrain": "empty-space",
        "modifiers": {"interceptor": 1, "in empty-space": 0},
        "totals": [2, 3, 4, 5, 6, 7],
        "checks": 2,
        "chance": "1/36",
        "boma": 2,
    }
    assert run("bp", "pf", "--terrain", "swamp").exit_code == 2


def test_the_odds_of_a_craft(tmp_path: Path) -> None:
    sheet = tmp_path / "border.toml"
    text = (EXAMPLE / "campaign.toml").read_text(encoding="utf-8")
    sheet.write_text(text.replace('kind = "pf"\nhost = "hephaestus"', 'kind = "pf"\nhex = "0505"', 1))
    run("new", sheet, tmp_path / "border")
    told = json.loads(run("bp", "odds", "kestrel", "--campaign", tmp_path / "border", "--json").stdout)
    assert told["craft"] == "kestrel"
    assert "not stranded" in run("bp", "odds", "merlin", "--campaign", tmp_path / "border").stderr
    assert "does not move" in run("bp", "odds", "red-1", "--campaign", tmp_path / "border").stderr
    assert "Did you mean 'kestrel'" in run("bp", "odds", "kestrl", "--campaign", tmp_path / "border").stderr


def test_a_quick_question_loads_no_numpy() -> None:
    code = "import sys; from flagplot.cli.main import main; main(['bp', 'pf'], standalone_mode=False)"
    command = f"{code}; assert 'numpy' not in sys.modules and 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", command], check=True, capture_output=True)
