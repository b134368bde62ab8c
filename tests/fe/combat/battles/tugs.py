"""Battles of tugs and carriers: ships rescued, craft that change ships, docks in tow."""

from __future__ import annotations

from tests.fe.combat.battles.kit import CARRIER, CRUISER, FRIGATE, IN_ORDER, battle, dice, ships, side

from flagplot.fe.ask_forces import combatant
from flagplot.fe.combat.battle.table import HexBattle

TUG = {**FRIGATE, "designator": "TG", "tug": True, "size_step": "3B"}
DOCK = {"category": "fleet-repair-dock", "defence": 6, "crippled_defence": 3}


def rescue() -> HexBattle:
    """A carrier is crippled, and its fighters go to another; one tug leaves with it, another tries in vain."""
    attacker = side(
        "Lyran",
        ships("ca", 7, {**CRUISER, "attack": 10}),
        directed=("cv-1 cripple", "none"),
        intensity=(3, 4),
        retreat_after=2,
    )
    carriers = ships("cv", 2, {**CARRIER, "size_step": "3A"})
    resupply = combatant({"id": "fcr", **FRIGATE, "spare": 6, "spares": 2})
    defender = side(
        "Kzinti",
        [*ships("bc", 3, {**CRUISER, "size_step": "3B"}), *carriers, resupply, *ships("tg", 2, TUG)],
        losses=("cv-2 craft", "bc-1 cripple", *IN_ORDER),
        fill_with_craft=("cv-2",),
        rescue_tugs=("tg-1", "tg-2"),
        rescue=("cv-1", "bc-1"),
    )
    return battle(attacker, defender, dice([4], (5, 2), (4, 4)))


def dock_left_behind() -> HexBattle:
    """A fleet has one tug for two repair docks: one is towed away, the other fights on alone."""
    docked = [combatant({"id": f"frd-{number}", **DOCK}) for number in (1, 2)]
    attacker = side("Klingon", ships("d", 9, CRUISER), intensity=(4, 2), stay_at_base=True)
    defender = side(
        "Gorn",
        [*ships("bc", 4, CRUISER), *ships("tg", 1, TUG), *docked],
        accept_approach=False,
        retreat_after=1,
        tow=("tg-1",),
        losses=("bc-1 cripple", "bc-2 cripple", "bc-3 cripple", *IN_ORDER),
    )
    return battle(attacker, defender, dice([3], (6, 2), (2, 1)))


def dock_in_tow() -> HexBattle:
    """A fleet takes its dock along and is pursued: a tug gets a cripple away, and the dock is run down with its tug."""
    attacker = side(
        "Klingon",
        ships("d", 9, CRUISER),
        intensity=(4, 2, 3),
        pursue=True,
        pursuers=tuple(f"d-{number}" for number in range(1, 7)),
        against_slow=("d-7", "d-8"),
        losses=("d-9", *IN_ORDER),
        stay_at_base=True,
    )
    defender = side(
        "Gorn",
        [*ships("bc", 4, {**CRUISER, "size_step": "3B"}), *ships("tg", 2, TUG), combatant({"id": "frd", **DOCK})],
        accept_approach=False,
        retreat_after=1,
        tow=("tg-1",),
        come_along=("tg-2", "bc-4"),
        rescue=("bc-1",),
        rescue_tugs=("tg-2",),
        losses=("bc-1 cripple", "bc-2 cripple", "bc-3 cripple", *IN_ORDER),
        formation="none",
    )
    return battle(attacker, defender, dice([3], (6, 2), (2, 1), (2, 4), pursuit=(1, 0, 5)))


EVERY = (rescue, dock_left_behind, dock_in_tow)
BY_PLAYERS = {
    "rescue": {"R1/5-6H/1/tg-1/fate": "rescued", "R1/5-6H/1/tg-2/fate": "fails", "R2/5-6H/1/tg-2/fate": "fails"},
    "dock_in_tow": {"R1/5-6H/1/tg-2/fate": "fails", "R2/5-6H/1/tg-2/fate": "rescued"},
}
"""What players answer where instructions say nothing, by battle and key of the question."""
