"""The forces of a ground war as a moderator lists them: sides, units, transports, ships, fighters, his entries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from flagplot.fta3.ground.book import Unit
from flagplot.fta3.papers.forces import Ship, Wing

ATTACKER, DEFENDER = "attacker", "defender"
ROLES = (ATTACKER, DEFENDER)
HERE, LOST, ELSEWHERE = "here", "lost", "elsewhere"
FATES = (HERE, LOST, ELSEWHERE)
CONTINUE, WITHDRAWS, SURRENDERS = "continue", "withdraws", "surrenders"


@dataclass(frozen=True, kw_only=True)
class Transport:
    """Ships that carry units by id; ``fate`` says whether they are in the system, lost, or somewhere else.

    ``lost_in`` is the quarter at whose start they are lost, 0 where they are not.
    """

    name: str
    units: tuple[str, ...]
    fate: str
    lost_in: int = 0


@dataclass(frozen=True, kw_only=True)
class GroundSide:
    """One side. An attacker's units are aboard until they land, a defender's are ashore.

    ``transports`` is None where every unit has its own, all in the system; otherwise only those listed carry anything.
    """

    id: str
    name: str
    role: str
    units: tuple[Unit, ...]
    ships: tuple[Ship, ...]
    wings: tuple[Wing, ...]
    transports: tuple[Transport, ...] | None
    doctrines: tuple[str, ...] = ()
    polity: tuple[str, ...] = ()

    def names(self) -> Iterator[tuple[str, str]]:
        """Ids and names of its units and ships."""
        yield from ((unit.id, unit.name) for unit in self.units)
        yield from ((ship.id, ship.name) for ship in self.ships)

    def transport_of(self, unit: Unit) -> Transport | None:
        """What carries a unit; None where it has its own, or none at all."""
        return next((each for each in self.transports or () if unit.id in each.units), None)


@dataclass(frozen=True, kw_only=True)
class Entry:
    """What the moderator entered for something that the page leaves to him.

    ``rule`` is its heading, ``subject`` a unit or side by id or empty, ``quarter`` the quarter it is for or after, 0
    before the first; ``value`` a number if it has one, ``word`` what happens, ``reason`` his words.
    """

    rule: str
    line: int
    reason: str
    subject: str = ""
    quarter: int = 0
    value: int = 0
    word: str = ""


@dataclass(frozen=True, kw_only=True)
class GroundScenario:
    """A ground war before any order is given; ``ci`` is that of the territory, None where nobody asks for it."""

    name: str
    system: str
    planet: str
    terrain: str
    sides: tuple[GroundSide, GroundSide]
    readings: Mapping[str, str]
    entries: tuple[Entry, ...]
    quarter_limit: int
    book: str
    invented: bool
    ci: int | None = None
    labels: Mapping[str, str] = field(default_factory=dict)

    def entry(self, rule: str, subject: str = "", quarter: int | None = None) -> Entry | None:
        """The moderator's entry for a heading, a subject and a quarter; None where he has made none."""
        for entry in self.entries:
            if entry.rule == rule and entry.subject == subject and quarter in (None, entry.quarter):
                return entry
        return None

    def morale(self, unit: str, quarter: int) -> Entry | None:
        """The latest entry of a unit's morale that holds in a quarter."""
        found = [e for e in self.entries if e.rule == "stats/morale" and e.subject == unit and e.quarter <= quarter]
        return max(found, key=lambda entry: entry.quarter, default=None)
