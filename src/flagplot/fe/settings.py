"""The settings of this wing: figures that play needs and the rulebook does not give, part by part."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from flagplot.core import settings
from flagplot.core.settings import Setting

COMBAT = "combat"
"""The part that a battle asks."""


@cache
def catalogue() -> Mapping[str, Setting]:
    """All settings by id."""
    return settings.load((files("flagplot.fe") / "data" / "settings.toml").read_bytes())
