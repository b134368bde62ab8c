"""Longer battles: points carried past directed damage, whole groups, and the settings of intensity."""

from __future__ import annotations

from tests.fe.combat.battles.kit import CARRIER, CRUISER, PLAIN, STARBASE, battle, dice, ships, side

from flagplot.fe.ask_forces import combatant
from flagplot.fe.combat.battle.table import HexBattle

LIGHT = {"attack": 5, "defence": 6, "crippled_attack": 2, "crippled_defence": 4, "command": 4, "size_class": 4}


def points_and_aims() -> HexBattle:
    """Three rounds in which minus points come off before damage is directed, and plus points come only behind it; in
    the first a group, whose fighters are away, is crippled as a whole.
    """
    group = [combatant({"id": "cv", **CARRIER, "craft": {}}), *ships("dde", 1, LIGHT, carrier="cv", escort=True)]
    attacker = side(
        "Lyran",
        ships("ca", 8, CRUISER),
        intensity=(1, 4, 3),
        directed=("dd-2 kill", "none"),
        losses=("cripple", "destroy"),
        retreat_after=3,
    )
    defender = side(
        "Kzinti",
        [*group, *ships("bc", 3, CRUISER), *ships("dd", 3, LIGHT)],
        intensity=(2, 4, 4),
        losses=("cv cripple the group", "dd-1", "bc-1", "dd-3", "bc-2", "cripple", "destroy"),
    )
    return battle(attacker, defender, dice([5], (3, 6), (3, 4), (5, 1)))


def siege() -> HexBattle:
    """Five rounds at a starbase: in the fifth the attacker raises his intensity by one (304.5)."""
    base = combatant({"id": "SB", **STARBASE})
    attacker = side("Klingon", ships("d", 9, CRUISER), stay_at_base=True, intensity=(2, 2, 2, 2, 5))
    defender = side("Federation", [base], ew=6, intensity=(1,))
    rounds = ((1, 1), (2, 1), (1, 2), (3, 1), (1, 1))
    return battle(attacker, defender, dice([3], *rounds), settings=PLAIN._replace(may_raise=True))


def variable_each_round() -> HexBattle:
    """The variable intensity is rolled anew in each of three rounds."""
    attacker = side("Lyran", ships("ca", 4, CRUISER), retreat_after=3, intensity=(1, 3, 4))
    defender = side("Hydran", ships("rn", 4, CRUISER), intensity=(2, 2, 4))
    script = dice([1, 4, 6], (2, 3), (4, 4), (6, 5))
    return battle(attacker, defender, script, settings=PLAIN._replace(variable_each_round=True))


EVERY = (points_and_aims, siege, variable_each_round)
BY_PLAYERS: dict[str, dict[str, str]] = {}
