"""Ground units: types, sizes, prices, and the four numbers of a battalion after traits and tech level."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from flagplot.core.citation import carries_out
from flagplot.fta3.ground.tables import numbers, type_rows

STANDARD_TL = 5
SPECIALIST = " specialist"
"""What the trait of a specialist in one kind of terrain ends with: ``desert specialist``."""

TYPE_RULES = (
    "units/interface",
    "units/espatier",
    "units/armored",
    "units/mobile-infantry",
    "units/gto-defense",
)


class Size(StrEnum):
    """The sizes of a unit, the smallest first."""

    BATTALION = "battalion"
    BRIGADE = "brigade"
    DIVISION = "division"
    CORPS = "corps"


SIZES = tuple(Size)


class Price(NamedTuple):
    """What a unit costs in $ and DI, and how many years it takes to raise."""

    cost: int
    di: int
    years: int = 0


@dataclass(frozen=True)
class Stats:
    """The four numbers of a battalion."""

    quality: int
    mobility: int
    firepower: int
    morale: int


@dataclass(frozen=True)
class UnitType:
    """One of the page's types of unit: its stats before traits and tech level, and the traits it has by itself."""

    name: str
    stats: Stats
    traits: tuple[str, ...]


@carries_out("fta3", "ground/unit-sizes")
def battalions(size: Size) -> int:
    """How many battalions a unit of a size is."""
    return int(numbers()["ground/unit-sizes"][size.value])


@carries_out("fta3", *TYPE_RULES)
def unit_type(name: str) -> UnitType:
    """The type of this name; KeyError for one that there is not."""
    row = type_rows()[name]
    stats = Stats(row["quality"], row["mobility"], row["firepower"], row["morale"])
    return UnitType(name, stats, tuple(row["traits"]))


@carries_out("fta3", "ground/units", *TYPE_RULES)
def price(type_: str, size: Size) -> Price:
    """What a unit costs, and how long it takes to raise."""
    row, place = type_rows()[type_], SIZES.index(size)
    return Price(row["cost"][place], row["di"][place], numbers()["ground/units"]["years"])


@carries_out("fta3", "units/fighter-wing")
def wing_price(wings: int) -> Price:
    """What so many interface fighter wings cost."""
    each = numbers()["units/fighter-wing"]
    return Price(wings * each["cost"], wings * each["di"])


@carries_out("fta3", "traits/extra-artillery")
def artillery(traits: Collection[str]) -> int:
    """What extra artillery adds to firepower."""
    return 1 if "extra artillery" in traits else 0


@carries_out("fta3", "traits/fast")
def fast(traits: Collection[str]) -> int:
    """What the trait adds to mobility."""
    return 1 if "fast" in traits else 0


@carries_out("fta3", "traits/garrison")
def half_levels(traits: Collection[str], *, at_home: bool) -> int:
    """The half tech levels that a garrison has at its named node."""
    return 1 if "garrison" in traits and at_home else 0


@carries_out("fta3", "stats/half-tech-level")
def half_level_mobility(halves: int) -> int:
    """What half tech levels add to mobility."""
    return halves


@carries_out("fta3", "stats/quality", "stats/mobility", "stats/firepower")
def held(value: int) -> int:
    """A stat within the limits that hold before tech levels count."""
    return max(0, min(int(numbers()["stats"]["most"]), value))


@carries_out("fta3", "stats/tech-level")
def at_tech_level(value: int, tl: int) -> int:
    """Mobility or firepower at a tech level: past the upper limit, but never below 0 (R47)."""
    return max(0, value + int(numbers()["stats/tech-level"]["change"][str(tl)]))


def tech_levels() -> tuple[int, ...]:
    """The tech levels that ground troops may have."""
    return tuple(sorted(int(tl) for tl in numbers()["stats/tech-level"]["change"]))


def stats_of(
    type_: UnitType,
    traits: Collection[str],
    tl: int,
    *,
    at_home: bool = False,
    quality: int | None = None,
    morale: int | None = None,
) -> Stats:
    """The numbers of a battalion; ``quality`` and ``morale`` are the moderator's, where he has entered any.

    ``at_home`` says whether a garrison stands at its node. Tech levels, whole and half, count after all else.
    """
    base = type_.stats
    mobility = at_tech_level(held(base.mobility + fast(traits)), tl)
    return Stats(
        quality=held(base.quality if quality is None else quality),
        mobility=mobility + half_level_mobility(half_levels(traits, at_home=at_home)),
        firepower=at_tech_level(held(base.firepower + artillery(traits)), tl),
        morale=held(base.morale if morale is None else morale),
    )
