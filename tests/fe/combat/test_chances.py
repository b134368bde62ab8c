"""Exact odds against the battle itself: every fall of the dice for one round, many battles for more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest
from tests.fe.combat import covered
from tests.fe.combat.battles import collection, fleets, kit

from flagplot.core.sources import Draw, Keyed, Source
from flagplot.fe.combat.battle.narrator import Phase
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.combat.chances import (
    Odds,
    Remainder,
    UncoveredError,
    battle_chances,
    fate_of,
    round_chances,
    uncovered,
)

SHIPS, SIDE = kit.ships, kit.side
FACES = range(1, 7)
FATES = ("destroyed", "crippled", "whole")


class Falls:
    """The three dice that a round's damage comes of, as told; all others are rolled."""

    def __init__(self, variable: int, attacker: int, defender: int) -> None:
        self.variable, self.damage, self.others = variable, (attacker, defender), Keyed(1)

    def faces(self, draw: Draw) -> tuple[int, ...]:
        """The faces of a draw."""
        if draw.address.phase == Phase.VARIABLE:
            return (self.variable,)
        if draw.address.phase == Phase.DAMAGE:
            return (self.damage[draw.address.side],)
        return self.others.faces(draw)


def fought(setup: Setup, source: Source) -> HexBattle:
    """A battle fought to its end by instructions."""
    found = HexBattle(setup, source)
    assert found.next_decision() is None
    return found


def left_of(found: HexBattle, side: int) -> Remainder:
    """What a side had left before it retreated."""
    camp = found.field.camps[side]
    gone = {each.unit.id: each.unit for each in camp.history if each.how == "retreated"}
    still = {each.id: each for each in camp.units}
    order = [each.id for each in camp.entrant.units]
    return Remainder(tuple((still | gone)[id_] for id_ in order if id_ in still | gone), camp.carried)


@pytest.mark.slow
@pytest.mark.parametrize("make", covered.EVERY)
def test_one_round_and_its_end_are_what_every_fall_of_the_dice_says(make: Callable[[], Setup]) -> None:
    setup = covered.ending(make(), 1)
    damage, ends = Counter[tuple[int, int]](), Counter[tuple[object, ...]]()
    for dice in product(FACES, repeat=3):
        found = fought(setup, Falls(*dice))
        scored = {
            int(each.facts["side"]): int(each.facts["points"]) for each in found.events() if each.kind == "damage"
        }
        damage[scored[1], scored[0]] += 1
        ends[left_of(found, 0).key, left_of(found, 1).key] += 1
    assert round_chances(setup) == {pair: Fraction(times, 216) for pair, times in damage.items()}
    exact = Counter[tuple[object, ...]]()
    for end, chance in battle_chances(setup).ends:
        exact[end.left[0].key, end.left[1].key] += chance  # type: ignore[assignment]
    assert exact == {pair: Fraction(times, 216) for pair, times in ends.items()}


def long_fight() -> Setup:
    """Six against five until one side has lost half, four points carried or not."""
    attacker = SIDE("A", SHIPS("a", 6, kit.CRUISER), retreat_after=None, retreat_below=Fraction(1, 2), intensity=(4, 3))
    smaller = {**kit.CRUISER, "defence": 7, "crippled_defence": 3, "attack": 9}
    defender = SIDE("B", SHIPS("b", 5, smaller), retreat_after=None, retreat_below=Fraction(1, 2))
    return covered.setup_of(attacker, defender)


def test_all_chances_come_to_one_and_the_battle_lasts_as_long_as_it_must() -> None:
    odds = battle_chances(long_fight())
    assert sum(chance for _, chance in odds.ends) == 1
    assert min(odds.rounds()) >= 2
    assert sum(odds.chance(0, "a-1", fate) for fate in FATES) == 1


UNLIKELY = Fraction(1, 10**8)
"""How often a count may fall outside its bounds, either way: with a thousand counts, once in 50,000 runs."""


def bounds(number: int, chance: Fraction) -> tuple[int, int]:
    """Between which counts a binomial falls, but for what is unlikely on either side; reckoned exactly."""
    shares = [comb(number, n) * chance**n * (1 - chance) ** (number - n) for n in range(number + 1)]

    def first(order: list[Fraction]) -> int:
        total = Fraction(0)
        for place, share in enumerate(order):
            total += share
            if total > UNLIKELY:
                return place
        raise AssertionError("shares add up to one")

    return first(shares), number - first(shares[::-1])


