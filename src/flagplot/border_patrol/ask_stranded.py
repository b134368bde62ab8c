"""What a case may ask about stranded craft: independence, checks, goals, deadlines, rescue, losses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flagplot.border_patrol.craft import Kind, has_allowance, is_patrol_ship
from flagplot.border_patrol.options import Options, options
from flagplot.border_patrol.stranded import independence, run
from flagplot.border_patrol.stranded.battle_hexes import meeting
from flagplot.border_patrol.stranded.deadline import When, after, deadline, is_lost, refuse_fighter_move
from flagplot.border_patrol.stranded.independence import Move, Support
from flagplot.border_patrol.stranded.losses import replacement
from flagplot.border_patrol.stranded.rescue import Rescuer, ways
from flagplot.border_patrol.stranded.run import Goal
from flagplot.border_patrol.stranded.survival import (
    Crew,
    check_modifiers,
    check_total,
    perishes,
    survival_chance,
    terrain_of_check,
)
from flagplot.border_patrol.terrain import Terrain
from flagplot.core.hexmap import HexMap
from flagplot.core.refusal import Faults

ACE = "ace"
BOARD = HexMap(columns=12, rows=12)
"""The map of cases: flat tops, even columns low, 0101 in the upper left corner."""


def ask_kind(kind: str) -> dict[str, Any]:
    """As what a craft is treated."""
    return {"patrol_ship": is_patrol_ship(Kind(kind)), "has_allowance": has_allowance(Kind(kind))}


def ask_independent(
    kind: str,
    present: Iterable[Mapping[str, bool]] = (),
    base_lost: bool = False,
    other_base: bool = False,
    reading: str = "one-unit",
) -> dict[str, Any]:
    """Whether a craft is on its own, and whether anybody can save its crew."""
    units = [Support(**{"supplies": False, "tows_or_docks": False, "takes_crew": False, **unit}) for unit in present]
    chosen = _options("support-of-two-units", reading)
    alone = independence.is_independent(Kind(kind), units, base_lost=base_lost, other_base=other_base, options=chosen)
    return {"independent": alone, "crew_rescue": independence.crew_may_be_rescued(units)}


def ask_booster_packs(packs: int, strategic: bool) -> dict[str, Any]:
    """How many of a craft's booster packs do anything, and how many it still has."""
    return {"in_use": independence.booster_packs_in_use(packs, strategic=strategic), "aboard": packs}


def ask_stranded_supply(kind: str, independent: bool, by_the_map: bool = True) -> dict[str, Any]:
    """Whether a craft is in supply."""
    return {"in_supply": independence.craft_is_in_supply(Kind(kind), independent=independent, by_the_map=by_the_map)}


def ask_cloak(independent: bool) -> dict[str, Any]:
    """Whether a unit or craft may cloak on the map, as far as V12.04 goes."""
    faults = Faults()
    independence.refuse_cloak(independent=independent, where="order", faults=faults)
    faults.settle()
    return {"allowed": True}


def ask_movement(kind: str, move: str, independent: bool, reading: str = "always") -> dict[str, Any]:
    """Whether a craft may move in a way of its own."""
    faults = Faults()
    chosen = _options("emergency-ban", reading)
    independence.refuse_movement(
        Kind(kind), Move(move), independent=independent, options=chosen, where="order", faults=faults
    )
    faults.settle()
    return {"allowed": True}


def ask_fighter_move(kind: str) -> dict[str, Any]:
    """Whether a craft may move on the map at all."""
    faults = Faults()
    refuse_fighter_move(Kind(kind), "order", faults)
    faults.settle()
    return {"allowed": True}


def ask_check(
    die: int, terrain: str = "empty-space", kind: str = "pf", crew: str = "", crippled: bool = False
) -> dict[str, Any]:
    """One life-support check: its modifiers by name, the total, whether the crew lives, and the allowance."""
    modifiers = check_modifiers(Crew(Kind(kind), crew == ACE, crippled), Terrain(terrain))
    total = check_total(die, modifiers)
    return {
        "modifiers": {modifier.name: modifier.value for modifier in modifiers},
        "total": total,
        "lives": not perishes(total),
        "boma": run.stranded_allowance(crippled=crippled),
    }


