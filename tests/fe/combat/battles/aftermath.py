"""Battles about what comes behind the fire of a round: captures, salvage, repair in combat, scuttling, steps."""

from __future__ import annotations

from fractions import Fraction

from tests.fe.combat.battles.kit import CRUISER, FRIGATE, IN_ORDER, STARBASE, STATION, battle, dice, ships, side

from flagplot.fe.ask_forces import combatant
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.empires import Empire
from flagplot.fe.units.ship import Cost, Route

KZINTI, KLINGON = {"empire": Empire.KZINTI}, {"empire": Empire.KLINGON}


def priced(hull: int) -> tuple[Cost, ...]:
    """The price of a hull on the build schedule."""
    return (Cost(route=Route.SCHEDULE, hull=Fraction(hull)),)


def prizes() -> HexBattle:
    """Marines take a frigate on a three and miss another on a four; police are worth no boarding and no salvage."""
    commando = combatant({"id": "cmd", **CRUISER, **KLINGON, "attack": 4, "troops": 1})
    cruisers = ships("d", 6, {**CRUISER, **KLINGON, "designator": "D7", "costs": priced(8)})
    attacker = side(
        "Klingon",
        [commando, *cruisers],
        intensity=(4,),
        directed=("ff-1 kill", "ff-2 kill", "pol kill", "none"),
        losses=("d-1", "d-2", *IN_ORDER),
        retreat_after=3,
    )
    police = combatant({"id": "pol", **KZINTI, "category": "police", "attack": 3, "defence": 3, "command": 2})
    frigates = ships("ff", 2, {**FRIGATE, **KZINTI, "designator": "FF", "costs": priced(3)})
    defenders = [*frigates, police, *ships("bc", 6, {**CRUISER, **KZINTI, "designator": "BC", "costs": priced(8)})]
    captures = {(1, 0, "ff-1"): (1, 2), (2, 0, "ff-2"): (2, 2)}
    rolls = dice([3], (3, 6), (3, 2), (2, 2), captures=captures)
    return battle(attacker, side("Kzinti", defenders, flagship="bc-1"), rolls)


def mended_station() -> HexBattle:
    """A battle station mends steps between rounds with the four points that it has; both sides scuttle cripples."""
    station = combatant({"id": "BATS", **STATION})
    attacker = side(
        "Lyran",
        ships("ca", 3, CRUISER),
        stay_at_base=True,
        offer_approach=False,
        intensity=(2,),
        scuttle=("ca-1",),
        retreat_after=3,
    )
    defender = side(
        "Kzinti",
        [station, *ships("ff", 2, FRIGATE)],
        accept_approach=False,
        losses=("ff-1 cripple", "step", "ff-2"),
        repair=2,
        scuttle=("ff-1",),
        scuttle_after=2,
    )
    return battle(attacker, defender, dice([3], (5, 6), (2, 1), (4, 2)))


def steps_both_ways() -> HexBattle:
    """A starbase takes a step for eighteen points directed and others by its owner's choice, with points carried."""
    base = combatant({"id": "SB", **STARBASE})
    attacker = side(
        "Klingon",
        ships("d", 9, CRUISER),
        stay_at_base=True,
        intensity=(4, 2, 3),
        directed=("SB step", "none"),
        retreat_after=3,
    )
    defender = side("Gorn", [base], intensity=(2,), losses=("step",), repair=1)
    return battle(attacker, defender, dice([2], (5, 3), (2, 2), (6, 4)))


EVERY = (prizes, mended_station, steps_both_ways)
BY_PLAYERS = {
    "prizes": {},
    "mended_station": {"R1/5-6X8/1/BATS/points": "3", "R2/5-6X8/1/BATS/points": "1"},
    "steps_both_ways": {"R1/5-6X8/1/SB/points": "4", "R2/5-6X8/1/SB/points": "4", "R3/5-6X8/1/SB/points": "4"},
}
"""What players answer where instructions say nothing, by battle and key of the question."""
