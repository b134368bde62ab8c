"""What a side has left at the end of a round, what that shows the enemy, and what became of a unit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from flagplot.fe.combat.allocation import Carried
from flagplot.fe.combat.force import Combatant

Units: TypeAlias = tuple[Combatant, ...]
NOTHING_CARRIED = Carried()


def key_of(units: Units) -> tuple[object, ...]:
    """Equal for units of one side that fight alike."""
    return tuple((each.id, each.unit.crippled, each.unit.sids, *sorted(each.craft.items())) for each in units)


@dataclass(frozen=True)
class Remainder:
    """What a side has left at the end of a round, and what it carries on."""

    units: Units
    carried: Carried = NOTHING_CARRIED

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for remainders that fight alike."""
        return (*key_of(self.units), self.carried.minus, self.carried.plus)


def fate_of(left: Remainder, unit: str) -> str:
    """What became of a unit: ``destroyed``, ``crippled`` (and alive) or ``whole``."""
    found = next((each for each in left.units if each.id == unit), None)
    return "destroyed" if found is None else "crippled" if found.unit.crippled else "whole"
