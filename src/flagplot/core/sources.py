"""Where dice come from: a key, a script or a recording, or every possibility at once.

A source answers the draws of ``core.dice`` (``face`` and ``count``) and tells the faces of an address again
(``faces``).
"""

import hashlib
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple, Protocol, TypeVar

from flagplot.core import dice as d
from flagplot.core.dice import Dice

Outcome = TypeVar("Outcome", bound=Hashable)
Result = TypeVar("Result")
Path = TypeVar("Path", bound="Enumerated")


def roller_number(id_: str) -> int:
    """The number of a roller in the dice address: the first 31 bits of the SHA-256 of its id, but 1 for 0 (the
    force).
    """
    return int.from_bytes(hashlib.sha256(id_.encode()).digest()[:4]) >> 1 or 1


class Address(NamedTuple):
    """Whose dice, of which phase and round: all that a die's address holds but its sample and number."""

    round: int
    phase: int
    side: int
    roller: int


class Draw(NamedTuple):
    """``n`` dice of ``sides`` sides at an address, from die ``start`` on."""

    address: Address
    start: int
    n: int
    sides: int


class Source(Protocol):
    """What stands behind the draws of a battle."""

    def face(self, dice: Dice, phase: int, side: int, roller: int, number: int, sides: int) -> int:
        """As ``core.dice.face``."""

    def count(
        self, dice: Dice, phase: int, side: int, roller: int, start: int, n: int, sides: int, need: int, more: int
    ) -> tuple[int, int]:
        """As ``core.dice.count``."""

    def faces(self, draw: Draw) -> tuple[int, ...]:
        """The faces of a draw, as often as it is asked."""


class Keyed:
    """The dice of a key, at one sample."""

    def __init__(self, key: int, sample: int = 0) -> None:
        self.dice = d.at(d.keyed(key), sample, 0)
        self.face = d.face
        self.count = d.count

    def faces(self, draw: Draw) -> tuple[int, ...]:
        """The faces of a draw, from its address."""
        round_, phase, side, roller = draw.address
        dice = d.at(self.dice, self.dice.sample, round_)
        numbers = range(draw.start, draw.start + draw.n)
        return tuple(int(d.face(dice, phase, side, roller, number, draw.sides)) for number in numbers)


class ScriptError(Exception):
    """A script of dice that does not fit the battle: a die that it lacks, or one that was never asked for."""


class Scripted:
    """Faces written down beforehand for each address, dice counted from 0; a die that is missing is an error.

    A face of 0 stands in the place of a die that nobody may ask for.
    """

    def __init__(self, script: Mapping[Address, Sequence[int]]) -> None:
        self.script = script
        self.asked: dict[Address, set[int]] = {}

    def face(self, dice: Dice, phase: int, side: int, roller: int, number: int, sides: int) -> int:
        """One face of the script."""
        return self.faces(Draw(Address(dice.round, phase, side, roller), number, 1, sides))[0]

    def count(
        self, dice: Dice, phase: int, side: int, roller: int, start: int, n: int, sides: int, need: int, more: int
    ) -> tuple[int, int]:
        """Count over the faces of the script."""
        faces = self.faces(Draw(Address(dice.round, phase, side, roller), start, n, sides))
        return sum(face >= need for face in faces), sum(face >= more for face in faces)

    def faces(self, draw: Draw) -> tuple[int, ...]:
        """The faces of a draw."""
        end = draw.start + draw.n
        faces = tuple(self.script.get(draw.address, ()))[draw.start : end]
        if len(faces) < draw.n:
            raise ScriptError(f"{draw.n} dice from die {draw.start} on are asked of {draw.address}, there are {faces}")
        wrong = [face for face in faces if not 1 <= face <= draw.sides]
        if wrong:
            raise ScriptError(f"{wrong} at {draw.address}: no faces of a d{draw.sides}")
        self.asked.setdefault(draw.address, set()).update(range(draw.start, end))
        return faces

    def unused(self) -> list[Address]:
        """Addresses of the script with dice that nobody asked for."""
        written = {
            address: {number for number, face in enumerate(faces) if face} for address, faces in self.script.items()
        }
        return [address for address, numbers in written.items() if numbers - self.asked.get(address, set())]


def recorded(draws: Iterable[tuple[Draw, Sequence[int]]]) -> Scripted:
    """A source that plays a record of draws back; those of one address must stand in the order of their numbers."""
    script: dict[Address, list[int]] = {}
    for draw, faces in draws:
        known = script.setdefault(draw.address, [])
        if draw.start < len(known):
            raise ScriptError(f"the record of {draw.address} goes back from die {len(known)} to die {draw.start}")
        known.extend([0] * (draw.start - len(known)))
        known.extend(faces)
    return Scripted(script)


class Enumerated:
    """One path through everything that dice can do; ``outcomes`` walks them all."""

    def __init__(self, path: list[int]) -> None:
        self.path = path
        self.widths: list[int] = []
        self.chance = Fraction(1)

    def face(self, dice: Dice, phase: int, side: int, roller: int, number: int, sides: int) -> int:
        """Each face in turn."""
        return 1 + self.branch([Fraction(1, int(sides))] * sides)

    def count(
        self, dice: Dice, phase: int, side: int, roller: int, start: int, n: int, sides: int, need: int, more: int
    ) -> tuple[int, int]:
        """Each pair of counts in turn; ``more`` must not be below ``need``."""
        # The kernel's integers are NumPy's, whose products would not stay exact.
        n, sides, need, more = int(n), int(sides), int(need), int(more)
        if more < need:
            raise ValueError(f"more ({more}) lies below need ({need})")
        reach = Fraction(max(0, min(sides, sides + 1 - need)), sides)
        exceed = Fraction(max(0, min(sides, sides + 1 - more)), sides)
        pairs = [(a, b) for a in range(n + 1) for b in range(a + 1)]
        weights = [
            comb(n, a) * (1 - reach) ** (n - a) * comb(a, b) * exceed**b * (reach - exceed) ** (a - b) for a, b in pairs
        ]
        possible = [(pair, weight) for pair, weight in zip(pairs, weights, strict=True) if weight]
        return possible[self.branch([weight for _, weight in possible])][0]

    def faces(self, draw: Draw) -> tuple[int, ...]:
        """Enumeration knows counts only."""
        raise ScriptError("an enumerated battle has no faces to tell")

    def branch(self, weights: Sequence[Fraction]) -> int:
        """Take the branch that the path says, the first where it ends."""
        depth = len(self.widths)
        if depth == len(self.path):
            self.path.append(0)
        self.widths.append(len(weights))
        self.chance *= weights[self.path[depth]]
        return self.path[depth]


def outcomes(run: Callable[[Enumerated], Outcome], limit: int = 1_000_000) -> dict[Outcome, Fraction]:
    """The exact chance of every result of ``run``, which is called once for each path; more than ``limit`` is an
    error.
    """
    found: dict[Outcome, Fraction] = {}
    for number, (outcome, source) in enumerate(walk(Enumerated, run)):
        if number == limit:
            raise ScriptError(f"more than {limit} ways for the dice to fall")
        found[outcome] = found.get(outcome, Fraction(0)) + source.chance
    return found


def walk(begin: Callable[[list[int]], Path], run: Callable[[Path], Result]) -> Iterator[tuple[Result, Path]]:
    """What ``run`` makes of every path, with the path; ``begin`` makes the source that takes the branches listed."""
    path: list[int] = []
    while True:
        source = begin(list(path))
        yield run(source), source
        path = list(source.path)
        while path and path[-1] + 1 == source.widths[len(path) - 1]:
            path.pop()
        if not path:
            return
        path[-1] += 1
