"""Pictures that a terminal can show: a histogram with a line of what has been reached so far."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.odds.tally import Histogram

ROWS = 12
BAR = 40


def draw(histogram: Histogram) -> str:
    """A row for each value, or each class of values where there are many: a bar, its share, and the share reached.

    Bars are drawn with #, the line of what is reached with | and the empty part with dots, so that it reads on any
    terminal and in print.
    """
    classes = _classes(histogram)
    counts = [
        sum(each.times for value, each in histogram.bins.items() if first <= value <= last) for first, last in classes
    ]
    names = [str(first) if first == last else f"{first} to {last}" for first, last in classes]
    width, total, reached = max(map(len, names)), histogram.total, 0.0
    lines = []
    for name, count in zip(names, counts, strict=True):
        reached += count
        bar = ("#" * round(BAR * count / max(counts))).ljust(BAR, ".")
        # The line stands in the bar's own field: its left end is nothing, its right end is all.
        mark = min(BAR - 1, round(BAR * reached / total))
        bar = f"{bar[:mark]}|{bar[mark + 1 :]}"
        lines.append(f"{name:>{width}}  {bar}  {100 * count / total:5.1f} %  {100 * reached / total:5.1f} %")
    return "\n".join(lines)


def draw_intervals(rows: Sequence[tuple[str, float, float, float]]) -> str:
    """A line for each (name, chance, lower end, upper end), from nothing on the left to all on the right.

    The chance is an o, its interval a line of hyphens.
    """
    width = max(len(name) for name, *_ in rows)
    lines = []
    for name, chance, low, high in rows:
        first, mark, last = (round((BAR - 1) * share) for share in (low, chance, high))
        line = f"{' ' * first}{'-' * (last - first + 1)}".ljust(BAR)
        lines.append(f"{name:<{width}}  |{line[:mark]}o{line[mark + 1 :]}|")
    return "\n".join([*lines, f"{'':<{width}}   0 %{'100 %':>{BAR - 3}}"])


def _classes(histogram: Histogram) -> list[tuple[int, int]]:
    """Values by themselves where they are few, else classes of equal width, each with its first and last value."""
    values = sorted(histogram.bins)
    if len(values) <= ROWS:
        return [(value, value) for value in values]
    low, high = values[0], values[-1]
    step = -(-(high - low + 1) // ROWS)
    return [(first, min(first + step - 1, high)) for first in range(low, high + 1, step)]
