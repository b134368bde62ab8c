"""Leaving a hex: withdrawal before combat (302.1), who is pursued and who pursues (307), slow units (302.742)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults
from flagplot.fe.combat.force import Combatant, command_limit, ship_equivalents, standing
from flagplot.fe.combat.settings import BOTH, PURSUER, Settings
from flagplot.fe.options import Options
from flagplot.fe.units.auxiliaries import may_leave_before_combat, retreats_as_slow, work_of
from flagplot.fe.units.category import Category
from flagplot.fe.units.kinds import is_ship, is_slow

UNCRIPPLED = 3


def retreats_slowly(combatant: Combatant, options: Options) -> bool:
    """Whether a unit retreats as a slow one: by its ship table, or because all of its kind do (756.1)."""
    own = combatant.unit.type
    if own.category is Category.AUXILIARY:
        return own.slow or retreats_as_slow(work_of(own), options)
    return own.slow or is_slow(own.category, towed=bool(combatant.towed_by))


@carries_out("fe", "302.1/part")
def refuse_withdrawal(
    leaving: Sequence[Combatant], staying: Sequence[Combatant], settings: Settings, where: str, faults: Faults
) -> None:
    """Refuse to withdraw a larger part of a force than the table has set, in ship equivalents, and who may not at all.

    A force may always withdraw as a whole, be it that units stay behind which cannot.
    """
    rule = Citation("fe", "302.1/part")
    refuse_to_go(leaving, where, faults)
    gone, left = ship_equivalents(leaving), ship_equivalents(staying)
    most = settings.withdrawal_part * (gone + left)
    if any(may_withdraw(each) for each in staying) and gone > most:
        message = f"{gone} of {gone + left} ship equivalents leave; of a force that divides {most} may"
        faults.add("too-many-leave", where, message, gap=f"{gone - most} over", mend="Let more stay.", citation=rule)


@carries_out("fe", "302.1/who")
def may_withdraw(combatant: Combatant) -> bool:
    """Whether a unit may leave before combat: no auxiliary (549.212), and nothing that cannot leave the hex at all."""
    auxiliary = combatant.unit.type.category in (Category.AUXILIARY, Category.SPECIAL_ATTACK_FORCE)
    return may_leave_before_combat(auxiliary=auxiliary) and not standing(combatant)


@carries_out("fe", "302.1/who")
def refuse_to_go(units: Iterable[Combatant], where: str, faults: Faults) -> None:
    """Refuse units that may not leave before combat."""
    for each in units:
        if not may_withdraw(each):
            fixed = standing(each)
            message = f"{each.id} {'cannot leave the hex' if fixed else 'is an auxiliary, and does not withdraw'}"
            rule = Citation("fe", "302.1/who" if fixed else "549.212")
            faults.add("cannot-withdraw", where, message, mend="Let it stay.", citation=rule)


def slow_units(retreating: Sequence[Combatant], options: Options) -> tuple[Combatant, ...]:
    """The units of a retreat that are slow."""
    return tuple(each for each in retreating if retreats_slowly(each, options))


class Pursued(NamedTuple):
    """Who must and who may be in the force that is pursued, and how many uncrippled ships it may hold."""

    must: tuple[str, ...]
    may: tuple[str, ...]
    uncrippled: int


def _fleeing(retreating: Sequence[Combatant], options: Options) -> list[Combatant]:
    """The units that retreat as ships do."""
    return [each for each in retreating if not retreats_slowly(each, options) and not standing(each)]


@carries_out("fe", "307.3/mixed")
def mixed_groups(retreating: Sequence[Combatant], options: Options) -> tuple[str, ...]:
    """The carriers of groups that have cripples and healthy units, and so may drop the cripples."""
    groups: dict[str, set[bool]] = {}
    for each in _fleeing(retreating, options):
        groups.setdefault(each.carrier or each.id, set()).add(each.unit.crippled)
    return tuple(carrier for carrier, states in groups.items() if len(states) > 1)


@carries_out("fe", "307.3")
def pursued_force(
    retreating: Sequence[Combatant],
    rating: int,
    options: Options,
    *,
    dropping: Collection[str] = (),
    admiral: bool = False,
    saved: int = 0,
) -> Pursued:
    """The force that is pursued: every cripple, the rest of a group that has one, and uncrippled ships.

    Of those three may come along whatever the flagship's rating, more as far as its limit goes. ``dropping`` are the
    carriers of mixed groups that drop their cripples, so that the healthy part gets away; ``saved`` what battle groups
    save against command.
    """
    fast = _fleeing(retreating, options)
    cripples = [each for each in fast if each.unit.crippled]
    marked = {each.carrier or each.id for each in cripples} - set(dropping)
    tied = [each for each in fast if not each.unit.crippled and (each.carrier or each.id) in marked]
    must = (*cripples, *tied)
    may = tuple(each.id for each in fast if each not in must)
    room = command_limit(rating, admiral=admiral) + saved - len(must)
    return Pursued(tuple(each.id for each in must), may, max(UNCRIPPLED, room) if cripples else 0)


@carries_out("fe", "307.3/limit")
def refuse_along(
    force: Sequence[Combatant],
    must: Collection[str],
    where: str,
    faults: Faults,
    *,
    admiral: bool = False,
    saved: int = 0,
) -> None:
    """Refuse more than three uncrippled ships that come along where nobody in the force leads so many.

    The pursued force is led by one of its own, so that a ship that gets away lends it no rating.
    """
    along = sum(1 for each in force if each.id not in must)
    most = command_limit(max(each.unit.type.command for each in force), admiral=admiral) + saved
    over = min(along - UNCRIPPLED, len(force) - most)
    if over > 0:
        message = f"{along} uncrippled ships come along, and the force of {len(force)} leads {most}"
        rule, mend = Citation("fe", "307.3/limit"), f"Let {over} get away, or let a better flagship come along."
        faults.add("too-many-along", where, message, gap=f"{over} over", mend=mend, citation=rule)


@carries_out("fe", "307.4")
def may_direct_in_pursuit(settings: Settings, *, pursuing: bool) -> bool:
    """Whether a side may direct damage in a pursuit, of whose exceptions the sequence gives the number alone."""
    return settings.pursuit_directed == BOTH or (pursuing and settings.pursuit_directed == PURSUER)


@carries_out("fe", "302.742/added")
def refuse_slow_force(force: Sequence[Combatant], before: int, where: str, faults: Faults) -> None:
    """Refuse to add to the ``before`` attackers of slow units beyond what their flagship leads."""
    most = max(command_limit(max(each.unit.type.command for each in force)), before)
    over = len(force) - most
    if over > 0:
        message = f"{len(force)} ships attack slow units, and their flagship leads {most}"
        rule = Citation("fe", "302.742/added")
        faults.add("too-many-ships", where, message, gap=f"{over} over", mend=f"Leave {over} out.", citation=rule)


@carries_out("fe", "307.0/pursuers")
def refuse_pursuers(
    pursuers: Sequence[Combatant], options: Options, settings: Settings, where: str, faults: Faults
) -> None:
    """Refuse more pursuers than may pursue, slow units, and what is no ship."""
    rule = Citation("fe", "307.0/pursuers")
    wrong = [each.id for each in pursuers if retreats_slowly(each, options) or not is_ship(each.unit.type.category)]
    if wrong:
        message = f"slow units and what is no ship never pursue: {', '.join(wrong)}"
        faults.add("cannot-pursue", where, message, mend="Choose ships.", citation=rule)
    over = len(pursuers) - settings.pursuers
    if over > 0:
        message = f"{len(pursuers)} ships pursue, and {settings.pursuers} may"
        faults.add("too-many-pursuers", where, message, gap=f"{over} over", mend=f"Leave {over} out.", citation=rule)
