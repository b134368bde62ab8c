"""Turns, years and seasons: one function each way, from whichever turn a campaign starts at."""

from __future__ import annotations

import re
from enum import IntEnum
from typing import NamedTuple

from flagplot.core.citation import carries_out
from flagplot.core.refusal import Fault, Faults


class Season(IntEnum):
    """The half of a year that a turn is."""

    SPRING = 0
    FALL = 1

    @property
    def label(self) -> str:
        """Its name."""
        return self.name.capitalize()


class Date(NamedTuple):
    """A year of the calendar (168 for Y168) and its season; dates compare as they follow."""

    year: int
    season: Season

    def __str__(self) -> str:
        return f"{self.season.label} Y{self.year}"


START = Date(168, Season.FALL)
"""The date of turn 1 in the published campaigns: turns 20 to 22 are Spring Y178 to Spring Y179."""

_DATE = re.compile(r"(?:(?P<season>spring|fall)\s+)?y(?P<year>\d{1,4})\+?", re.IGNORECASE)
_TURN = re.compile(r"(?:turn\s*)?#?(?P<turn>\d{1,4})\+?", re.IGNORECASE)


@carries_out("fe", "105.0/calendar")
def date_of(turn: int, start: Date = START) -> Date:
    """The date of a turn, where turn 1 is at ``start``; turns before it have dates too."""
    year, season = divmod(2 * start.year + start.season + turn - 1, 2)
    return Date(year, Season(season))


@carries_out("fe", "105.0/calendar")
def turn_of(date: Date, start: Date = START) -> int:
    """The turn of a date, where turn 1 is at ``start``."""
    return 2 * (date.year - start.year) + (date.season - start.season) + 1


@carries_out("fe", "105.0/dates")
def first_turn(text: str, where: str, faults: Faults, start: Date = START) -> int | None:
    """The first turn of a date as rules write it: ``Y175+``, ``Fall Y175``, ``Spring Y181``, ``turn #25``.

    A year alone begins with its Spring. What is no date is refused.
    """
    dated, numbered = _DATE.fullmatch(text.strip()), _TURN.fullmatch(text.strip())
    if numbered:
        return int(numbered["turn"])
    if dated:
        season = Season[(dated["season"] or "spring").upper()]
        return turn_of(Date(int(dated["year"]), season), start)
    mend = "Write Y175, Fall Y175 or turn #25."
    faults.add("no-date", where, f"'{text}' is no date of the calendar", fault=Fault.MALFORMED, mend=mend)
    return None
