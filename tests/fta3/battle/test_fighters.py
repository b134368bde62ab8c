"""Fighters against fighters: interception, dogfight, reconstitution."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.sources import Address, Enumerated, Scripted, outcomes
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.fighters import (
    centre_rolls,
    dogfight,
    dogfight_need,
    fall,
    find_lead,
    intercept,
    leads,
    least_committed,
    most_engaged,
    muster,
    reconstitute,
    return_fighters,
)

Builder = Callable[..., Any]
Events = Callable[..., list[tuple[int, ...]]]
numbers = st.integers(0, 60)

# The page: a lead of half a tech level or more; up to twice as many.
HALF_LEVELS = 1
REACH = 2


# --- Who leads ------------------------------------------------------------------------------------------------------


def test_a_side_leads_by_half_a_level_of_the_mean_or_more() -> None:
    """Every force of up to four fighters of levels 3 to 6 on each side, by exact fractions."""
    forces = [
        counts for size in range(5) for counts in product(range(size + 1), repeat=4) if sum(counts) == size
    ]  # how many of TL3, TL4, TL5, TL6
    for ours, theirs in product(forces, repeat=2):
        n, enemy_n = sum(ours), sum(theirs)
        levels = sum(level * count for level, count in zip((3, 4, 5, 6), ours, strict=True))
        enemy_levels = sum(level * count for level, count in zip((3, 4, 5, 6), theirs, strict=True))
        lead = n > 0 and enemy_n > 0 and Fraction(levels, n) - Fraction(enemy_levels, enemy_n) >= Fraction(1, 2)
        assert leads(levels, n, enemy_levels, enemy_n, HALF_LEVELS) == int(lead), (ours, theirs)


@pytest.mark.parametrize(
    ("ours", "theirs", "leader"),
    [
        pytest.param([(10, 5)], [(10, 3)], 0, id="E7"),
        pytest.param([(10, 3)], [(10, 5)], 1, id="the other side"),
        pytest.param([(10, 5)], [(10, 5)], k.NONE, id="equal"),
        pytest.param([(1, 5), (1, 4)], [(7, 4)], 0, id="half a level exactly"),
        pytest.param([(4, 5), (5, 4)], [(7, 4)], k.NONE, id="four ninths of a level"),
        pytest.param([(7, 4)], [(1, 5), (1, 4)], 1, id="half a level exactly, the other side"),
        pytest.param([(10, 6)], [(0, 3)], k.NONE, id="no enemy fighters"),
        pytest.param([], [(10, 3)], k.NONE, id="no fighters"),
    ],
)
def test_the_lead_is_that_of_the_fighters_in_space(
    joined: Builder, ours: list[tuple[int, int]], theirs: list[tuple[int, int]], leader: int
) -> None:
    wings = tuple([{"number": number, "level": level} for number, level in side] for side in (ours, theirs))
    b = joined([{}], [{}], wings=wings)
    assert find_lead(b.fleet, b.wings, b.tables) == leader
    muster(b.fleet, b.wings, b.tables, b.cells)
    assert b.cells[k.LEAD] == leader


def test_fighters_in_their_hangars_do_not_count_towards_the_mean(joined: Builder) -> None:
    b = joined([{}], [{}], wings=([{"number": 2, "level": 4}, {"number": 20, "level": 6}], [{"number": 2, "level": 4}]))
    assert find_lead(b.fleet, b.wings, b.tables) == 0
    b.wings.flying[0, 1], b.wings.aboard[0, 1] = 0, 20
    assert find_lead(b.fleet, b.wings, b.tables) == k.NONE


def test_last_rounds_dogfight_is_forgotten(joined: Builder) -> None:
    b = joined([{}], [{}], wings=([{}], [{}]))
    b.wings.engaged[:], b.wings.fallen[:] = 4, 3
    muster(b.fleet, b.wings, b.tables, b.cells)
    assert (b.wings.engaged.tolist(), b.wings.fallen.tolist()) == ([[0], [0]], [[0], [0]])


# --- How many meet ----------------------------------------------------------------------------------------------------


@given(numbers, numbers, st.sampled_from([k.HALF, k.ALL]))
def test_without_a_lead_the_smaller_number_meets_as_many(own: int, enemy: int, commit: int) -> None:
    smaller = min(own, enemy)
    assert least_committed(own, enemy, 0, commit, REACH) == smaller
    assert most_engaged(own, enemy, smaller, 0, REACH) == smaller


@given(numbers, numbers)
def test_the_leader_commits_at_least_half_and_engages_up_to_two_each(own: int, enemy: int) -> None:
    """R12: with m the smaller number, from half of m, rounded up, to m; engaging from m to twice their number."""
    smaller = min(own, enemy)
    least = least_committed(own, enemy, 1, k.HALF, REACH)
    assert least == -(-smaller // 2)
    for committed in range(least, smaller + 1):
        most = most_engaged(own, enemy, committed, 1, REACH)
        assert most == min(enemy, 2 * committed)
        assert smaller <= most <= enemy


def test_read_otherwise_the_leader_sends_all_that_have_an_enemy() -> None:
    assert least_committed(10, 10, 1, k.ALL, REACH) == 10
    assert least_committed(4, 10, 1, k.ALL, REACH) == 4
    assert least_committed(20, 7, 1, k.ALL, REACH) == 7


def test_e7_ten_of_tech_level_five_against_ten_of_three() -> None:
    assert least_committed(10, 10, 1, k.HALF, REACH) == 5
    # Five are enough for all ten; more make no difference to how many are engaged.
    assert [most_engaged(10, 10, committed, 1, REACH) for committed in range(5, 11)] == [10] * 6


def test_the_chosen_meet_and_the_others_stay_free(joined: Builder, events: Events) -> None:
    b = joined([{}], [{}], wings=([{"number": 6}, {"number": 4}], [{"number": 5, "level": 3}]))
    b.cells[k.LEAD] = 0
    b.choices.engage[:] = [[3, 0], [5, 0]]
    intercept(b.fleet, b.wings, b.choices, b.cells, b.trace)
    assert b.wings.engaged.tolist() == [[3, 0], [5, 0]]
    assert b.wings.flying.tolist() == [[6, 4], [5, 0]]
    assert b.cells[k.HARM] == 1
    assert events(b, k.E_INTERCEPTION) == [
        (0, k.NONE, k.NONE, 3, 10, 0, k.NONE),
        (1, k.NONE, k.NONE, 5, 5, 0, k.NONE),
    ]


def test_one_against_one_is_a_dogfight(joined: Builder, rolled: Callable[..., Any], events: Events) -> None:
    b = joined([{}], [{}], wings=([{"number": 1, "level": 5}, {"number": 3}], [{"number": 1, "level": 4}]))
    b.cells[k.LEAD] = k.NONE
    b.choices.engage[:] = [[1, 0], [1, 0]]
    intercept(b.fleet, b.wings, b.choices, b.cells, b.trace)
    assert b.cells[k.HARM] == 1
    assert [event[3:5] for event in events(b, k.E_INTERCEPTION)] == [(1, 4), (1, 1)]
    script = Scripted({Address(1, k.D_DOGFIGHT, 0, 3000): [15], Address(1, k.D_DOGFIGHT, 1, 3100): [15]})
    rolled(dogfight, script)(b.fleet, b.wings, b.sides, b.tables, 1, b.dice, b.trace)
    # Nothing is told of the wing that stays out of it.
    assert events(b, k.E_DOGFIGHT) == [(0, 0, k.NONE, 1, 15, 1, 1), (1, 0, k.NONE, 1, 16, 0, 1)]
    assert b.sides.kills.tolist() == [1, 0]


def test_fighters_without_an_enemy_are_told_to_be_free_and_do_no_harm(joined: Builder, events: Events) -> None:
    b = joined([{}], [{}], wings=([{"number": 6}], []))
    b.cells[k.LEAD] = k.NONE
    b.choices.engage[:] = 0
    intercept(b.fleet, b.wings, b.choices, b.cells, b.trace)
    assert b.cells[k.HARM] == 0
    assert events(b, k.E_INTERCEPTION) == [(0, k.NONE, k.NONE, 0, 6, k.NONE, k.NONE)]


# --- Dogfight ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "need"), [(3, 17), (4, 16), (5, 15), (6, 14)])
def test_e8_what_a_fighter_needs_to_kill(joined: Builder, level: int, need: int) -> None:
    b = joined([{}], [{}])
    assert dogfight_need(b.tables.dogfight, level) == need


@pytest.mark.parametrize(
    ("level", "chance"),
    [(3, Fraction(1, 5)), (4, Fraction(1, 4)), (5, Fraction(3, 10)), (6, Fraction(7, 20))],
)
def test_e9_how_likely_a_fighter_kills(
    joined: Builder, rolled: Callable[..., Any], level: int, chance: Fraction
) -> None:
    def fly(source: Enumerated) -> int:
        b = joined([{}], [{}], wings=([{"number": 1, "level": level}], [{"number": 9, "level": 3}]), trace_rows=9)
        b.wings.engaged[:, 0] = 1, 9
        rolled(dogfight, OnlyFirst(source))(b.fleet, b.wings, b.sides, b.tables, 1, b.dice, b.trace)
        return int(b.sides.kills[0])

    assert outcomes(fly) == {1: chance, 0: 1 - chance}


class OnlyFirst:
    """The dice of the first side from a source; the second side never succeeds."""

    def __init__(self, source: Enumerated) -> None:
        self.source = source

    def face(self, *address: Any) -> int:
        raise AssertionError("no single die is rolled here")

    def count(self, dice: Any, phase: int, side: int, *rest: Any) -> tuple[int, int]:
        return self.source.count(dice, phase, side, *rest) if side == 0 else (0, 0)


def test_both_sides_roll_every_engaged_fighter_once_at_the_number_of_its_level(
    joined: Builder, rolled: Callable[..., Any], events: Events
) -> None:
    b = joined([{}], [{}], wings=([{"number": 3, "level": 5}, {"number": 2, "level": 4}], [{"number": 7, "level": 3}]))
    b.wings.engaged[:] = [[3, 2], [5, 0]]
    script = Scripted(
        {
            Address(4, k.D_DOGFIGHT, 0, 3000): [15, 14, 20],
            Address(4, k.D_DOGFIGHT, 0, 3001): [16, 15],
            Address(4, k.D_DOGFIGHT, 1, 3100): [17, 16, 1, 17, 20],
        }
    )
    dice = b.dice._replace(round=4)
    rolled(dogfight, script)(b.fleet, b.wings, b.sides, b.tables, 4, dice, b.trace)
    assert b.sides.kills.tolist() == [3, 3]
    assert script.unused() == []
    assert events(b, k.E_DOGFIGHT) == [
        (0, 0, k.NONE, 3, 15, 2, 5),
        (0, 1, k.NONE, 2, 16, 1, 5),
        (1, 0, k.NONE, 5, 17, 3, 5),
    ]
    # Nobody has fallen until the owners have chosen.
    assert b.wings.flying.tolist() == [[3, 2], [7, 0]]


def test_doctrines_may_add_dice_and_a_bonus(joined: Builder, rolled: Callable[..., Any], events: Events) -> None:
    """Two dice for each of three fighters, at 20 less 5 less 2; the enemy's have none."""
    b = joined([{}], [{}], wings=([{"number": 3, "level": 5, "rolls": 2, "dogfight": 2}], [{"rolls": 0}]))
    b.wings.engaged[:, 0] = 3, 9
    script = Scripted({Address(1, k.D_DOGFIGHT, 0, 3000): [13, 12, 20, 1, 13, 12]})
    rolled(dogfight, script)(b.fleet, b.wings, b.sides, b.tables, 1, b.dice, b.trace)
    assert script.unused() == []
    assert b.sides.kills.tolist() == [3, 0]
    assert events(b, k.E_DOGFIGHT) == [(0, 0, k.NONE, 6, 13, 3, 9)]


