"""The end of a round and of a battle: the killed, those who leave, the winner, the surrender."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.casualties import (
    any_has,
    end,
    force_withdraws,
    kill,
    reaches_withdrawal,
    still_fights,
    surrender,
    withdraw,
    withdraw_forces,
)

Builder = Callable[..., Any]
Events = Callable[..., list[tuple[int, ...]]]


# --- Killed -----------------------------------------------------------------------------------------------------------


def test_at_zero_hp_or_less_a_ship_is_killed_and_its_weight_gone(joined: Builder, events: Events) -> None:
    b = joined(
        [{"weight": 33}, {"weight": 16}, {"weight": 8, "owner": 1}, {"weight": 7, "owner": 1}],
        [{}],
        force=((k.NONE, k.NONE), (k.NONE,)),
    )
    b.ships.hp[0] = [1, 0, -20, -3]
    b.ships.critical[0] = [2, 0, 2, 0]
    b.ships.status[0, 3] = k.WITHDRAWN
    kill(b.fleet, b.ships, b.sides, 5, b.trace)
    assert b.ships.status[0].tolist() == [k.ACTIVE, k.KILLED, k.KILLED, k.WITHDRAWN]
    assert b.sides.gone[0].tolist() == [16, 8]
    assert [event[:5] for event in events(b, k.E_KILLED)] == [(0, 1, k.NONE, 0, 0), (0, 2, k.NONE, -20, 2)]
    kill(b.fleet, b.ships, b.sides, 6, b.trace)
    assert b.sides.gone[0].tolist() == [16, 8]


# --- Leaving ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hp_max", [1, 40, 161, 300])
@pytest.mark.parametrize("percent", [0, 10, 25, 33, 50, 75, 100])
def test_a_ship_leaves_at_its_percentage_of_hp_or_less(hp_max: int, percent: int) -> None:
    leaving = [hp for hp in range(-5, hp_max + 1) if reaches_withdrawal(hp, hp_max, percent)]
    assert leaving == [hp for hp in range(-5, hp_max + 1) if Fraction(hp, hp_max) <= Fraction(percent, 100)]


def test_without_an_order_nobody_leaves() -> None:
    assert [reaches_withdrawal(hp, 161, k.NONE) for hp in (-5, 0, 1, 161)] == [0, 0, 0, 0]
    assert [force_withdraws(gone, 100, k.NONE) for gone in (0, 1, 100)] == [0, 0, 0]


@pytest.mark.parametrize("arrived", [8, 122, 300])
@pytest.mark.parametrize("percent", [1, 25, 33, 50, 100])
def test_a_force_leaves_at_its_percentage_of_weight_or_more(arrived: int, percent: int) -> None:
    leaving = [gone for gone in range(arrived + 1) if force_withdraws(gone, arrived, percent)]
    assert leaving == [gone for gone in range(arrived + 1) if Fraction(gone, arrived) >= Fraction(percent, 100)]


def test_a_force_that_has_lost_nothing_stays_whatever_its_orders() -> None:
    assert force_withdraws(0, 122, 0) == 0
    assert force_withdraws(1, 122, 0) == 1


def test_ships_leave_each_by_its_own_order(joined: Builder, events: Events) -> None:
    orders = [(40, 25), (41, 25), (81, 50), (1, k.NONE)]
    b = joined([{"leave": percent, "weight": 20 - n} for n, (_, percent) in enumerate(orders)], [{}])
    b.ships.hp[0] = [hp for hp, _ in orders]
    withdraw(b.fleet, b.ships, b.sides, b.orders, 4, b.trace)
    # A quarter of 161 is 40.25, a half 80.5.
    assert b.ships.status[0].tolist() == [k.WITHDRAWN, k.ACTIVE, k.ACTIVE, k.ACTIVE]
    assert b.sides.gone[0, 0] == 20
    assert [event[:5] for event in events(b, k.E_WITHDRAWAL)] == [(0, 0, k.NONE, 40, 25)]


@pytest.mark.parametrize("status", [k.KILLED, k.ABSENT, k.WITHDRAWN])
def test_only_who_is_there_can_leave(joined: Builder, status: int) -> None:
    b = joined([{"leave": 100}], [{}])
    b.ships.status[0, 0] = status
    withdraw(b.fleet, b.ships, b.sides, b.orders, 1, b.trace)
    assert (b.ships.status[0, 0], b.sides.gone[0, 0]) == (status, 0)


def test_fixed_defences_stay_whatever_they_are_ordered(joined: Builder, events: Events) -> None:
    b = joined([{"leave": 100, "pace": 0, "weight": 33}, {"weight": 8}], [{}], force=((10,), (k.NONE,)))
    withdraw(b.fleet, b.ships, b.sides, b.orders, 1, b.trace)
    b.sides.gone[0, 0] = 5
    withdraw_forces(b.fleet, b.ships, b.sides, b.orders, 1, b.trace)
    assert b.ships.status[0].tolist() == [k.ACTIVE, k.WITHDRAWN]
    assert [event[-1] for event in events(b, k.E_FORCE_WITHDRAWAL)] == [1]


def test_a_threshold_takes_its_own_owners_ships_only(joined: Builder, events: Events) -> None:
    fleet = [
        {"weight": 33, "owner": 0},
        {"weight": 16, "owner": 1},
        {"weight": 12, "owner": 0},
        {"weight": 8, "owner": 0},
    ]
    b = joined(fleet, [{}], force=((60, 60), (k.NONE,)))
    assert b.sides.arrived[0].tolist() == [53, 16]
    b.ships.status[0, 0] = k.KILLED
    b.sides.gone[0] = [33, 0]
    b.ships.status[0, 3] = k.ABSENT
    withdraw_forces(b.fleet, b.ships, b.sides, b.orders, 7, b.trace)
    # 33 of 53 weight are 62 %: the cruiser that is there leaves, the ship still on its way does not.
    assert b.ships.status[0].tolist() == [k.KILLED, k.ACTIVE, k.WITHDRAWN, k.ABSENT]
    assert b.sides.gone[0].tolist() == [45, 0]
    assert events(b, k.E_FORCE_WITHDRAWAL) == [(0, 0, k.NONE, 33, 53, 60, 1)]


def test_a_force_with_nobody_left_does_not_leave_again(joined: Builder, events: Events) -> None:
    b = joined([{}], [{}], force=((50,), (k.NONE,)))
    b.ships.status[0, 0], b.sides.gone[0, 0] = k.WITHDRAWN, 16
    withdraw_forces(b.fleet, b.ships, b.sides, b.orders, 7, b.trace)
    assert events(b, k.E_FORCE_WITHDRAWAL) == []


def test_one_owners_flight_leaves_his_allies_to_fight_on(joined: Builder) -> None:
    """The threshold is looked at once a round, each owner on his own: what one loses does not count for another."""
    b = joined([{"owner": 0}, {"owner": 1}], [{}], force=((50, 50), (k.NONE,)))
    b.sides.gone[0] = [16, 0]
    withdraw_forces(b.fleet, b.ships, b.sides, b.orders, 1, b.trace)
    assert b.ships.status[0].tolist() == [k.WITHDRAWN, k.ACTIVE]


# --- The end ----------------------------------------------------------------------------------------------------------


def closed(b: Any) -> tuple[int, int]:
    end(b.fleet, b.ships, b.wings, b.readings, b.cells, b.trace)
    return int(b.cells[k.REASON]), int(b.cells[k.WINNER])


@pytest.mark.parametrize("loser", [0, 1])
@pytest.mark.parametrize(
    ("statuses", "reason"),
    [
        pytest.param((k.KILLED, k.KILLED), k.DESTROYED, id="all killed"),
        pytest.param((k.WITHDRAWN, k.WITHDRAWN), k.FLED, id="all gone"),
        pytest.param((k.KILLED, k.WITHDRAWN), k.FLED, id="the last ones fled"),
        pytest.param((k.KILLED, k.ABSENT), k.DESTROYED, id="those to come do not keep it alive"),
    ],
)
def test_a_side_without_ships_has_lost(
    joined: Builder, events: Events, loser: int, statuses: tuple[int, int], reason: int
) -> None:
    b = joined([{}, {}], [{}, {}])
    b.ships.status[loser] = statuses
    assert closed(b) == (reason, 1 - loser)
    assert events(b, k.E_END) == [(1 - loser, k.NONE, k.NONE, reason, k.NONE, k.NONE, k.NONE)]


def test_one_ship_left_is_enough_to_fight_on(joined: Builder, events: Events) -> None:
    b = joined([{}, {}], [{}, {}])
    b.ships.status[:, 0] = k.KILLED, k.WITHDRAWN
    b.cells[k.HARM] = 1
    assert closed(b) == (k.ONGOING, k.NONE)
    assert events(b, k.E_END) == []


@pytest.mark.parametrize("statuses", [(k.KILLED, k.KILLED), (k.WITHDRAWN, k.WITHDRAWN), (k.KILLED, k.WITHDRAWN)])
def test_neither_side_has_a_ship_left(joined: Builder, statuses: tuple[int, int]) -> None:
    b = joined([{}], [{}])
    b.ships.status[:, 0] = statuses
    assert closed(b) == (k.BOTH_GONE, k.NONE)


@pytest.mark.parametrize(("bitter_end", "flying", "on"), [(1, 3, 1), (1, 1, 1), (1, 0, 0), (0, 3, 0)])
def test_fighters_alone_fight_on_only_to_the_bitter_end(joined: Builder, bitter_end: int, flying: int, on: int) -> None:
    b = joined([{}], [{}], wings=([{"number": flying}], []), bitter_end=(bitter_end, 0))
    b.ships.status[0, 0] = k.KILLED
    b.cells[k.HARM] = 1
    assert still_fights(b.fleet, b.ships, b.wings, 0) == on
    assert closed(b) == ((k.ONGOING, k.NONE) if on else (k.DESTROYED, 1))


@pytest.mark.parametrize("harm", [0, 1])
@pytest.mark.parametrize(
    ("round_", "reason"),
    [
        pytest.param(2, k.ONGOING, id="before"),
        pytest.param(3, k.RULED, id="in it"),
        pytest.param(4, k.ONGOING, id="after"),
    ],
)
def test_a_ruling_ends_the_battle_in_its_round(joined: Builder, round_: int, reason: int, harm: int) -> None:
    b = joined([{}], [{}], last_round=3)
    b.cells[k.ROUND], b.cells[k.HARM] = round_, harm
    if not harm and reason == k.ONGOING:
        reason = k.STALEMATE
    assert closed(b) == (reason, k.NONE)


@pytest.mark.parametrize(("round_", "reason"), [(7, k.ONGOING), (8, k.LIMIT), (9, k.LIMIT)])
def test_the_agreed_last_round(joined: Builder, round_: int, reason: int) -> None:
    b = joined([{}], [{}], round_limit=8)
    b.cells[k.ROUND], b.cells[k.HARM] = round_, 1
    assert closed(b) == (reason, k.NONE)


def test_a_victory_in_the_last_round_is_a_victory(joined: Builder) -> None:
    b = joined([{}], [{}], round_limit=8, last_round=8)
    b.cells[k.ROUND] = 8
    b.ships.status[1, 0] = k.KILLED
    assert closed(b) == (k.DESTROYED, 0)


def test_a_round_without_harm_ends_it_unless_somebody_is_still_to_come(joined: Builder) -> None:
    b = joined([{}], [{}])
    assert closed(b) == (k.STALEMATE, k.NONE)
    b = joined([{}], [{}, {"arrives": 9, "weight": 8}])
    assert closed(b) == (k.ONGOING, k.NONE)


@pytest.mark.parametrize("status", [k.ABSENT, k.ACTIVE, k.KILLED, k.WITHDRAWN])
def test_a_status_is_found_only_among_the_sides_own_ships(joined: Builder, status: int) -> None:
    b = joined([{}, {}, {}], [{}])
    b.ships.status[:] = -5
    assert any_has(b.fleet, b.ships, 0, status) == 0
    # Past the end of the shorter side the grid means nothing.
    b.ships.status[1, 1] = status
    assert any_has(b.fleet, b.ships, 1, status) == 0
    b.ships.status[0, 2] = status
    assert any_has(b.fleet, b.ships, 0, status) == 1


# --- Surrender --------------------------------------------------------------------------------------------------------


def test_fighters_without_a_ship_surrender(joined: Builder, events: Events) -> None:
    wings = ([{"number": 5}, {"number": 0}, {"number": 1}], [{"number": 4}])
    b = joined([{}], [{}], wings=wings)
    b.ships.status[0, 0] = k.KILLED
    surrender(b.fleet, b.ships, b.wings, b.cells, b.trace)
    assert b.wings.flying.tolist() == [[0, 0, 0], [4, 0, 0]]
    assert b.wings.surrendered.tolist() == [[5, 0, 1], [0, 0, 0]]
    assert [event[:4] for event in events(b, k.E_SURRENDER)] == [(0, 0, k.NONE, 5), (0, 2, k.NONE, 1)]


def test_fighters_that_fight_to_the_bitter_end_do_not_surrender(joined: Builder) -> None:
    b = joined([{}], [{}], wings=([{"number": 5}], []), bitter_end=(1, 0))
    b.ships.status[0, 0] = k.KILLED
    surrender(b.fleet, b.ships, b.wings, b.cells, b.trace)
    assert (b.wings.flying[0, 0], b.wings.surrendered[0, 0]) == (5, 0)
