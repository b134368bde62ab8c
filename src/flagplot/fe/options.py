"""The readings of this wing as a table chose them: which option of each, by the id of the reading."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from flagplot.core import readings
from flagplot.core.readings import Reading
from flagplot.core.refusal import Faults

Options: TypeAlias = Mapping[str, str]
"""The option taken of every reading that has options."""


@cache
def catalogue() -> Mapping[str, Reading]:
    """The readings of the wing by id."""
    return readings.load((files("flagplot.fe") / "data" / "readings.toml").read_bytes())


def options(wanted: Mapping[str, str] | None = None, where: str = "readings") -> Options:
    """The wanted option of each reading, else the default; raises ``Refused`` for a reading or option there is not."""
    faults = Faults()
    chosen = readings.choose(catalogue(), wanted or {}, where, faults)
    faults.settle()
    return chosen
