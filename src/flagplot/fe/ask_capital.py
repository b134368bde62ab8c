"""What a case may ask of a capital of several systems: who stands and fights where, what points come together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flagplot.core.refusal import Faults
from flagplot.fe.ask_forces import Given, combatant
from flagplot.fe.combat import capital
from flagplot.fe.combat.allocation import Carried
from flagplot.fe.combat.force import Combatant
from flagplot.fe.economics.income import System, capital_of
from flagplot.fe.empires import read_empire
from flagplot.fe.options import options
from flagplot.fe.units.kinds import is_at_base


def _systems(empire: str, hex_: str) -> tuple[System, ...]:
    faults = Faults()
    found = read_empire(empire, "capital", faults)
    systems = capital_of(found, "capital", faults) if found else ()
    faults.settle()
    return capital.here(systems, hex_)


def _bases(units: Sequence[Combatant]) -> list[Combatant]:
    return [each for each in units if is_at_base(each.unit.type.category)]


def ask_capital_garrison(empire: str, hex: str = "") -> dict[str, Any]:
    """The planets of each system of a capital, with their battalions, and its starbases."""
    found = {system.name: capital.garrison_of(system) for system in _systems(empire, hex)}
    return {
        "planets": {name: dict(each.planets) for name, each in found.items()},
        "starbases": {name: each.starbases for name, each in found.items()},
        "battalions": sum(number for each in found.values() for _, number in each.planets),
    }


def ask_at_systems(units: Sequence[Given], empire: str, system: str = "", hex: str = "") -> dict[str, Any]:
    """Where units stand, who must be static, the mobile force, who fights for a system, which can be attacked."""
    there = [combatant(each) for each in units]
    bases = _bases(there)
    return {
        "placed": capital.placed(there),
        "static": [each.id for each in there if capital.must_be_static(each, bases)],
        "mobile": [each.id for each in capital.mobile_force(there)],
        "fighting": [each.id for each in capital.fighting_at(there, system)],
        "open": list(capital.open_systems(there, _systems(empire, hex))),
    }


def ask_capital_units(units: Sequence[Given], empire: str, hex: str = "") -> dict[str, Any]:
    """Whether units may stand at these systems."""
    faults, there = Faults(), [combatant(each) for each in units]
    capital.refuse_places(there, _bases(there), _systems(empire, hex), "capital", faults)
    faults.settle()
    return {"allowed": True}


def ask_merged_points(
    points: Sequence[Mapping[str, int | str]], readings: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """What the points of several systems come to in a pursuit."""
    every = [Carried(Fraction(each.get("minus", 0)), Fraction(each.get("plus", 0))) for each in points]
    found = capital.merged(every, options(readings))
    return {"minus": found.minus, "plus": found.plus}


QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    name.removeprefix("ask_"): function for name, function in list(globals().items()) if name.startswith("ask_")
}
