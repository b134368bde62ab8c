"""Tables as aligned columns of text."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from flagplot.core.report import Table
from flagplot.formats.plain import one_line

GAP = "  "  # between columns


@dataclass
class _Column:
    """A column while a place is sought for it: its cells with the head first, and the width it gets."""

    cells: list[str]
    align: str
    width: int
    floor: int  # the narrowest it becomes for the sake of its neighbours


def table_lines(table: Table, width: int) -> list[str]:
    """Head, rule and rows in at most ``width`` characters (40 or more), as ``table_parts`` lays them out."""
    lines: list[str] = []
    for head, rows in table_parts(table, width):
        lines += [*([""] if lines else []), *head, *rows]
    return lines


def table_parts(table: Table, width: int) -> Iterator[tuple[list[str], list[str]]]:
    """A table as one or more that are narrow enough, each as the lines of its head with the rule, and of its rows.

    The widest left-aligned column is wrapped until the table fits. Where that is not enough, the columns that find no
    place follow in a further table, again under the first column.
    """
    first, *rest = _columns(table, width)
    started = False
    while rest or not started:
        started = True
        shown = _fitting(first, rest, width)
        head, *body = (_row(cells, shown) for cells in zip(*(column.cells for column in shown), strict=True))
        rule = GAP.join("-" * column.width for column in shown)
        yield [*head, rule], [line for row in body for line in row]
        rest = rest[len(shown) - 1 :]


def _columns(table: Table, width: int) -> list[_Column]:
    """Each column as wide as its cells; a word is broken only for a third of the line, a cell only for a fifth."""
    columns = []
    for number, head in enumerate(table.columns):
        cells = [one_line(head.name), *(one_line(row[number]) for row in table.rows)]
        natural = max(1, min(width, max(map(len, cells))))
        word = max(len(word) for cell in cells for word in textwrap.wrap(cell, 1, break_long_words=False) or [""])
        floor = min(natural, max(width // 5, min(word, width // 3)))
        columns.append(_Column(cells, head.align, natural, floor))
    return columns


def _fitting(first: _Column, rest: list[_Column], width: int) -> list[_Column]:
    """The first column and as many of the ``rest`` as fit beside it, at least one where there is one."""
    room, taken = width - _least(first), 0
    for column in rest:
        room -= len(GAP) + _least(column)
        if room < 0:
            break
        taken += 1
    if taken:
        return _narrowed([first, *rest[:taken]], width, may_wrap=["left"])
    return _narrowed([first, *rest[:1]], width, may_wrap=["left", "right"])


def _least(column: _Column) -> int:
    """The narrowest a column becomes as long as numbers are not wrapped."""
    return column.floor if column.align == "left" else column.width


def _narrowed(columns: list[_Column], width: int, may_wrap: Sequence[str]) -> list[_Column]:
    """The columns with width taken from the widest that may wrap until all fit; none where they cannot."""
    narrowed = [replace(column) for column in columns]
    while sum(column.width for column in narrowed) + len(GAP) * (len(narrowed) - 1) > width:
        wide = [column for column in narrowed if column.align in may_wrap and column.width > column.floor]
        if not wide:
            return []
        max(wide, key=lambda column: column.width).width -= 1
    return narrowed


def _row(cells: tuple[str, ...], columns: list[_Column]) -> list[str]:
    """One row of cells as the lines it needs."""
    folded = [textwrap.wrap(cell, column.width) for cell, column in zip(cells, columns, strict=True)]
    return [GAP.join(map(_aligned, parts, columns)).rstrip() for parts in zip_longest(*folded, fillvalue="")] or [""]


def _aligned(part: str, column: _Column) -> str:
    return part.ljust(column.width) if column.align == "left" else part.rjust(column.width)
