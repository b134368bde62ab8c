"""Building bases, and what they are a condition for."""

from __future__ import annotations

from typing import NamedTuple

from flagplot.core.citation import carries_out
from flagplot.fta3.logistics.starlanes import BaseKind
from flagplot.fta3.printed import printed

SUPPLY_BASE, EITHER = "supply-base", "either"


class Price(NamedTuple):
    """What a base costs: money, military tokens, years."""

    money: int
    tokens: int
    years: int


RULES = {BaseKind.FORWARD: "forward-operating-base/construction", BaseKind.SUPPLY: "supply-base/construction"}


def _full_price(kind: BaseKind) -> Price:
    table = printed()[RULES[kind]]
    return Price(table["money"], table["tokens"], table["years"])


@carries_out("fta3", "forward-operating-base/construction", "supply-base/construction")
def price(kind: BaseKind, standing: BaseKind | None = None) -> Price | None:
    """What it costs to build a base where ``standing`` stands; None where there is nothing to build.

    A forward base is raised to a supply base for the difference in money and tokens, and the years of a new one.
    """
    if standing is None:
        return _full_price(kind)
    if standing is BaseKind.FORWARD and kind is BaseKind.SUPPLY:
        full, had = _full_price(kind), _full_price(standing)
        return Price(full.money - had.money, full.tokens - had.tokens, full.years)
    return None


@carries_out("fta3", "claim-territory", "supply-base")
def may_claim(standing: BaseKind | None, reading: str = SUPPLY_BASE) -> bool:
    """Whether a system with this finished base may be claimed as a territory (R51)."""
    if reading == EITHER:
        return standing is not None
    return standing is BaseKind.SUPPLY
