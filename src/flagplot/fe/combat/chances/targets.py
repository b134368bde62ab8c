"""At whom to direct damage: what each possible aim gains on average, over the round and over the whole battle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from flagplot.fe.combat.battle.field import ATTACKER
from flagplot.fe.combat.battle.instructions import NONE
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.chances.chain import chain_of
from flagplot.fe.combat.chances.first_round import FirstRound
from flagplot.fe.combat.chances.intensity import gain
from flagplot.fe.combat.chances.stakes import Stakes
from flagplot.fe.combat.directed import Directed, directed_attacks

NOBODY: frozenset[str] = frozenset()


class Target(NamedTuple):
    """One aim: its price, the chance that the round's damage pays it, and what the enemy loses in the round on average
    beyond what he loses where nothing is directed. ``battle`` is the same of the whole battle, own losses counted
    against it; None where it was not asked for.
    """

    attack: Directed
    chance: Fraction
    round: Fraction
    battle: Fraction | None = None


def targets(setup: Setup, side: int, stakes: Stakes) -> tuple[Target, ...]:
    """Every aim of a side in the first round that some damage pays, the one that gains most first."""
    first = FirstRound(setup)
    damage = first.damage_on(1 - side)
    plain = _lost(setup, side, NONE, stakes)
    found = []
    for attack in directed_attacks(first.musters[1 - side].force, NOBODY, setup.options, setup.settings, mauler=False):
        chance = sum((each for points, each in damage.items() if points >= attack.price), Fraction(0))
        if chance:
            found.append(Target(attack, chance, _lost(setup, side, attack.id, stakes) - plain))
    return tuple(sorted(found, key=lambda each: (-each.round, each.attack.price, each.attack.id)))


def in_battle(setup: Setup, side: int, stakes: Stakes, found: tuple[Target, ...]) -> Iterator[Target]:
    """The same aims, the one that gains most in the whole battle first. Each goes before all that the side's
    instructions direct damage at, in every round in which it can be paid; what it gains is beyond those instructions.
    """
    sign = 1 if side == ATTACKER else -1
    before = sign * gain(chain_of(setup), stakes)
    told = []
    for each in found:
        first = (each.attack.id, *setup.sides[side].instructions.directed)
        after = sign * gain(chain_of(_aiming(setup, side, first)), stakes)
        told.append(each._replace(battle=after - before))
    yield from sorted(told, key=lambda each: (-(each.battle or 0), each.attack.price, each.attack.id))


def _aiming(setup: Setup, side: int, directed: tuple[str, ...]) -> Setup:
    """A setup in which a side directs damage so."""
    both = list(setup.sides)
    both[side] = replace(both[side], instructions=replace(both[side].instructions, directed=directed))
    return replace(setup, sides=(both[0], both[1]))


def _lost(setup: Setup, side: int, aim: str, stakes: Stakes) -> Fraction:
    """What the enemy of a side loses in the round on average where it directs damage at one aim, if it can pay it."""
    first = FirstRound(_aiming(setup, side, tuple(dict.fromkeys((aim, NONE)))))
    damage, before = first.damage_on(1 - side), setup.sides[1 - side].units
    left = first.left_of(1 - side, damage)
    return sum((chance * stakes.lost(before, left[points]) for points, chance in damage.items()), Fraction(0))
