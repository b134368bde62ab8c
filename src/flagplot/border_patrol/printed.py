"""The numbers that the section prints, by the rule they belong to."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def printed() -> Mapping[str, Mapping[str, Any]]:
    """The numbers of each rule by its id."""
    text = files("flagplot.border_patrol").joinpath("data/tables.toml").read_text(encoding="utf-8")
    return {table["rule"]: table for table in tomllib.loads(text)["table"]}
