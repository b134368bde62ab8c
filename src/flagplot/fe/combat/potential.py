"""Electronic warfare and combat potential (308.51, 302.4): shift, choice of a base, sum of attack factors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults
from flagplot.fe.combat.charts.bases import attacks_of
from flagplot.fe.combat.charts.intensity import demand_of
from flagplot.fe.combat.charts.prime_teams import bonus_of
from flagplot.fe.combat.force import OUTSIDE, BattleForce, Combatant, Craft, Place
from flagplot.fe.combat.group import escort_attack
from flagplot.fe.combat.settings import Settings
from flagplot.fe.combat.specials import factors_used
from flagplot.fe.options import Options
from flagplot.fe.units.counters import whole_factors
from flagplot.fe.units.kinds import is_ship

POTENTIAL = "302.4/potential"


class Addend(NamedTuple):
    """What one unit, or anything else of a battle force, adds to its combat potential, by which rule."""

    name: str
    factors: Fraction
    rule: str = POTENTIAL


@carries_out("fe", "308.51")
def ew_shift(own: int, enemy: int, settings: Settings) -> int:
    """What a side's result is shifted by: down for each point of electronic warfare less than the enemy's, never up."""
    return -min(max(enemy - own, 0) // settings.points_per_shift, settings.most_shift)


@carries_out("fe", "308.5/scout")
def scout_points(entered: int, options: Options, *, crippled: bool) -> int:
    """The most points of electronic warfare that a scout gives: those of its table, as a cripple by a reading."""
    return {"all": entered, "half": entered // 2, "none": 0}[options["crippled-scout"]] if crippled else entered


def base_settings(base: Combatant, options: Options) -> dict[int, int]:
    """The settings of electronic warfare that a base may choose, with its attack factors; none where the charts have
    no row of it.
    """
    own = base.unit.type
    attacks = attacks_of(own.designator, own.empire, options, base.id, Faults(), crippled=base.unit.crippled)
    return {ew: attack for ew, attack in enumerate(attacks, 1) if attack is not None}


@carries_out("fe", "313.21/base")
def base_attack(base: Combatant, ew: int, options: Options, where: str, faults: Faults) -> int | None:
    """The attack factor of a base that puts so much into electronic warfare.

    A base without a row, a setting that it lacks, and one whose factor isn't in the seed are refused.
    """
    own = base.unit.type
    before = len(faults.found)
    attacks = attacks_of(own.designator, own.empire, options, where, faults, crippled=base.unit.crippled)
    if len(faults.found) > before:
        return None
    rule = Citation("fe", "313.21/base")
    if not 1 <= ew <= len(attacks):
        message = f"{own.designator} has settings of electronic warfare from 1 to {len(attacks)}, and {ew} is chosen"
        gap = f"{max(ew - len(attacks), 1 - ew)} off"
        faults.add("wrong-setting", where, message, gap=gap, mend=f"From 1 to {len(attacks)}.", citation=rule)
        return None
    attack = attacks[ew - 1]
    if attack is None:
        message = f"the attack factor of {own.designator} at {ew} is not in the data"
        faults.add("not-in-the-data", where, message, mend="Choose another setting.", citation=rule)
    return attack


@carries_out("fe", "308.4/consorts")
def mauler_attack(attack: int, consorts: int, options: Options) -> Fraction:
    """The attack factor of a mauler: half with fewer consorts than the chart of weapons asks of one."""
    return Fraction(attack, 2) if consorts < demand_of("mauler", options).consorts else Fraction(attack)


@carries_out("fe", "302.4/potential")
def addends(
    force: BattleForce, ew: Mapping[str, int], options: Options, settings: Settings, where: str, faults: Faults
) -> tuple[Addend, ...]:
    """The attack factors of a battle force one by one: ships of the line and outside it, bases by their electronic
    warfare, drones of drone ships, craft, Prime Teams on a commando mission.

    A carrier in the support echelon, a free scout and a transport give no attack factors of their own.
    """
    carriers = {each.id: each for each in force.units}
    found = [_attack(each, force, carriers, ew, options, where, faults) for each in force.units]
    for kind, number in force.craft.items():
        found.append(Addend(f"{number} {kind}", Fraction(craft_factors({kind: number}, settings)), "302.4/craft"))
    halves = half_factors(force)
    if halves:
        found.append(Addend("triangles in pairs", Fraction(halves), "100.6/half"))
    commandos = (host for host in force.commandos if host in carriers)
    found += [Addend(f"Prime Team of {host}", Fraction(bonus_of("commando")), "522.3") for host in commandos]
    return tuple(found)


def combat_potential(
    force: BattleForce, ew: Mapping[str, int], options: Options, settings: Settings, where: str, faults: Faults
) -> Fraction:
    """The combat potential of a battle force: the sum of what it adds up from."""
    return in_all(addends(force, ew, options, settings, where, faults))


def in_all(parts: Iterable[Addend]) -> Fraction:
    """What parts of a combat potential come to."""
    return sum((part.factors for part in parts), Fraction(0))


@carries_out("fe", "302.4/craft")
def craft_factors(craft: Mapping[Craft, int], settings: Settings) -> int:
    """The combat factors of craft, each gunboat by what the table counts it."""
    return sum(number * (settings.pf_factors if kind is Craft.PFS else 1) for kind, number in craft.items())


@carries_out("fe", "100.6/half")
def half_factors(force: BattleForce) -> int:
    """Factors that the triangles of a battle force make in pairs; cripples, and what isn't in the line, have none."""
    line = (*force.at(Place.LINE), *force.at(Place.FORMATION))
    return whole_factors(each.unit.type.half for each in line if not each.unit.crippled)


def _attack(
    each: Combatant,
    force: BattleForce,
    carriers: Mapping[str, Combatant],
    ew: Mapping[str, int],
    options: Options,
    where: str,
    faults: Faults,
) -> Addend:
    """What one unit adds."""
    place, attack, own = force.place(each.id), each.unit.attack, each.unit.type
    if own.is_base and each.id in ew:
        factors = Fraction(base_attack(each, ew[each.id], options, where, faults) or 0)
        return Addend(f"{each.id} with {ew[each.id]} in electronic warfare", factors, "313.21/base")
    if place is Place.DRONE_SHIP:
        return Addend(f"drones of {each.id}", Fraction(force.drones.get(each.id, own.drones)))
    if place in OUTSIDE and place is not Place.COMMANDO:
        return Addend(f"{each.id} as {place}", Fraction(0))
    if own.mauler and not each.carrier:
        consorts = sum(1 for other in force.units if other is not each and is_ship(other.unit.type.category))
        return Addend(each.id, mauler_attack(attack, consorts, options), "308.4/consorts")
    if each.carrier:
        attack = escort_attack(each.unit, carriers[each.carrier].unit)
    used = factors_used(each, attack, force.announced)
    rule = "311.2" if used < attack else "515.34" if attack < each.unit.attack else POTENTIAL
    return Addend(each.id, Fraction(used), rule)
