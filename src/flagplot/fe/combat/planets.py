"""Planets in a battle hex (508): the battalions that defend them, devastation, what still holds a hex, capture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.fe.combat.force import Combatant, Craft, craft_capacity
from flagplot.fe.combat.settings import Settings
from flagplot.fe.units.category import Category
from flagplot.fe.units.fighters import HEAVY, base_squadrons, pfs_of_host, squadron

FIGHTERS = 6
"""Fighter factors of a defense battalion; twice as many once their number is doubled (527.14)."""


def is_planet(each: Combatant) -> bool:
    """Whether a unit is a planet; one that is devastated has its crippled side up."""
    return each.unit.type.category is Category.PLANET


def is_battalion(each: Combatant) -> bool:
    """Whether a unit is a defense battalion of a planet."""
    return each.unit.type.category is Category.DEFENSE_UNIT


@carries_out("fe", "508.1/planet")
def planet_of(battalion: Combatant, units: Iterable[Combatant]) -> Combatant | None:
    """The planet that a battalion defends: the one it names, or the only one there."""
    planets = [each for each in units if is_planet(each)]
    if not battalion.planet:
        return planets[0] if len(planets) == 1 else None
    return next((each for each in planets if each.id == battalion.planet), None)


def battalions_of(planet: Combatant, units: Sequence[Combatant]) -> tuple[Combatant, ...]:
    """The battalions that defend a planet."""
    found = ((each, planet_of(each, units)) for each in units if is_battalion(each))
    return tuple(each for each, its in found if its is not None and its.id == planet.id)


@carries_out("fe", "508.1/craft")
def refuse_battalion(battalion: Combatant, units: Sequence[Combatant], where: str, faults: Faults) -> None:
    """Refuse a battalion without a planet, and craft beyond what one operates: six or twelve fighter factors, three
    PFs, half a squadron of heavy fighters.
    """
    rule = Citation("fe", "508.1/craft")
    if planet_of(battalion, units) is None:
        planets = [each.id for each in units if is_planet(each)]
        wanted = f"'{battalion.planet}'" if battalion.planet else f"one of {len(planets)} planets"
        mend = nearest(battalion.planet, planets) or "Give the planet that it defends."
        message = f"{battalion.id} defends {wanted}, and it is not told which"
        faults.add(
            "no-planet", where, message, fault=Fault.MALFORMED, mend=mend, citation=Citation("fe", "508.1/planet")
        )
    most = {
        Craft.FIGHTERS: 2 * FIGHTERS,
        Craft.PFS: pfs_of_host(Category.DEFENSE_UNIT),
        Craft.HEAVY: int(base_squadrons(Category.DEFENSE_UNIT) * squadron(HEAVY)),
    }
    for kind, number in battalion.craft.items():
        over = number - most.get(kind, 0)
        if over > 0:
            message = (
                f"a defense battalion operates {most.get(kind, 0)} {kind} at most, and {battalion.id} has {number}"
            )
            mend = f"Give it {most.get(kind, 0)}."
            faults.add("too-many-craft", where, message, gap=f"{over} over", mend=mend, citation=rule)


@carries_out("fe", "508.2/points")
def points_of(each: Combatant, settings: Settings) -> int:
    """What a planet resolves by being devastated, or a battalion by being destroyed: its defence on the ship table, or
    where it has none what the table has set.
    """
    if each.unit.type.defence:
        return each.unit.type.defence
    return settings.planet_points if is_planet(each) else settings.battalion_points


@carries_out("fe", "508.2/devastation")
def may_devastate(planet: Combatant, units: Sequence[Combatant], settings: Settings) -> bool:
    """Whether a planet may be devastated now: once, and behind the last of its battalions unless the table has set
    otherwise.
    """
    return not planet.unit.crippled and (settings.devastation_any_time or not battalions_of(planet, units))


@carries_out("fe", "508.2/bare")
def is_bare(each: Combatant, units: Sequence[Combatant]) -> bool:
    """Whether a unit is a planet without battalions, which holds a hex no longer."""
    return is_planet(each) and not battalions_of(each, units)


def holding(units: Sequence[Combatant]) -> tuple[Combatant, ...]:
    """The units that hold a hex: all but bare planets."""
    return tuple(each for each in units if not is_bare(each, units))


@carries_out("fe", "508.2/capture")
def captured_planets(own: Sequence[Combatant], enemy: Sequence[Combatant]) -> tuple[Combatant, ...]:
    """The enemy's planets that fall to a side: all of them, once nothing of his holds the hex and something of its own
    does.
    """
    if holding(enemy) or not holding(own):
        return ()
    return tuple(each for each in enemy if is_planet(each))


@carries_out("fe", "508.1/lost-craft")
def room_for(kind: Craft, units: Iterable[Combatant]) -> dict[str, int]:
    """How many craft of a kind from lost battalions each unit can take: as many as it operates less what it has."""
    free = {each.id: craft_capacity(each.unit, kind) - each.craft.get(kind, 0) for each in units}
    return {id_: number for id_, number in free.items() if number > 0}
