"""Battles by instructions that the exact chain holds, of every kind that it claims to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tests.fe.combat.battles.kit import (
    CARRIER,
    CRUISER,
    FRIGATE,
    IN_ORDER,
    PLAIN,
    STARBASE,
    STATION,
    battle,
    ships,
    side,
)

from flagplot.core.sources import Keyed
from flagplot.fe.ask_forces import combatant
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.chances import Ends, battle_chances

HALF = {"retreat_below": Fraction(1, 2)}


def setup_of(attacker: Any, defender: Any, **more: Any) -> Setup:
    """A setup out of two sides."""
    found: Setup = battle(attacker, defender, Keyed(1), **more).setup
    return found


def ending(setup: Setup, round_: int) -> Setup:
    """The same, but that both sides retreat behind a round."""
    both = (replace(each, instructions=replace(each.instructions, retreat_after=round_)) for each in setup.sides)
    return replace(setup, sides=tuple(both))


def ends_of(setup: Setup) -> tuple[tuple[Ends, Fraction], ...]:
    """Every end of a battle with its chance."""
    return battle_chances(setup).ends


def carriers() -> Setup:
    """Kills are directed at a carrier group, whole and escort by escort, and at cruisers."""
    group = [combatant({"id": "cv", **CARRIER}), *ships("ffe", 2, FRIGATE, carrier="cv")]
    ours = ("cv kill the group", "ffe-2 kill", "ffe-1 cripple", "none")
    attacker = side("A", ships("ca", 4, CRUISER), directed=ours, intensity=(4,), retreat_after=2, **HALF)
    defender = side("B", [*group, *ships("bc", 1, CRUISER)], directed=("ca-1 kill", "ca-2 cripple", "none"))
    return setup_of(attacker, defender)


def starbase() -> Setup:
    """A starbase with fighters takes steps, directed ones and its own; its electronic warfare shifts the attacker."""
    base = combatant({"id": "SB", **STARBASE, "fighters": 12, "craft": {"fighters": 12}})
    ours = ("SB step", "none")
    attacker = side("A", ships("ca", 7, CRUISER), stay_at_base=True, directed=ours, retreat_after=2)
    return setup_of(attacker, side("B", [base], ew=3, losses=("step", "craft", "destroy"), intensity=(4,)))


def station() -> Setup:
    """A battle station, which is crippled by steps and then killed as any unit, fights on until it is gone."""
    base = combatant({"id": "BATS", **STATION, "fighters": 6, "craft": {"fighters": 6}})
    ours = ("BATS step", "BATS kill", "none")
    attacker = side("A", ships("ca", 5, CRUISER), stay_at_base=True, directed=ours, intensity=(4,), retreat_after=4)
    return setup_of(attacker, side("B", [base], ew=2, losses=("craft", "step", "destroy")))


def gunboats() -> Setup:
    """More craft than may fight, and scouts on one side."""
    tender = {**CRUISER, "pfs": 6, "craft": {"pfs": 6}, "scout": True}
    attacker = side("A", ships("pft", 4, tender), losses=("cripple", "craft", "destroy"), warfare={"pft-1": 3}, **HALF)
    return setup_of(attacker, side("B", ships("bc", 3, CRUISER), retreat_after=2))


def reserves() -> Setup:
    """More ships than the flagship leads, one more for a command point, one in the formation box."""
    points = {"command_points": 1, "spend": 1}
    attacker = side("A", ships("ff", 6, FRIGATE), leave_out=(), formation="ff-2", retreat_after=2, **points)
    defender = side("B", ships("dd", 5, FRIGATE), leave_out=("dd-1",), directed=("ff-2 kill", "none"))
    return setup_of(attacker, defender)


def places() -> Setup:
    """A free scout, a drone ship and a carrier behind the line on one side; on the other groups are given up whole."""
    scout, drones = {**FRIGATE, "scout": True}, {**FRIGATE, "drones": 4}
    force = [*ships("ca", 3, CRUISER), *ships("sc", 1, scout), *ships("drn", 1, drones)]
    force.append(combatant({"id": "cvs", **CARRIER}))
    attacker = side(
        "A",
        force,
        places=("sc-1 free scout", "drn-1 drone ship", "cvs support echelon"),
        warfare={"sc-1": 2},
        retreat_after=2,
        intensity=(3,),
    )
    group = [combatant({"id": "cv", **CARRIER}), *ships("ffe", 1, FRIGATE, carrier="cv")]
    whole = ("cripple the group", "destroy the group", *IN_ORDER)
    return setup_of(
        attacker, side("B", [*group, *ships("bc", 2, CRUISER)], losses=whole, directed=("cvs kill", "none"))
    )


def rolled_anew() -> Setup:
    """The variable intensity is rolled in each round, and intensities differ from round to round."""
    settings = PLAIN._replace(variable_each_round=True)
    attacker = side("A", ships("ca", 2, CRUISER), intensity=(4, 1, 3), retreat_after=2)
    return setup_of(attacker, side("B", ships("ff", 3, FRIGATE), intensity=(2, 3)), settings=settings)


def fighting_retreat() -> Setup:
    """Rows of their own for both sides, and no variable intensity."""
    attacker = side("A", ships("ca", 3, CRUISER), retreat_after=3)
    return setup_of(attacker, side("B", ships("ff", 3, FRIGATE)), fighting_retreat=1)


def raid() -> Setup:
    """A special raid, in which both fight at an intensity of four whatever they have laid down."""
    attacker = side("A", ships("ca", 2, CRUISER), intensity=(1,), retreat_after=2)
    return setup_of(attacker, side("B", ships("ff", 3, FRIGATE), intensity=(2,)), special_raid=True)


def to_the_end() -> Setup:
    """Two weak ships a side, until one side is gone: longer than one word holds the weights."""
    weak = {**FRIGATE, "attack": 3, "crippled_attack": 1}
    sides = (side(name, ships(name, 2, weak), retreat_after=24) for name in "ab")
    return setup_of(*sides)


EVERY: tuple[Callable[[], Setup], ...] = (
    carriers,
    starbase,
    station,
    gunboats,
    reserves,
    places,
    rolled_anew,
    fighting_retreat,
    raid,
    to_the_end,
)
