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
    rows: Mapping[str, int] = printed()[rule]["rows"]
    return max(
        (name for name in rows if rows[name] <= total), key=rows.__getitem__, default=min(rows, key=rows.__getitem__)
    )
