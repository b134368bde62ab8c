"""Stand-off attacks: counting them, splitting them, rolling to pierce."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.sources import Address, Enumerated, Scripted, outcomes
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.standoff import list_volleys, recognise_kills, split, stand_off

Builder = Callable[..., Any]
Events = Callable[..., list[tuple[int, ...]]]

E13 = [33, 33, 16, 16, 8, 8, 8]


# --- Counting ---------------------------------------------------------------------------------------------------------


def test_attacks_are_counted_by_damage(joined: Builder) -> None:
    b = joined(
        [
            {"weight": 33, "standoff": 5, "standoff_damage": 4},
            {"standoff": 7, "standoff_damage": 6},
            {"standoff": 1, "standoff_damage": 6},
            {"weight": 8},
        ],
        [{"standoff": 3, "standoff_damage": 9}],
    )
    assert b.grades.tolist() == [[6, 4], [9, 0]]
    b.volleys[:] = 99
    list_volleys(b.fleet, b.ships, b.choices, b.grades, b.volleys, 1, b.trace)
    assert b.volleys.tolist() == [[8, 5], [3, 0]]


@pytest.mark.parametrize("status", [k.ABSENT, k.KILLED, k.WITHDRAWN])
def test_ships_that_are_not_there_fire_no_stand_off_attacks(joined: Builder, status: int) -> None:
    b = joined([{"standoff": 5, "standoff_damage": 6}, {"weight": 8, "standoff": 3, "standoff_damage": 6}], [{}])
    b.ships.status[0, 0] = status
    list_volleys(b.fleet, b.ships, b.choices, b.grades, b.volleys, 1, b.trace)
    assert b.volleys.tolist() == [[3], [0]]


@pytest.mark.parametrize(
    ("cloak", "hold", "fired", "hidden", "drops"),
    [
        pytest.param(0, 0, 5, 0, 0, id="no cloak"),
        pytest.param(k.REGULAR, 0, 5, 0, 1, id="a regular cloak drops"),
        pytest.param(k.REGULAR, 1, 0, 1, 0, id="or is kept up, and nothing is fired"),
        pytest.param(k.DEEP, 0, 5, 1, 0, id="a deep one does not drop"),
    ],
)
def test_stand_off_attacks_from_under_cloak(
    joined: Builder, events: Events, cloak: int, hold: int, fired: int, hidden: int, drops: int
) -> None:
    b = joined([{"standoff": 5, "standoff_damage": 6, "cloak": cloak}], [{}])
    b.choices.hold[:], b.choices.hold[0, 0] = 0, hold
    list_volleys(b.fleet, b.ships, b.choices, b.grades, b.volleys, 1, b.trace)
    assert (b.volleys[0, 0], b.ships.hidden[0, 0]) == (fired, hidden)
    assert [event[:2] for event in events(b, k.E_DECLOAK)] == [(0, 0)] * drops


def test_a_ship_without_stand_off_attacks_keeps_its_cloak(joined: Builder) -> None:
    b = joined([{"cloak": k.REGULAR}], [{}])
    list_volleys(b.fleet, b.ships, b.choices, b.grades, b.volleys, 1, b.trace)
    assert b.ships.hidden[0, 0] == 1


def test_r21_hidden_ships_take_no_share_and_their_weight_does_not_count(joined: Builder) -> None:
    fleet = [{"weight": 33, "cloak": k.DEEP}, {"weight": 16}, {"weight": 16}]
    b = joined(fleet, [{"standoff": 10, "standoff_damage": 6}])
    b.volleys[1, 0] = 10
    split(b.fleet, b.ships, b.volleys, b.choices, 0)
    assert b.choices.split[0, :, 0].tolist() == [0, 5, 5]
    b.ships.found[0, 0] = 1
    split(b.fleet, b.ships, b.volleys, b.choices, 0)
    assert b.choices.split[0, :, 0].tolist() == [5, 3, 2]


# --- Splitting --------------------------------------------------------------------------------------------------------


def divided(joined: Builder, weights: list[int], volleys: list[int], absent: frozenset[int] = frozenset()) -> Any:
    """The rule's split of the second side's volleys over ships of the first: [ship, grade]."""
    grades = [{"weight": 1, "standoff": 1, "standoff_damage": 100 - g} for g in range(len(volleys))]
    b = joined([{"weight": weight} for weight in weights], grades)
    for i in absent:
        b.ships.status[0, i] = k.ABSENT
    b.volleys[1] = volleys
    b.choices.split[:] = 77
    split(b.fleet, b.ships, b.volleys, b.choices, 0)
    return b.choices.split[0, : len(weights)]


def shares(joined: Builder, weights: list[int], total: int) -> list[int]:
    """How many of so many attacks each ship takes."""
    taken: list[int] = divided(joined, weights, [total]).sum(axis=1).tolist()
    return taken


def splits(total: int, ships: int) -> Iterator[tuple[int, ...]]:
    """Every way to deal so many attacks to so many ships, at least one each, the first ships favoured first."""
    if ships == 1:
        yield (total,)
        return
    for first in range(total - ships + 1, 0, -1):
        yield from ((first, *rest) for rest in splits(total - first, ships - 1))


@given(
    weights=st.lists(st.integers(1, 40), min_size=1, max_size=4).map(lambda found: sorted(found, reverse=True)),
    extra=st.integers(0, 8),
)
def test_of_all_splits_with_one_for_each_the_rules_is_the_nearest_to_the_quotas(
    joined: Builder, weights: list[int], extra: int
) -> None:
    """The largest remainder has the smallest sum of squared distances; of equal ones, that for the heavier ships."""
    total = len(weights) + extra
    quotas = [Fraction(total * weight, sum(weights)) for weight in weights]

    def distance(taken: tuple[int, ...]) -> Fraction:
        return sum((abs(have - quota) ** 2 for have, quota in zip(taken, quotas, strict=True)), Fraction(0))

    assert shares(joined, weights, total) == list(min(splits(total, len(weights)), key=distance))


@given(
    weights=st.lists(st.integers(1, 60), min_size=1, max_size=12).map(lambda found: sorted(found, reverse=True)),
    total=st.integers(0, 200),
)
def test_the_split_follows_from_sorted_remainders(joined: Builder, weights: list[int], total: int) -> None:
    """For large numbers: each attack beyond the first is worth what its ship's quota leaves; the dearest are taken."""
    n = len(weights)
    expected = [int(i < total) for i in range(n)]
    if total > n:
        worth = [
            (Fraction(total * weight, sum(weights)) - have, -i)
            for i, weight in enumerate(weights)
            for have in range(1, total)
        ]
        for _, place in sorted(worth, reverse=True)[: total - n]:
            expected[-place] += 1
    assert shares(joined, weights, total) == expected


