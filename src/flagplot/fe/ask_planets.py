"""What a case may ask of planets in battle: their battalions, what they resolve, when they fall."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flagplot.core.refusal import Faults
from flagplot.fe.ask_forces import Given, combatant, settings_of
from flagplot.fe.combat import planets
from flagplot.fe.combat.force import Craft


def ask_battalion(battalion: Given, units: Sequence[Given]) -> dict[str, Any]:
    """Which planet a battalion defends, and whether it may have its craft."""
    faults, own = Faults(), combatant(battalion)
    there = [own, *map(combatant, units)]
    planets.refuse_battalion(own, there, "battalion", faults)
    faults.settle()
    found = planets.planet_of(own, there)
    return {"planet": found.id if found else ""}


def ask_planets(units: Sequence[Given], settings: Given | None = None) -> dict[str, Any]:
    """What planets and battalions resolve, which may be devastated and which are bare."""
    there, chosen = list(map(combatant, units)), settings_of(settings)
    worlds = [each for each in there if planets.is_planet(each)]
    return {
        "points": {each.id: planets.points_of(each, chosen) for each in there},
        "devastate": [each.id for each in worlds if planets.may_devastate(each, there, chosen)],
        "bare": [each.id for each in worlds if planets.is_bare(each, there)],
    }


def ask_captured_planets(own: Sequence[Given], enemy: Sequence[Given]) -> dict[str, Any]:
    """Which planets of the enemy fall."""
    found = planets.captured_planets(list(map(combatant, own)), list(map(combatant, enemy)))
    return {"planets": [each.id for each in found]}


def ask_room(kind: str, units: Sequence[Given]) -> dict[str, Any]:
    """How many craft of lost battalions each unit takes."""
    return planets.room_for(Craft(kind), map(combatant, units))


QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    name.removeprefix("ask_"): function for name, function in list(globals().items()) if name.startswith("ask_")
}
