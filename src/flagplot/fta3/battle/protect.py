"""Protect actions: a ship draws the fire of one flanker onto itself."""

from flagplot.core.citation import carries_out
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.cloak import is_hidden
from flagplot.fta3.battle.state import Choices, Fleet, Readings, Ships
from flagplot.fta3.battle.trace import Trace, note


@carries_out("fta3", "protect")
def may_draw(fleet: Fleet, ships: Ships, readings: Readings, s: int, i: int, flanker: int) -> int:
    """1 if a ship may draw this flanker: it has the trait, is not flanked itself, and can fire on the flanker (R29).

    A ship under cloak draws nobody: who cannot see it cannot fire at it. Nor does anybody draw the flanker of a ship
    that has left.
    """
    t = 1 - s
    if fleet.protects[s, i] == 0 or ships.status[s, i] != k.ACTIVE or ships.hp[s, i] <= 0:
        return 0
    if is_hidden(ships, s, i) == 1:
        return 0
    ward = ships.flanked[t, flanker]
    if ships.status[t, flanker] != k.ACTIVE or ward == k.NONE or ward == i or ships.status[s, ward] != k.ACTIVE:
        return 0
    if is_hidden(ships, t, flanker) == 1 and readings.draw_hidden == k.NOT_DRAWN:
        return 0
    for j in range(fleet.size[t]):
        if ships.status[t, j] == k.ACTIVE and ships.flanked[t, j] == i:
            return 0
    return 1


@carries_out("fta3", "protect")
def protect(fleet: Fleet, ships: Ships, choices: Choices, round_: int, trace: Trace) -> None:
    """Each protector draws the flanker it has chosen, one a round, before any die is rolled."""
    for s in range(2):
        for i in range(fleet.size[s]):
            ships.drawn[s, i] = k.NONE
    for s in range(2):
        t = 1 - s
        for i in range(fleet.size[s]):
            flanker = choices.protect[s, i]
            if flanker != k.NONE and ships.drawn[t, flanker] == k.NONE:
                ships.drawn[t, flanker] = i
                note(trace, k.E_PROTECT, round_, s, i, flanker, ships.flanked[t, flanker], k.NONE, k.NONE, k.NONE)
