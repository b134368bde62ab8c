"""Where the Orion Pirates buy fighters: who sells a model, and from which year on (V12.53, V12.54)."""

from __future__ import annotations

from collections.abc import Collection

from flagplot.border_patrol.printed import printed
from flagplot.border_patrol.purchases.fighter_book import Model, User
from flagplot.border_patrol.purchases.orders import Team
from flagplot.border_patrol.wording import counted
from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults


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
    return tuple(user for user in model.users if user.empire.casefold() in sides and not _is_never_sold(user))


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
        hydran = any(map(_is_never_sold, model.users))
        mend = "It can only be captured (V12.56)." if hydran else "Name the other side, if that uses it."
        faults.add("not-for-sale", where, message, mend=mend, citation=rule)
    elif coming:
        message = f"{model.code} of {side} is not yet for sale in {year}"
        gap, mend = f"{counted(min(coming) - year, 'year')} too early", f"From {min(coming)} on."
        faults.add("too-early", where, message, gap=gap, mend=mend, citation=rule)
    else:
        last = max(last for _, last in spans if last is not None)
        message = f"{model.code} is no longer in active use by {side}"
        gap, mend = f"{counted(year - last, 'year')} too late", "Buy a model that is in use."
        faults.add("out-of-use", where, message, gap=gap, mend=mend, citation=rule)


def is_coalition_only(model: Model, coalition: Collection[str]) -> bool:
    """Whether none but empires of the Coalition use a model."""
    return {user.empire.casefold() for user in model.users} <= {empire.casefold() for empire in coalition}


def _is_never_sold(user: User) -> bool:
    never: list[str] = printed()["V12.53"]["never_sold"]
    return user.empire.casefold() in never