def test_no_more_fall_than_are_engaged(joined: Builder, rolled: Callable[..., Any]) -> None:
    """R13, with five against ten: ten hits on five enemies kill five."""
    b = joined([{}], [{}], wings=([{"number": 10, "level": 3}], [{"number": 5, "level": 5}]))
    b.wings.engaged[:] = [[10], [5]]
    script = Scripted({Address(1, k.D_DOGFIGHT, 0, 3000): [20] * 10, Address(1, k.D_DOGFIGHT, 1, 3100): [20] * 5})
    rolled(dogfight, script)(b.fleet, b.wings, b.sides, b.tables, 1, b.dice, b.trace)
    assert b.sides.kills.tolist() == [5, 5]


def test_kills_of_the_round_before_are_gone_when_nobody_is_engaged(joined: Builder) -> None:
    b = joined([{}], [{}], wings=([{}], [{}]))
    b.sides.kills[:] = 4
    dogfight(b.fleet, b.wings, b.sides, b.tables, 1, b.dice, b.trace)
    assert b.sides.kills.tolist() == [0, 0]


def test_the_owners_choice_falls(joined: Builder, events: Events) -> None:
    b = joined([{}], [{}], wings=([{"number": 6, "level": 5}, {"number": 4, "level": 3}], [{"number": 5}]))
    b.wings.engaged[:] = [[4, 2], [5, 0]]
    b.choices.fall[:] = [[1, 2], [0, 0]]
    fall(b.fleet, b.wings, b.choices, 1, b.trace)
    assert b.wings.flying.tolist() == [[5, 2], [5, 0]]
    assert b.wings.engaged.tolist() == [[3, 0], [5, 0]]
    assert b.wings.fallen.tolist() == [[1, 2], [0, 0]]
    assert [event[:5] for event in events(b, k.E_FIGHTERS_LOST)] == [(0, 0, k.NONE, 1, 5), (0, 1, k.NONE, 2, 2)]


