"""Where the Orion Pirates buy fighters: dates of the Alliance's and the Coalition's models, and the latter's share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import NamedTuple

from flagplot.border_patrol.options import Options
from flagplot.border_patrol.printed import printed
from flagplot.border_patrol.purchases.fighter_book import Model, User
from flagplot.border_patrol.purchases.orders import Host, Team
from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults


class Share(NamedTuple):
    """Fighters that count for the share: all of them, and those of Coalition make."""

    total: int
    coalition: int


@carries_out("bp", "V12.53")
def alliance_year(first_year: int) -> int:
    """The first year in which the pirates may buy a model that the Alliance has from ``first_year`` on."""
    years: int = printed()["V12.53"]["years"]
    return first_year + years


@carries_out("bp", "V12.54")
def coalition_year(first_year: int) -> int:
    """The first year in which the pirates may buy a model that the Coalition has from ``first_year`` on."""
    years: int = printed()["V12.54"]["years"]
    return first_year + years


@carries_out("bp", "V12.53")
def sellers(model: Model, empires: Collection[str]) -> tuple[User, ...]:
    """The users of a model among a side's empires from whom the pirates may have it: never the Hydrans."""
    sides = {empire.casefold() for empire in empires}
    never: list[str] = printed()["V12.53"]["never_sold"]
    return tuple(
        user for user in model.users if user.empire.casefold() in sides and user.empire.casefold() not in never
    )


def sale_years(model: Model, source: Team, empires: Collection[str]) -> list[tuple[int, int | None]]:
    """From which year to which (None: still) each seller of a side lets the pirates have a model."""
    begins = alliance_year if source is Team.ALLIANCE else coalition_year
    return [(begins(user.first_year), user.last_year) for user in sellers(model, empires)]


def is_for_sale(model: Model, source: Team, empires: Collection[str], year: int) -> bool:
    """Whether the pirates may buy a model from a side in a year, its share aside: old enough, and in active use."""
    spans = sale_years(model, source, empires)
    return any(first <= year and (last is None or year <= last) for first, last in spans)


def check_for_sale(model: Model, source: Team, empires: Collection[str], year: int, where: str, faults: Faults) -> None:
    """Refuse a model that a side does not let the pirates have in a year, with the first year in which it does."""
    if is_for_sale(model, source, empires, year):
        return
    rule = Citation("bp", "V12.53" if source is Team.ALLIANCE else "V12.54")
    spans = sale_years(model, source, empires)
    coming = [first for first, last in spans if first > year and (last is None or first <= last)]
    side = f"the {source.value.title()}"
    if not spans:
        message = f"nobody of {side} sells {model.code} to the pirates"
        mend = "It can only be captured (V12.56), or bought from the other side if that uses it."
        faults.add("not-for-sale", where, message, mend=mend, citation=rule)
    elif coming:
        message = f"{model.code} of {side} is not yet for sale in {year}"
        gap, mend = f"{min(coming) - year} years too early", f"From {min(coming)} on."
        faults.add("too-early", where, message, gap=gap, mend=mend, citation=rule)
    else:
        last = max(last for _, last in spans if last is not None)
        message = f"{model.code} is no longer in active use by {side}"
        gap, mend = f"{year - last} years too late", "Buy a model that is in use."
        faults.add("out-of-use", where, message, gap=gap, mend=mend, citation=rule)


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


def is_coalition_only(model: Model, coalition: Collection[str]) -> bool:
    """Whether none but empires of the Coalition use a model."""
    return {user.empire.casefold() for user in model.users} <= {empire.casefold() for empire in coalition}


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
