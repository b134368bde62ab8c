"""Regular shooting when nothing is told: the dice of many ships at once, by the same needed numbers as ship by ship.

``shooting.shoot`` goes from ship to ship and notes what happens. Here the loops run the other way round: gather what
the dice of each ship need into rows, a ship a row; draw a block of dice for each row, score it, and go on to the next
block where any ship has more; scatter the damage. Each loop does one thing to all rows, which compilers turn into
instructions for several rows at a time. That is why the columns are pieces of one array at fixed places, and why loops
run over whole lanes, from the first row on.
"""

from flagplot.core import dice as d
from flagplot.core.dice import Dice
from flagplot.engine.marks import embed
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.cloak import has_target, settle_fire
from flagplot.fta3.battle.damage import apply
from flagplot.fta3.battle.shooting import needed, to_hit_total, to_pierce_total, victim_of
from flagplot.fta3.battle.state import Choices, Fleet, Grid, Readings, Rulings, Ships, Tables
from flagplot.fta3.battle.trace import Trace


@embed
def load(fleet: Fleet, s: int, i: int, victim: int, to_hit: int, to_pierce: int, shots: Grid, row: int) -> None:
    """Write down what a ship's dice need."""
    shots[k.S_SEAT + row] = d.seat(s, fleet.roller[s, i])
    shots[k.S_VICTIM + row] = victim
    shots[k.S_DAMAGE + row] = fleet.damage[s, i]
    shots[k.S_NEED + row] = d.bar(to_hit)
    shots[k.S_PIERCE + row] = d.bar(to_pierce)
    shots[k.S_COUNT + row] = fleet.attacks[s, i]


@embed
def draw(shots: Grid, rows: int, phase: int, number: int, dice: Dice) -> None:
    """Draw a block for each row."""
    for r in range(rows):
        low, high = d.block_of(dice, phase, number, shots[k.S_SEAT + r])
        shots[k.S_LOW + r] = low
        shots[k.S_HIGH + r] = high


@embed
def reaching(fraction: int, bar: int, n: int) -> int:
    """How many of the first ``n`` dice of a fraction reach a bar."""
    reached = 0
    rest = fraction
    for place in range(d.FRACTION_DICE):
        product = rest * d.NARROW_SIDES
        rest = product & d.MASK
        reached += (n > place) & (product >= bar)
    return reached


@embed
def score(shots: Grid, rows: int, start: int, high: int, criticals: int) -> None:
    """Count the dice of a block's fraction, the second where ``high`` is 1, that reach what they need; they are those
    from die ``start`` on. Where ``criticals`` is 1 count natural 20s, too.
    """
    for r in range(rows):
        fraction = shots[k.S_LOW + r]
        if high == 1:
            fraction = shots[k.S_HIGH + r]
        left = shots[k.S_COUNT + r] - start
        shots[k.S_REACHED + r] += reaching(fraction, shots[k.S_NEED + r], left)
        if criticals == 1:
            shots[k.S_NATURALS + r] += reaching(fraction, d.NATURAL_BAR, left)


@embed
def rolling(shots: Grid, rows: int, start: int) -> int:
    """How many rows to take so that all are among them that have a die ``start``: whole lanes."""
    last = 0
    for r in range(rows):
        last = max(last, (r + 1) * (shots[k.S_COUNT + r] > start))
    return (last + k.LANES - 1) // k.LANES * k.LANES


@embed
def most_dice(shots: Grid, rows: int) -> int:
    """The most dice of a row."""
    most = 0
    for r in range(rows):
        most = max(most, shots[k.S_COUNT + r])
    return most


@embed
def roll(shots: Grid, rows: int, phase: int, criticals: int, dice: Dice) -> None:
    """Draw and score the dice of all rows."""
    for r in range(rows):
        shots[k.S_REACHED + r] = 0
        shots[k.S_NATURALS + r] = 0
    for number in range((most_dice(shots, rows) + d.BLOCK_DICE - 1) // d.BLOCK_DICE):
        start = number * d.BLOCK_DICE
        taken = rolling(shots, rows, start)
        draw(shots, taken, phase, number, dice)
        score(shots, taken, start, k.NO, criticals)
        start += d.FRACTION_DICE
        score(shots, rolling(shots, rows, start), start, k.YES, criticals)


@embed
def follow_up(shots: Grid, rows: int) -> None:
    """A ship's hits are its dice to pierce."""
    for r in range(rows):
        shots[k.S_COUNT + r] = shots[k.S_REACHED + r]
        shots[k.S_NEED + r] = shots[k.S_PIERCE + r]


def fire(ships: Ships, shots: Grid, rows: int, dice: Dice) -> None:
    """Roll for the rows that are loaded, to hit and to pierce, and put down what each does to its victim."""
    full = (rows + k.LANES - 1) // k.LANES * k.LANES
    for spare in range(rows, full):
        shots[k.S_COUNT + spare] = 0
    roll(shots, full, k.D_HIT, k.NO, dice)
    follow_up(shots, full)
    roll(shots, full, k.D_PIERCE, k.YES, dice)
    for r in range(rows):
        t = 1 - d.side_of(shots[k.S_SEAT + r])
        victim = shots[k.S_VICTIM + r]
        ships.taken[t, victim] += shots[k.S_REACHED + r] * shots[k.S_DAMAGE + r]
        ships.critical[t, victim] += shots[k.S_NATURALS + r]


def fires_blind(fleet: Fleet, ships: Ships, choices: Choices, s: int, i: int) -> int:
    """1 if a ship that does not fire would, if it saw what it aims at."""
    if fleet.attacks[s, i] > 0 and choices.hold[s, i] == 0:
        return has_target(ships, choices, s, i)
    return 0


def shoot_at_once(
    fleet: Fleet,
    ships: Ships,
    tables: Tables,
    readings: Readings,
    rulings: Rulings,
    choices: Choices,
    cells: Grid,
    shots: Grid,
    dice: Dice,
    trace: Trace,
) -> None:
    """As ``shooting.shoot``, which carries the rule out and which this is held equal to, without a word.

    The rows that are loaded are fired whenever there is no room for the next ship.
    """
    round_ = cells[k.ROUND]
    settle_fire(fleet, ships, choices)
    rows = k.ZERO
    for s in range(2):
        for i in range(fleet.size[s]):
            if ships.fired[s, i] == 1:
                cells[k.HARM] = 1
                victim = victim_of(ships, s, i, choices.aim[s, i])
                bonus = to_hit_total(fleet, ships, tables, readings, rulings, s, i, victim, round_)
                to_hit = needed(fleet.avoidance[1 - s, victim], bonus)
                bonus = to_pierce_total(fleet, ships, tables, readings, rulings, s, i, victim, round_)
                to_pierce = needed(fleet.protection[1 - s, victim], bonus)
                load(fleet, s, i, victim, to_hit, to_pierce, shots, rows)
                rows += 1
                if rows == k.SHOTS:
                    fire(ships, shots, rows, dice)
                    rows = k.ZERO
            elif fleet.cloaked[1 - s] == 1 and fires_blind(fleet, ships, choices, s, i) == 1:
                cells[k.HARM] = 1
    fire(ships, shots, rows, dice)
    apply(fleet, ships, round_, k.FIRE, trace)
