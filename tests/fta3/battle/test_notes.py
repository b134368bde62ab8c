"""Every ``note`` of the battle against the narrator's table, read from the source: what is noted can be told."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from flagplot.fta3 import battle
from flagplot.fta3.battle import codes as k
from flagplot.fta3.play.sentences import KINDS
from flagplot.fta3.ruleset import FTA3

FILES = sorted(Path(str(battle.__file__)).parent.glob("*.py"))
NAMES = {value: name for name, value in vars(k).items() if name.startswith("E_")}
SHIP, OTHER, OPERANDS = 4, 5, 6  # places among the arguments of ``note``, after the trace, the event, round and side


Note = tuple[ast.Call, int]


def calls(tree: ast.AST, name: str) -> Iterator[ast.Call]:
    """Each call of a function of that name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == name:
            yield node


def notes() -> Iterator[tuple[str, Note]]:
    """Each call of ``note`` with the place where it stands and the code of an event that it notes."""
    for path in FILES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
            for call in calls(function, "note"):
                for event in events_of(ast.unparse(call.args[1]), function, tree):
                    assert event.startswith("k.E_"), f"{event} is no named event"
                    yield f"{path.name}:{call.lineno} {event}", (call, int(vars(k)[event.removeprefix("k.")]))


def events_of(event: str, function: ast.FunctionDef, tree: ast.AST) -> list[str]:
    """The events that a note names: itself, or whatever its module hands to the parameter of that name."""
    parameters = [argument.arg for argument in function.args.args]
    if event not in parameters:
        return [event]
    return [ast.unparse(call.args[parameters.index(event)]) for call in calls(tree, function.name)]


def used(argument: ast.expr) -> bool:
    """Whether a column of a note says something."""
    return ast.unparse(argument) != "k.NONE"


NOTES = [pytest.param(note, id=where) for where, note in notes()]


def test_events_are_numbered_without_a_gap() -> None:
    assert sorted(NAMES) == list(range(k.EVENTS))
    assert len(NAMES) == sum(name.startswith("E_") for name in vars(k))


def test_every_event_has_its_entry_and_every_entry_its_event() -> None:
    assert {NAMES[code] for code in KINDS} == set(NAMES.values())


def test_every_event_is_noted_somewhere() -> None:
    assert {NAMES[code] for _, (_, code) in notes()} == set(NAMES.values())


@pytest.mark.parametrize("noted", NOTES)
def test_a_note_fills_every_column_by_place(noted: Note) -> None:
    call, _ = noted
    assert not call.keywords
    assert len(call.args) == OPERANDS + 4


@pytest.mark.parametrize("noted", NOTES)
def test_the_ship_and_the_other_are_noted_where_they_are_named(noted: Note) -> None:
    call, code = noted
    kind = KINDS[code]
    assert (used(call.args[SHIP]), used(call.args[OTHER])) == (bool(kind.ship), bool(kind.other))


@pytest.mark.parametrize("noted", NOTES)
def test_as_many_operands_are_noted_as_are_named(noted: Note) -> None:
    call, code = noted
    names = KINDS[code].operands
    assert [used(argument) for argument in call.args[OPERANDS:]] == [n < len(names) for n in range(4)]


def test_kinds_are_told_apart() -> None:
    """A sensor check is one kind to the reader, whichever of the two ships is the flanker."""
    names = [kind.name for code, kind in KINDS.items() if code != k.E_SENSED]
    assert len(set(names)) == len(names)
    assert KINDS[k.E_SENSED] == KINDS[k.E_SENSOR]
    for kind in KINDS.values():
        assert len(set(kind.operands)) == len(kind.operands), kind.name


@pytest.mark.parametrize("code", sorted(KINDS), ids=NAMES.get)
def test_a_kind_cites_rules_of_the_rulebook(code: int) -> None:
    assert KINDS[code].rules
    assert [rule for rule in KINDS[code].rules if rule not in FTA3.rulebook.rules] == []
