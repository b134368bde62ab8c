"""Pictures that a terminal can show: a histogram with a line of what has been reached so far."""

from __future__ import annotations

from flagplot.odds.tally import Histogram

ROWS = 12
BAR = 40


def draw(histogram: Histogram) -> str:
    """A row for each class of values: its bounds, a bar, its share, and ``|`` at the share reached up to its end.

    Bars are drawn with #, the line with | and the empty part with dots, so that it reads on any terminal and in print.
    """
    low, high = min(histogram.bins), max(histogram.bins)
    step = -(-(high - low + 1) // ROWS)
    classes = [(first, min(first + step - 1, high)) for first in range(low, high + 1, step)]
    counts = [0.0] * len(classes)
    for value, each in histogram.bins.items():
        counts[(value - low) // step] += each.times
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
