"""Capitals of several systems in a paper: whose capital it is, systems by name, the garrison that the annex gives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flagplot.core.refusal import nearest
from flagplot.engine.columns import shorten
from flagplot.engine.names import fold, slug
from flagplot.fe.combat.battle.capital import MOBILE
from flagplot.fe.combat.capital import garrison_of
from flagplot.fe.combat.force import Combatant, Craft, craft_capacity
from flagplot.fe.economics.income import System, capital_of
from flagplot.fe.empires import Empire, read_empire
from flagplot.fe.papers.naming import Names
from flagplot.fe.papers.spots import Spot
from flagplot.fe.printed import charts_of
from flagplot.fe.units.category import Category
from flagplot.fe.units.ship import ShipType, Unit
from flagplot.fe.units.ship_table import ShipTable


def _system_names() -> list[str]:
    """The systems of all capitals."""
    return [row[1] for row in charts_of("production")["capitals"].rows]


@dataclass(frozen=True)
class CapitalOf:
    """The systems of an empire's capital."""

    holds = "the empire whose capital it is"

    def read(self, value: Any, spot: Spot, names: Names) -> tuple[System, ...] | None:
        if not isinstance(value, str):
            spot.refuse("wrong-kind", "the empire is no text", mend="Write its name in quotes.")
            return None
        empire = read_empire(value, spot.where, spot.faults)
        return capital_of(empire, spot.where, spot.faults) or None if empire else None


@dataclass(frozen=True)
class InCapital:
    """A system of a capital by its name; ``mobile``: or the mobile force."""

    mobile: bool = False

    @property
    def holds(self) -> str:
        return f"a system of the capital{f', or {MOBILE}' if self.mobile else ''}"

    def read(self, value: Any, spot: Spot, names: Names) -> str | None:
        known = [*_system_names(), MOBILE] if self.mobile else _system_names()
        for name in known:
            if fold(name) == fold(str(value)):
                return name
        spot.refuse("unknown-system", f"there is no '{shorten(str(value))}'", mend=nearest(str(value), known))
        return None


def garrison(systems: tuple[System, ...], empire: Empire, table: ShipTable, spot: Spot) -> Iterator[Combatant]:
    """What the annex puts into the systems of a capital: planets, battalions with all their craft, starbases."""
    for system in systems:
        stem, found = slug(system.name), garrison_of(system)
        for name, battalions in found.planets:
            kind = ShipType(designator=name.partition("-")[0].upper(), empire=empire, category=Category.PLANET)
            planet = f"{stem}-{name}"
            yield Combatant(unit=Unit(id=planet, type=kind), system=system.name)
            yield from _made("PDU", f"{planet}-pdu", battalions, empire, table, spot, planet=planet)
        yield from _made("SB", f"{stem}-sb", found.starbases, empire, table, spot, system=system.name)


def _made(
    designator: str, stem: str, number: int, empire: Empire, table: ShipTable, spot: Spot, **bonds: str
) -> Iterator[Combatant]:
    """So many units of a type of the ship table, with all the craft that they can operate."""
    type_ = table.find(designator, empire, spot.where, spot.faults) if number else None
    for n in range(1, number + 1):
        if type_ is not None:
            unit = Unit(id=f"{stem}-{n}", type=type_)
            craft = {kind: most for kind in Craft if (most := craft_capacity(unit, kind))}
            yield Combatant(unit=unit, craft=craft, **bonds)  # type: ignore[arg-type]
