"""What a case may ask of ground assaults: who takes part, against what, what bears on an attack, who pays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flagplot.fe.ask_forces import Given, combatant
from flagplot.fe.combat import ground
from flagplot.fe.combat.charts.assaults import GroundResult, ground_modifiers
from flagplot.fe.combat.force import gces_of
from flagplot.fe.combat.ground import Attack
from flagplot.fe.options import options


def ask_ground_troops(units: Sequence[Given], frozen: Sequence[str] = ()) -> dict[str, Any]:
    """Ground troops with each unit, the room it has for them, and whether it may assault."""
    there = list(map(combatant, units))
    return {
        "gces": {each.id: gces_of(each) for each in there},
        "room": {each.id: ground.room_for_gces(each) for each in there},
        "assault": [each.id for each in there if ground.may_assault(each, frozen)],
    }


def ask_ground_targets(units: Sequence[Given]) -> dict[str, Any]:
    """What of a battle force may be assaulted."""
    return {"targets": [each.id for each in ground.assault_targets(list(map(combatant, units)))]}


def ask_ground_bearing(
    ship: Given, target: str, units: Sequence[Given], lost: Sequence[Given] = (), **circumstances: Any
) -> dict[str, Any]:
    """The modifiers of an attack by a ship's troops."""
    there = list(map(combatant, units))
    words = {"supported": False, "landed": False, "prime_team": False, "defended": False, "variable": 0}
    goal = next(each for each in there if each.id == target)
    gone = list(map(combatant, lost))
    given = ground.bearing_on(combatant(ship), goal, there, gone, **{**words, **circumstances})
    return {"modifiers": ground_modifiers(given, options())}


def ask_ground_casualty(
    target: str, units: Sequence[Given], defenders: Mapping[str, int] | None = None, stepped: Sequence[str] = ()
) -> dict[str, Any]:
    """How a casualty may be paid."""
    there = list(map(combatant, units))
    goal = next(each for each in there if each.id == target)
    return {"ways": [loss.id for loss in ground.ways_to_pay(goal, there, defenders or {}, stepped)]}


def ask_ground_losses(
    attackers: int, ship: str, support: str = "", landed: bool = False, readings: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Whose battalions are lost where so many are eliminated, and whether a ship that has landed is."""
    attack = Attack(ship, 1, "target", support, landed)
    lost = ground.eliminated(GroundResult(attackers, 0, False), attack)
    return {"lost": list(lost), "ship": ground.is_lost_on_the_ground(attack, lost, options(readings))}


QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    name.removeprefix("ask_"): function for name, function in list(globals().items()) if name.startswith("ask_")
}
