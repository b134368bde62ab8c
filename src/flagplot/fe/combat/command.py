"""What counts against the command of a flagship: slots of units, groups and squadrons, command points, least force."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults
from flagplot.fe.combat.force import OUTSIDE, BattleForce, Combatant, Place, command_limit, standing
from flagplot.fe.combat.settings import Settings
from flagplot.fe.options import Options
from flagplot.fe.units import auxiliaries, police
from flagplot.fe.units.category import Category
from flagplot.fe.units.fighters import command_equivalents


@carries_out("fe", "308.9")
def refuse_command_points(points: int, available: int, round_: int, where: str, faults: Faults) -> None:
    """Refuse command points that there are not, and any behind the first round of a hex."""
    rule = Citation("fe", "308.9")
    if points and round_ > 1:
        message = f"command points are spent in the first round alone, and this is round {round_}"
        faults.add("late-command-points", where, message, gap=f"{points} over", mend="Spend none.", citation=rule)
    elif points > available:
        message = f"{points} command points are spent, and there are {available}"
        gap, mend = f"{points - available} short", f"Spend {available} at most."
        faults.add("too-few-command-points", where, message, gap=gap, mend=mend, citation=rule)


@carries_out("fe", "302.3/slots")
def slots(force: BattleForce, settings: Settings, options: Options) -> int:
    """How many of the units that its flagship leads a battle force comes to.

    What cannot leave, and units outside the command, do not count; a battle group counts as a smaller one; squadrons
    that fight apart from their hosts count each.
    """
    led = {each.id for each in force.units if _is_led(each, force)}
    return len(led) + squadrons_apart(force, options) - saved_by_groups(led, force.battle_groups, settings)


def saved_by_groups(led: Set[str], groups: Iterable[frozenset[str]], settings: Settings) -> int:
    """How many slots battle groups save among units that are led."""
    return sum(len(group & led) - group_slots(len(group & led), settings) for group in groups)


def _is_led(each: Combatant, force: BattleForce) -> bool:
    return force.place(each.id) not in OUTSIDE and not standing(each) and not each.is_squadron


@carries_out("fe", "302.3/squadrons")
def counts_apart(each: Combatant, place: Place, options: Options) -> bool:
    """Whether the squadrons of a unit count against command: those that came without a host, and as the table reads it
    those that fight forward of a host in the support echelon.
    """
    return each.is_squadron or (place is Place.ECHELON and options["echelon-command"] == "counted")


def squadrons_apart(force: BattleForce, options: Options) -> int:
    """Slots of all squadrons that count against command."""
    return sum(
        command_equivalents(kind.value, number)
        for each in force.units
        if each.craft and counts_apart(each, force.place(each.id), options)
        for kind, number in each.craft.items()
    )


@carries_out("fe", "302.3/size")
def refuse_size(force: BattleForce, settings: Settings, options: Options, where: str, faults: Faults) -> None:
    """Refuse a battle force that is larger than its flagship leads."""
    own = force.leader.type
    most = command_limit(own.command, command_points=force.command_points, admiral=force.admiral)
    count = slots(force, settings, options)
    if count > most:
        message = f"{own.designator} leads {most} units, itself included, and there are {count}"
        rule, mend = Citation("fe", "302.3/size"), f"Leave {count - most} out."
        faults.add("too-many-ships", where, message, gap=f"{count - most} over", mend=mend, citation=rule)


@carries_out("fe", "302.36")
def refuse_minimum(force: BattleForce, available: int, settings: Settings, where: str, faults: Faults) -> None:
    """Refuse a battle force that is too small for its flagship's rating while ``available`` units could fill it.

    Hosts that stay in the support echelon do not fill it.
    """
    wanted = settings.minimum_force * force.leader.type.command
    least = min(-(-wanted.numerator // wanted.denominator), available)
    count = len(force.units) - len(force.at(Place.ECHELON))
    if count < least:
        message = f"{count} of {available} units are chosen, and {least} must fight"
        rule, gap = Citation("fe", "302.36"), f"{least - count} short"
        faults.add("too-few-ships", where, message, gap=gap, mend="Add units that are there.", citation=rule)


@carries_out("fe", "315.0/slots")
def group_slots(members: int, settings: Settings) -> int:
    """How many units a battle group of so many counts as: what the table has settled, never more than it has."""
    return members if settings.battle_group is None else min(members, settings.battle_group)


@carries_out("fe", "315.0/members")
def refuse_battle_group(members: Sequence[Combatant], settings: Settings, where: str, faults: Faults) -> None:
    """Refuse a battle group where the table has not settled what it counts as, and members that no group has: bases,
    squadrons, police ships, auxiliaries and members of a carrier group.
    """
    rule = Citation("fe", "315.0/members")
    if settings.battle_group is None:
        message = "how many units a battle group counts as is not in the data, see rule 315"
        mend = "Settle 'battle-group-slots' before the battle."
        faults.add("not-in-the-data", where, message, mend=mend, citation=Citation("fe", "315.0/slots"))
    for each in members:
        category, place = each.unit.type.category, f"{where}, {each.id}"
        if category is Category.POLICE:
            police.refuse_use("battle-group", place, faults)
        elif category is Category.AUXILIARY:
            auxiliaries.refuse_use("battle-group", place, faults)
        elif category is not Category.SHIP or each.carrier:
            message = f"{each.id} is {'in a carrier group' if each.carrier else 'no ship'}"
            faults.add("not-for-groups", place, message, mend="Choose other ships.", citation=rule)
