"""Luck: what the dice of a played battle brought, against what they might have brought."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flagplot.core.refusal import Fault, Faults
from flagplot.core.report import Column, Node, Report, Section, Table, Text
from flagplot.core.rounding import decimal
from flagplot.desk.battle import Verdict
from flagplot.desk.odds import Answer, exact, question, sample
from flagplot.desk.oracle import Stroke, oracle_of
from flagplot.odds.fairness import LEAST, Fairness, check_faces
from flagplot.odds.interval import wilson
from flagplot.odds.report import percent
from flagplot.odds.sampling import Target
from flagplot.odds.tally import Histogram, Tally

ERROR = 0.02
"""The half-width of the interval that is aimed at where a whole battle cannot be reckoned exactly."""


@dataclass(frozen=True)
class Whole:
    """What a side lost in a battle, in the first currency of its rows, and the chances of more and of at least as much,
    with intervals.

    The two ends of an exact chance are the same.
    """

    battle: str
    side: str
    lost: int
    more: tuple[float, float]
    as_much: tuple[float, float]
    how: str


@dataclass(frozen=True)
class Fortune:
    """The luck of one battle or of several: faces by sides and dice, measures by phase, losses in all."""

    verdicts: tuple[Verdict, ...]
    answers: tuple[Answer, ...]

    @cached_property
    def faces(self) -> dict[tuple[str, int], Fairness]:
        """How often each face fell, by side and number of faces; both sides together under an empty name."""
        counts: dict[tuple[str, int], list[int]] = {}
        for verdict in self.verdicts:
            names = verdict.arena.sides(verdict.docket)
            for _, cast, source, _ in verdict.encounter.casts():
                for who in (names[cast.draw.address.side], ""):
                    told = counts.setdefault((who, cast.draw.sides), [0] * cast.draw.sides)
                    for face in source.faces(cast.draw):
                        told[face - 1] += 1
        return {key: check_faces(told) for key, told in sorted(counts.items())}

    @cached_property
    def phases(self) -> tuple[Stroke, ...]:
        """Each measure of each side, over all battles, which are of one kind."""
        return tuple(oracle_of(self.verdicts[0].papers).strokes(self.verdicts))

    @cached_property
    def wholes(self) -> tuple[Whole, ...]:
        """Each side's losses in each battle."""
        return tuple(each for pair in zip(self.verdicts, self.answers, strict=True) for each in _wholes(*pair))

    @property
    def currency(self) -> str:
        """What losses are counted in."""
        return self.answers[0].question.form.currencies[0]

    def report(self) -> Report:
        """The luck as a tree."""
        names = ", ".join(dict.fromkeys(verdict.docket.scenario.name for verdict in self.verdicts))
        told = "Given who fired at whom: the same dice, read against the same numbers."
        children: tuple[Node, ...] = (
            Section("The whole battle", (_whole_table(self.wholes, self.currency),)),
            Section("By phase", (Text(told), _phase_table(self.phases))),
            Section("Faces", (_face_table(self.faces), *_counts(self.faces))),
        )
        return Report(f"Luck in {names}", children)

    def as_dict(self) -> dict[str, Any]:
        """The luck as plain values."""
        return {
            "battles": [
                {
                    "battle": each.battle,
                    "side": each.side,
                    f"{self.currency}_lost": each.lost,
                    "chance_of_worse": [round(end, 9) for end in each.more],
                    "chance_of_no_better": [round(end, 9) for end in each.as_much],
                    "method": each.how,
                }
                for each in self.wholes
            ],
            "phases": [
                {
                    "side": luck.side,
                    "measure": luck.measure,
                    "dice": luck.dice,
                    "expected": str(luck.expected),
                    "rolled": luck.rolled,
                    "chance_of_worse": round(luck.worse[0], 9),
                    "chance_of_no_better": round(luck.worse[1], 9),
                }
                for luck in self.phases
            ],
            "faces": [
                {
                    "side": side,
                    "sides_of_die": sides,
                    "counts": list(found.counts),
                    "chi_square": str(found.statistic),
                    "chance": None if found.chance is None else round(found.chance, 9),
                }
                for (side, sides), found in self.faces.items()
            ],
        }


