"""Battles with ground assaults: against battalions, against a base, with troops bought and moved."""

from __future__ import annotations

from collections.abc import Sequence

from tests.fe.combat.battles.kit import (
    BATTALION,
    CRUISER,
    IN_ORDER,
    PLANET,
    STARBASE,
    battle,
    dice,
    ships,
    side,
)

from flagplot.fe.ask_forces import combatant
from flagplot.fe.combat.battle.narrator import Phase
from flagplot.fe.combat.battle.table import HexBattle

COMMANDO = {**CRUISER, "attack": 4, "troops": 2}

Rolls = dict[tuple[int, Phase, int, str], Sequence[int]]


def ground(round_: int, **rolls: Sequence[int]) -> Rolls:
    """Dice of the attacker's assaults in a round: ``cl_1_2_again`` are those of cl-1/2 behind a twelve."""
    found: Rolls = {}
    for word, faces in rolls.items():
        name, number, battalion, *again = word.split("_")
        found[round_, Phase.GROUND, 0, " ".join((f"{name}-{number}/{battalion}", *again))] = faces
    return found


def assault_on_planet() -> HexBattle:
    """Marines against three battalions and a garrison: a twelve rolls on, a ship that has landed is lost."""
    world = combatant({"id": "minor", **PLANET, "gces": 1})
    attacker = side(
        "Klingon",
        [*ships("cl", 2, COMMANDO), *ships("d", 3, CRUISER)],
        stay_at_base=True,
        intensity=(4,),
        retreat_after=9,
        assault=("minor", "support", "minor landed", "minor"),
        losses=("d-1", "d-2", "d-3"),
    )
    defender = side(
        "Hydran",
        [world, *ships("pdu", 3, BATTALION, craft={"fighters": 4})],
        intensity=(1,),
        losses=("craft", "destroy", "troops", "devastate"),
        keep_craft=True,
    )
    rolls = ground(1, cl_1_1=(6, 6), cl_1_1_again=(2, 3), cl_2_1=(1, 2))
    rolls |= ground(2, cl_1_1=(3, 4))
    return battle(attacker, defender, dice([3], (1, 2), (3, 1), others=rolls))


def assault_on_base() -> HexBattle:
    """A starbase loses a step to directed damage and a second to Marines, one battalion of whom was bought."""
    base = combatant({"id": "SB", **STARBASE})
    attacker = side(
        "Klingon",
        [*ships("cl", 2, COMMANDO, gces=1), *ships("d", 7, CRUISER)],
        stay_at_base=True,
        offer_approach=False,
        intensity=(3, 4),
        retreat_after=3,
        directed=("SB step", "none"),
        assault=("SB",),
        gces_to_buy=1,
        buy_gces=("d-2",),
        fill_with_gces=("cl-1",),
        flagship="d-1",
        losses=("d-6 cripple", "d-7 cripple", "d-5 cripple", "d-4 cripple", *IN_ORDER),
    )
    defender = side(
        "Gorn",
        [base, *ships("cm", 2, {**COMMANDO, "troops": 1})],
        accept_approach=False,
        intensity=(2,),
        losses=("troops", "cm-1 cripple", "step", "cripple", "destroy"),
        defend=("SB", "none"),
        fill_with_gces=(),
    )
    rolls = ground(2, cl_1_1=(4, 5), cl_1_2=(5, 5), cl_2_1=(4, 6))
    rolls |= ground(3, cl_1_1=(1, 1), cl_1_2=(6, 6))
    return battle(attacker, defender, dice([4], (2, 2), (5, 3), (2, 2), others=rolls))


EVERY = (assault_on_planet, assault_on_base)
BY_PLAYERS: dict[str, dict[str, str]] = {"assault_on_planet": {}, "assault_on_base": {}}
"""What players answer where instructions say nothing, by battle and key of the question."""
