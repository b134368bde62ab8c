"""The numbers that the page prints, by rule, from ``data/tables.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def printed() -> Mapping[str, Mapping[str, Any]]:
    """The numbers of each rule by its id."""
    text = files("flagplot.fta3").joinpath("data/tables.toml").read_text(encoding="utf-8")
    return {table["rule"]: table for table in tomllib.loads(text)["table"]}


def row_of(rule: str, total: int) -> str:
    """The row of a die's table that a total brings, by its name; the first row also takes what lies below it."""
    rows = _rows(rule)
    return next((name for name, least in reversed(rows) if total >= least), rows[0][0])


def rows_told(rule: str) -> str:
    """A die's table in a line: ``lost, from 5 write-off, from 7 heavy, from 10 light``."""
    (first, _), *others = _rows(rule)
    return ", ".join([first, *(f"from {least} {name}" for name, least in others)])


def _rows(rule: str) -> list[tuple[str, int]]:
    """The rows of a die's table, each with the least total that brings it, from the lowest on."""
    return sorted(printed()[rule]["rows"].items(), key=lambda row: row[1])
