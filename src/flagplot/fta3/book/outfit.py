"""What fittings make of a ship and of an owner's fighters, as values; ``fitted`` works them out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from flagplot.fta3.book.ships import Hull
from flagplot.fta3.papers.standing import is_kind


class Part(NamedTuple):
    """One fitting's part in a figure: its title and sort, the value as it is written (``+2``, ``x1/2``), its source."""

    title: str
    sort: str
    value: str
    source: str


def named(parts: Mapping[str, tuple[Part, ...]], total: int, *hooks: str) -> tuple[tuple[str, int], ...]:
    """What makes up ``total``, by name; one entry for all of them where a factor is among them."""
    found = [part for hook in hooks for part in parts.get(hook, ())]
    if all(part.value[0] in "+-" for part in found):
        return tuple((f"{part.title}, {part.sort}", int(part.value)) for part in found)
    return ((", ".join(f"{part.title} {part.value}" for part in found), total),)


@dataclass(frozen=True, kw_only=True)
class Fitted:
    """What a ship's hull, quirks and owner make of her.

    ``hit_bonus`` is that at close and at far range; ``cloak`` is ``regular``, ``deep`` or empty; ``never_pairs_with``
    are hull codes and sizes of enemies; ``supply`` is the weight that her supply is reckoned on, ``advanced``
    the number of her pieces of advanced equipment. ``parts`` tells by
    hook what each figure is made of.
    """

    hit_bonus: tuple[int, int] = (0, 0)
    pierce_bonus: int = 0
    detected_bonus: int = 0
    sensor_dice: int = 1
    cloak: str = ""
    protects: bool = False
    never_pairs_with: tuple[str, ...] = ()
    strike_die_against: int = 0
    direction_centre: int = 0
    weight: int = 0
    supply: int = 0
    hangars: int = 0
    fate: int = 0
    boards: bool = False
    bombards: bool = False
    regenerates: bool = False
    advanced: int = 0
    parts: Mapping[str, tuple[Part, ...]] = field(default_factory=dict)

    def never_pairs(self, enemy: Hull) -> bool:
        """Whether she may not be paired with an enemy of this hull."""
        return any(is_kind(enemy, kind) for kind in self.never_pairs_with)


@dataclass(frozen=True, kw_only=True)
class FittedFighters:
    """What doctrines and ships make of an owner's fighters: first-strike runs, dogfight dice of each, what is added to
    those, and what is added to their strike dice, to their harm.
    """

    runs: int = 0
    rolls: int = 1
    bonus: int = 0
    strike_die: int = 0
    parts: Mapping[str, tuple[Part, ...]] = field(default_factory=dict)


def best(choices: Sequence[FittedFighters]) -> FittedFighters:
    """Of what several ships would make of fighters, the best of each figure: they add nothing to one another."""
    runs = max(choices, key=lambda each: each.runs)
    rolls = max(choices, key=lambda each: each.rolls)
    bonus = max(choices, key=lambda each: each.bonus)
    strike_die = min(choices, key=lambda each: each.strike_die)
    chosen = {"first-strikes": runs, "dogfight-rolls": rolls, "dogfight-bonus": bonus, "strike-die": strike_die}
    return FittedFighters(
        runs=runs.runs,
        rolls=rolls.rolls,
        bonus=bonus.bonus,
        strike_die=strike_die.strike_die,
        parts={hook: each.parts[hook] for hook, each in chosen.items() if hook in each.parts},
    )
