"""Who goes aboard units: admirals and Marine generals (316, 321), Prime Teams (522)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from flagplot.fe.combat.force import Combatant
from flagplot.fe.empires import Empire


class Rank(StrEnum):
    """What somebody is."""

    ADMIRAL = "admiral"
    GENERAL = "general"
    TEAM = "team"


@dataclass
class Person:
    """An admiral, a Marine general or a Prime Team: ``host`` is the unit that they are aboard, lost or not; ``empire``
    that of the first one; ``mission`` what a team does in this round.
    """

    id: str
    rank: Rank
    host: str
    empire: Empire
    mission: str = ""
    wounded: bool = False

    @property
    def number(self) -> int:
        """Its place among those of its rank that came, from 0: instructions go by it."""
        return int(self.id.rpartition("-")[2]) - 1


def people_aboard(units: Sequence[Combatant], hosts: Mapping[Rank, Sequence[str]]) -> Iterator[Person]:
    """Everybody aboard: admiral-1, admiral-2, general-1, team-1, …"""
    empires = {each.id: each.unit.type.empire for each in units}
    for rank, aboard in hosts.items():
        for number, host in enumerate(aboard, 1):
            yield Person(f"{rank}-{number}", rank, host, empires[host])
