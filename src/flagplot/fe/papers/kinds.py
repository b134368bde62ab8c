"""What a key of a paper may hold. The same kinds read TOML values and the operands of orders, which come as texts.

A kind has ``holds``, what may be written in words, and ``read``, which gives the value, or None once it has told why
there is none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from flagplot.core.refusal import Fault, nearest
from flagplot.engine.columns import shorten
from flagplot.fe.combat.allocation import WHOLE, Way
from flagplot.fe.combat.battle.choices import BY_MAULER
from flagplot.fe.combat.battle.entering import CHANGES
from flagplot.fe.combat.battle.entering import MOST as MOST_ENTERED
from flagplot.fe.combat.battle.instructions import ALL, LANDED, NONE, SUPPORT
from flagplot.fe.combat.directed import Aim
from flagplot.fe.combat.force import Craft
from flagplot.fe.combat.small_scale import RETREAT
from flagplot.fe.papers.naming import Names, Whose
from flagplot.fe.papers.spots import Spot

MOST = 9999
YES = {"yes": True, "true": True, "no": False, "false": False}
_WHOLE = re.compile(r"\d{1,9}")
_FRACTION = re.compile(r"(?P<sign>[+-]?)(?P<above>\d{1,9})(?:\s*/\s*(?P<below>\d{1,9})|(?P<percent>\s*%))?")
_CRAFT = re.compile(r"(?P<number>\d{1,3})\s+(?P<kind>\S.*)")


class Kind(Protocol):
    """One sort of value."""

    @property
    def holds(self) -> str:
        """What may be written, in words."""

    def read(self, value: Any, spot: Spot, names: Names) -> Any:
        """The value; None and a fault where it is none."""


def items(value: Any, spot: Spot) -> tuple[str, ...] | None:
    """A value as texts: one or more with commas between, or a list; None and a fault for anything else."""
    if isinstance(value, bool):
        return ("yes" if value else "no",)
    if isinstance(value, int):
        return (str(value),)
    if isinstance(value, str):
        return tuple(item for part in value.split(",") if (item := " ".join(part.split())))
    if isinstance(value, list):
        found = [items(each, spot) for each in value if not isinstance(each, list)]
        if len(found) == len(value) and None not in found:
            return tuple(item for each in found if each for item in each)
    else:
        spot.refuse("wrong-kind", f"'{spot.path[-1]}' is not what it should be", mend="Write texts or whole numbers.")
    return None


def _one(value: Any, spot: Spot, holds: str) -> str | None:
    """The one item of a value; None and a fault where there is another number of them."""
    found = items(value, spot)
    if found is None:
        return None
    if len(found) != 1:
        spot.refuse("wrong-kind", f"one value is wanted, and here are {len(found)}", mend=f"Write {holds}.")
        return None
    return found[0]


def _wrong(text: str, spot: Spot, holds: str) -> None:
    spot.refuse("wrong-value", f"'{shorten(text)}' is not what is wanted", mend=f"Write {holds}.")


@dataclass(frozen=True)
class Number:
    """A whole number."""

    least: int = 0
    most: int = MOST

    @property
    def holds(self) -> str:
        return f"a whole number from {self.least}" + ("" if self.most == MOST else f" to {self.most}")

    def read(self, value: Any, spot: Spot, names: Names) -> int | None:
        text = _one(value, spot, self.holds)
        if text is None:
            return None
        if not _WHOLE.fullmatch(text) or not self.least <= int(text) <= self.most:
            _wrong(text, spot, self.holds)
            return None
        return int(text)


@dataclass(frozen=True)
class Flag:
    """Yes or no."""

    holds = "yes or no"

    def read(self, value: Any, spot: Spot, names: Names) -> bool | None:
        text = _one(value, spot, self.holds)
        if text is not None and text.casefold() not in YES:
            _wrong(text, spot, self.holds)
            return None
        return None if text is None else YES[text.casefold()]


@dataclass(frozen=True)
class Text:
    """Some words; commas belong to them."""

    holds = "some text"

    def read(self, value: Any, spot: Spot, names: Names) -> str | None:
        found = items(value, spot)
        if not found and found is not None:
            spot.refuse("wrong-value", "there is no text", mend="Write some.")
        return ", ".join(found) if found else None


@dataclass(frozen=True)
class Amount:
    """A number that may be a fraction, and below zero where it is ``signed``; as a ``part``, from 0 to 1."""

    signed: bool = False
    part: bool = False

    @property
    def holds(self) -> str:
        if self.part:
            return "a part such as 1/2 or 50%"
        return "a number such as -3 or 1/2" if self.signed else "a number such as 3 or 1/2"

    def read(self, value: Any, spot: Spot, names: Names) -> Fraction | None:
        text = _one(value, spot, self.holds)
        found = _FRACTION.fullmatch(text) if text is not None else None
        if found and int(found["below"] or 1):
            number = Fraction(int(found["above"]), int(found["below"] or 1)) / (100 if found["percent"] else 1)
            number = -number if found["sign"] == "-" else number
            if (self.signed or number >= 0) and (not self.part or number <= 1):
                return number
        if text is not None:
            _wrong(text, spot, self.holds)
        return None


@dataclass(frozen=True)
class Word:
    """One of a few words."""

    choices: tuple[str, ...]

    @property
    def holds(self) -> str:
        return f"one of {', '.join(self.choices)}"

    def read(self, value: Any, spot: Spot, names: Names) -> str | None:
        text = _one(value, spot, self.holds)
        if text is not None and text.casefold() not in self.choices:
            spot.refuse("unknown-word", f"'{shorten(text)}' is no word here", mend=nearest(text, self.choices))
            return None
        return None if text is None else text.casefold()


@dataclass(frozen=True)
class Unit:
    """A unit of one side; ``none``, and ``every`` for the word ``all``, where that may stand in its place."""

    whose: Whose = Whose.OWN
    none: bool = False
    every: bool = False

    @property
    def holds(self) -> str:
        return f"an {self.whose} unit{', or all' if self.every else ''}{', or none' if self.none else ''}"

    def read(self, value: Any, spot: Spot, names: Names) -> str | None:
        text = _one(value, spot, self.holds)
        if text is None or (self.none and text.casefold() == NONE):
            return text and NONE
        if self.every and text.casefold() == ALL:
            return ALL
        return names.unit(text, self.whose, spot)


@dataclass(frozen=True)
class Side:
    """A side by its name."""

    holds = "the name of a side"

    def read(self, value: Any, spot: Spot, names: Names) -> int | None:
        text = _one(value, spot, self.holds)
        return None if text is None else names.side_named(text, spot)


@dataclass(frozen=True)
class Aims:
    """What damage is directed at: an enemy unit, to what end, by a mauler or not; or none."""

    @property
    def holds(self) -> str:
        return f"an enemy unit with {', '.join(Aim)}, and by mauler behind it where one is meant; or none"

    def read(self, value: Any, spot: Spot, names: Names) -> str | None:
        text = _one(value, spot, self.holds)
        if text is None or text.casefold() == NONE:
            return text and NONE
        word = text.casefold()
        plain = word.removesuffix(BY_MAULER)
        aim = next((aim for aim in sorted(Aim, key=len, reverse=True) if plain.endswith(f" {aim}")), None)
        if aim is None:
            _wrong(text, spot, self.holds)
            return None
        target = names.unit(plain.removesuffix(f" {aim}"), Whose.ENEMY, spot)
        return f"{target} {aim}{BY_MAULER if word.endswith(BY_MAULER) else ''}" if target else None


@dataclass(frozen=True)
class Tasks:
    """What a battalion of ground troops does: attacks an enemy unit, its own ship landed or not, or supports."""

    @property
    def holds(self) -> str:
        return f"an enemy unit, with {LANDED.strip()} behind it where the ship lands; {SUPPORT}, or none"

    def read(self, value: Any, spot: Spot, names: Names) -> str | None:
        text = _one(value, spot, self.holds)
        if text is None or text.casefold() in (NONE, SUPPORT):
            return text and text.casefold()
        plain = text.casefold().removesuffix(LANDED)
        unit = names.unit(plain, Whose.ENEMY, spot)
        return f"{unit}{LANDED if plain != text.casefold() else ''}" if unit else None


@dataclass(frozen=True)
class GivenUp:
    """What is to be given up: an own unit, a way, or both."""

    @property
    def holds(self) -> str:
        return f"{', '.join(Way)}, an own unit, or a unit with one of these words; {RETREAT} in small-scale combat"

    def read(self, value: Any, spot: Spot, names: Names) -> str | None:
        text = _one(value, spot, self.holds)
        if text is None or text.casefold() in (*Way, RETREAT):
            return text and text.casefold()
        name, _, behind = text.partition(" ")
        way, _, kind = (
            behind.casefold().partition(" ") if behind.casefold() not in WHOLE else (behind.casefold(), "", "")
        )
        if (way and way not in tuple(Way)) or (kind and (way != Way.CRAFT or kind not in tuple(Craft))):
            _wrong(text, spot, self.holds)
            return None
        unit = names.unit(name, Whose.OWN, spot)
        return " ".join(filter(None, (unit, way, kind))) if unit else None


@dataclass(frozen=True)
class Changes:
    """What is entered of a rule that the data only name: ``1 own-row-up, 2 enemy-row-down``, or a table."""

    @property
    def holds(self) -> str:
        return f"numbers with {', '.join(CHANGES)}; or none"

    def read(self, value: Any, spot: Spot, names: Names) -> dict[str, int] | None:
        if isinstance(value, Mapping):
            value = [f"{number} {word}" for word, number in value.items()]
        found = items(value, spot)
        if found is None or found in ((NONE,), ()):
            return None if found is None else {}
        told: dict[str, int] = {}
        for text in found:
            number, _, word = text.casefold().partition(" ")
            if not _WHOLE.fullmatch(number) or word not in CHANGES or int(number) > MOST_ENTERED:
                _wrong(text, spot, self.holds)
            else:
                told[word] = int(number)
        return told


@dataclass(frozen=True)
class Crafts:
    """Craft by number and kind: ``4 fighters, 6 pfs``."""

    @property
    def holds(self) -> str:
        return f"numbers with {', '.join(Craft)}; or none"

    def read(self, value: Any, spot: Spot, names: Names) -> dict[Craft, int] | None:
        found = items(value, spot)
        if found is None or found == (NONE,):
            return None if found is None else {}
        aboard: dict[Craft, int] = {}
        for text in found:
            craft = _CRAFT.fullmatch(text.casefold())
            if not craft or craft["kind"] not in tuple(Craft):
                _wrong(text, spot, self.holds)
            else:
                kind = Craft(craft["kind"])
                aboard[kind] = aboard.get(kind, 0) + int(craft["number"])
        return aboard


@dataclass(frozen=True)
class Listed:
    """Several of a kind with commas between, or in a list; the word ``none`` alone where there may be none."""

    of: Kind
    none: bool = False

    @property
    def holds(self) -> str:
        return f"{self.of.holds}; several with commas{', or none' if self.none else ''}"

    def read(self, value: Any, spot: Spot, names: Names) -> tuple[Any, ...] | None:
        texts = items(value, spot)
        if texts is None:
            return None
        if self.none and [text.casefold() for text in texts] in ([NONE], []):
            return ()
        if not texts:
            spot.refuse("wrong-value", "there is nothing in the list", mend=f"Write {self.of.holds}.")
        found = [self.of.read(text, spot, names) for text in texts]
        return None if not texts or None in found else tuple(found)


@dataclass(frozen=True)
class ByUnit:
    """A value for each of some units: a table by unit, or ``unit: value`` in an order."""

    of: Kind
    whose: Whose = Whose.OWN

    @property
    def holds(self) -> str:
        return f"by {self.whose} unit: {self.of.holds}"

    def read(self, value: Any, spot: Spot, names: Names) -> dict[str, Any] | None:
        pairs = self._pairs(value, spot)
        if pairs is None:
            return None
        found: dict[str, Any] = {}
        for name, given in pairs:
            here = spot.at(name, what=f"{spot.what}, {name}") if isinstance(value, Mapping) else spot
            unit, read = names.unit(name, self.whose, here), self.of.read(given, here, names)
            if unit in found:
                here.refuse("named-twice", f"'{name}' is named twice", fault=Fault.INCONSISTENT, mend="Keep one.")
            elif unit is not None and read is not None:
                found[unit] = read
        return found

    def _pairs(self, value: Any, spot: Spot) -> Sequence[tuple[str, Any]] | None:
        if isinstance(value, Mapping):
            return list(value.items())
        texts = items(value, spot)
        if texts is None:
            return None
        cut = (text.partition(":" if ":" in text else " ") for text in texts)
        return [(name.strip(), behind.strip()) for name, _, behind in cut]
