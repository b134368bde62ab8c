"""Workbooks in ODS: read here, in one pass whose cost is known beforehand.

calamine would copy a row as often as the file says it is repeated, a million times if need be, and leaves out breaks of
lines, merged cells and the failures of formulas.
"""

from __future__ import annotations

from collections.abc import Mapping

from flagplot.formats.archive import Unfit, parts_of
from flagplot.formats.cells import MEND, Meter, RawSheet, Span, as_text, parse, parser, spread

CONTENT = "content.xml"
MANIFEST = "META-INF/manifest.xml"

_OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0 "
_TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0 "
_TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0 "
_CALC = "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0 "
_BESIDE = (
    _OFFICE + "annotation",
    _TABLE + "shapes",
    _TABLE + "tracked-changes",
    "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0 ",
)
"""What stands in or beside a cell and is no part of it: notes, pictures, what was there before."""

_MOST_REPEATED = 1_048_576


def read_ods(data: bytes, remarks: list[str]) -> list[RawSheet]:
    """The sheets of a workbook that are not hidden; raises ``Unfit`` for one that cannot be read."""
    parts = parts_of(data, lambda name: name in (CONTENT, MANIFEST))
    if b"encryption-data" in parts.get(MANIFEST, b""):
        raise Unfit("locked-file", "this file is protected by a password", "Save it without one and send that.")
    if CONTENT not in parts:
        raise Unfit("damaged-workbook", "the workbook has no content", MEND)
    reading = _Reading()
    reader = parser()
    reader.StartElementHandler = reading.start
    reader.EndElementHandler = reading.end
    reader.CharacterDataHandler = reading.text
    parse(reader, parts[CONTENT])
    shown = [sheet for sheet in reading.sheets if sheet.name not in reading.hidden]
    remarks += [f"sheet {name} is hidden and was passed over" for name in reading.hidden]
    names = [sheet.name.casefold() for sheet in reading.sheets]
    twice = next((sheet.name for sheet in reading.sheets if names.count(sheet.name.casefold()) > 1), None)
    if twice is not None:
        raise Unfit("double-sheet", f"two sheets are called '{twice}'", "Give one of the two another name.")
    return shown


