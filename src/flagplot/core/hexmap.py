"""Maps of hexes: the printed label outside, cube coordinates inside.

A label is two numbers of equal width, such as ``0304``. Which of them is the column, where counting begins, and which
columns (or rows) are pushed by half a hex differs from map to map, so a map says all of it. Hexes with a flat top stand
in columns, and every second column is pushed down; hexes with a pointed top lie in rows, and every second row is pushed
to the right. ``offset`` says whether the pushed ones are those with odd or with even printed numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple


class Cube(NamedTuple):
    """Cube coordinates; ``q + r + s`` is always 0."""

    q: int
    r: int
    s: int


STEPS = (Cube(0, -1, 1), Cube(1, -1, 0), Cube(1, 0, -1), Cube(0, 1, -1), Cube(-1, 1, 0), Cube(-1, 0, 1))
"""To the six neighbours, clockwise from the one above (flat top) or above to the left (pointed top)."""


class Top(StrEnum):
    """How the hexes stand."""

    FLAT = "flat"
    POINTED = "pointed"


class Offset(StrEnum):
    """Which columns (flat top) or rows (pointed top) are pushed by half a hex."""

    ODD = "odd"
    EVEN = "even"


class Order(StrEnum):
    """Which of the two numbers of a label comes first."""

    COLUMN_ROW = "column-row"
    ROW_COLUMN = "row-column"


@dataclass(frozen=True, kw_only=True)
class HexMap:
    """A map of ``columns`` times ``rows`` hexes from ``first_column`` and ``first_row`` on, less the missing ones.

    ``digits`` is the width of each number of a label. ``rows_up`` is for maps whose rows count upwards. A label that
    the map does not have is a ``KeyError``.
    """

    columns: int
    rows: int
    first_column: int = 1
    first_row: int = 1
    digits: int = 2
    top: Top = Top.FLAT
    offset: Offset = Offset.EVEN
    order: Order = Order.COLUMN_ROW
    rows_up: bool = False
    missing: frozenset[str] = frozenset()

    def __contains__(self, label: str) -> bool:
        """Whether there is such a hex."""
        return label in self._cubes

    @property
    def labels(self) -> tuple[str, ...]:
        """Every hex, column by column."""
        return tuple(self._cubes)

    def cube(self, label: str) -> Cube:
        """Where a hex lies."""
        return self._cubes[label]

    def label(self, cube: Cube) -> str | None:
        """The hex at a place, or None where the map has none."""
        return self._labels.get(cube)

    def neighbours(self, label: str) -> tuple[str, ...]:
        """The hexes beside one, clockwise."""
        q, r, s = self._cubes[label]
        around = (self._labels.get(Cube(q + step.q, r + step.r, s + step.s)) for step in STEPS)
        return tuple(each for each in around if each is not None)

    def distance(self, one: str, other: str) -> int:
        """Hexes from one to the other as the crow flies: holes in the map do not lengthen it."""
        a, b = self._cubes[one], self._cubes[other]
        return (abs(a.q - b.q) + abs(a.r - b.r) + abs(a.s - b.s)) // 2

    def nearer(self, label: str, goals: Iterable[str]) -> tuple[str, ...]:
        """The neighbours of a hex that lie one hex nearer to at least one of the goals, clockwise."""
        away = {goal: self.distance(label, goal) for goal in goals}
        return tuple(
            each
            for each in self.neighbours(label)
            if any(self.distance(each, goal) < distance for goal, distance in away.items())
        )

    def paths(self, start: str, goal: str) -> Iterator[tuple[str, ...]]:
        """Every straightest way from a hex to another, both ends included: as many as a hundred over nine hexes."""
        if start == goal:
            yield (goal,)
            return
        for step in self.nearer(start, [goal]):
            for rest in self.paths(step, goal):
                yield (start, *rest)

    @cached_property
    def _cubes(self) -> dict[str, Cube]:
        columns = range(self.first_column, self.first_column + self.columns)
        rows = range(self.first_row, self.first_row + self.rows)
        places = {self._written(column, row): (column, row) for column in columns for row in rows}
        return {label: self._cube(*place) for label, place in places.items() if label not in self.missing}

    @cached_property
    def _labels(self) -> dict[Cube, str]:
        return {cube: label for label, cube in self._cubes.items()}

    def _cube(self, column: int, row: int) -> Cube:
        down = -row if self.rows_up else row
        if self.top is Top.FLAT:
            r = down - self._half(column)
            return Cube(column, r, -column - r)
        q = column - self._half(down)
        return Cube(q, down, -q - down)

    def _half(self, number: int) -> int:
        """How far the other axis has slid by column (flat) or row (pointed) ``number``: a hex for every two of them."""
        odd = number & 1
        return (number - odd if self.offset is Offset.ODD else number + odd) // 2

    def _written(self, column: int, row: int) -> str:
        pair = (column, row) if self.order is Order.COLUMN_ROW else (row, column)
        return "".join(f"{number:0{self.digits}}" for number in pair)
