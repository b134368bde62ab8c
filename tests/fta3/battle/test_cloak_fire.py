"""Fire from under cloaks and at them: who fires at whom, with which bonus, and which cloak drops.

The page is written down here a second time, as a function over every state that two ships can be in.
"""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.sources import Address, Scripted
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.cloak import (
    answers_fire,
    cloak_bonus,
    detects,
    drop_cloaks,
    is_ambush,
    is_detected_by,
    is_hidden,
    opens_fire,
    sensor_checks,
    settle_fire,
    stag_bonus,
)
from flagplot.fta3.battle.shooting import shoot

Builder = Callable[..., Any]
Events = Callable[..., list[tuple[int, ...]]]

REGULAR = {"cloak": k.REGULAR}


def check(b: Any, function: Any) -> None:
    function(b.fleet, b.ships, b.tables, 1, b.dice, b.trace)


class Ship(NamedTuple):
    """A ship's cloak, whether it is up, whether fighters have found it, whether its sensors detect, and its fire."""

    cloak: int
    up: int
    found: int
    sees: int
    holds: int

    @property
    def is_hidden(self) -> bool:
        return bool(self.up and not self.found)


class Fire(NamedTuple):
    """What is expected of one ship against the other."""

    fires: bool
    cloaks: int
    stag: int


STATES = [(0, 0, 0), (k.REGULAR, 1, 0), (k.REGULAR, 0, 0), (k.DEEP, 1, 0), (k.DEEP, 1, 1)]
SHIPS = [Ship(*state, sees, holds) for state, sees, holds in product(STATES, (0, 1), (0, 1))]


def by_the_page(own: Ship, enemy: Ship, most: int) -> Fire:
    """The section on subhunting, with R30 to R32: what ``own`` does to ``enemy`` when both aim at one another.

    A cloak hides until it is detected, by this ship and this round. A regular one drops to fire, so that it may be
    answered; a deep one stays. Who fires unseen has +5; who detected a regular cloak first has +5; no more than
    ``most`` in all. STAG has +2 against any cloak that its ship detected.
    """

    def can_open(one: Ship, other: Ship) -> bool:
        return not one.holds and (not other.is_hidden or bool(one.sees))

    answers = not own.holds and enemy.cloak == k.REGULAR and enemy.is_hidden and can_open(enemy, own)
    unseen = own.is_hidden and not enemy.sees
    caught = enemy.is_hidden and own.sees and enemy.cloak == k.REGULAR
    stag = 2 if enemy.is_hidden and own.sees else 0
    return Fire(can_open(own, enemy) or answers, min(most, 5 * unseen + 5 * caught), stag)


PAIR, FIRST_FLANKS, SECOND_FLANKS = "a pair", "the first flanks", "the second flanks"


def engage(joined: Builder, how: str, own: Ship, enemy: Ship, **readings: int) -> tuple[Any, int, int]:
    """The two ships, paired or one flanking the other; who is flanked is paired with a third that does nothing."""
    third = [{"weight": 40, "attacks": 0, "sensors": 0}]
    entries = [{"weight": 16, "attacks": 1, "damage": 1, "cloak": ship.cloak, "stag": 2} for ship in (own, enemy)]
    sides = [[entries[0]], [entries[1]]]
    if how == FIRST_FLANKS:
        sides[0] = third + sides[0]
    elif how == SECOND_FLANKS:
        sides[1] = third + sides[1]
    b = joined(*sides, trace_rows=40, **readings)
    i, j = len(sides[0]) - 1, len(sides[1]) - 1
    b.ships.partner[0, 0] = b.ships.partner[1, 0] = 0
    if how == FIRST_FLANKS:
        b.ships.partner[0, 1], b.ships.flanked[0, 1] = k.NONE, 0
    elif how == SECOND_FLANKS:
        b.ships.partner[1, 1], b.ships.flanked[1, 1] = k.NONE, 0
    for s, place, ship in ((0, i, own), (1, j, enemy)):
        b.ships.hidden[s, place], b.ships.found[s, place] = ship.up, ship.found
    b.choices.aim[:] = k.NONE
    b.choices.aim[0, i], b.choices.aim[1, j] = j, i
    b.choices.hold[0, i], b.choices.hold[1, j] = own.holds, enemy.holds
    return b, i, j


