"""The game as its office sees it: the world of a folder with map and book, and what is where in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from flagplot.core.world import World
from flagplot.engine.names import fold, slug
from flagplot.fta3.aftermath.repair import Place
from flagplot.fta3.book.book import Book
from flagplot.fta3.book.fitted import fitted
from flagplot.fta3.book.ships import STANDARD_TL, Hull, at_tech_level
from flagplot.fta3.logistics.starlanes import BaseKind, Outpost, StarMap, is_supply_point, serves
from flagplot.fta3.papers.forces import Owner, Ship

CLOCK, POLITY, SYSTEM, BASE = "clock", "polity", "system", "base"
SHIP, ARMY, WING = "ship", "army", "wing"
SALVAGE, BATTLE = "salvage", "battle"
"""What kinds of things a game's world holds; the clock is one of its kind."""

QUARTERS = 4
WING_ID = re.compile(r"tl[0-9]")
"""What follows the owner in the id of fighters: no ship or army may be called so."""


@dataclass(frozen=True)
class Office:
    """A world between two acts, with the map, the book and the chosen readings, which never change.

    Ids are those of battles: ``palm/hood`` a ship, ``palm/tl5`` its fighters, and ``polity/palm`` the polity.
    """

    world: World
    chart: StarMap
    book: Book
    readings: Mapping[str, str]

    @property
    def year(self) -> int:
        """The year that is under way."""
        return int(self.world[CLOCK]["year"])

    @property
    def quarter(self) -> int:
        """The quarter that comes next, 1 to 4."""
        return int(self.world[CLOCK]["quarter"])

    @property
    def now(self) -> int:
        """Quarters counted through all years."""
        return self.year * QUARTERS + self.quarter - 1

    def of(self, kind: str, owner: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Everything of a kind, of one polity or all, by id."""
        for id_, fields in sorted(self.world.items()):
            if fields["kind"] == kind and owner in ("", fields.get("owner")):
                yield id_, fields

    def polity(self, id_: str) -> Mapping[str, Any]:
        """A polity's fields."""
        return self.world[f"{POLITY}/{id_}"]

    def find(self, owner: str, name: str) -> tuple[str, Mapping[str, Any]] | None:
        """A polity's ship or army by its name; None where it has none of that name."""
        id_ = f"{owner}/{slug(name)}"
        fields = self.world.get(id_)
        return (id_, fields) if fields and fields["kind"] in (SHIP, ARMY) else None

    def hull(self, ship: Mapping[str, Any]) -> Hull:
        """A ship's hull at her owner's tech level."""
        return at_tech_level(self.book.hulls[str(ship["hull"])], int(self.polity(str(ship["owner"]))["tl"]))

    def weight(self, fields: Mapping[str, Any]) -> int:
        """The weight that the supply of a ship or army is reckoned on; a ship's traits may change it."""
        if fields["kind"] == ARMY:
            return int(fields["weight"])
        hull, owner = self.hull(fields), Owner(id="", name="", tl=STANDARD_TL, ships=(), wings=())
        return fitted(Ship(id="", name="", hull=hull, hp=None, level=None), owner, self.book).supply

    def name(self, polity: str) -> str:
        """What a polity is called."""
        return str(self.polity(polity)["name"])

    def place(self, system: str) -> str:
        """What a system is called."""
        return self.chart.systems[system].name

    def nearest_supply_point(self, owner: str, system: str) -> str:
        """The supply point with the fewest jumps from a system, of several the first by id; empty where none is joined
        to it.
        """
        jumps = self.map.jumps_from([system])
        joined = [(jumps[point], point) for point in self.map.supply_points(owner, self.year) if point in jumps]
        return min(joined, default=(0, ""))[1]

    def in_yard(self, fields: Mapping[str, Any]) -> bool:
        """Whether a ship is being built or repaired."""
        return "due" in fields

    @cached_property
    def map(self) -> StarMap:
        """The star-lane map with the owners and bases of now."""
        systems = {}
        for id_, system in self.chart.systems.items():
            owned, base = self.world.get(f"{SYSTEM}/{id_}"), self.world.get(f"{BASE}/{id_}")
            outpost = None
            if base is not None:
                outpost = Outpost(kind=BaseKind(base["base"]), owner=str(base["owner"]), year=int(base["year"]))
            systems[id_] = replace(system, owner=str(owned["owner"]) if owned else "", base=outpost)
        return replace(self.chart, systems=systems)

    def yard_at(self, owner: str, system: str) -> Place | None:
        """The best that a system is to a polity's damaged ships; None where nothing can be repaired."""
        place = self.map.systems[system]
        if fold(place.owner) == fold(owner) and place.owner:
            return Place.HOME
        if is_supply_point(place, owner, self.year):
            return Place.SUPPLY_POINT
        if place.owner in self.polity(owner)["allies"]:
            return Place.ALLY
        return Place.FORWARD_BASE if serves(place, owner, self.year, BaseKind.FORWARD) else None
