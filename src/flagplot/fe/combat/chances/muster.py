"""Whom a side sends into a round and what that shows, as the battle's own steps settle it by instructions."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from flagplot.core.refusal import Faults
from flagplot.fe.combat.battle import choices, forces, groups
from flagplot.fe.combat.battle.choices import Ask
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Camp, Field
from flagplot.fe.combat.battle.scene import Play
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.chances.remainder import Units
from flagplot.fe.combat.force import BattleForce
from flagplot.fe.combat.potential import combat_potential


class UncoveredError(Exception):
    """A battle came to a place that the chain does not hold; it says which."""


class Shown(NamedTuple):
    """What a side shows the enemy: combat potential and points of electronic warfare."""

    potential: Fraction
    warfare: int


NOTHING_SHOWN = Shown(Fraction(0), 0)


class Muster(NamedTuple):
    """All units of a side at the beginning of a round, in their groups, its battle force, and what that shows."""

    units: Units
    force: BattleForce
    shown: Shown


def muster(setup: Setup, side: int, units: Units, *, first: bool = False) -> Muster:
    """The battle force of so many units; ``first`` in the first round, in which command points are spent."""
    if not units:
        return Muster((), BattleForce(flagship="", units=()), NOTHING_SHOWN)
    field = Field(setup, (Camp(setup.sides[ATTACKER]), Camp(setup.sides[DEFENDER])), round=1 if first else 2)
    camp = field.camps[side]
    camp.units = units
    _send(field, side)
    faults = Faults()
    assert camp.force is not None
    potential = combat_potential(camp.force, camp.ew, setup.options, setup.settings, camp.entrant.name, faults)
    faults.settle()
    return Muster(camp.units, camp.force, Shown(potential, camp.warfare))


def beginning(setup: Setup) -> Field:
    """The battle hex at its first round, with both battle forces in it."""
    field = Field(setup, (Camp(setup.sides[ATTACKER]), Camp(setup.sides[DEFENDER])))
    for side in (ATTACKER, DEFENDER):
        _send(field, side)
    return field


def _send(field: Field, side: int) -> None:
    """Settle groups, who leads, who fights, and what bases and scouts put into electronic warfare."""
    camp = field.camps[side]
    if field.round == 1:
        _by_instructions(groups.assign(field, side))
    groups.let_go(field, side)
    _by_instructions(forces.lead(field, side))
    _by_instructions(forces.send(field, side))
    for each in camp.line:
        ask = choices.warfare_of(field, side, each)
        if ask is not None:
            camp.ew[each.id] = int(str(_instructed(ask).question.default))


def _by_instructions(plan: Play) -> None:
    """Let instructions answer all that is asked."""
    try:
        ask = next(plan)
        while True:
            ask = plan.send(_instructed(ask).question.default)
    except StopIteration:
        pass


def _instructed(ask: Ask) -> Ask:
    """A question that instructions answer; raises ``UncoveredError`` where they do not."""
    if not (ask.instructed or ask.question.forced):
        raise UncoveredError(f"{ask.question.who} does not lay down {ask.question.what}")
    return ask
