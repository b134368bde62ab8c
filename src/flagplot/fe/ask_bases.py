"""What a case may ask about bases in battle and at repair."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flagplot.core.refusal import Faults
from flagplot.fe.combat.charts import bases
from flagplot.fe.empires import Empire
from flagplot.fe.options import options

Chosen = Mapping[str, str]


def ask_base_ew(
    base: str, owner: str = "lyran", crippled: bool = False, against: str = "", readings: Chosen | None = None
) -> dict[str, Any]:
    """The attack factors of a base by its electronic warfare."""
    faults = Faults()
    found = bases.attacks_of(
        base,
        Empire(owner),
        options(readings),
        base,
        faults,
        crippled=crippled,
        against=Empire(against) if against else None,
    )
    faults.settle()
    return {"attacks": ["not in the data" if each is None else each for each in found or ()]}


def ask_sids(base: str, mauler: bool = False, readings: Chosen | None = None) -> dict[str, Any]:
    """The incremental damage of a base."""
    faults = Faults()
    found = bases.steps_of(base, base, faults)
    faults.settle()
    if found is None:
        return {}
    price = bases.directed_price(found, options(readings), mauler=mauler)
    return {**found._asdict(), "directed": price, "defence": found.defence, "crippled_defence": found.crippled_defence}


def ask_score_sids(base: str, count: int, crippled: bool = False, by_marines: int = 0) -> dict[str, Any]:
    """Whether so many steps may be scored in a round."""
    faults = Faults()
    found = bases.steps_of(base, base, faults)
    if found is not None:
        bases.refuse_steps(found, count, base, faults, crippled=crippled, by_marines=by_marines)
    faults.settle()
    return {"allowed": found is not None}


def ask_repair(unit: str, readings: Chosen | None = None) -> dict[str, Any]:
    """What a unit repairs in a turn."""
    faults = Faults()
    found = bases.repair_of(unit, options(readings), unit, faults)
    faults.settle()
    return {} if found is None else found._asdict()


QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    name.removeprefix("ask_"): function for name, function in list(globals().items()) if name.startswith("ask_")
}