def test_ships_without_weight_take_all_there_is(joined: Builder) -> None:
    assert sum(shares(joined, [0, 0, 0], 10)) == 10


def test_e13_the_seeds_fleet_under_forty_attacks(joined: Builder) -> None:
    assert shares(joined, E13, 40) == [11, 11, 5, 5, 3, 3, 2]


def test_e13_the_heavier_damage_goes_to_the_heavier_ships(joined: Builder) -> None:
    assert divided(joined, E13, [32, 8]).tolist() == [[11, 0], [11, 0], [5, 0], [5, 0], [0, 3], [0, 3], [0, 2]]


def test_e13_either_side_may_be_the_one_that_is_shot_at(joined: Builder) -> None:
    b = joined(
        [{"standoff": 32, "standoff_damage": 6}, {"standoff": 8, "standoff_damage": 4}], [{"weight": w} for w in E13]
    )
    list_volleys(b.fleet, b.ships, b.choices, b.grades, b.volleys, 1, b.trace)
    split(b.fleet, b.ships, b.volleys, b.choices, 1)
    assert b.choices.split[1].tolist() == [[11, 0], [11, 0], [5, 0], [5, 0], [0, 3], [0, 3], [0, 2]]


def test_e14_two_attacks_go_to_the_two_heaviest(joined: Builder) -> None:
    assert shares(joined, E13, 2) == [1, 1, 0, 0, 0, 0, 0]


def test_e42_eight_attacks_leave_none_out(joined: Builder) -> None:
    assert shares(joined, E13, 8) == [2, 1, 1, 1, 1, 1, 1]


@pytest.mark.parametrize("total", range(8))
def test_with_too_few_the_heaviest_are_shot_at(joined: Builder, total: int) -> None:
    assert shares(joined, E13, total) == [1] * total + [0] * (7 - total)


@given(
    weights=st.lists(st.integers(1, 40), min_size=1, max_size=10).map(lambda found: sorted(found, reverse=True)),
    volleys=st.lists(st.integers(0, 30), min_size=1, max_size=4),
    absent=st.frozensets(st.integers(0, 9)),
)
def test_every_attack_of_every_grade_finds_a_ship(
    joined: Builder, weights: list[int], volleys: list[int], absent: frozenset[int]
) -> None:
    present = [i for i in range(len(weights)) if i not in absent]
    taken = divided(joined, weights, volleys, absent & frozenset(range(len(weights))))
    assert (taken >= 0).all()
    assert all(taken[i].sum() == 0 for i in absent if i < len(weights))
    assert taken.sum(axis=0).tolist() == (volleys if present else [0] * len(volleys))
    if sum(volleys) >= len(present):
        assert all(taken[i].sum() >= 1 for i in present)
    # From the heaviest ship to the lightest the damage of an attack never rises.
    grades = [g for i in present for g in range(len(volleys)) for _ in range(taken[i, g])]
    assert grades == sorted(grades)
    assert [taken[i].sum() for i in present] == shares(
        joined, [weights[i] for i in present], sum(volleys)
    ) or not present


def test_only_ships_that_are_there_share(joined: Builder) -> None:
    assert divided(joined, [33, 33, 16], [10], frozenset({0})).sum(axis=1).tolist() == [0, 7, 3]


# --- Rolling ----------------------------------------------------------------------------------------------------------


