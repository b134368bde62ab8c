"""What a deployment will burn on a star-lane map, and which base would pay for itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from flagplot.core.citation import Citation
from flagplot.core.refusal import Faults
from flagplot.core.report import Column, Node, Report, Section, Table, Text
from flagplot.core.rounding import decimal
from flagplot.desk.sheets import read_sheet
from flagplot.fta3.logistics.basing import Basing, basings
from flagplot.fta3.logistics.deployment import read_deployment
from flagplot.fta3.logistics.forecast import Forecast, forecast
from flagplot.fta3.logistics.starlanes import StarMap, read_map

MOST_BASES_TOLD = 5


@dataclass(frozen=True)
class Outlook:
    """The forecast of a deployment, and the new bases it could have, the cheapest in all first; ``years`` are those
    over which a base is reckoned. Without a market rate the bases are sorted by what would burn.
    """

    map: StarMap
    forecast: Forecast
    bases: tuple[Basing, ...]
    years: int

    @property
    def rate(self) -> Fraction:
        """What the bases are weighed by: money for a point of supply, nothing where it is unknown."""
        return (self.forecast.deployment.rate or Fraction(0)) * self.years

    def report(self) -> Report:
        """Everything as a tree."""
        found, deployment = self.forecast, self.forecast.deployment
        columns = (
            Column("Unit"),
            Column("Weight", "right"),
            Column("Charged at"),
            Column("Jumps", "right"),
            Column("Served", "right"),
            Column("Ordinary", "right"),
            Column("Combat", "right"),
            Column("Supply", "right"),
        )
        rows = tuple(
            (
                bill.unit.name,
                str(bill.unit.weight),
                self.map.systems[bill.system].name if bill.system else "",
                str(bill.jumps),
                str(bill.served),
                str(bill.ordinary),
                str(bill.combat),
                str(bill.total),
            )
            for bill in found.bills
        )
        rules = tuple(dict.fromkeys(rule for bill in found.bills for rule in bill.citations))
        cost = "" if found.cost is None else f", ${decimal(found.cost, 2)} at the year's rate"
        children: list[Node] = [
            Table("", columns, rows, rules),
            Text(f"In all {found.total} points of supply{cost}.", (Citation("fta3", "supply-limits/yearly"),)),
        ]
        if self.bases:
            children.append(self._bases())
        return Report(f"Supply of {deployment.polity}, year {deployment.year}", tuple(children))

    def _bases(self) -> Section:
        now = self.forecast.total
        columns = (
            Column("Base"),
            Column("System"),
            Column("Money", "right"),
            Column("Tokens", "right"),
            Column("Supply", "right"),
            Column("Saved", "right"),
            *([Column("In all $", "right")] if self.rate else []),
        )
        rows = tuple(
            (
                base.kind.value,
                self.map.systems[base.system].name,
                f"${base.price.money}",
                str(base.price.tokens),
                str(base.burn),
                str(now - base.burn),
                *([decimal(base.cost(self.rate), 2)] if self.rate else []),
            )
            for base in self.bases[:MOST_BASES_TOLD]
        )
        rules = (Citation("fta3", "forward-operating-base"), Citation("fta3", "supply-base"))
        told: list[Node] = [Table("", columns, rows, rules)]
        if self.rate:
            best, without = self.bases[0], now * self.rate
            pays = best.cost(self.rate) < without
            what = f"Over {self.years} like year{'' if self.years == 1 else 's'}, without a new base: $"
            verdict = "the first of these pays for itself" if pays else "none of these pays for itself"
            told.append(Text(f"{what}{decimal(without, 2)}; {verdict}."))
        return Section("If one more base stood", tuple(told))

    def as_dict(self) -> dict[str, Any]:
        """The same as plain values."""
        found = self.forecast
        return {
            "polity": found.deployment.polity,
            "year": found.deployment.year,
            "total": found.total,
            "cost": None if found.cost is None else str(found.cost),
            "units": [
                {
                    "unit": bill.unit.name,
                    "weight": bill.unit.weight,
                    "system": bill.system,
                    "jumps": bill.jumps,
                    "served": bill.served,
                    "ordinary": bill.ordinary,
                    "combat": bill.combat,
                    "rules": [str(rule) for rule in bill.citations],
                }
                for bill in found.bills
            ],
            "bases": [
                {
                    "system": base.system,
                    "kind": base.kind.value,
                    "money": base.price.money,
                    "tokens": base.price.tokens,
                    "burn": base.burn,
                    "units": list(base.units),
                }
                for base in self.bases
            ],
        }


def outlook(map_: Path, deployment: Path, *, polity: str = "", year: int = 0, years: int = 1) -> Outlook:
    """The outlook of the files of a map and a deployment; a CSV deployment takes ``polity`` and ``year`` from here.

    Raises ``Refused`` with every fault of both.
    """
    faults = Faults()
    map_paper, plan_paper = read_sheet(map_, faults), read_sheet(deployment, faults)
    found = read_map(map_paper, faults) if map_paper else None
    if found is None or plan_paper is None:
        faults.settle()
        raise AssertionError("papers that cannot be read leave a fault")
    plan = read_deployment(plan_paper, found, faults, polity, year)
    bills = forecast(found, plan, faults, plan_paper.name) if plan else None
    faults.settle()
    assert plan is not None
    assert bills is not None
    rate = (plan.rate or Fraction(0)) * years
    return Outlook(found, bills, _ranked(list(basings(found, plan)), rate), years)


def _ranked(found: Sequence[Basing], rate: Fraction) -> tuple[Basing, ...]:
    """The cheapest first; without a rate those that save most, then those that cost least."""
    if rate:
        return tuple(sorted(found, key=lambda each: (each.cost(rate), each.price.tokens, each.system)))
    return tuple(sorted(found, key=lambda each: (each.burn, each.price.money, each.system)))
