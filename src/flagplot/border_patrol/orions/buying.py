"""Hosts and equipment of the pirates' fighters: what V12.52 and V12.55 except them from, and what not."""

from __future__ import annotations

from flagplot.border_patrol.purchases.orders import Deck, Host
from flagplot.border_patrol.wording import counted
from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults


@carries_out("bp", "V12.52")
def check_host(host: Host, turn: int, where: str, faults: Faults) -> None:
    """Refuse fighters for a unit without fitting mech links, or one that is not yet built; any later time will do."""
    rule = Citation("bp", "V12.52")
    if not host.links:
        message = f"{host.id} has no mech links that fit fighters"
        faults.add("no-links", where, message, mend="Name a unit that has them.", citation=rule)
    if host.built > turn:
        gap, mend = f"{counted(host.built - turn, 'Turn')} too early", f"From Turn {host.built} on."
        faults.add("before-its-unit", where, f"{host.id} is not yet built", gap=gap, mend=mend, citation=rule)


@carries_out("bp", "V12.52")
def equipment_included(host: Host, turn: int, bought: int, alteration: bool) -> bool:
    """Whether equipment need not be bought: a true carrier, its whole set bought with it, and V4.26 obeyed."""
    whole = host.links if host.complement is None else host.complement
    return host.deck is Deck.TRUE_CARRIER and host.built == turn and bought >= whole and alteration


@carries_out("bp", "V12.55")
def needs_alteration(altered: int) -> bool:
    """Whether V4.26 binds a purchase: if it alters fighters aboard, not if it fills room that is free."""
    return altered > 0


@carries_out("bp", "V12.55")
def check_room(host: Host, bought: int, replaced: int, where: str, faults: Faults) -> None:
    """Refuse more fighters than there is room for, in free links and in place of those that are replaced."""
    room = host.free + replaced
    if bought > room:
        message = f"{bought} fighters are for {host.id}, which has room for {room}"
        gap, mend = f"{bought - room} too many", f"At most {max(0, room)}, or replace some of those aboard."
        faults.add("no-room", where, message, gap=gap, mend=mend, citation=Citation("bp", "V12.55"))


@carries_out("bp", "V12.55")
def check_alteration(host: Host, where: str, faults: Faults) -> None:
    """Refuse an alteration of fighters aboard that V4.26 does not allow."""
    if host.alteration is False:
        mend = "Fill room that is free instead, for which V4.26 is ignored."
        message = f"V4.26 does not allow the change on {host.id}"
        faults.add("alteration-barred", where, message, mend=mend, citation=Citation("bp", "V12.55"))
