"""What all kinds of battle have in common for whoever writes, verifies or corrects them: each kind is an arena."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from flagplot.core.entries import read_entries
from flagplot.core.event import Cast, Event
from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults, Refusal, Refused
from flagplot.core.report import Node, Report, Section, Text
from flagplot.core.sources import Source
from flagplot.engine.duel import Duel

if TYPE_CHECKING:
    from flagplot.desk.battle import Papers
    from flagplot.desk.receipt import Receipt

FLEETS, GROUND, HEXES = "fleets", "ground", "hexes"
DEFAULT_SYSTEM = "fta3"
SYSTEMS = {DEFAULT_SYSTEM: FLEETS, "fe": HEXES}
"""The arena of each ruleset; those of fta3 are two."""

GROUND_WAR = "ground"
"""The type of battle that makes a scenario of fta3 a ground war."""

KINDS = tuple(f"{system} battle" for system in SYSTEMS)
"""What machine blocks call their battles."""


class Named(Protocol):
    """A scenario, as far as every kind of battle has one."""

    @property
    def name(self) -> str:
        """What the battle is called."""

    @property
    def readings(self) -> Mapping[str, str]:
        """The option taken of each reading."""


class Docket(Protocol):
    """Papers that may be fought."""

    @property
    def scenario(self) -> Named:
        """What was read of the scenario."""

    @property
    def remarks(self) -> Mapping[str, tuple[str, ...]]:
        """How the orders were read, by owner."""

    @property
    def orders_digest(self) -> str:
        """SHA-256 over the orders, whatever files and lines they came in."""


class Fought(Protocol):
    """A battle as far as it was fought."""

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened, in order."""

    def casts(self) -> Iterator[tuple[Event, Cast, Source, int]]:
        """Every draw with its event, its source and its sample."""


@dataclass(frozen=True)
class Scene:
    """One round of an engagement, both counted from 1; 0 and 0 for what happened before the battle, and after it.

    ``nodes`` tell of it, ``hit_points`` are those before and after by ship where that is how damage is counted.
    """

    engagement: int
    round: int
    title: str
    events: tuple[Event, ...]
    nodes: tuple[Node, ...]
    hit_points: Mapping[str, Mapping[str, int | str | None]]


class Arena(Protocol):
    """What the desk asks of a kind of battle; dockets and battles are those of the arena itself."""

    SYSTEM: str

    def sheets_named(self, scenario: str) -> Mapping[str, str]:
        """The files that a scenario names, by their place among the papers; none for what needs no file."""

    def sheets(self, papers: Papers) -> Sequence[tuple[str, Paper]]:
        """The books that a battle was fought by, with what each is."""

    def open_docket(self, papers: Papers, faults: Faults) -> Docket | None:
        """The papers held against one another; None where ``faults`` has any."""

    def fight(self, docket: Any, source_of: Callable[[int], Source], answers: Paper | None) -> Fought:
        """Fight a docket, with the ``answers`` of a duel where there was one; ``source_of`` gives the dice of each
        engagement by its number.
        """

    def outcome(self, battle: Any) -> str:
        """How it ended, or what it waits for."""

    def state(self, battle: Any) -> Mapping[str, Mapping[str, int | str]]:
        """How everything stands, by id."""

    def further_facts(self, battle: Any) -> Mapping[str, Any]:
        """What JSON tells beside events and state."""

    def report(
        self,
        battle: Any,
        banner: Sequence[str],
        opening: Sequence[Node],
        remarks: Sequence[Text],
        closing: Sequence[Node],
    ) -> Report:
        """The whole report as a tree."""

    def changes(self, old: Any, new: Any, changed_lines: Sequence[str]) -> Section:
        """What a correction changed."""

    def order_lines(self, docket: Any) -> Iterable[str]:
        """The orders of all, as they were read, each with whose it is."""

    def receipts(self, docket: Any) -> Sequence[Receipt]:
        """What was read of each owner's papers."""

    def scenes(self, battle: Any) -> Iterable[Scene]:
        """The battle round by round."""

    def sides(self, docket: Any) -> Sequence[str]:
        """The names of both sides."""

    def refuse_duel(self, docket: Any, where: str, faults: Faults) -> None:
        """Refuse what nobody can play decision by decision."""

    def refuse_as_fleets(self, where: str, faults: Faults) -> None:
        """Refuse this kind of battle where only a battle of fleets will do."""

    def duel(self, docket: Any, source_of: Callable[[int], Source], by_orders: Collection[int]) -> Duel:
        """The battle at the table."""

    def board(self, docket: Any, duel: Any) -> Sequence[tuple[str, str, str]]:
        """Side, name and state of every unit of the battle under way."""


def arena_of(scenario: str) -> Arena:
    """The arena of a scenario by its ruleset, which refuses what it cannot read; that of fleets where it says none."""
    return _arena(place_of(scenario))


@lru_cache(maxsize=64)
def place_of(scenario: str) -> str:
    """Which kind of battle a scenario is of: ``FLEETS``, ``GROUND`` or ``HEXES``."""
    head, _ = read_entries(scenario, "side", "", Faults())
    system = head.values.get("ruleset", DEFAULT_SYSTEM)
    place = SYSTEMS.get(system.casefold(), FLEETS) if isinstance(system, str) else FLEETS
    return GROUND if place == FLEETS and head.values.get("battle") == GROUND_WAR else place


@cache
def _arena(place: str) -> Arena:
    """An arena by its module, which is loaded only now."""
    return cast("Arena", import_module(f"flagplot.desk.arenas.{place}"))


def check_same_kind(old: Arena, new: Arena, where: str) -> None:
    """Raises ``Refused`` where a battle is to be corrected into one of another kind."""
    if old is not new:
        message = "battles of different kinds do not correct each other"
        mend = "Give the report of the same battle."
        refusal = Refusal(code="other-kind", fault=Fault.INCONSISTENT, where=where, message=message, mend=mend)
        raise Refused([refusal])
