"""What a case may ask about income, capitals, prices, depots, yards, substitutions, and what blocks supply."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flagplot.core.refusal import Faults
from flagplot.fe.economics import income, production
from flagplot.fe.economics.production import Substitution
from flagplot.fe.empires import Empire
from flagplot.fe.logistics.blocking import Occupation, blocks
from flagplot.fe.lookup import abbreviations, expansion_of
from flagplot.fe.options import options
from flagplot.fe.units import teams

Chosen = Mapping[str, str]
"""Readings that a case chooses, by id."""


def ask_start(empire: str, readings: Chosen | None = None) -> dict[str, Any]:
    """What an empire has at the start."""
    faults = Faults()
    found = income.start_of(Empire(empire), options(readings), empire, faults)
    faults.settle()
    return {} if found is None else {**found._asdict(), "income": found.income}


def ask_capital(empire: str) -> dict[str, Any]:
    """The capital of an empire."""
    faults = Faults()
    found = income.capital_of(Empire(empire), empire, faults)
    faults.settle()
    return {
        "systems": [system.name for system in found or ()],
        "hexes": sorted({system.hex for system in found or ()} - {""}),
        "battalions": sum(system.battalions for system in found or ()),
        "starbases": sum(system.starbases for system in found or ()),
    }


def ask_cost(what: str, specified: bool = False) -> dict[str, Any]:
    """What something costs."""
    faults = Faults()
    ask = income.specified_cost if specified else income.fixed_cost
    found = ask(what, what, faults)
    faults.settle()
    return {"cost": found}


def ask_bill(actions: Mapping[str, int]) -> dict[str, Any]:
    """What a list of activities costs."""
    faults = Faults()
    found = income.bill(actions, faults)
    faults.settle()
    return {"lines": found, "total": sum((found or {}).values())}


def ask_survey(provinces: int, readings: Chosen | None = None) -> dict[str, Any]:
    """The survey points of so many provinces together."""
    faults = Faults()
    found = income.survey_total(provinces, options(readings), "provinces", faults)
    faults.settle()
    return {"points": found}


def ask_high_risk(die: int) -> dict[str, Any]:
    """What a high-risk survey finds."""
    return {"finds": income.high_risk_survey(die)}


def ask_depot(hull: str, empire: str, captured: bool = False) -> dict[str, Any]:
    """The depot track of a hull."""
    faults = Faults()
    found = production.depot_track(hull, Empire(empire), hull, faults, captured=captured)
    faults.settle()
    return {"track": found}


def ask_small_yard(empire: str, slot: str, readings: Chosen | None = None) -> dict[str, Any]:
    """What a small yard may build."""
    faults = Faults()
    found = production.small_yard(slot, Empire(empire), options(readings), "yard", faults)
    faults.settle()
    return {"choices": [list(choice) for choice in found.choices]} if found else {}


def ask_substitution(ship: str, scheduled: str, empire: str, turn: int = 1) -> dict[str, Any]:
    """Whether a ship may be built instead of another."""
    faults = Faults()
    found = production.substitution(ship, scheduled, Empire(empire), turn, "schedule", faults)
    faults.settle()
    return {} if found is None else found._asdict()


def ask_substitutions(limited: int, free: int = 0, readings: Chosen | None = None) -> dict[str, Any]:
    """Whether so many substitutions of a turn may be made."""
    faults = Faults()
    taken = [Substitution("FF", "CA", n < limited, "") for n in range(limited + free)]
    production.refuse_substitutions(taken, options(readings), "schedule", faults)
    faults.settle()
    return {"allowed": True}


def ask_conversion(ship: str, readings: Chosen | None = None) -> dict[str, Any]:
    """The price of a conversion."""
    found = production.conversion_price(ship, options(readings))
    return found._asdict() if found else {}


def ask_converts_as(hull: str, empire: str) -> dict[str, Any]:
    """Whose conversions a hull may make."""
    return {"as": production.converts_as(hull, Empire(empire))}


def ask_blocks(hex: Mapping[str, bool], readings: Chosen | None = None) -> dict[str, Any]:
    """Whether a hex blocks supply and retrograde."""
    found = blocks(Occupation(**hex), options(readings))
    return {"supply": found.supply, "retrograde": "N/A" if found.retrograde is None else found.retrograde}


def ask_abbreviation(code: str, empire: str = "") -> dict[str, Any]:
    """Who has a code, and by which rule."""
    found = abbreviations(code, empire)
    return {"empires": [row.empire for row in found], "rules": [row.rule for row in found]}


def ask_expansion(number: str) -> dict[str, Any]:
    """The book of an empire's rules by 730.0."""
    found = expansion_of(number)
    return found._asdict() if found else {}


def ask_espionage(
    what: str = "economic points",
    size_class: int = 3,
    battleship: bool = False,
    readings: Chosen | None = None,
) -> dict[str, Any]:
    """What a theft takes, and the modifier against a ship."""
    return {
        "stolen": teams.stolen(what, options(readings)),
        "modifier": teams.ship_modifier(size_class, battleship=battleship),
    }


def ask_diplomacy(mission: str, die: int) -> dict[str, Any]:
    """What a diplomatic mission comes to."""
    found = teams.diplomatic_result(mission, die)
    return {"result": found and found.value}


QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    name.removeprefix("ask_"): function for name, function in list(globals().items()) if name.startswith("ask_")
}
