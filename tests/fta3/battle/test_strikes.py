"""Fighters against ships: the strike die, flak, and what the attacks do."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from flagplot.core.dice import MAX_DICE
from flagplot.core.sources import Address, Enumerated, Scripted, outcomes
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.cloak import hunt
from flagplot.fta3.battle.policy import choose
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


def test_what_fighters_bring_themselves_is_added_to_their_strike_dice(
    joined: Builder, rolled: Callable[..., Any]
) -> None:
    """Better fighters, at -2, against flak at +2, are as the page has them; without it they hit on 12 or less."""
    for flak, faces in ((2, [10, 11, 16]), (0, [12, 13, 18])):
        b = joined([{}], [{"flak": flak}], wings=([{"number": 3, "strike": -2}], []))
        b.choices.strike[0, 0, 0] = 3
        run_in(b, rolled(strike, Scripted({Address(1, k.D_STRIKE, 0, 3000): faces})))
        assert (b.ships.hp[1, 0], b.wings.flying[0, 0]) == (151, 2)


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


# --- First strikes ----------------------------------------------------------------------------------------------------

MOST_RUNS, MOST_FIGHTERS = 6, 10_000


def run(b: Any, function: Any) -> None:
    """One first-strike run by the standing orders."""
    choose(b, k.FIRST_STRIKE)
    run_in(b, function)


def test_each_run_has_its_own_dice_and_its_own_targets(
    joined: Builder, rolled: Callable[..., Any], events: Events
) -> None:
    """Three fighters kill the first ship in their first run and go for the second in the next."""
    wings = ([{"number": 3, "runs": 2, "prey": ((("W16",), 0),)}], [])
    b = joined([{}], [{"hp": 20}, {"weight": 8, "hp": 100}], wings=wings)
    script = Scripted(
        {
            Address(1, k.D_FIRST_STRIKE, 0, 3000): [
                *(1, 10, 16),
                *([0] * (10_000 - 3)),
                *(1, 11),
            ]
        }
    )
    twin = rolled(first_strike, script)
    run(b, twin)
    assert b.ships.hp[1].tolist() == [0, 100]
    assert (b.cells[k.RUN], b.wings.flying[0, 0], b.wings.fallen[0, 0]) == (1, 2, 1)
    run(b, twin)
    assert b.ships.hp[1].tolist() == [0, 90]
    assert script.unused() == []
    assert [event[:6] for event in events(b, k.E_FIRST_STRIKE)] == [(0, 0, 0, 3, 0, 2), (0, 0, 1, 2, 10_000, 1)]


def test_a_wing_flies_as_many_runs_as_it_has(joined: Builder) -> None:
    b = joined([{}], [{"weight": 40}], wings=([{"runs": 1}, {"runs": 3}, {"runs": 0}], []))
    flown = []
    for number in range(3):
        b.cells[k.RUN] = number
        choose(b, k.FIRST_STRIKE)
        flown.append(b.choices.strike[0, :, 0].tolist())
    assert flown == [[10, 10, 0], [0, 10, 0], [0, 10, 0]]


def test_the_intercepted_fly_no_run(joined: Builder) -> None:
    b = joined([{}], [{"weight": 40}], wings=([{"runs": 1}], []))
    b.wings.engaged[0, 0] = 7
    choose(b, k.FIRST_STRIKE)
    assert b.choices.strike[0, 0, 0] == 3


def test_in_the_regular_strikes_all_take_part(joined: Builder) -> None:
    b = joined([{}], [{"weight": 40}], wings=([{"runs": 0}, {"runs": 2}], []))
    choose(b, k.STRIKE)
    assert b.choices.strike[0, :, 0].tolist() == [10, 10]


def test_the_weight_bounds_each_run_by_itself(joined: Builder) -> None:
    b = joined([{}], [{"weight": 4}], wings=([{"runs": 2}], []))
    for number in range(2):
        b.cells[k.RUN] = number
        choose(b, k.FIRST_STRIKE)
        assert b.choices.strike[0, 0, 0] == 4


class Counting:
    """Every die is a 12, which does nothing; the numbers that were asked for are kept."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int, int, int]] = []

    def face(self, *_: int) -> int:
        raise AssertionError("no single die is rolled here")

    def count(self, dice: Any, phase: int, side: int, roller: int, start: int, n: int, *_: int) -> tuple[int, int]:
        self.asked += [(phase, side, roller, number) for number in range(start, start + n)]
        return n, 0


