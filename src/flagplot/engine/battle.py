"""What a battle offers, whatever its rules: it can be stepped, asked for decisions, told as events, and sampled."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any, ClassVar, Protocol

from flagplot.core.citation import Citation
from flagplot.core.event import Event
from flagplot.core.report import Report
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


class Fate(IntEnum):
    """What became of a unit, as the rows of samples tell it."""

    STAYED = 0  # still in the battle when it ended
    LOST = 1
    LEFT = 2
    AWAY = 3  # never took part


DRAW = 2
"""The result where neither side, 0 or 1, has won."""


@dataclass(frozen=True)
class Unit:
    """A ship, or whatever else has a fate of its own: ``values`` by the currencies of its form, None where unknown."""

    id: str
    name: str
    side: int
    kind: str
    values: tuple[int | None, ...]


@dataclass(frozen=True, kw_only=True)
class RowForm:
    """What the columns of a sample's row mean, all integers.

    Column 0 is the result (0 or 1 for the side that won, or ``DRAW``), column 1 the length; then how many times each of
    the ``endings`` came (a day may have several battles); the fate of each unit; and for each of the ``tokens``, which
    are counted but have no fate of their own, the losses of both sides; ``counts`` tells how many each side has. Losses
    of units are told in ``currencies``, the first of which is the one that margins and tails are reckoned in.
    ``endless`` is the ending that only a limit brought about which nobody has agreed on.
    """

    sides: tuple[str, str]
    currencies: tuple[str, ...]
    units: tuple[Unit, ...]
    tokens: tuple[str, ...]
    counts: tuple[tuple[int, int], ...]
    endings: tuple[str, ...]
    endless: int | None = None

    RESULT: ClassVar = 0
    LENGTH: ClassVar = 1
    ENDINGS: ClassVar = 2

    @property
    def fates(self) -> int:
        """The first column of fates."""
        return self.ENDINGS + len(self.endings)

    @property
    def losses(self) -> int:
        """The first column of lost tokens: both sides for the first, both for the second, and so on."""
        return self.fates + len(self.units)

    @property
    def width(self) -> int:
        """How many columns there are."""
        return self.losses + 2 * len(self.tokens)


@dataclass(frozen=True)
class Chances:
    """Every row that can come about with its chance: exact, but for rounding and for what was ``left_out``.

    ``rows`` is [n, width], ``weights`` [n]; ``left_out`` is the chance of what was too unlikely to be followed up, and
    ``how`` says in words how it was reckoned.
    """

    rows: Any
    weights: Any
    left_out: float
    how: str


class Sampled(Protocol):
    """A battle that can be fought as often as one likes, each time with the dice of another sample."""

    form: RowForm

    def rows(self, first: int, count: int) -> Any:
        """The rows of samples ``first`` to ``first + count - 1``, int64 [count, width]; the same at each call."""

    def narrate(self, sample: int) -> Report:
        """One sample told in full."""

    def chances(self) -> Chances | None:
        """The exact distribution of rows; None where that is not to be had in a reasonable time."""


class Recipe(Protocol):
    """How a battle for sampling is made anew in each thread, process or machine: hashable, and it can be pickled."""

    def open(self) -> Sampled:
        """The battle, with arrays of its own."""
