"""One movement phase from its first step to its last: the one path of verdict, preview and cases.

The order of the steps: units move, stranded patrol ships run, battles are entered, craft are found stranded, units take
craft in, life support ends, carriers service their craft.
"""

from __future__ import annotations

from typing import NamedTuple

from flagplot.border_patrol.campaign import combat, deck, movement, shelter, upkeep
from flagplot.border_patrol.campaign.casting import Casting
from flagplot.border_patrol.campaign.context import Phase
from flagplot.border_patrol.campaign.decisions import Decision, decisions
from flagplot.border_patrol.campaign.movement import Intent
from flagplot.border_patrol.campaign.outlook import warnings
from flagplot.border_patrol.campaign.papers import Orders
from flagplot.border_patrol.campaign.pieces import CLOCK
from flagplot.border_patrol.campaign.settings import Settings
from flagplot.border_patrol.stranded.deadline import after
from flagplot.core.folder import STATE
from flagplot.core.log import Deed
from flagplot.core.refusal import Faults
from flagplot.core.world import World, alter, apply, state_hash


class Prepared(NamedTuple):
    """A phase before its first die: what patrol ships mean to do, and the decisions of owners, made or assumed."""

    phase: Phase
    plans: list[Intent]
    decisions: list[Decision]


def prepare(world: World, orders: Orders, settings: Settings, casting: Casting, faults: Faults) -> Prepared:
    """Go as far as the dice of a movement phase; raises ``Refused`` with every fault of the orders."""
    phase = Phase(world, orders, settings, casting)
    combat.check_orders(phase, faults)
    upkeep.set_supply(phase, faults)
    movement.move_units(phase)
    movement.check_orders(phase, faults)
    deck.check_orders(phase, faults)
    plans = movement.intents(phase, faults)
    faults.settle()
    return Prepared(phase, plans, list(decisions(phase, plans)))


def play(prepared: Prepared) -> Phase:
    """Carry out the rest of a movement phase; raises ``Refused`` for dice that are missing and choices that fail."""
    phase = prepared.phase
    movement.run_craft(phase, prepared.plans)
    phase.casting.settle()
    movement.notice_meetings(phase)
    deck.deal(phase)
    if phase.options["deadline-and-combat"] == "before-combat":
        shelter.rescue(phase)
        shelter.expire(phase)
    combat.fight(phase)
    combat.strand(phase)
    shelter.rescue(phase)
    combat.strand(phase)
    shelter.expire(phase)
    upkeep.service(phase)
    phase.tell(warnings(phase))
    phase.tell([_end(phase)])
    return phase


def _end(phase: Phase) -> Deed:
    """The turn of the clock, with the hash of the world behind it."""
    then = after(phase.when, phase.settings.phases)
    changes = alter(phase.world, CLOCK, turn=then.turn, phase=then.phase)
    state = state_hash(apply(phase.world, changes))
    return Deed(
        kind="phase-over",
        text=f"{phase.when} is over; {then} comes next.",
        facts={"turn": then.turn, "phase": then.phase, STATE: state},
        changes=changes,
    )
