"""The odds of a ground war from its papers: exact for a quarter, and for as many as can be kept in sight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults
from flagplot.core.report import Column, Report, Section, Table, Text
from flagplot.core.rounding import decimal
from flagplot.desk.battle import read_docket, read_papers
from flagplot.engine.chances import Chances, TooManyStatesError
from flagplot.fta3.ground.docket import GroundDocket
from flagplot.fta3.ground.odds import FIRST, NO_FIGHT, SECOND, TIE, GroundOdds
from flagplot.fta3.ground.opening import open_matters
from flagplot.fta3.ground.prospect import State
from flagplot.fta3.ground.weighing import Group

Unit = tuple[str, Chances[Group]]


@dataclass(frozen=True)
class GroundOutlook:
    """What may become of a ground war after so many quarters: for each side its units with their chances, by name.

    ``results`` are the chances of the first phase, None for a campaign of more than one quarter.
    """

    name: str
    sides: tuple[str, str]
    quarters: int
    results: Chances[str] | None
    units: tuple[tuple[Unit, ...], ...]

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
        exact = "Exact chances, by the orders of both sides; the moderator is taken to let the war go on."
        return Report(f"Odds of {self.name}", (Text(exact), *parts))

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON; chances are fractions in texts."""
        return {
            "war": self.name,
            "method": "exact",
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


def _row(name: str, chances: Chances[Group]) -> tuple[str, ...]:
    total = next(iter(chances.weights)).total
    means = (decimal(chances.mean(number), 2) for number in COUNTS.values())
    return name, str(total), *means, _percent(chances.where(lambda group: group.destroyed == group.total))


def _percent(chance: Fraction) -> str:
    return f"{decimal(100 * chance, 1)} %"


def _quarters(number: int) -> str:
    return "one quarter" if number == 1 else f"{number} quarters"


def ground_outlook(scenario: Path | str, orders: Iterable[Path | str] = (), *, quarters: int = 1) -> GroundOutlook:
    """The odds after so many quarters; raises ``Refused`` with every fault, or where the war has to be sampled."""
    odds = ground_odds(scenario, orders)
    labels = odds.scenario.labels
    crowds = odds.prospect.crowds
    names = [[", ".join(labels[id_] for id_ in crowd.ids) for crowd in side] for side in crowds]
    found: list[list[Chances[Group]]]
    results = None
    try:
        if quarters == 1:
            results = odds.quarter.results
            found = [list(side.values()) for side in odds.quarter.units]
        else:
            after = odds.distribution(quarters=quarters)
            found = [[after.map(partial(_group, s, i)) for i in range(len(side))] for s, side in enumerate(crowds)]
    except TooManyStatesError as error:
        faults = Faults()
        mend = "Ask for fewer quarters, or fight the war many times with other secrets."
        faults.add("too-many-states", Path(scenario).name, str(error), mend=mend)
        faults.settle()
        raise
    first, second = (side.name for side in odds.scenario.sides)
    units = tuple(tuple(zip(side, chances, strict=True)) for side, chances in zip(names, found, strict=True))
    return GroundOutlook(odds.scenario.name, (first, second), quarters, results, units)


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
        message = "this is a battle of fleets, not a ground war"
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
