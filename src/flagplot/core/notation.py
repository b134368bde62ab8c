"""Dice in the notation that players know, as small and strict as these games need it.

``2d6`` and ``d20+2`` give a sum, ``11#d20+2 >= 15`` eleven separate dice of which those are counted that reach 15 with
2 added to each. A number to reach is always one for each die.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, chain, repeat
from math import comb
from operator import sub
from typing import NamedTuple

from flagplot.core.refusal import Fault, Faults, Refusal, Refused

SIDES = (4, 6, 8, 10, 12, 20, 100)
MOST_DICE = 1000
LARGEST_MODIFIER = 1000
LARGEST_TARGET = 2000
# A sum of n dice with s sides costs about n * n * s additions of numbers with n digits: some seconds at this bound.
LARGEST_SUM = 20_000
LONGEST = 60  # characters, far more than the longest notation has

EXAMPLES = "Write for example '2d6', 'd20+2' or '11#d20+2 >= 15'."
NUMBER = "[0-9]+"
# What dice tools write behind the sides for exploding, keeping, dropping and re-rolling dice.
OPERATOR = re.compile(r"!|(k[hl]?|[dp][hl]|r[aor]?|[epx]|mi|ma|adv?|dis)(?![a-z])", re.IGNORECASE)


@dataclass(frozen=True)
class Result:
    """What was thrown: the one sum, or the total of each separate die, and how many of those reached the target.

    ``successes`` is None where there is no target.
    """

    totals: tuple[int, ...]
    successes: int | None


@dataclass(frozen=True)
class Notation:
    """``count`` dice with ``sides`` sides; ``modifier`` is added to their sum, or to each where they are ``separate``.

    Only separate dice can have a ``target``, which each has to reach.
    """

    count: int
    sides: int
    modifier: int = 0
    separate: bool = False
    target: int | None = None

    def __str__(self) -> str:
        count = f"{self.count}#" if self.separate else str(self.count) if self.count > 1 else ""
        modifier = f"{self.modifier:+d}" if self.modifier else ""
        target = "" if self.target is None else f" >= {self.target}"
        return f"{count}d{self.sides}{modifier}{target}"

    def succeeds(self, face: int, *, naturals: bool) -> bool:
        """Whether a die that shows ``face`` reaches the target; with ``naturals`` the highest always does, a 1 never.

        A ValueError where there is no target.
        """
        if self.target is None:
            raise ValueError(f"{self} has no number to reach")
        if naturals and face in (1, self.sides):
            return face == self.sides
        return face + self.modifier >= self.target

    def result(self, faces: tuple[int, ...], *, naturals: bool) -> Result:
        """How ``faces``, one for each die, are read; other faces than the dice have, or too few, are a ValueError."""
        if len(faces) != self.count or not all(1 <= face <= self.sides for face in faces):
            raise ValueError(f"{faces} are not the faces of {self}")
        if not self.separate:
            return Result((sum(faces) + self.modifier,), None)
        totals = tuple(face + self.modifier for face in faces)
        if self.target is None:
            return Result(totals, None)
        return Result(totals, sum(self.succeeds(face, naturals=naturals) for face in faces))

    def chances(self, *, naturals: bool) -> dict[int, Fraction]:
        """The exact chance of each sum; with a target, of each number of successes; else of each total of one die.

        Naturals change nothing but what reaches a target. A sum that would take too long is refused.
        """
        if self.target is not None:
            reached = sum(self.succeeds(face, naturals=naturals) for face in range(1, self.sides + 1))
            missed, n = self.sides - reached, self.count
            return _shares([comb(n, hits) * reached**hits * missed ** (n - hits) for hits in range(n + 1)], start=0)
        if self.separate:
            return _shares([1] * self.sides, start=1 + self.modifier)
        if (size := self.count * self.sides) > LARGEST_SUM:
            faults = Faults()
            message = f"exact chances of a sum are worked out for up to {LARGEST_SUM} faces of all dice, not for {size}"
            mend = f"Take at most {LARGEST_SUM // self.sides} dice."
            faults.add("too-many-dice", f"dice '{self}'", message, gap=f"{size - LARGEST_SUM} too many", mend=mend)
            faults.settle()
        return _shares(_ways(self.count, self.sides), start=self.count + self.modifier)


def _shares(ways: list[int], start: int) -> dict[int, Fraction]:
    """Ways to reach ``start``, ``start + 1`` and so on as chances; what cannot happen is left out."""
    total = sum(ways)
    return {value: Fraction(count, total) for value, count in enumerate(ways, start) if count}


def _ways(count: int, sides: int) -> list[int]:
    """In how many ways the dice give each sum, from the lowest to the highest: one die convolved in after the other."""
    ways = [1]
    for _ in range(count):
        # A sum can be reached from the ``sides`` sums below it: one more at the near end, one less at the far end.
        entering, leaving = chain(ways, repeat(0, sides - 1)), chain(repeat(0, sides), ways)
        ways = list(accumulate(map(sub, entering, leaving)))
    return ways


def parse(text: str) -> Notation:
    """Read a notation, with blanks between its parts or without; raise Refused with every fault and its column."""
    if len(text) > LONGEST:
        raise _malformed(LONGEST + 1, f"a notation of dice is not {len(text)} characters long")
    reader = _Reader(text)
    count = reader.take(NUMBER)
    separate = reader.take("#")
    if separate:
        if not count:
            raise _malformed(separate.column, "before '#' the number of separate dice is missing")
        if several := reader.take(NUMBER):
            raise _malformed(several.column, f"behind '#' stands one die, like 'd20', not {several.text} of them")
    reader.need("[dD]", "here 'd' and the number of sides should stand")
    sides = reader.need(NUMBER, f"behind 'd' the number of sides is missing: {', '.join(map(str, SIDES))}")
    modifier = None
    if sign := reader.take("[-+]"):
        number = reader.need(NUMBER, f"behind '{sign.text}' a whole number is missing")
        modifier = _Part(sign.column, sign.text + number.text)
    reach = reader.take(">=")
    target = reader.need(f"-?{NUMBER}", "behind '>=' the number to reach is missing") if reach else None
    reader.end()

    faults = Faults()
    _bound(faults, "number of dice", count, 1, MOST_DICE)
    if sides.value not in SIDES:
        nearest = min(SIDES, key=lambda known: abs(known - sides.value))
        message = f"there is no die with {sides.value} sides"
        faults.add("unknown-die", _where(sides.column), message, mend=f"The nearest is d{nearest}.")
    _bound(faults, "modifier", modifier, -LARGEST_MODIFIER, LARGEST_MODIFIER)
    _bound(faults, "number to reach", target, -LARGEST_TARGET, LARGEST_TARGET)
    notation = Notation(
        count=count.value if count else 1,
        sides=sides.value,
        modifier=modifier.value if modifier else 0,
        separate=bool(separate or reach),
        target=target.value if target else None,
    )
    if reach and not separate and notation.count != 1:
        message = "a number to reach is one for each die, not for a sum"
        mend = f"Write '{notation}' to count the dice that reach it."
        faults.add("target-for-a-sum", _where(reach.column), message, mend=mend)
    faults.settle()
    return notation


class _Part(NamedTuple):
    """A piece of the text and the column it begins in, counted from 1."""

    column: int
    text: str

    @property
    def value(self) -> int:
        return int(self.text)


class _Reader:
    """Takes one part of the text after the other, with the blanks before it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def take(self, pattern: str) -> _Part | None:
        """The next part, if it looks like ``pattern``."""
        match = re.compile(rf"\s*({pattern})").match(self.text, self.at)
        if not match:
            return None
        self.at = match.end()
        return _Part(match.start(1) + 1, match[1])

    def need(self, pattern: str, otherwise: str) -> _Part:
        """The next part, which must look like ``pattern``."""
        part = self.take(pattern)
        if not part:
            raise self.stuck(otherwise)
        return part

    def end(self) -> None:
        """Nothing may follow."""
        if self.text[self.at :].strip():
            raise self.stuck("the notation should end here")

    def stuck(self, message: str) -> Refused:
        """What is wrong with what comes next."""
        rest = self.text[self.at :].lstrip()
        column = len(self.text) - len(rest) + 1
        if OPERATOR.match(rest):
            return _malformed(
                column, f"'{rest.split()[0]}' would throw dice again or drop some, which no game here does"
            )
        return _malformed(column, f"{message}, not {rest.split()[0]!r}" if rest else message)


def _malformed(column: int, message: str) -> Refused:
    refusal = Refusal(
        code="malformed-dice", fault=Fault.MALFORMED, where=_where(column), message=message, mend=EXAMPLES
    )
    return Refused([refusal])


def _where(column: int) -> str:
    return f"dice, column {column}"


def _bound(faults: Faults, what: str, part: _Part | None, least: int, most: int) -> None:
    """Note a number that is out of bounds, and by how much."""
    if part and not least <= part.value <= most:
        over = part.value - most
        gap = f"{over} too many" if over > 0 else f"{least - part.value} too few"
        message = f"the {what} is {part.value}"
        faults.add("out-of-bounds", _where(part.column), message, gap=gap, mend=f"From {least} to {most} is possible.")
