"""The intensity game against brute force: two ships a side, every fall of the dice, every choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from tests.fe.combat import covered
from tests.fe.combat.battles.kit import CARRIER, CRUISER, FRIGATE, PLAIN, STATION, ships, side
from tests.fe.combat.plain_chain import Pair, fallen, leaves, resolved
from tests.fe.combat.test_chances import FACES, Falls, fought, left_of

from flagplot.core.refusal import Faults
from flagplot.engine.matrix_game import equilibrium
from flagplot.fe.ask_forces import combatant
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.chances import Remainder, UncoveredError
from flagplot.fe.combat.chances.fire import variables
from flagplot.fe.combat.chances.fresh import fresh
from flagplot.fe.combat.chances.intensity import CHOICES, SUMS, kept, one_round
from flagplot.fe.combat.chances.stakes import Stake, Stakes
from flagplot.fe.combat.chances.stakes import stakes_of as read_stakes
from flagplot.fe.combat.force import Combatant, Craft
from flagplot.fe.units.ship import Cost, Route


def two_by_two(**more: Any) -> Setup:
    """Two frigates against two of another kind, for two rounds; attack and defence are such that choices are mixed."""
    glass = {**FRIGATE, "attack": 9, "crippled_attack": 3, "defence": 3, "crippled_defence": 3}
    attacker = side("A", ships("a", 2, glass), retreat_after=2)
    defender = side("B", ships("b", 2, {**FRIGATE, "attack": 6, "defence": 5}), retreat_after=2)
    return covered.setup_of(attacker, defender, **more)


def rolled_anew() -> Setup:
    """The same with the variable intensity rolled in each round."""
    return two_by_two(settings=PLAIN._replace(variable_each_round=True))


def stakes_of(setup: Setup) -> Stakes:
    """Seven for a ship that is destroyed, two for one that is crippled; the second ones of each side are worth more."""
    units = [each.id for entrant in setup.sides for each in entrant.units]
    return Stakes({id_: Stake(Fraction(9 if id_.endswith("2") else 7), Fraction(2)) for id_ in units})


def with_choice(setup: Setup, mine: int, his: int) -> Setup:
    """The same with these intensities in its first round."""
    both = zip(setup.sides, (mine, his), strict=True)
    first, second = (replace(each, instructions=replace(each.instructions, intensity=(n,))) for each, n in both)
    return replace(setup, sides=(first, second))


def gain(setup: Setup, left: Pair, stakes: Stakes) -> Fraction:
    """What the attacker gains where so much is left."""
    lost = [stakes.lost(setup.sides[s].units, left[s].units) for s in (0, 1)]
    return lost[1] - lost[0]


@pytest.mark.slow
def test_one_round_is_what_every_choice_and_every_fall_of_the_dice_brings() -> None:
    setup = covered.ending(two_by_two(), 1)
    stakes, found = stakes_of(setup), one_round(two_by_two(), stakes_of(setup))
    for mine, his in ((1, 1), (1, 2), (3, 1), (1, 4), (2, 4), (4, 3), (4, 4)):
        total = Fraction(0)
        for dice in product(FACES, repeat=3):
            battle = fought(with_choice(setup, mine, his), Falls(*dice))
            total += gain(setup, (left_of(battle, 0), left_of(battle, 1)), stakes)
        assert found.by_sum[mine + his] == total / 216
    ours, theirs, value = found.equilibrium
    assert all(sum(p * found.by_sum[i + j] for p, i in zip(ours, CHOICES, strict=True)) >= value for j in CHOICES)
    assert all(sum(q * found.by_sum[i + j] for q, j in zip(theirs, CHOICES, strict=True)) <= value for i in CHOICES)


class Brute:
    """What positions are worth, by recursion; each once."""

    def __init__(self, setup: Setup, stakes: Stakes) -> None:
        self.setup, self.stakes = setup, stakes
        self.known: dict[tuple[object, ...], Fraction] = {}

    def by_sum(self, left: Pair, round_: int, variable: int | None) -> list[Fraction]:
        """The worth before a round by the sum of both intensities; ``variable`` where it is known."""
        faces = variables(self.setup) if variable is None else {variable: 1}
        anew, found = self.setup.settings.variable_each_round, []
        for both in SUMS:
            own = max(1, both - 4)
            now, total = with_choice(self.setup, own, both - own), Fraction(0)
            for face, weight in faces.items():
                for on_attacker, on_defender, ways in fallen(left, 1, face, now):
                    first, second = resolved(left[0], on_attacker, 0, 1, now), resolved(left[1], on_defender, 1, 1, now)
                    worth = self.behind((first, second), round_, None if anew else face)
                    total += Fraction(weight * ways, 36 * sum(faces.values())) * worth
            found.append(total)
        return found

    def behind(self, left: Pair, round_: int, variable: int | None) -> Fraction:
        """The worth of a position behind a round."""
        key = (left[0].key, left[1].key, round_, variable)
        if key not in self.known:
            gone = any(not each.units for each in left)
            if gone or any(leaves(each, s, round_, self.setup) for s, each in enumerate(left)):
                self.known[key] = gain(self.setup, left, self.stakes)
            else:
                by_sum = dict(zip(SUMS, self.by_sum(left, round_ + 1, variable), strict=True))
                self.known[key] = equilibrium([[by_sum[mine + his] for his in CHOICES] for mine in CHOICES]).value
        return self.known[key]


@pytest.mark.slow
@pytest.mark.parametrize("make", [two_by_two, rolled_anew])
def test_fresh_choices_are_worth_what_recursion_says(make: Callable[[], Setup]) -> None:
    setup = make()
    stakes = stakes_of(setup)
    beginning = (Remainder(setup.sides[0].units), Remainder(setup.sides[1].units))
    by_sum = Brute(setup, stakes).by_sum(beginning, 1, None)
    assert fresh(setup, stakes).by_sum == pytest.approx([float(each) for each in by_sum], abs=1e-12)


def test_a_choice_that_is_kept_is_worth_what_the_chain_says() -> None:
    setup = two_by_two()
    found = kept(setup, stakes_of(setup))
    for both in (2, 5, 8):
        now = with_choice(setup, max(1, both - 4), both - max(1, both - 4))
        ends = covered.ends_of(now)
        assert found.by_sum[both] == sum(gain(setup, end.left, stakes_of(setup)) * chance for end, chance in ends)


def test_a_last_round_leaves_nothing_to_choose_afresh() -> None:
    setup = covered.ending(two_by_two(), 1)
    single = one_round(setup, stakes_of(setup))
    assert fresh(setup, stakes_of(setup)).by_sum == pytest.approx([float(single.by_sum[both]) for both in SUMS])
    assert kept(setup, stakes_of(setup)) == single


def test_instructions_about_intensity_do_not_matter() -> None:
    setup = two_by_two()
    assert one_round(with_choice(setup, 4, 1), stakes_of(setup)) == one_round(setup, stakes_of(setup))


@pytest.mark.parametrize("make", [covered.fighting_retreat, covered.raid])
def test_nobody_chooses_in_a_fighting_retreat_or_a_raid(make: Callable[[], Setup]) -> None:
    setup = make()
    with pytest.raises(UncoveredError, match="nobody chooses"):
        one_round(setup, stakes_of(setup))


def carrier_and_cruiser() -> Setup:
    """One ship a side."""
    return covered.setup_of(side("A", ships("cv", 1, CARRIER)), side("B", ships("ca", 1, CRUISER)))


def test_stakes_are_read_by_unit_type_and_craft() -> None:
    setup, faults = carrier_and_cruiser(), Faults()
    found = read_stakes(setup, ["cv-1=16:6", "CA-1 = 10", "fighters=1/2"], "--worth", faults)
    faults.settle()
    assert found.units == {"cv-1": Stake(Fraction(16), Fraction(6)), "ca-1": Stake(Fraction(10))}
    assert found.craft == {("cv-1", Craft.FIGHTERS): Fraction(1, 2)}
    carrier = setup.sides[0].units
    assert found.worth(carrier) == 19
    crippled = tuple(replace(each, unit=replace(each.unit, crippled=True), craft={}) for each in carrier)
    assert found.lost(carrier, crippled) == 9
    assert found.lost(carrier, ()) == 19


def test_without_words_stakes_are_economic_points() -> None:
    """Hull, half a point for each repair point (play aid), two for each fighter factor on a carrier (752.0)."""
    prices = {"costs": (Cost(route=Route.SCHEDULE, hull=Fraction(9)),)}
    setup = carrier_and_cruiser()
    priced = [replace(each, units=tuple(_with(unit, prices) for unit in each.units)) for each in setup.sides]
    faults = Faults()
    found = read_stakes(replace(setup, sides=(priced[0], priced[1])), [], "--worth", faults)
    faults.settle()
    assert found.units["ca-1"] == Stake(Fraction(9), Fraction(2))
    assert found.worth(priced[0].units) == 9 + 6 * 2
    assert found.points


def _with(unit: Combatant, more: dict[str, Any]) -> Combatant:
    return replace(unit, unit=replace(unit.unit, type=replace(unit.unit.type, **more)))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "neither the ship table nor the chart of costs has a price of cv-1, ca-1"),
        (["cv-1=16"], "nobody says what ca-1 is worth"),
        (["cv-1=16", "ca-1=ten"], "'ca-1=ten' is no worth of a unit"),
        (["cv-1=16", "ca-1=4:6"], "'ca-1=4:6' is no worth of a unit"),
        (["cv-1=16", "ca-1=-4"], "'ca-1=-4' is no worth of a unit"),
        (["cv-1=16", "ca-1=4", "bb=9"], "no 'bb' is in the battle"),
    ],
)
def test_a_stake_that_is_none_is_refused(words: list[str], told: str) -> None:
    faults = Faults()
    read_stakes(carrier_and_cruiser(), words, "--worth", faults)
    assert told in [each.message for each in faults.found]


def test_too_many_positions_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flagplot.fe.combat.chances.fresh.MOST_POSITIONS", 5)
    with pytest.raises(UncoveredError, match="more than 5 positions"):
        fresh(two_by_two(), stakes_of(two_by_two()))


def test_a_base_that_is_left_behind_is_not_covered() -> None:
    base = combatant({"id": "BATS", **STATION})
    attacker = side("A", ships("a", 2, FRIGATE), stay_at_base=True, retreat_after=3)
    defender = side("B", [base, *ships("b", 2, FRIGATE)], accept_approach=False, retreat_after=1)
    setup = covered.setup_of(attacker, defender)
    for game in (fresh, kept):
        with pytest.raises(UncoveredError, match="B leaves a base behind"):
            game(setup, stakes_of(setup))
