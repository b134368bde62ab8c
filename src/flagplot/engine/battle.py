"""What a battle offers, whatever its rules: it can be stepped, asked what is to be decided, and told as events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from flagplot.core.citation import Citation
from flagplot.core.event import Event
from flagplot.engine.steps import Stepped


@dataclass(frozen=True)
class Decision:
    """What the next step waits for: who has to choose (names of sides), what, and by which rules."""

    step: int
    who: tuple[str, ...]
    what: str
    citations: tuple[Citation, ...]


class Battle(Stepped, Protocol):
    """A battle that is under way or over."""

    def decision(self) -> Decision | None:
        """What has to be decided before the next step; None where nothing has, or all is over."""

    def events(self) -> tuple[Event, ...]:
        """All that has happened so far, in order."""
