"""Protect actions: who may draw whom, and against whose defences the drawn flanker rolls."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.sources import Address, Scripted
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.policy import choose
from flagplot.fta3.battle.protect import may_draw, protect
from flagplot.fta3.battle.shooting import shoot, victim_of

Builder = Callable[..., Any]
Events = Callable[..., list[tuple[int, ...]]]

WARD, GUARD = 0, 1
FLANKER, OTHER_FLANKER = 2, 3


def threatened(joined: Builder, guard: Any = None, flanker: Any = None, **readings: int) -> Any:
    """A battleship and a cruiser that protects it, each in a pair, and two flankers of the battleship."""
    b = joined(
        [{"weight": 33, "avoidance": 2, "protection": 2}, {"weight": 16, "protects": 1, **(guard or {})}],
        [{"weight": 33}, {"weight": 16}, {"weight": 8, "attacks": 1, **(flanker or {})}, {"weight": 7, "attacks": 1}],
        **readings,
    )
    b.ships.partner[:, :2] = [0, 1]
    b.ships.flanked[1, 2:] = WARD
    return b


def may(b: Any, flanker: int = FLANKER, guard: int = GUARD) -> bool:
    return may_draw(b.fleet, b.ships, b.readings, 0, guard, flanker) == 1


def carry_out(b: Any) -> None:
    protect(b.fleet, b.ships, b.choices, 1, b.trace)


# --- Who may --------------------------------------------------------------------------------------------------------


def test_a_ship_with_the_trait_may_draw_each_flanker_of_another(joined: Builder) -> None:
    b = threatened(joined)
    assert [may(b, flanker) for flanker in range(4)] == [False, False, True, True]


def test_without_the_trait_nobody_draws(joined: Builder) -> None:
    assert not may(threatened(joined, {"protects": 0}))


@pytest.mark.parametrize("status", [k.ABSENT, k.KILLED, k.WITHDRAWN])
@pytest.mark.parametrize("who", ["guard", "ward", "flanker"])
def test_all_three_must_be_there(joined: Builder, who: str, status: int) -> None:
    """A ward that has broken off this round is no longer fired at, and nobody's fire has to be drawn."""
    b = threatened(joined)
    place = {"guard": (0, GUARD), "ward": (0, WARD), "flanker": (1, FLANKER)}[who]
    b.ships.status[place] = status
    assert not may(b)


def test_a_wreck_protects_nobody(joined: Builder) -> None:
    """Read otherwise than by default, a ship killed at stand-off range is still there, and does no more than fire."""
    b = threatened(joined, standoff_kills=k.FIGHTS_ON)
    b.ships.hp[0, GUARD] = 0
    assert not may(b)


def test_who_is_flanked_itself_protects_nobody(joined: Builder) -> None:
    b = threatened(joined)
    b.ships.flanked[1, OTHER_FLANKER] = GUARD
    assert not may(b)
    b.ships.status[1, OTHER_FLANKER] = k.WITHDRAWN
    assert may(b)


def test_nobody_draws_its_own_flanker(joined: Builder) -> None:
    b = threatened(joined, {"weight": 16})
    b.fleet.protects[0, WARD] = 1
    assert not may(b, FLANKER, WARD)


@pytest.mark.parametrize("cloak", [k.REGULAR, k.DEEP])
@pytest.mark.parametrize(
    ("reading", "hidden", "found", "drawn"),
    [
        pytest.param(k.NOT_DRAWN, 1, 0, False, id="R29: only whom it can fire at"),
        pytest.param(k.DRAWN, 1, 0, True, id="read otherwise, always"),
        pytest.param(k.NOT_DRAWN, 1, 1, True, id="fighters have found it"),
        pytest.param(k.NOT_DRAWN, 0, 0, True, id="its cloak is down"),
    ],
)
def test_flankers_under_cloak(joined: Builder, cloak: int, reading: int, hidden: int, found: int, drawn: bool) -> None:
    b = threatened(joined, flanker={"cloak": cloak}, draw_hidden=reading)
    b.ships.hidden[1, FLANKER], b.ships.found[1, FLANKER] = hidden, found
    # That the ward has detected it is of no use to the protector.
    b.ships.seen[1, FLANKER] = 1
    assert may(b) == drawn


def test_a_hidden_ship_cannot_have_fire_drawn_to_it(joined: Builder) -> None:
    b = threatened(joined, {"cloak": k.DEEP})
    assert not may(b)
    b.ships.found[0, GUARD] = 1
    assert may(b)


# --- What it does ---------------------------------------------------------------------------------------------------


def test_each_draws_the_one_that_was_chosen(joined: Builder, events: Events) -> None:
    b = threatened(joined)
    b.ships.drawn[:] = 0
    b.choices.protect[:] = k.NONE
    b.choices.protect[0, GUARD] = FLANKER
    carry_out(b)
    assert b.ships.drawn[0, :2].tolist() == [k.NONE, k.NONE]
    assert b.ships.drawn[1].tolist() == [k.NONE, k.NONE, GUARD, k.NONE]
    assert [event[:4] for event in events(b, k.E_PROTECT)] == [(0, GUARD, FLANKER, WARD)]


def test_one_flanker_is_drawn_by_one_protector(joined: Builder, events: Events) -> None:
    b = threatened(joined)
    b.choices.protect[:] = k.NONE
    b.choices.protect[0, :2] = FLANKER
    carry_out(b)
    assert b.ships.drawn[1, FLANKER] == 0
    assert len(events(b, k.E_PROTECT)) == 1