def refuse_twice(reports: Sequence[tuple[str, Verdict]], faults: Faults) -> None:
    """Refuse to add a battle to itself, or battles of different kinds; each report comes with its name."""
    first: dict[str, str] = {}
    for name, verdict in reports:
        if verdict.arena is not reports[0][1].arena:
            message = f"this is another kind of battle than that of {reports[0][0]}"
            mend = "Ask for each kind by itself."
            faults.add("other-kind", name, message, fault=Fault.INCONSISTENT, mend=mend)
        if verdict.result_digest in first:
            message = f"this is the battle of {first[verdict.result_digest]} once more"
            faults.add("same-battle", name, message, fault=Fault.INCONSISTENT, mend="Give each battle once.")
        first.setdefault(verdict.result_digest, name)


def luck(
    verdicts: Sequence[Verdict], target: Target | None = None, watch: Callable[[Answer], object] = lambda answer: None
) -> Fortune:
    """The luck of battles that were fought; what cannot be reckoned exactly is sampled until ``target`` is met."""
    answers = []
    for verdict in verdicts:
        asked = question(verdict.papers)
        answers.append(exact(asked) or sample(asked, target or Target(half_width=ERROR)))
        watch(answers[-1])
    return Fortune(tuple(verdicts), tuple(answers))


def _wholes(verdict: Verdict, answer: Answer) -> Iterator[Whole]:
    form, oracle = answer.question.form, answer.question.oracle
    for s, side in enumerate(form.sides):
        lost = oracle.lost(verdict, s)
        losses = answer.tally[f"loss/{form.currencies[0]}/{s}"]
        more, as_much = (_chance(answer.tally, losses, least) for least in (lost + 1, lost))
        yield Whole(verdict.docket.scenario.name, side, lost, more, as_much, answer.method.how)


def _chance(tally: Tally, losses: Histogram, least: int) -> tuple[float, float]:
    """The interval of the chance of ``least`` or more, of no width where it is exact."""
    count = sum(each.times for value, each in losses.bins.items() if value >= least)
    return wilson(count, tally.n) if tally.n else (count / losses.total, count / losses.total)


def _whole_table(wholes: Sequence[Whole], currency: str) -> Table:
    told = f"{currency.capitalize()} lost"
    columns = (
        Column("Battle"),
        Column("Side"),
        Column(told, "right"),
        Column("Chance of doing worse"),
        Column("Chance of doing no better"),
        Column("Method"),
    )
    rows = tuple((w.battle, w.side, str(w.lost), _ends(w.more), _ends(w.as_much), w.how) for w in wholes)
    return Table(f"{told}, against all that these orders might have cost", columns, rows)


def _ends(ends: tuple[float, float]) -> str:
    low, high = ends
    return percent(low) if low == high else f"{percent(low)} to {percent(high)}"


def _phase_table(phases: Sequence[Stroke]) -> Table:
    columns = (
        Column("Side"),
        Column("Measure"),
        *(Column(name, "right") for name in ("Dice", "Expected", "Rolled", "Chance of worse", "Chance of no better")),
    )
    rows = tuple(
        (
            luck.side,
            luck.measure,
            str(luck.dice),
            decimal(luck.expected, 1),
            str(luck.rolled),
            percent(luck.worse[0]),
            percent(luck.worse[1]),
        )
        for luck in phases
    )
    return Table("What the dice were expected to bring, and what they brought", columns, rows)


def _face_table(faces: dict[tuple[str, int], Fairness]) -> Table:
    columns = (
        Column("Side"),
        Column("Die"),
        Column("Dice", "right"),
        Column("Chi-square", "right"),
        Column("Fair dice stray as far"),
    )
    few = f"too few for a test: {LEAST} of each face are needed"
    rows = tuple(
        (
            side or "both",
            f"d{sides}",
            str(found.n),
            decimal(found.statistic, 1),
            few if found.chance is None else f"in {percent(found.chance)} of cases",
        )
        for (side, sides), found in faces.items()
    )
    return Table("Whether each face fell as often as it should", columns, rows)


def _counts(faces: dict[tuple[str, int], Fairness]) -> Iterator[Table]:
    """How often each face of each kind of die fell, for both sides together."""
    for (side, sides), found in faces.items():
        if not side:
            rows = tuple(zip(map(str, range(1, sides + 1)), map(str, found.counts), strict=True))
            yield Table(f"Faces of all d{sides}", (Column("Face", "right"), Column("Fell", "right")), rows)