# --- Reconstitution ---------------------------------------------------------------------------------------------------


@given(st.integers(0, 50), st.integers(1, 5), st.integers(0, 50))
def test_one_centre_rolls_for_all_and_none_for_nobody(fallen: int, centres: int, capacity: int) -> None:
    assert centre_rolls(fallen, 0, 0, k.UNLIMITED) == 0
    assert centre_rolls(fallen, 0, 0, k.BY_NUMBER) == 0
    assert centre_rolls(fallen, centres, capacity, k.UNLIMITED) == fallen
    assert centre_rolls(fallen, centres, capacity, k.BY_NUMBER) == min(fallen, capacity)


def after_losses(joined: Builder, fleet: list[dict[str, int]], **readings: int) -> Any:
    """A side of two owners: 5 fighters of the first have fallen, 3 and 4 of the second."""
    b = joined(
        fleet,
        [{}],
        wings=([{"owner": 0}, {"owner": 1, "level": 6}, {"owner": 1, "level": 3}], []),
        force=((k.NONE, k.NONE), (k.NONE,)),
        **readings,
    )
    b.wings.fallen[0] = [5, 3, 4]
    b.wings.flying[0] -= b.wings.fallen[0]
    return b


def reconstituted(b: Any, rolled: Callable[..., Any], faces: list[list[int]]) -> list[int]:
    """Squadrons owed to each owner of the first side, when the owners' dice fall so."""
    script = Scripted({Address(1, k.D_RECONSTITUTE, 0, 4000 + o): row for o, row in enumerate(faces)})
    rolled(reconstitute, script)(b.fleet, b.ships, b.wings, b.sides, b.tables, b.readings, 1, b.dice, b.trace)
    assert script.unused() == []
    return b.sides.owed[0].tolist()


