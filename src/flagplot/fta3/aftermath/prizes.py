"""Prizes: what a captured ship is worth at home, and what becomes of one that was taken back."""

from __future__ import annotations

from flagplot.core.citation import carries_out
from flagplot.fta3.aftermath.flight import WRITE_OFF
from flagplot.fta3.printed import printed, row_of

WORTHLESS, YIELD, RECOVERED = "worthless", "yield", "recovered"
"""The rows of the prizes' table."""

SCUTTLED = "scuttled"


@carries_out("fta3", "prizes")
def prize_row(face: int) -> str:
    """What a d10 says of a prize: ``worthless``, ``yield`` or ``recovered``."""
    return row_of("prizes", face)


@carries_out("fta3", "prizes")
def prize_share() -> int:
    """The percentage of money and DI that a prize yields."""
    return int(printed()["prizes"]["percent"])


@carries_out("fta3", "prizes/advanced-equipment")
def prize_equipment_need() -> int:
    """The face of a d6 that saves a piece of advanced equipment from a prize."""
    return int(printed()["prizes/advanced-equipment"]["number"])


@carries_out("fta3", "prizes/recapture")
def recapture_row(row: str) -> str:
    """What the row of the flight's table means for a prize that was taken back: a write-off is scuttled."""
    return SCUTTLED if row == WRITE_OFF else row
