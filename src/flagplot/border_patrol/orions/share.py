"""The share of Coalition fighters among all that the Orion Pirates have deployed (V12.54), in whole numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, NamedTuple

from flagplot.border_patrol.options import Options
from flagplot.border_patrol.printed import printed
from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults

if TYPE_CHECKING:
    from flagplot.border_patrol.purchases.orders import Host


class Share(NamedTuple):
    """Fighters that count for the share: all of them, and those of Coalition make."""

    total: int
    coalition: int


@carries_out("bp", "V12.54")
def coalition_cap(total: int) -> int:
    """The most fighters of Coalition make among so many that the pirates have deployed."""
    tenths: int = printed()["V12.54"]["tenths"]
    return tenths * total // 10


@carries_out("bp", "V12.54")
def most_bought(before: Share, alliance: int, options: Options) -> int:
    """The most Coalition fighters that may be bought in one transaction with so many of the Alliance's."""
    if options["coalition-share"] == "before":
        return max(0, coalition_cap(before.total) - before.coalition)
    tenths: int = printed()["V12.54"]["tenths"]
    spare = tenths * (before.total + alliance) - 10 * before.coalition
    return max(0, spare // (10 - tenths))  # each one bought counts in the whole too


@carries_out("bp", "V12.54")
def check_share(before: Share, bought: Share, options: Options, where: str, faults: Faults) -> None:
    """Refuse a transaction whose Coalition fighters take too large a share; one without any is never refused."""
    most = most_bought(before, bought.total - bought.coalition, options)
    if bought.coalition > most:
        after = Share(before.total + bought.total, before.coalition + bought.coalition)
        whole = after.total if options["coalition-share"] == "after" else before.total
        cap = coalition_cap(whole)
        message = f"{after.coalition} of {whole} fighters would be of Coalition make, and {cap} may be"
        gap = f"{after.coalition - cap} too many"
        mend = f"Buy at most {most} of the {bought.coalition}"
        tenths: int = printed()["V12.54"]["tenths"]
        more = -(-(10 * after.coalition - tenths * after.total) // tenths)
        mend += f", or {more} more of Alliance make." if options["coalition-share"] == "after" else "."
        faults.add("over-the-share", where, message, gap=gap, mend=mend, citation=Citation("bp", "V12.54"))


def share_of(hosts: Iterable[Host], coalition_only: Collection[str], options: Options) -> Share:
    """The share of all fighters of these hosts; ``coalition_only`` are the models that none but the Coalition uses."""
    total = coalition = 0
    for host in hosts:
        counts = Counter(host.aboard)
        if options["stored-share"] == "counted":
            counts.update(host.stored)
        if options["captured-share"] == "apart":
            counts.subtract(host.captured)
        for model, number in counts.items():
            total += number
            made = number if model in coalition_only else 0
            coalition += min(number, host.coalition_made.get(model, made))
    return Share(total, coalition)
