"""Pages as files: whatever is written is read back as it was, and no text becomes a formula."""

import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.citation import Citation
from flagplot.core.refusal import Faults, Refused
from flagplot.core.report import Column, Entry, Fields, Report, Roll, Section, Table, Text
from flagplot.core.textfile import SHEET_LIMIT
from flagplot.engine.grids import Cell, Page, read_grids
from flagplot.formats.report_tables import tables_of
from flagplot.formats.sheet_files import LONGEST_CELL, SHEET_FORMATS, SheetFormat, names, write_sheets
from flagplot.formats.workbook import read_workbook


def read_back(data: bytes) -> list[tuple[str, list[tuple[str, ...]]]]:
    faults = Faults()
    text = read_workbook(data, "x", faults, [], SHEET_LIMIT)
    faults.settle()
    assert text is not None
    return [(grid.name, [cells for _, cells in grid.rows]) for grid in read_grids(text, "x", faults)]


# Whatever plain text may hold. Blanks at the ends of a cell are no part of it.
WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"), max_size=12)
TEXTS = (WORDS | st.text("=+-@'#\t\n x5_0041", max_size=8) | st.just("_x0041_")).map(str.strip)
CELLS = TEXTS | st.integers(-(10**9), 10**9) | st.none()
ROWS = st.lists(st.lists(CELLS, max_size=4), max_size=4)


def shown(rows: list[list[Cell]]) -> list[tuple[str, ...]]:
    """The rows that are not blank, as text, without empty cells at their ends."""
    found = []
    for row in rows:
        cells = ["" if cell is None else str(cell) for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            found.append(tuple(cells))
    return found


@pytest.mark.parametrize("form", SHEET_FORMATS)
@given(first=ROWS, second=ROWS)
def test_what_is_written_is_read_back(form: SheetFormat, first: list[list[Cell]], second: list[list[Cell]]) -> None:
    # The key comes first in what we write; a row that begins with a # is a remark.
    first, second = ([["k", *row] for row in rows] for rows in (first, second))
    pages = [Page("Hulls", tuple(map(tuple, [["a", "b"], *first]))), Page("hulls", tuple(map(tuple, second)))]
    found = read_back(write_sheets(pages, form))
    assert found == [("Hulls", shown([["a", "b"], *first])), ("hulls 2", shown(second))]


@pytest.mark.parametrize("form", SHEET_FORMATS)
def test_text_never_becomes_a_formula(form: SheetFormat) -> None:
    texts = ["=1+1", "+1", "-x", "@SUM(1)", '=HYPERLINK("http://x")', "http://x", "'=1"]
    data = write_sheets([Page("A", (("text",), *((text,) for text in texts)))], form)
    assert [cells[0] for cells in read_back(data)[0][1]] == ["text", *texts]
    if form in ("csv", "tsv"):
        assert not [line for line in data.decode().splitlines() if line.strip('"').startswith(tuple("=+-@"))]
    else:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            content = b"".join(archive.read(name) for name in archive.namelist())
        assert b"<f>" not in content
        assert b"table:formula" not in content
        assert b"<hyperlink " not in content


@pytest.mark.parametrize("form", SHEET_FORMATS)
def test_the_same_pages_give_the_same_bytes(form: SheetFormat) -> None:
    pages = [Page("A", (("a", 1), ("b", None)))]
    assert write_sheets(pages, form) == write_sheets(pages, form)


def test_pages_have_names_that_every_spreadsheet_takes() -> None:
    pages = [Page(name, ()) for name in ("a" * 40, "a" * 41, "[x]: y/z", "", "X Y Z", "'q'", "History", "\x07")]
    found = names(pages)
    assert found == ["a" * 31, f"{'a' * 29} 2", "x y z", "Sheet", "X Y Z 2", "q", "History 2", "Sheet 2"]


@given(st.lists(st.text(max_size=40), min_size=1, max_size=4))
def test_any_caption_makes_a_name(captions: list[str]) -> None:
    pages = [Page(caption, (("a",),)) for caption in captions]
    for form in ("xlsx", "ods"):
        found = [name for name, _ in read_back(write_sheets(pages, form))]
        assert len(found) == len({name.casefold() for name in found}) == len(captions)


@pytest.mark.parametrize("form", ["xlsx", "ods"])
def test_cell_that_is_too_long_is_refused_not_lost(form: SheetFormat) -> None:
    with pytest.raises(Refused) as caught:
        write_sheets([Page("A", (("a",), ("b", "x" * (LONGEST_CELL + 1))))], form)
    assert [(each.code, each.where) for each in caught.value.refusals] == [("too-long", "sheet A, cell B2")]


@pytest.mark.parametrize("form", ["xlsx", "ods"])
def test_character_that_no_workbook_can_hold_is_replaced(form: SheetFormat) -> None:
    assert read_back(write_sheets([Page("A", (("a\x00\ufffeb",),))], form)) == [("A", [("a\ufffd\ufffdb",)])]


def test_every_table_of_a_report_becomes_a_page() -> None:
    rule = Citation("game", "hit")
    roll = Roll(1, "to hit", "Kent", 20, (3, 20), 12, rule, "key 1")
    table = Table("Losses", (Column("Ship"), Column("HP", "right")), (("=Kent", "-7"), ("York", "007"), ("+3", "-0")))
    nodes = (table, Section("Round 1", (Entry(1, "Fire.", (rule,), ("a", "b")), Fields((("digest", "12"),)), roll)))
    pages = tables_of(Report("Battle", (Text("x"), *nodes)))
    assert [(page.name, page.rows) for page in pages] == [
        ("Losses", (("Ship", "HP"), ("=Kent", -7), ("York", "007"), ("+3", "-0"))),
        ("Round 1", (("what", "value"), ("digest", 12))),
        ("Events", (("section", "number", "event", "detail", "rules"), ("Round 1", 1, "Fire.", "a; b", "game hit"))),
        (
            "Dice",
            (
                ("section", "round", "purpose", "who", "sides", "need", "faces", "rule", "address"),
                ("Round 1", 1, "to hit", "Kent", 20, 12, "3 20", "game hit", "key 1"),
            ),
        ),
    ]
