"""``flagplot readings``."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from flagplot.cli.main import main
from flagplot.desk.rulesets import RULESETS

House = Callable[..., Path]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["readings", *arguments])


@pytest.mark.parametrize("system", [(), ("toy",)])
def test_options_and_notes_are_listed_apart(house: House, system: tuple[str, ...]) -> None:
    house()
    answer = run(*system)
    assert answer.exit_code == 0
    assert answer.output == (
        "Readings of Toy Game (toy)\n"
        "==========================\n"
        "\n"
        "What the page “Toy Rules” leaves open, and how it is read.\n"
        "\n"
        "To be chosen in a scenario\n"
        "--------------------------\n"
        "\n"
        "number  reading  by default  meaning\n"
        "------  -------  ----------  --------\n"
        "R1      tie      yes         It hits.\n"
        "\n"
        "Documented, no option\n"
        "---------------------\n"
        "\n"
        "number  reading  always\n"
        "------  -------  ------\n"
        "        luck     None.\n"
    )


@pytest.mark.parametrize("label", ["tie", "R1"])
def test_one_with_options_in_full(house: House, label: str) -> None:
    house()
    assert run("toy", label).output == (
        "Ties\n"
        "====\n"
        "\n"
        "Does a die that is equal hit?\n"
        "\n"
        "reading:    toy tie\n"
        "number:     R1\n"
        "by default: yes\n"
        "\n"
        "Options\n"
        "-------\n"
        "\n"
        "- yes: It hits.\n"
        "- no: It does not.\n"
        "\n"
        "Rules it bears on\n"
        "-----------------\n"
        "\n"
        "- Hits [hit]\n"
    )


def test_a_note_in_full(house: House) -> None:
    house()
    answer = run("toy", "luck").output
    assert "always:  None." in answer
    assert "- Flight [flee]" in answer
    assert "Options" not in answer


def test_as_json(house: House) -> None:
    house()
    tie, luck = json.loads(run("--json").output)
    assert tie == {
        "system": "toy",
        "id": "tie",
        "number": "R1",
        "title": "Ties",
        "question": "Does a die that is equal hit?",
        "options": {"yes": "It hits.", "no": "It does not."},
        "default": "yes",
        "taken": "",
        "rules": ["hit"],
    }
    assert (luck["number"], luck["options"], luck["default"], luck["taken"]) == ("", {}, "", "None.")
    assert json.loads(run("toy", "R1", "--json").output) == [tie]


@pytest.mark.parametrize(
    ("arguments", "mend"),
    [
        (("toi",), "Did you mean 'toy'?"),
        (("toy", "ties"), "Did you mean 'tie'?"),
        (("toy", "r1"), "Did you mean 'R1'?"),
        (("toy", ""), "'flagplot readings toy' lists them."),
    ],
)
def test_unknown_names_are_refused_with_the_nearest(house: House, arguments: tuple[str, ...], mend: str) -> None:
    house()
    answer = run(*arguments)
    assert (answer.exit_code, answer.stdout) == (1, "")
    assert f"mend: {mend}" in answer.stderr


@pytest.mark.parametrize("system", RULESETS)
def test_each_real_reading_can_be_shown(system: str) -> None:
    shown = run(system).output
    for each in json.loads(run(system, "--json").output):
        assert each["id"] in shown
        assert run(system, each["id"]).exit_code == 0
        assert not each["number"] or run(system, each["number"]).exit_code == 0