def sensors(how: str, own: Ship, enemy: Ship, i: int, j: int) -> Scripted:
    """The dice of the checks that are due, each where the addresses of dice format 1 put it."""
    mine, theirs = 1000 + i, 2000 + j
    script = {}
    if enemy.is_hidden:
        address = Address(1, k.D_SENSOR, 0, mine) if how != SECOND_FLANKS else Address(1, k.D_SENSED, 0, theirs)
        script[address] = [20 if own.sees else 1]
    if own.is_hidden:
        address = Address(1, k.D_SENSOR, 1, theirs) if how != FIRST_FLANKS else Address(1, k.D_SENSED, 1, mine)
        script[address] = [20 if enemy.sees else 1]
    return Scripted(script)


class AllSucceed:
    """Every die does."""

    def face(self, *_: int) -> int:
        raise AssertionError("no single die is rolled here")

    def count(self, dice: Any, phase: int, side: int, roller: int, start: int, n: int, *_: int) -> tuple[int, int]:
        return n, 0


def everything(how: str) -> Iterator[tuple[Ship, Ship]]:
    """Every two ships; those that see nothing hidden are looked at once."""
    for own, enemy in product(SHIPS, repeat=2):
        if (own.sees and not enemy.is_hidden) or (enemy.sees and not own.is_hidden):
            continue
        yield own, enemy


@pytest.mark.parametrize(("reading", "most"), [(k.ONE_BONUS, 5), (k.BOTH_BONUSES, 10)])
@pytest.mark.parametrize("how", [PAIR, FIRST_FLANKS, SECOND_FLANKS])
def test_who_fires_at_whom_with_which_bonus(
    joined: Builder, rolled: Callable[..., Any], how: str, reading: int, most: int
) -> None:
    for own, enemy in everything(how):
        b, i, j = engage(joined, how, own, enemy, cloaks=reading)
        script = sensors(how, own, enemy, i, j)
        check(b, rolled(sensor_checks, script))
        assert script.unused() == []
        settle_fire(b.fleet, b.ships, b.choices)
        for s, one, other, a, z in ((0, own, enemy, i, j), (1, enemy, own, j, i)):
            told = (how, one, other)
            expected = by_the_page(one, other, most)
            assert is_hidden(b.ships, s, a) == int(one.is_hidden)
            assert detects(b.ships, s, a, z) == int(one.sees), told
            assert is_detected_by(b.ships, 1 - s, z, a) == int(one.sees), told
            assert opens_fire(b.fleet, b.ships, b.choices, s, a, z) == int(
                not one.holds and (not other.is_hidden or one.sees)
            ), told
            assert b.ships.fired[s, a] == int(expected.fires), told
            assert is_ambush(b.ships, s, a, z) == int(one.is_hidden and not other.sees), told
            assert cloak_bonus(b.fleet, b.ships, b.tables, b.readings, s, a, z) == expected.cloaks, told
            assert stag_bonus(b.fleet, b.ships, s, a, z) == expected.stag, told


@pytest.mark.parametrize("stag", [k.PIERCE, k.HIT])
@pytest.mark.parametrize("how", [PAIR, FIRST_FLANKS, SECOND_FLANKS])
def test_the_numbers_that_are_rolled_against(
    joined: Builder, rolled: Callable[..., Any], events: Events, how: str, stag: int
) -> None:
    """Avoidance 12 less 2 of direct weapons at close range, protection 13 less 2, and what the page adds to either."""
    for own, enemy in everything(how):
        b, i, j = engage(joined, how, own, enemy, stag=stag, flanked=k.MAY_ANSWER)
        check(b, rolled(sensor_checks, sensors(how, own, enemy, i, j)))
        twin = rolled(shoot, AllSucceed())
        twin(b.fleet, b.ships, b.tables, b.readings, b.rulings, b.choices, b.cells, b.dice, b.trace)
        drop_cloaks(b.fleet, b.ships, 1, b.trace)
        fired, edges, blind, held, down = [], [], [], [], []
        for s, one, other, a, z in ((0, own, enemy, i, j), (1, enemy, own, j, i)):
            expected = by_the_page(one, other, 5)
            if expected.fires:
                to_hit, to_pierce = 10, 11 - expected.cloaks
                if stag == k.HIT:
                    to_hit -= expected.stag
                else:
                    to_pierce -= expected.stag
                fired.append((s, a, z, 1, to_hit, 1, to_pierce))
                unseen = int(one.is_hidden and not other.sees)
                edges += [(s, a, z, expected.cloaks, expected.stag, unseen)] * bool(expected.cloaks or expected.stag)
            elif one.holds:
                held.append((s, a, z))
            else:
                blind.append((s, a, z))
            if expected.fires and one.up and one.cloak == k.REGULAR:
                down.append((s, a))
            assert b.ships.hidden[s, a] == int(one.up and (s, a) not in down)
        assert sorted(events(b, k.E_HIT)) == sorted(fired)
        assert sorted(event[:6] for event in events(b, k.E_CLOAK_EDGE)) == sorted(edges)
        assert sorted(event[:3] for event in events(b, k.E_BLIND)) == sorted(blind)
        assert sorted(event[:3] for event in events(b, k.E_HOLD)) == sorted(held)
        assert sorted(event[:2] for event in events(b, k.E_DECLOAK)) == sorted(down)


