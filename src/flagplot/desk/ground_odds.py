"""The odds of a ground war from its papers: exact for a quarter, and for as many as can be kept in sight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import isqrt
from pathlib import Path
from typing import Any

from flagplot import __version__
from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults
from flagplot.core.report import Column, Fields, Report, Section, Table, Text
from flagplot.core.rounding import decimal
from flagplot.core.sources import Keyed
from flagplot.desk.battle import Papers, read_docket, read_papers
from flagplot.desk.odds import SEED
from flagplot.engine.chances import Chances, TooManyStatesError
from flagplot.engine.what_if import odds_key, origin_section, what_if
from flagplot.fta3.ground.docket import GroundDocket
from flagplot.fta3.ground.odds import FIRST, NO_FIGHT, SECOND, TIE, GroundOdds
from flagplot.fta3.ground.opening import open_matters
from flagplot.fta3.ground.prospect import State
from flagplot.fta3.ground.reporting import report_of_war
from flagplot.fta3.ground.sampling import fight_sample, sampled
from flagplot.fta3.ground.weighing import Group
from flagplot.fta3.ruleset import FTA3, readings_on_the_ground
from flagplot.odds.method import Method
from flagplot.odds.sampling import MOST_SAMPLES

Unit = tuple[str, Chances[Group]]

SAMPLES = 500
"""Wars that are fought where there are too many states and nothing else is asked for."""

EXACT = "every outcome of every die, in fractions"
SAMPLED = "every die rolled by the rules' own code"


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
    method: Method

    @property
    def samples(self) -> int:
        """How many wars were fought for it, 0 where the chances are exact."""
        return sum(end - first for first, end in self.method.spans)

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
            within = f"every mean within {decimal(self.half_width(), 2)} of the truth at 95 %"
            how = f"Chances from {self.samples} wars with dice of their own, {within}"
        opening = f"{how}, by the orders of both sides; the moderator is taken to let the war go on."
        parts.append(Section("Method", (Fields(self.method.pairs),)))
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
            "method": self.method.as_dict(),
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
    papers: Papers,
    *,
    quarters: int = 1,
    samples: int | None = None,
    seed: int = SEED,
    faults: Faults | None = None,
) -> GroundOutlook:
    """The odds after so many quarters; raises ``Refused`` with every fault, those found in ``faults`` before included.

    Exact while the states can be kept side by side; beyond that, or where so many ``samples`` are asked for, wars are
    fought, and the answer says so.
    """
    docket = read_war(papers, faults)
    odds = GroundOdds(docket)
    exact = None if samples else _exact(odds, quarters)
    if exact is None:
        samples = samples or SAMPLES
        exact = sampled(docket, odds.prospect.crowds, quarters=quarters, samples=samples, key=odds_key(seed))
    results, found = exact
    first, second = (side.name for side in odds.scenario.sides)
    labels = odds.scenario.labels
    names = [[", ".join(labels[id_] for id_ in crowd.ids) for crowd in side] for side in odds.prospect.crowds]
    units = tuple(tuple(zip(side, chances, strict=True)) for side, chances in zip(names, found, strict=True))
    told = results if quarters == 1 else None
    return GroundOutlook(odds.scenario.name, (first, second), quarters, told, units, method_of(docket, samples, seed))


def _exact(odds: GroundOdds, quarters: int) -> tuple[Chances[str] | None, list[list[Chances[Group]]]] | None:
    """Who wins the first phase, and what becomes of each crowd; None where there are too many states."""
    try:
        if quarters == 1:
            return odds.quarter.results, [list(side.values()) for side in odds.quarter.units]
        after = odds.distribution(quarters=quarters)
    except TooManyStatesError:
        return None
    crowds = odds.prospect.crowds
    return None, [[after.map(partial(_group, s, i)) for i in range(len(side))] for s, side in enumerate(crowds)]


def _group(s: int, i: int, state: State) -> Group:
    return state.groups[s][i]


def method_of(docket: GroundDocket, samples: int | None, seed: int) -> Method:
    """How the answer came about."""
    bearing = readings_on_the_ground()
    return Method(
        how="sampled" if samples else "exact",
        detail=SAMPLED if samples else EXACT,
        spans=((0, samples),) if samples else (),
        seed=seed,
        version=__version__,
        ruleset=FTA3.id,
        fingerprint=FTA3.fingerprint,
        readings={id_: option for id_, option in docket.scenario.readings.items() if id_ in bearing},
    )


def war_opened(
    papers: Papers,
    wanted: str,
    *,
    quarters: int = 1,
    samples: int | None = None,
    seed: int = SEED,
    faults: Faults | None = None,
) -> Report:
    """The sample with that number as the report of a war, headed so that nobody takes it for a verdict.

    Refused where there is no such among so many ``samples``.
    """
    docket, faults = read_war(papers, faults), Faults()
    most = samples or MOST_SAMPLES
    if not (wanted.isascii() and wanted.isdecimal() and len(wanted) <= 19):
        message, mend = f"'{wanted[:40]}' names no sample of a ground war", "Give the number of one."
        faults.add("unknown-sample", "--open", message, fault=Fault.MALFORMED, mend=mend)
    elif int(wanted) >= most:
        gap = f"{int(wanted) - most + 1} too high"
        faults.add("no-such-sample", "--open", f"there is no sample {wanted}", gap=gap, mend=f"Below {most}.")
    faults.settle()
    sample = int(wanted)
    war = fight_sample(docket, Keyed(odds_key(seed), sample), quarters)
    remarks = [Text(remark) for told in docket.remarks.values() for remark in told]
    banner = (what_if(sample, seed),)
    return report_of_war(war, readings_on_the_ground(), banner, (), remarks, (origin_section(sample, seed),))


def ground_odds(scenario: Path | str, orders: Iterable[Path | str] = ()) -> GroundOdds:
    """The odds of a war before its first quarter, to be asked further; raises ``Refused`` with every fault."""
    faults = Faults()
    papers = read_papers(scenario, orders, faults)
    faults.settle()
    assert papers is not None
    return GroundOdds(read_war(papers, faults))


def read_war(papers: Papers, faults: Faults | None = None) -> GroundDocket:
    """The papers of a war, none of whose chances hang on the moderator; raises ``Refused`` with every fault."""
    faults = faults or Faults()
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
    return docket
