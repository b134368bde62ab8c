"""The end of a round and of a battle: who is killed, who withdraws, who has won."""

from flagplot.core.citation import carries_out
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.state import Fleet, Grid, Orders, Readings, Ships, Sides, Wings
from flagplot.fta3.battle.trace import Trace, note


@carries_out("fta3", "casualties")
def kill(fleet: Fleet, ships: Ships, sides: Sides, round_: int, trace: Trace) -> None:
    """A ship at zero HP or less is mission killed."""
    for s in range(2):
        for i in range(fleet.size[s]):
            # One question instead of two: who is gone already is hard to foresee for a processor, a new loss is not.
            if (ships.status[s, i] == k.ACTIVE) & (ships.hp[s, i] <= 0):
                ships.status[s, i] = k.KILLED
                sides.gone[s, fleet.owner[s, i]] += fleet.weight[s, i]
                note(trace, k.E_KILLED, round_, s, i, k.NONE, ships.hp[s, i], ships.critical[s, i], k.NONE, k.NONE)


@carries_out("fta3", "mass-combat/withdrawal")
def reaches_withdrawal(hp: int, hp_max: int, percent: int) -> int:
    """1 if a ship is down to the percentage of its HP at which it was ordered to leave."""
    if percent != k.NONE and 100 * hp <= percent * hp_max:
        return 1
    return 0


@carries_out("fta3", "mass-combat/force-withdrawal")
def force_withdraws(gone: int, arrived: int, percent: int) -> int:
    """1 if an owner has lost the ordered percentage of combat weight; ships that withdrew count as lost."""
    if percent != k.NONE and gone > 0 and 100 * gone >= percent * arrived:
        return 1
    return 0


@carries_out("fta3", "mass-combat/withdrawal")
def withdraw(fleet: Fleet, ships: Ships, sides: Sides, orders: Orders, round_: int, trace: Trace) -> None:
    """Ships at their threshold leave by themselves, after the killed are taken out (R50)."""
    for s in range(2):
        for i in range(fleet.size[s]):
            if (
                (reaches_withdrawal(ships.hp[s, i], fleet.hp_max[s, i], orders.leave[s, i]) == 1)
                & (ships.status[s, i] == k.ACTIVE)
                & (fleet.pace[s, i] > 0)
            ):
                leave(fleet, ships, sides, s, i)
                note(trace, k.E_WITHDRAWAL, round_, s, i, k.NONE, ships.hp[s, i], orders.leave[s, i], k.NONE, k.NONE)


@carries_out("fta3", "mass-combat/force-withdrawal")
def withdraw_forces(fleet: Fleet, ships: Ships, sides: Sides, orders: Orders, round_: int, trace: Trace) -> None:
    """All that is left of an owner's ships leaves when the force threshold is reached; it is checked once a round
    (R50).
    """
    for s in range(2):
        for o in range(fleet.owners[s]):
            gone = sides.gone[s, o]
            if force_withdraws(gone, sides.arrived[s, o], orders.force[s, o]) == 1:
                left = k.ZERO
                for i in range(fleet.size[s]):
                    if ships.status[s, i] == k.ACTIVE and fleet.owner[s, i] == o and fleet.pace[s, i] > 0:
                        leave(fleet, ships, sides, s, i)
                        left += 1
                if left > 0:
                    note(
                        trace,
                        k.E_FORCE_WITHDRAWAL,
                        round_,
                        s,
                        o,
                        k.NONE,
                        gone,
                        sides.arrived[s, o],
                        orders.force[s, o],
                        left,
                    )


def leave(fleet: Fleet, ships: Ships, sides: Sides, s: int, i: int) -> None:
    """One ship is out of the battle under its own power."""
    ships.status[s, i] = k.WITHDRAWN
    sides.gone[s, fleet.owner[s, i]] += fleet.weight[s, i]


def still_fights(fleet: Fleet, ships: Ships, wings: Wings, s: int) -> int:
    """1 while a side has a ship in the battle, or fighters that defend it to the bitter end."""
    for i in range(fleet.size[s]):
        if ships.status[s, i] == k.ACTIVE:
            return 1
    if fleet.bitter_end[s] == 1:
        for w in range(fleet.wings[s]):
            if wings.flying[s, w] > 0:
                return 1
    return 0


def any_has(fleet: Fleet, ships: Ships, s: int, status: int) -> int:
    """1 if a ship of the side has that status."""
    for i in range(fleet.size[s]):
        if ships.status[s, i] == status:
            return 1
    return 0


@carries_out("fta3", "end-of-battle")
def end(fleet: Fleet, ships: Ships, wings: Wings, readings: Readings, cells: Grid, trace: Trace) -> None:
    """The battle ends once a side has no ship left; or by a ruling, a stalemate, or the agreed last round."""
    ours = 0
    theirs = 0
    for s in range(2):
        fights = still_fights(fleet, ships, wings, s)
        if s == 0:
            ours = fights
        else:
            theirs = fights
    reason = k.ONGOING
    winner = k.NONE
    if ours == 0 and theirs == 0:
        reason = k.BOTH_GONE
    elif ours == 0 or theirs == 0:
        winner = 0
        if ours == 0:
            winner = 1
        reason = k.DESTROYED
        if any_has(fleet, ships, 1 - winner, k.WITHDRAWN) == 1:
            reason = k.FLED
    elif readings.last_round == cells[k.ROUND]:
        reason = k.RULED
    elif cells[k.ROUND] >= readings.round_limit:
        reason = k.LIMIT
    elif cells[k.HARM] == 0:
        due = 0
        for s in range(2):
            due += any_has(fleet, ships, s, k.ABSENT)
        if due == 0:
            reason = k.STALEMATE
    cells[k.REASON] = reason
    cells[k.WINNER] = winner
    if reason != k.ONGOING:
        note(trace, k.E_END, cells[k.ROUND], winner, k.NONE, k.NONE, reason, k.NONE, k.NONE, k.NONE)


@carries_out("fta3", "surrender")
def surrender(fleet: Fleet, ships: Ships, wings: Wings, cells: Grid, trace: Trace) -> None:
    """Fighters of a side without ships give up when the battle ends."""
    for s in range(2):
        if any_has(fleet, ships, s, k.ACTIVE) == 0 and fleet.bitter_end[s] == 0:
            for w in range(fleet.wings[s]):
                n = wings.flying[s, w]
                if n > 0:
                    wings.flying[s, w] = 0
                    wings.surrendered[s, w] = n
                    note(trace, k.E_SURRENDER, cells[k.ROUND], s, w, k.NONE, n, k.NONE, k.NONE, k.NONE)
