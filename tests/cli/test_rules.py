"""``flagplot rules``."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from flagplot.cli.main import main
from flagplot.desk.rulesets import RULESETS

House = Callable[..., Path]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["rules", *arguments])


LIST = """\
Toy Game (toy)
==============

The rules of the page “Toy Rules” in its order.

status      functions  cases  rule
text only           -      -  The story [story]
done                1      1    Hits [hit]
not yet             1      -      Damage [hit/damage]
not yet             -      -  Flight [flee]
                                pending: Everything.

4 rules: 1 done, 1 text only, 2 not yet.
"""


@pytest.mark.parametrize("system", [(), ("toy",)])
def test_the_list_is_in_page_order_and_counted(house: House, system: tuple[str, ...]) -> None:
    house("hit")
    answer = run(*system)
    assert answer.exit_code == 0
    assert answer.output == LIST


def test_a_ruleset_without_a_case_can_be_listed(house: House) -> None:
    house()
    assert "4 rules: 1 text only, 3 not yet." in run().output


def test_a_long_title_stays_in_its_column(house: House) -> None:
    folder = house()
    rules = folder / "toygame" / "rules.toml"
    rules.write_text(rules.read_text().replace('"Damage"', f'"{"very " * 15}long"'))
    lines = run().output.splitlines()
    first = next(number for number, line in enumerate(lines) if "very" in line)
    assert lines[first + 1].strip().endswith("[hit/damage]")
    assert not lines[first + 1][:38].strip()
    assert max(map(len, lines)) <= 100


def test_one_rule_in_full(house: House) -> None:
    house("hit")
    assert run("toy", "hit").output == (
        "Hits\n"
        "====\n"
        "\n"
        "A die hits that reaches the number.\n"
        "\n"
        "rule:   toy hit\n"
        "page:   Toy Rules\n"
        "under:  The story [story]\n"
        "status: done\n"
        "note:   Ours.\n"
        "\n"
        "Functions\n"
        "---------\n"
        "\n"
        "- toygame.functions:hits\n"
        "\n"
        "Cases\n"
        "-----\n"
        "\n"
        "- hit/1: An equal die hits\n"
        "\n"
        "Readings that bear on it\n"
        "------------------------\n"
        "\n"
        "- R1 tie = yes: It hits.\n"
        "- luck: None.\n"
    )
    assert "pending: Everything." in run("toy", "flee").output


def test_json_begins_with_what_programs_rely_on(house: House) -> None:
    house("hit")
    found = json.loads(run("toy", "--json").output)
    assert [each["id"] for each in found] == ["story", "hit", "hit/damage", "flee"]
    for each in found:
        assert list(each)[:6] == ["system", "id", "title", "status", "functions", "cases"]
    assert found[1] == {
        "system": "toy",
        "id": "hit",
        "title": "Hits",
        "status": "done",
        "functions": ["toygame.functions:hits"],
        "cases": ["hit/1"],
        "section": "story",
        "pending": "",
        "text": "A die hits that reaches the number.",
        "note": "Ours.",
        "readings": ["tie", "luck"],
    }
    assert json.loads(run("toy", "hit", "--json").output) == [found[1]]


@pytest.mark.parametrize(
    ("arguments", "mend"),
    [
        (("toi",), "Did you mean 'toy'?"),
        (("fe",), "Known: toy."),
        (("toy", "hits"), "Did you mean 'hit'?"),
        (("toy", ""), "'flagplot rules toy' lists them."),
        (("toy", "zzz", "--prove"), "'flagplot rules toy' lists them."),
    ],
)
def test_unknown_names_are_refused_with_the_nearest(house: House, arguments: tuple[str, ...], mend: str) -> None:
    house("hit")
    answer = run(*arguments)
    assert (answer.exit_code, answer.stdout) == (1, "")
    assert f"mend: {mend}" in answer.stderr
    (refusal,) = json.loads(run(*arguments, "--json").stdout)["refusals"]
    assert refusal["mend"] == mend


@pytest.mark.parametrize("broken", ["broken", "unknown"])
def test_faults_of_the_own_cases_are_told(house: House, broken: str) -> None:
    house(broken)
    answer = run()
    assert answer.exit_code == 1
    assert answer.stderr.startswith(str(Path("tests", "cases", "toy", f"{broken}.toml")))


def test_the_proof_holds_where_each_function_is_missed(house: House) -> None:
    house("hit", "damage")
    answer = run("toy", "--prove")
    assert answer.exit_code == 0
    assert answer.output == "toy: 2 rules called done, every function of each is missed by a case\n"


def test_the_proof_names_each_survivor(house: House) -> None:
    house("hit", "unnoticed")
    answer = run("--prove")
    assert answer.exit_code == 1
    assert answer.output == (
        "hit/damage: its cases pass although toygame.functions.loss does nothing\n"
        "toy: 2 rules called done, 1 removal of a function that no case notices\n"
    )
    assert run("toy", "hit", "--prove").exit_code == 0


def test_without_a_done_rule_the_proof_fails(house: House) -> None:
    house()
    answer = run("--prove")
    assert answer.exit_code == 1
    assert answer.output == "toy: no rule is called done, so there is nothing to prove\n"


def test_the_proof_as_json(house: House) -> None:
    house("hit", "unnoticed")
    answer = run("--prove", "--json")
    assert answer.exit_code == 1
    survivor = {"rule": "hit/damage", "function": "toygame.functions.loss", "removal": "does nothing"}
    assert json.loads(answer.stdout) == [
        {"system": "toy", "holds": False, "done": ["hit", "hit/damage"], "survivors": [survivor]}
    ]


def test_a_proof_whose_cases_fail_is_refused(house: House) -> None:
    house("hit", "failing")
    answer = run("--prove")
    assert answer.exit_code == 1
    assert "'hit/damage/1' fails with every function in place" in answer.stderr


class Terminal(io.StringIO):
    """Standard error as a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("arguments", "shown"), [((), True), (("--json",), False)])
def test_progress_is_for_terminals(
    house: House, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], shown: bool
) -> None:
    house("hit", "damage")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with pytest.raises(SystemExit):
        main(["rules", "--prove", *arguments])
    assert ("2/2  hit/damage" in terminal.getvalue()) is shown
    assert bool(terminal.getvalue()) is shown


@pytest.mark.parametrize("system", RULESETS)
def test_the_real_rulesets_can_be_listed(system: str) -> None:
    found = json.loads(run(system, "--json").output)
    assert found
    assert {each["system"] for each in found} == {system}
    assert run(system).exit_code == 0
