"""What became of every unit that a side came with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from flagplot.fe.combat.battle.field import Camp
from flagplot.fe.combat.force import Combatant

HERE = "here"
DESTROYED, CAPTURED, SCUTTLED = "destroyed", "captured", "scuttled"
GONE = "gone"
"""For what left without anybody telling how."""


class Fate(NamedTuple):
    """A unit as it is, or was last, and what became of it: ``here``, or how it went."""

    unit: Combatant
    how: str

    @property
    def is_lost(self) -> bool:
        """Whether its owner has it no more."""
        return self.how in (DESTROYED, CAPTURED, SCUTTLED)


def fates(camp: Camp) -> Iterator[Fate]:
    """Each unit that a side came with, in the order in which they came."""
    here = {each.id: each for each in camp.units}
    went = {each.unit.id: each for each in camp.history if each.how != "crippled"}
    for came in camp.entrant.units:
        if came.id in here:
            yield Fate(here[came.id], HERE)
        elif came.id in went:
            yield Fate(went[came.id].unit, went[came.id].how)
        else:
            yield Fate(came, GONE)
