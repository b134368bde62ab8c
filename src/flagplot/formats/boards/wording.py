"""What is left of a text whatever a board, a mail program or an editor does to it: its letters in their order.

Broken lines, blanks, quote marks, bullets, tags, typographic quotation marks and dashes, and characters without width
go; what remains is compared.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from flagplot.engine.post import undress

# Tags hold an argument with a blank in it now and then, and there a line may be broken. undress reads line by line.
BROKEN_TAG = re.compile(r"\[/?(?:quote|spoiler|code|size|heading|plain|attach)\b[^\[\]]{0,300}\]", re.IGNORECASE)
DROPPED = str.maketrans(dict.fromkeys(">|\\`", ""))
BULLETS = frozenset("-*•◦‣▪●·")
DASHES = re.compile("-{2,}")
ELLIPSIS = "…"


@dataclass(frozen=True)
class Wording:
    """The letters of a text, and where its lines begin in them."""

    letters: str
    starts: tuple[int, ...]
    numbers: tuple[int, ...]

    def line(self, place: int) -> int:
        """The number, from 1, of the line in which the letter at ``place`` stood."""
        at = bisect_right(self.starts, place) - 1
        return self.numbers[at] if at >= 0 else 1


def wording(text: str) -> Wording:
    """The letters of ``text``."""
    whole = BROKEN_TAG.sub(lambda tag: "\n" * tag[0].count("\n"), text)
    letters: list[str] = []
    starts, numbers = [], []
    length, last = 0, ""
    for line in undress(whole):
        starts.append(length)
        numbers.append(line.number)
        for word in _words(line.text):
            bare = word.lstrip("-") if last == "-" else word  # two dashes may be one, and may part at a line's end
            if bare:
                letters.append(bare)
                length, last = length + len(bare), bare[-1]
    return Wording("".join(letters), tuple(starts), tuple(numbers))


def _words(text: str) -> Iterable[str]:
    for word in text.split():
        bare = word.translate(DROPPED)
        if not BULLETS.issuperset(bare):
            yield DASHES.sub("-", bare.replace(ELLIPSIS, "..."))


def first_other(one: str, other: str) -> int | None:
    """The place of the first letter in which two texts differ, None if they are the same."""
    for place, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return place
    return None if len(one) == len(other) else min(len(one), len(other))
