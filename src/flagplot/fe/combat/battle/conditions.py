"""When the steps of a battle are due: each condition of the sequence as a question to the field."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flagplot.fe.combat.battle import (
    captures,
    cloaks,
    ground,
    interphase,
    officers,
    rescue,
    shock,
    slow_units,
    teams,
    transfers,
    troops,
    withdrawal,
    worlds,
    x_ships,
)
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Field
from flagplot.fe.combat.charts.stasis import Outcome


def has_base(field: Field) -> bool:
    """Whether the defender has what counts as a base, and the attacker has not declined to fight it."""
    return bool(field.camps[DEFENDER].bases) and not field.declined_base


def approach_is_possible(field: Field) -> bool:
    """Whether both sides have something that could fight away from the base."""
    return has_base(field) and all(field.away(side) for side in (ATTACKER, DEFENDER))


def has_warfare(field: Field) -> bool:
    """Whether a base, or a unit that gives electronic warfare, is in a battle force."""
    return any(each.unit.type.is_base or camp.entrant.warfare for camp in field.camps for each in camp.line)


def has_stasis(field: Field) -> bool:
    """Whether an uncrippled unit with a stasis field is in a battle force."""
    return any(each.unit.type.stasis and not each.unit.crippled for camp in field.camps for each in camp.line)


def has_damage(field: Field, side: int) -> bool:
    """Whether a side has damage to resolve, or casualties to take, and somebody to give up."""
    camp = field.camps[side]
    return bool((camp.incoming or camp.casualties) and camp.line)


CONDITIONS: Mapping[str, Callable[[Field], bool]] = {
    **ground.CONDITIONS,
    **troops.CONDITIONS,
    **officers.CONDITIONS,
    **rescue.CONDITIONS,
    **teams.CONDITIONS,
    **transfers.CONDITIONS,
    "regrouping": lambda field: worlds.regroups(field) or teams.may_move(field),
    **withdrawal.CONDITIONS,
    **cloaks.CONDITIONS,
    **interphase.CONDITIONS,
    **x_ships.CONDITIONS,
    **shock.CONDITIONS,
    **slow_units.CONDITIONS,
    **captures.CONDITIONS,
    "base": has_base,
    "approach-possible": approach_is_possible,
    "approach-offered": lambda field: field.offered,
    "approach-accepted": lambda field: field.accepted,
    "approach-battle": lambda field: field.accepted,
    "base-declined": lambda field: field.declined_base,
    "cleared": lambda field: not all(camp.holding for camp in field.camps),
    "fighting-retreat": lambda field: field.setup.fighting_retreat is not None,
    "small-scale": lambda field: field.small_scale,
    "electronic-warfare": has_warfare,
    "attack-force": Field.may_strike,
    "attack-force-used": lambda field: field.attack_force is not None,
    "stasis": has_stasis,
    "stasis-attempts": lambda field: any(camp.attempts for camp in field.camps),
    "random-stasis": lambda field: any(camp.random_fields for camp in field.camps),
    "stasis-breakdown": lambda field: any(Outcome.DISASTER in camp.outcomes for camp in field.camps),
    "shift-changed": lambda field: any({*camp.ew} & camp.held for camp in field.camps),
    "minus-points": lambda field: any(camp.carried.minus for camp in field.camps),
    "plus-points": lambda field: any(camp.carried.plus for camp in field.camps),
    "phasing-may-direct": lambda field: field.may_direct(ATTACKER),
    "non-phasing-may-direct": lambda field: field.may_direct(DEFENDER),
    "non-phasing-damage": lambda field: has_damage(field, DEFENDER),
    "phasing-damage": lambda field: has_damage(field, ATTACKER),
    "retreating": lambda field: withdrawal.is_under_way(field) or any(camp.retreats for camp in field.camps),
    "both-retreat": lambda field: all(camp.retreats for camp in field.camps),
    "pursued": lambda field: field.pursuer is not None,
    "pursuit-success": lambda field: field.caught,
    "base-left": lambda field: any(camp.retreats and camp.left_behind for camp in field.camps),
}


class Facts:
    """The conditions of the sequence that hold now, with those that the table knows to hold; each is found out when it
    is first asked for.
    """

    def __init__(self, field: Field) -> None:
        self.field = field
        self.known: dict[str, bool] = {}

    def __contains__(self, name: object) -> bool:
        if name in self.field.setup.present:
            return True
        holds = CONDITIONS.get(str(name))
        if holds is None:
            return False
        if name not in self.known:
            self.known[str(name)] = holds(self.field)
        return self.known[str(name)]
