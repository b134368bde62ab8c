"""Exact odds of a battle by instructions: one round as a joint distribution, and the whole battle as a chain of rounds.

The chain holds what a side has left, in fixed order of casualties, with points carried on; each step asks the rule
functions that the battle itself asks. What it cannot hold is told by ``uncovered``, and has to be sampled.
"""

from flagplot.fe.combat.chances.chain import battle_chances
from flagplot.fe.combat.chances.coverage import uncovered, uncovered_round
from flagplot.fe.combat.chances.first_round import round_chances
from flagplot.fe.combat.chances.muster import UncoveredError
from flagplot.fe.combat.chances.odds import Ends, Odds
from flagplot.fe.combat.chances.remainder import Remainder, fate_of

__all__ = [
    "Ends",
    "Odds",
    "Remainder",
    "UncoveredError",
    "battle_chances",
    "fate_of",
    "round_chances",
    "uncovered",
    "uncovered_round",
]
