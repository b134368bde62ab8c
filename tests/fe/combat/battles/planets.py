"""Battles at planets: battalions, devastation, craft without a base, capture."""

from __future__ import annotations

from tests.fe.combat.battles.kit import (
    BATTALION,
    CARRIER,
    CRUISER,
    IN_ORDER,
    PLANET,
    battle,
    dice,
    ships,
    side,
)

from flagplot.fe.ask_forces import combatant
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.combat.charts.retreat import RetreatHex

FIGHTERS = {"fighters": 6}


def planet() -> HexBattle:
    """Six cruisers against a planet with two battalions and twelve fighters: 28 points lay all of it low."""
    defenders = [combatant({"id": "minor", **PLANET}), *ships("pdu", 2, BATTALION, craft=FIGHTERS)]
    attacker = side("Klingon", ships("d", 6, CRUISER), stay_at_base=True, retreat_after=5)
    return battle(attacker, side("Hydran", defenders), dice([4], (6, 3), (5, 2)))


def two_planets() -> HexBattle:
    """A fleet at two planets loses a battalion, whose fighters a carrier takes; it leaves, and the planets fall."""
    major, minor = (combatant({"id": id_, **PLANET}) for id_ in ("major", "minor"))
    battalions = ships("pdu", 2, BATTALION, craft=FIGHTERS, planet="major")
    carrier = combatant({"id": "uh", **CARRIER, "craft": {"fighters": 2}})
    attacker = side(
        "Klingon",
        ships("d", 8, CRUISER),
        stay_at_base=True,
        offer_approach=False,
        retreat_after=9,
        intensity=(3, 4),
        directed=("pdu-1 kill", "minor devastate", "none"),
    )
    defender = side(
        "Hydran",
        [major, minor, *battalions, carrier, *ships("rn", 2, CRUISER)],
        accept_approach=False,
        retreat_after=2,
        keep_craft=True,
        losses=("rn-1 cripple", *IN_ORDER),
        around=(RetreatHex(label="0718", path=1),),
    )
    return battle(attacker, defender, dice([3], (4, 3), (6, 2), (5, 4)))


EVERY = (planet, two_planets)
BY_PLAYERS: dict[str, dict[str, str]] = {"planet": {}, "two_planets": {}}
"""What players answer where instructions say nothing, by battle and key of the question."""