def under_fire(joined: Builder, **target: int) -> Any:
    """A ship of the second side that takes 3 attacks of 6 and 2 of 4."""
    b = joined(
        [{"weight": 33, "standoff": 3, "standoff_damage": 6}, {"standoff": 2, "standoff_damage": 4}],
        [{"protection": 13, **target}],
    )
    b.choices.split[:] = 0
    b.choices.split[1, 0] = 3, 2
    return b


def fire(b: Any, function: Any) -> None:
    function(b.fleet, b.ships, b.choices, b.grades, b.cells, b.dice, b.trace)


def test_attacks_roll_only_to_pierce_and_without_any_bonus(
    joined: Builder, rolled: Callable[..., Any], events: Events
) -> None:
    """Direct weapons have +2 to pierce, and a ruling gives 5 more: neither counts here (R19)."""
    b = under_fire(joined)._replace(rulings=joined([{}], [{}], rulings=[(k.R_PIERCE, 0, k.NONE, 1, 9, 5)]).rulings)
    dice = Scripted({Address(1, k.D_STAND_OFF, 0, 2000): [13, 12, 20, 12, 20]})
    fire(b, rolled(stand_off, dice))
    assert dice.unused() == []
    assert b.ships.hp[1, 0] == 161 - 2 * 6 - 1 * 4
    assert b.ships.critical[1, 0] == 2
    assert b.ships.taken[1, 0] == 0
    assert b.cells[k.HARM] == 1
    assert events(b, k.E_STAND_OFF) == [(0, 0, 0, 3, 13, 2, 0), (0, 1, 0, 2, 13, 1, 3)]
    assert events(b, k.E_DAMAGE) == [(1, 0, k.NONE, 16, 145, k.STAND_OFF, k.NONE)]


@pytest.mark.parametrize(
    ("protection", "pierces"),
    [
        pytest.param(25, 1, id="only a natural 20"),
        pytest.param(20, 1, id="a 20"),
        pytest.param(19, 2, id="a 19"),
        pytest.param(0, 4, id="anything but a natural 1"),
    ],
)
def test_naturals_apply(joined: Builder, rolled: Callable[..., Any], protection: int, pierces: int) -> None:
    b = under_fire(joined, protection=protection)
    b.choices.split[1, 0] = 5, 0
    fire(b, rolled(stand_off, Scripted({Address(1, k.D_STAND_OFF, 0, 2000): [1, 2, 18, 19, 20]})))
    assert b.ships.hp[1, 0] == 161 - 6 * pierces


def test_the_damage_of_an_attack_has_its_exact_distribution(joined: Builder, rolled: Callable[..., Any]) -> None:
    def shoot(source: Enumerated) -> int:
        b = under_fire(joined)
        fire(b, rolled(stand_off, source))
        return int(161 - b.ships.hp[1, 0])

    found = outcomes(shoot)
    assert sum(damage * chance for damage, chance in found.items()) == Fraction(8, 20) * (3 * 6 + 2 * 4)
    assert found[0] == Fraction(12, 20) ** 5
    assert found[26] == Fraction(8, 20) ** 5


def test_both_sides_fire_at_the_same_time(joined: Builder, rolled: Callable[..., Any]) -> None:
    ship = {"standoff": 2, "standoff_damage": 90, "protection": 13}
    b = joined([ship], [ship])
    b.choices.split[:] = 2
    dice = {Address(1, k.D_STAND_OFF, 0, 2000): [20, 20], Address(1, k.D_STAND_OFF, 1, 1000): [20, 20]}
    fire(b, rolled(stand_off, Scripted(dice)))
    assert b.ships.hp[:, 0].tolist() == [161 - 180, 161 - 180]


def test_one_attack_is_rolled_too(joined: Builder, rolled: Callable[..., Any]) -> None:
    b = under_fire(joined)
    b.choices.split[1, 0] = 0, 1
    fire(b, rolled(stand_off, Scripted({Address(1, k.D_STAND_OFF, 0, 2000): [13]})))
    assert b.ships.hp[1, 0] == 161 - 4


def test_without_attacks_no_die_is_rolled_and_no_harm_done(joined: Builder, rolled: Callable[..., Any]) -> None:
    b = under_fire(joined)
    b.choices.split[:] = 0
    fire(b, rolled(stand_off, Scripted({})))
    assert (b.cells[k.HARM], b.trace.head[0]) == (0, 0)


@pytest.mark.parametrize(
    ("reading", "status"),
    [pytest.param(k.OUT, k.KILLED, id="out"), pytest.param(k.FIGHTS_ON, k.ACTIVE, id="fights on")],
)
def test_a_ship_killed_at_stand_off_range(joined: Builder, events: Events, reading: int, status: int) -> None:
    b = joined([{}, {"weight": 8}], [{}], standoff_kills=reading)
    b.ships.hp[0, 0], b.ships.hp[0, 1] = 0, 1
    recognise_kills(b.fleet, b.ships, b.sides, b.readings, 1, b.trace)
    assert b.ships.status[0].tolist() == [status, k.ACTIVE]
    assert len(events(b, k.E_KILLED)) == int(reading == k.OUT)
