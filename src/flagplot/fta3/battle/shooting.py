"""Regular shooting: needed numbers first, then dice; all ships at the same time."""

from flagplot.core import dice as d
from flagplot.core.citation import carries_out
from flagplot.core.dice import Dice
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.damage import apply
from flagplot.fta3.battle.rulings import ruled
from flagplot.fta3.battle.state import Choices, Fleet, Grid, Rulings, Ships, Tables
from flagplot.fta3.battle.trace import Trace, note


@carries_out("fta3", "criticals")
def needed(defence: int, bonus: int) -> int:
    """Face that succeeds against a defence: a natural 20 always does, a natural 1 never, so it is 2 to 20."""
    return max(2, min(20, defence - bonus))


@carries_out("fta3", "to-hit/range-bonus")
def to_hit_bonus(tables: Tables, weapon: int, range_: int) -> int:
    """What a weapon adds to its dice against avoidance at a range."""
    bonus: int = tables.range_bonus[weapon, range_]
    return bonus


@carries_out("fta3", "to-pierce/weapon-bonus")
def to_pierce_bonus(tables: Tables, weapon: int) -> int:
    """What a weapon adds to its dice against protection."""
    bonus: int = tables.pierce_bonus[weapon]
    return bonus


@carries_out("fta3", "to-hit")
def to_hit_total(fleet: Fleet, ships: Ships, tables: Tables, rulings: Rulings, s: int, i: int, round_: int) -> int:
    """All that a ship adds to its dice to hit."""
    return to_hit_bonus(tables, fleet.weapon[s, i], ships.range[s, i]) + ruled(rulings, k.R_HIT, s, i, round_)


@carries_out("fta3", "to-pierce")
def to_pierce_total(fleet: Fleet, tables: Tables, rulings: Rulings, s: int, i: int, round_: int) -> int:
    """All that a ship adds to its dice to pierce."""
    return to_pierce_bonus(tables, fleet.weapon[s, i]) + ruled(rulings, k.R_PIERCE, s, i, round_)


@carries_out("fta3", "shooting")
def target_of(ships: Ships, s: int, i: int) -> int:
    """The enemy that a ship fires at: its partner, or the one whose pair it has joined."""
    target: int = ships.partner[s, i]
    if target == k.NONE:
        target = ships.flanked[s, i]
    return target


@carries_out("fta3", "to-hit", "to-pierce")
def fire_one(
    fleet: Fleet,
    ships: Ships,
    tables: Tables,
    rulings: Rulings,
    s: int,
    i: int,
    target: int,
    round_: int,
    dice: Dice,
    trace: Trace,
) -> None:
    """All attacks of one ship: a die each to hit, then a die for each hit to pierce."""
    t = 1 - s
    roller = fleet.roller[s, i]
    n = fleet.attacks[s, i]
    bonus = to_hit_total(fleet, ships, tables, rulings, s, i, round_)
    need = needed(fleet.avoidance[t, target], bonus)
    hits, _ = d.count(dice, k.D_HIT, s, roller, k.START, n, k.D20, need, k.NATURAL)
    note(trace, k.E_HIT, round_, s, i, target, n, need, hits, bonus)
    if hits > 0:
        bonus = to_pierce_total(fleet, tables, rulings, s, i, round_)
        need = needed(fleet.protection[t, target], bonus)
        pierces, natural = d.count(dice, k.D_PIERCE, s, roller, k.START, hits, k.D20, need, k.NATURAL)
        ships.taken[t, target] += pierces * fleet.damage[s, i]
        ships.critical[t, target] += natural
        note(trace, k.E_PIERCE, round_, s, i, target, hits, need, pierces, bonus)


@carries_out("fta3", "shooting")
def shoot(
    fleet: Fleet,
    ships: Ships,
    tables: Tables,
    rulings: Rulings,
    choices: Choices,
    cells: Grid,
    dice: Dice,
    trace: Trace,
) -> None:
    """Every ship fires at what it has aimed at, also one that dies of the same round's fire."""
    for s in range(2):
        for i in range(fleet.size[s]):
            target = choices.aim[s, i]
            if ships.status[s, i] == k.ACTIVE and target != k.NONE:
                if target != target_of(ships, s, i):
                    note(trace, k.E_AIM, cells[k.ROUND], s, i, target, k.NONE, k.NONE, k.NONE, k.NONE)
                if fleet.attacks[s, i] > 0:
                    cells[k.HARM] = 1
                    fire_one(fleet, ships, tables, rulings, s, i, target, cells[k.ROUND], dice, trace)
                else:
                    note(trace, k.E_NO_FIRE, cells[k.ROUND], s, i, target, k.NONE, k.NONE, k.NONE, k.NONE)
    apply(fleet, ships, cells[k.ROUND], k.FIRE, trace)
