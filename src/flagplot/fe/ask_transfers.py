"""What a case may ask of craft that change ships, of rescues by tug, and of docks in tow."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flagplot.core.refusal import Faults
from flagplot.fe.ask_forces import Given, combatant
from flagplot.fe.combat import rescue, towing, transfers
from flagplot.fe.combat.force import standing
from flagplot.fe.combat.leaving import retreats_slowly
from flagplot.fe.options import options
from flagplot.fe.units.transports import transport_of


def ask_decks(units: Sequence[Given]) -> dict[str, Any]:
    """The most that each ship can have aboard, whether anything could change ships, and what fills the first."""
    there = [combatant(each) for each in units]
    return {
        "most": transfers.decks(there),
        "open": transfers.may_exchange(there),
        "filled": transfers.filled(there, (there[0].id,)),
    }


def ask_exchange(units: Sequence[Given], aboard: Mapping[str, int]) -> dict[str, Any]:
    """Whether craft may be shared out so."""
    faults = Faults()
    transfers.refuse_exchange([combatant(each) for each in units], aboard, "craft", faults)
    faults.settle()
    return {"allowed": True}


def ask_rescue_by(tug: Given, ship: Given) -> dict[str, Any]:
    """Whether a tug may come for a ship, and how many size steps that is larger."""
    faults, both = Faults(), (combatant(tug), combatant(ship))
    rescue.refuse_rescue(*both, "rescue", faults)
    faults.settle()
    steps = rescue.steps_larger(*both)
    return {"larger": "not in the data" if steps is None else steps}


def ask_tow(transport: Given, busy: Sequence[str] = ()) -> dict[str, Any]:
    """Whether a transport may take a dock in tow as a retreat is announced, and which kind of transport it is."""
    faults, unit = Faults(), combatant(transport)
    towing.refuse_tow(unit, busy, "tow", faults)
    faults.settle()
    return {"kind": transport_of(unit.unit.type)}


def ask_dock(unit: Given) -> dict[str, Any]:
    """Whether a repair dock stays behind, and whether it retreats as a slow unit."""
    dock = combatant(unit)
    return {"stays": standing(dock), "slow": retreats_slowly(dock, options())}


QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    name.removeprefix("ask_"): function for name, function in list(globals().items()) if name.startswith("ask_")
}
