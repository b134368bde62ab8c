"""Many battles from one start, a row of numbers each: the entry of the compiled twin.

Columns of a row: the ``HEAD`` first ones for the battle; then grids of ships, [side, ship] each, in the order of the
battle's arrays (``FATE``, ``HP``, ``CRITICAL``); then grids of fighters, [side, wing] each (``LEFT``, ``LOST``,
``SURRENDERED``). ``ship_columns`` and ``wing_columns`` say where a grid begins, ``width`` how long a row is, so that
``rows[:, first : first + 2 * ships].reshape(-1, 2, ships)`` is one grid of many battles. Sides are padded to the size
of the larger one; the columns of ships that there are none of are left alone.
"""

from flagplot.engine.marks import merge
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.sequence import fight
from flagplot.fta3.battle.state import Battle, Grid, restore

WINNER = 0  # side, or NONE
ROUNDS = 1  # rounds begun
REASON = 2  # why it ended: DESTROYED and FLED speak of the loser
HEAD = 3

FATE = 0  # ABSENT, ACTIVE, KILLED or WITHDRAWN
HP = 1  # at the end; what a killed ship is below zero is its overkill
CRITICAL = 2  # natural 20s to pierce it in its last round
SHIP_GRIDS = 3

LEFT = 0  # fighters alive, in space or aboard
LOST = 1
SURRENDERED = 2
WING_GRIDS = 3


def ship_columns(ships: int, grid: int) -> int:
    """The first column of a grid of ships, for sides of up to so many."""
    return HEAD + grid * 2 * ships


def wing_columns(ships: int, wings: int, grid: int) -> int:
    """The first column of a grid of fighters."""
    return HEAD + SHIP_GRIDS * 2 * ships + grid * 2 * wings


def width(ships: int, wings: int) -> int:
    """Columns of a row; ``ships`` and ``wings`` are the widths of the battle's arrays."""
    return HEAD + SHIP_GRIDS * 2 * ships + WING_GRIDS * 2 * wings


@merge
def tell(b: Battle, row: Grid) -> None:
    """Write how a battle ended."""
    ships = b.ships.hp.shape[1]
    wings = b.wings.lost.shape[1]
    row[WINNER] = b.cells[k.WINNER]
    row[ROUNDS] = b.cells[k.ROUND]
    row[REASON] = b.cells[k.REASON]
    for s in range(2):
        column = HEAD + s * ships
        for i in range(b.fleet.size[s]):
            row[column + i] = b.ships.status[s, i]
            row[column + 2 * ships + i] = b.ships.hp[s, i]
            row[column + 4 * ships + i] = b.ships.critical[s, i]
        column = HEAD + SHIP_GRIDS * 2 * ships + s * wings
        for w in range(b.fleet.wings[s]):
            row[column + w] = b.wings.flying[s, w] + b.wings.aboard[s, w]
            row[column + 2 * wings + w] = b.wings.lost[s, w]
            row[column + 4 * wings + w] = b.wings.surrendered[s, w]


def run(b: Battle, first: int, count: int, out: Grid) -> None:
    """Fight samples ``first`` to ``first + count - 1`` from ``b.start``; a row each in ``out`` [count, width].

    A sample has its own dice, so one that is fought alone, with a trace, is the very battle that its row tells of.
    """
    for n in range(count):
        restore(b)
        b.cells[k.SAMPLE] = first + n
        fight(b)
        tell(b, out[n])
