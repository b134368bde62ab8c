"""The world of a campaign seen as units and craft: where each is, what it can do, and what it is to the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from flagplot.border_patrol.craft import BASE_ONLY, Kind, bays_of, is_patrol_ship
from flagplot.border_patrol.crew_chief.card import Unit as Card
from flagplot.border_patrol.crew_chief.chief import Quality
from flagplot.border_patrol.options import Options
from flagplot.border_patrol.stranded.deadline import When
from flagplot.border_patrol.stranded.independence import Support, crew_may_be_rescued, is_independent
from flagplot.border_patrol.stranded.rescue import Rescuer, Way, ways
from flagplot.border_patrol.stranded.run import Goal, is_goal
from flagplot.border_patrol.stranded.survival import Crew
from flagplot.core.world import World

CLOCK = "clock"
"""The entity that says which movement phase is to be resolved next."""

UNIT, CRAFT = "unit", "craft"


class UnitKind(StrEnum):
    """What a unit is."""

    SHIP = "ship"
    BASE = "base"
    PLANET = "planet"
    STAR_SYSTEM = "star-system"


PLACES = frozenset({UnitKind.BASE, UnitKind.PLANET, UnitKind.STAR_SYSTEM})
"""Where craft can land."""


class Standing(StrEnum):
    """How a unit or craft stands. ``out`` is a craft in space on its own account."""

    ACTIVE = "active"
    ABOARD = "aboard"
    OUT = "out"
    DESTROYED = "destroyed"
    CAPTURED = "captured"
    SCUTTLED = "scuttled"
    RETIRED = "retired"


GONE = frozenset(Standing) - {Standing.ACTIVE, Standing.ABOARD, Standing.OUT}
"""How a piece stands to which nothing can be ordered, and nothing happens, any more."""


class Berth(StrEnum):
    """How a craft is carried."""

    BAY = "bay"
    LINK = "link"
    LANDED = "landed"
    TOW = "tow"


class Unit(NamedTuple):
    """A ship, base, planet or star system of a Team."""

    id: str
    team: str
    kind: UnitKind
    hex: str
    standing: Standing
    supplies: bool
    bays: int
    links: int
    tows: int
    takes_crew: bool

    @property
    def is_active(self) -> bool:
        """Whether it is still there under its Team."""
        return self.standing is Standing.ACTIVE


class Craft(NamedTuple):
    """A craft of a Team: aboard ``host``, or out in ``hex``. ``since`` is when it was stranded, None if it is not."""

    id: str
    team: str
    kind: Kind
    standing: Standing
    host: str
    berth: str
    hex: str
    home: str
    ace: bool
    crippled: bool
    since: When | None

    @property
    def crew(self) -> Crew:
        """What bears on its life-support check."""
        return Crew(self.kind, self.ace, self.crippled)

    @property
    def is_patrol_ship(self) -> bool:
        """Whether the rules of patrol ships hold for it."""
        return is_patrol_ship(self.kind)


def unit_of(id_: str, fields: Mapping[str, Any]) -> Unit:
    """The unit of an entity."""
    return Unit(
        id=id_,
        team=fields["team"],
        kind=UnitKind(fields["kind"]),
        hex=fields["hex"],
        standing=Standing(fields["standing"]),
        supplies=fields["supplies"],
        bays=fields["bays"],
        links=fields["links"],
        tows=fields["tows"],
        takes_crew=fields["takes_crew"],
    )


def craft_of(id_: str, fields: Mapping[str, Any]) -> Craft:
    """The craft of an entity."""
    since = fields.get("since")
    return Craft(
        id=id_,
        team=fields["team"],
        kind=Kind(fields["kind"]),
        standing=Standing(fields["standing"]),
        host=fields.get("host", ""),
        berth=fields.get("berth", ""),
        hex=fields.get("hex", ""),
        home=fields.get("home", ""),
        ace=fields.get("ace", False),
        crippled=fields.get("crippled", False),
        since=When(*since) if since else None,
    )


def chief_of(id_: str, fields: Mapping[str, Any]) -> Card:
    """The unit of an entity's crew chief, as his card is made."""
    return Card(
        id=id_,
        rating=fields["rating"],
        quality=Quality(fields["quality"]),
        crews=fields["crews"],
        alive=fields["crews"],
    )


