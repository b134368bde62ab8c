"""A numbered rule case as a value, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flagplot.core.refusal import Refusal


@dataclass(frozen=True, kw_only=True)
class Case:
    """One case. A question has ``ask``, a battle has ``scenario``; ``refused`` is None unless a refusal is expected."""

    id: str
    rules: tuple[str, ...]
    title: str
    where: str
    reading: str = ""
    option: str = ""
    example: str = ""
    ask: str = ""
    given: Mapping[str, Any] = field(default_factory=dict)
    expect: Mapping[str, Any] = field(default_factory=dict)
    scenario: str = ""
    orders: Mapping[str, str] = field(default_factory=dict)
    afterwards: Mapping[str, str] = field(default_factory=dict)
    dice: tuple[str, ...] = ()
    rounds: int | None = None
    events: tuple[Mapping[str, Any], ...] = ()
    never: tuple[Mapping[str, Any], ...] = ()
    state: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    refused: tuple[str, ...] | None = None

    @property
    def is_battle(self) -> bool:
        """Whether a battle has to be fought, rather than a question asked."""
        return bool(self.scenario)


@dataclass(frozen=True, kw_only=True)
class CaseOutcome:
    """What came of a battle: its events in order, its end state by entity id, or the refusals that forbade it."""

    events: Sequence[Mapping[str, Any]] = ()
    state: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    refusals: Sequence[Refusal] = ()


@dataclass(frozen=True, kw_only=True)
class CaseResult:
    """Whether a case holds. ``message`` says what failed and what was there instead; ``error`` is what stopped it."""

    case: Case
    passed: bool
    message: str = ""
    error: Exception | None = None
