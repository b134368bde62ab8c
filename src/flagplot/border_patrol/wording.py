"""Numbers in words and words for numbers: exact fractions as people write them, and nouns that agree."""

from __future__ import annotations

import re
from fractions import Fraction

# Bounded, because Python would take its time over an exponent of nine digits.
_NUMBER = re.compile(r"(?P<sign>-?)(?:(?P<whole>[0-9]{1,9}) +)?(?P<rest>[0-9]{1,9}(?:/[1-9][0-9]{0,3}|\.[0-9]{1,4})?)")


def counted(number: int, noun: str) -> str:
    """A number with its noun: ``1 year``, ``2 years``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def read_number(text: str) -> Fraction | None:
    """A number such as ``2``, ``3/2``, ``2 1/2``, ``1.5`` or ``-1/8``, exact; None for anything else."""
    found = _NUMBER.fullmatch(text.strip())
    if not found or (found["whole"] and "/" not in found["rest"]):
        return None
    amount = int(found["whole"] or 0) + Fraction(found["rest"])
    return -amount if found["sign"] else amount
