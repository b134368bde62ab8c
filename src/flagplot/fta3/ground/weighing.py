"""What the forces of a phase weigh: battalions and their numbers, and the parts that make up rolls and saves.

Play and exact odds both ask here, so that they cannot part.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from flagplot.fta3.ground.book import Unit
from flagplot.fta3.ground.forces import GroundScenario, GroundSide
from flagplot.fta3.ground.ortillery import covered
from flagplot.fta3.ground.resolution import (
    battle_value,
    mean,
    priority_bonus,
    size_bonus,
    terrain_bonus,
    value_bonus,
)
from flagplot.fta3.ground.saves import (
    NAMED,
    Saves,
    firepower_modifier,
    losing_modifier,
    mobility_modifier,
    named_victims,
    priority_modifier,
    refreshed,
    rolls_of,
)
from flagplot.fta3.ground.units import stats_of

GTO = "mobile gto network"


class Band(NamedTuple):
    """What every battalion of a unit is in a quarter; units that are alike in all of it can be counted together."""

    id: str
    value: int
    mobility: int
    firepower: int
    traits: frozenset[str]


class Group(NamedTuple):
    """The battalions of a unit by state. ``spent`` were exhausted in this quarter and miss the next one, ``resting``
    in the quarter before and miss this one.
    """

    fit: int
    spent: int = 0
    resting: int = 0
    destroyed: int = 0

    @property
    def total(self) -> int:
        """All of them, the destroyed included."""
        return self.fit + self.spent + self.resting + self.destroyed

    def struck(self, exhausted: int, destroyed: int) -> Group:
        """The group after so many of its fit battalions were exhausted and destroyed."""
        return self._replace(
            fit=self.fit - exhausted - destroyed, spent=self.spent + exhausted, destroyed=self.destroyed + destroyed
        )

    def sunk(self) -> Group:
        """The group after all of it went down."""
        return Group(0, 0, 0, self.total)

    def next_quarter(self) -> Group:
        """The group when the quarter turns."""
        back, resting = refreshed(self.spent, self.resting)
        return Group(self.fit + back, 0, resting, self.destroyed)


class Scale(NamedTuple):
    """What one side brings to a phase: battalions, and the exact means of their value, mobility and firepower."""

    battalions: int
    value: Fraction
    mobility: Fraction
    firepower: Fraction


class Part(NamedTuple):
    """One part of a roll or save: what it is called, what it adds, and the slug of its rule."""

    name: str
    value: int
    rule: str


class Target(NamedTuple):
    """Battalions of one group that are fired at, all under so many networks."""

    group: int
    layers: int
    battalions: int


def band(scenario: GroundScenario, unit: Unit, quarter: int) -> Band:
    """A unit's battalions in a quarter, with what the moderator has entered for their quality and morale."""
    elite, morale = scenario.entry("stats/quality/elite", unit.id), scenario.morale(unit.id, quarter)
    traits = frozenset(unit.traits)
    at_home = bool(unit.node) and unit.node.casefold() in (scenario.system.casefold(), scenario.planet.casefold())
    stats = stats_of(
        unit.type,
        traits,
        unit.tl,
        at_home=at_home,
        quality=elite.value if elite else None,
        morale=morale.value if morale else None,
    )
    value = battle_value(stats, terrain_bonus(traits, scenario.terrain))
    return Band(unit.id, value, stats.mobility, stats.firepower, traits)


def bands(scenario: GroundScenario, side: GroundSide, quarter: int) -> tuple[Band, ...]:
    """The bands of a side, in the order of its units."""
    return tuple(band(scenario, unit, quarter) for unit in side.units)


def scale(bands: Sequence[Band], fit: Sequence[int]) -> Scale:
    """What the fit battalions of a side weigh."""
    pairs = list(zip(fit, bands, strict=True))
    return Scale(
        sum(fit),
        mean((n, each.value) for n, each in pairs),
        mean((n, each.mobility) for n, each in pairs),
        mean((n, each.firepower) for n, each in pairs),
    )


def having(trait: str, bands: Sequence[Band], fit: Sequence[int]) -> int:
    """Fit battalions with a trait."""
    return sum(n for each, n in zip(bands, fit, strict=True) if trait in each.traits)


