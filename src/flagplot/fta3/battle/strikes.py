"""Fighters against ships."""

from flagplot.core import dice as d
from flagplot.core.citation import carries_out
from flagplot.core.dice import Dice
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.damage import apply
from flagplot.fta3.battle.state import Choices, Fleet, Grid, Ships, Tables, Wings
from flagplot.fta3.battle.trace import Trace, note


@carries_out("fta3", "fighter-strike/weight-cap")
def most_strikers(weight: int) -> int:
    """Fighters that can attack a ship at one time."""
    return weight


@carries_out("fta3", "fighter-strike/flak")
def strike_shift(against: int, own: int) -> int:
    """What is added to each strike die, to the fighter's harm: by the target's flak and the like (R14), and its own."""
    return against + own


@carries_out("fta3", "fighter-strike")
def strike_misses(tables: Tables, shift: int) -> int:
    """First face that does no damage."""
    return tables.strike_miss - shift


@carries_out("fta3", "fighter-strike")
def strike_loses(tables: Tables, shift: int) -> int:
    """First face that kills the attacking fighter."""
    return tables.strike_loss - shift


@carries_out("fta3", "fighter-strike")
def strike_ships(
    fleet: Fleet,
    ships: Ships,
    wings: Wings,
    tables: Tables,
    choices: Choices,
    cells: Grid,
    phase: int,
    event: int,
    first: int,
    dice: Dice,
    trace: Trace,
) -> None:
    """One run of attacks as chosen: a die for each fighter from die ``first`` on, both sides at the same time."""
    for s in range(2):
        t = 1 - s
        for w in range(fleet.wings[s]):
            start = first
            for i in range(fleet.size[t]):
                n = choices.strike[s, w, i]
                if n > 0:
                    shift = strike_shift(fleet.strike_shift[t, i], fleet.wing_strike[s, w])
                    miss = strike_misses(tables, shift)
                    loss = strike_loses(tables, shift)
                    missed, lost = d.count(dice, phase, s, fleet.wing_roller[s, w], start, n, k.D20, miss, loss)
                    ships.taken[t, i] += (n - missed) * tables.strike_damage
                    wings.flying[s, w] -= lost
                    wings.fallen[s, w] += lost
                    cells[k.HARM] = 1
                    note(trace, event, cells[k.ROUND], s, w, i, n, start, n - missed, lost)
                    start += n


@carries_out("fta3", "regular-strikes")
def strike(
    fleet: Fleet,
    ships: Ships,
    wings: Wings,
    tables: Tables,
    choices: Choices,
    cells: Grid,
    dice: Dice,
    trace: Trace,
) -> None:
    """Fighters that were not intercepted attack, every round."""
    strike_ships(fleet, ships, wings, tables, choices, cells, k.D_STRIKE, k.E_STRIKE, k.START, dice, trace)
    apply(fleet, ships, cells[k.ROUND], k.STRIKE, trace)


@carries_out("fta3", "first-strike")
def first_strike(
    fleet: Fleet,
    ships: Ships,
    wings: Wings,
    tables: Tables,
    choices: Choices,
    cells: Grid,
    dice: Dice,
    trace: Trace,
) -> None:
    """One first-strike run, at the start of the battle; the next run may go for other targets."""
    start = k.RUN_DICE * cells[k.RUN]
    strike_ships(fleet, ships, wings, tables, choices, cells, k.D_FIRST_STRIKE, k.E_FIRST_STRIKE, start, dice, trace)
    apply(fleet, ships, cells[k.ROUND], k.FIRST_STRIKE, trace)
    cells[k.RUN] += 1
