"""Luck: what the dice were expected to bring, from the very numbers they were read against, and what they brought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

import numpy as np

from flagplot.core.event import Event
from flagplot.fta3.play.fighting import Fought

WORSE_WHEN_MORE = frozenset({"fighters lost in strikes"})
"""Measures of what a side suffers; of all others it is worse off with less."""


class Part(NamedTuple):
    """Dice that count for a measure: ``n`` chances of ``unit`` each, and what came of them.

    ``dice`` is how many of these dice are told; those of a hit that goes on to pierce are told once.
    """

    measure: str
    dice: int
    n: int
    chance: Fraction
    unit: int
    rolled: int


@dataclass(frozen=True)
class Luck:
    """One measure for one side: how many dice, the exact expectation, and the outcome."""

    side: str
    measure: str
    dice: int
    expected: Fraction
    rolled: int
    parts: tuple[Part, ...] = field(default=(), repr=False, compare=False)

    @property
    def worse(self) -> tuple[float, float]:
        """The chances that the same dice, read against the same numbers, do worse than this, and that they do no
        better: exact, given who fired at whom.
        """
        chances = distribution(self.parts)
        if self.measure in WORSE_WHEN_MORE:
            return float(chances[self.rolled + 1 :].sum()), float(chances[self.rolled :].sum())
        return float(chances[: self.rolled].sum()), float(chances[: self.rolled + 1].sum())


def luck_of(*battles: Fought) -> tuple[Luck, ...]:
    """Every measure of both sides that any die was rolled for, in the order in which they first came up; several
    battles are added up by the names of their sides.

    Hits and pierces are expected from the dice rolled for them; damage is expected from the attacks made, so that a
    ship that hit nothing counts too.
    """
    found: dict[tuple[str, str], list[Part]] = {}
    for fought in battles:
        for event in fought.events:
            for part in _parts(fought, event):
                found.setdefault((str(event.facts["side"]), part.measure), []).append(part)
    names = dict.fromkeys(side.name for fought in battles for side in fought.scenario.sides)
    measures = list(dict.fromkeys(measure for _, measure in found))
    return tuple(
        _together(side, found[side, measure]) for measure in measures for side in names if (side, measure) in found
    )


def _together(side: str, parts: Sequence[Part]) -> Luck:
    expected = sum((part.n * part.chance * part.unit for part in parts), Fraction(0))
    dice, rolled = sum(part.dice for part in parts), sum(part.rolled for part in parts)
    return Luck(side, parts[0].measure, dice, expected, rolled, tuple(parts))


def distribution(parts: Iterable[Part]) -> Any:
    """The chance of each sum from 0 up, as floats."""
    alike = Counter[tuple[Fraction, int]]()
    for part in parts:
        alike[part.chance, part.unit] += part.n
    chances = np.ones(1)
    for (chance, unit), n in alike.items():
        steps = np.zeros(n * unit + 1)
        weights = [float(comb(n, i) * chance**i * (1 - chance) ** (n - i)) for i in range(n + 1)]
        steps[:: unit or 1] = weights if unit else sum(weights)
        chances = np.convolve(chances, steps)
    return chances


def _parts(fought: Fought, event: Event) -> Iterator[Part]:
    """What an event's dice count for."""
    if not event.casts or event.kind == "position":
        return
    facts, cast = event.facts, event.casts[0]
    dice = cast.draw.n
    reach = Fraction(0) if cast.need is None else chance(cast.need, cast.draw.sides)
    if event.kind == "hit":
        yield Part("hits by gunfire", dice, dice, reach, 1, int(facts["hits"]))
        pierce = chance(int(facts["to_pierce"]), cast.draw.sides)
        yield Part("damage by gunfire", dice, dice, reach * pierce, _per_attack(fought, event), 0)
    elif event.kind == "pierce":
        yield Part("pierces by gunfire", dice, dice, reach, 1, int(facts["pierces"]))
        yield Part("damage by gunfire", 0, 0, reach, 0, int(facts["damage"]))
    elif event.kind == "stand-off":
        yield Part("stand-off damage", dice, dice, reach, int(facts["per_attack"]), int(facts["damage"]))
    elif event.kind == "dogfight":
        yield Part("kills in dogfights", dice, dice, reach, 1, int(facts["kills"]))
    elif event.kind in ("strike", "first-strike"):
        hit = 1 - chance(int(facts["miss"]), cast.draw.sides)
        each = fought.battle.tables.strike_damage
        yield Part("damage by fighters", dice, dice, hit, each, int(facts["damage"]))
        lost = chance(int(facts["loss"]), cast.draw.sides)
        yield Part("fighters lost in strikes", dice, dice, lost, 1, int(facts["lost"]))
    elif event.kind == "reconstitution":
        yield Part("fighters reconstituted", dice, dice, reach, 1, int(facts["back"]))


def chance(need: int, sides: int) -> Fraction:
    """Chance that a die reaches ``need``."""
    return Fraction(max(0, min(sides, sides + 1 - need)), sides)


def _per_attack(fought: Fought, event: Event) -> int:
    """Damage of one attack of the ship that fires."""
    return int(fought.battle.fleet.damage[fought.roster.places[str(event.facts["ship"])]])
