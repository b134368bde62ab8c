"""Successful flight: what becomes of a killed ship that nobody ran down."""

from __future__ import annotations

from flagplot.core.citation import carries_out
from flagplot.fta3.book.damage import Level
from flagplot.fta3.printed import printed, row_of

LOST, WRITE_OFF, HEAVY, LIGHT = "lost", "write-off", "heavy", "light"
"""The rows of the table of flight; the last two are levels of damage."""

BETTER = {HEAVY: Level.MEDIUM, LIGHT: Level.FINE}


@carries_out("fta3", "flight/modifiers")
def flight_total(face: int, bonus: int) -> int:
    """The d10 with damage control and whatever else is added to it."""
    return face + bonus


@carries_out("fta3", "flight/modifiers")
def shielded_total() -> int:
    """What a ship scores that spends a character shield, without a die."""
    return int(printed()["flight/modifiers"]["shield"])


@carries_out("fta3", "flight/modifiers")
def bars_pursuit(*, shielded: bool) -> bool:
    """Whether a killed ship cannot be run down: one that spends a character shield."""
    return shielded


@carries_out("fta3", "flight")
def flight_row(total: int) -> str:
    """What a total says of a killed ship: ``lost``, ``write-off``, ``heavy`` or ``light``."""
    return row_of("flight", total)


@carries_out("fta3", "flight/regeneration")
def escape_level(row: str, *, regenerates: bool) -> Level:
    """The damage with which a ship gets away on ``heavy`` or ``light``; a regenerating one comes off a level better."""
    return BETTER[row] if regenerates else Level(row)


@carries_out("fta3", "flight")
def extra_supply(row: str, supply: int) -> int:
    """The supply that a flight burns beside all else: a ship's weight where it got away largely whole."""
    return supply if row == LIGHT else 0


@carries_out("fta3", "flight/write-off")
def write_off_equipment_need() -> int:
    """The face of a d6 that saves a piece of advanced equipment from a write-off."""
    return int(printed()["flight/write-off"]["number"])
