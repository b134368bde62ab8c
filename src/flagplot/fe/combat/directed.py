"""Directed damage (302.5): what may be aimed at, to what end, and what each costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from flagplot.core.citation import carries_out
from flagplot.core.refusal import Faults
from flagplot.fe.combat.charts.bases import Steps, directed_price, steps_of
from flagplot.fe.combat.force import BattleForce, Combatant, Craft, Place
from flagplot.fe.combat.group import group_of, may_cripple, may_destroy
from flagplot.fe.combat.planets import is_battalion, is_planet, may_devastate, points_of
from flagplot.fe.combat.settings import Settings
from flagplot.fe.options import Options

PLAIN, MAULED, ECHELON = 2, 1, 3


class Aim(StrEnum):
    """To what end damage is directed."""

    CRIPPLE = "cripple"
    KILL = "kill"
    STEP = "step"  # one of incremental damage on a base
    KILL_GROUP = "kill the group"
    CRIPPLE_GROUP = "cripple the group"
    CRAFT = "craft"  # heavy fighters of a unit
    DEVASTATE = "devastate"  # a planet


class Directed(NamedTuple):
    """One directed attack that could be made: the unit, to what end, its price in damage points."""

    target: str
    aim: Aim
    price: Fraction

    @property
    def id(self) -> str:
        """``kzinti-ff-1 kill``."""
        return f"{self.target} {self.aim.value}"


@carries_out("fe", "302.5/price")
def points_a_factor(place: Place, settings: Settings, *, mauler: bool) -> int:
    """Damage points for each factor of defence: two, one by a mauler; three in the support echelon, and what the table
    has set in the formation box, whoever aims.
    """
    if place is Place.FORMATION:
        return settings.formation_price
    if place is Place.ECHELON:
        return ECHELON
    return MAULED if mauler else PLAIN


@carries_out("fe", "302.5/kill")
def factors_to(aim: Aim, target: Combatant) -> Fraction:
    """The factors of defence that crippling or killing a unit must pay: its side that is up, and the crippled one too.

    A unit that is a cripple already, or has no crippled side, costs only the side that is up.
    """
    own = target.unit
    if aim is Aim.KILL and not own.crippled and own.type.has_crippled_side:
        return Fraction(own.type.defence + own.type.crippled_defence)
    return Fraction(own.defence)


@carries_out("fe", "302.5")
def directed_attacks(
    force: BattleForce, frozen: frozenset[str], options: Options, settings: Settings, *, mauler: bool
) -> tuple[Directed, ...]:
    """Every directed attack that the rules allow against a battle force, at its price, dear ones included.

    A frozen unit cannot be aimed at (312.212). A carrier is open only behind its escorts, or with them as a whole; a
    planet once it may be devastated.
    """
    found: list[Directed] = []
    for each in force.units:
        if each.id in frozen:
            continue
        ratio = points_a_factor(force.place(each.id), settings, mauler=mauler)
        steps = step_count(each)
        if is_planet(each):
            if may_devastate(each, force.units, settings):
                found.append(Directed(each.id, Aim.DEVASTATE, Fraction(ratio * points_of(each, settings))))
            continue
        if is_battalion(each):
            found.append(Directed(each.id, Aim.KILL, Fraction(ratio * points_of(each, settings))))
            continue
        if steps is not None:
            found.append(Directed(each.id, Aim.STEP, directed_price(steps, options, mauler=mauler)))
            continue
        if not each.unit.crippled and each.unit.type.has_crippled_side and may_cripple(each, force.units):
            found.append(Directed(each.id, Aim.CRIPPLE, ratio * factors_to(Aim.CRIPPLE, each)))
        if may_destroy(each, force.units):
            found.append(Directed(each.id, Aim.KILL, ratio * factors_to(Aim.KILL, each)))
        if not any(member.id in frozen for member in group_of(each, force.units)):
            found += _on_groups(each, force.units, ratio)
    heavy = force.craft.get(Craft.HEAVY, 0)
    if heavy:
        found.append(Directed(Craft.HEAVY.value, Aim.CRAFT, Fraction(PLAIN * heavy)))
    return tuple(found)


@carries_out("fe", "308.811/side")
def step_count(target: Combatant) -> Steps | None:
    """The incremental damage that applies to a unit now; None for what is damaged as any other unit."""
    if not target.unit.type.is_base:
        return None
    steps = steps_of(target.unit.type.designator, target.id, Faults())
    if steps is None or (target.unit.crippled and steps.destroy is None):
        return None
    return steps


@carries_out("fe", "308.122/price")
def _on_groups(carrier: Combatant, units: Sequence[Combatant], ratio: int) -> list[Directed]:
    """Directed attacks on a carrier with all of its escorts, where it has any."""
    group = group_of(carrier, units)
    if len(group) == 1:
        return []
    whole = sum((factors_to(Aim.KILL, each) for each in group), Fraction(0))
    found = [Directed(carrier.id, Aim.KILL_GROUP, ratio * whole)]
    fresh = [each for each in group if not each.unit.crippled]
    if carrier in fresh:
        cripple = sum((factors_to(Aim.CRIPPLE, each) for each in fresh), Fraction(0))
        found.append(Directed(carrier.id, Aim.CRIPPLE_GROUP, ratio * cripple))
    return found


@carries_out("fe", "302.5/afford")
def affordable(attacks: Sequence[Directed], points: Fraction) -> Mapping[str, Directed]:
    """The attacks that so many damage points pay, by id."""
    return {each.id: each for each in attacks if each.price <= points}
