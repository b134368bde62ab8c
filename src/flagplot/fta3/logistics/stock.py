"""A polity's stock of supply: what came in and what was burned, entry by entry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from flagplot.core.citation import Citation, carries_out


class Origin(StrEnum):
    """Where an entry comes from."""

    OPENING = "opening stock"
    BOUGHT = "bought"
    MADE = "made by a Supply Generator"
    SALVAGED = "salvaged"
    BURNED = "burned"
    COMBAT = "burned in battle"
    RULED = "by the moderator's word"


RULES = {
    Origin.BURNED: "supply-limits/yearly",
    Origin.COMBAT: "logistics/combat-burn",
    Origin.RULED: "logistics/shortfall",
}


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One entry in points of supply, above zero where it comes in, below where it goes; ``paid`` in $ if it was bought.

    ``what`` tells the unit, the landmark, the wreck.
    """

    origin: Origin
    points: int
    what: str = ""
    paid: Fraction = Fraction(0)

    @property
    def citation(self) -> Citation:
        """The rule that it is booked by."""
        return Citation("fta3", RULES.get(self.origin, "logistics/supply-stock"))


@dataclass(frozen=True, kw_only=True)
class Stock:
    """The books of one polity and year."""

    polity: str
    entries: tuple[Entry, ...] = ()

    @property
    def points(self) -> int:
        """What is there; below zero it is what is lacking."""
        return balance(self.entries)

    @property
    def shortfall(self) -> int:
        """Points that are lacking: what comes of that is the moderator's to say."""
        return lacking(self.entries)


@carries_out("fta3", "logistics/supply-stock")
def bought(points: int, rate: Fraction) -> Entry:
    """Supply from the market, paid at the year's rate."""
    return Entry(origin=Origin.BOUGHT, points=points, paid=points * rate)


@carries_out("fta3", "logistics/supply-stock")
def balance(entries: Iterable[Entry]) -> int:
    """All that came in less all that went."""
    return sum(entry.points for entry in entries)


@carries_out("fta3", "logistics/shortfall")
def lacking(entries: Iterable[Entry]) -> int:
    """Points that the burns booked are above what there was; 0 where all is paid."""
    return max(0, -balance(entries))
