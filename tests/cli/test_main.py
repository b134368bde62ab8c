"""The command as a whole: its table of verbs, its help, its endings."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from types import ModuleType

import click
import pytest
from click.testing import CliRunner, Result

from flagplot import __version__
from flagplot.cli.main import VERBS, main
from flagplot.cli.options import json_option
from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Refusal, Refused

UNKNOWN = Refusal(
    code="unknown-hull",
    fault=Fault.ILLEGAL,
    where="red.toml, ship 3",
    message="no hull 'CZ' in the book",
    mend="Did you mean 'CA'?",
    citation=Citation("fta3", "pair-off"),
)
SHORT = Refusal(code="short", fault=Fault.INCONSISTENT, where="blue.txt:4", message="split", gap="3 attacks short")
DAMAGED = Refusal(code="not-utf-8", fault=Fault.DAMAGED, where="red.toml", message="byte 7 is no UTF-8")
CLASH = Refusal(code="clash", fault=Fault.CONFLICT, where="readings", message="R1 and R2 exclude each other")

Ending = Callable[[Callable[[], None]], Callable[..., Result]]


@pytest.fixture
def ending(monkeypatch: pytest.MonkeyPatch) -> Ending:
    """Puts a verb ``demo`` with a body of the test's choice into the table and runs the command with it."""

    def prepare(body: Callable[[], None]) -> Callable[..., Result]:
        @click.command()
        @json_option
        def demo(as_json: bool) -> None:
            body()

        module = ModuleType("verb_of_the_test")
        module.demo = demo  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.setitem(VERBS, "demo", ("verb_of_the_test:demo", ""))
        return lambda *arguments: CliRunner().invoke(main, ["demo", *arguments])

    return prepare


def refusing(*refusals: Refusal) -> Callable[[], None]:
    def body() -> None:
        raise Refused(refusals)

    return body


def raising(error: BaseException) -> Callable[[], None]:
    def body() -> None:
        raise error

    return body


def test_help_lists_every_verb_with_one_line() -> None:
    answer = CliRunner().invoke(main, ["--help"])
    assert answer.exit_code == 0
    for verb, (_, text) in VERBS.items():
        assert f"{verb} " in answer.output
        assert text.split()[0] in answer.output
        assert len(text) < 70


def test_version() -> None:
    assert CliRunner().invoke(main, ["--version"], prog_name="flagplot").output == f"flagplot {__version__}\n"


def test_an_unknown_verb_is_bad_usage_and_the_nearest_is_named() -> None:
    answer = CliRunner().invoke(main, ["batle"])
    assert answer.exit_code == 2
    assert "No such verb 'batle'. Did you mean 'battle'?" in answer.stderr


def test_every_refusal_is_told_on_standard_error(ending: Ending) -> None:
    answer = ending(refusing(UNKNOWN, SHORT))()
    assert answer.exit_code == 1
    assert answer.stdout == ""
    assert answer.stderr == (
        "red.toml, ship 3: no hull 'CZ' in the book\n"
        "  rule: fta3 pair-off\n"
        "  mend: Did you mean 'CA'?\n"
        "blue.txt:4: split\n"
        "  gap:  3 attacks short\n"
        "2 faults; nothing was changed.\n"
    )


def test_refusals_come_file_by_file_and_line_by_line(ending: Ending) -> None:
    places = ["red.txt, line 10", "fleet.toml, ships, line 2", "red.txt, line 9", "fleet.toml:1", "red.txt"]
    places += ["red.txt, line 9, column 2", "fleet.toml, ships, line 1"]
    answer = ending(refusing(*(replace(SHORT, where=place) for place in places)))("--json")
    assert [refusal["where"] for refusal in json.loads(answer.stdout)["refusals"]] == [
        "red.txt, line 9",
        "red.txt, line 9, column 2",
        "red.txt, line 10",
        "red.txt",
        "fleet.toml, ships, line 1",
        "fleet.toml, ships, line 2",
        "fleet.toml:1",
    ]


def test_refusals_as_json_are_one_object_on_standard_output(ending: Ending) -> None:
    answer = ending(refusing(UNKNOWN, SHORT))("--json")
    assert answer.exit_code == 1
    assert answer.stderr == ""
    assert json.loads(answer.stdout) == {"refusals": [UNKNOWN.as_dict(), SHORT.as_dict()]}


@pytest.mark.parametrize("arguments", [(), ("--json",)])
def test_a_hostile_name_cannot_steer_the_terminal(ending: Ending, arguments: tuple[str, ...]) -> None:
    hostile = Refusal(code="x", fault=Fault.ILLEGAL, where="\udc80.toml", message="no '\x1b[2J\u202e' here")
    answer = ending(refusing(hostile))(*arguments)
    assert answer.exit_code == 1
    assert not set("\udc80\x1b\u202e") & set(answer.output)


@pytest.mark.parametrize(
    ("refusals", "code"),
    [((UNKNOWN,), 1), ((DAMAGED,), 3), ((CLASH,), 4), ((UNKNOWN, CLASH), 4), ((CLASH, DAMAGED, UNKNOWN), 3)],
)
def test_the_gravest_fault_sets_the_exit_code(ending: Ending, refusals: tuple[Refusal, ...], code: int) -> None:
    assert ending(refusing(*refusals))().exit_code == code


def test_a_file_that_cannot_be_opened_is_bad_usage(ending: Ending) -> None:
    answer = ending(raising(PermissionError(13, "Permission denied", "book.toml")))()
    assert answer.exit_code == 2
    assert answer.stderr == "Error: book.toml: Permission denied.\n"


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), click.Abort()])
def test_ctrl_c_ends_quietly(ending: Ending, stop: BaseException) -> None:
    answer = ending(raising(stop))()
    assert answer.exit_code == 130
    assert answer.stderr == "Stopped.\n"


def test_a_fault_of_the_program_is_not_hidden(ending: Ending) -> None:
    answer = ending(raising(ZeroDivisionError()))()
    assert isinstance(answer.exception, ZeroDivisionError)


@pytest.mark.parametrize(("environment", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_no_color_is_respected(ending: Ending, environment: dict[str, str], coloured: bool) -> None:
    ending(refusing(SHORT))
    answer = CliRunner(env={"NO_COLOR": None, **environment}).invoke(main, ["demo"], color=True)
    assert ("\x1b[" in answer.stderr) is coloured


PIPED = """
import sys, types, click
from flagplot.cli.main import VERBS, main

@click.command()
def talk():
    for number in range(100_000):
        click.echo(number)

module = types.ModuleType("talkative")
module.talk = talk
sys.modules["talkative"] = module
VERBS["talk"] = ("talkative:talk", "")
main(["talk"])
"""


def test_a_closed_pipe_leaves_no_traceback() -> None:
    read, write = os.pipe()
    with subprocess.Popen([sys.executable, "-c", PIPED], stdout=write, stderr=subprocess.PIPE, text=True) as talker:
        os.close(write)
        os.read(read, 10)
        os.close(read)
        _, complaint = talker.communicate(timeout=60)
    assert complaint == ""
    assert talker.returncode == 141
