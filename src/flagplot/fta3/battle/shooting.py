"""Regular shooting: needed numbers first, then dice; all ships at the same time."""

from flagplot.core import dice as d
from flagplot.core.citation import carries_out
from flagplot.core.dice import Dice
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.cloak import cloak_bonus, has_target, is_ambush, settle_fire, stag_bonus
from flagplot.fta3.battle.damage import apply
from flagplot.fta3.battle.rulings import ruled
from flagplot.fta3.battle.state import Choices, Fleet, Grid, Readings, Rulings, Ships, Tables
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


@carries_out("fta3", "to-hit/other-bonuses")
def fitted_to_hit(fleet: Fleet, s: int, i: int, range_: int) -> int:
    """What modules, traits, doctrines and quirks add to a ship's dice to hit at a range."""
    bonus: int = fleet.hit_bonus[s, i, range_]
    return bonus


@carries_out("fta3", "to-pierce/other-bonuses")
def fitted_to_pierce(fleet: Fleet, s: int, i: int) -> int:
    """What modules, traits, doctrines and quirks add to a ship's dice to pierce, in regular fire only."""
    bonus: int = fleet.pierce_bonus[s, i]
    return bonus


@carries_out("fta3", "to-hit")
def to_hit_total(
    fleet: Fleet,
    ships: Ships,
    tables: Tables,
    readings: Readings,
    rulings: Rulings,
    s: int,
    i: int,
    target: int,
    round_: int,
) -> int:
    """All that a ship adds to its dice to hit: weapon at its range, fittings, STAG where so read, rulings."""
    bonus = to_hit_bonus(tables, fleet.weapon[s, i], ships.range[s, i]) + fitted_to_hit(fleet, s, i, ships.range[s, i])
    if readings.stag == k.HIT:
        bonus += stag_bonus(fleet, ships, s, i, target)
    return bonus + ruled(rulings, k.R_HIT, s, i, round_)


@carries_out("fta3", "to-pierce")
def to_pierce_total(
    fleet: Fleet,
    ships: Ships,
    tables: Tables,
    readings: Readings,
    rulings: Rulings,
    s: int,
    i: int,
    target: int,
    round_: int,
) -> int:
    """All that a ship adds to its dice to pierce: weapon, what its fittings add, cloaks, STAG unless read otherwise."""
    bonus = to_pierce_bonus(tables, fleet.weapon[s, i]) + fitted_to_pierce(fleet, s, i)
    bonus += cloak_bonus(fleet, ships, tables, readings, s, i, target)
    if readings.stag == k.PIERCE:
        bonus += stag_bonus(fleet, ships, s, i, target)
    return bonus + ruled(rulings, k.R_PIERCE, s, i, round_)


@carries_out("fta3", "shooting")
def target_of(ships: Ships, s: int, i: int) -> int:
    """The enemy that a ship fires at: its partner, or the one whose pair it has joined."""
    target: int = ships.partner[s, i]
    if target == k.NONE:
        target = ships.flanked[s, i]
    return target


@carries_out("fta3", "protect")
def victim_of(ships: Ships, s: int, i: int, target: int) -> int:
    """The ship whose defences are rolled against: the protector that has drawn a flanker, else its target."""
    victim = target
    if ships.flanked[s, i] == target and ships.drawn[s, i] != k.NONE:
        victim = ships.drawn[s, i]
    return victim


@carries_out("fta3", "to-hit", "to-pierce")
def fire_one(
    fleet: Fleet,
    ships: Ships,
    tables: Tables,
    readings: Readings,
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
    cloaks = cloak_bonus(fleet, ships, tables, readings, s, i, target)
    stag = stag_bonus(fleet, ships, s, i, target)
    if cloaks != 0 or stag != 0:
        unseen = is_ambush(ships, s, i, target)
        note(trace, k.E_CLOAK_EDGE, round_, s, i, target, cloaks, stag, unseen, k.NONE)
    roller = fleet.roller[s, i]
    n = fleet.attacks[s, i]
    bonus = to_hit_total(fleet, ships, tables, readings, rulings, s, i, target, round_)
    to_hit = needed(fleet.avoidance[t, target], bonus)
    bonus = to_pierce_total(fleet, ships, tables, readings, rulings, s, i, target, round_)
    to_pierce = needed(fleet.protection[t, target], bonus)
    hits, _ = d.count(dice, k.D_HIT, s, roller, k.START, n, k.D20, to_hit, k.NATURAL)
    note(trace, k.E_HIT, round_, s, i, target, n, to_hit, hits, to_pierce)
    if hits > 0:
        pierces, natural = d.count(dice, k.D_PIERCE, s, roller, k.START, hits, k.D20, to_pierce, k.NATURAL)
        ships.taken[t, target] += pierces * fleet.damage[s, i]
        ships.critical[t, target] += natural
        note(trace, k.E_PIERCE, round_, s, i, target, hits, to_pierce, pierces, k.NONE)


@carries_out("fta3", "shooting")
def shoot(
    fleet: Fleet,
    ships: Ships,
    tables: Tables,
    readings: Readings,
    rulings: Rulings,
    choices: Choices,
    cells: Grid,
    dice: Dice,
    trace: Trace,
) -> None:
    """Every ship fires at what it has aimed at and can see, also one that dies of the same round's fire."""
    round_ = cells[k.ROUND]
    settle_fire(fleet, ships, choices)
    for s in range(2):
        for i in range(fleet.size[s]):
            target = choices.aim[s, i]
            if has_target(ships, choices, s, i) == 1:
                if target != target_of(ships, s, i):
                    note(trace, k.E_AIM, round_, s, i, target, k.NONE, k.NONE, k.NONE, k.NONE)
                if fleet.attacks[s, i] == 0:
                    note(trace, k.E_NO_FIRE, round_, s, i, target, k.NONE, k.NONE, k.NONE, k.NONE)
                elif choices.hold[s, i] == 1:
                    note(trace, k.E_HOLD, round_, s, i, target, k.NONE, k.NONE, k.NONE, k.NONE)
                else:
                    cells[k.HARM] = 1
                    if ships.fired[s, i] == 1:
                        victim = victim_of(ships, s, i, target)
                        fire_one(fleet, ships, tables, readings, rulings, s, i, victim, round_, dice, trace)
                    else:
                        note(trace, k.E_BLIND, round_, s, i, target, k.NONE, k.NONE, k.NONE, k.NONE)
    apply(fleet, ships, round_, k.FIRE, trace)