class Pieces:
    """All units and craft of one world, by id and by hex; the world must not change meanwhile."""

    def __init__(self, world: World, options: Options) -> None:
        self.world = world
        self.options = options

    @cached_property
    def units(self) -> dict[str, Unit]:
        """Every unit by id, in the order of their ids."""
        found = ((id_, fields) for id_, fields in sorted(self.world.items()) if fields.get("is") == UNIT)
        return {id_: unit_of(id_, fields) for id_, fields in found}

    @cached_property
    def craft(self) -> dict[str, Craft]:
        """Every craft by id, in the order of their ids."""
        found = ((id_, fields) for id_, fields in sorted(self.world.items()) if fields.get("is") == CRAFT)
        return {id_: craft_of(id_, fields) for id_, fields in found}

    @cached_property
    def now(self) -> When:
        """The movement phase that is to be resolved."""
        clock = self.world[CLOCK]
        return When(clock["turn"], clock["phase"])

    @cached_property
    def _by_hex(self) -> dict[str, list[Unit]]:
        found: dict[str, list[Unit]] = {}
        for unit in self.units.values():
            if unit.is_active:
                found.setdefault(unit.hex, []).append(unit)
        return found

    @cached_property
    def _by_host(self) -> dict[str, list[Craft]]:
        found: dict[str, list[Craft]] = {}
        for craft in self.craft.values():
            if craft.standing is Standing.ABOARD:
                found.setdefault(craft.host, []).append(craft)
        return found

    def out(self) -> Iterator[Craft]:
        """The craft that are out in space, by id."""
        return (craft for craft in self.craft.values() if craft.standing is Standing.OUT)

    def aboard(self, unit: str) -> list[Craft]:
        """The craft that a unit carries, by id."""
        return self._by_host.get(unit, [])

    def is_gone(self, id_: str) -> bool:
        """Whether a unit or craft is lost, captured or out of the game in another way."""
        return (self.units.get(id_) or self.craft[id_]).standing in GONE

    def hex_of(self, id_: str) -> str:
        """Where a unit or craft is; a craft aboard is where its host is."""
        if id_ in self.units:
            return self.units[id_].hex
        craft = self.craft[id_]
        return craft.hex or self.units[craft.host].hex

    def friends(self, craft: Craft) -> list[Unit]:
        """Active units of its Team in the hex of a craft that is out."""
        return [unit for unit in self._by_hex.get(craft.hex, []) if unit.team == craft.team]

    def _active(self, team: str) -> list[Unit]:
        """Active units of a Team anywhere."""
        return [unit for unit in self.units.values() if unit.is_active and unit.team == team]

    def hostiles(self, team: str, hex_: str) -> list[Unit]:
        """Active units of other Teams in a hex."""
        return [unit for unit in self._by_hex.get(hex_, []) if unit.team != team]

    def rescuer(self, unit: Unit) -> Rescuer:
        """What a unit has free."""
        carried = self.aboard(unit.id)
        bays = sum(bays_of(each.kind) for each in carried if each.berth == Berth.BAY)
        return Rescuer(
            bays=unit.bays - bays,
            links=unit.links - sum(each.berth == Berth.LINK for each in carried),
            lands=unit.kind in PLACES,
            tows=unit.tows - sum(each.berth == Berth.TOW for each in carried),
            takes_crew=unit.takes_crew,
        )

    def support(self, unit: Unit, craft: Craft) -> Support:
        """What a unit can do for a craft with what it has free."""
        able = ways(self.rescuer(unit), craft.kind, self.options)
        return Support(unit.supplies, any(way is not Way.CREW for way in able), Way.CREW in able)

    def is_independent(self, craft: Craft) -> bool:
        """Whether a craft that is out is on its own (V12.02)."""
        if craft.kind in BASE_ONLY:
            lost = craft.home not in self.units or not self.units[craft.home].is_active
            near = self.friends(craft) if self.options["another-base"] == "in-the-hex" else self._active(craft.team)
            others = any(unit.kind in PLACES for unit in near)
            return is_independent(craft.kind, (), base_lost=lost, other_base=others, options=self.options)
        present = [self.support(unit, craft) for unit in self.friends(craft)]
        return is_independent(craft.kind, present, options=self.options)

    def crew_may_be_rescued(self, craft: Craft) -> bool:
        """Whether a friendly unit in its hex can save the crew of a craft that is out (V12.02)."""
        return crew_may_be_rescued([self.support(unit, craft) for unit in self.friends(craft)])

    def goals(self, team: str) -> tuple[Goal, ...]:
        """Where stranded patrol ships of a Team may run to (V12.12)."""
        return self._goals.get(team, ())

    @cached_property
    def _goals(self) -> dict[str, tuple[Goal, ...]]:
        found: dict[str, list[Goal]] = {}
        for unit in self.units.values():
            if unit.is_active and is_goal(
                is_base=unit.kind in (UnitKind.BASE, UnitKind.PLANET),
                is_star_system=unit.kind is UnitKind.STAR_SYSTEM,
                tows=unit.tows > 0 or unit.links > 0,
                takes_crew=unit.takes_crew,
            ):
                found.setdefault(unit.team, []).append(Goal(unit.id, unit.hex))
        return {team: tuple(goals) for team, goals in found.items()}
