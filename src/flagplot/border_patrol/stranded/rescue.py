"""What a friendly unit can do for a craft in distress (V12.02, V12.12, V12.23): dock, land, tow, or take the crew."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from flagplot.border_patrol.craft import BASE_ONLY, Kind, bays_of, is_patrol_ship
from flagplot.border_patrol.options import Options
from flagplot.core.citation import carries_out


class Way(StrEnum):
    """How a craft or its crew is saved, the best first."""

    DOCK = "dock"
    LAND = "land"
    TOW = "tow"
    CREW = "crew"


class Rescuer(NamedTuple):
    """What a friendly unit has free: fighter bays, mech links, tows; whether craft land there, and it takes crews."""

    bays: int = 0
    links: int = 0
    lands: bool = False
    tows: int = 0
    takes_crew: bool = False


@carries_out("bp", "V12.02", "V12.12")
def ways(rescuer: Rescuer, kind: Kind, options: Options) -> tuple[Way, ...]:
    """Every way in which a unit can save a craft, the best first; taking the crew means that the craft is scuttled.

    Patrol ships hang on mech links, fighters go into bays, bombers only land. A unit must have the room (reading A12),
    unless ``rescue-capacity`` says that whoever takes the crew saves the craft as well.
    """
    berths = 0 if kind in BASE_ONLY else rescuer.links if is_patrol_ship(kind) else rescuer.bays // bays_of(kind)
    boundless = options["rescue-capacity"] == "ignored" and rescuer.takes_crew
    able = {
        Way.DOCK: berths > 0 or (boundless and kind not in BASE_ONLY),
        Way.LAND: rescuer.lands,
        Way.TOW: rescuer.tows > 0,
        Way.CREW: rescuer.takes_crew,
    }
    return tuple(way for way in Way if able[way])
