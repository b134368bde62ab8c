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
def strike_shift(tables: Tables, flak: int) -> int:
    """What the target adds to each strike die, to the fighter's harm (R14)."""
    return tables.flak * flak


@carries_out("fta3", "fighter-strike")
def strike_misses(tables: Tables, shift: int) -> int:
    """First face that does no damage."""
    return tables.strike_miss - shift


@carries_out("fta3", "fighter-strike")
def strike_loses(tables: Tables, shift: int) -> int:
    """First face that kills the attacking fighter."""
    return tables.strike_loss - shift


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
    """Fighters that were not intercepted attack as chosen; a die for each, both sides at the same time."""
    for s in range(2):
        t = 1 - s
        for w in range(fleet.wings[s]):
            start = 0
            for i in range(fleet.size[t]):
                n = choices.strike[s, w, i]
                if n > 0:
                    shift = strike_shift(tables, fleet.flak[t, i])
                    miss = strike_misses(tables, shift)
                    loss = strike_loses(tables, shift)
                    missed, lost = d.count(dice, k.D_STRIKE, s, fleet.wing_roller[s, w], start, n, k.D20, miss, loss)
                    ships.taken[t, i] += (n - missed) * tables.strike_damage
                    wings.flying[s, w] -= lost
                    wings.fallen[s, w] += lost
                    cells[k.HARM] = 1
                    note(trace, k.E_STRIKE, cells[k.ROUND], s, w, i, n, start, n - missed, lost)
                    start += n
    apply(fleet, ships, cells[k.ROUND], k.STRIKE, trace)
