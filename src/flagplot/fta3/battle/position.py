"""Fleet position: rolled every round, harder for the side that keeps winning it."""

from flagplot.core import dice as d
from flagplot.core.citation import carries_out
from flagplot.core.dice import Dice
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.rulings import ruled
from flagplot.fta3.battle.state import Grid, Rulings, Sides, Tables
from flagplot.fta3.battle.trace import Trace, note

MOST_TIES = 64


@carries_out("fta3", "position", "position/streak")
def position_modifier(tables: Tables, initiative: int, streak: int) -> int:
    """What a side adds to its roll: the initiative, less two for each roll it has won in a row (R23)."""
    return tables.initiative * initiative + tables.streak * streak


@carries_out("fta3", "position")
def position(sides: Sides, tables: Tables, rulings: Rulings, cells: Grid, dice: Dice, trace: Trace) -> None:
    """Roll for position until the tie is broken; after MOST_TIES ties it goes to the side without a streak, else the
    first.
    """
    round_ = cells[k.ROUND]
    ours = position_modifier(tables, sides.initiative[0], sides.streak[0])
    theirs = position_modifier(tables, sides.initiative[1], sides.streak[1])
    for s in range(2):
        if s == 0:
            ours += ruled(rulings, k.R_POSITION, s, k.NONE, round_)
        else:
            theirs += ruled(rulings, k.R_POSITION, s, k.NONE, round_)
    winner = k.NONE
    for number in range(MOST_TIES):
        if winner == k.NONE:
            mine, yours = d.pair(dice, k.D_POSITION, k.FORCE, number, k.D20)
            if mine + ours > yours + theirs:
                winner = k.ZERO
            elif mine + ours < yours + theirs:
                winner = 1
            note(trace, k.E_POSITION, round_, winner, number, k.NONE, mine, yours, ours, theirs)
    if winner == k.NONE:
        winner = k.ZERO
        if sides.streak[0] > 0:
            winner = 1
    keep_streak(sides, winner)
    cells[k.POSITION_WINNER] = winner


@carries_out("fta3", "position/streak")
def keep_streak(sides: Sides, winner: int) -> None:
    """A win lengthens the streak; a loss ends it."""
    sides.streak[winner] += 1
    sides.streak[1 - winner] = 0
