"""The odds of a ground war from its papers: exact for a quarter, and for as many as can be kept in sight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import isqrt
from pathlib import Path
from typing import Any

from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults
from flagplot.core.report import Column, Report, Section, Table, Text
from flagplot.core.rounding import decimal
from flagplot.desk.battle import read_docket, read_papers
from flagplot.engine.chances import MOST_STATES, Chances, TooManyStatesError
from flagplot.fta3.ground.docket import GroundDocket
from flagplot.fta3.ground.odds import FIRST, NO_FIGHT, SECOND, TIE, GroundOdds
from flagplot.fta3.ground.opening import open_matters
from flagplot.fta3.ground.prospect import State
from flagplot.fta3.ground.sampling import sampled
from flagplot.fta3.ground.weighing import Group

Unit = tuple[str, Chances[Group]]


@dataclass(frozen=True)
class GroundOutlook:
    """What may become of a ground war after so many quarters: for each side its units with their chances, by name.

    ``results`` are the chances of the first phase, None for a campaign of more than one quarter. ``samples`` is how
    many wars were fought for it, 0 where the chances are exact.
    """

    name: str
    sides: tuple[str, str]
    quarters: int
    results: Chances[str] | None
    units: tuple[tuple[Unit, ...], ...]
    samples: int = 0

    @property
    def method(self) -> str:
        """How the chances were found."""
        return f"sampled, n = {self.samples}" if self.samples else "exact"

    def report(self) -> Report:
        """The odds as a tree."""
        parts: list[Section] = []
        if self.results is not None:
            told = {FIRST: f"{self.sides[0]} wins", SECOND: f"{self.sides[1]} wins", TIE: "a tie", NO_FIGHT: "no fight"}
            rows = tuple((told[key], _percent(self.results.of(key))) for key in told)
            heads_of_results = (Column("The phase"), Column("Chance", "right"))
            table = Table("", heads_of_results, rows, (Citation("fta3", "ground-battle"),))
            parts.append(Section("Who wins the first phase", (table,)))
        heads = ("Fit", "Exhausted", "Destroyed", "All destroyed")
        columns = (Column("Units"), Column("Battalions", "right"), *(Column(head, "right") for head in heads))
        tables = tuple(
            Table(side, columns, tuple(_row(*unit) for unit in units), (Citation("fta3", "saves"),))
            for side, units in zip(self.sides, self.units, strict=True)
        )
        parts.append(Section(f"What is left after {_quarters(self.quarters)}, on average", tables))
        how = "Exact chances"
        if self.samples:
            how = (
                f"More than {MOST_STATES} states to keep side by side, so this was sampled: {self.samples} wars with "
                f"dice of their own, every mean within {decimal(self.half_width(), 2)} of the truth at 95 %. Chances"
            )
        opening = f"{how}, by the orders of both sides; the moderator is taken to let the war go on."
        return Report(f"Odds of {self.name}", (Text(opening), *parts))

    def half_width(self) -> Fraction:
        """The widest half of the 95 % intervals of the means that are told."""
        variances = [
            _variance(chances, number) for side in self.units for _, chances in side for number in COUNTS.values()
        ]
        # 1.96 standard errors, of a root that is rounded up to a hundred thousandth.
        root = isqrt(int(max(variances) / self.samples * 10**10)) + 1
        return Fraction(196 * root, 100 * 10**5)

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON; chances are fractions in texts."""
        return {
            "war": self.name,
            "method": self.method,
            "quarters": self.quarters,
            "results": self.results and {key: str(self.results.of(key)) for key in self.results.weights},
            "units": {
                side: {
                    name: {what: str(chances.mean(number)) for what, number in COUNTS.items()}
                    for name, chances in units
                }
                for side, units in zip(self.sides, self.units, strict=True)
            },
        }


COUNTS: Mapping[str, Callable[[Group], int]] = {
    "fit": lambda group: group.fit,
    "exhausted": lambda group: group.spent + group.resting,
    "destroyed": lambda group: group.destroyed,
}


def _variance(chances: Chances[Group], number: Callable[[Group], int]) -> Fraction:
    return chances.mean(lambda group: number(group) ** 2) - chances.mean(number) ** 2


def _row(name: str, chances: Chances[Group]) -> tuple[str, ...]:
    total = next(iter(chances.weights)).total
    means = (decimal(chances.mean(number), 2) for number in COUNTS.values())
    return name, str(total), *means, _percent(chances.where(lambda group: group.destroyed == group.total))


def _percent(chance: Fraction) -> str:
    return f"{decimal(100 * chance, 1)} %"


def _quarters(number: int) -> str:
    return "one quarter" if number == 1 else f"{number} quarters"


def ground_outlook(
    scenario: Path | str, orders: Iterable[Path | str] = (), *, quarters: int = 1, samples: int = 500
) -> GroundOutlook:
    """The odds after so many quarters; raises ``Refused`` with every fault.

    Exact while the states can be kept side by side; beyond that so many ``samples`` are fought, and the answer says so.
    """
    odds = ground_odds(scenario, orders)
    crowds = odds.prospect.crowds
    found: list[list[Chances[Group]]]
    results, fought = None, 0
    try:
        if quarters == 1:
            results = odds.quarter.results
            found = [list(side.values()) for side in odds.quarter.units]
        else:
            after = odds.distribution(quarters=quarters)
            found = [[after.map(partial(_group, s, i)) for i in range(len(side))] for s, side in enumerate(crowds)]
    except TooManyStatesError:
        given = {side.id: odds.orders[s] for s, side in enumerate(odds.scenario.sides)}
        found, fought = sampled(odds.scenario, given, crowds, quarters=quarters, samples=samples), samples
    first, second = (side.name for side in odds.scenario.sides)
    labels = odds.scenario.labels
    names = [[", ".join(labels[id_] for id_ in crowd.ids) for crowd in side] for side in crowds]
    units = tuple(tuple(zip(side, chances, strict=True)) for side, chances in zip(names, found, strict=True))
    return GroundOutlook(odds.scenario.name, (first, second), quarters, results, units, fought)


def _group(s: int, i: int, state: State) -> Group:
    return state.groups[s][i]


def ground_odds(scenario: Path | str, orders: Iterable[Path | str] = ()) -> GroundOdds:
    """The odds of a war before its first quarter, to be asked further; raises ``Refused`` with every fault."""
    faults = Faults()
    papers = read_papers(scenario, orders, faults)
    faults.settle()
    assert papers is not None
    docket = read_docket(papers, faults)
    if not isinstance(docket, GroundDocket):
        message = "this is no ground war"
        mend = "Write battle = 'ground' for a ground war."
        faults.add("not-a-ground-war", papers.scenario.name, message, fault=Fault.MALFORMED, mend=mend)
        faults.settle()
    assert isinstance(docket, GroundDocket)
    for matter in open_matters(docket.scenario):
        message = f"no odds without the moderator, who has to say {matter.question}"
        mend, citation = "Write it into 'entries'.", Citation("fta3", matter.rule)
        faults.add("left-to-the-moderator", papers.scenario.name, message, mend=mend, citation=citation)
    faults.settle()
    return GroundOdds(docket)
