"""Documents written: as TOML, and as the pages of a workbook, from which they are read back as the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flagplot.core.toml import write_value
from flagplot.engine.columns import Column, Kind, Value
from flagplot.engine.grids import Cell, Page
from flagplot.engine.layout import Document, Layout, Leaf, Values

HEAD = "head"
"""What a change of the head has in the place of a table."""

PAIRED = "; "
"""What stands between pairs in a cell."""


def as_toml(document: Document, layout: Layout) -> str:
    """The TOML of a document: its head, then a table for each row; the layout may have a way of its own."""
    if layout.write is not None:
        return layout.write(document)
    blocks = [_pairs(document.head, layout.head)] if document.head else []
    for leaf in layout.leaves:
        blocks += [f"[[{leaf.name}]]\n{_pairs(row, leaf.columns)}" for row in document.tables.get(leaf.name, ())]
    return "\n".join(blocks)


def _pairs(values: Values, columns: Sequence[Column]) -> str:
    """A line for each column that is not blank."""
    lines = []
    for column in columns:
        value = values.get(column.name)
        if value is None:
            continue
        if column.kind is Kind.PAIRS:
            value = cell_of(value, column) or ""
        lines.append(f"{column.name.replace(' ', '_')} = {write_value(value)}\n")
    return "".join(lines)


def as_pages(document: Document, layout: Layout) -> list[Page]:
    """The sheets of a document, those without rows left out; the head stands above the first, in rows with ``#``."""
    pages = [
        _page(leaf, document.tables.get(leaf.name, ()))
        for leaf in layout.leaves
        if leaf is layout.leaves[0] or document.tables.get(leaf.name)
    ]
    first = pages[0]
    remarks = tuple((text,) for text in _remarks(document.head, layout.head))
    return [Page(first.name, (*remarks, *first.rows), first.head + len(remarks)), *pages[1:]]


def _page(leaf: Leaf, rows: Sequence[Values]) -> Page:
    filled = {name for row in rows for name in row}
    columns = [column for column in leaf.columns if column.required or column.name in filled]
    headings = tuple(column.name for column in columns)
    cells = (tuple(cell_of(row.get(column.name), column) for column in columns) for row in rows)
    return Page(leaf.sheets[0], (headings, *cells))


def _remarks(head: Values, columns: Sequence[Column]) -> Iterator[str]:
    """The head as rows; flags stand there always, so that no text is taken for one."""
    for column in columns:
        value = head.get(column.name)
        if column.kind is Kind.FLAG and head:
            yield f"# {column.name}: {'yes' if value else 'no'}"
        elif value is not None:
            yield f"# {column.name}: {cell_of(value, column)}"


def cell_of(value: Value, column: Column) -> Cell:
    """A value as the cell of a sheet has it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return (PAIRED if column.kind is Kind.PAIRS else ", ").join(value)
    return value


@dataclass(frozen=True)
class Change:
    """What becomes of one row: ``name`` is its key or number in ``table``, ``sort`` is new, changed or gone.

    A row that is new says nothing ``before``, one that goes nothing ``after``.
    """

    table: str
    name: str
    sort: str
    before: Values
    after: Values
    columns: tuple[Column, ...]

    @property
    def cells(self) -> tuple[tuple[str, Cell, Cell], ...]:
        """Each column that says something else, with what it said before and says after."""
        return tuple(
            (column.name, cell_of(self.before.get(column.name), column), cell_of(self.after.get(column.name), column))
            for column in self.columns
            if self.before.get(column.name) != self.after.get(column.name)
        )


def changes(before: Document | None, after: Document, layout: Layout) -> list[Change]:
    """What would become of ``before``; rows are the same where their keys are, whatever the case, else by their order.

    The order of rows with keys is no change.
    """
    old = before or Document()
    found = []
    if old.head != after.head:
        found.append(Change(HEAD, "", "changed", old.head, after.head, layout.head))
    for leaf in layout.leaves:
        gone, new = (_by_key(document.tables.get(leaf.name, ()), leaf) for document in (old, after))
        for key in [*gone, *(key for key in new if key not in gone)]:
            was, becomes = gone.get(key, {}), new.get(key, {})
            if was != becomes:
                sort = "gone" if key not in new else "changed" if key in gone else "new"
                found.append(Change(leaf.name, _name(becomes or was, leaf, key), sort, was, becomes, leaf.columns))
    return found


def keep_keys(before: Document, after: Document, layout: Layout) -> Document:
    """``after`` with each key spelt as it is in ``before``, so that ids stay what they were."""
    tables = dict(after.tables)
    for leaf in layout.leaves:
        if leaf.key is not None:
            name = leaf.key.name
            known = {str(row.get(name, "")).casefold(): row.get(name) for row in before.tables.get(leaf.name, ())}
            tables[leaf.name] = tuple(
                {**row, name: known.get(str(row.get(name, "")).casefold(), row.get(name))}
                for row in after.tables.get(leaf.name, ())
            )
    return Document(after.head, {name: rows for name, rows in tables.items() if rows})


def _by_key(rows: Sequence[Values], leaf: Leaf) -> dict[str, Values]:
    if leaf.key is None:
        return {str(number): row for number, row in enumerate(rows, start=1)}
    return {str(row.get(leaf.key.name, "")).casefold(): row for row in rows}


def _name(row: Values, leaf: Leaf, key: str) -> str:
    return key if leaf.key is None else str(row.get(leaf.key.name, key))
