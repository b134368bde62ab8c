"""Small-scale combat (310) between two battle forces: what bears on each roll, and what a casualty may take."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from flagplot.core.citation import carries_out
from flagplot.fe.combat.allocation import Loss, Way, open_losses
from flagplot.fe.combat.charts.intensity import demand_of
from flagplot.fe.combat.charts.small_scale import SmallForce
from flagplot.fe.combat.force import SQUADRON, BattleForce, Combatant, Craft
from flagplot.fe.combat.leaving import retreats_slowly
from flagplot.fe.combat.settings import Settings, Steps
from flagplot.fe.options import Options
from flagplot.fe.units.kinds import is_ship

NOTHING = Fraction(0)
RETREAT = "retreat"


@carries_out("fe", "310.0/force")
def small_force(own: BattleForce, enemy: BattleForce, options: Options) -> SmallForce:
    """What bears on a side's roll out of both battle forces; fighting retreats and what is entered are left open."""
    return SmallForce(
        defence=max(each.unit.defence for each in own.units),
        enemy_defence=max(each.unit.defence for each in enemy.units),
        x_ship=any(each.unit.type.x_ship for each in own.units),
        mauler_with_consorts=has_mauler_with_consorts(own, options),
        slow_unit=any(retreats_slowly(each, options) for each in own.units),
        enemy_fast_or_x=any(each.unit.type.x_ship or each.unit.type.fast for each in enemy.units),
    )


@carries_out("fe", "310.0/mauler")
def has_mauler_with_consorts(force: BattleForce, options: Options) -> bool:
    """Whether a force has an uncrippled mauler and the consorts that the chart of weapons asks for."""
    maulers = [each for each in force.units if each.unit.type.mauler and not each.unit.crippled]
    others = sum(1 for each in force.units if is_ship(each.unit.type.category)) - 1
    return bool(maulers) and others >= demand_of("mauler", options).consorts


@carries_out("fe", "310.0/steps")
def modifier_at(steps: Steps, difference: Fraction) -> int:
    """What a table's steps give at a difference: the one furthest from none that it reaches on its own side."""
    reached = [step for step in steps if 0 < step[0] <= difference or difference <= step[0] < 0]
    return max(reached, key=lambda step: abs(step[0]))[1] if reached else 0


@carries_out("fe", "310.0/retreat")
def may_take_retreat(*, taken: bool, pursuit: bool, able: bool) -> bool:
    """Whether a casualty may be taken as the retreat of its force: once a hex, in no pursuit, by who can leave."""
    return able and not taken and not pursuit


class Casualty(NamedTuple):
    """One way to take a casualty: the unit that pays (empty for craft of the force), how, and what it loses."""

    unit: str
    way: Way
    losses: tuple[Loss, ...]

    @property
    def id(self) -> str:
        """``ca-1 cripple``, ``craft fighters``."""
        kind = self.losses[0].kind
        return f"{self.way.value} {kind.value}" if kind else f"{self.unit} {self.way.value}"


@carries_out("fe", "310.0/take")
def ways_to_take(
    line: Sequence[Combatant], settings: Settings, behind: frozenset[str] = frozenset()
) -> tuple[Casualty, ...]:
    """Everything that one casualty may take: a unit crippled, a cripple destroyed, a step of a base, so many ship
    equivalents of craft of one kind, or where there is nothing else the craft that are left of one; of units ``behind``
    the battle force only craft.
    """
    open_now = [loss._replace(points=NOTHING) for loss in open_losses(line, frozenset(), settings, behind)]
    found = [Casualty(loss.unit, loss.way, (loss,)) for loss in open_now if loss.kind is None]
    aboard = {each.id: each.craft for each in line}
    rest: list[Casualty] = []
    for kind in Craft:
        wanted = _wanted(kind, settings)
        every = [loss for loss in open_now if loss.kind is kind for _ in range(aboard[loss.unit][kind])]
        if every:
            (found if len(every) >= wanted else rest).append(Casualty("", Way.CRAFT, tuple(every[:wanted])))
    return tuple(found or rest)


def _wanted(kind: Craft, settings: Settings) -> int:
    """How many craft of a kind pay for a casualty."""
    exact = settings.small_craft * SQUADRON[kind]
    return max(1, -(-exact.numerator // exact.denominator))
