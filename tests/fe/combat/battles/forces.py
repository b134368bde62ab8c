"""Battles of what joins a battle force: the support echelon, drones, groups, officers, Prime Teams."""

from __future__ import annotations

from dataclasses import replace

from tests.fe.combat.battles.kit import CARRIER, CRUISER, FRIGATE, IN_ORDER, PLAIN, battle, dice, ships, side

from flagplot.fe.ask_forces import combatant
from flagplot.fe.calendar import Date, Season
from flagplot.fe.combat.battle.narrator import Phase
from flagplot.fe.combat.battle.table import HexBattle

DRONE_SHIP = {**FRIGATE, "drones": 4, "command": 2}
SCOUT = {**FRIGATE, "scout": True, "command": 2}
COMMANDO = {**FRIGATE, "troops": 2, "size_class": 3}


def echelon() -> HexBattle:
    """A carrier sends its fighters forward from the support echelon, drone ships bombard, and both are aimed at."""
    group = [combatant({"id": "cv", **CARRIER}), *ships("ffe", 2, FRIGATE, carrier="cv", escort=True)]
    behind = [combatant({"id": "cve", **CARRIER, "attack": 4}), *ships("df", 3, DRONE_SHIP)]
    attacker = side(
        "Lyran",
        [*ships("ca", 8, {**CRUISER, "attack": 12}), combatant({"id": "sc", **SCOUT})],
        intensity=(3, 4),
        directed=("cve cripple", "df-1 kill", "none"),
        places=("sc free scout",),
        warfare={"sc": 2},
        retreat_after=2,
    )
    defender = side(
        "Kzinti",
        [*ships("bc", 3, CRUISER), *group, *behind],
        places=("cve support echelon", "df-1 drone ship", "df-2 drone ship", "df-3 drone ship"),
        craft_first=("cve",),
        drones=10,
        losses=("cve craft", "craft", "cripple", "destroy"),
    )
    return battle(attacker, defender, dice([4], (4, 3), (6, 2), captures={(2, 0, "df-1"): (3, 4)}))


def admiral() -> HexBattle:
    """A battle group and an admiral fill the line, and a general brings a commando ship; the flagship is lost, and the
    admiral goes aboard another.
    """
    group = tuple(f"ff-{number}" for number in range(1, 6))
    attacker = replace(
        side(
            "Klingon",
            [
                combatant({"id": "cc", **CRUISER}),
                *ships("d", 6, {**CRUISER, "command": 5}),
                *ships("ff", 5, FRIGATE),
                *ships("cmd", 2, COMMANDO),
            ],
            intensity=(4, 2),
            places=("cmd-1 commando ship",),
            command_points=3,
            reserve=2,
            admirals=("leader",),
            losses=("ff-1", "ff-2", "cripple", "destroy"),
            flagship="cc",
            retreat_after=2,
        ),
        admirals=("d-1",),
        generals=("d-2",),
        battle_groups=(group,),
    )
    defender = side(
        "Federation",
        [combatant({"id": "dn", **CRUISER, "attack": 12, "defence": 12, "command": 10}), *ships("ca", 9, CRUISER)],
        directed=("cc kill", "none"),
        intensity=(4, 1),
    )
    source = dice([5], (3, 5), (2, 2), captures={(1, 1, "cc"): (4, 3)})
    return battle(attacker, defender, source, settings=PLAIN._replace(battle_group=3))


def prime_teams() -> HexBattle:
    """One team adds to combat potential until its ship is destroyed, and is wounded; the other wins a capture and dies,
    for whom a third one steps in.
    """
    attacker = replace(
        side(
            "Romulan",
            ships("ke", 6, {**CRUISER, "attack": 12}),
            intensity=(4,),
            losses=("ke-6", "ke-5", *IN_ORDER),
            directed=("bc-1 kill", "bc-2 kill", "none"),
            prime_teams=("capture ke-2", "commando ke-3", "capture ke-2"),
            retreat_after=2,
        ),
        prime_teams=("ke-2", "ke-3", "ke-1"),
    )
    defender = replace(
        side(
            "Gorn",
            ships("bc", 6, CRUISER),
            intensity=(3,),
            directed=("none",),
            prime_teams=("commando bc-1",),
            losses=("bc-3", *IN_ORDER),
        ),
        prime_teams=("bc-1",),
    )
    fates = {
        (1, Phase.PRIME_TEAM, 0, "team-1"): (6, 5),
        (1, Phase.PRIME_TEAM, 1, "team-1"): (3,),
        (2, Phase.PRIME_TEAM, 1, "team-1"): (2,),
        (2, Phase.PRIME_TEAM, 0, "team-3"): (4, 4),
    }
    captures = {(1, 0, "bc-1"): (2, 1), (2, 0, "bc-2"): (2, 2)}
    return battle(attacker, defender, dice([6], (6, 2), (6, 3), captures=captures, others=fates))


def police_and_auxiliaries() -> HexBattle:
    """A police group goes home, an auxiliary carrier fights from the echelon, and the police flagship pursues."""
    police = {"category": "police", "attack": 5, "defence": 4, "size_class": 4}
    defender = side(
        "Federation",
        [
            *ships("ca", 4, CRUISER),
            combatant({"id": "pf", **police, "command": 4}),
            combatant({"id": "pv", **police, "fighters": 4, "craft": {"fighters": 4}, "command": 2}),
            *ships("pol", 2, police, carrier="pv"),
            combatant({"id": "lav", **CARRIER, "category": "auxiliary", "fighters": 12, "craft": {"fighters": 12}}),
        ],
        places=("lav support echelon",),
        intensity=(4,),
        losses=("lav craft", *IN_ORDER),
        pursue=True,
        pursuers=("pf", "ca-1", "ca-2"),
    )
    attacker = side(
        "Klingon",
        ships("d", 8, {**CRUISER, "attack": 9}),
        directed=("pv kill the group", "lav cripple", "none"),
        intensity=(4, 4, 1),
        losses=("cripple", "destroy"),
        retreat_after=2,
    )
    return battle(attacker, defender, dice([3], (6, 3), (6, 2), (1, 4), pursuit=(2, 1, 2)))


def heavy_fighters() -> HexBattle:
    """An NVH with F-111, a carrier of standard and heavy fighters, a squadron without a host: each kind by itself."""
    f_111 = {"heavy": 9, "heavy_kind": "f-111", "craft": {"f-111": 9}}
    federation = side(
        "Federation",
        [
            *ships("ca", 3, CRUISER),
            combatant({"id": "nvh", **CARRIER, **f_111, "designator": "NVH", "fighters": 0}),
            combatant({"id": "cva", **CARRIER, "heavy": 8, "craft": {"fighters": 6, "heavy": 8}, "size_class": 2}),
            combatant({"id": "sq", "category": "attrition-unit", "designator": "F-111", **f_111}),
        ],
        craft_first=("f-111", "heavy"),
        losses=("sq", "cva craft", *IN_ORDER),
        retreat_after=2,
        intensity=(3, 2),
    )
    defender = side("Klingon", ships("d", 8, CRUISER), directed=("cva heavy fighters", "none"), intensity=(2, 4))
    return battle(federation, defender, dice([4], (3, 5), (6, 3)), date=Date(181, Season.FALL))


EVERY = (echelon, admiral, prime_teams, police_and_auxiliaries, heavy_fighters)
BY_PLAYERS = {"admiral": {"R1/5-6X2/0/admiral-1/fate": "survives", "R2/5-6X2/0/admiral-1/fate": "lost"}}
"""What players answer where instructions say nothing, by battle and key of the question."""
