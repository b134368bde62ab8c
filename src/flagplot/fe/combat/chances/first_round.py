"""The first round of a battle exactly: the damage of both sides, and what each damage costs the side that takes it.

It asks less than the chain: whatever follows the losses of the round, such as a pursuit, has no part in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product

from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.chances.casualties import Casualties
from flagplot.fe.combat.chances.coverage import uncovered_round
from flagplot.fe.combat.chances.fire import row_of, variables, volley
from flagplot.fe.combat.chances.muster import UncoveredError, muster
from flagplot.fe.combat.chances.remainder import NOTHING_CARRIED, Units
from flagplot.fe.combat.potential import ew_shift

SIDES = (ATTACKER, DEFENDER)


class FirstRound:
    """The first round of a setup; raises ``UncoveredError`` where it cannot be reckoned."""

    def __init__(self, setup: Setup) -> None:
        if reasons := uncovered_round(setup):
            raise UncoveredError("; ".join(reasons))
        self.setup = setup
        self.variables = variables(setup)
        self.musters = tuple(muster(setup, side, setup.sides[side].units, first=True) for side in SIDES)

    def scored_on(self, side: int, row: int) -> Mapping[int, int]:
        """The damage that a side may take where the enemy reads a row, and how many faces of his die bring each."""
        own, enemy = self.musters[side].shown, self.musters[1 - side].shown
        return volley(enemy.potential, row, ew_shift(enemy.warfare, own.warfare, self.setup.settings), self.setup)

    def pairs(self) -> Mapping[tuple[int, int], Fraction]:
        """The chance of each pair of damage, on the attacker and on the defender."""
        found = Counter[tuple[int, int]]()
        for variable, weight in self.variables.items():
            rows = row_of(self.setup, 1, variable)
            on_attacker, on_defender = (self.scored_on(side, rows[1 - side]).items() for side in SIDES)
            for (mine, some), (his, others) in product(on_attacker, on_defender):
                found[mine, his] += weight * some * others
        whole = found.total()
        return {pair: Fraction(weight, whole) for pair, weight in sorted(found.items())}

    def damage_on(self, side: int) -> Mapping[int, Fraction]:
        """The chance of each damage that a side may take."""
        found: dict[int, Fraction] = {}
        for pair, chance in self.pairs().items():
            found[pair[side]] = found.get(pair[side], Fraction(0)) + chance
        return dict(sorted(found.items()))

    def left_of(self, side: int, damages: Iterable[int]) -> Mapping[int, Units]:
        """What a side has left at the end of the round, by the damage that it takes."""
        casualties = Casualties(self.setup, side)
        start = casualties.enter(self.setup.sides[side].units, first=True)
        behind = {damage: casualties.behind(start, NOTHING_CARRIED, damage)[0] for damage in damages}
        return {damage: casualties.standings[number].units for damage, number in behind.items()}


def round_chances(setup: Setup) -> Mapping[tuple[int, int], Fraction]:
    """The first round exactly: the chance of each pair of damage, on the attacker and on the defender.

    The two are not independent, since both read the same variable intensity.
    """
    return FirstRound(setup).pairs()
