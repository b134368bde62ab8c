"""Regular shooting when nothing is told: every ship's dice at once, by the same needed numbers as ship by ship.

``shooting.shoot`` goes from ship to ship and notes what happens. Here the loops run the other way round: gather what is
needed of each die into a strip of rows, draw all dice, score them, scatter the damage. Each loop does one thing to all
rows, which compilers turn into instructions for several rows at a time. A row is up to ``BLOCK_DICE`` attacks of one
ship, so that the dice of a row are those of one block.
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

PART_DICE = 4  # dice that are scored in one go


def shots_of(attacks: int) -> int:
    """How many rows a ship's attacks take."""
    return (attacks + d.BLOCK_DICE - 1) // d.BLOCK_DICE


@embed
def load(fleet: Fleet, s: int, i: int, victim: int, to_hit: int, to_pierce: int, shots: Grid, rows: int) -> int:
    """Write the rows of one ship's attacks behind those that are there; how many there are now."""
    left = fleet.attacks[s, i]
    for block in range(shots_of(left)):
        row = rows + block
        shots[k.S_SIDE, row] = s
        shots[k.S_ROLLER, row] = fleet.roller[s, i]
        shots[k.S_BLOCK, row] = block
        shots[k.S_VICTIM, row] = victim
        shots[k.S_DAMAGE, row] = fleet.damage[s, i]
        shots[k.S_NEED, row] = d.bar(to_hit)
        shots[k.S_PIERCE, row] = d.bar(to_pierce)
        shots[k.S_COUNT, row] = min(left, d.BLOCK_DICE)
        left -= d.BLOCK_DICE
    return rows + shots_of(fleet.attacks[s, i])


@embed
def draw(shots: Grid, first: int, phase: int, dice: Dice) -> None:
    """Draw the blocks of a strip of rows."""
    for lane in range(k.STRIP):
        r = first + lane
        low, high = d.block(dice, phase, shots[k.S_BLOCK, r], shots[k.S_SIDE, r], shots[k.S_ROLLER, r])
        shots[k.S_FIRST, r] = low
        shots[k.S_SECOND, r] = high


@embed
def score(shots: Grid, first: int, criticals: int) -> None:
    """Count the dice of a strip of rows that reach what they need and, where ``criticals`` is 1, the natural 20s."""
    most = 0
    for lane in range(k.STRIP):
        r = first + lane
        shots[k.S_REACHED, r] = 0
        shots[k.S_NATURALS, r] = 0
        most = max(most, shots[k.S_COUNT, r])
    for part in range((most + PART_DICE - 1) // PART_DICE):
        fraction = k.S_FIRST + part * PART_DICE // d.FRACTION_DICE
        score_part(shots, first, fraction, part * PART_DICE, criticals)


@embed
def score_part(shots: Grid, first: int, fraction: int, start: int, criticals: int) -> None:
    """Score a few dice of each row, from die ``start`` on."""
    for lane in range(k.STRIP):
        r = first + lane
        rest = shots[fraction, r]
        need = shots[k.S_NEED, r]
        left = shots[k.S_COUNT, r] - start
        reached = shots[k.S_REACHED, r]
        naturals = shots[k.S_NATURALS, r]
        for place in range(PART_DICE):
            product = rest * d.NARROW_SIDES
            rest = product & d.MASK
            reached += (left > place) & (product >= need)
            if criticals == 1:
                naturals += (left > place) & (product >= d.NATURAL_BAR)
        shots[fraction, r] = rest
        shots[k.S_REACHED, r] = reached
        shots[k.S_NATURALS, r] = naturals


@embed
def roll(shots: Grid, rows: int, phase: int, criticals: int, dice: Dice) -> None:
    """Draw and score all rows."""
    for strip in range((rows + k.STRIP - 1) // k.STRIP):
        draw(shots, strip * k.STRIP, phase, dice)
        score(shots, strip * k.STRIP, criticals)


@embed
def follow_up(shots: Grid, rows: int) -> None:
    """A ship's hits are its dice to pierce, from its first block on."""
    hits = 0
    for r in range(rows):
        if shots[k.S_BLOCK, r] == 0:
            hits = shots[k.S_REACHED, r]
            for more in range(r + 1, rows):
                if shots[k.S_BLOCK, more] == 0:
                    break
                hits += shots[k.S_REACHED, more]
        shots[k.S_COUNT, r] = max(0, min(hits, d.BLOCK_DICE))
        shots[k.S_NEED, r] = shots[k.S_PIERCE, r]
        hits -= d.BLOCK_DICE


def fire(ships: Ships, shots: Grid, rows: int, dice: Dice) -> None:
    """Roll the rows that are loaded, to hit and to pierce, and put down what each does to its victim."""
    for spare in range(rows, (rows + k.STRIP - 1) // k.STRIP * k.STRIP):
        shots[k.S_COUNT, spare] = 0
    roll(shots, rows, k.D_HIT, k.NO, dice)
    follow_up(shots, rows)
    roll(shots, rows, k.D_PIERCE, k.YES, dice)
    for r in range(rows):
        t = 1 - shots[k.S_SIDE, r]
        victim = shots[k.S_VICTIM, r]
        ships.taken[t, victim] += shots[k.S_REACHED, r] * shots[k.S_DAMAGE, r]
        ships.critical[t, victim] += shots[k.S_NATURALS, r]


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

    The rows that are loaded are fired whenever the next ship's do not fit.
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
                if rows + shots_of(fleet.attacks[s, i]) > shots.shape[1]:
                    fire(ships, shots, rows, dice)
                    rows = k.ZERO
                rows = load(fleet, s, i, victim, to_hit, to_pierce, shots, rows)
            elif fleet.cloaked[1 - s] == 1 and fires_blind(fleet, ships, choices, s, i) == 1:
                cells[k.HARM] = 1
    fire(ships, shots, rows, dice)
    apply(fleet, ships, round_, k.FIRE, trace)
