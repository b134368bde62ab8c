"""Battles of ships and bases, by the steps that every battle goes through."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tests.fe.combat.battles.kit import (
    CARRIER,
    CRUISER,
    FRIGATE,
    IN_ORDER,
    MAULER,
    PLAIN,
    STARBASE,
    STATION,
    battle,
    dice,
    ships,
    side,
)

from flagplot.fe.ask_forces import combatant
from flagplot.fe.combat.battle.setup import Entry
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.combat.charts.retreat import RetreatHex


def lone_station() -> HexBattle:
    """Four cruisers against a battle station alone, with six fighters: 18 points of combat potential."""
    station = combatant({"id": "BATS", **STATION, "fighters": 6, "craft": {"fighters": 6}})
    attacker = side("Lyran", ships("ca", 4, CRUISER), stay_at_base=True)
    return battle(attacker, side("Kzinti", [station]), dice([3], (4, 6), (3, 1), (6, 6)))


def carrier_group() -> HexBattle:
    """A carrier with two escorts, lost escort by escort."""
    group = [combatant({"id": "cv", **CARRIER}), *ships("ffe", 2, FRIGATE, carrier="cv", escort=True)]
    attacker = side(
        "Lyran", ships("ca", 6, CRUISER), directed=("ffe-1 kill", "ffe-2 kill", "cv kill"), intensity=(4, 3)
    )
    defender = side("Kzinti", group, retreat_below=Fraction(1, 100), retreat_after=None)
    captures = {(1, 0, "ffe-1"): (1, 1), (2, 0, "ffe-2"): (6, 5)}
    return battle(attacker, defender, dice([6], (6, 3), (6, 1), captures=captures))


def mauler() -> HexBattle:
    """A mauler takes two steps off a starbase whose fleet declined the approach battle; shock cripples the mauler."""
    attackers = [*ships("mlr", 1, MAULER), *ships("ca", 5, CRUISER)]
    defenders = [combatant({"id": "SB", **STARBASE}), *ships("bc", 3, CRUISER)]
    attacker = side(
        "Klingon",
        attackers,
        directed=("SB step by mauler", "none"),
        stay_at_base=True,
        retreat_after=2,
        intensity=(3,),
        flagship="ca-1",
        around=(RetreatHex(label="1302", path=2), RetreatHex(label="1102", path=3)),
        retreat_to="1302",
    )
    defender = side(
        "Federation", defenders, accept_approach=False, ew=3, losses=("cripple", "step", "craft", "destroy")
    )
    return battle(attacker, defender, dice([4], (5, 2), (4, 4)), settings=PLAIN)


def points_carried() -> HexBattle:
    """Equal fleets for three rounds, with minus and plus points from one to the next."""
    attacker = side("Lyran", ships("ca", 5, CRUISER), retreat_after=3, losses=("ca-1", "ca-2", "cripple", "destroy"))
    defender = side("Hydran", ships("rn", 5, {**CRUISER, "defence": 7, "crippled_defence": 4}), intensity=(1, 4, 2))
    return battle(attacker, defender, dice([2], (3, 4), (5, 5), (1, 6)))


def approach() -> HexBattle:
    """An approach battle that is accepted, then the base, where the attacker's ships have had enough."""
    station = combatant({"id": "BATS", **STATION, "fighters": 6, "craft": {"fighters": 6}})
    defender = side("Kzinti", [station, *ships("bc", 2, CRUISER)], accept_approach=True, ew=2)
    attacker = side("Lyran", ships("ca", 5, CRUISER), offer_approach=False, stay_at_base=False)
    return battle(attacker, defender, dice([3], (4, 2)))


def fighting_retreat() -> HexBattle:
    """A force retreats through a fleet that blocks it: row 0 against row 10; a web is entered by hand."""
    entry = Entry(1, "5-6F", 1, "damage", Fraction(0), "nobody was in the web")
    return battle(
        side("Lyran", ships("ca", 4, CRUISER)),
        side("Tholian", ships("dd", 4, FRIGATE), retreat_after=1),
        dice([], (6, 6)),
        fighting_retreat=1,
        present=frozenset({"webs"}),
        entries=(entry,),
    )


def pursuit() -> HexBattle:
    """Seven cripples and two whole ships retreat, and six cruisers catch them."""
    fleeing = [*ships("bc", 2, CRUISER), *ships("cl", 10, CRUISER, crippled=True)]
    around = (
        RetreatHex(label="1001", path=2),
        RetreatHex(label="1101", path=2, enemy_units=3, enemy_equivalents=Fraction(3)),
    )
    attacker = side("Klingon", ships("d", 8, CRUISER), intensity=(4, 2), directed=("cl-3 kill", "none"), pursue=True)
    defender = side(
        "Kzinti",
        fleeing,
        intensity=(1,),
        retreat_after=1,
        around=around,
        losses=("cl-1", "cl-2", *IN_ORDER),
        leave_out=(),
    )
    captures = {(1, 0, "cl-3"): (5, 5)}
    return battle(attacker, defender, dice([2], (2, 3), (6, 1), captures=captures, pursuit=(1, 0, 5)))


