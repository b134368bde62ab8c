"""Grids: what a text of sheets says, where its cells stand, and that whatever is written is read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.refusal import Faults
from flagplot.engine.grids import MOST_COLUMNS, MOST_ROWS, Grid, guarded, letters, read_grids, write_grids


def read(text: str) -> list[Grid]:
    faults = Faults()
    grids = read_grids(text, "x.csv", faults)
    faults.settle()
    return grids


@pytest.mark.parametrize(
    ("index", "name"),
    [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA"), (16383, "XFD")],
)
def test_columns_have_the_letters_of_a_spreadsheet(index: int, name: str) -> None:
    assert letters(index) == name


def test_text_without_marks_is_one_sheet_without_a_name() -> None:
    (grid,) = read("a,b\n\n ,\n1, 2 \n")
    assert (grid.name, grid.rows) == ("", ((1, ("a", "b")), (4, ("1", "2"))))
    assert grid.cell(4, 1, "b") == "x.csv, row 4, column b"
    assert grid.cell(4, 1, "") == "x.csv, row 4, column 2"


def test_rows_are_counted_from_the_line_that_names_their_sheet() -> None:
    first, second = read('#sheet Hulls\n\na,b\n"#sheet My ""old"", odd; fleet",\n1,2\n')
    assert (first.name, first.rows) == ("Hulls", ((2, ("a", "b")),))
    assert (second.name, second.rows) == ('My "old", odd; fleet', ((1, ("1", "2")),))
    assert first.cell(2, 27, "") == "x.csv, sheet Hulls, cell AB2"
    assert first.cell(2, 0, "hp") == "x.csv, sheet Hulls, cell A2 (hp)"


def test_mark_within_a_quoted_cell_begins_no_sheet() -> None:
    (grid,) = read('a\n"x\n#sheet y"\n')
    assert grid.rows == ((1, ("a",)), (2, ("x\n#sheet y",)))


def test_delimiter_is_that_of_the_headings_below_a_title() -> None:
    (grid,) = read('Our ships\ncode;traits\nCA;"flak, fdc, cloak"\n')
    assert grid.rows[2][1] == ("CA", "flak, fdc, cloak")


def test_text_that_breaks_off_keeps_what_was_read() -> None:
    faults = Faults()
    (grid,) = read_grids('#sheet A\na\n"b', "x.csv", faults)
    assert not grid.whole
    assert [(each.code, each.where) for each in faults.found] == [("not-csv", "x.csv, sheet A, row 2")]


@pytest.mark.parametrize("text", ["=1+1", "+1", "@x", "-x", "＝1", "＋1", "－x", "＠x", "--5", "-1x", "'=x", "''@x"])
def test_what_looks_like_a_formula_has_an_apostrophe_before_it(text: str) -> None:
    assert guarded(text) == f"'{text}"


@pytest.mark.parametrize("text", ["-5", "-5.5", "5", "a=b", "'a", "", "11x6"])
def test_numbers_and_plain_text_are_left_alone(text: str) -> None:
    assert guarded(text) == text


def test_apostrophe_that_somebody_wrote_before_a_formula_is_taken_off() -> None:
    (grid,) = read("'=a,'b,'-5\n")
    assert grid.rows[0][1] == ("=a", "'b", "-5")


@pytest.mark.parametrize(
    ("text", "where"),
    [("a\n" * (MOST_ROWS + 2), f"x.csv, row {MOST_ROWS + 1}"), ("a\n" + "," * MOST_COLUMNS + "b\n", "x.csv, row 2")],
)
def test_more_than_any_sheet_holds_is_refused(text: str, where: str) -> None:
    faults = Faults()
    (grid,) = read_grids(text, "x.csv", faults)
    assert not grid.whole
    assert [(each.code, each.where) for each in faults.found] == [("too-many-rows", where)]


# Blanks at the ends of a cell, and lines that are a return alone, are no part of it.
CELL = st.text(st.characters(exclude_characters="\r", exclude_categories=["Cs"]), max_size=8).map(str.strip)
START = st.text("'=+-@＝x#5", max_size=4)
ROWS = st.lists(st.lists(CELL | START, max_size=5), max_size=5)


def filled(rows: list[list[str]]) -> list[tuple[int, tuple[str, ...]]]:
    """The rows as a reader should have them."""
    found = []
    for number, row in enumerate(rows, 1):
        while row and not row[-1]:
            row = row[:-1]
        if row:
            found.append((number, tuple(row)))
    return found


@given(ROWS, ROWS, st.sampled_from(",;\t"))
def test_what_is_written_is_read_back(first: list[list[str]], second: list[list[str]], delimiter: str) -> None:
    # So that the headings show which delimiter it is.
    first = [["a", "b"], *first]
    text = write_grids([("One", first), ("Two, or so", second)], delimiter)
    one, two = read(text)
    assert (one.name, two.name) == ("One", "Two, or so")
    assert list(one.rows) == filled(first)
    assert list(two.rows) == filled(second)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
def test_arbitrary_text_raises_nothing(text: str) -> None:
    read_grids(text, "x", Faults())
    read_grids(f"#sheet a\n{text}", "x", Faults())
