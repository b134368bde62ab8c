"""What dice are rolled for: a name, a phase of dice format 1 and a rule for each purpose of the fleet battle and
its aftermath.
"""

from __future__ import annotations

from dataclasses import dataclass

from flagplot.core.citation import Citation
from flagplot.fta3.battle import codes as k


@dataclass(frozen=True)
class Purpose:
    """``roller`` names whose number the address holds: ``force``, ``ship``, ``target``, ``wing`` or ``owner``."""

    name: str
    phase: int
    sides: int
    roller: str
    citation: Citation


def _purpose(name: str, phase: int, sides: int, roller: str, rule: str) -> Purpose:
    return Purpose(name, phase, sides, roller, Citation("fta3", rule))


POSITION = _purpose("position", k.D_POSITION, k.D20, "force", "position")
DOGFIGHT = _purpose("dogfight", k.D_DOGFIGHT, k.D20, "wing", "dogfight")
STAND_OFF = _purpose("stand-off", k.D_STAND_OFF, k.D20, "target", "stand-off")
TO_HIT = _purpose("to-hit", k.D_HIT, k.D20, "ship", "to-hit")
TO_PIERCE = _purpose("to-pierce", k.D_PIERCE, k.D20, "ship", "to-pierce")
STRIKE = _purpose("strike", k.D_STRIKE, k.D20, "wing", "fighter-strike")
RECONSTITUTION = _purpose("reconstitution", k.D_RECONSTITUTE, k.D6, "owner", "reconstitution")

FIRST_STRIKE = _purpose("first-strike", k.D_FIRST_STRIKE, k.D20, "wing", "first-strike")
SENSOR = _purpose("sensor", k.D_SENSOR, k.D20, "ship", "sensor-check")
SENSED = _purpose("sensed", k.D_SENSED, k.D20, "target", "sensor-check")
PURSUIT = _purpose("pursuit", k.D_PURSUIT, k.D20, "ship", "disengage")
PURSUIT_OF_FLANKER = _purpose("pursuit-of", k.D_PURSUIT_OF_FLANKER, k.D20, "target", "disengage")

AVOID = _purpose("avoid", k.D_AVOID, k.D20, "element", "avoid-action")
INTERCEPT = _purpose("intercept", k.D_INTERCEPT, k.D20, "force", "out-manoeuvre")

HULK = _purpose("hulk", k.D_HULK, k.D10, "ship", "overkill/hulk-roll")
RUN_DOWN = _purpose("run-down", k.D_RUN_DOWN, k.D20, "ship", "running-down")
FLIGHT = _purpose("flight", k.D_FLIGHT, k.D10, "ship", "flight")
CASUALTY = _purpose("casualty", k.D_CASUALTY, k.D10, "ship", "mass-combat/near-dead")
PRIZE = _purpose("prize", k.D_PRIZE, k.D10, "ship", "prizes")
RECAPTURE = _purpose("recapture", k.D_RECAPTURE, k.D10, "ship", "prizes/recapture")
EQUIPMENT = _purpose("equipment", k.D_EQUIPMENT, k.D6, "ship", "fate-of-killed")

PURPOSES = {
    purpose.name: purpose
    for purpose in (
        AVOID,
        INTERCEPT,
        POSITION,
        DOGFIGHT,
        FIRST_STRIKE,
        STAND_OFF,
        SENSOR,
        SENSED,
        PURSUIT,
        PURSUIT_OF_FLANKER,
        TO_HIT,
        TO_PIERCE,
        STRIKE,
        RECONSTITUTION,
        HULK,
        RUN_DOWN,
        FLIGHT,
        CASUALTY,
        PRIZE,
        RECAPTURE,
        EQUIPMENT,
    )
}
