"""Ground assaults (521): who may take part, against what, what bears on an attack, how its casualties are paid."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from flagplot.core.citation import carries_out
from flagplot.core.refusal import Faults
from flagplot.fe.combat.allocation import Loss, Way
from flagplot.fe.combat.charts.assaults import GroundModifiers, GroundResult
from flagplot.fe.combat.charts.bases import refuse_steps
from flagplot.fe.combat.directed import step_count
from flagplot.fe.combat.force import Combatant, gces_of, standing
from flagplot.fe.combat.planets import battalions_of, is_planet
from flagplot.fe.options import Options
from flagplot.fe.units.category import Category

NOTHING = Fraction(0)


class Attack(NamedTuple):
    """One battalion of troops that attacks: the ship that it comes from, its number there, the target, the ship of the
    battalion that supports it (empty for none), and whether its own ship lands.
    """

    ship: str
    number: int
    target: str
    support: str = ""
    landed: bool = False

    @property
    def id(self) -> str:
        """``cl-1/2``."""
        return f"{self.ship}/{self.number}"


@carries_out("fe", "521.3/eligible")
def may_assault(each: Combatant, frozen: Collection[str]) -> bool:
    """Whether a unit of the battle force may take part in an assault: it has troops, moves, and isn't frozen.

    The troops of a special attack force go with it alone (520).
    """
    if each.unit.type.category is Category.SPECIAL_ATTACK_FORCE:
        return False
    return gces_of(each) > 0 and not standing(each) and each.id not in frozen


@carries_out("fe", "521.3/targets")
def assault_targets(line: Sequence[Combatant]) -> tuple[Combatant, ...]:
    """What may be assaulted of a battle force: planets with battalions, bases that take steps, and whatever stays where
    it is and has ground troops.
    """

    def open_(each: Combatant) -> bool:
        if is_planet(each) and battalions_of(each, line):
            return True
        return step_count(each) is not None or (standing(each) and gces_of(each) > 0)

    return tuple(each for each in line if open_(each))


@carries_out("fe", "521.3/bearing")
def bearing_on(
    ship: Combatant,
    target: Combatant,
    line: Sequence[Combatant],
    lost: Sequence[Combatant],
    *,
    supported: bool,
    landed: bool,
    prime_team: bool,
    defended: bool,
    variable: int,
) -> GroundModifiers:
    """What bears on an attack by a battalion of a ship: ``lost`` are the units that the defender has lost this turn,
    ``defended`` is whether ground troops defend the target, ``line`` the defending battle force.
    """
    battalions = battalions_of(target, line) if is_planet(target) else ()
    worlds = [each for each in line if is_planet(each)]
    return GroundModifiers(
        ship_crippled=ship.unit.crippled,
        supported=supported,
        prime_team=prime_team,
        unit_lost_this_turn=is_planet(target) and bool(battalions_of(target, [*worlds, *lost])),
        last_unit=len(battalions) == 1,
        variable=variable,
        defending_battalion=defended,
        defending_stasis=any(each.unit.type.stasis and not each.unit.crippled for each in line),
        ship_landed=landed,
    )


@carries_out("fe", "521.3/casualty")
def ways_to_pay(
    target: Combatant, line: Sequence[Combatant], defenders: Mapping[str, int], stepped: Collection[str]
) -> tuple[Loss, ...]:
    """How a casualty may be paid: by a battalion of the planet, by a step of the base, by ground troops that defend.

    ``defenders`` are the units that such troops are with, ``stepped`` the bases that have taken a step for Marines in
    this round, which is all that they take.
    """
    found = [Loss(each.id, Way.DESTROY, NOTHING) for each in (battalions_of(target, line) if is_planet(target) else ())]
    steps = step_count(target)
    if steps is not None:
        faults = Faults()
        again = target.id in stepped
        refuse_steps(steps, 1 + again, target.id, faults, crippled=target.unit.crippled, by_marines=1 + again)
        if not faults.found:
            found.append(Loss(target.id, Way.STEP, NOTHING))
    found += (Loss(id_, Way.TROOPS, NOTHING) for id_, number in defenders.items() if number)
    return tuple(found)


@carries_out("fe", "521.3/eliminated")
def eliminated(result: GroundResult, attack: Attack) -> tuple[str, ...]:
    """The ships that lose a battalion: that of the attacker, and on the lowest results that of his support too."""
    return tuple(filter(None, (attack.ship, attack.support)))[: result.attackers]


@carries_out("fe", "521.3/landed")
def is_lost_on_the_ground(attack: Attack, lost: Collection[str], options: Options) -> bool:
    """Whether a ship that has landed is lost with its battalion, as the table reads it."""
    return attack.landed and attack.ship in lost and options["landed-ship"] == "lost"


@carries_out("fe", "521.22")
def room_for_gces(each: Combatant) -> int:
    """The most battalions of ground troops that a ship may hold after a transfer: as many as its counter shows, or what
    it has if that is more.
    """
    return max(each.unit.type.troops, gces_of(each))
