"""Sheets of a user, as CSV or as TOML, read into checked rows that know where each of their cells stands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flagplot.core.refusal import Fault, Faults
from flagplot.core.toml import load
from flagplot.engine.columns import (
    Column,
    Kind,
    Row,
    by_heading,
    check_keys,
    check_row,
    find_column,
    fold_heading,
    refuse_heading,
    shorten,
)
from flagplot.engine.grids import Grid, letters, read_grids
from flagplot.engine.layout import Document, Layout, Leaf, Values, is_toml

TITLE_ROWS = 20
"""Within so many rows the headings are looked for."""


@dataclass(frozen=True)
class Sheet:
    """The rows of the first table; ``head`` has what stands above the tables, ``others`` the rows of further tables by
    name, ``comments`` the ``#`` lines of a CSV file.
    """

    rows: tuple[Row, ...] = ()
    head: Row = field(default_factory=lambda: Row("", "key"))
    comments: tuple[str, ...] = ()
    others: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)


def read_sheets(text: str, source: str, layout: Layout, faults: Faults) -> Sheet:
    """The tables of a file by its layout, whether the file is TOML or sheets; the head of sheets stands in comments."""
    main, *further = layout.leaves
    if is_toml(text, source, layout.leaves):
        others = {leaf.name: leaf.columns for leaf in further}
        return read_toml(text, source, main.name, main.columns, faults, layout.head, others)
    grids = read_grids(text, source, faults)
    shares, _ = share_out(grids, layout.leaves)
    found: dict[str, tuple[Row, ...]] = {}
    comments = [comment for grid in grids for comment in _comments(grid)]
    for leaf in layout.leaves:
        rows = tuple(row for grid in shares[leaf.name] for row in _read_grid(grid, leaf.columns, faults))
        check_keys(rows, leaf.columns, faults)
        found[leaf.name] = rows
    if all(grid.whole for grid in grids) and not found[main.name]:
        _refuse_empty(source, "a line of headings and at least one row below it", faults)
    head = check_row(Row(source, "key"), _head(comments, layout.head), layout.head, faults)
    return Sheet(found.pop(main.name), head, tuple(comments), found)


def share_out(grids: Sequence[Grid], leaves: Sequence[Leaf]) -> tuple[dict[str, list[Grid]], list[Grid]]:
    """Which sheets hold each table, by its name, and those that hold none.

    A sheet belongs to the table that it is called after, else to the one that knows most of its headings, two at
    least; one without a name to the first. If none is recognised, the first that has rows is taken for the first
    table, so that its faults can be told.
    """
    shares: dict[str, list[Grid]] = {leaf.name: [] for leaf in leaves}
    left = []
    filled = [grid for grid in grids if any(not _is_comment(cells) for _, cells in grid.rows)]
    for grid in filled:
        known = {leaf.name: known_headings(grid, leaf) for leaf in leaves}
        best = max(known, key=known.__getitem__)
        named = next((leaf.name for leaf in leaves if leaf.is_called(grid.name)), None if grid.name else leaves[0].name)
        if named is None and known[best] < 2:
            left.append(grid)
        else:
            shares[named or best].append(grid)
    if filled and not any(shares.values()):
        shares[leaves[0].name].append(left.pop(0))
    return shares, left


def known_headings(grid: Grid, leaf: Leaf) -> int:
    """How many headings of a table stand in the row of a sheet that has most of them."""
    rows = [cells for _, cells in grid.rows[:TITLE_ROWS] if not _is_comment(cells)]
    return max((_known(cells, leaf.headings) for cells in rows), default=0)


def document_of(sheet: Sheet, layout: Layout) -> Document:
    """What a sheet says, without where each of it stood."""
    tables = {layout.leaves[0].name: sheet.rows, **sheet.others}
    return Document(values_of(sheet.head), {name: tuple(map(values_of, rows)) for name, rows in tables.items() if rows})


def values_of(row: Row) -> Values:
    """What a row says, by column."""
    return {name: value for name, value in row.values.items() if value not in (None, False, ())}


def read_csv(text: str, source: str, columns: Sequence[Column], faults: Faults) -> Sheet:
    """Rows below a heading line, with commas, semicolons or tabs between cells, whichever the headings have.

    Rows are numbered as a spreadsheet shows them; blank ones, and those that begin with ``#``, are passed over.
    """
    grids = read_grids(text, source, faults)
    rows = tuple(row for grid in grids for row in _read_grid(grid, columns, faults))
    if all(grid.whole for grid in grids) and not rows:
        _refuse_empty(source, "a line of headings and at least one row below it", faults)
    check_keys(rows, columns, faults)
    return Sheet(rows, comments=tuple(comment for grid in grids for comment in _comments(grid)))


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
    top = _read_table(data, Row(source, "key"), [*head, *names], by_heading([*head, *names]), faults)
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
    headings = by_heading(columns)
    rows = []
    for number, each in enumerate(tables, start=1):
        if _is_enough(faults, f"{source}, {name} {number}"):
            break
        value = each.get(key.name) if key else None
        label = f"'{shorten(value)}'" if isinstance(value, str) and value.strip() else number
        rows.append(_read_table(each, Row(f"{source}, {name} {label}", "key"), columns, headings, faults))
    check_keys(rows, columns, faults)
    return tuple(rows)


def _comments(grid: Grid) -> list[str]:
    """What the rows that begin with ``#`` say."""
    return [", ".join(filter(None, cells)).lstrip("# ") for _, cells in grid.rows if _is_comment(cells)]