def test_a_drawn_flanker_rolls_against_the_protector_and_hurts_it(
    joined: Builder, rolled: Callable[..., Any], events: Events
) -> None:
    """The ward is hit by anything; the protector has 16 and 18, and direct weapons add 2 to both at close range."""
    b = threatened(joined, {"avoidance": 16, "protection": 18}, {"damage": 50})
    b.choices.aim[:] = k.NONE
    b.choices.aim[1, 2:] = WARD
    b.choices.protect[:] = k.NONE
    b.choices.protect[0, GUARD] = FLANKER
    carry_out(b)
    script = Scripted(
        {
            Address(1, k.D_HIT, 1, 2002): [14],
            Address(1, k.D_PIERCE, 1, 2002): [16],
            Address(1, k.D_HIT, 1, 2003): [2],
            Address(1, k.D_PIERCE, 1, 2003): [20],
        }
    )
    twin = rolled(shoot, script)
    twin(b.fleet, b.ships, b.tables, b.readings, b.rulings, b.choices, b.cells, b.dice, b.trace)
    assert script.unused() == []
    assert b.ships.hp[0, :2].tolist() == [161 - 6, 161 - 50]
    assert b.ships.critical[0, :2].tolist() == [1, 0]
    assert [event[:5] for event in events(b, k.E_HIT)] == [(1, FLANKER, GUARD, 1, 14), (1, OTHER_FLANKER, WARD, 1, 2)]


def test_only_the_fire_of_a_flanker_at_the_ship_it_flanks_is_drawn(joined: Builder) -> None:
    b = threatened(joined)
    b.ships.drawn[1] = GUARD
    assert [victim_of(b.ships, 1, i, WARD) for i in range(4)] == [WARD, WARD, GUARD, GUARD]
    assert victim_of(b.ships, 1, FLANKER, GUARD) == GUARD


# --- Standing orders ------------------------------------------------------------------------------------------------


def chosen(b: Any) -> list[int]:
    b.choices.protect[:] = 55
    choose(b, k.PROTECT)
    size = int(b.fleet.size[0])
    found: list[int] = b.choices.protect[0, :size].tolist()
    return found


def test_the_flanker_that_threatens_most_is_drawn(joined: Builder) -> None:
    assert chosen(threatened(joined)) == [k.NONE, FLANKER]
    assert chosen(threatened(joined, flanker={"damage": 1})) == [k.NONE, OTHER_FLANKER]
    # At far range its direct guns lose 2.
    b = threatened(joined)
    b.fleet.avoidance[0, WARD] = 16
    b.ships.range[1, FLANKER] = k.FAR
    assert chosen(b) == [k.NONE, OTHER_FLANKER]


def test_a_flanker_that_does_no_harm_is_left_alone(joined: Builder) -> None:
    b = threatened(joined, flanker={"attacks": 0})
    b.fleet.attacks[1, OTHER_FLANKER] = 0
    assert chosen(b) == [k.NONE, k.NONE]


def test_only_ships_in_its_care_are_protected(joined: Builder) -> None:
    b = threatened(joined)
    b.orders.guards[0, GUARD, WARD] = 0
    assert chosen(b) == [k.NONE, k.NONE]


def test_two_protectors_draw_two_flankers(joined: Builder) -> None:
    b = joined(
        [{"weight": 33}, {"weight": 16, "protects": 1}, {"weight": 16, "protects": 1}],
        [{"weight": 33}, {"weight": 16}, {"weight": 16}, {"weight": 8, "attacks": 5}, {"weight": 7, "attacks": 9}],
    )
    b.ships.partner[:, :3] = [0, 1, 2]
    b.ships.flanked[1, 3:] = 0
    assert chosen(b) == [k.NONE, 4, 3]


@given(
    protects=st.lists(st.integers(0, 1), min_size=4, max_size=4),
    flanked=st.lists(st.integers(0, 3), min_size=4, max_size=4),
    attacks=st.lists(st.integers(0, 3), min_size=4, max_size=4),
    cloaks=st.lists(st.sampled_from([0, 0, k.DEEP]), min_size=8, max_size=8),
    guards=st.lists(st.integers(0, 1), min_size=16, max_size=16),
    reading=st.sampled_from([k.NOT_DRAWN, k.DRAWN]),
)
def test_whatever_is_ordered_each_protector_draws_one_and_each_is_drawn_once(
    joined: Builder,
    protects: list[int],
    flanked: list[int],
    attacks: list[int],
    cloaks: list[int],
    guards: list[int],
    reading: int,
) -> None:
    """Four pairs and four flankers."""
    b = joined(
        [{"protects": protects[i], "cloak": cloaks[i]} for i in range(4)],
        [{"weight": 33}] * 4 + [{"weight": 8, "attacks": n, "cloak": cloaks[4 + j]} for j, n in enumerate(attacks)],
        draw_hidden=reading,
    )
    b.ships.partner[:, :4] = range(4)
    b.ships.flanked[1, 4:] = flanked
    b.orders.guards[0, :4, :4] = [guards[4 * i : 4 * i + 4] for i in range(4)]
    drawn = [(i, j) for i, j in enumerate(chosen(b)) if j != k.NONE]
    assert len({j for _, j in drawn}) == len(drawn)
    carry_out(b)
    assert [(i, j) for j, i in enumerate(b.ships.drawn[1].tolist()) if i != k.NONE] == sorted(
        drawn, key=lambda pair: pair[1]
    )
    free = set(range(4, 8)) - {j for _, j in drawn}
    for i in range(4):
        could = {
            j
            for j in range(4, 8)
            if protects[i]
            and not cloaks[i]
            and i not in flanked
            and guards[4 * i + flanked[j - 4]]
            and attacks[j - 4]
            and (not cloaks[j] or reading == k.DRAWN)
        }
        mine = [j for who, j in drawn if who == i]
        assert set(mine) <= could
        assert mine or not could & free, "a protector is idle while a flanker could be drawn"
