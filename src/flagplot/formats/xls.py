"""Workbooks in XLS: surveyed record by record, so that nothing in them can run away, then read by calamine."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from typing import NamedTuple

from flagplot.formats.archive import Unfit
from flagplot.formats.calamine_door import reading
from flagplot.formats.cells import MEND, Meter, RawSheet, as_text, spread
from flagplot.formats.ole import streams

MOST_RECORDS = 4_000_000
MOST_SHEETS = 256

_BOF, _EOF, _LOCK, _SHEET, _STRINGS, _CONTINUE = 0x0809, 0x000A, 0x002F, 0x0085, 0x00FC, 0x003C
_FORMULA, _ERROR, _SHARED, _MANY = 0x0006, 0x0205, 0x00FD, 0x00BD
_VALUES = frozenset((_FORMULA, _ERROR, _SHARED, _MANY, 0x0203, 0x0204, 0x00D6, 0x027E))
"""Records of cells that hold something: numbers, texts, truths, errors, formulas."""


class _Listed(NamedTuple):
    """A sheet as the workbook lists it."""

    name: str
    start: int
    visible: bool
    is_cells: bool


def read_xls(data: bytes, remarks: list[str]) -> list[RawSheet]:
    """The sheets of a workbook that are not hidden; raises ``Unfit`` for one that cannot be read."""
    import python_calamine as calamine

    found = streams(data)
    if "EncryptedPackage" in found:
        raise Unfit("locked-file", "this file is protected by a password", "Save it without one and send that.")
    book = found.get("Workbook") or found.get("Book")
    if book is None:
        raise Unfit("no-sheets", "this is no workbook", "Save it as XLSX, ODS or CSV.")
    if any("VBA" in name for name in found):
        remarks.append("its macros were not looked at; cells have the values that they were saved with")
    try:
        surveys = _survey(book)
    except (struct.error, IndexError, UnicodeDecodeError):
        raise Unfit("damaged-workbook", "a record of the workbook breaks off", MEND) from None
    sheets = []
    with reading(), calamine.load_workbook(io.BytesIO(data)) as workbook:
        for index, (listed, raw) in enumerate(surveys):
            if not listed.is_cells:
                continue
            if not listed.visible:
                remarks.append(f"sheet {listed.name} is hidden and was passed over")
                continue
            sheet = workbook.get_sheet_by_index(index)
            raw.rows = [[as_text(value) for value in row] for row in sheet.to_python(skip_empty_area=False)]
            merged = sheet.merged_cell_ranges or ()
            spread(raw.rows, ((top, bottom, left) for (top, left), (bottom, _) in merged))
            sheets.append(raw)
    return sheets


def _records(book: bytes, start: int) -> Iterator[tuple[int, bytes]]:
    """Kind and content of each record up to the end of a part of the workbook."""
    at = start
    while at + 4 <= len(book):
        kind, length = struct.unpack_from("<2H", book, at)
        yield kind, book[at + 4 : at + 4 + length]
        if kind == _EOF:
            return
        at += 4 + length


def _survey(book: bytes) -> list[tuple[_Listed, RawSheet]]:
    """Every sheet that is listed, with what has failed in it; raises ``Unfit`` where they hold too much."""
    listed: list[_Listed] = []
    strings: list[bytes] = []
    in_strings = False
    for kind, content in _records(book, 0):
        if kind == _LOCK:
            raise Unfit("locked-file", "this file is protected by a password", "Save it without one and send that.")
        if kind == _SHEET:
            listed.append(_listed(content))
        in_strings = kind == _STRINGS or (in_strings and kind == _CONTINUE)
        if in_strings:
            strings.append(content)
    if len(listed) > MOST_SHEETS:
        raise Unfit("too-many-cells", f"this workbook has {len(listed)} sheets", f"At most {MOST_SHEETS}.")
    names = [each.name.casefold() for each in listed]
    twice = next((each.name for each in listed if names.count(each.name.casefold()) > 1), None)
    if twice is not None:
        raise Unfit("double-sheet", f"two sheets are called '{twice}'", "Give one of the two another name.")
    lengths = list(_Shared(strings).lengths())
    meter = Meter()
    records = 0
    found = []
    for each in listed:
        raw = RawSheet(each.name)
        rows = columns = 0
        for kind, content in _records(book, each.start) if each.is_cells else ():
            records += 1
            if records > MOST_RECORDS:
                raise Unfit("too-large", "this workbook has too many records", "Send only the sheet that is meant.")
            if kind not in _VALUES:
                continue
            row, column = struct.unpack_from("<2H", content)
            last = struct.unpack_from("<H", content, len(content) - 2)[0] if kind == _MANY else column
            rows, columns = max(rows, row + 1), max(columns, last + 1)
            if kind == _SHARED:
                (number,) = struct.unpack_from("<I", content, 6)
                meter.text(lengths[number] if number < len(lengths) else 0)
            elif _has_failed(kind, content):
                raw.errors.append((row, column))
        meter.span(each.name, rows, columns)
        found.append((each, raw))
    return found


def _listed(content: bytes) -> _Listed:
    start, state, kind, length, wide = struct.unpack_from("<I4B", content)
    name = content[8 : 8 + 2 * length].decode("utf-16-le") if wide & 1 else content[8 : 8 + length].decode("latin-1")
    return _Listed(name, start, state & 3 == 0, kind == 0)


def _has_failed(kind: int, content: bytes) -> bool:
    """Whether a cell holds an error, or a formula whose value is one."""
    if kind == _ERROR:
        return content[7] == 1
    return kind == _FORMULA and content[12:14] == b"\xff\xff" and content[6] == 2


class _Shared:
    """The texts that cells share, over as many records as they need."""

    def __init__(self, records: list[bytes]) -> None:
        self.records, self.part, self.at = records, 0, 8

    def lengths(self) -> Iterator[int]:
        """How many characters each has."""
        while self.more():
            content = self.records[self.part]
            length, flags = struct.unpack_from("<HB", content, self.at)
            self.at += 3
            runs = extra = 0
            if flags & 8:
                (runs,) = struct.unpack_from("<H", content, self.at)
                self.at += 2
            if flags & 4:
                (extra,) = struct.unpack_from("<I", content, self.at)
                self.at += 4
            self.skip(length, 2 if flags & 1 else 1, characters=True)
            self.skip(4 * runs + extra, 1)
            yield length

    def more(self) -> bool:
        """Whether anything follows; goes on to the next record at the end of one."""
        while self.part < len(self.records) and self.at >= len(self.records[self.part]):
            self.part, self.at = self.part + 1, 0
        return self.part < len(self.records)

    def skip(self, count: int, width: int, *, characters: bool = False) -> None:
        """Go past so many items; characters begin in each further record with a byte that tells how wide they are."""
        while count and self.part < len(self.records):
            taken = min(count, (len(self.records[self.part]) - self.at) // width)
            self.at += taken * width
            count -= taken
            if count:
                self.part, self.at = self.part + 1, 0
                if characters and self.part < len(self.records) and self.records[self.part]:
                    width, self.at = 2 if self.records[self.part][0] & 1 else 1, 1
