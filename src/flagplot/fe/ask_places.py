"""What a case may ask of what joins a battle force: places, battle groups, drones, scouts, Prime Teams."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flagplot.core.refusal import Faults
from flagplot.fe.ask_forces import Given, combatant, settings_of
from flagplot.fe.combat import command
from flagplot.fe.combat.charts.prime_teams import in_battle, may_work
from flagplot.fe.combat.drones import drone_price
from flagplot.fe.combat.force import Place
from flagplot.fe.combat.places import fits, stands_behind
from flagplot.fe.combat.potential import scout_points
from flagplot.fe.empires import Empire
from flagplot.fe.options import options


def ask_place(
    unit: Given, place: str, generals: Sequence[str] = (), readings: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Whether a unit may stand at a place, and whether that is outside of the battle force."""
    there = Place(place)
    return {
        "fits": fits(there, combatant(unit), frozenset(map(Empire, generals))),
        "behind": stands_behind(there, options(readings)),
    }


def ask_battle_group(members: Sequence[Given], settings: Given | None = None) -> dict[str, Any]:
    """Whether these may be a battle group, and as how many units it counts."""
    faults, figures = Faults(), settings_of(settings)
    command.refuse_battle_group([combatant(each) for each in members], figures, "group", faults)
    faults.settle()
    return {"counts": command.group_slots(len(members), figures)}


def ask_drones(factors: int) -> dict[str, Any]:
    """What so many drone factors cost in a round."""
    return {"price": drone_price(factors)}


def ask_scout(points: int, crippled: bool = False, readings: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The most points of electronic warfare of a scout that has so many."""
    return {"points": scout_points(points, options(readings), crippled=crippled)}


def ask_team_missions(wounded: bool = False, readings: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The missions that a Prime Team may take in battle."""
    return {"missions": list(in_battle()) if may_work(options(readings), wounded=wounded) else []}


QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    name.removeprefix("ask_"): function for name, function in list(globals().items()) if name.startswith("ask_")
}
