"""Breaking off in a small engagement: the side that won the position may try, the ships engaged with it may hold it."""

from flagplot.core import dice as d
from flagplot.core.citation import carries_out
from flagplot.core.dice import Dice
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.casualties import leave
from flagplot.fta3.battle.state import Choices, Fleet, Grid, Ships, Sides, Tables
from flagplot.fta3.battle.trace import Trace, note


@carries_out("fta3", "disengage")
def pursuit_need(tables: Tables, pursuer: int, prey: int) -> int:
    """Face that holds a ship: 15, two less for each point of speed that the pursuer is faster; no more if slower
    (R28).
    """
    return tables.pursuit - tables.pursuit_speed * max(0, pursuer - prey)


@carries_out("fta3", "disengage")
def pursuit_phase(ships: Ships, s: int, i: int, enemy: int) -> int:
    """The phase in which an enemy may roll to hold a ship that leaves: its partner, its flanker, and the ship that it
    flanks may; NONE for anybody else (R28).
    """
    t = 1 - s
    if ships.partner[t, enemy] == i or ships.flanked[t, enemy] == i:
        return k.D_PURSUIT
    if ships.flanked[s, i] == enemy:
        return k.D_PURSUIT_OF_FLANKER
    return k.NONE


@carries_out("fta3", "disengage")
def disengage(
    fleet: Fleet,
    ships: Ships,
    sides: Sides,
    tables: Tables,
    choices: Choices,
    cells: Grid,
    dice: Dice,
    trace: Trace,
) -> None:
    """Each ship that tries is rolled for by the enemies engaged with it that pursue; any success holds it (R28).

    One that is a wreck already, and only fires the round out where R22 is read so, does not leave.
    """
    s = cells[k.POSITION_WINNER]
    t = 1 - s
    for i in range(fleet.size[s]):
        if ships.status[s, i] == k.ACTIVE and ships.hp[s, i] > 0 and choices.leave[s, i] == 1:
            held = k.ZERO
            for p in range(fleet.size[t]):
                if ships.status[t, p] == k.ACTIVE and choices.pursue[t, p] == 1:
                    phase = pursuit_phase(ships, s, i, p)
                    roller = fleet.roller[t, p]
                    if phase == k.D_PURSUIT_OF_FLANKER:
                        # One ship may pursue several flankers: each of these rolls has the flanker's own address.
                        roller = fleet.roller[s, i]
                    if phase != k.NONE:
                        need = pursuit_need(tables, fleet.pace[t, p], fleet.pace[s, i])
                        success, _ = d.count(dice, phase, t, roller, k.START, k.ONE, k.D20, need, need)
                        held += success
                        note(trace, k.E_PURSUIT, cells[k.ROUND], t, p, i, need, success, phase, k.NONE)
            if held == 0:
                leave(fleet, ships, sides, s, i)
                cells[k.HARM] = 1
            note(trace, k.E_DISENGAGE, cells[k.ROUND], s, i, k.NONE, held, ships.hp[s, i], k.NONE, k.NONE)
