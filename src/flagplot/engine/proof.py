"""The proof of a rulebook: take each function of a done rule away and see whether its cases notice.

The code of the function itself is exchanged, so that every module that imported the function, and every copy of it that
is made meanwhile, runs without it.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from types import FunctionType
from typing import Any

from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.engine.case import Case
from flagplot.engine.cases import check, run
from flagplot.engine.rulebook import Status
from flagplot.engine.ruleset import Ruleset, Standing, standings

# A loop that waits for what the missing function should do never ends; a case that calls it so often is one.
MOST_CALLS = 10_000


class RemovedError(Exception):
    """A function was called that the proof has taken away."""


class Removal(StrEnum):
    """How a function is taken away."""

    RAISES = "raises"
    DOES_NOTHING = "does nothing"


@dataclass(frozen=True)
class Survival:
    """A rule called done whose cases all pass although one of its functions is gone."""

    rule: str
    function: str
    removal: Removal

    def __str__(self) -> str:
        return f"{self.rule}: its cases pass although {self.function} {self.removal}"


def prove(
    ruleset: Ruleset,
    cases: Iterable[Case],
    rules: Iterable[str] | None = None,
    progress: Callable[[str], None] | None = None,
) -> list[Survival]:
    """Every survival among the done rules of the ruleset, or among those of them that ``rules`` names.

    ``progress`` is told the id of each rule as its trials begin. Raises ``Refused`` where the proof would say nothing:
    a case that names something unknown or fails with all functions in place, an unknown rule, a function whose code
    cannot be exchanged. Not for two threads at once, since it changes the functions themselves.
    """
    cases = list(cases)
    check(cases, ruleset)
    # Questions cost less than battles, and a trial ends with the first case that fails.
    every = standings(ruleset, sorted(cases, key=lambda case: case.is_battle))
    wanted = set(ruleset.rulebook.rules if rules is None else rules)
    _check_known(wanted, ruleset)
    done = [each for each in every if each.status is Status.DONE and each.rule.id in wanted]
    _check_sound(done, ruleset)
    found: list[Survival] = []
    for standing in done:
        if progress:
            progress(standing.rule.id)
        found += _survivals(standing, ruleset)
    return found


def _survivals(standing: Standing, ruleset: Ruleset) -> Iterator[Survival]:
    """The survivals of one rule."""
    for function in standing.functions:
        for removal in Removal:
            if all(_passes_without(function, removal, case, ruleset) for case in standing.cases):
                yield Survival(standing.rule.id, _name(function), removal)


def _passes_without(function: FunctionType, removal: Removal, case: Case, ruleset: Ruleset) -> bool:
    with _without(function, removal):
        return run(case, ruleset).passed


class _StandIn:
    """What answers in the place of the function that is taken away."""

    def __init__(self, function: FunctionType, removal: Removal) -> None:
        self.annotation = _return_annotation(function)
        self.removal = removal
        self.calls = 0

    def answer(self) -> Any:
        self.calls += 1
        if self.removal is Removal.RAISES:
            raise RemovedError("a function of this rule was called while it was taken away")
        if self.calls > MOST_CALLS:
            raise RemovedError("without a function of this rule the case does not come to an end")
        return _emptiest(self.annotation)


_stand_in: _StandIn | None = None


def _answer_instead(*_args: object, **_keywords: object) -> Any:
    # This code runs with the globals of the function it stands in for, so it must fetch all that it uses.
    from flagplot.engine import proof

    assert proof._stand_in is not None
    return proof._stand_in.answer()


@contextmanager
def _without(function: FunctionType, removal: Removal) -> Iterator[None]:
    """Exchange the function's code, and put it back whatever happens."""
    global _stand_in
    kept = function.__code__
    _stand_in = _StandIn(function, removal)
    function.__code__ = _answer_instead.__code__
    try:
        yield
    finally:
        function.__code__ = kept
        _stand_in = None


def _return_annotation(function: FunctionType) -> ast.expr:
    """The annotation of what the function returns, whether its module keeps annotations as values or as text."""
    annotation = inspect.get_annotations(function).get("return")
    if isinstance(annotation, type) and not hasattr(annotation, "__args__"):
        annotation = annotation.__name__
    return ast.parse(str(annotation), mode="eval").body


def _emptiest(annotation: ast.expr) -> Any:
    """The emptiest value of a plain type (numbers, texts, lists and tuples of them), None for any other."""
    match annotation:
        case ast.Name("int"):
            return 0
        case ast.Name("bool"):
            return False
        case ast.Name("str"):
            return ""
        case ast.Name("list") | ast.Subscript(ast.Name("list")):
            return []
        case ast.Name("dict") | ast.Subscript(ast.Name("dict")):
            return {}
        case ast.Subscript(ast.Name("tuple"), ast.Tuple([_, ast.Constant(value)])) if value is Ellipsis:
            return ()
        case ast.Subscript(ast.Name("tuple"), ast.Tuple(parts)):
            return tuple(map(_emptiest, parts))
    return None


def _check_known(wanted: set[str], ruleset: Ruleset) -> None:
    """Refuse rules that the rulebook does not have."""
    faults = Faults()
    for id_ in sorted(wanted - set(ruleset.rulebook.rules)):
        mend = nearest(id_, ruleset.rulebook.rules)
        faults.add("unknown-rule", ruleset.id, f"there is no rule '{id_}'", fault=Fault.MALFORMED, mend=mend)
    faults.settle()


def _check_sound(done: list[Standing], ruleset: Ruleset) -> None:
    """Refuse a proof whose cases fail by themselves or whose functions cannot be exchanged."""
    faults = Faults()
    for case in {case.id: case for standing in done for case in standing.cases}.values():
        result = run(case, ruleset)
        if not result.passed:
            message = f"'{case.id}' fails with every function in place: {result.message}"
            faults.add("case-fails", case.where, message, fault=Fault.INCONSISTENT)
    for function in dict.fromkeys(function for standing in done for function in standing.functions):
        if function.__code__.co_freevars:
            message = f"it keeps variables of the function around it: {', '.join(function.__code__.co_freevars)}"
            mend = "Make it a function of the module."
            faults.add("closure", _name(function), message, fault=Fault.INCONSISTENT, mend=mend)
    faults.settle()


def _name(function: FunctionType) -> str:
    return f"{function.__module__}.{function.__qualname__}"
