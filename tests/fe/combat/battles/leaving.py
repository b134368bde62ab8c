"""Battles that are about leaving the hex: retreats by the priorities, withdrawals before combat, fighting retreats."""

from __future__ import annotations

from fractions import Fraction

from tests.fe.combat.battles.kit import CRUISER, FRIGATE, HEX, IN_ORDER, STATION, battle, dice, ships, side

from flagplot.fe.ask_forces import combatant
from flagplot.fe.combat.battle.narrator import Phase
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.combat.charts.retreat import RetreatHex

AROUND = (
    RetreatHex(label="1102", path=2, enemy_units=4, enemy_equivalents=Fraction(4), friendly_equivalents=Fraction(3)),
    RetreatHex(label="1201", friendly_equivalents=Fraction(3)),
    RetreatHex(label="1301", path=1, main_grid=False),
    RetreatHex(label="1302", path=4),
    RetreatHex(label="1203", path=2, enemy_units=1, enemy_equivalents=Fraction(1), friendly_equivalents=Fraction(3)),
    RetreatHex(label="1101", path=2),
    RetreatHex(label="1103", neutral=True),
)
"""A hex for each priority that it fails, one that is left, and a neutral one."""


def retreat_paths() -> HexBattle:
    """A fleet retreats behind its second round, and of six hexes around one is left to it."""
    attacker = side("Klingon", ships("d", 5, CRUISER), losses=IN_ORDER)
    defender = side(
        "Kzinti",
        ships("bc", 4, CRUISER),
        around=AROUND,
        retreat_after=2,
        retreat_to="1101",
        pass_partial_grids=True,
    )
    return battle(attacker, defender, dice([3], (3, 3), (1, 2)))


def approach_declined(pursuit: int = 4) -> HexBattle:
    """The approach battle is declined, the attacker leaves before the base with two cripples, and is run down by six
    ships at one more on the die; where he goes, an enemy waits.
    """
    station = combatant({"id": "BATS", **STATION})
    attackers = [*ships("ca", 3, CRUISER), *ships("dd", 2, FRIGATE, crippled=True)]
    attacker = side(
        "Lyran",
        attackers,
        around=(AROUND[0], AROUND[4]),
        retreat_to="1203",
        stay_at_base=False,
        intensity=(1,),
    )
    defender = side(
        "Kzinti",
        [station, *ships("bc", 6, CRUISER)],
        accept_approach=False,
        pursue=True,
        directed=("dd-1 kill",),
    )
    fought = {
        (2, Phase.VARIABLE, 0, HEX): (5,),
        (2, Phase.DAMAGE, 0, HEX): (2,),
        (2, Phase.DAMAGE, 1, HEX): (5,),
        (2, Phase.CAPTURE, 1, "dd-1"): (6, 6),
    }
    return battle(attacker, defender, dice([], pursuit=(1, 1, pursuit), others=fought if pursuit < 5 else None))


def opposed_withdrawal() -> HexBattle:
    """Three ships mean to withdraw and two cripples get away, which six ships run down; whoever stays fights a round
    under the flagship that was chosen then.
    """
    fleet = [*ships("bc", 4, CRUISER), *ships("cl", 2, CRUISER, crippled=True)]
    train = combatant({"id": "lax", "category": "auxiliary", "defence": 4, "crippled_defence": 2, "slow": True})
    defender = side(
        "Kzinti",
        [*fleet, train],
        withdraw=("bc-1", "cl-1", "cl-2"),
        withdraw_opposed=("cl-1", "cl-2"),
        flagship="bc-2",
        around=(AROUND[5], AROUND[4]),
        retreat_to="1101",
        retreat_after=1,
        intensity=(1,),
    )
    attacker = side(
        "Klingon",
        ships("d", 7, CRUISER),
        oppose_withdrawal=True,
        pursue=None,
        directed=("cl-1 kill", "none"),
        intensity=(4, 2),
    )
    others = {
        (2, Phase.VARIABLE, 0, HEX): (4,),
        (2, Phase.DAMAGE, 0, HEX): (3,),
        (2, Phase.DAMAGE, 1, HEX): (5,),
        (2, Phase.CAPTURE, 0, "cl-1"): (1, 2),
        (3, Phase.VARIABLE, 0, HEX): (6,),
        (3, Phase.DAMAGE, 0, HEX): (2,),
        (3, Phase.DAMAGE, 1, HEX): (6,),
    }
    return battle(attacker, defender, dice([], pursuit=(1, 0, 2), others=others))


EVERY = (retreat_paths, approach_declined, opposed_withdrawal)
BY_PLAYERS = {
    "opposed_withdrawal": {
        "R1/5-1F/0": "yes",
        "R1/5-8A/0": ", ".join(f"1 d-{n}" for n in range(1, 7)),
        "R3/5-7B/0": "no",
    },
}
"""What players answer where instructions say nothing, by battle and key of the question."""
