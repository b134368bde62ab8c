"""``flagplot fta3``: the look-ups of one system."""

import json

from click.testing import CliRunner

from flagplot.cli.main import main


def test_a_repair_is_told() -> None:
    result = CliRunner().invoke(main, ["fta3", "repair", "CA", "--from", "medium", "--to", "light", "--at", "home"])
    assert result.exit_code == 0
    assert "all of it: $29 and 2 quarters" in result.output


def test_as_json() -> None:
    result = CliRunner().invoke(main, ["fta3", "repair", "CA", "--from", "heavy", "--json"])
    assert json.loads(result.output)["money"] == 87


def test_away_from_a_yard_it_is_refused() -> None:
    result = CliRunner().invoke(main, ["fta3", "repair", "CA", "--from", "heavy", "--at", "ally"])
    assert result.exit_code == 1
    assert "no-yard" not in result.stdout
    assert "own territory" in result.output


def test_a_level_that_is_none_is_bad_usage() -> None:
    assert CliRunner().invoke(main, ["fta3", "repair", "CA", "--from", "dire"]).exit_code == 2


def test_a_book_that_is_not_there(tmp_path) -> None:
    path = str(tmp_path / "none.csv")
    result = CliRunner().invoke(main, ["fta3", "repair", "CA", "--from", "light", "--book", path])
    assert result.exit_code == 3


def test_hold_back_needs_a_secret_and_aftermath_a_scenario() -> None:
    result = CliRunner().invoke(main, ["battle", "s.toml", "--hold-back"])
    assert (result.exit_code, "give it with --secret" in result.output) == (2, True)
    result = CliRunner().invoke(main, ["check", "--orders", "a.txt", "--aftermath", "b.txt"])
    assert (result.exit_code, "goes with a scenario" in result.output) == (2, True)
