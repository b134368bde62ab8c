"""What-ifs side by side: variants of one battle in the same dice, each held against the first sample by sample."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from time import monotonic
from typing import Any, NamedTuple

from flagplot.core.report import Block, Column, Fields, Report, Section, Table, Text
from flagplot.desk.odds import PATIENCE, STOPPED, method_of, refuse_endless
from flagplot.desk.what_if import Variant
from flagplot.odds.charts import interval_chart
from flagplot.odds.crew import Crew, alone
from flagplot.odds.picture import draw_intervals
from flagplot.odds.points import AIMS, MARGIN, REACH, Points, count_points
from flagplot.odds.report import interval, percent, share_dict
from flagplot.odds.sampling import LARGEST_BLOCK, MOST_CELLS, Target, checks, is_enough
from flagplot.odds.steady import Opened, Steady
from flagplot.odds.summary import Share, summarise
from flagplot.odds.tally import Tally, count_rows

SAMPLES = 1000
"""Battles of each variant where nothing else is asked for."""

HOW = "every die rolled by the rules' own code; the same dice in each case, differences sample by sample"
DIFFERENCE = (
    "Sample n has the same dice in every case, so a difference is known better than the two chances that it lies "
    "between. One whose interval holds 0 may be luck."
)


@dataclass(frozen=True)
class Counted:
    """What came of one variant: its tally, and what it gained on the first, sample by sample, in wins and in margin."""

    told: str
    tally: Tally
    wins: Points
    margin: Points


@dataclass(frozen=True)
class Sweep:
    """The variants as they were counted, the first being what the others are held against, for one side."""

    variants: tuple[Variant, ...]
    side: int
    counted: tuple[Counted, ...]
    stopped: bool = False

    @property
    def title(self) -> str:
        """What the answer is called."""
        return f"What if: {self.variants[0].question.recipe.docket.scenario.name}"

    @property
    def name(self) -> str:
        """The side whose chances are told."""
        return self.variants[0].question.form.sides[self.side]

    def shares(self) -> Iterator[tuple[str, Share]]:
        """Each variant with the side's chance of winning."""
        for variant, each in zip(self.variants, self.counted, strict=True):
            yield each.told, summarise(variant.question.form, each.tally).results[self.side]

    def report(self) -> Report:
        """The answer as a tree."""
        rows = [(told, share.chance, share.low, share.high) for told, share in self.shares()]
        picture = Block(draw_intervals(rows), json.dumps(self.chart(), sort_keys=True))
        asked, tally = self.variants[0].question, self.counted[0].tally
        children = (
            Section("Result", (Text(DIFFERENCE), self._chances(), picture)),
            Section("Losses", (self._losses(),)),
            Section("Method", (Fields(method_of(asked, tally, "sampled", HOW).pairs),)),
        )
        return Report(self.title, children, (STOPPED,) if self.stopped else ())

    def chart(self) -> dict[str, Any]:
        """The chances with their intervals, as Vega-Lite."""
        rows = [(told, share.chance, share.low, share.high) for told, share in self.shares()]
        return interval_chart(rows, self.title, f"{self.name} wins")

    def as_dict(self) -> dict[str, Any]:
        """The answer as plain values; chances from 0 to 1."""
        asked, tally = self.variants[0].question, self.counted[0].tally
        return {
            "side": self.name,
            "cases": [
                {
                    "case": told,
                    "wins": share_dict(share),
                    "against_the_first": {
                        "wins": _gain(each.wins, each.wins.interval()),
                        "margin": _gain(each.margin, each.margin.difference()),
                    },
                }
                for (told, share), each in zip(self.shares(), self.counted, strict=True)
            ],
            "method": method_of(asked, tally, "sampled", HOW).as_dict(),
            "stopped": self.stopped,
        }

    def _chances(self) -> Table:
        columns = (
            Column("Case"),
            Column(f"{self.name} wins", "right"),
            Column("95 % interval"),
            Column("Against the first", "right"),
            Column("95 % interval"),
        )
        rows = [
            (told, percent(share.chance), interval(share), *_gain_cells(each.wins, each.wins.interval(), first=n == 0))
            for n, ((told, share), each) in enumerate(zip(self.shares(), self.counted, strict=True))
        ]
        return Table(f"How often {self.name} wins", columns, tuple(rows))

    def _losses(self) -> Table:
        form = self.variants[0].question.form
        currency = form.currencies[0]
        columns = (
            Column("Case"),
            *(Column(f"{side}: {currency} lost", "right") for side in form.sides),
            Column("Margin against the first", "right"),
            Column("95 % interval"),
        )
        rows = [
            (
                each.told,
                *(f"{each.tally[f'loss/{currency}/{s}'].mean:.1f}" for s in range(2)),
                *_gain_cells(each.margin, each.margin.difference(), first=n == 0),
            )
            for n, each in enumerate(self.counted)
        ]
        told = f"Mean losses; the margin is the share of theirs that is lost less that of {self.name}'s own"
        return Table(told, columns, tuple(rows))