class _Reading:
    """Where in the XML a reader stands: sheet, row, cell, paragraph.

    Empty rows and cells are counted until something follows them, so that those at the end of a sheet cost nothing.
    """

    def __init__(self) -> None:
        self.sheets: list[RawSheet] = []
        self.hidden: list[str] = []
        self.hidden_styles: set[str] = set()
        self.style = ""
        self.meter = Meter()
        self.spans: list[Span] = []
        self.depth = 0  # within something that is passed over
        self.empty_rows = self.empty_cells = self.width = 0
        self.row: list[str] = []
        self.row_repeat = self.cell_repeat = 1
        self.cell: dict[str, str] | None = None
        self.lines: list[str] = []
        self.in_paragraph = False

    def start(self, name: str, attributes: list[str]) -> None:
        """An element begins."""
        if self.depth or name.startswith(_BESIDE):
            self.depth += 1
            return
        given = dict(zip(attributes[::2], attributes[1::2], strict=True))
        if name == _TABLE + "table":
            if self.cell is not None:
                self.depth = 1
                return
            self.sheets.append(RawSheet(" ".join(given.get(_TABLE + "name", "").split())))
            self.spans = []
            self.empty_rows = self.width = 0
            if given.get(_TABLE + "style-name", "") in self.hidden_styles:
                self.hidden.append(self.sheets[-1].name)
        elif name.endswith(" style") and given.get(name.removesuffix("style") + "family") == "table":
            self.style = given.get(name.removesuffix("style") + "name", "")
        elif name.endswith(" table-properties") and given.get(_TABLE + "display") == "false":
            self.hidden_styles.add(self.style)
        elif name == _TABLE + "table-row":
            self.row, self.empty_cells = [], 0
            self.row_repeat = _count(given, "number-rows-repeated")
        elif name in (_TABLE + "table-cell", _TABLE + "covered-table-cell"):
            self.cell, self.lines = given, []
            self.cell_repeat = _count(given, "number-columns-repeated")
        elif name == _TEXT + "p" and self.cell is not None:
            self.lines.append("")
            self.in_paragraph = True
        elif self.in_paragraph and name == _TEXT + "s":
            # So many blanks are one blank for whoever reads a sheet.
            self.lines[-1] += " " * min(_count(given, "c", _TEXT), 10)
        elif self.in_paragraph and name in (_TEXT + "line-break", _TEXT + "tab"):
            self.lines[-1] += "\n" if name.endswith("line-break") else "\t"

    def text(self, data: str) -> None:
        """What stands between the marks."""
        if self.in_paragraph and not self.depth:
            self.lines[-1] += data

    def end(self, name: str) -> None:
        """An element ends."""
        if self.depth:
            self.depth -= 1
        elif name == _TEXT + "p":
            self.in_paragraph = False
        elif self.cell is not None and name in (_TABLE + "table-cell", _TABLE + "covered-table-cell"):
            self._end_cell(self.cell)
            self.cell = None
        elif name == _TABLE + "table-row" and self.sheets:
            self._end_row(self.sheets[-1])
        elif name == _TABLE + "table" and self.sheets:
            self.meter.span(self.sheets[-1].name, len(self.sheets[-1].rows), self.width)
            spread(self.sheets[-1].rows, self.spans)

    def _end_cell(self, cell: Mapping[str, str]) -> None:
        sheet = self.sheets[-1] if self.sheets else RawSheet("")
        kind = cell.get(_OFFICE + "value-type", "")
        value = self._value(kind, cell)
        column = len(self.row) + self.empty_cells
        at = (len(sheet.rows) + self.empty_rows, column)
        formula = cell.get(_TABLE + "formula", "")
        if cell.get(_CALC + "value-type") == "error" or (formula and value.startswith(("#", "Err:"))):
            sheet.errors.append(at)
        elif formula and not kind and not value:
            sheet.unvalued.append(at)
        elif kind in ("date", "time"):
            sheet.dates.append((*at, value))
        rows = _count(cell, "number-rows-spanned")
        if rows > 1:
            self.spans.append((at[0], at[0] + rows - 1, column))
        if not value:
            self.empty_cells += self.cell_repeat
            return
        if column + self.cell_repeat > self.width:
            self.width = column + self.cell_repeat
            self.meter.check(sheet.name, at[0] + self.row_repeat, self.width)
        self.row += [""] * self.empty_cells + [value] * self.cell_repeat
        self.empty_cells = 0
        self.meter.text(len(value) * self.cell_repeat * self.row_repeat)

    def _value(self, kind: str, cell: Mapping[str, str]) -> str:
        """What a cell says: numbers and dates exactly, whatever they look like."""
        shown = "\n".join(self.lines)
        match kind:
            case "float" | "currency" | "percentage":
                try:
                    return as_text(float(cell.get(_OFFICE + "value", "")))
                except ValueError:
                    return shown
            case "boolean":
                return cell.get(_OFFICE + "boolean-value", shown).upper()
            case "date":
                return cell.get(_OFFICE + "date-value", shown).removesuffix("T00:00:00")
            case "time":
                return cell.get(_OFFICE + "time-value", shown)
        return shown if self.lines else cell.get(_OFFICE + "string-value", "")

    def _end_row(self, sheet: RawSheet) -> None:
        if not self.row:
            self.empty_rows += self.row_repeat
            return
        self.meter.check(sheet.name, len(sheet.rows) + self.empty_rows + self.row_repeat, self.width)
        sheet.rows += [[] for _ in range(self.empty_rows)]
        sheet.rows += [list(self.row) for _ in range(self.row_repeat)]
        self.empty_rows = 0


def _count(given: Mapping[str, str], name: str, namespace: str = _TABLE) -> int:
    """How often something is repeated, or how far it reaches."""
    text = given.get(namespace + name, "1")
    if not text.isdecimal() or len(text) > 7 or not 1 <= int(text) <= _MOST_REPEATED:
        raise Unfit("damaged-workbook", f"something in it is repeated '{text[:20]}' times", MEND)
    return int(text)
