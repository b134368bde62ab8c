"""What a question about a rulebook is answered with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from flagplot.core.readings import Reading
from flagplot.core.report import Report


class Answer(NamedTuple):
    """An answer for people, and the same as plain values for JSON."""

    report: Report
    values: dict[str, Any]


def departures(readings: Mapping[str, str] | None, catalogue: Mapping[str, Reading]) -> tuple[str, ...]:
    """A line for each reading that was chosen otherwise than by default."""
    return tuple(
        f"Reading {catalogue[id_].number or id_} ({id_}): {option}."
        for id_, option in (readings or {}).items()
        if catalogue[id_].default != option
    )
