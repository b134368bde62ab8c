"""The intensity game: both sides choose how hard to fight at the same time, and what one gains the other loses.

The attacker's payoff is what the defender loses less what he loses himself, by what units are worth to the player. Only
the sum of both choices matters for the row that both read (304.1). Three games are told: one round; the whole battle
with one choice that is kept, both exact; and the whole battle with a fresh choice in each round, in double precision,
backward from the last round (``fresh``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from flagplot.engine.matrix_game import Equilibrium, equilibrium
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.chances.chain import Chain, chain_of
from flagplot.fe.combat.chances.first_round import FirstRound
from flagplot.fe.combat.chances.muster import UncoveredError
from flagplot.fe.combat.chances.stakes import Stakes
from flagplot.fe.combat.charts.intensity import HIGHEST, LOWEST

CHOICES = range(LOWEST, HIGHEST + 1)
SUMS = range(2 * LOWEST, 2 * HIGHEST + 1)


class Game(NamedTuple):
    """What the attacker gains by the sum of both intensities, and how both choose."""

    by_sum: Mapping[int, Fraction]
    equilibrium: Equilibrium


def game_of(by_sum: Mapping[int, Fraction]) -> Game:
    """The game of these payoffs, solved exactly."""
    return Game(by_sum, equilibrium([[by_sum[mine + his] for his in CHOICES] for mine in CHOICES]))


def with_choice(setup: Setup) -> Setup:
    """A battle in which both sides keep the lowest intensity, whatever their instructions say of it.

    Raises ``UncoveredError`` for a fighting retreat and for a special raid, in which nobody chooses.
    """
    if setup.fighting_retreat is not None or setup.special_raid:
        what = "a special raid" if setup.special_raid else "a fighting retreat"
        raise UncoveredError(f"{what}, in which nobody chooses an intensity")
    first, second = (
        replace(each, instructions=replace(each.instructions, intensity=(LOWEST,))) for each in setup.sides
    )
    return replace(setup, sides=(first, second))


def one_round(setup: Setup, stakes: Stakes) -> Game:
    """The game of one round."""
    first = FirstRound(with_choice(setup))
    whole, by_row = sum(first.variables.values()), {}
    for row in {each + variable for each in SUMS for variable in first.variables}:
        by_row[row] = _lost(first, DEFENDER, row, stakes) - _lost(first, ATTACKER, row, stakes)
    by_sum = {
        each: sum((weight * by_row[each + variable] for variable, weight in first.variables.items()), Fraction(0))
        for each in SUMS
    }
    return game_of({each: total / whole for each, total in by_sum.items()})


def _lost(first: FirstRound, side: int, row: int, stakes: Stakes) -> Fraction:
    """What a side loses in the round on average where the enemy reads a row."""
    scored, before = first.scored_on(side, row), first.setup.sides[side].units
    left = first.left_of(side, scored)
    return sum((faces * stakes.lost(before, left[damage]) for damage, faces in scored.items()), Fraction(0)) / sum(
        scored.values()
    )


def kept(setup: Setup, stakes: Stakes) -> Game:
    """The game of the whole battle in which both sides choose once."""
    chain = chain_of(with_choice(setup))
    by_sum = {}
    for each in SUMS:
        own = max(LOWEST, each - HIGHEST)
        by_sum[each] = gain(chain.at(own, each - own), stakes)
    return game_of(by_sum)


def gain(chain: Chain, stakes: Stakes) -> Fraction:
    """What the attacker gains in a whole battle on average."""
    odds, found = chain.battle(), Fraction(0)
    for side, sign in ((DEFENDER, 1), (ATTACKER, -1)):
        ledger, before = odds.ledgers[side], chain.setup.sides[side].units
        found += sign * sum(
            (chance * stakes.lost(before, ledger.units(number)) for number, chance in odds.states(side).items()),
            Fraction(0),
        )
    return found