def _is_comment(cells: Sequence[str]) -> bool:
    return cells[0].startswith("#")


def _head(comments: Sequence[str], columns: Sequence[Column]) -> dict[str, str]:
    """The head of a sheet from its comments: ``name: Home Fleet``, and with ``, invented`` a flag that is no key yet.

    What begins otherwise is a remark. The first of two that say the same is taken.
    """
    headings = by_heading(columns)
    flags = {column.name for column in columns if column.kind is Kind.FLAG}
    found: dict[str, str] = {}
    hinted: dict[str, tuple[str, str]] = {}
    for comment in comments:
        name, colon, value = comment.partition(":")
        column = headings.get(fold_heading(name))
        if not colon or column is None or column.name in found:
            continue
        # Two cells, "# name:" and "Red", have been joined by a comma.
        value = value.removeprefix(",").strip()
        found[column.name] = value
        rest, _, flag = value.rpartition(",")
        if column.name not in flags and fold_heading(flag) in flags:
            hinted.setdefault(fold_heading(flag), (column.name, rest.strip()))
    for flag, (name, value) in hinted.items():
        if flag not in found:
            found |= {name: value, flag: "yes"}
    return found


def _read_grid(grid: Grid, columns: Sequence[Column], faults: Faults) -> list[Row]:
    """The rows of a sheet below its headings."""
    headings = by_heading(columns)
    rows = [(number, cells) for number, cells in grid.rows if not _is_comment(cells)]
    if not rows:
        return []
    first = _heading_row([cells for _, cells in rows[:TITLE_ROWS]], headings)
    found = _Headings.read(grid, *rows[first], columns, headings, faults)
    checked = []
    for number, cells in rows[first + 1 :]:
        if _is_enough(faults, f"{grid.place}, row {number}"):
            break
        row = Row(f"{grid.place}, row {number}", "column", ordinal=number, addresses=found.addresses)
        checked.append(check_row(row, found.sort(grid, number, cells, faults), found.present, faults))
    return checked


def _heading_row(rows: Sequence[Sequence[str]], headings: Mapping[str, Column]) -> int:
    """Which row holds the headings: the first, or the first that knows any if only titles of one cell stand above."""
    for index, cells in enumerate(rows):
        if _known(cells, headings):
            return index
        if len(list(filter(None, cells))) > 1:
            break
    return 0


