"""Battles of ships with cloaking devices: evasion before combat, cloaks in attack, the approach battle avoided."""

from __future__ import annotations

from tests.fe.combat.battles.kit import CRUISER, FRIGATE, HEX, STATION, battle, dice, ships, side

from flagplot.fe.ask_forces import combatant
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


def cloaked_attack() -> HexBattle:
    """Cloaks in attack succeed with five, do nothing with seven, fail with eleven; what that does is entered."""
    attacker = side(
        "Romulan",
        [*ships("ke", 3, CLOAKED), *ships("nh", 2, CRUISER)],
        cloak_attack=True,
        cloak_success={"own-row-up": 2, "enemy-potential-down": 4},
        cloak_failure={"enemy-row-up": 1},
        retreat_after=3,
    )
    defender = side("Gorn", ships("bc", 6, {**CRUISER, "command": 10}))
    totals = ((1, (2, 3)), (2, (3, 4)), (3, (5, 6)))
    others = {(number, Phase.CLOAK, 0, HEX): faces for number, faces in totals}
    return battle(attacker, defender, dice([3], (4, 3), (2, 2), (1, 1), others=others))


def approach_avoided() -> HexBattle:
    """A fleet cloaked as a whole goes straight to the base, and uses no cloaks in attack there; in the second round it
    offers the approach battle after all, which is declined.
    """
    station = combatant({"id": "BATS", **STATION})
    attacker = side(
        "Romulan",
        ships("ke", 5, CLOAKED),
        avoid_approach=True,
        cloak_attack=True,
        offer_approach=True,
        stay_at_base=True,
        retreat_after=2,
        directed=("BATS step", "none"),
        intensity=(4,),
    )
    defender = side("Gorn", [station, *ships("bc", 2, CRUISER)], accept_approach=False, ew=1)
    return battle(attacker, defender, dice([5], (6, 2), (3, 3)))


EVERY = (evasion, cloaked_attack, approach_avoided)
BY_PLAYERS: dict[str, dict[str, str]] = {}
"""What players answer where instructions say nothing, by battle and key of the question."""
