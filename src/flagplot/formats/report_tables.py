"""The tables of a report as pages of a workbook: what is a table, and what can be read as one."""

from __future__ import annotations

import re
from collections.abc import Iterable

from flagplot.core.report import Entry, Fields, Node, Report, Roll, Section, Table
from flagplot.engine.grids import Cell, Page

# A number that a sheet may reckon with: 007 and +3 would not be written back as they were.
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})")


def tables_of(report: Report) -> list[Page]:
    """Every table of a report in reading order, named by its caption, else by the section it stands in.

    Pairs become a table of two columns. All events make one table, and all dice one, each row with its sections.
    """
    tables: list[Page] = []
    events: list[tuple[Cell, ...]] = [("section", "number", "event", "detail", "rules")]
    dice: list[tuple[Cell, ...]] = [("section", "round", "purpose", "who", "sides", "need", "faces", "rule", "address")]

    def gather(nodes: Iterable[Node], titles: tuple[str, ...]) -> None:
        section = " / ".join(titles[1:])
        for node in nodes:
            match node:
                case Section():
                    gather(node.children, (*titles, node.title))
                case Table():
                    heads = tuple(column.name for column in node.columns)
                    rows = (tuple(map(_cell, row)) for row in node.rows)
                    tables.append(Page(node.caption or titles[-1], (heads, *rows)))
                case Fields():
                    pairs = ((name, _cell(value)) for name, value in node.pairs)
                    tables.append(Page(titles[-1], (("what", "value"), *pairs)))
                case Entry():
                    rules = ", ".join(map(str, node.citations))
                    events.append((section, node.number, node.text, "; ".join(node.detail), rules))
                case Roll():
                    faces = " ".join(map(str, node.faces))
                    roll = (section, node.round, node.purpose, node.who, node.sides, node.need, faces)
                    dice.append((*roll, str(node.citation), node.address))

    gather(report.children, (report.title,))
    for name, rows in (("Events", events), ("Dice", dice)):
        if len(rows) > 1:
            tables.append(Page(name, tuple(rows)))
    return tables


def _cell(text: str) -> Cell:
    return int(text) if _NUMBER.fullmatch(text) and text != "-0" else text
