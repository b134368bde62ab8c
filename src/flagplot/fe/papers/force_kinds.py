"""What keys about battle forces hold: who stands where, which craft go first, who is with whom, what teams do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flagplot.core.refusal import nearest
from flagplot.engine.columns import shorten
from flagplot.fe.calendar import Date, date_of, first_turn
from flagplot.fe.combat.battle.instructions import NONE
from flagplot.fe.combat.charts.prime_teams import in_battle
from flagplot.fe.combat.force import OUTSIDE, Craft, Place
from flagplot.fe.papers.kinds import Unit, items
from flagplot.fe.papers.naming import Names, Whose
from flagplot.fe.papers.spots import Spot

PLACES = tuple(place.value for place in Place if place in OUTSIDE)
LEADER = "leader"


def _text(value: Any, spot: Spot, holds: str) -> str:
    """The one item of a value, empty and a fault where there is another number of them."""
    found = items(value, spot)
    if found is not None and len(found) != 1:
        spot.refuse("wrong-kind", f"one value is wanted, and here are {len(found)}", mend=f"Write {holds}.")
    return found[0] if found is not None and len(found) == 1 else ""


@dataclass(frozen=True)
class Placed:
    """A unit and a place outside the command."""

    holds = f"an own unit with {', '.join(PLACES)}"

    def read(self, value: Any, spot: Spot, names: Names) -> str | None:
        text = _text(value, spot, self.holds)
        name, _, place = text.partition(" ")
        if text and place.casefold() not in PLACES:
            spot.refuse("unknown-word", f"'{shorten(place)}' is no place", mend=nearest(place, PLACES))
            return None
        unit = names.unit(name, Whose.OWN, spot) if text else None
        return f"{unit} {place.casefold()}" if unit else None


@dataclass(frozen=True)
class Aboard:
    """Craft: all of a unit, all of a kind, or those of a kind of a unit."""

    holds = f"an own unit, {', '.join(Craft)}, or a unit with one of these words"

    def read(self, value: Any, spot: Spot, names: Names) -> str | None:
        text = _text(value, spot, self.holds)
        if not text or text.casefold() in tuple(Craft):
            return text.casefold() or None
        name, _, kind = text.partition(" ")
        if kind and kind.casefold() not in tuple(Craft):
            spot.refuse("unknown-word", f"'{shorten(kind)}' are no craft", mend=nearest(kind, list(Craft)))
            return None
        unit = names.unit(name, Whose.OWN, spot)
        return " ".join(filter(None, (unit, kind.casefold()))) if unit else None


@dataclass(frozen=True)
class Posted:
    """A unit, or whichever leads."""

    holds = f"an own unit, or {LEADER}"

    def read(self, value: Any, spot: Spot, names: Names) -> str | None:
        text = _text(value, spot, self.holds)
        return LEADER if text.casefold() == LEADER else names.unit(text, Whose.OWN, spot) if text else None


@dataclass(frozen=True)
class Missions:
    """What a Prime Team does, and with which unit; or none."""

    holds = f"{', '.join(in_battle())} with an own unit, or {NONE}"

    def read(self, value: Any, spot: Spot, names: Names) -> str | None:
        text = _text(value, spot, self.holds)
        if not text or text.casefold() == NONE:
            return NONE if text else None
        mission, _, name = text.partition(" ")
        if mission.casefold() not in in_battle():
            spot.refuse("unknown-word", f"'{shorten(mission)}' is no mission", mend=nearest(mission, in_battle()))
            return None
        unit = names.unit(name, Whose.OWN, spot)
        return f"{mission.casefold()} {unit}" if unit else None


@dataclass(frozen=True)
class Members:
    """The units of one group, with plus signs between."""

    holds = "own units with a plus between"

    def read(self, value: Any, spot: Spot, names: Names) -> tuple[str, ...] | None:
        text = _text(value, spot, self.holds)
        found = [Unit().read(name.strip(), spot, names) for name in text.split("+")] if text else [None]
        return None if None in found else tuple(str(each) for each in found)


@dataclass(frozen=True)
class Dated:
    """The date of a turn."""

    holds = "a date such as Fall Y175, or a turn such as #15"

    def read(self, value: Any, spot: Spot, names: Names) -> Date | None:
        text = _text(value, spot, self.holds)
        turn = first_turn(text, spot.where, spot.faults) if text else None
        return None if turn is None else date_of(turn)
