"""Events: what happened, by which rule, with which dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flagplot.core.citation import Citation

if TYPE_CHECKING:  # what stands behind it loads NumPy, which most users of events do without
    from flagplot.core.sources import Draw


@dataclass(frozen=True)
class Modifier:
    """One part of a needed number: a base such as the avoidance of the target, or what is added to the die."""

    name: str
    value: int
    citation: Citation


@dataclass(frozen=True)
class Part:
    """One part of a number that an event tells, its value as it is spelled: ``mlr-1``, ``7/2``."""

    name: str
    value: str
    citation: Citation


@dataclass(frozen=True)
class Cast:
    """Dice that an event was decided by: where they stand, what for, who rolled, and the face that succeeds.

    ``need`` is None where the dice are not read against one number. ``verdict`` says how they were read in words.
    """

    draw: Draw
    purpose: str
    who: str
    need: int | None
    verdict: str
    citation: Citation


@dataclass(frozen=True, kw_only=True)
class Event:
    """One thing that happened, or that a player could have expected and did not.

    ``seq`` counts from 1; ``facts`` are its integers and ids by name; ``text`` is the sentence for people;
    ``parts`` are what a number in it is the sum of.
    """

    seq: int
    round: int
    step: str
    kind: str
    facts: Mapping[str, int | str]
    citations: tuple[Citation, ...]
    text: str
    casts: tuple[Cast, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    parts: tuple[Part, ...] = ()

    @property
    def rules(self) -> tuple[Citation, ...]:
        """Every rule that had a part in it: its own, those of what made up its number, and those of its dice."""
        parts, numbers = (part.citation for part in self.parts), (part.citation for part in self.modifiers)
        dice = (cast.citation for cast in self.casts)
        return tuple(dict.fromkeys((*self.citations, *parts, *numbers, *dice)))

    def as_dict(self) -> dict[str, object]:
        """Plain values for JSON, cases and digests."""
        return {"seq": self.seq, "round": self.round, "step": self.step, "kind": self.kind, **self.facts}
