"""Luck in a hex: what its dice were expected to bring, from the very numbers they were read against."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from flagplot.core.event import Event
from flagplot.fe.combat.charts import damage
from flagplot.fe.papers.playing import HexFought

FACES = range(1, 7)
DAMAGE = "damage scored"


class Part(NamedTuple):
    """One die: what each of its faces would have brought, and what it did."""

    side: str
    measure: str
    brings: tuple[int, ...]
    rolled: int


@dataclass(frozen=True)
class Luck:
    """One measure for one side: how many dice, the exact expectation, and the outcome."""

    side: str
    measure: str
    parts: Sequence[Part] = field(repr=False)

    @property
    def dice(self) -> int:
        """How many dice were rolled for it."""
        return len(self.parts)

    @property
    def expected(self) -> Fraction:
        """The mean of what they might have brought."""
        return sum((Fraction(sum(part.brings), len(part.brings)) for part in self.parts), Fraction(0))

    @property
    def rolled(self) -> int:
        """What they brought."""
        return sum(part.rolled for part in self.parts)

    @property
    def worse(self) -> tuple[float, float]:
        """The chances that the same dice do worse than this, and that they do no better."""
        chances = _distribution(self.parts)
        return float(chances[: self.rolled].sum()), float(chances[: self.rolled + 1].sum())


def strokes_of(battles: Iterable[HexFought]) -> list[Luck]:
    """Every measure of both sides, over all battles, by the names of their sides."""
    found: dict[tuple[str, str], list[Part]] = {}
    for fought in battles:
        for part in _parts(fought):
            found.setdefault((part.side, part.measure), []).append(part)
    return [Luck(side, measure, parts) for (side, measure), parts in found.items()]


def _parts(fought: HexFought) -> Iterator[Part]:
    """The dice for damage: rows, shifts and potentials as they were."""
    setup = fought.docket.setup
    potentials: dict[int, Fraction] = {}
    for event in fought.events:
        if event.kind == "potential":
            potentials[int(event.facts["side"])] = Fraction(str(event.facts["potential"]))
        if event.kind == "damage" and event.casts:
            side = int(event.facts["side"])
            row, shift = (_modifier(event, name) for name in ("row", "shift"))
            brings = [
                damage.points(
                    potentials[side],
                    damage.percent(damage.result_of(row, face, shift, setup.options), setup.options),
                    setup.options,
                )
                for face in FACES
            ]
            (face,) = fought.source.faces(event.casts[0].draw)
            # What was entered by hand comes on top of whatever the die shows.
            by_hand = int(event.facts["points"]) - brings[face - 1]
            told = tuple(max(each + by_hand, 0) for each in brings)
            yield Part(setup.sides[side].name, DAMAGE, told, told[face - 1])


def _modifier(event: Event, name: str) -> int:
    return next((part.value for part in event.modifiers if part.name == name), 0)


def _distribution(parts: Iterable[Part]) -> Any:
    """The chance of each sum from 0 up."""
    chances = np.ones(1)
    for part in parts:
        steps = np.zeros(max(part.brings) + 1)
        for each in part.brings:
            steps[each] += 1 / len(part.brings)
        chances = np.convolve(chances, steps)
    return chances