def _known(cells: Sequence[str], headings: Mapping[str, Column]) -> int:
    return sum(fold_heading(cell) in headings for cell in cells if cell)


@dataclass(frozen=True)
class _Headings:
    """The columns of a sheet in its own order, None where a heading is unknown and has been refused."""

    columns: tuple[Column | None, ...]
    nameless: frozenset[int]
    present: tuple[Column, ...]
    addresses: Mapping[str, str]

    @classmethod
    def read(
        cls,
        grid: Grid,
        number: int,
        cells: Sequence[str],
        columns: Sequence[Column],
        headings: Mapping[str, Column],
        faults: Faults,
    ) -> "_Headings":
        found: list[Column | None] = []
        for index, cell in enumerate(cells):
            column = headings.get(fold_heading(cell)) if cell else None
            where = grid.cell(number, index, shorten(cell))
            if cell and column is None:
                refuse_heading(cell, where, columns, faults)
            elif column is not None and column in found:
                _refuse_second(column, where, faults)
                column = None
            found.append(column)
        for column in columns:
            if column.required and column not in found:
                message = f"the sheet has no column '{column.name}'"
                where = f"{grid.place}, row {number}"
                faults.add("missing-column", where, message, fault=Fault.MALFORMED, mend=column.help)
        addresses = {
            column.name: f"{grid.place}, cell {letters(index)}"
            for index, column in enumerate(found)
            if column is not None and grid.name
        }
        nameless = frozenset(index for index, cell in enumerate(cells) if not cell)
        return cls(tuple(found), nameless, tuple(column for column in columns if column in found), addresses)

    def sort(self, grid: Grid, number: int, cells: Sequence[str], faults: Faults) -> dict[str, str]:
        """The cells by their columns; one that stands under no heading is refused."""
        sorted_cells: dict[str, str] = {}
        for index, cell in enumerate(cells):
            if index in self.nameless or index >= len(self.columns):
                if cell:
                    message = f"'{shorten(cell)}' stands under no heading"
                    mend = "A cell with the mark between cells in it must be quoted."
                    if grid.name:
                        mend = "Give the column a heading, or begin the row with # if it is a remark."
                    faults.add("no-heading", grid.cell(number, index, ""), message, fault=Fault.MALFORMED, mend=mend)
                continue
            column = self.columns[index]
            if column is not None:
                sorted_cells[column.name] = cell
        return sorted_cells


def _read_table(
    table: Mapping[str, object], row: Row, columns: Sequence[Column], headings: Mapping[str, Column], faults: Faults
) -> Row:
    cells: dict[str, object] = {}
    for key, value in table.items():
        column = headings.get(fold_heading(key))
        if column is None:
            refuse_heading(key, row.where(shorten(key)), columns, faults)
        elif column.name in cells:
            _refuse_second(column, row.where(shorten(key)), faults)
        else:
            cells[column.name] = value
    return check_row(row, cells, columns, faults)


def _is_enough(faults: Faults, where: str) -> bool:
    """Whether a sheet has so many faults that the rest of it is not looked at, which is a fault itself."""
    if faults.are_plenty:
        message = "there are so many faults that the rest was not looked at"
        mend = "Is it the sheet that is meant, and are its headings right?"
        faults.add("too-many-faults", where, message, fault=Fault.MALFORMED, mend=mend)
    return faults.are_plenty


def _refuse_second(column: Column, where: str, faults: Faults) -> None:
    message = f"this is a second column '{column.name}'"
    faults.add("duplicate-column", where, message, fault=Fault.INCONSISTENT, mend="Leave one of them.")


def _refuse_empty(source: str, wanted: str, faults: Faults) -> None:
    faults.add("no-rows", source, "there are no rows in this sheet", fault=Fault.MALFORMED, mend=f"Expected: {wanted}.")
