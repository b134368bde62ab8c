"""Battles that are about leaving the hex: retreats by the priorities, withdrawals before combat, fighting retreats."""

from __future__ import annotations

from fractions import Fraction

from tests.fe.combat.battles.kit import CRUISER, FRIGATE, HEX, IN_ORDER, STARBASE, STATION, battle, dice, ships, side

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


def fighting_retreat_twice(reading: str = "own") -> HexBattle:
    """Two rounds of a fighting retreat: the retreater reads row 0, the blocker row 10."""
    attacker = side("Lyran", ships("ca", 5, CRUISER), losses=("ca-1", "ca-2", "cripple", "destroy"))
    defender = side("Hydran", ships("rn", 5, CRUISER), retreat_after=2, losses=("rn-1", "rn-2", "rn-3", "cripple"))
    return battle(
        attacker,
        defender,
        dice([], (1, 6), (6, 1)),
        fighting_retreat=1,
        readings={"fighting-retreat-rows": reading},
    )


def fighting_retreat_added() -> HexBattle:
    """The same by the other reading: both intensities are added, so that both sides read row 10."""
    return fighting_retreat_twice("added")


def approach_taken_later() -> HexBattle:
    """The fleet of a starbase declines the approach battle and fights at the base, takes it in the second round away
    from the base, and is left alone behind the third.
    """
    base = combatant({"id": "SB", **STARBASE})
    attacker = side(
        "Klingon",
        ships("d", 8, CRUISER),
        offer_approach=True,
        stay_at_base=True,
        directed=("SB step", "none"),
        intensity=(4, 1, 2),
        retreat_after=3,
    )
    defender = side("Gorn", [base, *ships("bc", 4, CRUISER)], ew=2, losses=IN_ORDER)
    return battle(attacker, defender, dice([5], (4, 1), (6, 2), (1, 6)))


EVERY = (
    retreat_paths,
    approach_declined,
    opposed_withdrawal,
    fighting_retreat_twice,
    fighting_retreat_added,
    approach_taken_later,
)
BY_PLAYERS = {
    "approach_taken_later": {"R1/5-2A3/1": "no", "R2/5-2A3/1": "yes", "R3/5-2A3/1": "no"},
    "opposed_withdrawal": {
        "R1/5-1F/0": "yes",
        "R1/5-8A/0": ", ".join(f"1 d-{n}" for n in range(1, 7)),
        "R3/5-7B/0": "no",
    },
}
"""What players answer where instructions say nothing, by battle and key of the question."""
