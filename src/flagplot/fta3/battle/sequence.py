"""The sequence of play as a state machine: ``choose``, then ``advance``, until the battle is over.

A save point is the arrays plus the step: nothing else is remembered between two steps.
"""

from flagplot.core import dice as d
from flagplot.engine.marks import merge
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.casualties import end, kill, still_fights, surrender, withdraw, withdraw_forces
from flagplot.fta3.battle.fighters import (
    dogfight,
    fall,
    intercept,
    muster,
    reconstitute,
    return_fighters,
)
from flagplot.fta3.battle.initiative import arrive, launch, take_initiative
from flagplot.fta3.battle.pairing import flank, pair_off, release, set_flank_ranges, set_pair_ranges
from flagplot.fta3.battle.policy import choose
from flagplot.fta3.battle.position import position
from flagplot.fta3.battle.shooting import shoot
from flagplot.fta3.battle.standoff import list_volleys, recognise_kills, stand_off
from flagplot.fta3.battle.state import Battle
from flagplot.fta3.battle.strikes import strike


@merge
def advance(b: Battle, step: int) -> int:
    """Carry out one step with the choices at hand; the step that follows."""
    round_ = b.cells[k.ROUND]
    dice = d.at(b.dice, b.dice.sample, round_)
    following = k.OVER
    if step == k.OPEN:
        take_initiative(b.fleet, b.sides, b.readings, b.trace)
        following = k.LAUNCH
    elif step == k.LAUNCH:
        launch(b.fleet, b.wings, b.choices, round_, b.trace)
        following = k.ARRIVE
    elif step == k.ARRIVE:
        arrive(b.fleet, b.ships, b.sides, b.cells, b.trace)
        muster(b.fleet, b.wings, b.tables, b.cells)
        following = k.INTERCEPT
    elif step == k.INTERCEPT:
        intercept(b.fleet, b.wings, b.choices, b.cells, b.trace)
        following = k.DOGFIGHT
    elif step == k.DOGFIGHT:
        dogfight(b.fleet, b.wings, b.sides, b.tables, round_, dice, b.trace)
        following = k.LOSSES
    elif step == k.LOSSES:
        fall(b.fleet, b.wings, b.choices, round_, b.trace)
        following = k.POSITION
        if round_ == 1:
            list_volleys(b.fleet, b.ships, b.grades, b.volleys)
            following = k.STAND_OFF
    elif step == k.STAND_OFF:
        stand_off(b.fleet, b.ships, b.choices, b.grades, b.cells, dice, b.trace)
        recognise_kills(b.fleet, b.ships, b.sides, b.readings, round_, b.trace)
        following = k.POSITION
        for s in range(2):
            # Nobody is left to manoeuvre for position against.
            if still_fights(b.fleet, b.ships, b.wings, s) == 0:
                following = k.RECONSTITUTE
    elif step == k.POSITION:
        position(b.sides, b.tables, b.rulings, b.cells, dice, b.trace)
        release(b.fleet, b.ships, b.sides, b.cells)
        following = k.FLANK
        if b.sides.free[0] > 0 and b.sides.free[1] > 0:
            following = k.PICK
    elif step == k.PICK:
        pair_off(b.ships, b.sides, b.choices, b.cells, b.trace)
        following = k.FLANK
        if b.sides.free[0] > 0 and b.sides.free[1] > 0:
            following = k.PICK
    elif step == k.FLANK:
        flank(b.fleet, b.ships, b.choices, round_, b.trace)
        following = k.RANGE
    elif step == k.RANGE:
        set_pair_ranges(b.fleet, b.ships, b.choices, b.cells, b.trace)
        set_flank_ranges(b.fleet, b.ships, b.choices, round_, b.trace)
        following = k.FIRE
    elif step == k.FIRE:
        shoot(b.fleet, b.ships, b.tables, b.rulings, b.choices, b.cells, dice, b.trace)
        following = k.STRIKE
    elif step == k.STRIKE:
        strike(b.fleet, b.ships, b.wings, b.tables, b.choices, b.cells, dice, b.trace)
        following = k.RECONSTITUTE
    elif step == k.RECONSTITUTE:
        reconstitute(b.fleet, b.ships, b.wings, b.sides, b.tables, b.readings, round_, dice, b.trace)
        following = k.RETURN
    elif step == k.RETURN:
        return_fighters(b.fleet, b.wings, b.choices, round_, b.trace)
        following = k.CASUALTIES
    elif step == k.CASUALTIES:
        kill(b.fleet, b.ships, b.sides, round_, b.trace)
        withdraw(b.fleet, b.ships, b.sides, b.orders, round_, b.trace)
        withdraw_forces(b.fleet, b.ships, b.sides, b.orders, round_, b.trace)
        end(b.fleet, b.ships, b.wings, b.readings, b.cells, b.trace)
        if b.cells[k.REASON] == k.ONGOING:
            b.cells[k.ROUND] += 1
            following = k.ARRIVE
        else:
            surrender(b.fleet, b.ships, b.wings, b.cells, b.trace)
    b.cells[k.STEP] = following
    return following


@merge
def fight(b: Battle) -> None:
    """Play a battle from the step it stands at to its end, by the standing orders of both sides."""
    step = b.cells[k.STEP]
    while step != k.OVER:
        choose(b, step)
        step = advance(b, step)
