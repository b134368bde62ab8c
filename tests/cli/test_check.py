"""``flagplot check``: a moderator's and a player's papers, before the deadline."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from flagplot.cli.main import main

Run = Callable[..., Result]

FLEET = 'name = "Red"\nships = ["1 CA Hood", "1 EC"]\n'


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def refusals(answer: Result) -> list[dict[str, str]]:
    assert answer.stderr == ""
    return json.loads(answer.stdout)["refusals"]


def test_a_moderator_gets_a_receipt_for_every_owner(files: Path, flagplot: Run) -> None:
    answer = flagplot("check", "scenario.toml", "--orders", "red.txt")
    assert (answer.exit_code, answer.stderr) == (0, "")
    assert "Orders of Red" in answer.stdout
    assert "plan press" in answer.stdout
    assert "None were sent: the plan 'defend' holds." in answer.stdout.partition("Orders of Blue")[2]
    receipts = json.loads(flagplot("check", "scenario.toml", "--orders", "red.txt", "--json").stdout)
    assert [(receipt["owner"], receipt["sent"]) for receipt in receipts] == [("Red", True), ("Blue", False)]


def test_a_player_needs_nothing_of_the_enemy(files: Path, flagplot: Run) -> None:
    (files / "fleet.toml").write_text(FLEET, encoding="utf-8")
    for name in ("scenario.toml", "blue.txt"):
        (files / name).unlink()
    answer = flagplot("check", "--orders", "red.txt", "--book", "book.csv", "--fleet", "fleet.toml")
    assert answer.exit_code == 0
    assert "Blue" not in answer.stdout
    titles = [line for line in answer.stdout.splitlines() if line.startswith(("Ship book", "Fleet of", "Orders of"))]
    assert len(titles) == 3


def test_it_answers_the_same_whatever_the_enemy_does(files: Path, flagplot: Run) -> None:
    """What a player is told of his orders does not depend on anything he may not know."""
    mine = ("check", "--orders", "red.txt", "--book", "book.csv")
    before = flagplot(*mine).stdout
    edit(files / "blue.txt", "plan defend", "plan raid")
    edit(files / "scenario.toml", 'ships = "1 CA"', 'ships = "4 CA"')
    assert flagplot(*mine).stdout == before


def test_the_digest_is_the_same_however_the_orders_were_posted(files: Path, flagplot: Run) -> None:
    def digest() -> str:
        (receipt,) = json.loads(flagplot("check", "--orders", "red.txt", "--book", "book.csv", "--json").stdout)[1:]
        return str(receipt["digest"])

    first = digest()
    (files / "red.txt").write_text(
        "> [b]ORDERS OF Red[/b]\n>   plan\n> press # now\n> END OF ORDERS\n", encoding="utf-8"
    )
    assert digest() == first
    (files / "red.txt").write_text("ORDERS OF Red\nplan raid\nEND OF ORDERS\n", encoding="utf-8")
    assert digest() != first


def test_book_and_fleet_may_be_checked_alone(files: Path, flagplot: Run) -> None:
    (files / "fleet.toml").write_text(FLEET, encoding="utf-8")
    assert json.loads(flagplot("check", "--book", "book.csv", "--json").stdout)[0]["hulls"] == ["EC", "CA"]
    answer = flagplot("check", "--book", "book.csv", "--fleet", "fleet.toml", "--json")
    assert [receipt["kind"] for receipt in json.loads(answer.stdout)] == ["book", "fleet"]


def test_standard_input(files: Path, flagplot: Run) -> None:
    answer = flagplot("check", "--orders", "-", "--book", "book.csv", stdin=(files / "red.txt").read_bytes())
    assert answer.exit_code == 0
    assert "plan press" in answer.stdout
    answer = flagplot("check", "--orders", "-", stdin=b"")
    assert answer.exit_code == 3
    assert "standard input" in answer.stderr


def test_all_faults_of_a_moderators_papers(files: Path, flagplot: Run) -> None:
    edit(files / "scenario.toml", "1 EC", "0 EC")
    edit(files / "red.txt", "press", "depress")
    edit(files / "blue.txt", "plan defend", "withdraw all at 200%")
    answer = flagplot("check", "scenario.toml", "--orders", "red.txt", "--orders", "blue.txt", "--json")
    assert answer.exit_code == 1
    assert {refusal["code"] for refusal in refusals(answer)} == {"bad-count", "unknown-plan", "no-percentage"}
    told = flagplot("check", "scenario.toml", "--orders", "red.txt", "--orders", "blue.txt")
    assert (told.exit_code, told.stdout) == (1, "")
    assert "3 faults; nothing was changed." in told.stderr


def test_all_faults_of_a_players_papers(files: Path, flagplot: Run) -> None:
    (files / "fleet.toml").write_text(FLEET.replace("1 EC", "1 ECX"), encoding="utf-8")
    edit(files / "red.txt", "plan press", "plan press\nspeed 9\ntarget all: dreadnought")
    answer = flagplot(
        "check", "--orders", "red.txt", "--book", "book.csv", "--fleet", "fleet.toml", "--json", "--orders", "none.txt"
    )
    assert answer.exit_code == 3
    assert {refusal["code"] for refusal in refusals(answer)} >= {"missing-file", "unknown-hull", "unknown-target"}


@pytest.mark.parametrize("spoilt", ["book.csv", "scenario.toml"])
def test_without_its_book_no_ship_is_called_unknown(files: Path, flagplot: Run, spoilt: str) -> None:
    edit(files / "red.txt", "plan press", "target all: EC")
    (files / spoilt).unlink()
    for arguments in (("scenario.toml",), ("--book", spoilt)):
        answer = flagplot("check", *arguments, "--orders", "red.txt", "--json")
        assert answer.exit_code == 3
        assert [refusal["code"] for refusal in refusals(answer)] == ["missing-file"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "nothing to check"),
        (("scenario.toml", "--book", "book.csv"), "leave --book, --fittings and --fleet out"),
        (("scenario.toml", "--fleet", "x"), "leave --book, --fittings and --fleet out"),
        (("a", "b"), "unexpected extra argument"),
    ],
)
def test_bad_usage(files: Path, flagplot: Run, arguments: tuple[str, ...], told: str) -> None:
    answer = flagplot("check", *arguments)
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert told in answer.stderr


def test_rules_that_conflict(files: Path, flagplot: Run) -> None:
    edit(files / "scenario.toml", "rounds = 2", 'readings = {"fdc-capacity" = "some"}')
    assert flagplot("check", "scenario.toml").exit_code == 4


def test_a_design_is_held_against_the_book(tmp_path) -> None:
    path = tmp_path / "design.toml"
    path.write_text('[[design]]\nname = "Hood class"\nhull = "CA"\ntl = 4\nmodules = ["cloak"]\nprototype = true\n')
    result = CliRunner().invoke(main, ["check", "--design", str(path)])
    assert result.exit_code == 0
    assert "$275 ($175 and $100 for the prototype)" in result.output
    answer = CliRunner().invoke(main, ["check", "--design", str(path), "--json"])
    assert json.loads(answer.output)[0]["hp"] == 114
    path.write_text('[[design]]\nname = "Hood class"\nhull = "CZ"\n')
    assert CliRunner().invoke(main, ["check", "--design", str(path)]).exit_code == 1
    assert CliRunner().invoke(main, ["check", "--design", str(path), "--fleet", str(path)]).exit_code == 2
