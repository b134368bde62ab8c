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
from flagplot.fe.combat.chances.fire import variables
from flagplot.fe.combat.chances.muster import UncoveredError
from flagplot.fe.combat.chances.stakes import Stakes
from flagplot.fe.combat.charts.intensity import HIGHEST, LOWEST
from flagplot.fe.combat.potential import ew_shift

CHOICES = range(LOWEST, HIGHEST + 1)
SUMS = range(2 * LOWEST, 2 * HIGHEST + 1)


class Game(NamedTuple):
    """What the attacker gains by the sum of both intensities, and how both choose."""

    by_sum: Mapping[int, Fraction]
    equilibrium: Equilibrium


def game_of(by_sum: Mapping[int, Fraction]) -> Game:
    """The game of these payoffs, solved exactly."""
    return Game(by_sum, equilibrium([[by_sum[mine + his] for his in CHOICES] for mine in CHOICES]))


def chain_with_choice(setup: Setup) -> Chain:
    """The chain of a battle, whatever its instructions say of intensities.

    Raises ``UncoveredError`` for a fighting retreat, in which nobody chooses.
    """
    if setup.fighting_retreat is not None:
        raise UncoveredError("a fighting retreat, in which nobody chooses an intensity")
    first, second = (
        replace(each, instructions=replace(each.instructions, intensity=(LOWEST,))) for each in setup.sides
    )
    return chain_of(replace(setup, sides=(first, second)))


def one_round(setup: Setup, stakes: Stakes) -> Game:
    """The game of one round."""
    chain = chain_with_choice(setup)
    faces = variables(setup)
    whole = sum(faces.values())
    with chain.tables.lock:
        by_row = {row: _of_row(chain, row, stakes) for row in {each + variable for each in SUMS for variable in faces}}
    return game_of(
        {
            each: sum((weight * by_row[each + variable] for variable, weight in faces.items()), Fraction(0)) / whole
            for each in SUMS
        }
    )


def _of_row(chain: Chain, row: int, stakes: Stakes) -> Fraction:
    """What the attacker gains in a round on average if both read a row: each side's losses bear on that alone."""
    tables, (attacker, defender) = chain.tables, chain.tables.ledgers
    shown, settings = (attacker.shown(0), defender.shown(0)), chain.setup.settings
    found = Fraction(0)
    for side, ledger, sign in ((DEFENDER, defender, 1), (ATTACKER, attacker, -1)):
        firing, hit = shown[1 - side], shown[side]
        scored = tables.scored(firing.potential, row, ew_shift(firing.warfare, hit.warfare, settings))
        lost = (
            faces * stakes.lost(chain.setup.sides[side].units, ledger.units(ledger.after(0, damage)))
            for damage, faces in scored.items()
        )
        found += sign * sum(lost, Fraction(0)) / sum(scored.values())
    return found


def kept(setup: Setup, stakes: Stakes) -> Game:
    """The game of the whole battle in which both sides choose once."""
    chain = chain_with_choice(setup)
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
