"""The ground units, traits and numbers that the page prints, from ``data/ground.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def _data() -> Mapping[str, Any]:
    text = files("flagplot.fta3").joinpath("data/ground.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def numbers() -> Mapping[str, Mapping[str, Any]]:
    """The numbers of each rule by its id."""
    return {table["rule"]: table for table in _data()["table"]}


@cache
def type_rows() -> Mapping[str, Mapping[str, Any]]:
    """The row of each type of unit by its name."""
    return {row["name"]: row for row in _data()["type"]}


@cache
def trait_rows() -> Mapping[str, Mapping[str, Any]]:
    """The row of each trait by its name."""
    return {row["name"]: row for row in _data()["trait"]}
