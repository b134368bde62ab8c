"""Two reports line by line."""

from itertools import zip_longest
from typing import NamedTuple

from flagplot.formats.machine import QUOTING, repacked


class Difference(NamedTuple):
    """The first line that differs, counted from 1; None where a report has ended already."""

    line: int
    old: str | None
    new: str | None


def first_difference(old_text: str, new_text: str) -> Difference | None:
    """Where an old report and the one made again part; None if they are the same.

    How zlib packed the machine block of the old one makes no difference, what it packed does.
    """
    pairs = zip_longest(repacked(old_text).split("\n"), repacked(new_text).split("\n"))
    for line, (old, new) in enumerate(pairs, start=1):
        if old != new:
            return Difference(line, old, new)
    return None


def unquoted(text: str) -> str:
    """``text`` without what a quotation puts before and behind its lines, and without empty lines."""
    lines = (line.replace("\u00a0", " ").strip(QUOTING) for line in text.split("\n"))
    return "\n".join(filter(None, lines))