def sweep(
    variants: Sequence[Variant],
    side: int,
    target: Target,
    crew: Crew | None = None,
    *,
    watch: Callable[[str], object] = lambda told: None,
    notice: Callable[[str], object] = lambda told: None,
) -> Sweep:
    """Fight every variant until it is enough; ``watch`` is told how far it is, ``notice`` as in ``odds.sample``.

    ``half_width`` of the target is that of the differences in wins. Ctrl-C ends it with what has been counted, and is
    passed on where nothing has.
    """
    counted = tuple(Counted(variant.told, Tally(), Points(), Points()) for variant in variants)
    began, built, stopped = monotonic(), False, False
    opened = [Opened(variant.question.recipe) for variant in variants]
    team = Steady(crew or alone())
    try:
        for at, count in _blocks(variants, target):
            played = list(team.map(_fight, opened, repeat(side), repeat(at), repeat(count)))
            counted = tuple(_count(counted, played))
            refuse_endless(variants[0].question, counted[0].tally)
            watch(f"{at + count} battles of each of {len(variants)} cases")
            if _is_enough(counted, target, monotonic() - began):
                break
            if not built and monotonic() - began > PATIENCE:
                built = True
                variants[0].question.oracle.build_engine(notice)
    except KeyboardInterrupt:
        if not counted[0].tally.n:
            raise
        stopped = True
    finally:
        team.dismiss()
    return Sweep(tuple(variants), side, counted, stopped)


class _Played(NamedTuple):
    """A block of one variant: its tally, and of each sample whether it was won (in points) and its margin."""

    tally: Tally
    won: Any
    margin: Any


def _fight(opened: Opened, side: int, first: int, count: int) -> _Played:
    battle = opened.battle
    rows = battle.rows(first, count)
    won = REACH * (rows[:, battle.form.RESULT] == side)
    return _Played(count_rows(battle.form, rows, first), won, AIMS[MARGIN](battle.form, rows, side))


def _blocks(variants: Sequence[Variant], target: Target) -> Iterator[tuple[int, int]]:
    """First sample and count of each block, up to the next of the fixed numbers at which it is looked at."""
    widest = max(variant.question.form.width for variant in variants) + 2 * len(variants)
    most, at = min(LARGEST_BLOCK, max(1, MOST_CELLS // widest)), 0
    for check in checks():
        while at < min(check, target.samples):
            count = min(most, min(check, target.samples) - at)
            yield at, count
            at += count
        if at >= target.samples:
            return


def _count(counted: Sequence[Counted], played: Sequence[_Played]) -> Iterator[Counted]:
    for each, block in zip(counted, played, strict=True):
        yield replace(
            each,
            tally=each.tally + block.tally,
            wins=each.wins + count_points(block.won - played[0].won),
            margin=each.margin + count_points(block.margin - played[0].margin),
        )


def _is_enough(counted: Sequence[Counted], target: Target, seconds: float) -> bool:
    if is_enough(counted[0].tally, replace(target, half_width=None), seconds):
        return True
    if target.half_width is None:
        return False
    ends = [each.wins.interval() for each in counted[1:]]
    return all((high - low) / 2 <= target.half_width for low, high in ends)


def _gain(points: Points, ends: tuple[float, float]) -> dict[str, Any]:
    return {"difference": round(points.mean, 9), "interval": [round(end, 9) for end in ends]}


def _gain_cells(points: Points, ends: tuple[float, float], *, first: bool) -> tuple[str, str]:
    if first:
        return "", ""
    low, high = ends
    return f"{100 * points.mean:+.1f} %", f"{100 * low:+.1f} % to {100 * high:+.1f} %"
