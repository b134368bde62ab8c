"""General damage (302.6): what its owner may give up next, when he may stop, plus and minus points (308.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from flagplot.core.citation import carries_out
from flagplot.fe.combat.directed import Aim, Directed, factors_to, step_count
from flagplot.fe.combat.force import Combatant, Craft, craft_capacity, gces_of
from flagplot.fe.combat.group import group_of, may_cripple, may_destroy
from flagplot.fe.combat.planets import holding, is_battalion, is_planet, may_devastate, points_of
from flagplot.fe.combat.settings import Settings


class Way(StrEnum):
    """How something is given up."""

    CRAFT = "craft"
    STEP = "step"
    CRIPPLE = "cripple"
    DESTROY = "destroy"
    DEVASTATE = "devastate"  # a planet
    TROOPS = "troops"  # a battalion of ground troops
    CRIPPLE_GROUP = "cripple the group"
    DESTROY_GROUP = "destroy the group"


WHOLE = frozenset({Way.CRIPPLE_GROUP, Way.DESTROY_GROUP})


class Loss(NamedTuple):
    """One thing that may be given up: of which unit, how, which craft, and the damage points that it resolves."""

    unit: str
    way: Way
    points: Fraction
    kind: Craft | None = None

    @property
    def id(self) -> str:
        """``kzinti-ff-1 cripple``, ``kzinti-cv-1 craft fighters``."""
        return " ".join((self.unit, self.way, *((self.kind,) if self.kind else ())))


@dataclass(frozen=True)
class Carried:
    """What a side brings over from earlier rounds: points that it over-paid, and points that it still owes."""

    minus: Fraction = Fraction(0)
    plus: Fraction = Fraction(0)


@carries_out("fe", "530.122")
def may_be_lost(kind: Craft, aboard: Mapping[Craft, int]) -> bool:
    """Whether craft of a kind may be given up: the heavy fighters of a unit only behind its standard ones."""
    return aboard.get(kind, 0) > 0 and not (kind is Craft.HEAVY and aboard.get(Craft.FIGHTERS, 0))


@carries_out("fe", "302.61/losses")
def open_losses(
    force: Sequence[Combatant], frozen: frozenset[str], settings: Settings, behind: frozenset[str] = frozenset()
) -> tuple[Loss, ...]:
    """Everything that may be given up now, each with the points that it resolves; frozen units may not, and of units
    ``behind`` the battle force only their craft.

    A base takes steps while it can; of a planet the battalions can be lost, and it can be devastated.
    """
    found: list[Loss] = []
    escorts = [each for each in force if each.carrier]
    for each in force:
        if each.id in frozen:
            continue
        for kind in Craft if each.craft else ():
            if may_be_lost(kind, each.craft):
                points = settings.pf_factors if kind is Craft.PFS else 1
                found.append(Loss(each.id, Way.CRAFT, Fraction(points), kind))
        if each.id in behind or each.is_squadron:
            continue
        steps = step_count(each)
        if is_planet(each):
            if may_devastate(each, force, settings):
                found.append(Loss(each.id, Way.DEVASTATE, Fraction(points_of(each, settings))))
        elif is_battalion(each):
            found.append(Loss(each.id, Way.DESTROY, Fraction(points_of(each, settings))))
        elif steps is not None:
            found.append(Loss(each.id, Way.STEP, steps.points))
        elif not each.unit.crippled and each.unit.type.has_crippled_side:
            if may_cripple(each, escorts):
                found.append(Loss(each.id, Way.CRIPPLE, Fraction(each.unit.type.defence)))
        elif may_destroy(each, escorts):
            found.append(Loss(each.id, Way.DESTROY, Fraction(each.unit.defence)))
    return tuple(found)


@carries_out("fe", "302.614/whole")
def whole_groups(damage: Fraction, force: Sequence[Combatant], frozen: frozenset[str]) -> tuple[Loss, ...]:
    """Groups that may be given up as a whole, to be crippled or destroyed as one: since they could break down, only
    where that makes no minus points.
    """
    found: list[Loss] = []
    escorts = [each for each in force if each.carrier]
    for carrier in force:
        group = group_of(carrier, escorts)
        if len(group) == 1 or any(each.id in frozen for each in group):
            continue
        fresh = [each for each in group if not each.unit.crippled]
        if carrier in fresh:
            points = sum((factors_to(Aim.CRIPPLE, each) for each in fresh), Fraction(0))
            found.append(Loss(carrier.id, Way.CRIPPLE_GROUP, points))
        points = sum((factors_to(Aim.KILL, each) for each in group), Fraction(0))
        found.append(Loss(carrier.id, Way.DESTROY_GROUP, points))
    return tuple(loss for loss in found if loss.points <= damage)


@carries_out("fe", "302.61")
def must_go_on(damage: Fraction, losses: Sequence[Loss]) -> bool:
    """Whether the owner must give up more: not once what is left is less than half of the least that he could."""
    most = 2 * damage
    return damage > 0 and any(loss.points <= most for loss in losses)


@carries_out("fe", "302.61/choice")
def choices(damage: Fraction, losses: Sequence[Loss]) -> tuple[Loss, ...]:
    """What may be given up for so much damage: whatever resolves no more than twice what is left."""
    most = 2 * damage
    return tuple(loss for loss in losses if loss.points <= most)


def to_give_up(
    damage: Fraction,
    force: Sequence[Combatant],
    frozen: frozenset[str],
    settings: Settings,
    behind: frozenset[str] = frozenset(),
) -> tuple[Loss, ...]:
    """What the owner chooses from now; nothing once the stop rule lets him stop."""
    losses = open_losses(force, frozen, settings, behind)
    if not must_go_on(damage, losses):
        return ()
    return (*choices(damage, losses), *whole_groups(damage, force, frozen | behind))


def times(loss: Loss, damage: Fraction, force: Sequence[Combatant]) -> int:
    """How often a loss is taken at once: of craft as many as the damage asks for, of anything else one."""
    if loss.kind is None:
        return 1
    aboard = next(each for each in force if each.id == loss.unit).craft[loss.kind]
    return max(1, min(aboard, int(damage / loss.points)))


def parts_of(loss: Loss, force: Sequence[Combatant]) -> tuple[Loss, ...]:
    """What a loss comes to unit by unit, a group from its escorts on."""
    if loss.way not in WHOLE:
        return (loss,)
    carrier = next(each for each in force if each.id == loss.unit)
    group = [*group_of(carrier, force)[1:], carrier]
    if loss.way is Way.DESTROY_GROUP:
        return tuple(Loss(each.id, Way.DESTROY, factors_to(Aim.KILL, each)) for each in group)
    fresh = [each for each in group if not each.unit.crippled]
    return tuple(Loss(each.id, Way.CRIPPLE, factors_to(Aim.CRIPPLE, each)) for each in fresh)


@carries_out("fe", "302.61/apply")
def give_up(force: Sequence[Combatant], loss: Loss) -> tuple[Combatant, ...]:
    """The force once a loss is taken; what is destroyed is no longer in it."""
    if loss.way in WHOLE:
        for part in parts_of(loss, force):
            force = give_up(force, part)
        return tuple(force)
    found: list[Combatant] = []
    for each in force:
        hit = each if each.id != loss.unit else _damaged(each, loss)
        if hit is not None:
            found.append(hit)
    return tuple(found)


def _damaged(each: Combatant, loss: Loss) -> Combatant | None:
    if loss.way is Way.CRAFT:
        assert loss.kind is not None
        left = each.without(loss.kind, 1)
        return None if each.is_squadron and not any(left.craft.values()) else left
    if loss.way is Way.CRIPPLE:
        return crippled(each)
    if loss.way is Way.STEP:
        return stepped(each)
    if loss.way is Way.DEVASTATE:
        return replace(each, unit=replace(each.unit, crippled=True))
    if loss.way is Way.TROOPS:
        return replace(each, gces=gces_of(each) - 1)
    return None


@carries_out("fe", "302.5/effect")
def directed_losses(attack: Directed, line: Sequence[Combatant]) -> tuple[Loss, ...]:
    """What a directed attack costs its victim, as losses that resolve nothing, since its price has paid them."""
    target = next(each for each in line if each.id == attack.target)
    if attack.aim is Aim.CRAFT:
        return (Loss(target.id, Way.CRAFT, Fraction(0), Craft.HEAVY),) * target.craft[Craft.HEAVY]
    single = {Aim.STEP: Way.STEP, Aim.DEVASTATE: Way.DEVASTATE}.get(attack.aim)
    if single:
        return (Loss(target.id, single, Fraction(0)),)
    way = Way.DESTROY if attack.aim in (Aim.KILL, Aim.KILL_GROUP) else Way.CRIPPLE
    whole = attack.aim in (Aim.KILL_GROUP, Aim.CRIPPLE_GROUP)
    members = reversed(group_of(target, line)) if whole else (target,)
    return tuple(Loss(each.id, way, Fraction(0)) for each in members if way is Way.DESTROY or not each.unit.crippled)


@carries_out("fe", "302.614")
def crippled(combatant: Combatant) -> Combatant:
    """The unit crippled; craft that a cripple cannot operate are lost, and resolve nothing."""
    unit = replace(combatant.unit, crippled=True, sids=0)
    kept = {kind: min(number, craft_capacity(unit, kind)) for kind, number in combatant.craft.items()}
    return replace(combatant, unit=unit, craft=kept)


@carries_out("fe", "308.82/score")
def stepped(base: Combatant) -> Combatant | None:
    """The base with one more step, crippled or (None) destroyed once it has as many as that takes."""
    steps = step_count(base)
    assert steps is not None
    scored = base.unit.sids + 1
    most = steps.destroy if base.unit.crippled else steps.cripple
    if scored < (most or 0):
        return replace(base, unit=replace(base.unit, sids=scored))
    return None if base.unit.crippled else crippled(base)


@carries_out("fe", "308.2/minus")
def less_minus(damage: int, carried: Carried) -> tuple[Fraction, Carried]:
    """The damage less what was over-paid before (5-4E), and what is left of that for later."""
    used = min(carried.minus, Fraction(damage))
    return damage - used, replace(carried, minus=carried.minus - used)


@carries_out("fe", "308.2/plus")
def with_plus(damage: Fraction, carried: Carried) -> tuple[Fraction, Carried]:
    """The damage left for the owner to resolve with what he still owes (5-5D); that is then paid for no more."""
    return damage + carried.plus, replace(carried, plus=Fraction(0))


@carries_out("fe", "308.2/carry", "308.25")
def carry_over(damage: Fraction, carried: Carried, survivors: Sequence[Combatant]) -> Carried:
    """What is carried on once a side has resolved its damage: ``damage`` is what is left, below 0 what was over-paid.

    Where nobody survives there is nothing to carry; nor where bare planets alone do.
    """
    if not holding(survivors):
        return Carried()
    if damage < 0:
        return replace(carried, minus=carried.minus - damage)
    return replace(carried, plus=carried.plus + damage)


def craft_of(force: Sequence[Combatant]) -> Mapping[Craft, int]:
    """All craft of a force by kind, none left out that it has."""
    total: dict[Craft, int] = {}
    for each in force:
        for kind, number in each.craft.items():
            if number:
                total[kind] = total.get(kind, 0) + number
    return total
