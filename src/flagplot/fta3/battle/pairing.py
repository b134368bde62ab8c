"""Pairing off: ships pick opponents in turns, pairs last, whoever is left over flanks."""

from flagplot.core.citation import carries_out
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.state import Choices, Fleet, Grid, Ships, Sides
from flagplot.fta3.battle.trace import Trace, note


@carries_out("fta3", "pair-off")
def release(fleet: Fleet, ships: Ships, sides: Sides, cells: Grid) -> None:
    """Pairs last until one of the two is gone (R25); flankers are free again. The position winner picks first."""
    for s in range(2):
        sides.free[s] = 0
        for i in range(fleet.size[s]):
            ships.flanked[s, i] = k.NONE
            if ships.status[s, i] == k.ACTIVE:
                partner = ships.partner[s, i]
                if partner != k.NONE and ships.status[1 - s, partner] != k.ACTIVE:
                    ships.partner[s, i] = k.NONE
                if ships.partner[s, i] == k.NONE:
                    sides.free[s] += 1
    cells[k.PICKER] = cells[k.POSITION_WINNER]


@carries_out("fta3", "pair-off/traits")
def may_pair(fleet: Fleet, s: int, own: int, other: int) -> int:
    """1 unless a trait of one of the two forbids the pair."""
    if fleet.barred[s, own, fleet.kind[1 - s, other]] == 1 or fleet.barred[1 - s, other, fleet.kind[s, own]] == 1:
        return 0
    return 1


@carries_out("fta3", "pair-off")
def any_pair(fleet: Fleet, ships: Ships, sides: Sides) -> int:
    """1 while a free ship of each side may be paired with one of the other."""
    if sides.free[0] == 0 or sides.free[1] == 0:
        return 0
    if fleet.choosy[0] == 0 and fleet.choosy[1] == 0:
        return 1
    for s in range(1):
        for i in range(fleet.size[s]):
            if ships.status[s, i] == k.ACTIVE and ships.partner[s, i] == k.NONE:
                for j in range(fleet.size[1 - s]):
                    if (
                        ships.status[1 - s, j] == k.ACTIVE
                        and ships.partner[1 - s, j] == k.NONE
                        and may_pair(fleet, s, i, j) == 1
                    ):
                        return 1
    return 0


@carries_out("fta3", "pair-off")
def pair_off(ships: Ships, sides: Sides, choices: Choices, cells: Grid, trace: Trace) -> None:
    """The picker's ship is paired with the enemy it chose; then the other side picks."""
    s = cells[k.PICKER]
    own = choices.pick[0]
    other = choices.pick[1]
    ships.partner[s, own] = other
    ships.partner[1 - s, other] = own
    sides.free[s] -= 1
    sides.free[1 - s] -= 1
    cells[k.PICKER] = 1 - s
    note(trace, k.E_PAIR, cells[k.ROUND], s, own, other, k.NONE, k.NONE, k.NONE, k.NONE)


@carries_out("fta3", "flanking")
def flank(fleet: Fleet, ships: Ships, sides: Sides, choices: Choices, round_: int, trace: Trace) -> None:
    """Each ship left over joins the pair of the enemy it has chosen."""
    for s in range(2):
        if sides.free[s] > 0:
            for i in range(fleet.size[s]):
                if ships.status[s, i] == k.ACTIVE and ships.partner[s, i] == k.NONE and choices.flank[s, i] != k.NONE:
                    ships.flanked[s, i] = choices.flank[s, i]
                    note(trace, k.E_FLANK, round_, s, i, choices.flank[s, i], k.NONE, k.NONE, k.NONE, k.NONE)


@carries_out("fta3", "pair-off/range")
def set_pair_ranges(fleet: Fleet, ships: Ships, choices: Choices, cells: Grid, trace: Trace) -> None:
    """The position winner's choice for each of its pairs holds for both ships of the pair (R26)."""
    s = cells[k.POSITION_WINNER]
    for i in range(fleet.size[s]):
        if ships.status[s, i] == k.ACTIVE and ships.partner[s, i] != k.NONE:
            other = ships.partner[s, i]
            ships.range[s, i] = choices.range[s, i]
            ships.range[1 - s, other] = choices.range[s, i]
            note(trace, k.E_RANGE, cells[k.ROUND], s, i, other, choices.range[s, i], k.NONE, k.NONE, k.NONE)


@carries_out("fta3", "flanking")
def set_flank_ranges(fleet: Fleet, ships: Ships, sides: Sides, choices: Choices, round_: int, trace: Trace) -> None:
    """A flanker fires from the range it likes, whoever won the position."""
    for s in range(2):
        if sides.free[s] > 0:
            for i in range(fleet.size[s]):
                flanked = ships.flanked[s, i]
                if ships.status[s, i] == k.ACTIVE and flanked != k.NONE:
                    range_ = choices.range[s, i]
                    ships.range[s, i] = range_
                    note(trace, k.E_FLANK_RANGE, round_, s, i, flanked, range_, k.NONE, k.NONE, k.NONE)
