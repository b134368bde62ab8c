"""The sequence of play as a state machine: ``choose``, then ``advance``, until the battle is over.

A save point is the arrays plus the step: nothing else is remembered between two steps.
"""

from flagplot.core import dice as d
from flagplot.core.citation import carries_out
from flagplot.engine.marks import merge
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle import trace
from flagplot.fta3.battle.broadside import shoot_at_once
from flagplot.fta3.battle.casualties import end, kill, still_fights, surrender, withdraw, withdraw_forces
from flagplot.fta3.battle.cloak import decloak_to_launch, drop_cloaks, hunt, sensor_checks
from flagplot.fta3.battle.disengage import disengage
from flagplot.fta3.battle.fighters import (
    dogfight,
    fall,
    intercept,
    muster,
    reconstitute,
    return_fighters,
)
from flagplot.fta3.battle.initiative import arrive, launch, take_initiative
from flagplot.fta3.battle.pairing import any_pair, flank, pair_off, release, set_flank_ranges, set_pair_ranges
from flagplot.fta3.battle.policy import choose
from flagplot.fta3.battle.position import position
from flagplot.fta3.battle.protect import protect
from flagplot.fta3.battle.shooting import shoot
from flagplot.fta3.battle.standoff import list_volleys, recognise_kills, stand_off
from flagplot.fta3.battle.state import Battle, Fleet, Grid
from flagplot.fta3.battle.strikes import first_strike, strike


@carries_out("fta3", "first-strike")
def first_step_of_runs(fleet: Fleet, cells: Grid) -> int:
    """The next first-strike run while any wing has one left; then the stand-off."""
    if cells[k.RUN] < max(fleet.runs[0], fleet.runs[1]):
        return k.FIRST_STRIKE
    return k.VOLLEY


@merge
def advance(b: Battle, step: int) -> int:
    """Carry out one step with the choices at hand; the step that follows."""
    round_ = b.cells[k.ROUND]
    dice = d.at(b.dice, b.cells[k.SAMPLE], round_)
    following = k.OVER
    if step == k.OPEN:
        take_initiative(b.fleet, b.sides, b.readings, b.trace)
        following = k.LAUNCH
    elif step == k.LAUNCH:
        launch(b.fleet, b.wings, b.choices, round_, b.trace)
        decloak_to_launch(b.fleet, b.ships, b.wings, round_, b.trace)
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
            following = first_step_of_runs(b.fleet, b.cells)
    elif step == k.FIRST_STRIKE:
        hunt(b.fleet, b.ships, b.tables, b.choices, b.cells[k.RUN], round_, b.trace)
        first_strike(b.fleet, b.ships, b.wings, b.tables, b.choices, b.cells, dice, b.trace)
        recognise_kills(b.fleet, b.ships, b.sides, b.readings, round_, b.trace)
        following = first_step_of_runs(b.fleet, b.cells)
        for s in range(2):
            if still_fights(b.fleet, b.ships, b.wings, s) == 0:
                following = k.RECONSTITUTE
    elif step == k.VOLLEY:
        list_volleys(b.fleet, b.ships, b.choices, b.grades, b.volleys, round_, b.trace)
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
        if any_pair(b.fleet, b.ships, b.sides) == 1:
            following = k.PICK
    elif step == k.PICK:
        pair_off(b.ships, b.sides, b.choices, b.cells, b.trace)
        following = k.FLANK
        if any_pair(b.fleet, b.ships, b.sides) == 1:
            following = k.PICK
    elif step == k.FLANK:
        flank(b.fleet, b.ships, b.sides, b.choices, round_, b.trace)
        following = k.RANGE
    elif step == k.RANGE:
        set_pair_ranges(b.fleet, b.ships, b.choices, b.cells, b.trace)
        set_flank_ranges(b.fleet, b.ships, b.sides, b.choices, round_, b.trace)
        following = k.SENSORS
        if b.readings.form == k.SMALL:
            following = k.DISENGAGE
    elif step == k.DISENGAGE:
        disengage(b.fleet, b.ships, b.sides, b.tables, b.choices, b.cells, dice, b.trace)
        following = k.SENSORS
    elif step == k.SENSORS:
        if b.fleet.cloaked[0] + b.fleet.cloaked[1] > 0:
            sensor_checks(b.fleet, b.ships, b.tables, round_, dice, b.trace)
        following = k.FIRE
        if b.fleet.guarded[0] + b.fleet.guarded[1] > 0:
            following = k.PROTECT
    elif step == k.PROTECT:
        protect(b.fleet, b.ships, b.choices, round_, b.trace)
        following = k.FIRE
    elif step == k.FIRE:
        if trace.ON == 1:
            shoot(b.fleet, b.ships, b.tables, b.readings, b.rulings, b.choices, b.cells, dice, b.trace)
        else:
            shoot_at_once(b.fleet, b.ships, b.tables, b.readings, b.rulings, b.choices, b.cells, b.shots, dice, b.trace)
        if b.fleet.cloaked[0] + b.fleet.cloaked[1] > 0:
            drop_cloaks(b.fleet, b.ships, round_, b.trace)
        following = k.STRIKE
    elif step == k.STRIKE:
        strike(b.fleet, b.ships, b.wings, b.tables, b.choices, b.cells, dice, b.trace)
        following = k.RECONSTITUTE
    elif step == k.RECONSTITUTE:
        if b.fleet.wings[0] + b.fleet.wings[1] > 0:
            reconstitute(b.fleet, b.ships, b.wings, b.sides, b.tables, b.readings, round_, dice, b.trace)
        following = k.RETURN
    elif step == k.RETURN:
        return_fighters(b.fleet, b.wings, b.choices, round_, b.trace)
        following = k.CASUALTIES
    elif step == k.CASUALTIES:
        kill(b.fleet, b.ships, b.sides, round_, b.trace)
        if b.readings.form == k.MASS:
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
