"""Rescue by tugs (537.2) as far as the rulebook at hand tells it: who may try, and how the sizes compare."""

from __future__ import annotations

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults
from flagplot.fe.combat.force import Combatant, standing
from flagplot.fe.units.transports import size_steps

SMALL = 4


def size_of(each: Combatant) -> str:
    """The step of a unit by its ship table, or by its size class where that is enough; empty where neither tells it."""
    own = each.unit.type
    return own.size_step or ("4" if own.size_class == SMALL else "")


@carries_out("fe", "537.222/attempt")
def steps_larger(tug: Combatant, ship: Combatant) -> int | None:
    """How many steps a unit is larger than the tug that comes for it, negative where it is smaller; None where the ship
    tables do not tell.
    """
    sizes = size_of(tug), size_of(ship)
    return size_steps(*sizes) if all(sizes) else None


@carries_out("fe", "537.2/who")
def refuse_rescuer(tug: Combatant, where: str, faults: Faults) -> None:
    """Refuse to send what is no tug."""
    if not tug.unit.type.tug:
        message, rule = f"{tug.id} is neither a tug nor a light transport", Citation("fe", "537.2/who")
        faults.add("no-tug", where, message, mend="Send a tug.", citation=rule)


@carries_out("fe", "537.2/who")
def refuse_rescue(tug: Combatant, ship: Combatant, where: str, faults: Faults) -> None:
    """Refuse a rescue by what is no tug, of itself, and of what stays where it is."""
    rule = Citation("fe", "537.2/who")
    refuse_rescuer(tug, where, faults)
    if tug.id == ship.id:
        faults.add("itself", where, f"{tug.id} cannot rescue itself", mend="Choose another ship.", citation=rule)
    if standing(ship) or ship.is_squadron:
        faults.add("not-to-be-moved", where, f"{ship.id} cannot be moved", mend="Choose a ship.", citation=rule)
