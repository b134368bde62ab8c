"""Cloaked ships: how fighters and sensors find them, and what launching does to a cloak."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from flagplot.core.sources import Address, Enumerated, Scripted, outcomes
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.cloak import (
    decloak_to_launch,
    detects,
    hunt,
    hunters_needed,
    is_detected_by,
    is_hidden,
    sensor_checks,
)
from flagplot.fta3.battle.initiative import arrive

Builder = Callable[..., Any]
Events = Callable[..., list[tuple[int, ...]]]

REGULAR = {"cloak": k.REGULAR}
DEEP = {"cloak": k.DEEP}


# --- Found by fighters ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("speed", "fighters"), [(0, 1), (1, 5), (2, 10), (3, 15), (4, 20)])
def test_e12_five_fighters_for_each_point_of_speed(joined: Builder, speed: int, fighters: int) -> None:
    assert hunters_needed(joined([{}], [{}]).tables, speed) == fighters


def search(b: Any, run: int = 0) -> None:
    hunt(b.fleet, b.ships, b.tables, b.choices, run, 1, b.trace)


@pytest.mark.parametrize("cloak", [k.REGULAR, k.DEEP])
@pytest.mark.parametrize(("sent", "found"), [((9, 0), 0), ((10, 0), 1), ((4, 5), 0), ((4, 6), 1), ((8, 8), 1)])
def test_enough_fighters_of_all_wings_find_it_without_a_roll(
    joined: Builder, events: Events, cloak: int, sent: tuple[int, int], found: int
) -> None:
    b = joined([{}], [{"cloak": cloak, "pace": 2}], wings=([{}, {}], []))
    b.choices.hunt[0, :, 0] = sent
    search(b)
    assert is_hidden(b.ships, 1, 0) == 1 - found
    assert [event[:6] for event in events(b, k.E_HUNT)] == [(0, 0, 0, sum(sent), 10, found)]


def test_a_regular_cloak_that_was_found_stays_down_and_a_deep_one_hides_again(joined: Builder) -> None:
    b = joined([{}], [{"weight": 33, **REGULAR}, {"weight": 8, **DEEP}], wings=([{"number": 20}], []))
    b.choices.hunt[0, 0] = 10, 10
    search(b)
    assert [is_hidden(b.ships, 1, i) for i in range(2)] == [0, 0]
    b.cells[k.ROUND] = 2
    arrive(b.fleet, b.ships, b.sides, b.cells, b.trace)
    assert [is_hidden(b.ships, 1, i) for i in range(2)] == [0, 1]


def test_where_nobody_searches_nothing_is_told(joined: Builder, events: Events) -> None:
    b = joined([{}], [REGULAR], wings=([{}], [{}]))
    search(b)
    assert events(b, k.E_HUNT) == []
    assert is_hidden(b.ships, 1, 0) == 1


# --- Launching --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fleet", "flying", "down"),
    [
        pytest.param([{"hangars": 6, **REGULAR}], 1, [0], id="a regular cloak drops to launch"),
        pytest.param([{"hangars": 6, **DEEP}], 6, [], id="a deep one does not"),
        pytest.param([{"hangars": 6, **REGULAR}, {"hangars": 6}], 6, [], id="open hangars launch first"),
        pytest.param([{"hangars": 6, **REGULAR}, {"hangars": 6}], 7, [0], id="the seventh needs the cloaked ship's"),
        pytest.param([{"hangars": 6, **REGULAR}, {"hangars": 6, **DEEP}], 6, [], id="deep cloaks launch first"),
        pytest.param([{"hangars": 2, **REGULAR}, {"hangars": 9, **REGULAR}], 9, [1], id="the roomiest drops first"),
        pytest.param([{"hangars": 2, **REGULAR}, {"hangars": 9, **REGULAR}], 10, [1, 0], id="then the next"),
        pytest.param([{"hangars": 2, **REGULAR}, {"hangars": 0, **REGULAR}], 50, [0], id="never one without hangars"),
        pytest.param([{"hangars": 6, **REGULAR}], 0, [], id="nobody launches"),
        pytest.param(
            [{"hangars": 6, **REGULAR}, {"hangars": 9, "arrives": 2}], 6, [0], id="who is not there launches nothing"
        ),
        pytest.param([{"hangars": 9, "arrives": 2, **REGULAR}], 6, [], id="nor does its cloak drop"),
    ],
)
def test_cloaks_that_drop_to_launch(
    battle: Builder, events: Events, fleet: list[dict[str, int]], flying: int, down: list[int]
) -> None:
    b = battle([{"weight": 40}], fleet, wings=([], [{"number": 50}]))
    b.wings.flying[1, 0] = flying
    decloak_to_launch(b.fleet, b.ships, b.wings, 1, b.trace)
    assert [event[:2] for event in events(b, k.E_DECLOAK)] == [(1, i) for i in down]
    assert [i for i, ship in enumerate(fleet) if "cloak" in ship and not b.ships.hidden[1, i]] == sorted(down)


def test_each_owner_launches_from_his_own_ships(battle: Builder, events: Events) -> None:
    fleet = [{"hangars": 6, "owner": 0, **REGULAR}, {"hangars": 6, "owner": 1}, {"hangars": 6, "owner": 1, **REGULAR}]
    wings = [{"number": 6, "owner": 0}, {"number": 6, "owner": 1}]
    b = battle(fleet, [{}], wings=(wings, []), force=((k.NONE, k.NONE), (k.NONE,)))
    b.wings.flying[0] = 6, 6
    decloak_to_launch(b.fleet, b.ships, b.wings, 1, b.trace)
    assert [event[:2] for event in events(b, k.E_DECLOAK)] == [(0, 0)]


# --- Sensor checks ----------------------------------------------------------------------------------------------------


def check(b: Any, function: Any) -> None:
    function(b.fleet, b.ships, b.tables, 1, b.dice, b.trace)


@pytest.mark.parametrize(
    ("dice", "chance"),
    [(0, Fraction(0)), (1, Fraction(1, 4)), (2, Fraction(7, 16)), (3, Fraction(37, 64))],
)
@pytest.mark.parametrize("flanks", [False, True])
def test_e17_one_die_in_four_detects_and_a_subhunter_keeps_the_better_of_two(
    joined: Builder, rolled: Callable[..., Any], dice: int, chance: Fraction, flanks: bool
) -> None:
    """Whether the cloaked ship is the partner or a flanker."""

    def roll(source: Enumerated) -> bool:
        b = joined([{"sensors": dice}], [{"weight": 33}, REGULAR], trace_rows=9)
        b.ships.partner[0, 0], b.ships.partner[1, 1] = 1, 0
        if flanks:
            b.ships.partner[0, 0], b.ships.partner[1] = 0, [0, k.NONE]
            b.ships.flanked[1, 1] = 0
        check(b, rolled(sensor_checks, source))
        assert is_detected_by(b.ships, 1, 1, 0) == detects(b.ships, 0, 0, 1)
        return bool(detects(b.ships, 0, 0, 1))

    found = outcomes(roll)
    assert found.get(True, 0) == chance
    assert found.get(False, 0) == 1 - chance


@pytest.mark.parametrize(("face", "found"), [(15, 0), (16, 1), (20, 1)])
def test_sixteen_or_more_detects(
    joined: Builder, rolled: Callable[..., Any], events: Events, face: int, found: int
) -> None:
    b = joined([{}], [DEEP])
    b.ships.partner[:, 0] = 0
    check(b, rolled(sensor_checks, Scripted({Address(1, k.D_SENSOR, 0, 1000): [face]})))
    assert detects(b.ships, 0, 0, 0) == found
    assert events(b, k.E_SENSOR) == [(0, 0, 0, 1, 16, found, k.NONE)]


def test_a_ship_checks_its_partner_and_each_flanker_with_dice_of_their_own(
    joined: Builder, rolled: Callable[..., Any], events: Events
) -> None:
    """A ship in a pair with a cloaked one, flanked by two more; each of them checks nothing, as it is not cloaked."""
    b = joined([{"weight": 33}], [{"weight": 16, **DEEP}, {"weight": 9, **DEEP}, {"weight": 8, **REGULAR}])
    b.ships.partner[0, 0], b.ships.partner[1, 0] = 0, 0
    b.ships.flanked[1, 1:] = 0
    dice = {
        Address(1, k.D_SENSOR, 0, 1000): [1],
        Address(1, k.D_SENSED, 0, 2001): [20],
        Address(1, k.D_SENSED, 0, 2002): [16],
    }
    script = Scripted(dice)
    check(b, rolled(sensor_checks, script))
    assert script.unused() == []
    assert [detects(b.ships, 0, 0, i) for i in range(3)] == [0, 1, 1]
    assert [event[:3] for event in events(b, k.E_SENSOR)] == [(0, 0, 0)]
    assert [event[:3] for event in events(b, k.E_SENSED)] == [(0, 0, 1), (0, 0, 2)]


def test_a_detection_is_for_the_round_and_the_ship_alone(joined: Builder, rolled: Callable[..., Any]) -> None:
    b = joined([{}, {"weight": 8}], [DEEP])
    b.ships.partner[0, 0] = b.ships.partner[1, 0] = 0
    b.ships.flanked[0, 1] = 0
    first = {Address(1, k.D_SENSOR, 0, 1000): [20], Address(1, k.D_SENSOR, 0, 1001): [1]}
    check(b, rolled(sensor_checks, Scripted(first)))
    assert [detects(b.ships, 0, i, 0) for i in range(2)] == [1, 0]
    check(b, rolled(sensor_checks, Scripted({address: [1] for address in first})))
    assert [detects(b.ships, 0, i, 0) for i in range(2)] == [0, 0]


@pytest.mark.parametrize("out", [k.ABSENT, k.KILLED, k.WITHDRAWN])
def test_who_is_out_neither_checks_nor_is_looked_for(joined: Builder, rolled: Callable[..., Any], out: int) -> None:
    for s in range(2):
        b = joined([{}], [DEEP])
        b.ships.partner[:, 0] = 0
        b.ships.status[s, 0] = out
        check(b, rolled(sensor_checks, Scripted({})))
