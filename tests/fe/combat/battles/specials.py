"""Battles of units with rules of their own: X-ships and X-bases, shock, captured ships and stolen plans, maulers."""

from __future__ import annotations

from tests.fe.combat.battles.kit import CRUISER, FRIGATE, IN_ORDER, MAULER, battle, dice, ships, side

from flagplot.fe.ask_forces import combatant
from flagplot.fe.combat.battle.table import HexBattle

X_STATION = {
    "category": "battle-station",
    "designator": "BTX",
    "x_ship": True,
    "defence": 18,
    "crippled_defence": 9,
    "command": 10,
}


def x_warfare() -> HexBattle:
    """X-cruisers add electronic warfare; the X-battle station answers once it has seen that of the enemy's scout."""
    station = combatant({"id": "BTX", **X_STATION})
    attackers = [
        *ships("dx", 2, {**CRUISER, "x_ship": True}),
        *ships("d", 3, CRUISER),
        *ships("sc", 1, FRIGATE, scout=True),
    ]
    attacker = side(
        "Klingon",
        attackers,
        warfare={"sc-1": 3},
        x_warfare={"dx-1": 2},
        offer_approach=False,
        stay_at_base=True,
        retreat_after=2,
        losses=("d-1", "sc-1", "cripple", "destroy"),
    )
    defender = side("Gorn", [station, *ships("bc", 2, CRUISER)], accept_approach=False, ew=None)
    return battle(attacker, defender, dice([3], (3, 4), (2, 2)))


def prizes_and_plans() -> HexBattle:
    """A captured cruiser fights for its captor, who uses stolen plans in the second round; a ship subject to shock uses
    six of its factors and is crippled; a mauler captures instead of aiming.
    """
    attackers = [
        *ships("fed", 1, {**CRUISER, "empire": "federation"}, captured=True),
        *ships("mlr", 1, MAULER),
        *ships("d", 4, CRUISER),
    ]
    attacker = side(
        "Klingon",
        attackers,
        war_plans=True,
        use_captured=True,
        plans_round=2,
        mauler_capture=("bc-1",),
        directed=("ff-1 kill", "none"),
        intensity=(3,),
        retreat_after=2,
        losses=("d-1", "d-2", *IN_ORDER),
    )
    fleet = [
        *ships("bb", 1, {**CRUISER, "attack": 10, "shock": True}),
        *ships("bc", 3, CRUISER),
        *ships("ff", 1, FRIGATE),
    ]
    defender = side("Federation", fleet, shock_factors={"bb-1": 6}, losses=("bc-1", "bc-2", *IN_ORDER))
    captures = {(1, 0, "ff-1"): (1, 1), (2, 0, "bc-1 by mauler"): (1, 1)}
    return battle(attacker, defender, dice([4], (6, 3), (6, 3), captures=captures))


EVERY = (x_warfare, prizes_and_plans)
BY_PLAYERS = {
    "x_warfare": {"R1/5-4A4/1/BTX": "4", "R2/5-4A4/1/BTX": "1"},
    "prizes_and_plans": {"R1/5-6D/1/bb-1": "nothing", "R2/5-6D/1/bb-1": "crippled"},
}
"""What players answer where instructions say nothing, by battle and key of the question."""
