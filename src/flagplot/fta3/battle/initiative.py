"""Before the battle: who has the initiative, who launches, who arrives."""

from flagplot.core.citation import carries_out
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.state import Choices, Fleet, Grid, Readings, Ships, Sides, Wings
from flagplot.fta3.battle.trace import Trace, note


@carries_out("fta3", "initiative")
def initiative(battle_type: int, ours: int, theirs: int) -> int:
    """The side with the initiative by the declared speeds: the faster in a mobile battle, the slower at a fixed
    objective.
    """
    if ours == theirs:
        return k.NONE
    faster = 0
    if theirs > ours:
        faster = 1
    if battle_type == k.MOBILE:
        return faster
    return 1 - faster


@carries_out("fta3", "initiative")
def take_initiative(fleet: Fleet, sides: Sides, readings: Readings, trace: Trace) -> None:
    """Settle the initiative for the whole battle."""
    side = initiative(readings.battle_type, fleet.speed[0], fleet.speed[1])
    for s in range(2):
        sides.initiative[s] = 0
    if side != k.NONE:
        sides.initiative[side] = 1
    note(
        trace,
        k.E_INITIATIVE,
        k.FIRST_ROUND,
        side,
        k.NONE,
        k.NONE,
        fleet.speed[0],
        fleet.speed[1],
        readings.battle_type,
        k.NONE,
    )


@carries_out("fta3", "launch-fighters")
def launch(fleet: Fleet, wings: Wings, choices: Choices, round_: int, trace: Trace) -> None:
    """Fighters leave their hangars as chosen; at the start of the battle only."""
    for s in range(2):
        for w in range(fleet.wings[s]):
            n = min(choices.launch[s, w], wings.aboard[s, w])
            wings.aboard[s, w] -= n
            wings.flying[s, w] += n
            if n > 0:
                note(trace, k.E_LAUNCH, round_, s, w, k.NONE, n, wings.aboard[s, w], k.NONE, k.NONE)


@carries_out("fta3", "list-ships")
def arrive(fleet: Fleet, ships: Ships, sides: Sides, cells: Grid, trace: Trace) -> None:
    """The ships due this round take part from now on; what counts for one round only is set back, but for what killed
    a ship.
    """
    cells[k.HARM] = 0
    for s in range(2):
        for i in range(fleet.size[s]):
            critical = 0
            if ships.status[s, i] == k.KILLED:
                critical = ships.critical[s, i]
            ships.critical[s, i] = critical
            ships.found[s, i] = 0
            if ships.status[s, i] == k.ABSENT and fleet.arrives[s, i] == cells[k.ROUND]:
                ships.status[s, i] = k.ACTIVE
                sides.arrived[s, fleet.owner[s, i]] += fleet.weight[s, i]
                if cells[k.ROUND] > 1:
                    note(trace, k.E_ARRIVAL, cells[k.ROUND], s, i, k.NONE, ships.hp[s, i], k.NONE, k.NONE, k.NONE)
