"""``flagplot test``."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from flagplot.cli.main import main

House = Callable[..., Path]


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, ["test", *arguments], input=stdin)


def told(answer: Result) -> list[tuple[str, str]]:
    """Code and place of each refusal."""
    return [(each["code"], each["where"]) for each in json.loads(answer.stdout)["refusals"]]


def test_the_own_cases_are_run(house: House) -> None:
    house("hit", "damage")
    answer = run()
    assert answer.exit_code == 0
    assert answer.output == "Rule cases\n==========\n\n2 cases: all passed.\n"


def test_a_case_that_fails_is_told_with_place_and_what_was_there(house: House) -> None:
    house()
    answer = run("hit.toml", "failing.toml")
    assert answer.exit_code == 1
    assert answer.output == (
        "Rule cases\n"
        "==========\n"
        "\n"
        "Failed\n"
        "------\n"
        "\n"
        "   1. hit/damage/1: Two for each\n"
        "      - failing.toml:2\n"
        "      - loss should be 7, but is 6\n"
        "\n"
        "2 cases: 1 passed, 1 failed.\n"
    )


def test_verbose_lists_each_case(house: House) -> None:
    house("hit", "failing")
    rows = [line.split(maxsplit=2) for line in run("-v").output.splitlines()]
    assert ["FAILED", "hit/damage/1", "Two for each"] in rows
    assert ["passed", "hit/1", "An equal die hits"] in rows


def test_as_json(house: House) -> None:
    house()
    answer = run("hit.toml", "failing.toml", "--json")
    assert answer.exit_code == 1
    assert json.loads(answer.stdout) == [
        {
            "system": "toy",
            "id": "hit/1",
            "title": "An equal die hits",
            "where": "hit.toml:2",
            "passed": True,
            "message": "",
        },
        {
            "system": "toy",
            "id": "hit/damage/1",
            "title": "Two for each",
            "where": "failing.toml:2",
            "passed": False,
            "message": "loss should be 7, but is 6",
        },
    ]


def test_standard_input_is_a_file_too(house: House) -> None:
    text = (house() / "failing.toml").read_text()
    assert json.loads(run("-", "--json", stdin=text).stdout)[0]["where"] == "standard input:2"


@pytest.mark.parametrize("text", ["DAMAGE", "hit/damage/1", "two for"])
def test_only_those_with_a_text(house: House, text: str) -> None:
    house("hit", "damage")
    assert [each["id"] for each in json.loads(run("-k", text, "--json").stdout)] == ["hit/damage/1"]


def test_a_text_that_no_case_has_is_refused(house: House) -> None:
    house("hit", "damage")
    answer = run("-k", "flee")
    assert answer.exit_code == 1
    assert "none of the 2 cases has 'flee'" in answer.stderr


def test_every_fault_of_every_file_is_told(house: House) -> None:
    folder = house()
    (folder / "latin.toml").write_bytes(b'[[case]]\nid = "\xe9"\n')
    answer = run("broken.toml", "missing.toml", "unknown.toml", "empty.toml", "latin.toml", "hit.toml", ".", "--json")
    assert answer.exit_code == 3
    assert told(answer) == [
        ("missing-field", "broken.toml:2"),
        ("expects-nothing", "broken.toml:2"),
        ("unknown-field", "broken.toml:2"),
        ("missing-file", "missing.toml"),
        ("unknown-reading", "unknown.toml:2"),
        ("unknown-question", "unknown.toml:2"),
        ("no-cases", "empty.toml"),
        ("not-utf8", "latin.toml"),
        ("not-a-file", "."),
    ]


def test_a_file_without_a_case_is_refused_beside_one_that_has_some(house: House) -> None:
    house()
    answer = run("hit.toml", "empty.toml")
    assert (answer.exit_code, answer.stdout) == (3, "")
    assert answer.stderr.startswith("empty.toml: there is no case in this file\n")


def test_an_id_given_twice_is_refused(house: House) -> None:
    house()
    answer = run("damage.toml", "failing.toml")
    assert answer.exit_code == 1
    assert "failing.toml:2: there is a second case 'hit/damage/1'; the first is at damage.toml:2" in answer.stderr


def test_no_case_at_all_is_no_success(house: House) -> None:
    house()
    answer = run()
    assert answer.exit_code == 3
    assert "no case was found" in answer.stderr


def test_what_a_case_raises_fails_it(house: House) -> None:
    folder = house()
    (folder / "raising.toml").write_text((folder / "hit.toml").read_text().replace("die = 5", 'die = "five"'))
    answer = run("raising.toml")
    assert answer.exit_code == 1
    assert "TypeError" in answer.output
    assert "Traceback" not in answer.output


def test_a_hostile_title_cannot_steer_the_terminal(house: House) -> None:
    folder = house()
    (folder / "hostile.toml").write_text((folder / "failing.toml").read_text().replace("Two", "\\u001b[2J\\u202e"))
    answer = run("hostile.toml", "-v")
    assert answer.exit_code == 1
    assert not set("\x1b\u202e") & set(answer.output)
