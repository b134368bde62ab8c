"""The charts that the rulebook prints, cell by cell, each with its rule and the printing it comes from."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults, nearest

_SPAN = re.compile(r"(?P<low>\d+)(?:-(?P<high>\d+)|(?P<open>\+))?")


class Chart(NamedTuple):
    """One chart; ``names`` are other names that it is asked for by. A cell that the print leaves out is empty."""

    id: str
    names: tuple[str, ...]
    rule: str
    edition: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str

    @property
    def citation(self) -> Citation:
        """The rule with its printing."""
        return Citation("fe", self.rule, self.edition)

    def row(self, first: str) -> tuple[str, ...]:
        """The row whose first cell reads so; raises ``KeyError`` where there is none."""
        for row in self.rows:
            if row[0].casefold() == first.casefold():
                return row
        raise KeyError(first)

    def row_of(self, number: int) -> tuple[str, ...] | None:
        """The row whose first cell spans a number (``3-4``, ``7+``); None beyond the chart."""
        return next((row for row in self.rows if spans(row[0], number)), None)

    def cell(self, first: str, column: str) -> str:
        """The cell of a row, by its first cell, and a column, by its head."""
        return self.row(first)[self.columns.index(column)]


def spans(cell: str, number: int) -> bool:
    """Whether a printed cell (``3``, ``3-4``, ``7+``) means a number; a dash or an empty cell means none."""
    found = _SPAN.fullmatch(cell)
    if found is None:
        return False
    low = int(found["low"])
    return low <= number and (found["open"] is not None or number <= int(found["high"] or low))


FILES = ("combat", "bases", "units", "economics", "production", "lists")
"""The files of charts below ``data/tables``."""


@cache
def charts_of(name: str) -> Mapping[str, Chart]:
    """The charts of one file by id."""
    text = files("flagplot.fe").joinpath(f"data/tables/{name}.toml").read_text(encoding="utf-8")
    return {
        entry["id"]: Chart(
            id=entry["id"],
            names=tuple(entry["names"]),
            rule=entry["rule"],
            edition=entry["edition"],
            title=entry["title"],
            columns=tuple(entry["columns"]),
            rows=tuple(map(tuple, entry["rows"])),
            note=entry.get("note", ""),
        )
        for entry in tomllib.loads(text)["chart"]
    }


def charts() -> Mapping[str, Chart]:
    """Every chart by id, in the order of the files."""
    return {id_: chart for name in FILES for id_, chart in charts_of(name).items()}


def find_chart(name: str) -> Chart:
    """The chart of an id, another name or a rule's number; raises ``Refused`` with the nearest for any other."""
    known = charts()
    word = " ".join(name.split()).casefold().strip("()")
    for chart in known.values():
        if word in (chart.id, chart.title.casefold(), chart.rule, *chart.names):
            return chart
    faults = Faults()
    mend = nearest(name, [*known, *(each for chart in known.values() for each in chart.names)])
    if not mend.startswith("Did you mean"):
        mend = "'flagplot fe table' lists them."
    faults.add("unknown-table", f"'{name}'", "not in the data", fault=Fault.MALFORMED, mend=mend)
    faults.settle()
    raise AssertionError
