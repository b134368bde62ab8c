"""A capital hex of several systems (511.5, 759): who stands where, who fights for a system, points of them all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.fe.combat.allocation import Carried
from flagplot.fe.combat.force import Combatant, standing
from flagplot.fe.combat.group import unattached
from flagplot.fe.combat.planets import battalions_of, is_battalion, is_planet, planet_of
from flagplot.fe.economics.income import System
from flagplot.fe.options import Options

MOST_MERGED = 7
"""Points of one system that count in a pursuit."""


class Garrison(NamedTuple):
    """What the annex puts into a system: the planets with the battalions of each, and how many starbases."""

    planets: tuple[tuple[str, int], ...]
    starbases: int


@carries_out("fe", "759.0/garrison")
def garrison_of(system: System) -> Garrison:
    """The planets of a system by name with their battalions: eight on a capital planet, four on another major one, two
    on a minor one.
    """
    counts = (("capital", system.capital_planets, 8), ("major", system.major, 4), ("minor", system.minor, 2))
    planets = tuple((f"{kind}-{n}", battalions) for kind, number, battalions in counts for n in range(1, number + 1))
    return Garrison(planets, system.starbases)


def here(systems: Iterable[System], hex_: str) -> tuple[System, ...]:
    """The systems of a capital that are in a hex; those without a hex of their own are wherever their capital is."""
    return tuple(system for system in systems if system.hex in ("", hex_))


@carries_out("fe", "511.5/place")
def placed(units: Sequence[Combatant]) -> dict[str, str]:
    """The system of each unit that has one, by its id: a battalion's is that of its planet."""
    found = {each.id: each.system for each in units if each.system}
    for each in units:
        planet = planet_of(each, units) if is_battalion(each) else None
        if planet is not None and planet.system:
            found[each.id] = planet.system
    return found


@carries_out("fe", "511.5/static")
def must_be_static(each: Combatant, bases: Collection[Combatant]) -> bool:
    """Whether a unit cannot be of the mobile force: a cripple, and whatever is fought as a base or cannot leave."""
    return each.unit.crippled or each in bases or standing(each)


@carries_out("fe", "511.5/fighting")
def fighting_at(units: Sequence[Combatant], system: str) -> tuple[Combatant, ...]:
    """Who can fight for a system: what is static there, and the mobile force."""
    places = placed(units)
    return unattached(each for each in units if places.get(each.id, system) == system)


@carries_out("fe", "511.5/mobile")
def mobile_force(units: Sequence[Combatant]) -> tuple[Combatant, ...]:
    """The mobile force, once the units have been divided: whoever is at no system."""
    places = placed(units)
    return unattached(each for each in units if each.id not in places)


@carries_out("fe", "511.5/systems")
def open_systems(units: Sequence[Combatant], systems: Iterable[System]) -> tuple[str, ...]:
    """The systems that can be attacked: those where something of the defender stands."""
    taken = set(placed(units).values())
    return tuple(system.name for system in systems if system.name in taken)


@carries_out("fe", "308.2/capital")
def merged(points: Iterable[Carried], options: Options) -> Carried:
    """The points of several systems in the pursuit behind them: of each system up to seven plus points; and as many
    minus points, or none as the table reads it.
    """
    every = list(points)
    most = Fraction(MOST_MERGED)
    minus = (
        Fraction(0)
        if options["capital-minus-points"] == "lost"
        else sum((min(p.minus, most) for p in every), Fraction(0))
    )
    return Carried(minus, sum((min(p.plus, most) for p in every), Fraction(0)))


@carries_out("fe", "759.0/units")
def refuse_places(
    units: Sequence[Combatant], bases: Collection[Combatant], systems: Sequence[System], where: str, faults: Faults
) -> None:
    """Refuse a system that there is not, a base without one, and more planets at one than the annex lists."""
    names, places, rule = [system.name for system in systems], placed(units), Citation("fe", "759.0/units")
    for each in units:
        place = places.get(each.id, "")
        if place and place not in names:
            message, mend = f"{each.id} stands at '{place}', which is no system here", nearest(place, names)
            faults.add("unknown-system", where, message, fault=Fault.MALFORMED, mend=mend, citation=rule)
        elif not place and (each in bases or is_battalion(each)):
            mend = f"Give it one of {', '.join(names)}."
            message = f"{each.id} stands at no system of the capital"
            faults.add("no-system", where, message, fault=Fault.MALFORMED, mend=mend, citation=rule)
    for system in systems:
        planets = [each.id for each in units if is_planet(each) and places.get(each.id) == system.name]
        most = len(garrison_of(system).planets)
        over = len(planets) - most
        if over > 0:
            message = f"{system.name} has {most} planets, and {len(planets)} stand there"
            faults.add("too-many-planets", where, message, gap=f"{over} over", mend="Leave some out.", citation=rule)


def told_of(units: Sequence[Combatant], system: str) -> str:
    """What stands at a system, in words: its units, battalions by their planet."""
    there = [each for each in units if placed(units).get(each.id) == system and not is_battalion(each)]
    words = []
    for each in there:
        number = len(battalions_of(each, units)) if is_planet(each) else 0
        state = "-" if each.unit.crippled else ""
        garrison = f" with {number} battalion{'s' if number > 1 else ''}" if number else ""
        words.append(f"{each.id}{state}{garrison}")
    return ", ".join(words) or "nobody"
