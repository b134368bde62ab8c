"""Repair docks in a battle (509.1-F): a transport takes one in tow as its side announces a retreat, else it stays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flagplot.core.refusal import Faults
from flagplot.engine.question import Bar, Option
from flagplot.fe.combat.battle import choices
from flagplot.fe.combat.battle.choices import Ask, complaints
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Camp, Field
from flagplot.fe.combat.battle.instructions import NONE
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.force import Combatant
from flagplot.fe.combat.towing import refuse_tow
from flagplot.fe.units.category import Category


def docks_of(camp: Camp) -> tuple[Combatant, ...]:
    """The repair docks of a side that nobody tows."""
    docks = (each for each in camp.units if each.unit.type.category is Category.FLEET_REPAIR_DOCK)
    return tuple(each for each in docks if not each.towed_by)


def take_in_tow(table: Table) -> Play:
    """5-7A1 to 5-7A3: who announces a retreat may assign transports to tow his docks."""
    field = table.field
    side = ATTACKER if table.step.id == "5-7A2" else DEFENDER
    camp = field.camps[side]
    for dock in docks_of(camp) if camp.retreats else ():
        tug = str((yield _tug(field, side, table.step.id, dock)))
        if tug != NONE:
            camp.units = tuple(replace(each, towed_by=tug) if each.id == dock.id else each for each in camp.units)
            table.tell("towed", f"{tug} takes {dock.id} in tow", "509.1/f", side=side, unit=dock.id, tug=tug)


def _tug(field: Field, side: int, step: str, dock: Combatant) -> Ask:
    """The transport of a dock; by the instructions the first of those named that is free."""
    camp = field.camps[side]
    busy = {each.towed_by for each in camp.units} | set(camp.entrant.tugs_at_work)
    options, barred = [Option(NONE, "nobody", f"{dock.id} is left behind")], {}
    for each in camp.mobile:
        faults = Faults()
        refuse_tow(each, busy, each.id, faults)
        if faults.found:
            barred[each.id] = tuple(complaints(faults))
        else:
            options.append(Option(each.id, each.id))
    given = camp.entrant.instructions.tow
    ids = [option.id for option in options]
    default = None if given is None else next((id_ for id_ in given if id_ in ids), NONE)
    bars: dict[str, Bar] = dict(barred)
    what = f"who tows {dock.id}"
    return choices.pick(field, step, side, what, ("509.1/f",), options, default, barred=bars, suffix=dock.id)


def let_go(table: Table) -> Play:
    """5-8J: a dock whose transport is gone goes no further."""
    for side, camp in enumerate(table.field.camps):
        there = {each.id for each in camp.units}
        for dock in [each for each in camp.units if each.towed_by and each.towed_by not in there]:
            camp.units = tuple(replace(each, towed_by="") if each.id == dock.id else each for each in camp.units)
            told = f"{dock.id} has lost {dock.towed_by}, and stays"
            table.tell("tow-lost", told, "509.1/f", side=side, unit=dock.id)
    yield from ()


TOWING: dict[str, Callable[[Table], Play]] = {
    "5-7A1": take_in_tow,
    "5-7A2": take_in_tow,
    "5-7A3": take_in_tow,
    "5-8J": let_go,
}