def let_go() -> HexBattle:
    """A pursuit by two ships that fails on a two."""
    attacker = side("Klingon", ships("d", 2, CRUISER), pursue=True, losses=IN_ORDER)
    defender = side("Kzinti", ships("cl", 2, CRUISER, crippled=True), retreat_after=1)
    return battle(attacker, defender, dice([3], (1, 1), pursuit=(1, 0, 2)))


def slow_units() -> HexBattle:
    """A convoy and two cripples retreat: two cruisers miss the cripples, and four others run the convoy down."""
    convoy = combatant({"id": "convoy", "category": "convoy", "defence": 6, "crippled_defence": 3, "attack": 2})
    fleeing = [*ships("bc", 2, CRUISER, crippled=True), convoy]
    attacker = side("Klingon", ships("d", 6, CRUISER), intensity=(1, 4), directed=("none",), pursue=None)
    defender = side("Kzinti", fleeing, intensity=(1,), retreat_after=1, losses=IN_ORDER, accept_approach=True)
    return battle(attacker, defender, dice([1], (1, 1), (5, 1), pursuit=(1, 0, 2)))


def left_behind() -> HexBattle:
    """The ships leave their battle station behind after a round, which fights on until it is gone."""
    station = combatant({"id": "BATS", **STATION})
    attacker = side("Lyran", ships("ca", 6, CRUISER), stay_at_base=True, intensity=(4,))
    defender = side("Kzinti", [station, *ships("bc", 2, CRUISER)], accept_approach=False, retreat_after=1, ew=1)
    return battle(attacker, defender, dice([5], (2, 2), (4, 3)))


def attack_force() -> HexBattle:
    """A special attack force is spent on a sector base; in the first round the intensity is too low for it."""
    base = combatant(
        {"id": "STB", "category": "sector-base", "designator": "STB", "defence": 24, "crippled_defence": 12}
    )
    force = combatant({"id": "saf", "category": "special-attack-force", "defence": 6, "crippled_defence": 3})
    attacker = side(
        "Klingon",
        [*ships("d", 7, CRUISER), force],
        stay_at_base=True,
        attack_force="STB",
        retreat_after=2,
        intensity=(3, 4),
    )
    return battle(attacker, side("Gorn", [base], ew=2), dice([3], (1, 1), (1, 1), attack_force=(2, "saf", 6)))


def stasis() -> HexBattle:
    """A stasis ship freezes two ships, one at random; in the next round its third attempt breaks the field down."""
    ship = combatant({"id": "c7a", **CRUISER, "designator": "C7A", "stasis": True})
    attacker = side(
        "Klingon",
        [ship, *ships("d", 4, CRUISER)],
        intensity=(3,),
        stasis=("bc-1", "bc-2", "bc-3"),
        retreat_after=2,
        losses=("d-1", "d-2", "d-3"),
    )
    scout, *others = ships("bc", 6, CRUISER)
    scout = replace(scout, unit=replace(scout.unit, type=replace(scout.unit.type, scout=True)))
    defender = side("Kzinti", [scout, *others], stasis=(), warfare={"bc-1": 4})
    attempts = {(1, "c7a 1"): 2, (1, "c7a 2"): 3, (1, "c7a 3"): 5, (1, "c7a random 0 0"): 5}
    attempts |= {(2, "c7a 1"): 1, (2, "c7a 2"): 6, (2, "c7a 3"): 6}
    return battle(attacker, defender, dice([3], (4, 4), (4, 4), stasis=attempts))


EVERY = (
    lone_station,
    carrier_group,
    mauler,
    points_carried,
    approach,
    fighting_retreat,
    pursuit,
    let_go,
    slow_units,
    left_behind,
    attack_force,
    stasis,
)
BY_PLAYERS = {
    "stasis": {},
    "slow_units": {"R1/5-7B/0": "yes", "R1/5-8A/0": "1 d-1, 1 d-2", "R1/5-8A/0/slow": "1 d-3, 1 d-4, 1 d-5, 1 d-6"},
    "mauler": {"R1/5-6D/0/mlr-1": "crippled", "R2/5-2A2/0": "no"},
}
"""What players answer where instructions say nothing, by battle and key of the question."""
