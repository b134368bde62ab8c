"""Standing orders of one owner, as values: what the policies of the battle act on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from flagplot.fta3.book.ships import Hull

ANY = "any"
ALL = "all"
CLOSE, FAR, BEST = "close", "far", "best"
FIRE, HOLD = "fire", "hold"
YES, NO = "yes", "no"

Kinds = str
"""A hull code, the name of a size, or ``any``."""


class Intent(StrEnum):
    """What a fleet element is about: it seeks battle, avoids it, or gives chase to what avoids it."""

    FIGHT = "fight"
    AVOID = "avoid"
    CHASE = "chase"


@dataclass(frozen=True)
class ElementOrder:
    """A fleet element as one owner orders it: his ships in it by id, its speed (None: the slowest's) and its intent
    (None: that of his fleet).
    """

    name: str
    ships: frozenset[str]
    speed: int | None
    intent: Intent | None


@dataclass(frozen=True)
class Criterion:
    """One entry of the fighters' target list: ships of these kinds that have lost ``wounded`` percent of HP or more."""

    kinds: Kinds
    wounded: int = 0


@dataclass(frozen=True, kw_only=True)
class Standing:
    """What one owner has ordered. Mappings by own kind of ship: a hull code, a size, or ``all``; the closest fit holds.

    ``leave`` is a percentage of HP (None: never), ``force`` one of combat weight lost, ``launch`` a number of fighters
    (None: all), ``commit`` a percentage of the way from the fewest interceptors to all. ``split`` gives the stand-off
    attacks that each ship takes as counts by damage. ``cloaks`` and ``volleys`` say whether ships under cloak fire or
    hold, in the round and at stand-off range; ``wards`` are the kinds and ship ids that a protector looks after;
    ``hunt`` says whether first-strike runs look for cloaked ships. ``elements`` are the parts that a fleet splits into,
    ``intent`` what his fleet is about (None: it seeks battle, unless another owner of the side says otherwise),
    ``intercept`` the ships by id that go out for a deep-space interception.
    ``lines`` are the orders in their canonical spelling, for the receipt and the digest; ``sent`` is False where the
    side sent none and fights by the plan *defend*.
    """

    plan: str
    speed: int | None = None
    targets: Mapping[str, tuple[Kinds, ...]] = field(default_factory=dict)
    ranges: Mapping[str, str] = field(default_factory=dict)
    leave: Mapping[str, int | None] = field(default_factory=dict)
    force: int | None = None
    launch: int | None = None
    commit: int = 100
    strike: tuple[Criterion, ...] = ()
    split: Mapping[str, Mapping[int, int]] | None = None
    cloaks: Mapping[str, str] = field(default_factory=dict)
    volleys: Mapping[str, str] = field(default_factory=dict)
    pursuits: Mapping[str, str] = field(default_factory=dict)
    wards: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    hunt: bool = True
    elements: tuple[ElementOrder, ...] = ()
    intent: Intent | None = None
    intercept: frozenset[str] = frozenset()
    lines: tuple[str, ...] = ()
    sent: bool = True


def is_kind(hull: Hull, kinds: Kinds) -> bool:
    """Whether a hull is meant by a hull code, a size or ``any``."""
    return kinds == ANY or kinds == hull.code or kinds == hull.size.value


def closest(by_kind: Mapping[str, object], hull: Hull) -> object | None:
    """The entry for a ship of this hull: by its code, else by its size, else by ``all``; None where there is none."""
    for key in (hull.code, hull.size.value, ALL):
        if key in by_kind:
            return by_kind[key]
    return None
