"""Maps of hexes: labels as they are printed, neighbours as they lie."""

from collections import deque
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.hexmap import HexMap, Offset, Order, Top

MAPS = [
    HexMap(columns=7, rows=6, top=top, offset=offset, order=order, rows_up=rows_up, first_column=column, first_row=row)
    for top, offset, order, rows_up, (column, row) in product(
        Top, Offset, Order, (False, True), ((1, 1), (0, 0), (14, 7))
    )
]


def middle(board: HexMap, column: int, row: int) -> tuple[int, int]:
    """Where the middle of a hex lies on the paper, in half hexes to the right and down."""
    pushed = (column if board.top is Top.FLAT else row) % 2 == (board.offset is Offset.ODD)
    down = -row if board.rows_up else row
    return (2 * column, 2 * down + pushed) if board.top is Top.FLAT else (2 * column + pushed, 2 * down)


def drawn(board: HexMap) -> dict[str, tuple[int, int]]:
    """The middle of every hex by its label."""
    found = {}
    for column in range(board.first_column, board.first_column + board.columns):
        for row in range(board.first_row, board.first_row + board.rows):
            first, second = (column, row) if board.order is Order.COLUMN_ROW else (row, column)
            found[f"{first:02}{second:02}"] = middle(board, column, row)
    return found


def touch(board: HexMap, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two hexes drawn there share a side."""
    across, down = abs(one[0] - other[0]), abs(one[1] - other[1])
    if board.top is Top.POINTED:
        across, down = down, across
    return (across, down) in ((0, 2), (2, 1))


@pytest.mark.parametrize("board", MAPS)
def test_neighbours_are_the_hexes_that_share_a_side_on_the_paper(board: HexMap) -> None:
    places = drawn(board)
    assert set(board.labels) == set(places)
    for label, place in places.items():
        assert set(board.neighbours(label)) == {
            other for other, there in places.items() if other != label and touch(board, place, there)
        }


@pytest.mark.parametrize("board", MAPS[::5])
def test_distance_is_the_number_of_steps(board: HexMap) -> None:
    for start in board.labels:
        steps = {start: 0}
        todo = deque([start])
        while todo:
            at = todo.popleft()
            for each in board.neighbours(at):
                if each not in steps:
                    steps[each] = steps[at] + 1
                    todo.append(each)
        assert steps == {label: board.distance(start, label) for label in board.labels}


def test_the_stagger_of_a_map_whose_even_columns_are_low() -> None:
    board = HexMap(columns=9, rows=9)
    assert board.neighbours("0303") == ("0302", "0402", "0403", "0304", "0203", "0202")
    assert board.neighbours("0403") == ("0402", "0503", "0504", "0404", "0304", "0303")
    assert board.neighbours("0101") == ("0201", "0102")


def test_the_clock_begins_above() -> None:
    board = HexMap(columns=9, rows=9, offset=Offset.ODD)
    assert board.neighbours("0303") == ("0302", "0403", "0404", "0304", "0204", "0203")


def test_a_missing_hex_is_no_hex() -> None:
    board = HexMap(columns=3, rows=3, missing=frozenset({"0202"}))
    assert "0202" not in board
    assert "0202" not in board.neighbours("0201")
    assert board.label(HexMap(columns=3, rows=3).cube("0202")) is None
    with pytest.raises(KeyError):
        board.cube("0202")


@pytest.mark.parametrize("label", ["", "404", "0400", "1001", "04 4", "٠٤٠٤", "hex"])
def test_what_is_no_label_of_the_map(label: str) -> None:
    assert label not in HexMap(columns=9, rows=9)


def test_three_digits() -> None:
    assert set(HexMap(columns=120, rows=3, digits=3).neighbours("120001")) == {"119001", "119002", "120002"}


SMALL = HexMap(columns=6, rows=6)
hexes = st.sampled_from(SMALL.labels)


@given(hexes, hexes)
def test_every_path_is_as_long_as_the_distance_and_no_two_are_the_same(start: str, goal: str) -> None:
    paths = list(SMALL.paths(start, goal))
    assert len(set(paths)) == len(paths) >= (0 if start != goal else 1)
    for path in paths:
        assert (path[0], path[-1], len(path)) == (start, goal, SMALL.distance(start, goal) + 1)
        assert all(after in SMALL.neighbours(before) for before, after in pairwise(path))


@given(hexes, hexes, hexes)
def test_nearer_to_one_of_two_goals(at: str, one: str, other: str) -> None:
    expected = {
        each
        for each in SMALL.neighbours(at)
        if SMALL.distance(each, one) < SMALL.distance(at, one)
        or SMALL.distance(each, other) < SMALL.distance(at, other)
    }
    assert set(SMALL.nearer(at, [one, other])) == expected
