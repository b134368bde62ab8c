"""Fleet position: the modifiers, the roll, the ties and the streak."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.sources import Address, Enumerated, Scripted, outcomes
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.position import MOST_TIES, keep_streak, position, position_modifier

Builder = Callable[..., Any]
Events = Callable[..., list[tuple[int, ...]]]


def roll(b: Any, rolled: Callable[..., Any], source: Any) -> int:
    """Roll for position with the dice of a source; the winner."""
    dice = b.dice._replace(round=int(b.cells[k.ROUND]))
    rolled(position, source)(b.sides, b.tables, b.rulings, b.cells, dice, b.trace)
    return int(b.cells[k.POSITION_WINNER])


def script(ours: list[int], theirs: list[int], round_: int = 1) -> Scripted:
    """Faces of both sides' dice for position."""
    return Scripted(
        {Address(round_, k.D_POSITION, 0, k.FORCE): ours, Address(round_, k.D_POSITION, 1, k.FORCE): theirs}
    )


@pytest.mark.parametrize(
    ("initiative", "streak", "modifier"),
    [
        pytest.param(1, 0, 1, id="E15, no streak"),
        pytest.param(1, 1, -1, id="E15, one win"),
        pytest.param(1, 2, -3, id="E15, two wins"),
        (0, 0, 0),
        (0, 1, -2),
        (0, 5, -10),
    ],
)
def test_what_a_side_adds(joined: Builder, initiative: int, streak: int, modifier: int) -> None:
    assert position_modifier(joined([{}], [{}]).tables, initiative, streak) == modifier


class Tie(Exception):
    """The first dice tie."""


class FirstPair:
    """The first die of each side from a source; a second one is a tie."""

    def __init__(self, source: Enumerated) -> None:
        self.source = source

    def face(self, dice: Any, phase: int, side: int, roller: int, number: int, sides: int) -> int:
        if number > 0:
            raise Tie
        return self.source.face(dice, phase, side, roller, number, sides)

    def count(self, *address: Any) -> tuple[int, int]:
        raise AssertionError("position is not counted")


@pytest.mark.parametrize("initiative", [(0, 0), (1, 0), (0, 1)])
@pytest.mark.parametrize("streak", [(0, 0), (1, 0), (0, 1), (2, 0), (0, 4)])
def test_the_chance_to_win_is_that_of_all_pairs_of_faces(
    joined: Builder, rolled: Callable[..., Any], initiative: tuple[int, int], streak: tuple[int, int]
) -> None:
    """Given that the dice do not tie: a tie is rolled again with everything as it was."""
    ours, theirs = (initiative[s] - 2 * streak[s] for s in range(2))
    pairs = [(a + ours, b + theirs) for a, b in product(range(1, 21), repeat=2)]
    wins, ties = sum(a > b for a, b in pairs), sum(a == b for a, b in pairs)

    def first_pair(source: Enumerated) -> int | str:
        b = joined([{}], [{}], trace_rows=3)
        b.sides.initiative[:], b.sides.streak[:] = initiative, streak
        try:
            return roll(b, rolled, FirstPair(source))
        except Tie:
            return "tie"

    found = outcomes(first_pair)
    assert found["tie"] == Fraction(ties, 400)
    assert found[0] / (1 - found["tie"]) == Fraction(wins, 400 - ties)
    assert found[1] / (1 - found["tie"]) == Fraction(400 - wins - ties, 400 - ties)


@pytest.mark.parametrize(
    ("ours", "theirs", "winner"),
    [(11, 10, 0), (10, 11, 1), (20, 1, 0), (1, 20, 1)],
)
def test_the_higher_roll_wins(joined: Builder, rolled: Callable[..., Any], ours: int, theirs: int, winner: int) -> None:
    assert roll(joined([{}], [{}]), rolled, script([ours], [theirs])) == winner


@pytest.mark.parametrize(("theirs", "winner"), [([10], 0), ([12], 1)])
def test_the_initiative_adds_one(joined: Builder, rolled: Callable[..., Any], theirs: list[int], winner: int) -> None:
    b = joined([{}], [{}])
    b.sides.initiative[:] = 1, 0
    assert roll(b, rolled, script([10], theirs)) == winner