def ask_check_terrain(path: Sequence[str], reading: str = "occupied") -> dict[str, Any]:
    """Which terrain counts for an attempt along hexes of these terrains."""
    return {"terrain": terrain_of_check([Terrain(each) for each in path], _options("check-terrain", reading)).value}


def ask_survival(
    terrain: str = "empty-space", kind: str = "pf", crew: str = "", crippled: bool = False, checks: int = 1
) -> dict[str, Any]:
    """The chance to live through so many checks in one terrain."""
    return {"chance": survival_chance(Crew(Kind(kind), crew == ACE, crippled), Terrain(terrain)) ** checks}


def ask_allowance(kind: str = "pf", independent: bool = True, crippled: bool = False) -> dict[str, Any]:
    """Whether engines count, and the hexes a Turn of a craft on its own."""
    return {
        "from_engines": run.has_engine_allowance(Kind(kind), independent=independent),
        "boma": run.stranded_allowance(crippled=crippled) if independent and has_allowance(Kind(kind)) else None,
    }


def ask_schedule(phases: int) -> dict[str, Any]:
    """In which phases of a Turn the allowances may be used where no table says."""
    return {str(boma): {str(phase): n for phase, n in by.items()} for boma, by in run.proportional(phases).items()}


def ask_goal(
    base: bool = False, star_system: bool = False, tows: bool = False, takes_crew: bool = False
) -> dict[str, Any]:
    """Whether a friendly unit or place is one to run for."""
    return {"goal": run.is_goal(is_base=base, is_star_system=star_system, tows=tows, takes_crew=takes_crew)}


def ask_steps(at: str, goals: Mapping[str, str]) -> dict[str, Any]:
    """The nearest goals from a hex of the cases' map, and the legal next hexes with the goals that each serves."""
    known = [Goal(id_, hex_) for id_, hex_ in goals.items()]
    steps = run.legal_steps(BOARD, at, known)
    return {
        "nearest": [goal.id for goal in run.nearest_goals(BOARD, at, known)],
        "steps": {hex_: [goal.id for goal in toward] for hex_, toward in steps.items()},
    }


def ask_meeting(kind: str) -> dict[str, Any]:
    """What a stranded craft and a hostile unit in its hex may do."""
    return meeting(Kind(kind))._asdict()


def ask_replacement(kind: str, value: str | int | None = None) -> dict[str, Any]:
    """Who pays for a lost craft, and how much."""
    return replacement(Kind(kind), None if value is None else Fraction(value))._asdict()


def ask_rescue(kind: str, rescuer: Mapping[str, Any], reading: str = "needed") -> dict[str, Any]:
    """The ways in which a unit can save a craft, the best first."""
    found = ways(Rescuer(**rescuer), Kind(kind), _options("rescue-capacity", reading))
    return {"ways": [way.value for way in found], "best": found[0].value if found else ""}


def ask_deadline(stranded: Sequence[int], phases: int, terrain: str = "empty-space") -> dict[str, Any]:
    """The Turn and phase by whose end a stranded fighter must be safe."""
    return {"deadline": list(deadline(When(*stranded), Terrain(terrain), phases))}


def ask_fighter(
    stranded: Sequence[int],
    reached: Sequence[int] = (),
    by: str = "",
    terrain: str = "empty-space",
    pilot: str = "",
    phases: int = 6,
    reading: str = "at-once",
) -> dict[str, Any]:
    """What becomes of a stranded fighter that somebody (``friend`` or ``enemy``) reaches in a phase, or nobody does.

    ``pilot`` is his quality, which changes nothing.
    """
    chosen, now, ground = _options("terrain-kill", reading), When(*stranded), Terrain(terrain)
    if is_lost(When(*stranded), now, ground, phases, chosen, at_end=False):
        return {"fate": "lost", "when": list(now)}
    while now != tuple(reached):
        if is_lost(When(*stranded), now, ground, phases, chosen, at_end=True):
            return {"fate": "lost", "when": list(now)}
        now = after(now, phases)
    return {"fate": {"friend": "saved", "enemy": "captured"}[by], "when": list(now)}


def _options(reading: str, option: str) -> Options:
    """Every reading at its default but one."""
    return options({reading: option})


QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    name.removeprefix("ask_"): function for name, function in list(globals().items()) if name.startswith("ask_")
}
