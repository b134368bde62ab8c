"""Fighters against fighters: interception, dogfight, reconstitution."""

from flagplot.core import dice as d
from flagplot.core.citation import carries_out
from flagplot.core.dice import Dice
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.state import Choices, Fleet, Grid, Readings, Ships, Sides, Tables, Wings
from flagplot.fta3.battle.trace import Trace, note


def flying(fleet: Fleet, wings: Wings, s: int) -> int:
    """Fighters of a side that are in space."""
    n = 0
    for w in range(fleet.wings[s]):
        n += wings.flying[s, w]
    return n


@carries_out("fta3", "fighter-interception/tech-advantage")
def leads(levels: int, n: int, enemy_levels: int, enemy_n: int, lead_halves: int) -> int:
    """1 if a side's mean tech level, ``levels / n``, is ``lead_halves`` half levels or more above the enemy's."""
    if n == 0 or enemy_n == 0:
        return 0
    if 2 * (levels * enemy_n - enemy_levels * n) >= lead_halves * n * enemy_n:
        return 1
    return 0


@carries_out("fta3", "fighter-interception")
def least_committed(own: int, enemy: int, lead: int, commit: int, reach: int) -> int:
    """Fewest fighters that a side sends into the dogfight; the most is always the smaller of the two numbers."""
    most = min(own, enemy)
    if lead == 0 or commit == k.ALL:
        return most
    return (most + reach - 1) // reach


@carries_out("fta3", "mass-combat/dogfights")
def interception_choice(readings: Readings) -> int:
    """Whether a tech lead leaves a choice of numbers: as R12 is read, but in mass combat all go to the dogfight
    (R50).
    """
    if readings.form == k.MASS:
        return k.ALL
    return readings.commit


@carries_out("fta3", "fighter-interception/tech-advantage")
def most_engaged(own: int, enemy: int, committed: int, lead: int, reach: int) -> int:
    """Most enemies that ``committed`` fighters of a side engage; the fewest is the smaller of the two numbers."""
    if lead == 0:
        return min(own, enemy)
    return min(enemy, reach * committed)


@carries_out("fta3", "fighter-interception/tech-advantage")
def find_lead(fleet: Fleet, wings: Wings, tables: Tables) -> int:
    """The side whose fighters have the tech advantage this round, or NONE."""
    n = k.ZERO
    levels = k.ZERO
    enemy_n = k.ZERO
    enemy_levels = k.ZERO
    for w in range(fleet.wings[0]):
        n += wings.flying[0, w]
        levels += wings.flying[0, w] * fleet.wing_level[0, w]
    for w in range(fleet.wings[1]):
        enemy_n += wings.flying[1, w]
        enemy_levels += wings.flying[1, w] * fleet.wing_level[1, w]
    if leads(levels, n, enemy_levels, enemy_n, tables.lead_halves) == 1:
        return 0
    if leads(enemy_levels, enemy_n, levels, n, tables.lead_halves) == 1:
        return 1
    return k.NONE


def muster(fleet: Fleet, wings: Wings, tables: Tables, cells: Grid) -> None:
    """Before the choice of interceptors: last round's fallen are forgotten, the tech advantage is found anew."""
    for s in range(2):
        for w in range(fleet.wings[s]):
            wings.engaged[s, w] = 0
            wings.fallen[s, w] = 0
    cells[k.LEAD] = find_lead(fleet, wings, tables)


@carries_out("fta3", "fighter-interception")
def intercept(fleet: Fleet, wings: Wings, choices: Choices, cells: Grid, trace: Trace) -> None:
    """The chosen fighters meet in the dogfight; the others are free to strike at ships."""
    for s in range(2):
        for w in range(fleet.wings[s]):
            wings.engaged[s, w] = choices.engage[s, w]
            if wings.engaged[s, w] > 0:
                cells[k.HARM] = 1
    for s in range(2):
        if flying(fleet, wings, s) > 0:
            engaged = k.ZERO
            for w in range(fleet.wings[s]):
                engaged += wings.engaged[s, w]
            total = flying(fleet, wings, s)
            note(trace, k.E_INTERCEPTION, cells[k.ROUND], s, k.NONE, k.NONE, engaged, total, cells[k.LEAD], k.NONE)