def test_a_die_for_each_fallen_and_a_four_brings_it_back(
    joined: Builder, rolled: Callable[..., Any], events: Events
) -> None:
    b = after_losses(joined, [{"centre": 1}, {"weight": 8}])
    assert reconstituted(b, rolled, [[4, 3, 6, 1, 2], [5, 4, 3, 3, 3, 3, 4]]) == [2, 3]
    assert events(b, k.E_RECONSTITUTION) == [(0, 0, k.NONE, 5, 4, 2, 5), (0, 1, k.NONE, 7, 4, 3, 7)]


@pytest.mark.parametrize(
    ("status", "hp"),
    [
        pytest.param(k.ACTIVE, 0, id="killed this round, not yet counted"),
        pytest.param(k.KILLED, -5, id="killed"),
        pytest.param(k.WITHDRAWN, 20, id="gone"),
        pytest.param(k.ABSENT, 161, id="not yet there"),
    ],
)
def test_a_centre_that_is_not_there_at_the_end_of_the_round_does_not_help(
    joined: Builder, rolled: Callable[..., Any], events: Events, status: int, hp: int
) -> None:
    b = after_losses(joined, [{"centre": 3}, {"weight": 8}])
    b.ships.status[0, 0], b.ships.hp[0, 0] = status, hp
    assert reconstituted(b, rolled, []) == [0, 0]
    assert events(b, k.E_RECONSTITUTION) == []


