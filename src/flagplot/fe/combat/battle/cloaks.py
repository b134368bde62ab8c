"""Cloaking devices (306): evasion before combat (5-1E), the approach battle avoided (5-2A1), use in attack (5-3X3).

What success and failure of cloaks in attack do is in rule 306.2, whose text is not in the data: it is entered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from flagplot.core.citation import Citation
from flagplot.core.refusal import Faults
from flagplot.engine.question import Bar
from flagplot.fe.combat.battle import choices, force_choices
from flagplot.fe.combat.battle.entering import enter_changes
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Field
from flagplot.fe.combat.battle.narrator import Phase
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.charts.special_ships import (
    CloakOutcome,
    evasion,
    may_avoid_approach,
    may_cloak_in_attack,
    offensive_cloak,
)
from flagplot.fe.combat.evasion import can_cloak, leaders_left, refuse_cloaking
from flagplot.fe.combat.force import Combatant


def evade(table: Table) -> Play:
    """5-1E: a die for each cloaked unit that tries to evade; another flagship if the chosen one gets away."""
    field, camp = table.field, table.field.camps[DEFENDER]
    cloaked = [each for each in camp.units if can_cloak(each)]
    wanted, what = camp.entrant.instructions.evade, "who tries to evade by cloak"
    barred = _without_cloak(camp.units)
    answer = yield choices.some_of(field, "5-1E", DEFENDER, what, ("306.1",), cloaked, wanted, barred=barred)
    tried = choices.chosen(answer)
    away = [id_ for id_ in tried if _gets_away(table, id_)]
    camp.evaded += camp.part(away)
    if camp.first_flagship in away and camp.units:
        there, failed = [each.unit for each in camp.units], set(tried) - set(away)
        leaders, rules = leaders_left(there, failed), ("306.1/flagship", "302.133")
        others: dict[str, Bar] = {unit.id: "it has not failed to evade" for unit in there if unit not in leaders}
        ask = force_choices.leader(field, "5-1E", DEFENDER, rules, leaders, others, suffix="flagship")
        camp.first_flagship = str((yield ask))
        told = f"the flagship has evaded, and {camp.first_flagship} will lead"
        table.tell("first-flagship", told, *rules, unit=camp.first_flagship)


def _gets_away(table: Table, id_: str) -> bool:
    """The die of one unit that tries to evade."""
    field = table.field
    rule = Citation("fe", "306.1")
    die, cast = table.narrator.roll(
        field.round, Phase.EVASION, DEFENDER, id_, f"evasion of {id_}", table.name(DEFENDER), rule
    )
    success = evasion(die) is CloakOutcome.SUCCESS
    told = f"{id_} evades, and takes no part in the combat of the hex" if success else f"{id_} fails to evade"
    table.tell("evasion", told, "306.1", casts=(cast,), side=DEFENDER, unit=id_, success=int(success))
    return success


def _without_cloak(units: Iterable[Combatant]) -> dict[str, Bar]:
    """Why units cannot cloak."""
    found: dict[str, Bar] = {}
    for each in units:
        faults = Faults()
        refuse_cloaking(each, "", faults)
        if faults.found:
            found[each.id] = tuple(choices.complaints(faults))
    return found


def all_evaded(field: Field) -> bool:
    """Whether cloaks have taken the whole of a force out of the hex's combat, and none of it has withdrawn."""
    camp = field.camps[DEFENDER]
    return bool(camp.evaded) and not camp.holding and field.withdrawal is None


def avoid_approach(table: Table) -> Play:
    """5-2A1: an attacker who is cloaked as a whole goes to the base without an approach battle."""
    field = table.field
    wanted = field.camps[ATTACKER].entrant.instructions.avoid_approach
    what, words = "avoid the approach battle by cloak", ("the base takes part", "offer it")
    ask = choices.yes_or_no(field, "5-2A1", ATTACKER, what, ("306.3",), wanted, *words)
    field.avoided = (yield ask) == "yes"
    if field.avoided:
        field.avoided_before = True
        table.tell("approach-avoided", f"{table.name(ATTACKER)} avoids the approach battle by cloak", side=ATTACKER)


def may_avoid(field: Field) -> bool:
    """Whether the attacker could skip the approach battle: in the first round, which demands one, if all can cloak."""
    cloaked = all(can_cloak(each) for each in field.camps[ATTACKER].units)
    return field.number == 1 and may_avoid_approach(all_cloaked=cloaked, cloaks_used_in_attack=False)


def use_in_attack(table: Table) -> Play:
    """5-3X3: each side that may says whether its cloaks take part in the attack, sealed; then two dice each."""
    field = table.field
    able = [side for side in (ATTACKER, DEFENDER) if _may_attack(table, side)]
    answers = yield from table.sealed(_whether(field, side) for side in able)
    for side, answer in zip(able, answers, strict=True):
        if answer == "yes":
            yield from _attack(table, side)


def _may_attack(table: Table, side: int) -> bool:
    field = table.field
    if not has_cloaks(field, side):
        return False
    allowed = may_cloak_in_attack(avoided_approach=side == ATTACKER and field.avoided_before)
    if not allowed:
        told = f"{table.name(side)} has avoided the approach battle, and uses no cloaks in attack in this hex"
        table.tell("cloaks-barred", told, "306.3", side=side)
    return allowed


def _whether(field: Field, side: int) -> choices.Ask:
    wanted = field.camps[side].entrant.instructions.cloak_attack
    what, words = "use cloaks in attack", ("two dice", "none")
    return choices.yes_or_no(field, "5-3X3", side, what, ("306.2",), wanted, *words)


def _attack(table: Table, side: int) -> Play:
    """The two dice of a side that uses its cloaks in attack, and what comes of them."""
    field, orders = table.field, table.field.camps[side].entrant.instructions
    rule, what = Citation("fe", "306.2"), "cloaks in attack"
    total, cast = table.narrator.roll(
        field.round, Phase.CLOAK, side, field.setup.hex, what, table.name(side), rule, dice=2
    )
    outcome = offensive_cloak(total, field.setup.options)
    told = f"cloaks of {table.name(side)} in attack: {outcome.value}"
    table.tell("cloak-attack", told, "306.2", casts=(cast,), side=side, outcome=outcome.value)
    if outcome is not CloakOutcome.NO_EFFECT:
        wanted = orders.cloak_success if outcome is CloakOutcome.SUCCESS else orders.cloak_failure
        what = f"what {outcome.value} of cloaks in attack does, by rule 306.2, which is not in the data"
        yield from enter_changes(table, side, what, "306.2", wanted)


def has_cloaks(field: Field, side: int) -> bool:
    """Whether a cloaked unit is in the battle force of a side."""
    return any(can_cloak(each) for each in field.camps[side].line)


CLOAKS: dict[str, Callable[[Table], Play]] = {"5-1E": evade, "5-2A1": avoid_approach, "5-3X3": use_in_attack}
CONDITIONS: Mapping[str, Callable[[Field], bool]] = {
    "cloaked-defenders": lambda field: any(can_cloak(each) for each in field.camps[DEFENDER].units),
    "all-evaded": all_evaded,
    "cloaked-attackers": may_avoid,
    "approach-avoided": lambda field: field.avoided,
    "cloaks-in-attack": lambda field: any(has_cloaks(field, side) for side in (ATTACKER, DEFENDER)),
}
