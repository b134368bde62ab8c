"""Who may tow a repair dock as a retreat is announced (509.1-F)."""

from __future__ import annotations

from collections.abc import Collection

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults
from flagplot.fe.combat.force import Combatant
from flagplot.fe.units.transports import mission_of, transport_of

MOVE_DOCK, RETREAT = "F", "retreat"


@carries_out("fe", "509.1/f-retreat")
def refuse_tow(transport: Combatant, busy: Collection[str], where: str, faults: Faults) -> None:
    """Refuse a dock's tow by what is no tug or light transport, and by one that has other work or a dock already."""
    rule = Citation("fe", "509.1/f-retreat")
    kind = transport_of(transport.unit.type)
    if kind is None:
        message = f"{transport.id} is no transport"
        faults.add("wrong-transport", where, message, mend="Use a tug or a light transport.", citation=rule)
        return
    mission_of(MOVE_DOCK, kind, RETREAT, where, faults)
    if transport.id in busy:
        message = f"{transport.id} has other work"
        faults.add("busy", where, message, mend="Use another tug.", citation=rule)
