"""``flagplot roll``."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from flagplot.cli.main import main
from flagplot.desk.roll import as_dict, report, roll, roll_promised
from flagplot.formats.writers import write


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, ["roll", *arguments], input=stdin)


def test_a_key_gives_the_same_dice_again() -> None:
    first = json.loads(run("11#d20+2 >= 15", "--json").output)
    again = json.loads(run("11#d20+2 >= 15", "--json", "--key", first["key"]).output)
    assert first == again
    assert json.loads(run("11#d20+2 >= 15", "--json").output)["key"] != first["key"]


def test_text_is_the_report() -> None:
    answer = run("2d6", "--key", "FF", "--purpose", "first")
    assert answer.exit_code == 0
    assert answer.output == write(report(roll("2d6", key=255, purpose="first")), "text").rstrip() + "\n"


def test_a_secret_gives_the_key(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("00" * 32)
    expected = as_dict(roll_promised("d20 >= 11", naturals=True, purpose="first", secret=bytes(32)))
    arguments = ("d20 >= 11", "--naturals", "--purpose", "first", "--json", "--secret")
    assert json.loads(run(*arguments, str(secret)).output) == expected
    assert json.loads(run(*arguments, "-", stdin="00" * 32).output) == expected


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("d6", "--secret", "x", "--key", "1"), "take one of them"),
        (("d6", "--secret", "x"), "needs a --purpose"),
        (("d6", "--secret", "x", "--purpose", " "), "needs a --purpose"),
        (("d6", "--key", "0x1"), "is no key"),
        (("d6", "--key", "1" * 17), "is no key"),
        (("d6", "--key", ""), "is no key"),
        ((), "Missing argument"),
    ],
)
def test_bad_usage(arguments: tuple[str, ...], told: str) -> None:
    answer = run(*arguments)
    assert answer.exit_code == 2
    assert told in answer.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("2d7",), 1),
        (("",), 1),
        (("d6", "--naturals"), 1),
        (("1000d100",), 1),
        (("d6", "--purpose", "\x1b"), 3),
        (("d6", "--purpose", "a", "--secret", "missing.txt"), 3),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], code: int) -> None:
    answer = run(*arguments)
    assert answer.exit_code == code
    assert answer.stdout == ""
    assert "nothing was changed" in answer.stderr
    assert json.loads(run(*arguments, "--json").stdout)["refusals"]
