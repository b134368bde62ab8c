"""Deathriders, the one kind of PF that the Orion Pirates may have (V12.57)."""

from __future__ import annotations

from flagplot.border_patrol.craft import Kind
from flagplot.border_patrol.options import Options
from flagplot.border_patrol.purchases.orders import Host
from flagplot.border_patrol.wording import counted
from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults

RULE = Citation("bp", "V12.57")


@carries_out("bp", "V12.57")
def check_kind(kind: str, where: str, faults: Faults) -> None:
    """Refuse any PF, tender or flotilla but a Deathrider."""
    if kind != Kind.DEATHRIDER:
        what = "a PF" if kind == Kind.PF else f"an {kind}" if kind == Kind.INTERCEPTOR else f"a PF {kind}"
        mend = "A Deathrider is the only PF that they may have."
        faults.add("only-deathriders", where, f"the pirates may not have {what}", mend=mend, citation=RULE)


@carries_out("bp", "V12.57")
def check_time(host: Host, turn: int, options: Options, where: str, faults: Faults) -> None:
    """Refuse a Deathrider before its unit, or in the unit's own Turn where a table reads it so, or without a link."""
    if not host.pf_link:
        message = f"{host.id} has no mech link that fits a Deathrider"
        faults.add("no-pf-link", where, message, mend="Name a unit that has one.", citation=RULE)
    first = host.built + (options["deathrider-turn"] == "later")
    if turn < first:
        gap, mend = f"{counted(first - turn, 'Turn')} too early", f"From Turn {first} on."
        faults.add(
            "before-its-unit", where, f"{host.id} is built in Turn {host.built}", gap=gap, mend=mend, citation=RULE
        )


@carries_out("bp", "V12.57")
def check_count(in_service: int, bought: int, units: int, where: str, faults: Faults) -> None:
    """Refuse more Deathriders in service than units with a link; those in excess by losses stay, but none is bought."""
    if bought and in_service + bought > units:
        message = f"{in_service + bought} Deathriders would be in service, for {units} units with a fitting link"
        gap = f"{in_service + bought - units} too many"
        mend = f"Buy at most {max(0, units - in_service)}."
        faults.add("too-many-deathriders", where, message, gap=gap, mend=mend, citation=RULE)
