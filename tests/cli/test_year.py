"""``new`` and ``resolve`` for a game of fta3, as they are typed, and what each system has not."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from flagplot.cli.main import main

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, words)))


@pytest.fixture
def game(tmp_path: Path) -> Path:
    assert run("new", EXAMPLES / "year" / "game.toml", tmp_path / "war").exit_code == 0
    shutil.copytree(EXAMPLES / "year" / "orders", tmp_path / "war" / "orders", dirs_exist_ok=True)
    return tmp_path / "war"


def test_new_says_what_it_made(tmp_path: Path) -> None:
    answer = run("new", EXAMPLES / "year" / "game.toml", tmp_path / "war", "--json")
    assert json.loads(answer.stdout) == {
        "name": "The war for Reach (invented)",
        "system": "fta3",
        "polities": 2,
        "ships": 8,
        "armies": 2,
        "bases": 1,
    }
    assert run("new", EXAMPLES / "year" / "game.toml", tmp_path / "war").exit_code == 1


def test_a_quarter_is_told_and_taken_back(game: Path) -> None:
    answer = run("resolve", game)
    assert answer.exit_code == 0
    assert answer.stdout.startswith("The war for Reach (invented): year 2411, quarter 1\n")
    assert run("resolve", game, "--format", "markdown").stdout.startswith("# The war for Reach")
    assert "is taken back: A test." in run("resolve", game, "--undo", "A test.").stdout
    assert json.loads(run("resolve", game, "--undo", "Another.", "--json").stdout)["kind"] == "undone"
    told = json.loads(
        run("resolve", game, "--orders", EXAMPLES / "year/orders/T2411-Q1/moderator.txt", "--json").stdout
    )
    assert told["quarters"][0]["books"][0]["supply"] == {"opening": 150, "in": 20, "out": 0, "closing": 170}


def test_a_refusal_has_its_exit_code(game: Path) -> None:
    answer = run("resolve", game, "--year")
    assert answer.exit_code == 1
    assert "nothing was changed" in answer.stderr


@pytest.mark.parametrize("words", [("--ask",), ("--preview",), ("--by-hand",), ("--for", "Palm")])
def test_what_a_game_of_fta3_has_not(game: Path, words: tuple[str, ...]) -> None:
    answer = run("resolve", game, *words)
    assert answer.exit_code == 2
    assert f"{words[0]}: a game of fta3 has no such option" in answer.stderr


@pytest.mark.parametrize("words", [("--year", "--orders", "x"), ("--year", "--undo", "x"), ("--battle", "x", "--year")])
def test_options_that_do_not_go_together(game: Path, words: tuple[str, ...]) -> None:
    assert run("resolve", game, *words).exit_code == 2


@pytest.mark.parametrize("words", [("--year",), ("--battle", "x")])
def test_what_a_campaign_of_border_patrol_has_not(tmp_path: Path, words: tuple[str, ...]) -> None:
    assert run("new", EXAMPLES / "border-patrol" / "campaign.toml", tmp_path / "border").exit_code == 0
    answer = run("resolve", tmp_path / "border", *words)
    assert answer.exit_code == 2
    assert "a game of bp has no such option" in answer.stderr


def test_a_folder_that_is_none_is_refused_as_ever(tmp_path: Path) -> None:
    assert run("resolve", tmp_path).exit_code == 3
    (tmp_path / "world.json").write_text("{")
    assert run("resolve", tmp_path).exit_code == 3
    (tmp_path / "sheet.toml").write_text('system = ["fta3"]\n')
    assert run("new", tmp_path / "sheet.toml", tmp_path / "game").exit_code == 1
