"""What owners have to decide in a phase: the question, the choices, the answer or what is assumed without one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from flagplot.border_patrol.campaign.context import Phase, listed, rules
from flagplot.border_patrol.campaign.deck import Dealing, dealings
from flagplot.border_patrol.campaign.movement import Intent
from flagplot.border_patrol.campaign.pieces import Craft, Pieces
from flagplot.border_patrol.campaign.shelter import Room
from flagplot.border_patrol.campaign.upkeep import auxiliaries_of, carriers_of
from flagplot.border_patrol.carriers.servicing import Servicing, open_choices
from flagplot.border_patrol.carriers.stores import boxes, in_boxes
from flagplot.border_patrol.stranded.routes import Route
from flagplot.core.citation import Citation


class Choice(NamedTuple):
    """One answer: what it means, and the order that gives it."""

    meaning: str
    order: str


class Decision(NamedTuple):
    """A question to the owner ``who`` about a piece. ``answer`` is what will be done; ``assumed`` if nobody said so."""

    who: str
    piece: str
    question: str
    choices: tuple[Choice, ...]
    answer: str
    assumed: bool
    citation: Citation


def decisions(phase: Phase, plans: Sequence[Intent]) -> Iterator[Decision]:
    """Every decision of the phase: runs, then rescues, deck crews, stores."""
    for plan in plans:
        if plan.routes:
            yield _run(plan)
    yield from _rescues(phase)
    yield from map(_halves, dealings(phase))
    yield from _stores(phase)


def _run(plan: Intent) -> Decision:
    """Where a patrol ship runs to, or whether it holds."""
    craft = plan.craft
    choices = [
        Choice(f"to {route.goal.id} by {_first(route)}, chance {route.chance}", f"run {craft.id} to {route.goal.id}")
        for route in plan.routes
    ]
    choices.append(Choice("stay, without a check", f"hold {craft.id}"))
    leg = plan.leg
    answer = f"to {listed(plan.goals)} by {', '.join(leg.path[1:])}" if leg else "stay"
    if plan.reason == "hopeless":
        answer = "stay, as no face would save it"
    return Decision(
        craft.team,
        craft.id,
        "Does it run, and where to?",
        tuple(choices),
        answer,
        plan.assumed,
        rules("V12.12")[0],
    )


def _first(route: Route) -> str:
    return ", ".join(route.legs[0].path[1:]) if route.legs else route.goal.hex


def _rescues(phase: Phase) -> Iterator[Decision]:
    """By whom and how a craft is saved, where there are several ways as the phase begins."""
    room = Room(phase.pieces)
    for craft in phase.pieces.out():
        offers = room.offers(craft)
        if len(offers) < 2:
            continue
        choices = tuple(
            Choice(f"{offer.way} by {offer.unit.id}", f"save {craft.id} by {offer.unit.id}, {offer.way}")
            for offer in offers
        )
        ordered = phase.orders.saves.get(craft.id)
        answer = f"{ordered[1] or 'the best way'} by {ordered[0]}" if ordered else choices[0].meaning
        yield Decision(
            craft.team, craft.id, "Who saves it, and how?", choices, answer, not ordered, _rescue_rule(craft)
        )


def _rescue_rule(craft: Craft) -> Citation:
    return rules("V12.12" if craft.is_patrol_ship else "V12.23")[0]


def _halves(each: Dealing) -> Decision:
    """Which deck crews of a unit with a crew chief do half an action more in battle."""
    id_, count = each.unit.id, each.extra.halves
    question = f"Which {count} of crews 1 to {len(each.crews)} do half an action more?"
    first = each.crews[:count]
    choices = (
        Choice(f"the first: {listed(first)}", f"halves {id_}: {', '.join(first)}"),
        Choice("others", f"halves {id_}: …"),
    )
    return Decision(each.unit.team, id_, question, choices, listed(each.dealt), each.assumed, rules("V12.44")[0])


def _stores(phase: Phase) -> Iterator[Decision]:
    """Which craft a carrier services that cannot do all."""
    start = Pieces(phase.start, phase.options)
    carriers = carriers_of(start, phase.pieces, frozenset(phase.orders.idle))
    for each in open_choices(carriers, auxiliaries_of(phase.pieces), phase.when.turn, phase.options):
        yield _servicing(phase, each)


def _servicing(phase: Phase, each: Servicing) -> Decision:
    id_, chosen = each.carrier.id, phase.orders.serviced.get(each.carrier.id)
    question = f"Which craft does it service with {boxes(each.available)} of {in_boxes(each.demand)}?"
    answer = listed(chosen) if chosen is not None else listed(each.serviced)
    choices = (
        Choice(f"those that use least first: {listed(each.serviced)}", _serve(id_, each.serviced)),
        Choice("others", f"serve {id_}: …"),
    )
    return Decision(phase.pieces.units[id_].team, id_, question, choices, answer, chosen is None, rules("V12.32")[0])


def _serve(carrier: str, craft: Sequence[str]) -> str:
    return f"serve {carrier}: {', '.join(craft) or 'none'}"
