"""Battles that end in a pursuit: groups that drop their cripples, escorts of slow units."""

from __future__ import annotations

from tests.fe.combat.battles.kit import CARRIER, CRUISER, FRIGATE, IN_ORDER, PLAIN, battle, dice, ships, side

from flagplot.fe.ask_forces import combatant
from flagplot.fe.combat.battle.table import HexBattle

CONVOY = {"category": "convoy", "defence": 6, "crippled_defence": 3, "attack": 2}
AIMS = ("ffe-1 cripple", "ffe-1 kill", "none")


def split_group() -> HexBattle:
    """A carrier leaves its crippled escort behind and gets away, another keeps its group together and is pursued with
    it, and a third, whole ship comes along in the formation box; the pursued direct nothing by a rule of the table.
    """
    units = [
        combatant({"id": "cv", **CARRIER}),
        *ships("ffe", 2, FRIGATE, carrier="cv", escort=True),
        combatant({"id": "cvl", **CARRIER}),
        *ships("ddx", 2, FRIGATE, carrier="cvl", escort=True),
        *ships("bc", 2, CRUISER),
    ]
    attacker = side(
        "Klingon",
        ships("d", 7, CRUISER),
        intensity=(4, 4),
        pursue=True,
        directed=AIMS,
    )
    defender = side(
        "Kzinti",
        units,
        losses=("ffe-1 cripple", "ddx-1 cripple", "craft", "cripple", "destroy"),
        intensity=(1, 1),
        retreat_after=1,
        drop_cripples=("cv",),
        come_along=("bc-1",),
        formation="bc-1",
        directed=("d-1 cripple",),
    )
    script = dice([3], (3, 4), (5, 2), pursuit=(1, 0, 4), captures={(2, 0, "ffe-1"): (1, 2)})
    return battle(attacker, defender, script, settings=PLAIN._replace(pursuit_directed="pursuer"))


def escorted_convoy() -> HexBattle:
    """A pursuit by three fails. Escorts stay with their convoy, so that two more cruisers join those that hunt it."""
    convoy = combatant({"id": "convoy", **CONVOY})
    fleeing = [*ships("bc", 3, CRUISER, crippled=True), convoy, *ships("ff", 2, FRIGATE)]
    attacker = side(
        "Klingon", ships("d", 7, CRUISER), intensity=(1, 4), directed=("none",), pursue=None, stay_at_base=True
    )
    charges = {"ff-1": "convoy", "ff-2": "convoy"}
    defender = side(
        "Kzinti",
        fleeing,
        intensity=(1,),
        retreat_after=1,
        losses=("bc-1", "bc-2", *IN_ORDER),
        charges=charges,
        accept_approach=False,
    )
    return battle(attacker, defender, dice([1], (1, 1), (6, 1), pursuit=(1, 0, 3)))


EVERY = (split_group, escorted_convoy)
BY_PLAYERS: dict[str, dict[str, str]] = {
    "escorted_convoy": {
        "R1/5-7B/0": "yes",
        "R1/5-8A/0": "1 d-5, 1 d-6, 1 d-7",
        "R1/5-8A/0/slow": "1 d-1, 1 d-2",
        "R1/5-8E/0": "1 d-3, 1 d-4",
    }
}
