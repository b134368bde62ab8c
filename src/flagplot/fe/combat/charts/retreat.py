"""Where a force may retreat to (302.73): the hexes around, each eliminated by the first priority that it fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from flagplot.core.citation import carries_out
from flagplot.fe.options import Options


@dataclass(frozen=True, kw_only=True)
class RetreatHex:
    """A hex around the battle. The friendly counts are of the retreating force with those who are there.

    ``path`` is the length of the shortest supply path, None out of supply; ``main_grid`` tells which grid that is.
    """

    label: str
    enemy_units: int = 0
    enemy_equivalents: Fraction = Fraction(0)
    friendly_ships: int = 0
    friendly_equivalents: Fraction = Fraction(0)
    path: int | None = None
    main_grid: bool = True
    neutral: bool = False


class Retreat(NamedTuple):
    """The hexes that may be chosen; why each other may not; those where the retreat is a fighting one; neutral hexes,
    which are always open to a force that will be interned.
    """

    legal: tuple[str, ...]
    eliminated: Mapping[str, str]
    fighting: tuple[str, ...]
    internment: tuple[str, ...]


@carries_out("fe", "302.73/outnumbered")
def is_outnumbered(place: RetreatHex, options: Options) -> bool:
    """Whether a hex holds more enemies than friends: in ship equivalents, or as it is printed, units against ships."""
    if options["retreat-outnumbered"] == "literal":
        return place.enemy_units > place.friendly_ships
    return place.enemy_equivalents > place.friendly_equivalents


@carries_out("fe", "302.73")
def retreat_hexes(hexes: Iterable[RetreatHex], options: Options, *, leave_partial_grids: bool = False) -> Retreat:
    """The hexes that the priorities leave, and why the others fall out.

    ``leave_partial_grids``: whether the owner uses his right to pass over hexes of a partial grid while there are
    some of the main grid.
    """
    every = list(hexes)
    left = [each for each in every if not each.neutral]
    out: dict[str, str] = {}
    left = _keep(left, lambda each: not is_outnumbered(each, options), "2: more enemies than friends", out)
    if any(each.path is not None for each in left):
        left = _keep(left, lambda each: each.path is not None, "3B: not in supply", out)
        if leave_partial_grids:
            left = _keep(left, lambda each: each.main_grid, "3C: of a partial grid, passed over by its owner", out)
        shortest = min(each.path for each in left if each.path is not None)
        left = _keep(left, lambda each: each.path == shortest, f"3D: a supply path longer than {shortest}", out)
    left = _keep(left, lambda each: not each.enemy_units, "4: enemy units are there", out)
    return Retreat(
        legal=tuple(each.label for each in left),
        eliminated=out,
        fighting=tuple(each.label for each in left if each.enemy_units),
        internment=tuple(each.label for each in every if each.neutral),
    )


def _keep(
    left: list[RetreatHex], passes: Callable[[RetreatHex], bool], reason: str, out: dict[str, str]
) -> list[RetreatHex]:
    """Those that pass a priority, the others noted in ``out``; all of them where none passes."""
    passing = [each for each in left if passes(each)]
    if not passing:
        return left
    out.update({each.label: reason for each in left if each not in passing})
    return passing
