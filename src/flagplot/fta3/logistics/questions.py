"""What a numbered case may ask of the rules of supply."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.fta3.logistics.bases import SUPPLY_BASE, may_claim, price
from flagplot.fta3.logistics.basing import cheapest
from flagplot.fta3.logistics.deployment import read_deployment
from flagplot.fta3.logistics.forecast import forecast
from flagplot.fta3.logistics.starlanes import BaseKind, StarMap, read_map
from flagplot.fta3.logistics.stock import Entry, Origin, Stock, bought


def ask_supply(map: str, deployment: str) -> dict[str, Any]:
    """The year's bill of a deployment on a map, both as TOML: of each unit, and in all."""
    found, faults = _opened(map, deployment)
    bills = forecast(*found, faults)
    faults.settle()
    assert bills is not None
    return {
        "ordinary": {bill.unit.name: bill.ordinary for bill in bills.bills},
        "combat": {bill.unit.name: bill.combat for bill in bills.bills},
        "served": {bill.unit.name: bill.served for bill in bills.bills},
        "jumps": {bill.unit.name: bill.jumps for bill in bills.bills},
        "total": bills.total,
    }


def ask_supply_faults(map: str, deployment: str) -> dict[str, Any]:
    """The codes of all that is wrong with a deployment on a map."""
    faults = Faults()
    map_ = read_map(Paper("map.toml", map), faults)
    plan = map_ and read_deployment(Paper("deployment.toml", deployment), map_, faults)
    if map_ and plan:
        forecast(map_, plan, faults)
    return {"codes": [fault.code for fault in faults.found]}


def ask_cheapest_base(map: str, deployment: str, rate: int, years: int = 1) -> dict[str, Any]:
    """The base that pays best for a deployment at a market rate."""
    (map_, plan), _ = _opened(map, deployment)
    best = cheapest(map_, plan, Fraction(rate), years)
    if best is None:
        return {"system": "", "kind": "", "burn": -1}
    return {"system": map_.systems[best.system].name, "kind": best.kind.value, "burn": best.burn}


def ask_base_price(kind: str, standing: str = "") -> dict[str, Any]:
    """Money, tokens and years of a base where nothing or another base stands; -1 where it can't be built."""
    found = price(BaseKind(kind), BaseKind(standing) if standing else None)
    return {"money": found.money, "tokens": found.tokens, "years": found.years} if found else {"money": -1}


def ask_claim(base: str = "", reading: str = SUPPLY_BASE) -> dict[str, Any]:
    """Whether a system with a finished base of this kind may be claimed."""
    return {"may": may_claim(BaseKind(base) if base else None, reading)}


def ask_stock(entries: Sequence[Mapping[str, Any]], buy: int = 0, rate: int = 0) -> dict[str, Any]:
    """What is left of a stock, what is lacking, and what buying cost, in $."""
    booked = [Entry(origin=Origin(each["origin"]), points=each["points"]) for each in entries]
    booked += [bought(buy, Fraction(rate))] if buy else []
    stock = Stock(polity="X", entries=tuple(booked))
    return {
        "points": stock.points,
        "lacking": stock.shortfall,
        "paid": sum((entry.paid for entry in stock.entries), Fraction(0)),
    }


def _opened(map_text: str, deployment: str) -> tuple[tuple[StarMap, Any], Faults]:
    faults = Faults()
    map_ = read_map(Paper("map.toml", map_text), faults)
    faults.settle()
    assert map_ is not None
    plan = read_deployment(Paper("deployment.toml", deployment), map_, faults)
    faults.settle()
    return (map_, plan), faults


QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    name.removeprefix("ask_"): function for name, function in list(globals().items()) if name.startswith("ask_")
}
