"""What an aftermath comes to: the fate of each ship, what was won, and what is still to be decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from flagplot.core.event import Event


class Yielded(NamedTuple):
    """What an owner has from one ship: $ and DI for one use, and when he has it. ``owner`` and ``ship`` are ids."""

    owner: str
    ship: str
    how: str
    money: int
    di: int
    when: str


class Open(NamedTuple):
    """A decision that nobody has made: about what, by which rule, who makes it, and between what."""

    about: str
    rule: str
    who: str
    choices: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Aftermath:
    """The aftermath of a day. ``state`` is what it adds to the end state of ships and wings, by id, ``decided`` what
    owners have ordered, by their ids.

    ``is_settled`` is False while nobody has spoken of it, and then nothing else is said here.
    """

    is_settled: bool = False
    decided: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    events: tuple[Event, ...] = ()
    state: Mapping[str, Mapping[str, int | str]] = field(default_factory=dict)
    yields: tuple[Yielded, ...] = ()
    open: tuple[Open, ...] = ()


UNSETTLED = Aftermath()
"""The aftermath of which nobody has spoken."""