def counted(ends: list[tuple[int, Remainder, Remainder]], setup: Setup) -> Counter[tuple[object, ...]]:
    """How often each length, and each fate of each unit, came."""
    found = Counter[tuple[object, ...]]()
    for round_, *left in ends:
        found["round", round_] += 1
        found.update((s, each.id, fate_of(left[s], each.id)) for s in (0, 1) for each in setup.sides[s].units)
    return found


def expected(odds: Odds, setup: Setup) -> dict[tuple[object, ...], Fraction]:
    """The chance of each of these."""
    found: dict[tuple[object, ...], Fraction] = {("round", round_): each for round_, each in odds.rounds().items()}
    for s in (0, 1):
        found |= {(s, each.id, fate): odds.chance(s, each.id, fate) for each in setup.sides[s].units for fate in FATES}
    return found


@pytest.mark.slow
@pytest.mark.parametrize("make", [long_fight, *covered.EVERY[:-1]])
def test_whole_battles_agree_with_those_that_are_fought(make: Callable[[], Setup]) -> None:
    setup, number = make(), 100
    odds = battle_chances(setup)
    ends = []
    for sample in range(number):
        found = fought(setup, Keyed(20, sample))
        ends.append((found.field.round, left_of(found, 0), left_of(found, 1)))
    times = counted(ends, setup)
    assert set(times) <= set(expected(odds, setup))
    for what, chance in expected(odds, setup).items():
        least, most = bounds(number, chance)
        assert least <= times[what] <= most, (what, chance)
    possible = {(end.round, *(left.key for left in end.left)) for end, _ in odds.ends}
    assert {(round_, *(each.key for each in left)) for round_, *left in ends} <= possible


@pytest.mark.slow
def test_kept_battles_that_are_covered_end_as_the_chain_says() -> None:
    held = []
    for name, make in collection.GOLDEN.items():
        setup = make().setup
        if uncovered(setup):
            continue
        try:
            ends = [end for end, _ in battle_chances(setup).ends]
        except UncoveredError:
            continue  # a place that only some of its battles reach
        held.append(name)
        possible = {(end.round, *(left.key for left in end.left)) for end in ends}
        for sample in range(10):
            found = fought(setup, Keyed(7, sample))
            assert (found.field.round, left_of(found, 0).key, left_of(found, 1).key) in possible, name
    assert {"lone_station", "points_carried"} <= set(held)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"losses": ()}, "lays no intensities, losses"),
        ({"retreat_after": None, "retreat_below": None}, "lays no retreat down"),
        ({"command_points": None}, "command points"),
        ({"pursue": True}, "a pursuit by A"),
    ],
)
def test_what_the_chain_does_not_hold_is_told(change: dict[str, Any], told: str) -> None:
    setup = covered.carriers()
    given = replace(setup.sides[0].instructions, **change)
    attacker = replace(setup.sides[0], instructions=given, command_points=2 if "command_points" in change else 0)
    changed = replace(setup, sides=(attacker, setup.sides[1]))
    assert told in "; ".join(uncovered(changed))
    with pytest.raises(UncoveredError, match=told):
        battle_chances(changed)


def test_maulers_and_approach_battles_are_not_covered() -> None:
    assert any("shock" in reason for reason in uncovered(fleets.mauler().setup))
    assert any("approach" in reason for reason in uncovered(fleets.approach().setup))


def test_an_order_that_does_not_tell_is_not_covered() -> None:
    setup = covered.carriers()
    defender = replace(setup.sides[1], instructions=replace(setup.sides[1].instructions, losses=("bc-1",)))
    with pytest.raises(UncoveredError, match="does not tell what to give up"):
        battle_chances(replace(setup, sides=(setup.sides[0], defender)))


def test_more_ships_than_the_flagship_leads_are_not_covered_unless_it_is_told_whom_to_leave_out() -> None:
    attacker = SIDE("A", SHIPS("a", 11, kit.CRUISER))
    setup = covered.setup_of(attacker, SIDE("B", SHIPS("b", 1, kit.CRUISER)))
    with pytest.raises(UncoveredError, match="A does not lay down the units of the battle force"):
        battle_chances(setup)
    told = replace(attacker, instructions=replace(attacker.instructions, leave_out=()))
    assert uncovered(replace(setup, sides=(told, setup.sides[1]))) == ()
