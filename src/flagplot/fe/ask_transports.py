"""What a case may ask about auxiliaries, unbreakable groups, tugs and transports."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from flagplot.core.refusal import Faults
from flagplot.fe.combat.charts.special_ships import may_be_captured
from flagplot.fe.empires import Empire
from flagplot.fe.options import options
from flagplot.fe.units import auxiliaries, transports
from flagplot.fe.units.auxiliaries import Built, Group, Size, Work
from flagplot.fe.units.category import Category


def ask_auxiliary_size(name: str) -> dict[str, Any]:
    """The size of a name."""
    found = auxiliaries.size_named(name)
    return {"size": found.value if found else ""}


def ask_build_auxiliary(
    empire: str,
    size: str = "small",
    at_war: bool = True,
    extra_troop: bool = False,
    built: Mapping[str, int] | None = None,
    readings: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Whether an auxiliary may be built now."""
    faults = Faults()
    given = (Empire(empire), Size(size), Built(**(built or {})), options(readings), "build", faults)
    auxiliaries.refuse_building(*given, at_war=at_war, extra_troop=extra_troop)
    faults.settle()
    return {"allowed": True}


def ask_auxiliary(
    auxiliary: bool = True,
    limit: str = "auxiliary",
    work: str = "carrier",
    readings: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """What an auxiliary may and may not, beside a ship."""
    return {
        "counts": auxiliaries.counts_against(limit),
        "pins": auxiliaries.pins(auxiliary=auxiliary),
        "withdraws": auxiliaries.may_leave_before_combat(auxiliary=auxiliary),
        "slow": auxiliaries.retreats_as_slow(Work(work) if auxiliary else None, options(readings)),
        "captured": may_be_captured(Category.AUXILIARY if auxiliary else Category.SHIP),
        "leaves_capital": auxiliaries.may_leave_capital_in_part(auxiliary=auxiliary),
    }


def ask_auxiliary_move(kind: str) -> dict[str, Any]:
    """Hexes of an auxiliary."""
    return {"hexes": auxiliaries.allowance(kind)}


def ask_auxiliary_use(use: str) -> dict[str, Any]:
    """Whether an auxiliary may be used so."""
    faults = Faults()
    auxiliaries.refuse_use(use, "order", faults)
    faults.settle()
    return {"allowed": True}


def ask_garrison(work: str, place: str, craft_equivalents: int = 0, battalions: int = 0) -> dict[str, Any]:
    """Whether an auxiliary garrisons a place."""
    held = auxiliaries.garrisons(Work(work), place, craft_equivalents=craft_equivalents, battalions=battalions)
    return {"holds": held}


def ask_group(group: str, single_counters: bool = False, readings: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Whether a group is one target and may be frozen."""
    kind = Group(group)
    return {
        "single": auxiliaries.is_single_target(kind, options(readings), single_counters=single_counters),
        "frozen": auxiliaries.may_be_frozen(kind, single_counters=single_counters),
    }


def ask_division(empire: str, readings: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The gunboat division of an empire."""
    found = auxiliaries.division_of(Empire(empire), options(readings))
    return {"division": found.value if found else ""}


def ask_mission(mission: str, transport: str, moment: str) -> dict[str, Any]:
    """What a mission asks of a transport."""
    faults = Faults()
    found = transports.mission_of(mission, transport, moment, "mission", faults)
    faults.settle()
    if found is None:
        return {}
    return {"needed": "by rule 509.22" if found.needed is None else found.needed, "moves_only": found.moves_only}


def ask_supply_source(transport: str, distance: int = 0, readings: Mapping[str, str] | None = None) -> dict[str, Any]:
    """How far a supply source extends the grid, and whether it may stand there."""
    return {
        "extends": transports.supply_range(transport, options(readings)),
        "may_stand": transports.may_supply_from(transport, distance),
    }


def ask_theater_group(readings: Mapping[str, str] | None = None) -> dict[str, Any]:
    """How many theater transports move a defense unit."""
    return {"needed": transports.theater_group(options(readings))}


def ask_light_transports(mission: str, steps: int = 1, readings: Mapping[str, str] | None = None) -> dict[str, Any]:
    """How many light transports a mission takes."""
    faults = Faults()
    found = transports.light_transports_needed(mission, options(readings), "mission", faults, steps=steps)
    faults.settle()
    return {"needed": found}


def ask_cargo(unit: str) -> dict[str, Any]:
    """Economic points that a unit carries."""
    faults = Faults()
    found = transports.cargo(unit, "cargo", faults)
    faults.settle()
    return {"points": found}


def ask_size_steps(smaller: str, larger: str) -> dict[str, Any]:
    """Steps between two sizes."""
    return {"steps": transports.size_steps(smaller, larger)}


def ask_size_step(size_class: int, move_cost: str | int = 1, **more: bool) -> dict[str, Any]:
    """The step of a ship."""
    return {"step": transports.step_of(size_class, Fraction(move_cost), **more)}


QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    name.removeprefix("ask_"): function for name, function in list(globals().items()) if name.startswith("ask_")
}
