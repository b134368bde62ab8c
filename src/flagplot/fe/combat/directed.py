"""Directed damage (302.5): what may be aimed at, to what end, and what each costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults
from flagplot.fe.combat.charts.bases import Steps, directed_rate, refuse_steps, steps_of
from flagplot.fe.combat.force import BattleForce, Combatant, Craft, Place
from flagplot.fe.combat.group import group_of, may_cripple, may_destroy
from flagplot.fe.combat.places import stands_behind
from flagplot.fe.combat.planets import battalions_of, is_battalion, is_planet, may_devastate, points_of
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
    CRAFT = "heavy fighters"  # all of a unit (530.122)
    DEVASTATE = "devastate"  # a planet


class Directed(NamedTuple):
    """One directed attack that could be made: the unit, to what end, and how often which factors are paid for it."""

    target: str
    aim: Aim
    ratio: int
    factors: tuple[Fraction, ...]

    @property
    def price(self) -> Fraction:
        """Its price in damage points."""
        return self.ratio * sum(self.factors, Fraction(0))

    @property
    def reckoning(self) -> str:
        """How the price comes about: ``3 × (6 + 3)``."""
        added = " + ".join(map(str, self.factors))
        return f"{self.ratio} × ({added})" if len(self.factors) > 1 else f"{self.ratio} × {added}"

    @property
    def id(self) -> str:
        """``kzinti-ff-1 kill``."""
        return f"{self.target} {self.aim.value}"


@carries_out("fe", "302.5/price", "549.313")
def points_a_factor(place: Place, settings: Settings, options: Options, *, mauler: bool) -> int:
    """Damage points for each factor of defence: two, one by a mauler; three behind the battle force, and what the table
    has set in the formation box, whoever aims.
    """
    if place is Place.FORMATION:
        return settings.formation_price
    if stands_behind(place, options):
        return ECHELON
    return MAULED if mauler else PLAIN


@carries_out("fe", "302.5/kill")
def sides_to(aim: Aim, target: Combatant) -> tuple[Fraction, ...]:
    """The factors of defence that crippling or killing a unit must pay: its side that is up, and the crippled one too.

    A unit that is a cripple already, or has no crippled side, costs only the side that is up.
    """
    own = target.unit
    if aim is Aim.KILL and not own.crippled and own.type.has_crippled_side:
        return Fraction(own.type.defence), Fraction(own.type.crippled_defence)
    return (Fraction(own.defence),)


def factors_to(aim: Aim, target: Combatant) -> Fraction:
    """The same factors in all."""
    return sum(sides_to(aim, target), Fraction(0))


@carries_out("fe", "302.5")
def directed_attacks(
    force: BattleForce, frozen: frozenset[str], options: Options, settings: Settings, *, mauler: bool
) -> tuple[Directed, ...]:
    """Every directed attack that the rules allow against a battle force, at its price, dear ones included.

    A frozen unit cannot be aimed at (312.212), nor a squadron, which has no defence; heavy fighters of any unit can. A
    carrier is open only behind its escorts, or with them as a whole; a planet once it may be devastated.
    """
    found: list[Directed] = []
    escorts = [each for each in force.units if each.carrier]
    for each in force.units:
        if each.id in frozen:
            continue
        heavy = each.craft.get(Craft.HEAVY, 0)
        if heavy:
            found.append(Directed(each.id, Aim.CRAFT, PLAIN, (Fraction(heavy),)))
        if each.is_squadron:
            continue
        ratio = points_a_factor(force.place(each.id), settings, options, mauler=mauler)
        steps = step_count(each)
        if is_planet(each):
            if may_devastate(each, force.units, settings):
                found.append(Directed(each.id, Aim.DEVASTATE, ratio, (Fraction(points_of(each, settings)),)))
            continue
        if is_battalion(each):
            found.append(Directed(each.id, Aim.KILL, ratio, (Fraction(points_of(each, settings)),)))
            continue
        if steps is not None:
            times, points = directed_rate(steps, options, mauler=mauler)
            found.append(Directed(each.id, Aim.STEP, times, (points,)))
            continue
        if not each.unit.crippled and each.unit.type.has_crippled_side and may_cripple(each, escorts):
            found.append(Directed(each.id, Aim.CRIPPLE, ratio, sides_to(Aim.CRIPPLE, each)))
        if may_destroy(each, escorts):
            found.append(Directed(each.id, Aim.KILL, ratio, sides_to(Aim.KILL, each)))
        if not any(member.id in frozen for member in group_of(each, escorts)):
            found += _on_groups(each, escorts, ratio)
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
def _on_groups(carrier: Combatant, escorts: Sequence[Combatant], ratio: int) -> list[Directed]:
    """Directed attacks on a carrier with all of its escorts, where it has any."""
    group = group_of(carrier, escorts)
    if len(group) == 1:
        return []
    whole = tuple(factors for each in group for factors in sides_to(Aim.KILL, each))
    found = [Directed(carrier.id, Aim.KILL_GROUP, ratio, whole)]
    fresh = [each for each in group if not each.unit.crippled]
    if carrier in fresh:
        cripple = tuple(factors for each in fresh for factors in sides_to(Aim.CRIPPLE, each))
        found.append(Directed(carrier.id, Aim.CRIPPLE_GROUP, ratio, cripple))
    return found


def conceivable(force: BattleForce) -> Iterator[tuple[str, Aim]]:
    """Every unit of a force with every end that damage could be directed to, whatever the rules say of it."""
    for each in force.units:
        if is_planet(each):
            yield each.id, Aim.DEVASTATE
            continue
        yield from ((each.id, aim) for aim in (Aim.CRIPPLE, Aim.KILL))
        if each.unit.type.is_base:
            yield each.id, Aim.STEP
        if each.craft.get(Craft.HEAVY):
            yield each.id, Aim.CRAFT
        if len(group_of(each, force.units)) > 1:
            yield from ((each.id, aim) for aim in (Aim.CRIPPLE_GROUP, Aim.KILL_GROUP))


@carries_out("fe", "302.5/refused")
def refuse_aim(
    target: str,
    aim: Aim,
    force: BattleForce,
    attacks: Sequence[Directed],
    frozen: frozenset[str],
    points: Fraction,
    faults: Faults,
) -> None:
    """Refuse a directed attack that is not among the possible ones, or that so many points do not pay."""
    found = next((each for each in attacks if (each.target, each.aim) == (target, aim)), None)
    if found is None:
        hit = next(each for each in force.units if each.id == target)
        _say_why(hit, aim, force, frozen, faults)
    elif found.price > points:
        message = f"{target} {aim.value} takes {found.price} points, and {points} are scored"
        gap, mend = f"{found.price - points} short", "Aim at what costs less, or leave the points to their owner."
        faults.add("too-dear", target, message, gap=gap, mend=mend, citation=Citation("fe", "302.5/price"))


def _say_why(hit: Combatant, aim: Aim, force: BattleForce, frozen: frozenset[str], faults: Faults) -> None:
    """Why a unit is open to no attack of this kind."""
    group = group_of(hit, force.units)
    steps = steps_of(hit.unit.type.designator, hit.id, Faults()) if hit.unit.type.is_base else None
    if hit.id in frozen or (len(group) > 1 and any(each.id in frozen for each in group)):
        message = f"{hit.id} is in stasis, and nothing there is aimed at"
        faults.add("frozen", hit.id, message, mend="Aim at another unit.", citation=Citation("fe", "312.212"))
    elif is_planet(hit):
        battalions = ", ".join(each.id for each in battalions_of(hit, force.units))
        reason = f"is defended by {battalions}" if battalions else "is devastated already"
        mend = "Aim at them first." if battalions else "Aim at another unit."
        faults.add(
            "no-devastation", hit.id, f"{hit.id} {reason}", mend=mend, citation=Citation("fe", "508.2/devastation")
        )
    elif hit.is_squadron:
        message, mend = f"{hit.id} is a squadron, which has no defence", "Aim at a unit, or at heavy fighters."
        faults.add("no-defence", hit.id, message, mend=mend, citation=Citation("fe", "302.5"))
    elif aim is Aim.STEP and steps is not None:
        refuse_steps(steps, 1, hit.id, faults, crippled=hit.unit.crippled)
    elif step_count(hit) is not None:
        message = f"{hit.id} is a base, which directed damage marks step by step"
        mend = f"Aim at '{hit.id} {Aim.STEP.value}'."
        faults.add("by-steps", hit.id, message, mend=mend, citation=Citation("fe", "308.811"))
    elif aim is Aim.STEP:
        message = f"the steps of {hit.id} are not in the data"
        mend = f"Aim at '{hit.id} {Aim.KILL.value}'."
        faults.add("not-in-the-data", hit.id, message, mend=mend, citation=Citation("fe", "308.811/side"))
    elif hit.unit.crippled and aim in (Aim.CRIPPLE, Aim.CRIPPLE_GROUP):
        mend = f"Aim at '{hit.id} {Aim.KILL.value}'."
        rule = Citation("fe", "302.5/kill")
        faults.add("crippled-already", hit.id, f"{hit.id} is crippled already", mend=mend, citation=rule)
    elif aim is Aim.CRIPPLE and not hit.unit.type.has_crippled_side:
        mend = f"Aim at '{hit.id} {Aim.KILL.value}'."
        rule = Citation("fe", "302.5/kill")
        faults.add("no-crippled-side", hit.id, f"{hit.id} has no crippled side", mend=mend, citation=rule)
    else:
        standing = [each.id for each in group[1:] if aim is Aim.KILL or not each.unit.crippled]
        word = "gone" if aim is Aim.KILL else "crippled"
        message = f"{hit.id} stands behind {', '.join(standing)}, not {word} yet"
        mend = f"Aim at them, or at '{hit.id} {aim.value} the group'."
        gap = f"{len(standing)} escorts too many"
        faults.add("behind-escorts", hit.id, message, gap=gap, mend=mend, citation=Citation("fe", "308.122/order"))


@carries_out("fe", "302.5/afford")
def affordable(attacks: Sequence[Directed], points: Fraction) -> Mapping[str, Directed]:
    """The attacks that so many damage points pay, by id."""
    return {each.id: each for each in attacks if each.price <= points}
