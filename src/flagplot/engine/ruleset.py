"""What a ruleset offers to the rest of the house, and where each of its rules stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, cast

from flagplot.core.readings import Reading
from flagplot.core.settings import Setting
from flagplot.engine.case import Case, CaseOutcome
from flagplot.engine.layout import Layout
from flagplot.engine.rulebook import Rule, Rulebook, Status, functions_of

Questions = Mapping[str, Callable[..., dict[str, Any]]]


class QuestionsOf(Questions):
    """The ``QUESTIONS`` of a module, which is loaded once somebody asks: who fights battles does without it."""

    def __init__(self, module: str) -> None:
        self._module = module

    @cached_property
    def _questions(self) -> Questions:
        return cast(Questions, import_module(self._module).QUESTIONS)

    def __getitem__(self, name: str) -> Callable[..., dict[str, Any]]:
        return self._questions[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._questions)

    def __len__(self) -> int:
        return len(self._questions)


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """One game's rules.

    ``package`` is the Python package whose marked functions carry the rules out. ``questions`` are what a case may ask
    by name: each takes the case's ``given`` as keywords and answers with a dict, or raises ``Refused``. ``play_case``
    fights the battle of a case with its scripted dice; copies of rule functions must be made anew in each call, because
    the proof exchanges the code of a function between two of them. ``layouts`` are the kinds of file that its users
    keep in sheets, ``settings`` the figures that play needs and the rulebook does not give.
    """

    id: str
    title: str
    package: str
    rulebook: Rulebook
    readings: Mapping[str, Reading]
    questions: Questions
    play_case: Callable[[Case], CaseOutcome]
    layouts: tuple[Layout, ...] = ()
    settings: Mapping[str, Setting] = field(default_factory=dict)

    def functions(self) -> dict[str, tuple[FunctionType, ...]]:
        """The functions that carry out each rule that has any; raises ``Refused`` for a wrong mark."""
        return functions_of(self.rulebook, self.package)

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 over every source and data file of the package: what the rules are here, to the letter."""
        folder = Path(str(import_module(self.package).__file__)).parent
        found = sha256()
        for path in sorted(each for each in folder.rglob("*") if each.suffix in (".py", ".toml")):
            found.update(f"{path.relative_to(folder).as_posix()}\0".encode() + path.read_bytes() + b"\0")
        return found.hexdigest()

    def reading(self, label: str) -> Reading | None:
        """The reading with this id or number (``R12``)."""
        named = (reading for reading in self.readings.values() if label and label in (reading.id, reading.number))
        return next(named, None)


@dataclass(frozen=True, kw_only=True)
class Standing:
    """Where one rule stands: its status, the functions that carry it out, the cases that show it."""

    rule: Rule
    status: Status
    functions: tuple[FunctionType, ...]
    cases: tuple[Case, ...]


def standings(ruleset: Ruleset, cases: Iterable[Case]) -> list[Standing]:
    """Every rule of the ruleset in page order; the cases must have been checked against it."""
    functions = ruleset.functions()
    shown: dict[str, list[Case]] = {}
    for case in cases:
        for id_ in case.rules:
            shown.setdefault(id_, []).append(case)
    found = []
    for rule in ruleset.rulebook.rules.values():
        own, mine = functions.get(rule.id, ()), tuple(shown.get(rule.id, ()))
        status = rule.status(functions=len(own), cases=len(mine))
        found.append(Standing(rule=rule, status=status, functions=own, cases=mine))
    return found
