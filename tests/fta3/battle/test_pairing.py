"""Pairing off and flanking: who meets whom, how long, at which range."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.pairing import (
    any_pair,
    flank,
    may_pair,
    pair_off,
    release,
    set_flank_ranges,
    set_pair_ranges,
)
from flagplot.fta3.battle.policy import choose
from flagplot.fta3.battle.sequence import advance, fight

Builder = Callable[..., Any]
Events = Callable[..., list[tuple[int, ...]]]


# --- Releasing --------------------------------------------------------------------------------------------------------


def test_pairs_last_while_both_are_there_and_flankers_are_free_again(joined: Builder) -> None:
    b = joined([{}, {}, {}], [{}, {}])
    b.ships.partner[0] = [1, 0, k.NONE]
    b.ships.partner[1, :2] = [1, 0]
    b.ships.flanked[0, 2] = 1
    b.cells[k.POSITION_WINNER] = 1
    release(b.fleet, b.ships, b.sides, b.cells)
    assert b.ships.partner[0].tolist() == [1, 0, k.NONE]
    assert b.ships.partner[1, :2].tolist() == [1, 0]
    assert b.ships.flanked[0].tolist() == [k.NONE] * 3
    assert b.sides.free.tolist() == [1, 0]
    assert b.cells[k.PICKER] == 1


@pytest.mark.parametrize("status", [k.KILLED, k.WITHDRAWN])
def test_who_has_lost_its_partner_is_free(joined: Builder, status: int) -> None:
    b = joined([{}, {}], [{}, {}])
    b.ships.partner[:] = [[0, 1], [0, 1]]
    b.ships.status[1, 0] = status
    b.cells[k.POSITION_WINNER] = 0
    release(b.fleet, b.ships, b.sides, b.cells)
    assert b.ships.partner[0].tolist() == [k.NONE, 1]
    assert b.ships.partner[1, 1] == 1
    # The one that is out is not counted as free.
    assert b.sides.free.tolist() == [1, 0]
    assert b.cells[k.PICKER] == 0


# --- Picking ----------------------------------------------------------------------------------------------------------


def test_a_pick_pairs_both_and_hands_the_next_to_the_other_side(joined: Builder, events: Events) -> None:
    b = joined([{}, {}], [{}, {}])
    b.sides.free[:] = 2
    b.cells[k.PICKER] = 1
    b.choices.pick[:] = 0, 1
    pair_off(b.ships, b.sides, b.choices, b.cells, b.trace)
    assert b.ships.partner.tolist() == [[k.NONE, 0], [1, k.NONE]]
    assert b.sides.free.tolist() == [1, 1]
    assert b.cells[k.PICKER] == 0
    assert [event[:3] for event in events(b, k.E_PAIR)] == [(1, 0, 1)]


# --- Flanking and ranges ----------------------------------------------------------------------------------------------


def test_only_ships_left_over_flank(joined: Builder, events: Events) -> None:
    b = joined([{}, {}, {}, {}], [{}])
    b.ships.partner[0, 0] = b.ships.partner[1, 0] = 0
    b.ships.status[0, 2] = k.WITHDRAWN
    b.choices.flank[:] = 0
    b.choices.flank[0, 3] = k.NONE
    flank(b.fleet, b.ships, b.sides, b.choices, 1, b.trace)
    assert b.ships.flanked[0].tolist() == [k.NONE, 0, k.NONE, k.NONE]
    assert b.ships.flanked[1, 0] == k.NONE
    assert [event[:3] for event in events(b, k.E_FLANK)] == [(0, 1, 0)]


@pytest.mark.parametrize("winner", [0, 1])
def test_the_position_winner_sets_the_range_of_every_pair(joined: Builder, events: Events, winner: int) -> None:
    b = joined([{}, {}], [{}, {}])
    b.ships.partner[:] = [[1, 0], [1, 0]]
    b.cells[k.POSITION_WINNER] = winner
    b.choices.range[winner] = [k.FAR, k.CLOSE]
    b.choices.range[1 - winner] = [k.FAR, k.CLOSE]
    set_pair_ranges(b.fleet, b.ships, b.choices, b.cells, b.trace)
    assert b.ships.range[winner].tolist() == [k.FAR, k.CLOSE]
    # The first ship of one side fights the second of the other.
    assert b.ships.range[1 - winner].tolist() == [k.CLOSE, k.FAR]
    assert [event[:4] for event in events(b, k.E_RANGE)] == [(winner, 0, 1, k.FAR), (winner, 1, 0, k.CLOSE)]


@pytest.mark.parametrize("winner", [0, 1])
def test_a_flanker_sets_its_own_range_whoever_has_the_position(joined: Builder, events: Events, winner: int) -> None:
    b = joined([{}, {}], [{}])
    b.ships.partner[0, 0] = b.ships.partner[1, 0] = 0
    b.ships.flanked[0, 1] = 0
    b.cells[k.POSITION_WINNER] = winner
    b.choices.range[0] = [k.CLOSE, k.FAR]
    b.choices.range[1, 0] = k.CLOSE
    set_pair_ranges(b.fleet, b.ships, b.choices, b.cells, b.trace)
    set_flank_ranges(b.fleet, b.ships, b.sides, b.choices, 1, b.trace)
    assert b.ships.range[0].tolist() == [k.CLOSE, k.FAR]
    assert b.ships.range[1, 0] == k.CLOSE
    assert [event[:4] for event in events(b, k.E_FLANK_RANGE)] == [(0, 1, 0, k.FAR)]


# --- What holds in every battle ---------------------------------------------------------------------------------------


fleets = st.lists(
    st.fixed_dictionaries(
        {
            "weight": st.sampled_from([8, 16, 33]),
            "hp": st.sampled_from([10, 40, 90]),
            "leave": st.sampled_from([k.NONE, 50]),
            "arrives": st.sampled_from([1, 1, 1, 2, 3]),
            "range": st.sampled_from([k.CLOSE, k.FAR, k.BEST]),
            "prefer": st.sampled_from([(), ("W8",), ("W16", "W33")]),
        }
    ),
    min_size=1,
    max_size=8,
).map(lambda ships: [{**ships[0], "arrives": 1}, *ships[1:]])


def present(b: Any, s: int) -> set[int]:
    return {i for i in range(b.fleet.size[s]) if b.ships.status[s, i] == k.ACTIVE}


def pairs(b: Any) -> set[tuple[int, int]]:
    """The pairs of ships that are both in the battle, checked to be mutual."""
    found = []
    for s in range(2):
        found.append(
            {
                ((i, int(b.ships.partner[s, i])) if s == 0 else (int(b.ships.partner[s, i]), i))
                for i in present(b, s)
                if b.ships.partner[s, i] != k.NONE
            }
        )
    assert found[0] == found[1]
    return found[0]


@given(red=fleets, blue=fleets, key=st.integers(0, 2**64 - 1))
def test_whom_ships_meet_in_any_battle(battle: Builder, red: list[Any], blue: list[Any], key: int) -> None:
    known = {hull for side in (red, blue) for hull in (f"W{ship['weight']}" for ship in side)}
    for ship in (*red, *blue):
        ship["prefer"] = tuple(hull for hull in ship["prefer"] if hull in known)
    b = battle(red, blue, key=key, round_limit=6)
    before: set[tuple[int, int]] = set()
    picks: list[int] = []
    step = k.OPEN
    while step != k.OVER:
        choose(b, step)
        carried_out, step = step, advance(b, step)
        if carried_out == k.POSITION:
            # Pairs last: those that are still complete are still there, and nobody is paired anew.
            ours, theirs = present(b, 0), present(b, 1)
            before = {(i, j) for i, j in before if i in ours and j in theirs}
            assert pairs(b) == before
            picks = []
        elif carried_out == k.PICK:
            picks.append(int(1 - b.cells[k.PICKER]))
        elif carried_out == k.FLANK:
            check_lines(b, before, picks)
        elif carried_out == k.RANGE:
            for i, j in pairs(b):
                assert b.ships.range[0, i] == b.ships.range[1, j]
        elif carried_out == k.FIRE:
            for s in range(2):
                for i in present(b, s):
                    met = b.ships.partner[s, i] if b.ships.partner[s, i] != k.NONE else b.ships.flanked[s, i]
                    assert b.choices.aim[s, i] == met
            before = pairs(b)


def check_lines(b: Any, before: set[tuple[int, int]], picks: list[int]) -> None:
    """After pairing and flanking: who is free, who flanks, and who picked when."""
    now = pairs(b)
    assert before <= now
    winner = int(b.cells[k.POSITION_WINNER])
    assert len(picks) == len(now - before)
    assert picks == [(winner + n) % 2 for n in range(len(picks))]
    paired = [{i for i, _ in now}, {j for _, j in now}]
    assert all(len(side) == len(now) for side in paired)
    left = [present(b, s) - paired[s] for s in range(2)]
    assert not (left[0] and left[1])
    for s in range(2):
        flankers = {i for i in present(b, s) if b.ships.flanked[s, i] != k.NONE}
        assert flankers == (left[s] if paired[1 - s] else set())
        assert {int(b.ships.flanked[s, i]) for i in flankers} <= paired[1 - s]


# --- Traits that forbid pairs -----------------------------------------------------------------------------------------

HULLS = ("W33", "W16", "W8")
shy = st.lists(
    st.fixed_dictionaries(
        {
            "weight": st.sampled_from([8, 16, 33]),
            "prefer": st.permutations(HULLS).map(tuple),
        }
    ),
    min_size=1,
    max_size=6,
)
# Hull by hull of each side, for a trait is a hull's.
dislikes = st.fixed_dictionaries({hull: st.sets(st.sampled_from(HULLS)).map(tuple) for hull in HULLS})


@given(red=shy, blue=shy, red_never=dislikes, blue_never=dislikes, winner=st.integers(0, 1))
def test_forbidden_pairs_are_never_made_and_every_other_is(
    joined: Builder, red: list[Any], blue: list[Any], red_never: Any, blue_never: Any, winner: int
) -> None:
    """The picks by the page: in turns, the heaviest that may have a partner takes the first it prefers and may have."""
    sides = [
        [{**ship, "never": never[f"W{ship['weight']}"]} for ship in side]
        for side, never in ((red, red_never), (blue, blue_never))
    ]
    known = {f"W{ship['weight']}" for side in sides for ship in side}
    for ship in (ship for side in sides for ship in side):
        for name in ("prefer", "never"):
            ship[name] = tuple(hull for hull in ship[name] if hull in known)
    b = joined(*sides)
    for side in sides:
        side.sort(key=lambda ship: -int(ship["weight"]))
    b.cells[k.POSITION_WINNER] = winner
    choose(b, k.POSITION)
    release(b.fleet, b.ships, b.sides, b.cells)
    made = []
    while any_pair(b.fleet, b.ships, b.sides):
        choose(b, k.PICK)
        made.append((int(b.cells[k.PICKER]), *b.choices.pick.tolist()))
        pair_off(b.ships, b.sides, b.choices, b.cells, b.trace)
    assert made == by_turns(sides, winner)


def by_turns(sides: list[list[Any]], picker: int) -> list[tuple[int, int, int]]:
    free = [list(range(len(side))) for side in sides]
    made = []

    def may(s: int, i: int, j: int) -> bool:
        own, other = sides[s][i], sides[1 - s][j]
        return f"W{other['weight']}" not in own["never"] and f"W{own['weight']}" not in other["never"]

    while True:
        picks = [
            (i, min(wanted, key=lambda j: (sides[picker][i]["prefer"].index(f"W{sides[1 - picker][j]['weight']}"), j)))
            for i in free[picker]
            if (wanted := [j for j in free[1 - picker] if may(picker, i, j)])
        ]
        if not picks:
            return made
        made.append((picker, *picks[0]))
        free[picker].remove(picks[0][0])
        free[1 - picker].remove(picks[0][1])
        picker = 1 - picker


@pytest.mark.parametrize(
    ("own", "other", "allowed"),
    [
        pytest.param((), (), 1, id="no trait"),
        pytest.param(("W8",), (), 0, id="the one will not have the other"),
        pytest.param((), ("W16",), 0, id="the other will not have the one"),
        pytest.param(("W16",), ("W8",), 1, id="each forbids another kind"),
    ],
)
def test_either_ships_trait_forbids_the_pair(
    joined: Builder, own: tuple[str, ...], other: tuple[str, ...], allowed: int
) -> None:
    b = joined([{"weight": 16, "never": own}], [{"weight": 8, "never": other}])
    assert may_pair(b.fleet, 0, 0, 0) == may_pair(b.fleet, 1, 0, 0) == allowed
    b.sides.free[:] = 1
    assert any_pair(b.fleet, b.ships, b.sides) == allowed


def test_who_may_not_be_paired_may_still_flank(joined: Builder) -> None:
    b = joined([{"weight": 16, "never": ("W8",)}, {"weight": 16}], [{"weight": 8}])
    b.ships.partner[0, 1], b.ships.partner[1, 0] = 0, 1
    choose(b, k.FLANK)
    assert b.choices.flank[0].tolist() == [0, k.NONE]


@pytest.mark.parametrize("form", [k.MASS, k.SMALL])
def test_where_every_pair_is_forbidden_nobody_meets(battle: Builder, events: Events, form: int) -> None:
    b = battle([{"weight": 16, "never": ("W8",)}], [{"weight": 8}], form=form)
    fight(b)
    assert events(b, k.E_PAIR) + events(b, k.E_FLANK) + events(b, k.E_HIT) == []
    assert b.cells[k.REASON] == k.STALEMATE
