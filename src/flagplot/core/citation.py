"""Citations: the typed reference to a rule that every function, result and refusal carries.

This module is part of the kernel's closed world: it imports nothing but the standard ``typing`` and ``collections``.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

MARK = "__carries_out__"


class Citation(NamedTuple):
    """A rule of one system: ``system`` is the short name of the ruleset, ``id`` a number or slug of its rulebook."""

    system: str
    id: str
    edition: str = ""

    def __str__(self) -> str:
        edition = f" ({self.edition})" if self.edition else ""
        return f"{self.system} {self.id}{edition}"


def carries_out(system: str, *ids: str) -> Callable[[Function], Function]:
    """Mark a function as the one that carries out the rules ``ids`` of ``system``; the function itself is unchanged."""

    def mark(function: Function) -> Function:
        setattr(function, MARK, tuple(Citation(system, id_) for id_ in ids))
        return function

    return mark


def citations_of(function: Callable[..., Any]) -> tuple[Citation, ...]:
    """The rules that ``function`` carries out, empty for an unmarked one."""
    marked: tuple[Citation, ...] = getattr(function, MARK, ())
    return marked
