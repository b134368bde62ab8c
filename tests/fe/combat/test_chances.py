"""Exact odds against the battle itself: every fall of the dice for one round, many battles for more."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any

import pytest
from tests.fe.combat.battles import fleets, kit

from flagplot.core.sources import Keyed
from flagplot.fe.combat.battle.field import Setup
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.combat.chances import Remainder, UncoveredError, battle_chances, fate_of, round_chances, uncovered

SHIPS, SIDE, COMBATANT = kit.ships, kit.side, kit.combatant
ALL_FACES = list(product(range(1, 7), repeat=3))


def setup_of(attacker: Any, defender: Any, **more: Any) -> Setup:
    """A setup out of two sides."""
    found: Setup = kit.battle(attacker, defender, Keyed(1), **more).setup
    return found


def one_round() -> Setup:
    """A carrier group and a cruiser against three cruisers and a frigate, one round, kills directed where paid for."""
    group = [COMBATANT({"id": "cv", **kit.CARRIER}), *SHIPS("ffe", 2, kit.FRIGATE, carrier="cv")]
    attacker = SIDE(
        "A",
        [*SHIPS("ca", 3, kit.CRUISER), *SHIPS("ff", 1, kit.FRIGATE)],
        directed=("ffe-2 kill", "ffe-1 cripple", "none"),
        retreat_after=1,
        intensity=(4,),
    )
    defender = SIDE("B", [*group, *SHIPS("bc", 1, kit.CRUISER)], directed=("ff-1 kill", "none"), intensity=(3,))
    return setup_of(attacker, defender)


def station() -> Setup:
    """Three cruisers against a battle station, whose electronic warfare shifts them."""
    base = COMBATANT({"id": "BATS", **kit.STATION, "fighters": 6, "craft": {"fighters": 6}})
    attacker = SIDE("A", SHIPS("ca", 3, kit.CRUISER), stay_at_base=True, retreat_after=1)
    return setup_of(attacker, SIDE("B", [base], ew=3))


def fought(setup: Setup, variable: int, attacker: int, defender: int) -> HexBattle:
    """The battle of one fall of the dice."""
    captures = {(1, 0, "ffe-2"): (6, 6), (1, 1, "ff-1"): (6, 6)}
    found = HexBattle(setup, kit.dice([variable], (attacker, defender), captures=captures))
    assert found.next_decision() is None
    return found


@pytest.mark.parametrize("setup", [one_round(), station()], ids=["group", "station"])
def test_one_round_and_its_end_are_what_every_fall_of_the_dice_says(setup: Setup) -> None:
    damage: Counter[tuple[int, int]] = Counter()
    ends: Counter[tuple[object, ...]] = Counter()
    for faces in ALL_FACES:
        found = fought(setup, *faces)
        scored = {
            int(each.facts["side"]): int(each.facts["points"]) for each in found.events() if each.kind == "damage"
        }
        damage[scored[1], scored[0]] += 1
        before = [_before_retreat(found, side) for side in (0, 1)]
        ends[before[0], before[1]] += 1
    assert round_chances(setup) == {pair: Fraction(times, 216) for pair, times in damage.items()}
    exact: Counter[tuple[object, ...]] = Counter()
    for end, chance in battle_chances(setup).ends:
        exact[end.left[0].key, end.left[1].key] += chance  # type: ignore[assignment]
    assert exact == {pair: Fraction(times, 216) for pair, times in ends.items()}


def _before_retreat(found: HexBattle, side: int) -> tuple[object, ...]:
    """The key of what a side had left before it retreated."""
    camp = found.field.camps[side]
    retreated = tuple(gone.unit for gone in camp.history if gone.how == "retreated")
    return Remainder(retreated or camp.units, camp.carried).key


def long_fight() -> Setup:
    """Six against five until one side has lost half, four points carried or not."""
    attacker = SIDE("A", SHIPS("a", 6, kit.CRUISER), retreat_after=None, retreat_below=Fraction(1, 2), intensity=(4, 3))
    smaller = {**kit.CRUISER, "defence": 7, "crippled_defence": 3, "attack": 9}
    defender = SIDE("B", SHIPS("b", 5, smaller), retreat_after=None, retreat_below=Fraction(1, 2))
    return setup_of(attacker, defender)


def test_all_chances_come_to_one_and_the_battle_lasts_as_long_as_it_must() -> None:
    odds = battle_chances(long_fight())
    assert sum(chance for _, chance in odds.ends) == 1
    assert min(odds.rounds()) >= 2
    assert odds.chance(0, "a-1", "destroyed") + odds.chance(0, "a-1", "crippled") + odds.chance(0, "a-1", "whole") == 1


@pytest.mark.slow
@pytest.mark.parametrize("variable_each_round", [False, True])
def test_whole_battles_agree_with_those_that_are_fought(variable_each_round: bool) -> None:
    setup = long_fight()
    setup = replace(setup, settings=setup.settings._replace(variable_each_round=variable_each_round))
    odds, number = battle_chances(setup), 100
    rounds: Counter[int] = Counter()
    dead: Counter[tuple[int, str]] = Counter()
    for sample in range(number):
        found = HexBattle(setup, Keyed(20, sample))
        assert found.next_decision() is None
        rounds[found.field.round] += 1
        for side, unit in ((0, "a-1"), (1, "b-1"), (1, "b-2")):
            left = Remainder(
                tuple(gone.unit for gone in found.field.camps[side].history if gone.how == "retreated")
                or found.field.camps[side].units
            )
            dead[side, unit] += fate_of(left, unit) == "destroyed"
    exact = {**{("round", each): chance for each, chance in odds.rounds().items()}}
    sampled = {("round", each): times for each, times in rounds.items()}
    for side, unit in dead:
        exact[f"{side}", unit] = odds.chance(side, unit, "destroyed")  # type: ignore[index]
        sampled[f"{side}", unit] = dead[side, unit]  # type: ignore[index]
    for key, chance in exact.items():
        spread = 5 * sqrt(float(chance * (1 - chance)) / number) + 1 / number  # five deviations: once in millions
        assert abs(sampled.get(key, 0) / number - float(chance)) <= spread, key


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"losses": ()}, "lays no intensities, losses"),
        ({"retreat_after": None}, "lays no retreat down"),
        ({"leave_out": ("ca-1",)}, "held back"),
        ({"pursue": True}, "a pursuit by A"),
    ],
)
def test_what_the_chain_does_not_hold_is_told(change: dict[str, Any], told: str) -> None:
    setup = one_round()
    attacker = replace(setup.sides[0], instructions=replace(setup.sides[0].instructions, **change))
    changed = replace(setup, sides=(attacker, setup.sides[1]))
    assert told in "; ".join(uncovered(changed))
    with pytest.raises(UncoveredError, match=told):
        battle_chances(changed)


def test_maulers_and_approach_battles_are_not_covered() -> None:
    assert any("shock" in reason for reason in uncovered(fleets.mauler().setup))
    assert any("approach" in reason for reason in uncovered(fleets.approach().setup))


def test_an_order_that_does_not_tell_is_not_covered() -> None:
    setup = one_round()
    defender = replace(setup.sides[1], instructions=replace(setup.sides[1].instructions, losses=("bc-1",)))
    with pytest.raises(UncoveredError, match="does not tell what to give up"):
        battle_chances(replace(setup, sides=(setup.sides[0], defender)))


def test_more_ships_than_the_flagship_leads_are_not_covered() -> None:
    attacker = SIDE("A", SHIPS("a", 11, kit.CRUISER))
    with pytest.raises(UncoveredError, match="more units than"):
        battle_chances(setup_of(attacker, SIDE("B", SHIPS("b", 1, kit.CRUISER))))
