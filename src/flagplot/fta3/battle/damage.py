"""Damage lands all at once, after every die of its phase."""

from flagplot.core.citation import carries_out
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.state import Fleet, Ships
from flagplot.fta3.battle.trace import Trace, note


@carries_out("fta3", "inflict-damage")
def apply(fleet: Fleet, ships: Ships, round_: int, phase: int, trace: Trace) -> None:
    """Subtract what each ship has taken in a phase."""
    for s in range(2):
        for i in range(fleet.size[s]):
            taken = ships.taken[s, i]
            ships.hp[s, i] -= taken
            ships.taken[s, i] = 0
            if taken > 0:
                note(trace, k.E_DAMAGE, round_, s, i, k.NONE, taken, ships.hp[s, i], phase, k.NONE)
