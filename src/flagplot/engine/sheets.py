"""Sheets of a user, as CSV or as TOML, read into checked rows that know where each of their cells stands."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flagplot.core.refusal import Fault, Faults
from flagplot.core.toml import load
from flagplot.engine.columns import Column, Row, check_keys, check_row, find_column, refuse_heading, shorten


@dataclass(frozen=True)
class Sheet:
    """The rows; ``head`` has the keys above the tables of a TOML file, ``others`` its tables of other names,
    ``comments`` the ``#`` lines of a CSV file.
    """

    rows: tuple[Row, ...] = ()
    head: Row = field(default_factory=lambda: Row("", "key"))
    comments: tuple[str, ...] = ()
    others: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)


def read_csv(text: str, source: str, columns: Sequence[Column], faults: Faults) -> Sheet:
    """Rows below a heading line, with commas, semicolons or tabs between cells, whichever the headings have.

    Rows are numbered as a spreadsheet shows them; blank ones, and those that begin with ``#``, are passed over.
    """
    comments: list[str] = []
    headings: _Headings | None = None
    rows: list[Row] = []
    records, whole = _records(text, source, faults)
    for number, cells in records:
        place = f"{source}, row {number}"
        if cells[0].startswith("#"):
            comments.append(", ".join(filter(None, cells)).lstrip("# "))
        elif headings is None:
            headings = _Headings.read(cells, place, columns, faults)
        else:
            rows.append(check_row(Row(place, "column"), headings.sort(cells, place, faults), headings.present, faults))
    if whole and not rows:
        _refuse_empty(source, "a line of headings and at least one row below it", faults)
    check_keys(rows, columns, faults)
    return Sheet(tuple(rows), comments=tuple(comments))


def read_toml(
    text: str,
    source: str,
    table: str,
    columns: Sequence[Column],
    faults: Faults,
    head: Sequence[Column] = (),
    others: Mapping[str, Sequence[Column]] | None = None,
) -> Sheet:
    """Rows that begin with ``[[table]]``; ``head`` are the keys that may stand above the first of them.

    ``others`` are further tables that may stand in the file, with their columns.
    """
    others = others or {}
    try:
        data = load(text)
    except ValueError as error:
        mend = "Mend that place and send the file again."
        faults.add("not-toml", source, f"this is not TOML: {error}", fault=Fault.DAMAGED, mend=mend)
        return Sheet()
    names = [Column(name=each) for each in (table, *others)]
    keys = {name.name: next((key for key in data if find_column(key, [name])), name.name) for name in names}
    found = {name: data.pop(key, []) for name, key in keys.items()}
    top = _read_table(data, Row(source, "key"), [*head, *names], faults)
    if found[table] == []:
        _refuse_empty(source, f"a table [[{table}]] for each row", faults)
    rows = _read_rows(found[table], source, table, columns, faults)
    further = {name: _read_rows(found[name], source, name, others[name], faults) for name in others}
    return Sheet(rows, top, others=further)


def _read_rows(tables: object, source: str, name: str, columns: Sequence[Column], faults: Faults) -> tuple[Row, ...]:
    """The rows of the tables ``[[name]]``, each called by its key in refusals."""
    if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
        message = f"'{name}' is no list of tables"
        faults.add("no-table", source, message, fault=Fault.MALFORMED, mend=f"Begin each row with [[{name}]].")
        return ()
    key = next((column for column in columns if column.key), None)
    rows = []
    for number, each in enumerate(tables, start=1):
        value = each.get(key.name) if key else None
        label = f"'{shorten(value)}'" if isinstance(value, str) and value.strip() else number
        rows.append(_read_table(each, Row(f"{source}, {name} {label}", "key"), columns, faults))
    check_keys(rows, columns, faults)
    return tuple(rows)


def _records(text: str, source: str, faults: Faults) -> tuple[list[tuple[int, list[str]]], bool]:
    """The records of a CSV text that are not blank, numbered from 1, and whether it could be read to its end."""
    records: list[tuple[int, list[str]]] = []
    reader = csv.reader(io.StringIO(text), delimiter=_delimiter(text), strict=True)
    number = 0
    try:
        for number, cells in enumerate(reader, start=1):
            stripped = [cell.strip() for cell in cells]
            if any(stripped):
                records.append((number, stripped))
    except csv.Error as error:
        faults.add(
            "not-csv",
            f"{source}, row {number + 1}",
            f"the row cannot be read: {error}",
            fault=Fault.DAMAGED,
            mend="A cell with a quote in it is quoted as a whole, and the quote in it doubled.",
        )
        return records, False
    return records, True


def _delimiter(text: str) -> str:
    """What stands between the cells of the heading line, which is the first line with text that is no comment."""
    lines = (line.strip(' "') for line in text.splitlines())
    heading = next((line for line in lines if line and not line.startswith("#")), "")
    return max(",;\t", key=heading.count)


@dataclass(frozen=True)
class _Headings:
    """The columns of a CSV sheet in its own order, None where a heading is unknown and has been refused."""

    columns: tuple[Column | None, ...]
    nameless: frozenset[int]
    present: tuple[Column, ...]

    @classmethod
    def read(cls, cells: Sequence[str], place: str, columns: Sequence[Column], faults: Faults) -> "_Headings":
        found: list[Column | None] = []
        for number, cell in enumerate(cells, start=1):
            column = find_column(cell, columns) if cell else None
            where = f"{place}, column {shorten(cell) or number}"
            if cell and column is None:
                refuse_heading(cell, where, columns, faults)
            elif column is not None and column in found:
                _refuse_second(column, where, faults)
                column = None
            found.append(column)
        for column in columns:
            if column.required and column not in found:
                message = f"the sheet has no column '{column.name}'"
                faults.add("missing-column", place, message, fault=Fault.MALFORMED, mend=column.help)
        nameless = frozenset(index for index, cell in enumerate(cells) if not cell)
        return cls(tuple(found), nameless, tuple(column for column in columns if column in found))

    def sort(self, cells: Sequence[str], place: str, faults: Faults) -> dict[str, str]:
        """The cells by their columns; one that stands under no heading is refused."""
        sorted_cells: dict[str, str] = {}
        for index, cell in enumerate(cells):
            if index in self.nameless or index >= len(self.columns):
                if cell:
                    message = f"'{shorten(cell)}' stands under no heading"
                    mend = "A cell with the mark between cells in it must be quoted."
                    where = f"{place}, column {index + 1}"
                    faults.add("no-heading", where, message, fault=Fault.MALFORMED, mend=mend)
                continue
            column = self.columns[index]
            if column is not None:
                sorted_cells[column.name] = cell
        return sorted_cells


def _read_table(table: Mapping[str, object], row: Row, columns: Sequence[Column], faults: Faults) -> Row:
    cells: dict[str, object] = {}
    for key, value in table.items():
        column = find_column(key, columns)
        where = row.where(shorten(key))
        if column is None:
            refuse_heading(key, where, columns, faults)
        elif column.name in cells:
            _refuse_second(column, where, faults)
        else:
            cells[column.name] = value
    return check_row(row, cells, columns, faults)


def _refuse_second(column: Column, where: str, faults: Faults) -> None:
    message = f"this is a second column '{column.name}'"
    faults.add("duplicate-column", where, message, fault=Fault.INCONSISTENT, mend="Leave one of them.")


def _refuse_empty(source: str, wanted: str, faults: Faults) -> None:
    faults.add("no-rows", source, "there are no rows in this sheet", fault=Fault.MALFORMED, mend=f"Expected: {wanted}.")
