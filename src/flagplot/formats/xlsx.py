"""Workbooks in XLSX: surveyed first, so that nothing in them can run away, then read by calamine.

The survey also finds what calamine passes over as blank: formulas that have failed or were never worked out. Of
formulas the values are taken that the spreadsheet left with them; macros are not looked at.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from flagplot.formats.archive import Unfit, packed, parts_of
from flagplot.formats.calamine_door import reading
from flagplot.formats.cells import (
    MEND,
    MOST_CELLS,
    MOST_CHARACTERS,
    Meter,
    RawSheet,
    as_text,
    parse,
    parser,
    spread,
)

WORKBOOK = "xl/workbook.xml"
STRINGS = "xl/sharedStrings.xml"
MACROS = "xl/vbaProject.bin"

_SHORTEST_CELL = len('<c t="s"><v>0</v></c>')
_PLAIN_CELL = re.compile(rb'<c r="([A-Z]{1,3})([0-9]{1,7})"(?: (?!r=)\w+="[^"<>&]*")*/?>')
# Formulas, errors, and whatever could hide a cell: names with a prefix, other blanks, other encodings.
_UNUSUAL = re.compile(rb"<f[ />]|t=[\"']e|<[\w.-]+:|<c[\t\r\n/>]|<!|\0")
_PLAIN = frozenset((str, float, int, bool))
_WANTED = re.compile(r"(\[Content_Types\]\.xml|.*\.rels|xl/[^/]+\.xml|xl/worksheets/[^/]+\.xml)", re.IGNORECASE)


def read_xlsx(data: bytes, remarks: list[str]) -> list[RawSheet]:
    """The sheets of a workbook that are not hidden; raises ``Unfit`` for one that cannot be read."""
    import python_calamine as calamine

    parts = parts_of(data, lambda name: _WANTED.fullmatch(name) is not None)
    listed = list(_listed(parts))
    names = [name for name, _ in listed]
    twice = next((name for name in names if [*map(str.casefold, names)].count(name.casefold()) > 1), None)
    if twice is not None:
        raise Unfit("double-sheet", f"two sheets are called '{twice}'", "Give one of the two another name.")
    meter = Meter()
    lengths = _string_lengths(parts.get(STRINGS))
    bytes_ = sum(len(parts[part]) for _, part in listed if part in parts)
    # Even if every cell had the longest text: then nothing need be counted.
    if bytes_ + bytes_ // _SHORTEST_CELL * max(lengths, default=0) <= MOST_CHARACTERS:
        lengths = []
    surveys = [_Survey(name, parts[part], lengths, meter) if part in parts else None for name, part in listed]
    sheets = []
    with reading(), calamine.load_workbook(packed(parts)) as workbook:
        abouts = workbook.sheets_metadata
        if len(abouts) != len(surveys):
            raise Unfit("damaged-workbook", "its sheets are not those that it lists", MEND)
        for index, (about, survey) in enumerate(zip(abouts, surveys, strict=True)):
            if about.typ != calamine.SheetTypeEnum.WorkSheet:
                continue
            if about.visible != calamine.SheetVisibleEnum.Visible:
                remarks.append(f"sheet {about.name} is hidden and was passed over")
                continue
            if survey is None:
                raise Unfit("damaged-workbook", f"sheet {about.name} is missing", MEND)
            sheets.append(_sheet(survey, workbook.get_sheet_by_index(index)))
    return sheets


def _sheet(survey: _Survey, sheet: Any) -> RawSheet:
    found = RawSheet(survey.name, errors=survey.errors, unvalued=survey.unvalued)
    values = sheet.to_python(skip_empty_area=False)
    found.rows = [[value if type(value) is str else as_text(value) for value in row] for row in values]
    found.dates = [
        (number, column, found.rows[number][column])
        for number, row in enumerate(values)
        if not _PLAIN.issuperset(map(type, row))
        for column, value in enumerate(row)
        if type(value) not in _PLAIN
    ]
    spread(found.rows, ((top, bottom, left) for (top, left), (bottom, _) in sheet.merged_cell_ranges or ()))
    return found


def _listed(parts: dict[str, bytes]) -> Iterator[tuple[str, str]]:
    """Each sheet by the name it has, with the part of the archive that holds it."""
    if WORKBOOK not in parts:
        raise Unfit("damaged-workbook", "the workbook has no list of its sheets", MEND)
    targets: dict[str, str] = {}
    sheets: list[tuple[str, str]] = []

    def relation(name: str, attributes: list[str]) -> None:
        if name.endswith(" Relationship"):
            pairs = dict(zip(attributes[::2], attributes[1::2], strict=True))
            targets[pairs.get("Id", "")] = pairs.get("Target", "")

    def sheet(name: str, attributes: list[str]) -> None:
        if name.endswith(" sheet"):
            pairs = {
                key.rpartition(" ")[2]: value for key, value in zip(attributes[::2], attributes[1::2], strict=True)
            }
            sheets.append((pairs.get("name", ""), pairs.get("id", "")))

    for part, handler in ((WORKBOOK, sheet), ("xl/_rels/workbook.xml.rels", relation)):
        reader = parser()
        reader.StartElementHandler = handler
        parse(reader, parts.get(part, b"<none/>"))
    for name, relation_id in sheets:
        target = targets.get(relation_id, "")
        yield name, posixpath.normpath(target.lstrip("/") if target.startswith("/") else f"xl/{target}")


def _string_lengths(data: bytes | None) -> list[int]:
    """How long each of the texts is that cells share."""
    lengths: list[int] = []

    def start(name: str, _: list[str]) -> None:
        if name.endswith(" si"):
            lengths.append(0)

    def text(data: str) -> None:
        if lengths:
            lengths[-1] += len(data)

    reader = parser()
    reader.StartElementHandler = start
    reader.CharacterDataHandler = text
    parse(reader, data or b"<none/>")
    return lengths


class _Survey:
    """Goes once through the XML of a sheet: how far its cells reach, how much they hold, which formulas have no value.

    It is called for every element of a sheet, so it is written for speed. ``lengths`` are those of the texts that cells
    share; without any, characters are not counted.
    """

    def __init__(self, name: str, data: bytes, lengths: list[int], meter: Meter) -> None:
        self.name = name
        self.errors: list[tuple[int, int]] = []
        self.unvalued: list[tuple[int, int]] = []
        self.row = self.column = self.rows = self.columns = -1
        self.row_digits = ""
        self.kind = ""
        self.waits = False  # a formula for its value
        self.lengths, self.characters = lengths, 0
        self.local_names: dict[str, str] = {}
        reach = None if lengths else _reach(data)
        if reach is not None:
            meter.span(name, *reach)
            return
        reader = parser()
        reader.StartElementHandler = self.start
        if lengths:
            reader.CharacterDataHandler = self.text
        parse(reader, data)
        self.settle()
        meter.span(name, self.rows + 1, self.columns + 1)
        meter.text(self.characters)

    def start(self, name: str, attributes: list[str]) -> None:
        """An element begins."""
        local = self.local_names.get(name)
        if local is None:
            local = self.local_names[name] = name.rpartition(" ")[2]
        if local == "c":
            if self.waits:
                self.settle()
            self.kind = ""
            self.column += 1
            for index in range(0, len(attributes), 2):
                if attributes[index] == "r":
                    self._go(attributes[index + 1])
                elif attributes[index] == "t":
                    self.kind = attributes[index + 1]
        elif local in ("v", "is"):
            self.waits = False
            if self.row > self.rows:
                self.rows = self.row
            if self.column > self.columns:
                self.columns = self.column
            if self.kind == "e":
                self.errors.append((self.row, self.column))
        elif local == "f":
            self.waits = True
        elif local == "row":
            self.settle()
            self.row, self.column, self.row_digits = self.row + 1, -1, ""
            for index in range(0, len(attributes), 2):
                if attributes[index] == "r":
                    self._go_to_row(attributes[index + 1])

    def text(self, data: str) -> None:
        """What stands in an element; in a cell that shares its text with others, the number of that text."""
        if self.kind != "s":
            self.characters += len(data)
        elif data.isdecimal() and len(data) < 9 and int(data) < len(self.lengths):
            self.characters += self.lengths[int(data)]

    def settle(self) -> None:
        """A cell is over: a formula that still waits for its value has none."""
        if self.waits:
            self.unvalued.append((self.row, self.column))
            self.waits = False

    def _go(self, address: str) -> None:
        name = address.rstrip("0123456789")
        digits = address[len(name) :]
        if digits != self.row_digits:
            self._go_to_row(digits)
        self.column = _column(name)

    def _go_to_row(self, digits: str) -> None:
        if not re.fullmatch("[0-9]{1,7}", digits):
            raise Unfit("damaged-workbook", f"a row has the number '{digits[:20]}'", MEND)
        self.row, self.row_digits = int(digits) - 1, digits


def _reach(data: bytes) -> tuple[int, int] | None:
    """To how many rows and columns the cells of a sheet reach that is written as nearly all are; None for any other.

    Without formulas and errors, and with every cell under a plain address, there is nothing else to find; and a sheet
    whose empty cells reach too far is looked at more closely.
    """
    cells = _PLAIN_CELL.findall(data)
    if len(cells) != data.count(b"<c ") or _UNUSUAL.search(data):
        return None
    rows = max(map(int, {digits for _, digits in cells}), default=0)
    columns = max((_column(name.decode()) + 1 for name in {name for name, _ in cells}), default=0)
    return (rows, columns) if rows * columns <= MOST_CELLS else None


@cache
def _column(name: str) -> int:
    """The number of a column (from 0) by its letters."""
    if not re.fullmatch("[A-Za-z]{1,3}", name):
        raise Unfit("damaged-workbook", f"a column is called '{name[:20]}'", MEND)
    column = 0
    for letter in name.upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1
