"""Before the battle: initiative, launching, arrivals."""

from collections.abc import Callable
from typing import Any

import pytest

from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.initiative import arrive, initiative, launch, take_initiative


@pytest.mark.parametrize(
    ("battle_type", "ours", "theirs", "side"),
    [
        pytest.param(k.MOBILE, 3, 2, 0, id="mobile, the first faster"),
        pytest.param(k.MOBILE, 2, 3, 1, id="mobile, the second faster"),
        pytest.param(k.MOBILE, 2, 2, k.NONE, id="mobile, equal"),
        pytest.param(k.FIXED, 3, 2, 1, id="fixed, the second slower"),
        pytest.param(k.FIXED, 2, 3, 0, id="fixed, the first slower"),
        pytest.param(k.FIXED, 2, 2, k.NONE, id="fixed, equal"),
        pytest.param(k.FIXED, 0, 1, 0, id="fixed defences have speed 0"),
    ],
)
def test_who_has_the_initiative(
    battle: Callable[..., Any],
    events: Callable[..., list[tuple[int, ...]]],
    battle_type: int,
    ours: int,
    theirs: int,
    side: int,
) -> None:
    assert initiative(battle_type, ours, theirs) == side
    b = battle([{}], [{}], speeds=(ours, theirs), battle_type=battle_type)
    b.sides.initiative[:] = 1
    take_initiative(b.fleet, b.sides, b.readings, b.trace)
    assert b.sides.initiative.tolist() == [int(side == 0), int(side == 1)]
    assert events(b, k.E_INITIATIVE) == [(side, k.NONE, k.NONE, ours, theirs, battle_type, k.NONE)]


def test_fighters_leave_their_hangars_as_chosen(
    battle: Callable[..., Any], events: Callable[..., list[tuple[int, ...]]]
) -> None:
    b = battle([{}], [{}], wings=([{"number": 10}, {"number": 4}], [{"number": 1}]))
    b.choices.launch[:] = [[7, 0], [1, 0]]
    launch(b.fleet, b.wings, b.choices, 1, b.trace)
    assert b.wings.flying.tolist() == [[7, 0], [1, 0]]
    assert b.wings.aboard.tolist() == [[3, 4], [0, 0]]
    assert [event[:5] for event in events(b, k.E_LAUNCH)] == [(0, 0, k.NONE, 7, 3), (1, 0, k.NONE, 1, 0)]


def test_no_more_fighters_leave_than_there_are(battle: Callable[..., Any]) -> None:
    b = battle([{}], [{}], wings=([{"number": 10}], []))
    b.choices.launch[0, 0] = 11
    launch(b.fleet, b.wings, b.choices, 1, b.trace)
    assert (b.wings.flying[0, 0], b.wings.aboard[0, 0]) == (10, 0)


def test_ships_arrive_in_their_round_and_bring_their_weight(
    battle: Callable[..., Any], events: Callable[..., list[tuple[int, ...]]]
) -> None:
    b = battle(
        [{"weight": 33}, {"weight": 16, "arrives": 2, "now": 81, "owner": 1}, {"weight": 8, "arrives": 3}],
        [{}],
        force=((k.NONE, k.NONE), (k.NONE,)),
    )
    seen = []
    for round_ in (1, 2, 3, 4):
        b.cells[k.ROUND] = round_
        arrive(b.fleet, b.ships, b.sides, b.cells, b.trace)
        seen.append((b.ships.status[0].tolist(), b.sides.arrived[0].tolist()))
    assert seen == [
        ([k.ACTIVE, k.ABSENT, k.ABSENT], [33, 0]),
        ([k.ACTIVE, k.ACTIVE, k.ABSENT], [33, 16]),
        ([k.ACTIVE, k.ACTIVE, k.ACTIVE], [41, 16]),
        ([k.ACTIVE, k.ACTIVE, k.ACTIVE], [41, 16]),
    ]
    # Those who were there from the start are listed, not announced.
    assert [event[:4] for event in events(b, k.E_ARRIVAL)] == [(0, 1, k.NONE, 81), (0, 2, k.NONE, 161)]


@pytest.mark.parametrize("status", [k.KILLED, k.WITHDRAWN])
def test_a_ship_that_is_out_does_not_come_back_in_its_round(battle: Callable[..., Any], status: int) -> None:
    b = battle([{}], [{}])
    b.ships.status[0, 0] = status
    arrive(b.fleet, b.ships, b.sides, b.cells, b.trace)
    assert b.ships.status[0, 0] == status
    assert b.sides.arrived[0, 0] == 0


def test_a_round_begins_without_critical_pierces_and_without_harm(joined: Callable[..., Any]) -> None:
    b = joined([{}, {}], [{}])
    b.ships.critical[:] = 3
    b.cells[k.HARM] = 1
    b.cells[k.ROUND] = 2
    arrive(b.fleet, b.ships, b.sides, b.cells, b.trace)
    assert b.ships.critical[0].tolist() == [0, 0]
    assert b.ships.critical[1, 0] == 0
    assert b.cells[k.HARM] == 0
