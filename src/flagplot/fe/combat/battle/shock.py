"""Shock (308.42, 311): the factors that ships use which are subject to it (5-4B), and what it does to them (5-6D).

Its charts are not in the data: what they say is entered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from flagplot.engine.question import Option
from flagplot.fe.combat.allocation import Loss, Way
from flagplot.fe.combat.battle import choices
from flagplot.fe.combat.battle.casualties import table_loss
from flagplot.fe.combat.battle.choices import Ask
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Field
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.force import Combatant
from flagplot.fe.combat.specials import announces_factors

NOTHING = Fraction(0)
MAULERS, OTHERS = "308.42", "311.21"


def announce(table: Table) -> Play:
    """5-4B: each ship that is subject to shock, maulers left aside, names the factors that it uses, under seal."""
    field = table.field
    there = [(side, each) for side in (ATTACKER, DEFENDER) for each in announcers(field, side)]
    answers = yield from table.sealed(_factors(field, side, each) for side, each in there)
    for (side, each), answer in zip(there, answers, strict=True):
        force = field.camps[side].force
        assert force is not None
        field.camps[side].force = replace(force, announced={**force.announced, each.id: int(str(answer))})


def announcers(field: Field, side: int) -> tuple[Combatant, ...]:
    """The ships of a battle force that announce their factors; a frozen one does nothing."""
    camp = field.camps[side]
    return tuple(each for each in camp.line if announces_factors(each.unit) and each.id not in camp.frozen)


def _factors(field: Field, side: int, ship: Combatant) -> Ask:
    given, most = field.camps[side].entrant.instructions.shock_factors, ship.unit.attack
    wanted = None if given is None else str(min(given.get(ship.id, most), most))
    options = [Option(str(number), str(number)) for number in range(most, -1, -1)]
    what = f"the factors that {ship.id} uses"
    return choices.pick(field, "5-4B", side, what, ("311.2",), options, wanted, suffix=ship.id)


def take(table: Table) -> Play:
    """5-6D: what shock does to maulers that were used for directed damage, and to others that used factors."""
    for side, unit, rule in list(shaken(table.field)):
        answer = yield _outcome(table.field, side, unit, rule)
        told = {"crippled": "shock cripples", "destroyed": "shock destroys"}.get(str(answer), "shock does nothing to")
        table.tell("shock", f"{told} {unit}", rule, side=side, unit=unit, outcome=str(answer))
        found = table.field.camps[side].find(unit)
        assert found is not None
        if answer == "destroyed":
            table_loss(table, side, Loss(unit, Way.DESTROY, NOTHING))
        elif answer == "crippled" and not found.unit.crippled:
            table_loss(table, side, Loss(unit, Way.CRIPPLE, NOTHING))


def shaken(field: Field) -> Iterator[tuple[int, str, str]]:
    """The units that may suffer shock in this round and are still there: side, id, and the rule of its chart."""
    for side, camp in enumerate(field.camps):
        used = {id_: OTHERS for id_, factors in camp.announced.items() if factors}
        used |= {camp.mauler: MAULERS} if camp.mauler else {}
        for id_, rule in used.items():
            if camp.find(id_):
                yield side, id_, rule


def _outcome(field: Field, side: int, unit: str, rule: str) -> Ask:
    """What shock did to a unit: read in the rulebook, and entered."""
    options = [Option("nothing", "nothing"), Option("crippled", "crippled"), Option("destroyed", "destroyed")]
    what = f"what shock does to {unit}, by the chart of rule {rule}, which is not in the data"
    return choices.pick(field, "5-6D", side, what, (rule,), options, None, suffix=unit)


SHOCK: dict[str, Callable[[Table], Play]] = {"5-4B": announce, "5-6D": take}
CONDITIONS: Mapping[str, Callable[[Field], bool]] = {
    "shock-ships": lambda field: any(announcers(field, side) for side in (ATTACKER, DEFENDER)),
    "shock": lambda field: any(True for _ in shaken(field)),
}