def test_of_two_cloaks_at_least_one_has_to_detect_the_other(joined: Builder) -> None:
    """A sentence of the page, from the table above."""
    for cloaks in product((k.REGULAR, k.DEEP), repeat=2):
        own, enemy = (Ship(cloak, 1, 0, 0, 0) for cloak in cloaks)
        b, i, j = engage(joined, PAIR, own, enemy)
        settle_fire(b.fleet, b.ships, b.choices)
        assert (b.ships.fired[0, i], b.ships.fired[1, j]) == (0, 0)
        b.ships.sees[0, i] = 1
        settle_fire(b.fleet, b.ships, b.choices)
        assert (b.ships.fired[0, i], b.ships.fired[1, j]) == (1, int(own.cloak == k.REGULAR))


def test_an_answer_may_be_answered(joined: Builder) -> None:
    """Three under regular cloaks: one detects its partner, which answers, and so shows itself to whom it aims at it."""
    b = joined([{"weight": 33, **REGULAR}, REGULAR], [REGULAR])
    b.ships.partner[0, 0] = b.ships.partner[1, 0] = 0
    b.ships.flanked[0, 1] = 0
    b.choices.aim[:] = 0
    b.ships.sees[0, 0] = 1
    settle_fire(b.fleet, b.ships, b.choices)
    assert b.ships.fired.tolist() == [[1, 1], [1, 0]]


@pytest.mark.parametrize("fired", [0, 1])
@pytest.mark.parametrize("cloak", [0, k.REGULAR, k.DEEP])
@pytest.mark.parametrize("attacks", [0, 3])
@pytest.mark.parametrize("hold", [0, 1])
def test_only_a_regular_cloak_that_fires_is_answered(
    joined: Builder, fired: int, cloak: int, attacks: int, hold: int
) -> None:
    b = joined([{"attacks": attacks}], [{"cloak": cloak}])
    b.choices.aim[:, 0] = 0
    b.choices.hold[0, 0] = hold
    b.ships.fired[1, 0] = fired
    expected = int(fired and cloak == k.REGULAR and attacks > 0 and not hold)
    assert answers_fire(b.fleet, b.ships, b.choices, 0, 0, 0) == expected


@given(st.integers(-3, 5), st.sampled_from([k.REGULAR, k.DEEP]))
def test_a_books_own_stag_counts_as_it_says(joined: Builder, stag: int, cloak: int) -> None:
    b, i, j = engage(joined, PAIR, Ship(0, 0, 0, 1, 0), Ship(cloak, 1, 0, 0, 0))
    b.fleet.stag[0, i] = stag
    assert stag_bonus(b.fleet, b.ships, 0, i, j) == 0
    b.ships.sees[0, i] = 1
    assert stag_bonus(b.fleet, b.ships, 0, i, j) == stag


def test_dead_ships_shoot_back_from_under_cloak_too(
    joined: Builder, rolled: Callable[..., Any], events: Events
) -> None:
    """R32: detection settles who fires, and the fire of a ship that dies in the same moment counts."""
    b = joined([{"damage": 999, **REGULAR}], [{"damage": 999}])
    b.ships.partner[:, 0] = 0
    b.choices.aim[:, 0] = 0
    twin = rolled(shoot, AllSucceed())
    twin(b.fleet, b.ships, b.tables, b.readings, b.rulings, b.choices, b.cells, b.dice, b.trace)
    assert (b.ships.hp[:, 0] < 0).all()
    assert [event[:3] for event in events(b, k.E_HIT)] == [(0, 0, 0), (1, 0, 0)]