def test_without_a_centre_nothing_comes_back_of_what_was_owed_before(
    joined: Builder, rolled: Callable[..., Any]
) -> None:
    b = after_losses(joined, [{}])
    b.sides.owed[:] = 9
    assert reconstituted(b, rolled, []) == [0, 0]


def test_the_enemys_centre_does_not_help(joined: Builder) -> None:
    b = joined([{}], [{"centre": 5}], wings=([{}], []))
    b.wings.fallen[0, 0] = 5
    reconstitute(b.fleet, b.ships, b.wings, b.sides, b.tables, b.readings, 1, b.dice, b.trace)
    assert b.sides.owed[0, 0] == 0


def test_one_fallen_has_its_die_and_comes_back_while_the_centre_hangs_on(
    joined: Builder, rolled: Callable[..., Any], events: Events
) -> None:
    b = joined([{"centre": 1}], [{}], wings=([{"number": 3}], []))
    b.ships.hp[0, 0] = 1
    b.wings.flying[0, 0], b.wings.fallen[0, 0] = 2, 1
    assert reconstituted(b, rolled, [[4]]) == [1]
    b.choices.back[0, 0] = 1
    return_fighters(b.fleet, b.wings, b.choices, 1, b.trace)
    assert b.wings.flying[0, 0] == 3
    assert [event[:5] for event in events(b, k.E_RETURN)] == [(0, 0, k.NONE, 1, 3)]


@pytest.mark.parametrize("centres", [1, 2, 3])
def test_further_centres_give_no_further_dice(joined: Builder, rolled: Callable[..., Any], centres: int) -> None:
    b = after_losses(joined, [{"centre": 2}] * centres)
    assert reconstituted(b, rolled, [[1] * 5, [1] * 7]) == [0, 0]


def test_read_by_number_all_centres_of_the_side_together_bound_the_dice(
    joined: Builder, rolled: Callable[..., Any], events: Events
) -> None:
    b = after_losses(joined, [{"centre": 4}, {"centre": 3}, {"weight": 8}], centres=k.BY_NUMBER)
    assert reconstituted(b, rolled, [[6] * 5, [6, 6]]) == [5, 2]
    assert events(b, k.E_RECONSTITUTION) == [(0, 0, k.NONE, 5, 4, 5, 5), (0, 1, k.NONE, 2, 4, 2, 7)]


def test_every_squadron_returns_with_one_chance_in_two(joined: Builder, rolled: Callable[..., Any]) -> None:
    def roll(source: Enumerated) -> int:
        b = joined([{"centre": 1}], [{}], wings=([{}], []), trace_rows=9)
        b.wings.fallen[0, 0] = 3
        rolled(reconstitute, source)(b.fleet, b.ships, b.wings, b.sides, b.tables, b.readings, 1, b.dice, b.trace)
        return int(b.sides.owed[0, 0])

    assert outcomes(roll) == {0: Fraction(1, 8), 1: Fraction(3, 8), 2: Fraction(3, 8), 3: Fraction(1, 8)}


def test_the_owners_choice_comes_back_and_the_rest_is_lost(joined: Builder, events: Events) -> None:
    b = after_losses(joined, [{"centre": 1}])
    b.wings.lost[0] = [1, 0, 2]
    b.choices.back[0] = [2, 3, 0]
    return_fighters(b.fleet, b.wings, b.choices, 1, b.trace)
    assert b.wings.flying[0].tolist() == [7, 10, 6]
    assert b.wings.lost[0].tolist() == [4, 0, 6]
    assert [event[:5] for event in events(b, k.E_RETURN)] == [(0, 0, k.NONE, 2, 7), (0, 1, k.NONE, 3, 10)]