@carries_out("fta3", "dogfight")
def dogfight_need(number: int, level: int) -> int:
    """Face that kills an enemy fighter: the tech level is added to the die, so it comes off the number (R11)."""
    return number - level


@carries_out("fta3", "dogfight")
def dogfight(fleet: Fleet, wings: Wings, sides: Sides, tables: Tables, round_: int, dice: Dice, trace: Trace) -> None:
    """Every engaged fighter rolls once, both sides at the same time; no more are killed than are engaged (R13)."""
    for s in range(2):
        sides.kills[s] = 0
        caught = k.ZERO
        for w in range(fleet.wings[1 - s]):
            caught += wings.engaged[1 - s, w]
        for w in range(fleet.wings[s]):
            rolls = wings.engaged[s, w] * fleet.wing_rolls[s, w]
            if rolls > 0:
                need = dogfight_need(tables.dogfight, fleet.wing_level[s, w]) - fleet.wing_dogfight[s, w]
                kills, _ = d.count(dice, k.D_DOGFIGHT, s, fleet.wing_roller[s, w], k.START, rolls, k.D20, need, need)
                sides.kills[s] += kills
                note(trace, k.E_DOGFIGHT, round_, s, w, k.NONE, rolls, need, kills, caught)
        sides.kills[s] = min(sides.kills[s], caught)


@carries_out("fta3", "dogfight/losses")
def fall(fleet: Fleet, wings: Wings, choices: Choices, round_: int, trace: Trace) -> None:
    """Each owner's choice of the fighters that the enemy's kills cost him."""
    for s in range(2):
        for w in range(fleet.wings[s]):
            n = choices.fall[s, w]
            wings.flying[s, w] -= n
            wings.engaged[s, w] -= n
            wings.fallen[s, w] += n
            if n > 0:
                note(trace, k.E_FIGHTERS_LOST, round_, s, w, k.NONE, n, wings.flying[s, w], k.NONE, k.NONE)


@carries_out("fta3", "reconstitution")
def centre_rolls(fallen: int, centres: int, capacity: int, reading: int) -> int:
    """Dice that a side rolls for its fallen: one for each where a direction centre lives (R16)."""
    if centres == 0:
        return 0
    if reading == k.BY_NUMBER:
        return min(fallen, capacity)
    return fallen


@carries_out("fta3", "reconstitution")
def reconstitute(
    fleet: Fleet,
    ships: Ships,
    wings: Wings,
    sides: Sides,
    tables: Tables,
    readings: Readings,
    round_: int,
    dice: Dice,
    trace: Trace,
) -> None:
    """A die for each squadron killed this round while a fighter direction centre lives; successes are owed to the
    owner.
    """
    for s in range(2):
        centres = k.ZERO
        capacity = k.ZERO
        for i in range(fleet.size[s]):
            if fleet.centre[s, i] > 0 and ships.status[s, i] == k.ACTIVE and ships.hp[s, i] > 0:
                centres += 1
                capacity += fleet.centre[s, i]
        for o in range(fleet.owners[s]):
            fallen = k.ZERO
            for w in range(fleet.wings[s]):
                if fleet.wing_owner[s, w] == o:
                    fallen += wings.fallen[s, w]
            n = centre_rolls(fallen, centres, capacity, readings.centres)
            capacity -= n
            sides.owed[s, o] = 0
            if n > 0:
                roller = fleet.owner_roller[s, o]
                need = tables.reconstitution
                back, _ = d.count(dice, k.D_RECONSTITUTE, s, roller, k.START, n, k.D6, need, need)
                sides.owed[s, o] = back
                note(trace, k.E_RECONSTITUTION, round_, s, o, k.NONE, n, need, back, fallen)


@carries_out("fta3", "reconstitution")
def return_fighters(fleet: Fleet, wings: Wings, choices: Choices, round_: int, trace: Trace) -> None:
    """The owners' choice of those that come back; the rest of the round's fallen are lost."""
    for s in range(2):
        for w in range(fleet.wings[s]):
            n = choices.back[s, w]
            wings.flying[s, w] += n
            wings.lost[s, w] += wings.fallen[s, w] - n
            if n > 0:
                note(trace, k.E_RETURN, round_, s, w, k.NONE, n, wings.flying[s, w], k.NONE, k.NONE)
