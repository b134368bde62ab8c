"""Tallies: how often each value came in a set of samples, as integers that add up in any order to the same bits.

A tally is a table of histograms by name: ``result``, ``length``, ``ending``; ``fate/ID`` for each unit;
``loss/CURRENCY/SIDE``; and ``margin``, what the second side has lost in the first currency beyond what the first has.
Each value keeps the lowest sample that had it, so that a battle which is typical of something can be opened.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from flagplot.engine.battle import Chances, Fate, RowForm

NO_SAMPLE = -1
WIDEST = 1 << 16
"""The most different values that are counted by place; more are sorted instead."""


class Bin(NamedTuple):
    """How often a value came (or its chance), and the lowest sample that had it."""

    times: float
    first: int


@dataclass(frozen=True)
class Histogram:
    """How often each value came."""

    bins: Mapping[int, Bin] = field(default_factory=dict)

    @property
    def total(self) -> float:
        """How many there are in all."""
        return sum(each.times for each in self.bins.values())

    @property
    def mean(self) -> float:
        """The mean value; there must be one."""
        return sum(value * each.times for value, each in self.bins.items()) / self.total

    def count(self, value: int) -> float:
        """How often one value came."""
        return self.bins[value].times if value in self.bins else 0

    def quantile(self, share: Fraction) -> int:
        """The least value that ``share`` of all do not exceed."""
        reached, values = 0.0, sorted(self.bins)
        wanted = float(self.total * share)
        for value in values:
            reached += self.bins[value].times
            if reached >= wanted:
                return value
        return values[-1]

    def __add__(self, other: Histogram) -> Histogram:
        bins = dict(self.bins)
        for value, (times, first) in other.bins.items():
            known = bins.get(value, Bin(0, first))
            bins[value] = Bin(known.times + times, min(known.first, first))
        return Histogram(bins)


@dataclass(frozen=True)
class Tally:
    """What came of the samples in ``spans`` (each first and end), which never overlap and never touch."""

    spans: tuple[tuple[int, int], ...] = ()
    table: Mapping[str, Histogram] = field(default_factory=dict)

    @property
    def n(self) -> int:
        """How many samples were counted."""
        return sum(end - first for first, end in self.spans)

    def __getitem__(self, name: str) -> Histogram:
        return self.table.get(name, Histogram())

    def __add__(self, other: Tally) -> Tally:
        """Both together; a sample that is in both is a ValueError."""
        spans = joined(chain(self.spans, other.spans))
        names = chain(self.table, other.table)
        return Tally(spans, {name: self[name] + other[name] for name in dict.fromkeys(names)})


def joined(spans: Iterator[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Spans in order, those that touch made one; a sample that is in two of them is a ValueError."""
    found: list[tuple[int, int]] = []
    for first, end in sorted(spans):
        if found and first < found[-1][1]:
            raise ValueError(f"sample {first} is counted twice")
        if found and first == found[-1][1]:
            found[-1] = (found[-1][0], end)
        else:
            found.append((first, end))
    return tuple(found)


def count_rows(form: RowForm, rows: Any, first: int) -> Tally:
    """The tally of the rows [n, width] of samples ``first`` to ``first + n - 1``."""
    samples = np.arange(first, first + len(rows), dtype=np.int64)
    return Tally(
        ((first, first + len(rows)),) if len(rows) else (),
        {name: _histogram(values, samples) for name, values in _columns(form, rows)} | _endings(form, rows, samples),
    )


def count_chances(form: RowForm, chances: Chances) -> Tally:
    """The same table with chances instead of counts, which add up to 1; it has no samples."""
    rows, weights = chances.rows, chances.weights / chances.weights.sum()
    table = {name: _weighed(values, weights) for name, values in _columns(form, rows)}
    ends = rows[:, form.ENDINGS : form.fates].T @ weights
    table["ending"] = Histogram({e: Bin(float(w), NO_SAMPLE) for e, w in enumerate(ends) if w > 0})
    return Tally((), table)


def losses(form: RowForm, rows: Any) -> Iterator[tuple[str, int, Any]]:
    """Currency, side and the losses [n] of each row; a currency that is unknown for any unit of a side is left out."""
    lost = rows[:, form.fates : form.losses] == Fate.LOST
    for place, currency in enumerate(form.currencies):
        for s in range(2):
            mine = [unit.values[place] if unit.side == s else 0 for unit in form.units]
            if None not in mine:
                yield currency, s, lost @ np.array(mine, np.int64)
    for place, token in enumerate(form.tokens):
        for s in range(2):
            yield token, s, rows[:, form.losses + 2 * place + s]


def _columns(form: RowForm, rows: Any) -> Iterator[tuple[str, Any]]:
    """Every histogram of single values by name, with its values."""
    yield "result", rows[:, form.RESULT]
    yield "length", rows[:, form.LENGTH]
    for place, unit in enumerate(form.units):
        yield f"fate/{unit.id}", rows[:, form.fates + place]
    first_currency = []
    for currency, s, lost in losses(form, rows):
        yield f"loss/{currency}/{s}", lost
        if currency == form.currencies[0]:
            first_currency.append(lost)
    yield "margin", first_currency[1] - first_currency[0]


def _endings(form: RowForm, rows: Any, samples: Any) -> dict[str, Histogram]:
    """How often each ending came: a row may have several, or one more than once."""
    bins = {}
    for place in range(len(form.endings)):
        times = rows[:, form.ENDINGS + place]
        came = np.flatnonzero(times)
        if len(came):
            bins[place] = Bin(int(times.sum()), int(samples[came[0]]))
    return {"ending": Histogram(bins)}


def _histogram(values: Any, samples: Any) -> Histogram:
    if not len(values):
        return Histogram()
    low, high = int(values.min()), int(values.max())
    if high - low < WIDEST:
        counts = np.bincount(values - low)
        first = np.zeros(len(counts), np.int64)
        first[values[::-1] - low] = samples[::-1]  # of several the last that is written is the lowest sample
        found = np.flatnonzero(counts)
        pairs = zip(counts[found].tolist(), first[found].tolist(), strict=True)
        return Histogram({low + value: Bin(*pair) for value, pair in zip(found.tolist(), pairs, strict=True)})
    distinct, places, counted = np.unique(values, return_index=True, return_counts=True)
    pairs = zip(counted.tolist(), samples[places].tolist(), strict=True)
    return Histogram({value: Bin(*pair) for value, pair in zip(distinct.tolist(), pairs, strict=True)})


def _weighed(values: Any, weights: Any) -> Histogram:
    distinct, places = np.unique(values, return_inverse=True)
    chances = np.bincount(places, weights=weights)
    return Histogram({value: Bin(p, NO_SAMPLE) for value, p in zip(distinct.tolist(), chances.tolist(), strict=True)})
