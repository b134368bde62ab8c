"""Every ``note`` of the battle against the narrator's table, read from the source: what is noted can be told."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from flagplot.fta3 import battle
from flagplot.fta3.battle import codes as k
from flagplot.fta3.ruleset import FTA3
from flagplot.fta3.sentences import KINDS

FILES = sorted(Path(str(battle.__file__)).parent.glob("*.py"))
NAMES = {value: name for name, value in vars(k).items() if name.startswith("E_")}
SHIP, OTHER, OPERANDS = 4, 5, 6  # places among the arguments of ``note``, after the trace, the event, round and side


def notes() -> Iterator[tuple[str, ast.Call]]:
    """Each call of ``note`` with the place where it stands."""
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == "note":
                yield f"{path.name}:{node.lineno}", node


def event_of(call: ast.Call) -> int:
    """The code of the event that a call notes."""
    event = ast.unparse(call.args[1])
    assert event.startswith("k.E_"), f"{event} is no named event"
    return int(vars(k)[event.removeprefix("k.")])


def used(argument: ast.expr) -> bool:
    """Whether a column of a note says something."""
    return ast.unparse(argument) != "k.NONE"


CALLS = [pytest.param(call, id=f"{where} {ast.unparse(call.args[1])}") for where, call in notes()]


def test_events_are_numbered_without_a_gap() -> None:
    assert sorted(NAMES) == list(range(k.EVENTS))
    assert len(NAMES) == sum(name.startswith("E_") for name in vars(k))


def test_every_event_has_its_entry_and_every_entry_its_event() -> None:
    assert {NAMES[code] for code in KINDS} == set(NAMES.values())


def test_every_event_is_noted_somewhere() -> None:
    assert {NAMES[event_of(call)] for _, call in notes()} == set(NAMES.values())


@pytest.mark.parametrize("call", CALLS)
def test_a_note_fills_every_column_by_place(call: ast.Call) -> None:
    assert not call.keywords
    assert len(call.args) == OPERANDS + 4


@pytest.mark.parametrize("call", CALLS)
def test_the_ship_and_the_other_are_noted_where_they_are_named(call: ast.Call) -> None:
    kind = KINDS[event_of(call)]
    assert (used(call.args[SHIP]), used(call.args[OTHER])) == (bool(kind.ship), bool(kind.other))


@pytest.mark.parametrize("call", CALLS)
def test_as_many_operands_are_noted_as_are_named(call: ast.Call) -> None:
    names = KINDS[event_of(call)].operands
    assert [used(argument) for argument in call.args[OPERANDS:]] == [n < len(names) for n in range(4)]


def test_kinds_are_told_apart() -> None:
    assert len({kind.name for kind in KINDS.values()}) == len(KINDS)
    for kind in KINDS.values():
        assert len(set(kind.operands)) == len(kind.operands), kind.name


@pytest.mark.parametrize("code", sorted(KINDS), ids=NAMES.get)
def test_a_kind_cites_rules_of_the_rulebook(code: int) -> None:
    assert KINDS[code].rules
    assert [rule for rule in KINDS[code].rules if rule not in FTA3.rulebook.rules] == []
