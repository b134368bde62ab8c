"""Sheets as they come in: CSV, pasted cells, XLSX, ODS and XLS become one text of grids, or are refused with reasons.

What a file is, its first bytes say; its name is not believed. The text is that of ``engine.grids``, so that from here
on a workbook is a paper like any other: kept letter by letter, read by one reader, faults named by sheet and cell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from flagplot.core.refusal import Fault, Faults
from flagplot.core.textfile import SHEET_LIMIT, check_text
from flagplot.engine.grids import letters, write_grids
from flagplot.formats.archive import Unfit, names_in
from flagplot.formats.cells import MOST_SHOWN, RawSheet

ZIP = b"PK\x03\x04"
EMPTY_ZIP = b"PK\x05\x06"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

# As in plain text: of controls a cell has a use for tab and line end alone.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_PAGE = re.compile(r"\s*<(?:!doctype|html|table|\?xml)", re.IGNORECASE)


def read_workbook(data: bytes, source: str, faults: Faults, remarks: list[str], limit: int) -> str | None:
    """The text of a file's sheets; None where ``faults`` says why there is none.

    ``limit`` is the most bytes that the text may have. ``remarks`` gets what was passed over.
    """
    if not data.startswith((ZIP, EMPTY_ZIP, OLE)):
        return _plain(data, source, faults, limit)
    before = len(faults.found)
    try:
        if len(data) > SHEET_LIMIT:
            size = f"this is larger than {SHEET_LIMIT // 2**20} MiB"
            raise Unfit("too-large", size, "Send only the sheet that is meant.")
        sheets = _read_ole(data, remarks) if data.startswith(OLE) else _read_zip(data, remarks)
    except Unfit as unfit:
        faults.add(unfit.code, source, unfit.message, fault=Fault.DAMAGED, mend=unfit.mend)
        return None
    for number, sheet in enumerate(sheets, start=1):
        sheet.name = sheet.name or f"Sheet {number}"
        _check_cells(sheet, source, faults, remarks)
    if len(faults.found) > before:
        return None
    text = write_grids((sheet.name, sheet.rows) for sheet in sheets)
    return check_text(text.replace("\r\n", "\n").replace("\r", "\n"), source, faults, limit)


def _plain(data: bytes, source: str, faults: Faults, limit: int) -> str | None:
    text = check_text(data, source, faults, limit)
    if text is not None and _PAGE.match(text):
        mend = "Download the sheet itself as CSV, XLSX or ODS."
        message = "this is a page of the web or XML, not a sheet"
        faults.add("web-page", source, message, fault=Fault.DAMAGED, mend=mend)
        return None
    return text


def _read_zip(data: bytes, remarks: list[str]) -> list[RawSheet]:
    from flagplot.formats import ods, xlsx

    names = set(names_in(data))
    if xlsx.WORKBOOK in names:
        if xlsx.MACROS in names:
            remarks.append("its macros were not looked at; cells have the values that they were saved with")
        return xlsx.read_xlsx(data, remarks)
    if ods.CONTENT in names:
        if any(name.startswith("Basic/") for name in names):
            remarks.append("its macros were not looked at; cells have the values that they were saved with")
        return ods.read_ods(data, remarks)
    raise Unfit("no-sheets", "this archive is no workbook that can be read", "Save it as XLSX, ODS or CSV.")


def _read_ole(data: bytes, remarks: list[str]) -> list[RawSheet]:
    from flagplot.formats.xls import read_xls

    return read_xls(data, remarks)


def _check_cells(sheet: RawSheet, source: str, faults: Faults, remarks: list[str]) -> None:
    """Refuse what would get lost or do harm: failed formulas, and characters that are none."""
    for row, column in sheet.errors:
        mend = "Mend the formula, or write the value itself."
        faults.add("failed-formula", sheet.place(source, row, column), "the formula here has failed", mend=mend)
    for row, column in sheet.unvalued:
        mend = "Open the file in a spreadsheet and save it, so that its formulas are worked out."
        message = "the formula here was never worked out"
        faults.add("unvalued-formula", sheet.place(source, row, column), message, mend=mend)
    for number, cells in enumerate(sheet.rows):
        if not _CONTROL.search("\n".join(cells)):
            continue
        for column, cell in enumerate(cells):
            if found := _CONTROL.search(cell):
                message = f"there is a character in this cell that is none: {ord(found[0]):#06x}"
                mend = "Write the cell anew."
                where = sheet.place(source, number, column)
                faults.add("binary", where, message, fault=Fault.DAMAGED, mend=mend)
    if sheet.dates:
        remarks.append(f"sheet {sheet.name}: {_told(sheet.dates)}")


def _told(dates: Sequence[tuple[int, int, str]]) -> str:
    """Which cells are dates: a spreadsheet makes one of 1-2 or MAR1 unless it is told that it is text."""
    shown = ", ".join(f"{letters(column)}{row + 1} ({text})" for row, column, text in dates[:MOST_SHOWN])
    more = f" and {len(dates) - MOST_SHOWN} more" if len(dates) > MOST_SHOWN else ""
    return f"these cells hold dates: {shown}{more}"
