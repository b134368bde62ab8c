"""Looking something up in a printed chart: by heads and cells as people type them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from flagplot.core.citation import carries_out
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.fe.printed import Chart, charts, spans


class Found(NamedTuple):
    """The part of a chart that was asked for: the columns and rows that are left."""

    chart: Chart
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def look_up(chart: Chart, wanted: Mapping[str, str]) -> Found:
    """The rows and columns that fit what is wanted: ``bir`` 7 is a row, ``die`` 4 the column of that head.

    Raises ``Refused`` for a head that there is not and for a value that no cell has.
    """
    faults = Faults()
    rows = chart.rows
    columns = list(range(len(chart.columns)))
    for key, value in wanted.items():
        where = f"table {chart.id}, {key}"
        head = _column(chart, f"{key} {value}")
        column = _column(chart, key)
        if column is None and head is not None:
            columns = [0, head]
        elif column is None:
            mend = nearest(key, chart.columns)
            faults.add("unknown-column", where, f"there is no column '{key}'", fault=Fault.MALFORMED, mend=mend)
        else:
            rows = _fitting(rows, column, value)
            if not rows:
                cells = dict.fromkeys(row[column] for row in chart.rows)
                mend = f"See rule {chart.rule}. {nearest(value, cells)}"
                message = f"'{value}' is not in the data"
                faults.add("not-in-the-data", where, message, mend=mend, citation=chart.citation)
    faults.settle()
    return Found(
        chart,
        tuple(chart.columns[n] for n in columns),
        tuple(tuple(row[n] for n in columns) for row in rows),
    )


def _column(chart: Chart, key: str) -> int | None:
    """The column of a head as people type it: whole, its beginning, or a word of it."""
    word = _folded(key)
    heads = [_folded(head) for head in chart.columns]
    for fits in (
        lambda head: head == word,
        lambda head: head.startswith(f"{word} "),
        lambda head: word in head.split(),
    ):
        found = [n for n, head in enumerate(heads) if fits(head)]
        if len(found) == 1:
            return found[0]
    return None


def _fitting(rows: tuple[tuple[str, ...], ...], column: int, value: str) -> tuple[tuple[str, ...], ...]:
    """The rows whose cell is the value; else those that span it; else those that begin with it."""
    word = value.strip().casefold()
    same = tuple(row for row in rows if row[column].casefold() == word)
    if same:
        return same
    if word.isdigit():
        return tuple(row for row in rows if spans(row[column], int(word)))
    return tuple(row for row in rows if row[column].casefold().startswith(word))


def _folded(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9+-]+", text.casefold()))


class Abbreviation(NamedTuple):
    """What a code stands for in one empire, or as a term."""

    empire: str
    code: str
    meaning: str
    rule: str


@carries_out("fe", "760.0")
def abbreviations(code: str, empire: str = "") -> list[Abbreviation]:
    """What a code stands for, empire by empire, or in one of them; raises ``Refused`` where the list has none."""
    rows = [Abbreviation(*row) for row in charts()["abbreviations"].rows]
    word = code.strip().casefold()
    found = [row for row in rows if row.code.casefold() == word and empire in ("", row.empire)]
    if not found:
        faults = Faults()
        mend = f"See rule 760 and the ship tables. {_near(code, [row.code for row in rows])}"
        of = f" of {empire}" if empire else ""
        faults.add("not-in-the-data", f"'{code}'", f"no abbreviation{of} is listed so", mend=mend)
        faults.settle()
    return found


class Expansion(NamedTuple):
    """An empire of a later book: the book that 730.0 names, the one that the contents point to, and what is at odds."""

    empire: str
    book: str
    in_contents: str
    remark: str


@carries_out("fe", "730.0")
def expansion_of(number: str) -> Expansion:
    """The book of an empire's rules, by the number of its datafile; raises ``Refused`` for one that 730.0 lacks."""
    rows = {row[0]: Expansion(*row[1:]) for row in charts()["expansions"].rows}
    if number not in rows:
        faults = Faults()
        mend = f"It names {', '.join(rows)}."
        faults.add("not-in-the-data", f"'{number}'", "730.0 does not name this number", mend=mend)
        faults.settle()
    return rows[number]


def _near(word: str, codes: list[str]) -> str:
    hint = nearest(word, codes)
    return hint if hint.startswith("Did you mean") else ""