def test_ties_are_rolled_again_with_the_modifiers(joined: Builder, rolled: Callable[..., Any], events: Events) -> None:
    b = joined([{}], [{}])
    b.sides.initiative[:], b.sides.streak[:] = (1, 0), (2, 0)
    # -3 against 0: 13 ties with 10, 20 with 17, and 12 loses to 10.
    dice = script([13, 20, 12], [10, 17, 10])
    assert roll(b, rolled, dice) == 1
    assert dice.unused() == []
    assert events(b, k.E_POSITION) == [
        (k.NONE, 0, k.NONE, 13, 10, -3, 0),
        (k.NONE, 1, k.NONE, 20, 17, -3, 0),
        (1, 2, k.NONE, 12, 10, -3, 0),
    ]


@pytest.mark.parametrize(
    ("streak", "winner"),
    [
        pytest.param((0, 0), 0, id="no streak: the side listed first"),
        pytest.param((3, 0), 1, id="the side without a streak"),
        pytest.param((1, 0), 1, id="a streak of one is one"),
        pytest.param((0, 3), 0, id="the side without a streak, the other way"),
    ],
)
def test_dice_that_go_on_tying(
    joined: Builder, rolled: Callable[..., Any], events: Events, streak: tuple[int, int], winner: int
) -> None:
    assert MOST_TIES == 64
    b = joined([{}], [{}])
    b.sides.streak[:] = streak
    ours, theirs = 10 + 2 * streak[0], 10 + 2 * streak[1]
    dice = script([ours] * 64, [theirs] * 64)
    assert roll(b, rolled, dice) == winner
    assert dice.unused() == []
    assert [event[:2] for event in events(b, k.E_POSITION)] == [(k.NONE, number) for number in range(64)]
    assert b.sides.streak.tolist() == ([streak[0] + 1, 0] if winner == 0 else [0, streak[1] + 1])


def test_the_last_tie_can_still_be_broken(joined: Builder, rolled: Callable[..., Any]) -> None:
    assert roll(joined([{}], [{}]), rolled, script([10] * 63 + [4], [10] * 63 + [5])) == 1


def test_a_streak_grows_with_each_win_and_ends_with_a_loss(joined: Builder, rolled: Callable[..., Any]) -> None:
    b = joined([{}], [{}])
    seen = []
    for round_, (ours, theirs) in enumerate([(20, 1), (20, 1), (20, 1), (1, 20), (1, 20), (20, 1)], 1):
        b.cells[k.ROUND] = round_
        roll(b, rolled, script([ours], [theirs], round_))
        seen.append(tuple(b.sides.streak.tolist()))
    assert seen == [(1, 0), (2, 0), (3, 0), (0, 1), (0, 2), (1, 0)]


@given(st.lists(st.sampled_from([0, 1]), min_size=1))
def test_the_streak_is_the_length_of_the_running_row_of_wins(joined: Builder, winners: list[int]) -> None:
    b = joined([{}], [{}])
    for winner in winners:
        keep_streak(b.sides, winner)
    last = winners[-1]
    run = next((n for n, winner in enumerate(reversed(winners)) if winner != last), len(winners))
    assert b.sides.streak[last] == run
    assert b.sides.streak[1 - last] == 0


@pytest.mark.parametrize(("round_", "winner"), [(1, 1), (2, 0), (3, 0), (4, 1)])
def test_a_ruling_moves_the_roll_of_its_side_in_its_rounds(
    joined: Builder, rolled: Callable[..., Any], round_: int, winner: int
) -> None:
    b = joined([{}], [{}], rulings=[(k.R_POSITION, 0, k.NONE, 2, 3, 4), (k.R_HIT, 0, k.NONE, 1, 9, 9)])
    b.cells[k.ROUND] = round_
    assert roll(b, rolled, script([10], [13], round_)) == winner


def test_a_ruling_for_the_second_side_counts_for_it(joined: Builder, rolled: Callable[..., Any]) -> None:
    b = joined([{}], [{}], rulings=[(k.R_POSITION, 1, k.NONE, 1, 1, -3)])
    assert roll(b, rolled, script([10], [12])) == 0
