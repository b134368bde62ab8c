"""Damage saves: faces, modifiers, second dice, engineers, MASH, and how long an exhausted battalion is out."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from flagplot.core.citation import carries_out
from flagplot.fta3.ground.tables import numbers

NAMED, VICTOR = "named", "victor"
"""The two versions of Breakthrough (R38)."""


class Faces(NamedTuple):
    """The lowest faces that exhaust and that destroy a battalion."""

    exhausted: int
    destroyed: int


class Saves(NamedTuple):
    """Battalions of one unit by how many dice each rolls: one, two with the worse kept, two with the better kept."""

    single: int
    worse: int
    better: int


class Losses(NamedTuple):
    """Battalions that a set of saves left exhausted and destroyed."""

    exhausted: int
    destroyed: int


@carries_out("fta3", "saves")
def faces(modifier: int) -> Faces:
    """The faces of a save with a modifier, which is added to the die; low is good."""
    table = numbers()["saves"]
    return Faces(table["exhausted"] - modifier, table["destroyed"] - modifier)


@carries_out("fta3", "saves/mobility")
def mobility_modifier(own: Fraction, enemy: Fraction) -> int:
    """What the higher mean mobility gives a side's own saves; equal means give nothing (R46)."""
    return int(numbers()["saves/mobility"]["better"]) if own > enemy else 0


@carries_out("fta3", "saves/firepower")
def firepower_modifier(own: Fraction, enemy: Fraction) -> int:
    """What the enemy's higher mean firepower does to a side's saves."""
    return int(numbers()["saves/firepower"]["under_fire"]) if enemy > own else 0


@carries_out("fta3", "saves/mission-priority")
def priority_modifier(priority: str) -> int:
    """What a side's mission priority does to its own saves."""
    return int(numbers()["saves/mission-priority"][priority])


@carries_out("fta3", "saves/losing")
def losing_modifier(lost: bool) -> int:
    """What losing the phase does to a side's saves; in a tie nobody has lost (R44)."""
    return int(numbers()["saves/losing"]["lost"]) if lost else 0


@carries_out("fta3", "saves/breakthrough", "traits/breakthrough")
def named_victims(breakthroughs: int, fit: Sequence[int]) -> tuple[int, ...]:
    """Battalions of each enemy unit that are named, one for each battalion with the trait, in the order given."""
    left, named = breakthroughs, []
    for n in fit:
        taken = min(left, n)
        named.append(taken)
        left -= taken
    return tuple(named)


@carries_out("fta3", "saves/dig-in", "traits/dig-in")
def rolls_of(fit: int, named: int, *, dug_in: bool) -> Saves:
    """How the battalions of a unit roll, of which so many are named by Breakthrough: on the dug in the two cancel."""
    if dug_in:
        return Saves(single=named, worse=0, better=fit - named)
    return Saves(single=fit - named, worse=named, better=0)


@carries_out("fta3", "saves/breakthrough", "traits/breakthrough")
def forced_again(breakthroughs: int, *, won: bool, reading: str) -> int:
    """Saves that a side makes the enemy repeat, where Breakthrough is read as the victor's (R38)."""
    return breakthroughs if reading == VICTOR and won else 0


@carries_out("fta3", "saves/engineers", "traits/engineers")
def recovery_need() -> int:
    """The face of a d6 with which engineers recover."""
    return int(numbers()["saves/engineers"]["number"])


@carries_out("fta3", "saves/engineers", "traits/engineers")
def recovered(losses: Losses, fit_again: int, raised: int) -> Losses:
    """Losses after recovery: of the exhausted so many are fit again, of the destroyed so many only exhausted."""
    return Losses(losses.exhausted - fit_again + raised, losses.destroyed - raised)


@carries_out("fta3", "traits/assault", "saves/engineers")
def countered(assaults: int, losses: Losses) -> Losses:
    """The recoveries that assault troops prevent in one unit, battalion for battalion: of the destroyed first."""
    destroyed = min(assaults, losses.destroyed)
    return Losses(min(assaults - destroyed, losses.exhausted), destroyed)


@carries_out("fta3", "saves/mash", "traits/mash")
def restored(battalions: int) -> int:
    """How many exhausted battalions so many with MASH bring back to the line."""
    return battalions * int(numbers()["saves/mash"]["each"])


@carries_out("fta3", "saves/exhaustion")
def refreshed(spent: int, resting: int) -> tuple[int, int]:
    """When the quarter turns: how many battalions are fit again, and how many then miss the new quarter.

    Who was ``spent`` in the quarter that ends misses the next, who was ``resting`` in it has missed one.
    """
    return resting, spent


def kept(first: int, second: int, *, worse: bool) -> int:
    """Of two dice the one that is kept: the higher where the worse counts."""
    return max(first, second) if worse else min(first, second)