def test_no_die_is_rolled_twice_even_by_the_most_fighters_in_the_most_runs(
    joined: Builder, rolled: Callable[..., Any]
) -> None:
    wing = {"number": MOST_FIGHTERS, "runs": MOST_RUNS}
    fleet = [{"weight": 6000}, {"weight": 5000}]
    b = joined(fleet, fleet, wings=([wing], [wing, wing]), force=((k.NONE,), (k.NONE,)))
    dice = Counting()
    for _ in range(MOST_RUNS):
        run(b, rolled(first_strike, dice))
    choose(b, k.STRIKE)
    run_in(b, rolled(strike, dice))
    assert len(dice.asked) == (MOST_RUNS + 1) * (10_000 + 11_000)
    assert len(set(dice.asked)) == len(dice.asked)
    assert max(number for *_, number in dice.asked) < MAX_DICE


# --- Hunts ------------------------------------------------------------------------------------------------------------


def hunts(b: Any, number: int = 0) -> list[list[int]]:
    b.choices.hunt[:] = 55
    b.cells[k.RUN] = number
    choose(b, k.FIRST_STRIKE)
    found: list[list[int]] = b.choices.hunt[0, : int(b.fleet.wings[0]), : int(b.fleet.size[1])].tolist()
    return found


def cloaked(joined: Builder, *wings: dict[str, int], paces: tuple[int, int] = (2, 1)) -> Any:
    """A heavy and a light ship under cloak, and one that is not, against wings that may hunt."""
    fleet = [
        {"weight": 33, "pace": paces[0], "cloak": k.DEEP},
        {"weight": 16},
        {"weight": 8, "pace": paces[1], "cloak": k.REGULAR},
    ]
    return joined([{}], fleet, wings=([{"runs": 1, **wing} for wing in wings], []))


def test_just_enough_go_for_each_cloak_the_heaviest_first_and_the_rest_strike(joined: Builder) -> None:
    b = cloaked(joined, {"number": 18})
    assert hunts(b) == [[10, 0, 5]]
    assert b.choices.strike[0, 0].tolist() == [0, 3, 0]


def test_where_there_are_too_few_for_one_the_next_is_looked_for(joined: Builder) -> None:
    assert hunts(cloaked(joined, {"number": 9})) == [[0, 0, 5]]
    assert hunts(cloaked(joined, {"number": 4})) == [[0, 0, 0]]


def test_wings_add_up_and_those_ordered_not_to_or_without_a_run_stay_out(joined: Builder) -> None:
    assert hunts(cloaked(joined, {"number": 7}, {"number": 8})) == [[7, 0, 0], [3, 0, 5]]
    assert hunts(cloaked(joined, {"number": 7, "hunts": 0}, {"number": 8})) == [[0, 0, 0], [0, 0, 5]]
    assert hunts(cloaked(joined, {"number": 7, "runs": 0}, {"number": 8})) == [[0, 0, 0], [0, 0, 5]]
    assert hunts(cloaked(joined, {"number": 20, "runs": 2}, {"number": 8}), 1) == [[10, 0, 5], [0, 0, 0]]


def test_the_engaged_do_not_hunt(joined: Builder) -> None:
    b = cloaked(joined, {"number": 18})
    b.wings.engaged[0, 0] = 9
    assert hunts(b) == [[0, 0, 5]]


def test_who_is_found_is_not_looked_for_again_but_struck(joined: Builder) -> None:
    b = cloaked(joined, {"number": 18, "runs": 2})
    hunts(b)
    hunt(b.fleet, b.ships, b.tables, b.choices, 0, 1, b.trace)
    assert hunts(b, 1) == [[0, 0, 0]]
    assert b.choices.strike[0, 0].tolist() == [18, 0, 0]


def test_nobody_strikes_at_what_is_hidden(joined: Builder) -> None:
    b = cloaked(joined, {"number": 50, "hunts": 0})
    assert hunts(b) == [[0, 0, 0]]
    assert b.choices.strike[0, 0].tolist() == [0, 16, 0]
    choose(b, k.STRIKE)
    assert b.choices.strike[0, 0].tolist() == [0, 16, 0]
