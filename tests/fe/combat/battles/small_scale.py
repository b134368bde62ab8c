"""Battles of few ships, fought as small-scale combat."""

from __future__ import annotations

from tests.fe.combat.battles.kit import CRUISER, FRIGATE, HEX, IN_ORDER, MAULER, STATION, battle, dice, ships, side

from flagplot.core.sources import Scripted
from flagplot.fe.ask_forces import combatant
from flagplot.fe.combat.battle.narrator import Phase
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.combat.charts.retreat import RetreatHex
from flagplot.fe.combat.settings import Settings

SMALL = Settings(points_per_shift=2)
STEPPED = Settings(points_per_shift=2, small_potential=((4, 1), (8, 2), (-4, -1)), small_warfare=((1, -1), (3, -2)))
"""Steps that a table has made up for the two modifiers without figures."""


def rolls(*rounds: tuple[tuple[int, int], tuple[int, int]], pursuit: tuple[int, int, int] | None = None) -> Scripted:
    """Two dice of attacker and defender in each round."""
    both = {(number, who): each[who] for number, each in enumerate(rounds, 1) for who in (0, 1)}
    others = {(number, Phase.SMALL_SCALE, who, HEX): faces for (number, who), faces in both.items()}
    return dice([], pursuit=pursuit, others=others)


def raid() -> HexBattle:
    """Two cruisers and a frigate raid a cruiser and a frigate, which take a casualty as their retreat and are pursued;
    what potentials give is entered.
    """
    attacker = side(
        "Klingon", [*ships("d", 2, CRUISER), *ships("f", 1, FRIGATE)], pursue=True, losses=("f-1", *IN_ORDER)
    )
    defender = side(
        "Kzinti",
        [*ships("bc", 1, CRUISER), *ships("ff", 2, FRIGATE)],
        losses=("ff-1 cripple", "retreat", *IN_ORDER),
        around=(RetreatHex(label="1001", path=2), RetreatHex(label="1101", path=3)),
    )
    script = rolls(((2, 2), (3, 1)), ((5, 3), (2, 5)), ((4, 4), (3, 3)), pursuit=(2, 0, 1))
    return battle(attacker, defender, script, settings=SMALL)


def mauler_and_station() -> HexBattle:
    """A mauler with two consorts against a battle station and its frigate, by the steps of the table, until all
    of its side are gone.
    """
    station = combatant({"id": "BATS", **STATION, "fighters": 6, "craft": {"fighters": 6}})
    attackers = [*ships("mlr", 1, {**MAULER, "command": 8}), *ships("ca", 2, CRUISER)]
    attacker = side("Klingon", attackers, stay_at_base=True, losses=("ca-1", "ca-2", *IN_ORDER))
    defender = side(
        "Federation",
        [station, *ships("ff", 1, FRIGATE)],
        accept_approach=False,
        ew=2,
        losses=("craft", "ff-1", "step", "destroy"),
    )
    script = rolls(((5, 4), (6, 4)), ((4, 3), (6, 5)))
    return battle(attacker, defender, script, settings=STEPPED)


EVERY = (raid, mauler_and_station)
BY_PLAYERS = {
    "raid": {
        "R1/5-3H/0/potential": "1",
        "R1/5-3H/1/potential": "-1",
        "R2/5-3H/0/potential": "1",
        "R2/5-3H/1/potential": "0",
        "R3/5-3H/0/potential": "2",
        "R3/5-3H/1/potential": "-2",
    },
    "mauler_and_station": {"R2/5-2A2/0": "no"},
}
