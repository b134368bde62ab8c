"""Pages written as the files that programs of spreadsheets read: CSV, cells to paste, XLSX, ODS.

No text in them is ever taken for a formula: XLSX and ODS say of each cell that it is a text, CSV and pasted cells have
an apostrophe before what looks like one.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Literal, TypeAlias, get_args

from flagplot.core.refusal import Faults
from flagplot.engine.grids import Cell, Page, letters, write_grids

SheetFormat: TypeAlias = Literal["csv", "tsv", "xlsx", "ods"]
SHEET_FORMATS: tuple[SheetFormat, ...] = get_args(SheetFormat)

LONGEST_NAME = 31  # of a sheet, in units of UTF-16
LONGEST_CELL = 32_767
MOST_ROWS = 1_048_576
WIDEST = 48  # characters of a column, beyond which its cells are cut off to the eye

# What XML cannot hold, or no spreadsheet keeps; blanks and line ends are left.
_IMPOSSIBLE = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_FORBIDDEN = re.compile(r"[\[\]:*?/\\]")


def write_sheets(pages: Sequence[Page], form: SheetFormat) -> bytes:
    """The file with these pages, each a sheet under a name of its own; raises ``Refused`` for what no cell can hold."""
    match form:
        case "csv" | "tsv":
            named = [(name if len(pages) > 1 else "", page) for name, page in zip(names(pages), pages, strict=True)]
            sheets = ((name, [[_text(cell) for cell in row] for row in page.rows]) for name, page in named)
            return write_grids(sheets, "\t" if form == "tsv" else ",").encode()
        case "xlsx":
            _check(pages)
            return _xlsx(pages)
        case "ods":
            from flagplot.formats.ods_writer import write_ods

            _check(pages)
            return write_ods([(name, clean(page)) for name, page in zip(names(pages), pages, strict=True)])


def names(pages: Sequence[Page]) -> list[str]:
    """A name for each sheet that every program of spreadsheets takes: short, without marks, and no two the same."""
    found: list[str] = []
    taken: set[str] = set()
    for page in pages:
        whole = " ".join(_FORBIDDEN.sub(" ", _IMPOSSIBLE.sub(" ", page.name)).split()).strip("'") or "Sheet"
        name, number = _cut(whole, LONGEST_NAME).strip(" '"), 1
        while name.casefold() in taken or name.casefold() == "history":
            number += 1
            name = f"{_cut(whole, LONGEST_NAME - len(str(number)) - 1).strip()} {number}"
        taken.add(name.casefold())
        found.append(name)
    return found


def _cut(text: str, units: int) -> str:
    """The beginning of a text that takes up so many units of UTF-16, in which Excel counts."""
    return text.encode("utf-16-le", "replace")[: 2 * units].decode("utf-16-le", "ignore")


def clean(page: Page) -> Page:
    """A page with a mark of replacement for characters that no XML can hold."""

    def kept(cell: Cell) -> Cell:
        return _IMPOSSIBLE.sub("\N{REPLACEMENT CHARACTER}", cell) if isinstance(cell, str) else cell

    return Page(page.name, tuple(tuple(kept(cell) for cell in row) for row in page.rows), page.head)


def _text(cell: Cell) -> str:
    return "" if cell is None else str(cell)


def _check(pages: Sequence[Page]) -> None:
    faults = Faults()
    for name, page in zip(names(pages), pages, strict=True):
        if len(page.rows) > MOST_ROWS:
            gap = f"{len(page.rows) - MOST_ROWS} too many"
            faults.add("too-many-rows", f"sheet {name}", "a sheet cannot have so many rows", gap=gap, mend="Use CSV.")
        for number, row in enumerate(page.rows, start=1):
            for column, cell in enumerate(row):
                if isinstance(cell, str) and len(cell) > LONGEST_CELL:
                    gap = f"{len(cell) - LONGEST_CELL} characters too many"
                    where = f"sheet {name}, cell {letters(column)}{number}"
                    faults.add("too-long", where, "no cell can hold so long a text", gap=gap, mend="Use CSV.")
    faults.settle()


def _xlsx(pages: Sequence[Page]) -> bytes:
    import xlsxwriter  # type: ignore[import-untyped]

    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    file = io.BytesIO()
    workbook = xlsxwriter.Workbook(file, options)
    # The same pages give the same bytes, whenever they are written.
    workbook.set_properties({"created": datetime(1980, 1, 1)})
    bold = workbook.add_format({"bold": True})
    for name, page in zip(names(pages), map(clean, pages), strict=True):
        sheet = workbook.add_worksheet(name)
        sheet.freeze_panes(page.head, 0)
        for column, width in enumerate(_widths(page)):
            sheet.set_column(column, column, width)
        for number, row in enumerate(page.rows):
            style = bold if number == page.head - 1 else None
            for column, cell in enumerate(row):
                if isinstance(cell, str):
                    sheet.write_string(number, column, cell, style)
                elif cell is not None:
                    sheet.write_number(number, column, cell, style)
    workbook.close()
    return file.getvalue()


def _widths(page: Page) -> Iterator[int]:
    """How wide each column is in characters; remarks above the headings may run over."""
    rows = page.rows[max(0, page.head - 1) :]
    for column in range(max(map(len, rows), default=0)):
        longest = max((len(_text(row[column])) for row in rows if column < len(row)), default=0)
        yield min(longest, WIDEST) + 2
