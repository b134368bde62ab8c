"""Breaking off in the small form: who may try, who pursues, and how likely it is that a ship is held."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import prod
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.sources import Address, Enumerated, Scripted, outcomes
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.disengage import disengage, pursuit_need
from flagplot.fta3.battle.pairing import release
from flagplot.fta3.battle.policy import choose
from flagplot.fta3.battle.sequence import advance
from flagplot.fta3.battle.shooting import shoot

Builder = Callable[..., Any]
Events = Callable[..., list[tuple[int, ...]]]


@pytest.mark.parametrize(
    ("pursuer", "prey", "need", "chance"),
    [
        pytest.param(2, 2, 15, Fraction(3, 10), id="E16, equal"),
        pytest.param(3, 2, 13, Fraction(2, 5), id="E16, one faster"),
        pytest.param(4, 2, 11, Fraction(1, 2), id="E16, two faster"),
        pytest.param(1, 2, 15, Fraction(3, 10), id="R28, one slower"),
        pytest.param(0, 4, 15, Fraction(3, 10), id="R28, four slower"),
        pytest.param(9, 1, -1, Fraction(1), id="nobody gets away from it"),
    ],
)
def test_what_a_pursuer_needs(
    joined: Builder, rolled: Callable[..., Any], pursuer: int, prey: int, need: int, chance: Fraction
) -> None:
    assert pursuit_need(joined([{}], [{}]).tables, pursuer, prey) == need
    assert held(joined, rolled, prey, [pursuer]) == chance


def break_off(b: Any, function: Any) -> None:
    function(b.fleet, b.ships, b.sides, b.tables, b.choices, b.cells, b.dice, b.trace)


def leaving(joined: Builder, prey: int, pursuers: Sequence[int], **kwargs: Any) -> Any:
    """A ship of the first side that tries to leave its partner and that one's flanking friends, by their speeds."""
    b = joined([{"pace": prey}], [{"pace": pace} for pace in pursuers], **kwargs)
    b.ships.partner[0, 0] = b.ships.partner[1, 0] = 0
    b.ships.flanked[1, 1:] = 0
    b.cells[k.POSITION_WINNER] = 0
    b.choices.leave[:], b.choices.pursue[:] = 0, 1
    b.choices.leave[0, 0] = 1
    return b


def held(joined: Builder, rolled: Callable[..., Any], prey: int, pursuers: Sequence[int]) -> Fraction:
    def attempt(source: Enumerated) -> bool:
        b = leaving(joined, prey, pursuers, trace_rows=20)
        break_off(b, rolled(disengage, source))
        return bool(b.ships.status[0, 0] == k.ACTIVE)

    return outcomes(attempt).get(True, Fraction(0))


@pytest.mark.parametrize("pursuers", [[2], [2, 2], [3, 1], [2, 2, 2], [1, 2, 4], [4, 4, 4], [0, 3, 3]])
def test_each_pursuer_rolls_once_and_any_success_holds(
    joined: Builder, rolled: Callable[..., Any], pursuers: list[int]
) -> None:
    """The chance that all of one to three pursuers fail, each at 15 less 2 for each point that it is faster."""
    fails = prod(Fraction(14 - 2 * max(0, pace - 2), 20) for pace in pursuers)
    assert held(joined, rolled, 2, pursuers) == 1 - fails


@pytest.mark.parametrize(("face", "status"), [(14, k.WITHDRAWN), (15, k.ACTIVE)])
def test_who_gets_away_is_out_and_its_weight_gone(
    joined: Builder, rolled: Callable[..., Any], events: Events, face: int, status: int
) -> None:
    b = leaving(joined, 2, [2])
    b.ships.hp[0, 0] = 40
    break_off(b, rolled(disengage, Scripted({Address(1, k.D_PURSUIT, 1, 2000): [face]})))
    caught = int(status == k.ACTIVE)
    assert b.ships.status[0, 0] == status
    assert b.sides.gone[0, 0] == (0 if caught else 16)
    assert events(b, k.E_PURSUIT) == [(1, 0, 0, 15, caught, k.D_PURSUIT, k.NONE)]
    assert [event[:5] for event in events(b, k.E_DISENGAGE)] == [(0, 0, k.NONE, caught, 40)]


def test_only_the_side_that_won_the_position_may_try(joined: Builder, rolled: Callable[..., Any]) -> None:
    b = leaving(joined, 2, [2])
    b.choices.leave[:] = 1
    b.cells[k.POSITION_WINNER] = 1
    break_off(b, rolled(disengage, Scripted({Address(1, k.D_PURSUIT, 0, 1000): [1]})))
    assert b.ships.status[:, 0].tolist() == [k.ACTIVE, k.WITHDRAWN]


def test_only_ships_engaged_with_it_pursue(joined: Builder, rolled: Callable[..., Any]) -> None:
    """Of two pairs and a flanker of the first, the second pair's ship has no say."""
    b = joined([{}, {}], [{}, {}, {}])
    b.ships.partner[:, :2] = [0, 1]
    b.ships.flanked[1, 2] = 0
    b.cells[k.POSITION_WINNER] = 0
    b.choices.leave[:], b.choices.pursue[:] = [[1, 0, 0], [0, 0, 0]], 1
    script = Scripted({Address(1, k.D_PURSUIT, 1, 2000): [1], Address(1, k.D_PURSUIT, 1, 2002): [20]})
    break_off(b, rolled(disengage, script))
    assert script.unused() == []
    assert b.ships.status[0, :2].tolist() == [k.ACTIVE, k.ACTIVE]


