"""Alternatives written into a line, ``withdraw escort at {25% | 50%}``, and the grid of several such lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from math import prod

from flagplot.core.refusal import Fault, Faults

MOST_CELLS = 1000
SHAPE = "Write the alternatives between braces with strokes between them: {25% | 50%}."

_BRACES = re.compile(r"\{([^{}]*)\}")


def grid(lines: Sequence[str], where: str, faults: Faults) -> list[tuple[str, ...]]:
    """Each way to take one alternative of every pair of braces, as the lines it makes; the last varies fastest.

    A line without braces is the same in all of them. None, and a fault, where braces are odd, or there are more than
    ``MOST_CELLS`` ways.
    """
    cut = [_BRACES.split(line) for line in lines]
    for line, pieces in zip(lines, cut, strict=True):
        if any(mark in text for text in pieces for mark in "{}"):
            message = f"the braces in '{line[:60]}' do not match"
            faults.add("odd-braces", where, message, fault=Fault.MALFORMED, mend=SHAPE)
            return []
    choices = [[piece.split("|") if n % 2 else [piece] for n, piece in enumerate(pieces)] for pieces in cut]
    ways = prod(len(each) for line in choices for each in line)
    if ways > MOST_CELLS:
        gap = f"{ways - MOST_CELLS} too many"
        message = f"these alternatives make {ways} cases"
        faults.add("grid-too-large", where, message, gap=gap, mend=f"At most {MOST_CELLS}.")
        return []
    taken = [[" ".join("".join(pieces).split()) for pieces in product(*line)] for line in choices]
    return list(product(*taken))
