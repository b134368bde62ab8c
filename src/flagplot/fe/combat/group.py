"""Carrier groups (515): how many escorts a carrier has, and in which order the members of a group are lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults
from flagplot.fe.calendar import Date
from flagplot.fe.combat.force import Combatant
from flagplot.fe.units.category import Category
from flagplot.fe.units.fighters import Escorting, nvh_modes
from flagplot.fe.units.police import refuse_escorts
from flagplot.fe.units.ship import Unit

ESCORTS = {2: (3, 4), 3: (2, 3), 4: (1, 2)}
"""Escorts that a carrier of a size class has, and may have."""

AD_HOC_X_LOSS = 2
SMALL = 4
NVH = "NVH"


@carries_out("fe", "549.314")
def may_be_escorted(unit: Unit) -> bool:
    """Whether a unit may have escorts: carriers and tenders for PFs, auxiliary ones too; no others, such as drone
    ships.
    """
    return unit.type.is_carrier or unit.type.pfs > 0


@carries_out("fe", "515.0/size")
def escorts_of(carrier: Unit) -> tuple[int, int]:
    """How many escorts a carrier needs and how many it may have; a police carrier none to two (531.45), and a tender
    needs none.
    """
    if carrier.type.category is Category.POLICE:
        return (0, 2)
    least, most = ESCORTS.get(carrier.type.size_class, (0, 0))
    return (least if carrier.type.is_carrier else 0, most)


@carries_out("fe", "515.0/size")
def refuse_group(carrier: Unit, escorts: Sequence[Unit], available: int, where: str, faults: Faults) -> None:
    """Refuse a group with too many escorts, too few while ``available`` ships could escort, or none of size class 4."""
    rule = Citation("fe", "515.0/size")
    least, most = escorts_of(carrier)
    if carrier.type.category is Category.POLICE:
        refuse_escorts([escort.type.size_class for escort in escorts], where, faults)
    elif not may_be_escorted(carrier):
        message = f"{carrier.type.designator} is neither a carrier nor a tender"
        rule, mend = Citation("fe", "549.314"), "Choose a unit with fighters or PFs."
        faults.add("no-carrier", where, message, mend=mend, citation=rule)
    elif len(escorts) > most:
        message = f"{carrier.type.designator} has {most} escorts at most, and {len(escorts)} are given"
        mend = f"Take {len(escorts) - most} out of the group."
        faults.add("too-many-escorts", where, message, gap=f"{len(escorts) - most} over", mend=mend, citation=rule)
    elif len(escorts) < min(least, available):
        short = min(least, available) - len(escorts)
        message = f"{carrier.type.designator} needs {least} escorts, and {len(escorts)} are given"
        faults.add("too-few-escorts", where, message, gap=f"{short} short", mend="Assign more.", citation=rule)
    elif escorts and not any(escort.type.size_class == SMALL for escort in escorts):
        message = f"no escort of {carrier.type.designator} is of size class {SMALL}"
        faults.add("no-small-escort", where, message, gap="1 short", mend="Exchange one for a frigate.", citation=rule)


@carries_out("fe", "527.21/alone")
def refuse_lone_carrier(carrier: Unit, date: Date | None, available: int, where: str, faults: Faults) -> None:
    """Refuse an NVH without escorts before it may be a single-ship carrier, while ``available`` ships could escort it.

    What it is at the start of the combat phase it stays. Other carriers may go alone.
    """
    if carrier.type.designator != NVH or not available:
        return
    rule = Citation("fe", "527.21/alone")
    if date is None:
        message = f"whether {carrier.id} may go without escorts depends on the date of the turn"
        faults.add("no-date", where, message, mend="Give the date, or escorts.", citation=rule)
    elif Escorting.SINGLE not in nvh_modes(date):
        least = escorts_of(carrier)[0]
        message = f"until Spring Y180 an NVH is escorted as a medium carrier, and it is {date}"
        faults.add("too-few-escorts", where, message, gap=f"{least} short", mend="Assign escorts.", citation=rule)


@carries_out("fe", "515.34")
def escort_attack(escort: Unit, carrier: Unit) -> int:
    """The attack factor of a ship as an escort: an X-ship without the escort symbol loses two, down to none.

    A police ship that escorts a police carrier loses nothing; what other ships lose is on their ship table.
    """
    if escort.type.category is Category.POLICE and carrier.type.category is Category.POLICE:
        return escort.attack
    if escort.type.x_ship and not escort.type.escort:
        return max(escort.attack - AD_HOC_X_LOSS, 0)
    return escort.attack


@carries_out("fe", "308.122/order")
def may_cripple(target: Combatant, force: Sequence[Combatant]) -> bool:
    """Whether a unit may be crippled by itself: a carrier only once all of its escorts are crippled."""
    return all(each.unit.crippled for each in force if each.carrier == target.id)


@carries_out("fe", "308.122/order")
def may_destroy(target: Combatant, force: Sequence[Combatant]) -> bool:
    """Whether a unit may be destroyed by itself: a carrier only once none of its escorts is left."""
    return not any(each.carrier == target.id for each in force)


@carries_out("fe", "515.15/alone")
def unattached(units: Iterable[Combatant]) -> tuple[Combatant, ...]:
    """The units, those that escort a carrier which is not among them by themselves."""
    found = tuple(units)
    there = {each.id for each in found}
    return tuple(replace(each, carrier="") if each.carrier and each.carrier not in there else each for each in found)


@carries_out("fe", "308.122/whole")
def group_of(target: Combatant, force: Sequence[Combatant]) -> tuple[Combatant, ...]:
    """The carrier with all of its escorts, or the unit alone where it has none."""
    return (target, *(each for each in force if each.carrier == target.id))
