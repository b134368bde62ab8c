"""Fighters against ships: the strike die, flak, and what the attacks do."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from flagplot.core.sources import Address, Enumerated, Scripted, outcomes
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.strikes import (
    first_strike,
    most_strikers,
    strike,
    strike_loses,
    strike_misses,
    strike_shift,
)

Builder = Callable[..., Any]
Events = Callable[..., list[tuple[int, ...]]]


def run_in(b: Any, function: Any) -> None:
    function(b.fleet, b.ships, b.wings, b.tables, b.choices, b.cells, b.dice, b.trace)


def raid(joined: Builder, fighters: int, flak: int = 0, **kwargs: Any) -> Any:
    """Fighters of the first side against one ship of the second."""
    b = joined([{}], [{"flak": flak}], wings=([{"number": fighters}], []), **kwargs)
    b.choices.strike[0, 0, 0] = fighters
    return b


@pytest.mark.parametrize(
    ("flak", "miss", "loss"),
    [pytest.param(0, 11, 16, id="1-10 hits, 16-20 lost"), pytest.param(2, 9, 14, id="R14: 1-8 hits, 14-20 lost")],
)
def test_the_faces_of_a_strike_die(joined: Builder, flak: int, miss: int, loss: int) -> None:
    tables = joined([{}], [{}]).tables
    assert strike_misses(tables, strike_shift(flak, 0)) == miss
    assert strike_loses(tables, strike_shift(flak, 0)) == loss


@pytest.mark.parametrize(("against", "own", "shift"), [(0, 0, 0), (2, 0, 2), (0, -1, -1), (2, -1, 1), (-3, 5, 2)])
def test_what_the_target_has_and_what_the_fighter_has_add_up(against: int, own: int, shift: int) -> None:
    assert strike_shift(against, own) == shift


@pytest.mark.parametrize("weight", [0, 8, 16, 33])
def test_e11_as_many_fighters_on_a_ship_as_its_weight(weight: int) -> None:
    assert most_strikers(weight) == weight


@pytest.mark.parametrize("flak", [0, 2])
@pytest.mark.parametrize("face", range(1, 21))
def test_every_face(joined: Builder, rolled: Callable[..., Any], flak: int, face: int) -> None:
    b = raid(joined, 1, flak)
    run_in(b, rolled(strike, Scripted({Address(1, k.D_STRIKE, 0, 3000): [face]})))
    with_flak = face + flak
    assert b.ships.hp[1, 0] == 161 - (10 if with_flak <= 10 else 0)
    assert b.wings.flying[0, 0] == (0 if with_flak >= 16 else 1)
    assert b.wings.fallen[0, 0] == (1 if with_flak >= 16 else 0)
    assert b.cells[k.HARM] == 1


@pytest.mark.parametrize(
    ("flak", "chances"),
    [
        (0, {"hit": Fraction(10, 20), "nothing": Fraction(5, 20), "lost": Fraction(5, 20)}),
        (2, {"hit": Fraction(8, 20), "nothing": Fraction(5, 20), "lost": Fraction(7, 20)}),
    ],
)
def test_e10_the_chances_of_a_strike(
    joined: Builder, rolled: Callable[..., Any], flak: int, chances: dict[str, Fraction]
) -> None:
    def fly(source: Enumerated) -> str:
        b = raid(joined, 1, flak, trace_rows=9)
        run_in(b, rolled(strike, source))
        return "hit" if b.ships.hp[1, 0] < 161 else "lost" if b.wings.fallen[0, 0] else "nothing"

    assert outcomes(fly) == chances


@pytest.mark.parametrize("level", [3, 6])
def test_the_tech_level_makes_no_difference(joined: Builder, rolled: Callable[..., Any], level: int) -> None:
    b = joined([{}], [{}], wings=([{"number": 3, "level": level}], []))
    b.choices.strike[0, 0, 0] = 3
    run_in(b, rolled(strike, Scripted({Address(1, k.D_STRIKE, 0, 3000): [10, 11, 16]})))
    assert (b.ships.hp[1, 0], b.wings.flying[0, 0]) == (151, 2)


def test_one_wing_on_several_ships_uses_its_dice_one_after_another(
    joined: Builder, rolled: Callable[..., Any], events: Events
) -> None:
    b = joined(
        [{}],
        [{"weight": 33}, {"flak": 2}, {"weight": 8}],
        wings=([{"number": 9, "level": 5}, {"number": 2, "level": 3}], []),
    )
    b.choices.strike[0, 0] = [3, 4, 0]
    b.choices.strike[0, 1] = [0, 2, 0]
    script = Scripted(
        {
            Address(1, k.D_STRIKE, 0, 3000): [10, 11, 16, 8, 9, 13, 14],
            Address(1, k.D_STRIKE, 0, 3001): [1, 20],
        }
    )
    run_in(b, rolled(strike, script))
    assert script.unused() == []
    assert b.ships.hp[1].tolist() == [151, 141, 161]
    assert b.wings.flying[0].tolist() == [7, 1]
    assert b.wings.fallen[0].tolist() == [2, 1]
    assert events(b, k.E_STRIKE) == [(0, 0, 0, 3, 0, 1, 1), (0, 0, 1, 4, 3, 1, 1), (0, 1, 1, 2, 0, 1, 1)]
    assert events(b, k.E_DAMAGE) == [
        (1, 0, k.NONE, 10, 151, k.STRIKE, k.NONE),
        (1, 1, k.NONE, 20, 141, k.STRIKE, k.NONE),
    ]


def test_both_sides_strike_and_losses_add_to_those_of_the_dogfight(joined: Builder, rolled: Callable[..., Any]) -> None:
    b = joined([{}], [{}], wings=([{"number": 2}], [{"number": 2}]))
    b.choices.strike[:, 0, 0] = 2
    b.wings.fallen[:, 0] = 5
    dice = {Address(1, k.D_STRIKE, 0, 3000): [16, 1], Address(1, k.D_STRIKE, 1, 3100): [16, 20]}
    run_in(b, rolled(strike, Scripted(dice)))
    assert b.wings.fallen[:, 0].tolist() == [6, 7]
    assert b.wings.flying[:, 0].tolist() == [1, 0]
    assert b.ships.hp[:, 0].tolist() == [161, 151]


def test_strikes_are_no_critical_pierces(joined: Builder, rolled: Callable[..., Any]) -> None:
    b = raid(joined, 3)
    run_in(b, rolled(strike, Scripted({Address(1, k.D_STRIKE, 0, 3000): [20, 20, 1]})))
    assert b.ships.critical[1, 0] == 0


def test_who_stays_away_rolls_nothing(joined: Builder, rolled: Callable[..., Any]) -> None:
    b = raid(joined, 3)
    b.choices.strike[:] = 0
    run_in(b, rolled(strike, Scripted({})))
    assert (b.cells[k.HARM], b.trace.head[0]) == (0, 0)