def roll_parts(own: Scale, enemy: Scale, priority: str, air: int) -> tuple[Part, ...]:
    """What a side adds to its battle roll, leadership aside; ``air`` is what its fighters add."""
    return (
        Part("battle value", value_bonus(own.value, enemy.value), "battle-value/difference"),
        Part("relative size", size_bonus(own.battalions, enemy.battalions), "relative-size"),
        Part(f"{priority} priority", priority_bonus(priority), "mission-priority"),
        Part("air superiority", air, "ground-fighters/air-superiority"),
    )


def save_parts(own: Scale, enemy: Scale, priority: str, lost: bool) -> tuple[Part, ...]:
    """What is added to a side's damage saves in ground fighting."""
    return (
        Part("higher mobility", mobility_modifier(own.mobility, enemy.mobility), "saves/mobility"),
        Part("the enemy's firepower", firepower_modifier(own.firepower, enemy.firepower), "saves/firepower"),
        Part(f"{priority} priority", priority_modifier(priority), "saves/mission-priority"),
        Part("lost the phase", losing_modifier(lost), "saves/losing"),
    )


def total(parts: Sequence[Part]) -> int:
    """What parts come to."""
    return sum(part.value for part in parts)


def ordered(bands: Sequence[Band], wanted: Sequence[str], key: Callable[[Band], tuple[int, ...]]) -> tuple[int, ...]:
    """The places of the bands: those that an order names first, in its order, then by ``key``; like stands by like."""
    places = {id_: place for place, id_ in enumerate(wanted)}
    last = len(places)
    return tuple(
        sorted(range(len(bands)), key=lambda i: (places.get(bands[i].id, last), *key(bands[i]), *kind(bands[i])))
    )


def kind(band: Band) -> tuple[int, int, int, tuple[str, ...], str]:
    """What tells a band from others; those that differ in the id alone, which comes last, count as one kind."""
    return band.value, band.mobility, band.firepower, tuple(sorted(band.traits)), band.id


def best_first(band: Band) -> tuple[int, ...]:
    """The order in which the most valuable comes first."""
    return (-band.value,)


def worst_first(band: Band) -> tuple[int, ...]:
    """The order in which the least valuable comes first."""
    return (band.value,)


def open_first(band: Band) -> tuple[int, ...]:
    """The order in which Breakthrough names its victims: the most valuable, but those that are dug in last."""
    return ("dig in" in band.traits, -band.value)


def save_rolls(
    own: Sequence[Band], fit: Sequence[int], order: Sequence[int], breakthroughs: int, reading: str
) -> tuple[Saves, ...]:
    """How the battalions of each unit roll their saves; ``order`` is that in which the enemy names victims."""
    named = [0] * len(own)
    if reading == NAMED:
        for i, n in zip(order, named_victims(breakthroughs, [fit[i] for i in order]), strict=True):
            named[i] = n
    return tuple(
        rolls_of(n, victims, dug_in="dig in" in each.traits) for each, n, victims in zip(own, fit, named, strict=True)
    )


def cover(bands: Sequence[Band], fit: Sequence[int], wanted: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """Of each unit's fit battalions how many lie under 0, 1, 2 and 3 networks; the wanted are covered first."""
    networks = having(GTO, bands, fit)
    order = ordered(bands, wanted, best_first)
    others = [i for i in order if GTO not in bands[i].traits]
    carriers = [i for i in order if GTO in bands[i].traits]
    places = others + carriers
    found = covered(networks, len(others), [fit[i] for i in places])
    return tuple(under for _, under in sorted(zip(places, found, strict=True)))


def targets(under: Sequence[tuple[int, ...]], order: Sequence[int], battalions: int) -> tuple[Target, ...]:
    """Which battalions their owner lets a ship fire at: the best covered, and of those as ``order`` says."""
    found = []
    for layers in reversed(range(len(under[0]) if under else 0)):
        for i in order:
            n = min(battalions, under[i][layers])
            if n:
                found.append(Target(i, layers, n))
                battalions -= n
    return tuple(found)
