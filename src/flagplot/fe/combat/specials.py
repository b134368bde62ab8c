"""What some units do in a round of their own: X-bases, ships subject to shock, captured ships, maulers."""

from __future__ import annotations

from collections.abc import Mapping

from flagplot.core.citation import carries_out
from flagplot.fe.combat.force import Combatant
from flagplot.fe.units.ship import Unit


@carries_out("fe", "523.44")
def chooses_last(unit: Unit) -> bool:
    """Whether a unit sets its electronic warfare once the enemy has shown his: an X-base, by its kind or its code."""
    return unit.type.is_base and (unit.type.x_ship or unit.type.designator.upper().endswith("X"))


def is_x(unit: Unit) -> bool:
    """Whether a unit is an X-ship or an X-base."""
    return unit.type.x_ship or chooses_last(unit)


@carries_out("fe", "311.2/who")
def announces_factors(unit: Unit) -> bool:
    """Whether a unit says how many of its attack factors it uses: one that is subject to shock and no mauler."""
    return unit.type.shock and not unit.type.mauler and unit.attack > 0


@carries_out("fe", "311.2")
def factors_used(each: Combatant, attack: int, announced: Mapping[str, int]) -> int:
    """The attack factors of a unit, no more than it has announced."""
    return min(attack, announced.get(each.id, attack))


@carries_out("fe", "305.21", "534.243")
def own_roll_bonuses(*, captured_ship: bool, war_plans: bool) -> dict[str, tuple[int, str]]:
    """What is added to a side's own result, with the rule that says so: one for each use."""
    every = {"captured ship": (int(captured_ship), "305.21"), "war plans": (int(war_plans), "534.243")}
    return {name: part for name, part in every.items() if part[0]}


@carries_out("fe", "308.47")
def may_capture_by_mauler(*, usable: bool, used: bool) -> bool:
    """Whether a mauler makes a capture attempt of its own: if it could direct damage now, and has not."""
    return usable and not used