def test_one_ship_pursues_each_of_its_flankers_with_dice_of_their_own(
    joined: Builder, rolled: Callable[..., Any], events: Events
) -> None:
    b = joined([{}, {}, {}], [{"pace": 3}])
    b.ships.partner[0, 0] = b.ships.partner[1, 0] = 0
    b.ships.flanked[0, 1:] = 0
    b.cells[k.POSITION_WINNER] = 0
    b.choices.leave[:], b.choices.pursue[:] = 1, 1
    script = Scripted(
        {
            Address(1, k.D_PURSUIT, 1, 2000): [12],
            Address(1, k.D_PURSUIT_OF_FLANKER, 1, 1001): [13],
            Address(1, k.D_PURSUIT_OF_FLANKER, 1, 1002): [12],
        }
    )
    break_off(b, rolled(disengage, script))
    assert script.unused() == []
    assert b.ships.status[0].tolist() == [k.WITHDRAWN, k.ACTIVE, k.WITHDRAWN]
    assert [event[:3] for event in events(b, k.E_PURSUIT)] == [(1, 0, 0), (1, 0, 1), (1, 0, 2)]


@pytest.mark.parametrize("out", [k.ABSENT, k.KILLED, k.WITHDRAWN])
def test_who_is_out_neither_leaves_nor_pursues(joined: Builder, rolled: Callable[..., Any], out: int) -> None:
    b = leaving(joined, 2, [2])
    b.ships.status[0, 0] = out
    break_off(b, rolled(disengage, Scripted({})))
    assert b.ships.status[0, 0] == out
    b = leaving(joined, 2, [2])
    b.ships.status[1, 0] = out
    break_off(b, rolled(disengage, Scripted({})))
    assert b.ships.status[0, 0] == k.WITHDRAWN


def test_a_wreck_does_not_get_away(joined: Builder, rolled: Callable[..., Any], events: Events) -> None:
    """Killed at stand-off range and still there, where R22 is read so."""
    b = leaving(joined, 2, [2], standoff_kills=k.FIGHTS_ON)
    b.ships.hp[0, 0] = 0
    break_off(b, rolled(disengage, Scripted({})))
    assert b.ships.status[0, 0] == k.ACTIVE
    assert events(b, k.E_DISENGAGE) == []


def test_who_does_not_pursue_rolls_nothing(joined: Builder, rolled: Callable[..., Any]) -> None:
    b = leaving(joined, 2, [4])
    b.choices.pursue[1, 0] = 0
    break_off(b, rolled(disengage, Scripted({})))
    assert b.ships.status[0, 0] == k.WITHDRAWN


def test_who_has_left_is_not_fired_at_nor_fires_and_frees_its_partner(
    joined: Builder, rolled: Callable[..., Any], events: Events
) -> None:
    b = leaving(joined, 2, [2, 2])
    b.choices.pursue[:] = 0
    break_off(b, rolled(disengage, Scripted({})))
    choose(b, k.FIRE)
    rolled(shoot, Scripted({}))(b.fleet, b.ships, b.tables, b.readings, b.rulings, b.choices, b.cells, b.dice, b.trace)
    assert events(b, k.E_HIT) == []
    release(b.fleet, b.ships, b.sides, b.cells)
    assert b.ships.partner[1].tolist() == [k.NONE, k.NONE]
    assert b.sides.free.tolist() == [0, 2]


# --- Standing orders ------------------------------------------------------------------------------------------------


@given(
    hp=st.integers(1, 100),
    leave=st.sampled_from([k.NONE, 10, 50, 100]),
    gone=st.integers(0, 16),
    force=st.sampled_from([k.NONE, 25, 100]),
    pace=st.integers(0, 2),
    pursue=st.integers(0, 1),
)
def test_ships_try_to_leave_where_they_would_withdraw(
    joined: Builder, hp: int, leave: int, gone: int, force: int, pace: int, pursue: int
) -> None:
    ship = {"hp": 100, "leave": leave, "pace": pace, "pursue": pursue}
    b = joined([ship], [{}], force=((force,), (k.NONE,)), form=k.SMALL)
    b.ships.hp[0, 0] = hp
    b.sides.gone[0, 0] = gone
    b.choices.leave[:], b.choices.pursue[:] = 5, 5
    choose(b, k.DISENGAGE)
    wounded = leave != k.NONE and hp <= leave
    beaten = force != k.NONE and gone > 0 and Fraction(gone, 16) >= Fraction(force, 100)
    # A fixed defence has no way to leave.
    assert b.choices.leave[0, 0] == int((wounded or beaten) and pace > 0)
    assert b.choices.pursue[:, 0].tolist() == [pursue, 1]


@pytest.mark.parametrize(("form", "left"), [(k.SMALL, k.ACTIVE), (k.MASS, k.WITHDRAWN)])
def test_in_the_small_form_nobody_withdraws_by_itself(battle: Builder, form: int, left: int) -> None:
    b = battle([{"attacks": 0, "leave": 100, "now": 50}], [{"attacks": 0}], form=form, round_limit=1)
    step = k.OPEN
    while step != k.OVER:
        choose(b, step)
        if step == k.DISENGAGE:
            b.choices.leave[:] = 0
        step = advance(b, step)
    assert b.ships.status[0, 0] == left
