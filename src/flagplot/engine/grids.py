"""Grids: the cells of a sheet as text, whatever file they came from, and the one text that holds the sheets of a file.

That text is CSV. Where a file has several sheets, or calls its sheet by a name, each begins with a line ``#sheet NAME``
and its rows are counted from there; blank rows are kept, so that a cell has the address that its owner knows. What a
program of spreadsheets would take for a formula has an apostrophe before it.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from flagplot.core.refusal import Fault, Faults

MARK = "#sheet "
"""What the line begins with above each sheet of a text that holds several."""

MOST_ROWS = 100_000
"""The most rows with anything in them that a file may have."""

MOST_COLUMNS = 16_384

# Full-width signs count where the keyboard is Japanese.
_FORMULA = re.compile("'*[=+\\-@＝＋－＠]")
_SUSPECT = frozenset("'=+-@＝＋－＠")
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")


Cell = str | int | None
"""What is written into a cell; None leaves it blank."""


@dataclass(frozen=True)
class Page:
    """A sheet to be written: its name, its rows, and how many of them stand above the first that holds data."""

    name: str
    rows: tuple[tuple[Cell, ...], ...]
    head: int = 1


@dataclass(frozen=True)
class Grid:
    """One sheet: the rows that are not blank by number (from 1), their cells as text without blanks at the ends.

    ``source`` is the file, ``name`` that of the sheet, empty where a file has one without a name. ``whole`` is whether
    it could be read to its end.
    """

    source: str
    name: str
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    whole: bool = True

    @property
    def place(self) -> str:
        """What refusals call the sheet."""
        return f"{self.source}, sheet {self.name}" if self.name else self.source

    def cell(self, number: int, index: int, label: str) -> str:
        """What refusals call a cell: its address where sheets have names, else its row and column."""
        if self.name:
            shown = f" ({label})" if label else ""
            return f"{self.place}, cell {letters(index)}{number}{shown}"
        return f"{self.place}, row {number}, column {label or index + 1}"


def letters(index: int) -> str:
    """The letters of a column (from 0): A, B, … Z, AA, AB and so on."""
    name = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def read_grids(text: str, source: str, faults: Faults) -> list[Grid]:
    """The sheets of a CSV text: one without a name, or those under their ``#sheet`` lines.

    Commas, semicolons or tabs stand between the cells, whichever the first headings have.
    """
    grids: list[Grid] = []
    name, number = "", 0
    rows: list[tuple[int, tuple[str, ...]]] = []
    reader = csv.reader(io.StringIO(text), delimiter=_delimiter(text), strict=True)
    whole, room = True, MOST_ROWS
    try:
        for record in reader:
            if record and record[0].startswith(MARK):
                if rows or name:
                    grids.append(Grid(source, name, tuple(rows)))
                # A program of spreadsheets fills every line up to the width of the widest.
                name, number, rows = ",".join(record)[len(MARK) :].strip(" ,"), 0, []
                continue
            number += 1
            cells = tuple([_unguarded(cell.strip()) if "'" in cell else cell.strip() for cell in record])
            if not any(cells):
                continue
            if not room or len(cells) > MOST_COLUMNS:
                place = f"{Grid(source, name, ()).place}, row {number}"
                message = "there are too many rows in this file" if not room else "there are too many cells in this row"
                mend = f"At most {MOST_ROWS} rows of {MOST_COLUMNS} cells."
                faults.add("too-many-rows", place, message, fault=Fault.DAMAGED, mend=mend)
                whole = False
                break
            room -= 1
            rows.append((number, cells))
    except csv.Error as error:
        whole = False
        faults.add(
            "not-csv",
            f"{Grid(source, name, ()).place}, row {number + 1}",
            f"the row cannot be read: {error}",
            fault=Fault.DAMAGED,
            mend="A cell with a quote in it is quoted as a whole, and the quote in it doubled.",
        )
    return [*grids, Grid(source, name, tuple(rows), whole)]


def write_grids(sheets: Iterable[tuple[str, Iterable[Sequence[str]]]], delimiter: str = ",") -> str:
    """The text of sheets by name, each a list of all its rows, blank ones included; what ``read_grids`` reads back.

    A name of nothing leaves the line above its sheet out, which only a single sheet can do without.
    """
    file = io.StringIO()
    writer = csv.writer(file, delimiter=delimiter, lineterminator="\n")
    for name, rows in sheets:
        if name:
            writer.writerow([MARK + " ".join(name.split())])
        for row in rows:
            cells = [guarded(cell) if cell[:1] in _SUSPECT else cell for cell in _trimmed(row)]
            if cells and cells[0].startswith(MARK):
                cells[0] = f"# {cells[0][1:]}"  # a remark, as every row that begins so, and no new sheet
            writer.writerow(cells)
    return file.getvalue()


def guarded(cell: str) -> str:
    """``cell`` with an apostrophe before it where a sheet would take it for a formula; numbers are left alone."""
    return f"'{cell}" if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else cell


def _unguarded(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def _trimmed(row: Sequence[str]) -> Sequence[str]:
    """The cells of a row up to the last that is not empty."""
    last = len(row)
    while last and not row[last - 1]:
        last -= 1
    return row[:last]


def _delimiter(text: str) -> str:
    """What stands between the cells of the headings: the first line that has any such mark and is no comment."""
    lines = (line.strip(' "') for line in text.splitlines())
    heading = next((line for line in lines if not line.startswith("#") and re.search("[,;\t]", line)), "")
    return max(",;\t", key=heading.count)
