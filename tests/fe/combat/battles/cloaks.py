"""Battles of ships with cloaking devices: evasion before combat, cloaks in attack, the approach battle avoided."""

from __future__ import annotations

from tests.fe.combat.battles.kit import CRUISER, FRIGATE, battle, dice, ships, side

from flagplot.fe.combat.battle.narrator import Phase
from flagplot.fe.combat.battle.table import HexBattle

CLOAKED = {**CRUISER, "empire": "romulan", "cloak": True}


def evasion() -> HexBattle:
    """A frigate withdraws, three cloaked cruisers try to evade: the flagship and another get away, the third leads."""
    fleet = [*ships("ke", 3, CLOAKED), *ships("nh", 1, CRUISER), *ships("sn", 2, FRIGATE)]
    defender = side(
        "Romulan",
        fleet,
        withdraw=("sn-1",),
        flagship="ke-1",
        evade=("all",),
        retreat_after=2,
        pass_partial_grids=True,
    )
    attacker = side("Gorn", ships("bc", 4, CRUISER), oppose_withdrawal=False, pursue=False)
    others = {(1, Phase.EVASION, 1, unit): (die,) for unit, die in (("ke-1", 4), ("ke-2", 5), ("ke-3", 1))}
    return battle(attacker, defender, dice([3], (1, 3), (2, 4), others=others))


EVERY = (evasion,)
BY_PLAYERS: dict[str, dict[str, str]] = {}
"""What players answer where instructions say nothing, by battle and key of the question."""
