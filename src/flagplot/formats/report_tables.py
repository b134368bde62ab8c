"""The tables of a report as pages of a workbook: what is a table, and what can be read as one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flagplot.core.report import Entry, Fields, Node, Report, Roll, Section, Table
from flagplot.engine.grids import Cell, Page

# A number that a sheet may reckon with: 007 and +3 would not be written back as they were.
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})")


def tables_of(report: Report) -> list[Page]:
    """Every table of a report in reading order, named by its caption, else by the sections it stands in.

    Pairs become a table of two columns; the events of a section, and its dice, one table each.
    """
    return list(_pages(report.children, report.title))


def _pages(nodes: tuple[Node, ...], title: str) -> Iterator[Page]:
    entries = [node for node in nodes if isinstance(node, Entry)]
    rolls = [node for node in nodes if isinstance(node, Roll)]
    if entries:
        rows = tuple((e.number, e.text, "; ".join(e.detail), ", ".join(map(str, e.citations))) for e in entries)
        yield Page(f"{title} events", (("number", "event", "detail", "rules"), *rows))
    for node in nodes:
        match node:
            case Section():
                yield from _pages(node.children, node.title)
            case Table():
                heads = tuple(column.name for column in node.columns)
                yield Page(node.caption or title, (heads, *(tuple(map(_cell, row)) for row in node.rows)))
            case Fields():
                yield Page(title, (("what", "value"), *((name, _cell(value)) for name, value in node.pairs)))
    if rolls:
        heads = ("round", "purpose", "who", "sides", "need", "faces", "rule", "address")
        rolled = tuple(
            (r.round, r.purpose, r.who, r.sides, r.need, " ".join(map(str, r.faces)), str(r.citation), r.address)
            for r in rolls
        )
        yield Page(f"{title} dice", (heads, *rolled))


def _cell(text: str) -> Cell:
    return int(text) if _NUMBER.fullmatch(text) and text != "-0" else text
