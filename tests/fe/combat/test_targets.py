"""At whom to direct damage, and how many ships a base takes: against the plain chain and figures by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

import pytest
from tests.fe.combat import covered
from tests.fe.combat.battles.kit import CRUISER, FRIGATE, STARBASE, STATION, ships, side
from tests.fe.combat.plain_chain import plain_chances
from tests.fe.combat.test_chances import FACES, Falls, fought, left_of

from flagplot.fe.ask_forces import combatant
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.chances.siege import PLANS, Defence, Siege, Trial, besieged, besieger, smallest, try_force
from flagplot.fe.combat.chances.stakes import Stake, Stakes
from flagplot.fe.combat.chances.targets import in_battle, targets
from flagplot.fe.units.ship import Cost, Route, ShipType


def worth(setup: Setup) -> Stakes:
    """Ten for the ship that is destroyed, four for one that is crippled; frigates are worth half."""
    units = [each for entrant in setup.sides for each in entrant.units]
    full = {each.id: Fraction(5 if "ff" in each.id else 10) for each in units}
    return Stakes({id_: Stake(each, each * Fraction(2, 5)) for id_, each in full.items()})


def aiming(setup: Setup, aim: str) -> Setup:
    """The attacker directs damage so."""
    attacker = setup.sides[0]
    told = replace(attacker.instructions, directed=tuple(dict.fromkeys((aim, "none"))))
    return replace(setup, sides=(replace(attacker, instructions=told), setup.sides[1]))


@pytest.mark.slow
@pytest.mark.parametrize("make", [covered.carriers, covered.starbase])
def test_what_an_aim_gains_is_what_every_fall_of_the_dice_says(make: Callable[[], Setup]) -> None:
    setup = covered.ending(make(), 1)
    stakes = worth(setup)
    found = {each.attack.id: each for each in targets(setup, 0, stakes)}
    assert len(found) > (make is covered.carriers)

    def lost(aim: str) -> Fraction:
        total = Fraction(0)
        for dice in product(FACES, repeat=3):
            battle = fought(aiming(setup, aim), Falls(*dice))
            total += stakes.lost(setup.sides[1].units, left_of(battle, 1).units)
        return total / 216

    nothing = lost("none")
    for aim in [*found][:3]:
        assert found[aim].round == lost(aim) - nothing


def test_aims_that_no_damage_pays_are_left_out_and_the_best_comes_first() -> None:
    setup = covered.carriers()
    found = targets(setup, 0, worth(setup))
    assert [each.round for each in found] == sorted((each.round for each in found), reverse=True)
    assert all(0 < each.chance <= 1 for each in found)
    assert "cv kill" not in {each.attack.id for each in found}, "behind its escorts"
    assert "ffe-1 kill" in {each.attack.id for each in found}


def test_in_the_whole_battle_an_aim_goes_before_those_laid_down() -> None:
    setup = covered.carriers()
    stakes = worth(setup)
    found = targets(setup, 0, stakes)[:2]

    def mean(directed: tuple[str, ...]) -> Fraction:
        attacker = setup.sides[0]
        told = replace(attacker, instructions=replace(attacker.instructions, directed=directed))
        changed = replace(setup, sides=(told, setup.sides[1]))
        total = Fraction(0)
        for end, chance in covered.ends_of(changed):
            lost = [stakes.lost(setup.sides[s].units, end.left[s].units) for s in (0, 1)]
            total += chance * (lost[1] - lost[0])
        return total

    laid_down = setup.sides[0].instructions.directed
    told = {each.attack.id: each.battle for each in in_battle(setup, 0, stakes, found)}
    for each in found:
        assert told[each.attack.id] == mean((each.attack.id, *laid_down)) - mean(laid_down)


def type_of(name: str, **figures: Any) -> ShipType:
    """A kind of ship."""
    return combatant({"id": name, **figures}).unit.type


CA, FF = type_of("CA", **CRUISER), type_of("FF", **FRIGATE)


def station(**laid_down: Any) -> Setup:
    """A battle station without fighters, and somebody to attack it."""
    base = combatant({"id": "BATS", **STATION})
    told = {"ew": 1, "intensity": (1,), **laid_down}
    return covered.setup_of(side("A", ships("ca", 4, CRUISER), intensity=(4,)), side("B", [base], **told))


def of_last_size(trials: tuple[Trial, ...]) -> list[Trial]:
    """The trials of the largest forces."""
    return [trial for trial in trials if len(trial.force) == len(trials[-1].force)]


def test_the_chance_of_a_force_is_that_of_the_plain_chain() -> None:
    setup, siege = station(), Siege("BATS", [CA], rounds=2)
    found = try_force(setup, siege, (CA,) * 4)
    chances = []
    for aims in PLANS:
        attacker = besieger(setup.sides[0], siege, (CA,) * 4, aims)
        plain = plain_chances(replace(setup, sides=(attacker, setup.sides[1])))
        chances.append(sum(chance for end, chance in plain.items() if not end[2][:-2]))
    assert found.chance == max(chances)
    assert 0 < found.chance < 1
    assert found.aims == PLANS[chances.index(found.chance)]


def test_the_smallest_force_is_the_first_size_of_which_one_is_enough() -> None:
    setup, siege = station(), Siege("BATS", [CA, FF], chance=Fraction(9, 10), rounds=3)
    every = smallest(setup, siege)
    size = len(every[-1].force)
    found = of_last_size(every)
    assert [trial.force for trial in found] == list(combinations_with_replacement([CA, FF], size))
    assert len(every) == sum(number + 1 for number in range(1, size + 1))
    assert any(trial.chance >= siege.chance for trial in found)
    for force in combinations_with_replacement([CA, FF], size - 1):
        assert try_force(setup, siege, force).chance < siege.chance


def test_surely_is_in_every_fall_of_the_dice() -> None:
    """With a ship fewer there is a fall of the dice that leaves the station."""
    setup = station()
    found = smallest(setup, Siege("BATS", [CA], rounds=4, ships=9))[-1]
    assert found.chance == 1
    fewer = try_force(setup, Siege("BATS", [CA], rounds=4), found.force[:-1])
    assert fewer.chance < 1


def test_the_worst_defence_is_worse_than_any_other() -> None:
    setup, force = station(), (CA,) * 5
    worst = try_force(setup, Siege("BATS", [CA], chance=Fraction(0), rounds=2, worst=True), force)
    every = []
    for ew, intensity in product((1, 2, 3, 4), (1, 2, 3, 4)):
        defender = besieged(setup.sides[1], Defence(ew, intensity))
        every.append(try_force(replace(setup, sides=(setup.sides[0], defender)), Siege("BATS", [CA], rounds=2), force))
    assert worst.chance == min(each.chance for each in every)
    assert worst.defence.warfare is not None


def test_cheaper_forces_of_a_size_come_first() -> None:
    priced = [replace(CA, costs=(Cost(route=Route.SCHEDULE, hull=Fraction(8)),))]
    priced.append(replace(FF, costs=(Cost(route=Route.SCHEDULE, hull=Fraction(3)),)))
    found = of_last_size(smallest(station(), Siege("BATS", priced, chance=Fraction(1, 100), rounds=3)))
    costs = [sum(type_.costs[0].hull for type_ in trial.force) for trial in found]
    assert costs == sorted(costs)


def test_a_force_that_the_chain_does_not_hold_says_why() -> None:
    base = combatant({"id": "SB", **STARBASE})
    setup = covered.setup_of(side("A", ships("ca", 4, CRUISER)), side("B", [base], losses=("cripple",)))
    found = try_force(setup, Siege("SB", [CA]), (CA,) * 6)
    assert found == Trial((CA,) * 6, reason="the order of B does not tell what to give up")


def test_a_force_that_is_no_legal_one_says_why() -> None:
    """Whether an NVH goes without escorts depends on the date of the turn (527.21), where a frigate could escort it."""
    hull = type_of("NVH", **CRUISER, heavy=8)
    frigate = type_of("FF", **FRIGATE)
    found = try_force(station(), Siege("BATS", [hull, frigate]), (hull, frigate))
    assert found.reason.endswith("may go without escorts depends on the date of the turn")
