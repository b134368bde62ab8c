"""What a tally says: chances with their intervals, losses by mean and quantiles, the fate of each unit, how it ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.engine.battle import DRAW, Fate, RowForm, Unit
from flagplot.odds.interval import wilson
from flagplot.odds.tally import NO_SAMPLE, Histogram, Tally

QUANTILES = (5, 25, 50, 75, 95)


@dataclass(frozen=True)
class Share:
    """A chance, its 95 % interval, and how many samples had it; exact ones have no width and no samples."""

    chance: float
    low: float
    high: float
    count: int | None


@dataclass(frozen=True)
class Spread:
    """A number that differs from battle to battle: its mean, and the values of ``QUANTILES``, in per cent."""

    mean: float
    quantiles: tuple[int, ...]


@dataclass(frozen=True)
class Loss:
    """What a side loses in one currency, and how much it has of it in all."""

    side: int
    currency: str
    most: int | None
    spread: Spread


@dataclass(frozen=True)
class Survival:
    """The chance that a unit is not lost, and of each fate."""

    unit: Unit
    survives: Share
    fates: tuple[Share, ...]


@dataclass(frozen=True)
class Summary:
    """The answer: results (first side, second side, nobody), losses, survival, length, endings by their number.

    ``n`` is 0 for an exact answer.
    """

    n: int
    results: tuple[Share, Share, Share]
    losses: tuple[Loss, ...]
    survival: tuple[Survival, ...]
    length: Spread
    endings: tuple[tuple[int, Share], ...]


def summarise(form: RowForm, tally: Tally) -> Summary:
    """The summary of a tally with anything in it."""
    first, second, draw = (_share(tally["result"], result) for result in (0, 1, DRAW))
    return Summary(
        tally.n,
        (first, second, draw),
        tuple(_losses(form, tally)),
        tuple(_survival(tally, unit) for unit in form.units),
        _spread(tally["length"]),
        tuple(sorted(((e, _share(tally["ending"], e)) for e in tally["ending"].bins), key=_likeliest)),
    )


@dataclass(frozen=True)
class Typical:
    """A typical sample: the first with the value of a histogram that ``share`` of all do not exceed."""

    histogram: str
    share: Fraction

    def find(self, tally: Tally) -> int:
        """Its number, among those that were counted."""
        histogram = tally[self.histogram]
        return histogram.bins[histogram.quantile(self.share)].first


def read_wanted(form: RowForm, wanted: str) -> int | Typical:
    """The sample that ``wanted`` names: a number, ``median``, or ``worst:SIDE:SHARE`` (``worst:Red:5%``).

    The median is the first sample with the median margin; the worst for a side is the first with the loss that is
    reached or exceeded in that share of all. A SIDE is its name, or A or B. Anything else is refused.
    """
    faults = Faults()
    if wanted.isascii() and wanted.isdecimal() and len(wanted) <= 19:
        return int(wanted)
    word, _, rest = wanted.partition(":")
    if word == "median" and not rest:
        return Typical("margin", Fraction(1, 2))
    name, _, share = rest.rpartition(":")
    digits = share.removesuffix("%")
    if word != "worst" or not (digits.isascii() and digits.isdecimal() and 1 <= int(digits[:3]) <= 99):
        mend = "Give the number of a sample, 'median', or for example 'worst:A:5%'."
        faults.add("unknown-sample", "--open", f"'{wanted[:40]}' names no sample", fault=Fault.MALFORMED, mend=mend)
    faults.settle()
    side = read_side(form, name, "--open")
    return Typical(f"loss/{form.currencies[0]}/{side}", 1 - Fraction(int(digits), 100))


def read_side(form: RowForm, name: str, where: str) -> int:
    """The number of the side that is called so, or is A or B in the order of the papers; refused where none is."""
    sides = {"a": 0, "b": 1} | {side.casefold(): s for s, side in enumerate(form.sides)}
    if name.casefold() not in sides:
        faults = Faults()
        message, mend = f"there is no side '{name[:40]}'", nearest(name, ["A", "B", *form.sides])
        faults.add("unknown-side", where, message, fault=Fault.MALFORMED, mend=mend)
        faults.settle()
    return sides[name.casefold()]


def _share(histogram: Histogram, value: int) -> Share:
    count, total = histogram.count(value), histogram.total
    exact = any(each.first == NO_SAMPLE for each in histogram.bins.values())
    if exact:
        return Share(count / total, count / total, count / total, None)
    return Share(count / total, *wilson(count, int(total)), int(count))


def _spread(histogram: Histogram) -> Spread:
    return Spread(histogram.mean, tuple(histogram.quantile(Fraction(q, 100)) for q in QUANTILES))


def _losses(form: RowForm, tally: Tally) -> Iterator[Loss]:
    for currency in (*form.currencies, *form.tokens):
        for s in range(2):
            histogram = tally[f"loss/{currency}/{s}"]
            if histogram.bins:
                yield Loss(s, currency, _most(form, currency, s), _spread(histogram))


def _most(form: RowForm, currency: str, s: int) -> int | None:
    """How much of it a side has; None for what is not counted by units."""
    if currency not in form.currencies:
        return form.counts[form.tokens.index(currency)][s]
    place = form.currencies.index(currency)
    return sum(unit.values[place] or 0 for unit in form.units if unit.side == s)


def _survival(tally: Tally, unit: Unit) -> Survival:
    histogram = tally[f"fate/{unit.id}"]
    fates = tuple(_share(histogram, fate) for fate in Fate)
    lost = fates[Fate.LOST]
    kept = None if lost.count is None else int(histogram.total) - lost.count
    return Survival(unit, Share(1 - lost.chance, 1 - lost.high, 1 - lost.low, kept), fates)


def _likeliest(ending: tuple[int, Share]) -> tuple[float, int]:
    return -ending[1].chance, ending[0]
