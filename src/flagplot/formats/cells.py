"""What the readers of workbooks share: how much a workbook may hold, and what its cells become as text."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from xml.parsers import expat

from flagplot.engine.grids import Grid, letters
from flagplot.formats.archive import Unfit

MOST_CELLS = 2_000_000
"""The most cells that the sheets of a file may span together, empty ones included."""

MOST_CHARACTERS = 64 * 1024 * 1024
"""The most characters in all cells together; one text may stand in many of them."""

MOST_MERGED = 50_000
MOST_SHOWN = 5

MEND = "Open it in a spreadsheet, save it anew and send that."

Span = tuple[int, int, int]
"""Cells merged downwards: first row, last row, column, from 0."""


@dataclass
class RawSheet:
    """A sheet as its file has it: all rows from the first, their cells as text; rows and columns count from 0.

    ``errors`` are cells whose formula has failed, ``unvalued`` those whose formula was never worked out, ``dates``
    those that hold a date, with the text that it became.
    """

    name: str
    rows: list[list[str]] = field(default_factory=list)
    errors: list[tuple[int, int]] = field(default_factory=list)
    unvalued: list[tuple[int, int]] = field(default_factory=list)
    dates: list[tuple[int, int, str]] = field(default_factory=list)

    def place(self, source: str, row: int, column: int) -> str:
        """What refusals call a cell."""
        return Grid(source, self.name, ()).cell(row + 1, column, "")


class Meter:
    """Counts what a workbook has come to so far; raises ``Unfit`` for one that is beyond all measure."""

    def __init__(self) -> None:
        self.cells = self.characters = 0

    def check(self, name: str, rows: int, columns: int) -> None:
        """Refuse a sheet for which there is no room; its cells reach so far."""
        if self.cells + rows * columns > MOST_CELLS:
            message = f"sheet {name} reaches to cell {letters(columns - 1)}{rows}, which makes too many cells"
            raise Unfit("too-many-cells", message, f"At most {MOST_CELLS}. Delete the stray cells far out, or use CSV.")

    def span(self, name: str, rows: int, columns: int) -> None:
        """A sheet that reaches so far."""
        self.check(name, rows, columns)
        self.cells += rows * columns

    def text(self, characters: int) -> None:
        """So many characters more."""
        self.characters += characters
        if self.characters > MOST_CHARACTERS:
            message = f"its cells hold more than {MOST_CHARACTERS // 2**20} million characters"
            raise Unfit("too-large", message, "Send only the sheet that is meant.")


def as_text(value: object) -> str:
    """A value of a cell as it stands in a CSV file: 161.0 is ``161``; dates as ``2026-03-01``."""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 10**15 else repr(value)
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        return value.date().isoformat()
    if isinstance(value, datetime.date | datetime.time | datetime.datetime):
        return value.isoformat()
    return str(value)


def spread(rows: Sequence[list[str]], spans: Iterable[Span]) -> None:
    """Write what stands in the first of cells merged downwards into the others, where their rows hold anything."""
    spans = list(spans)
    if len(spans) > MOST_MERGED or sum(last - first for first, last, _ in spans) > MOST_CELLS:
        raise Unfit("too-many-cells", "too many cells are merged", "Undo what is merged and send the sheet again.")
    for first, last, column in spans:
        if first >= len(rows) or column >= len(rows[first]):
            continue
        value = rows[first][column]
        for row in rows[first + 1 : last + 1]:
            if any(row):
                row.extend([""] * (column + 1 - len(row)))
                row[column] = row[column] or value


def parser() -> expat.XMLParserType:
    """A reader of XML that knows namespaces and takes no declarations of a document type, so that nothing can swell."""
    found = expat.ParserCreate(namespace_separator=" ")
    found.ordered_attributes = True
    found.buffer_text = True

    def refuse_doctype(*_: object) -> None:
        raise Unfit("damaged-workbook", "its XML declares a document type, which no spreadsheet does", MEND)

    found.StartDoctypeDeclHandler = refuse_doctype
    return found


def parse(reader: expat.XMLParserType, data: bytes) -> None:
    """Let a reader go through a part of a workbook; raises ``Unfit`` where that is no XML."""
    try:
        reader.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise Unfit("damaged-workbook", f"a part of it is no XML: {error}", MEND) from None
