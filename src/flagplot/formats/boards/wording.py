"""What is left of a text whatever a board, a mail program or an editor does to it: its letters in their order.

Broken lines, blanks, quote marks, bullets, tags, typographic quotation marks and dashes, and characters without width
go; what remains is compared. A blank between two numbers stays, for without it they would be another, and so do the
ends of cells and the titles of spoilers.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from flagplot.engine.post import undress

# Tags hold an argument with a blank in it now and then, and there a line may be broken. undress reads line by line.
BROKEN_TAG = re.compile(r"\[/?(?:quote|spoiler|code|size|heading|plain|attach)\b[^\[\]]{0,300}\]", re.IGNORECASE)
BUTTON = re.compile(r"\[spoiler\s*=\s*[\"“”„‟«»″]?([^\[\]]{0,300}?)[\"“”„‟«»″]?\s*\]", re.IGNORECASE)
CELL = re.compile(r"\[/t[dh]\]", re.IGNORECASE)
END_OF_CELL = "¦ "
DROPPED = str.maketrans(dict.fromkeys(">|\\`{}", ""))
BULLETS = frozenset("-*•◦‣▪●·")
DASHES = re.compile("-{2,}")
ELLIPSIS = "…"
ENDS_AS_NUMBER, BEGINS_AS_NUMBER = re.compile(r"[0-9]\*?$"), re.compile(r"[-+*.]?[0-9]")
LONGEST_NUMBER = 20  # longer words are digests and the like, which may have been broken in two for want of room


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
    shown = BUTTON.sub(r" \1 ", CELL.sub(END_OF_CELL, text))
    whole = BROKEN_TAG.sub(lambda tag: "\n" * tag[0].count("\n"), shown)
    letters: list[str] = []
    starts, numbers = [], []
    length, last = 0, ""
    for line in undress(whole):
        starts.append(length)
        numbers.append(line.number)
        for word in _words(line.text):
            bare = word.lstrip("-") if last.endswith("-") else word  # two dashes may be one, or part at a line's end
            if bare:
                told = f" {bare}" if _are_two_numbers(last, bare) else bare
                letters.append(told)
                length, last = length + len(told), bare
    return Wording("".join(letters), tuple(starts), tuple(numbers))


def _words(text: str) -> Iterable[str]:
    for word in text.split():
        bare = word.translate(DROPPED)
        if not BULLETS.issuperset(bare):
            yield DASHES.sub("-", bare.replace(ELLIPSIS, "..."))


def _are_two_numbers(one: str, other: str) -> bool:
    """Whether two words would make another number without the blank between them."""
    if max(len(one), len(other)) > LONGEST_NUMBER:
        return False
    return bool(ENDS_AS_NUMBER.search(one) and BEGINS_AS_NUMBER.match(other))


def first_other(one: str, other: str) -> int | None:
    """The place of the first letter in which two texts differ, None if they are the same."""
    for place, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return place
    return None if len(one) == len(other) else min(len(one), len(other))
