"""The movement of a phase: units go where they were sent, then stranded patrol ships try to run (V12.11 to V12.16)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from flagplot.border_patrol.campaign.casting import CHECK
from flagplot.border_patrol.campaign.context import Phase, listed, lost, rules
from flagplot.border_patrol.campaign.papers import Run
from flagplot.border_patrol.campaign.pieces import Craft, Standing
from flagplot.border_patrol.stranded.battle_hexes import meeting
from flagplot.border_patrol.stranded.deadline import refuse_fighter_move
from flagplot.border_patrol.stranded.independence import Move, refuse_cloak, refuse_movement
from flagplot.border_patrol.stranded.routes import Leg, Route, best_routes
from flagplot.border_patrol.stranded.run import has_engine_allowance, legal_steps, nearest_goals, stranded_allowance
from flagplot.border_patrol.stranded.survival import check_modifiers, check_total, perishes
from flagplot.core.log import Deed
from flagplot.core.refusal import Fault, Faults
from flagplot.core.world import alter


class Intent(NamedTuple):
    """What a stranded patrol ship does in the phase: its leg, or None and the reason why it stays.

    ``goals`` are those that it runs for or waits for; ``assumed`` says that its owner gave no order. ``routes`` are the
    best to each nearest goal, for a ship that might try.
    """

    craft: Craft
    leg: Leg | None
    goals: tuple[str, ...]
    reason: str
    assumed: bool
    routes: tuple[Route, ...] = ()


def move_units(phase: Phase) -> None:
    """Enter the movement of units, which V8.00 decides and the campaign master tells."""
    phase.tell(
        Deed(
            kind="moved",
            text=f"{unit} moves from {phase.pieces.units[unit].hex} to {hex_}.",
            actor=phase.pieces.units[unit].team,
            subjects=(unit,),
            facts={"unit": unit, "hex": hex_},
            changes=alter(phase.world, unit, hex=hex_),
        )
        for unit, hex_ in sorted(phase.orders.moves.items())
        if phase.pieces.units[unit].hex != hex_
    )


def check_orders(phase: Phase, faults: Faults) -> None:
    """Refuse orders that such a craft may not have: runs of fighters, emergency movement, cloaks and their like."""
    pieces, orders = phase.pieces, phase.orders
    for id_, move in sorted(orders.specials.items()):
        craft = pieces.craft.get(id_)
        if craft is None:
            continue  # a unit; a tender or carrier may, as far as this section goes
        alone = craft.standing is Standing.OUT and pieces.is_independent(craft)
        where = orders.place(move, id_)
        if move is Move.CLOAK:
            refuse_cloak(independent=alone, where=where, faults=faults)
        else:
            # One that is aboard would leave its tender for it, and so be on its own.
            leaves = alone or (move is Move.REACTION and craft.standing is Standing.ABOARD)
            refuse_fighter_move(craft.kind, where, faults)
            refuse_movement(craft.kind, move, independent=leaves, options=phase.options, where=where, faults=faults)
    for id_ in sorted({*orders.runs} & {*orders.holds}):
        message, mend = f"{id_} is to run and to hold", "Leave one of the two."
        faults.add("run-and-hold", orders.place("hold", id_), message, fault=Fault.INCONSISTENT, mend=mend)
    for id_ in sorted(orders.runs):
        craft, where = pieces.craft[id_], orders.place("run", id_)
        refuse_fighter_move(craft.kind, where, faults)
        if not craft.is_patrol_ship:
            continue
        rule = rules("V12.12")[0]
        if craft.standing is not Standing.OUT:
            message = f"{id_} is {craft.standing}, not out on its own"
            mend = f"Move {craft.host} instead." if craft.host else "Leave the order out."
            faults.add("not-out", where, message, mend=mend, citation=rule)
        elif not pieces.is_independent(craft):
            message = f"{id_} has support in {craft.hex} and is not stranded"
            unit = next((unit.id for unit in pieces.friends(craft)), "")
            faults.add(
                "not-stranded", where, message, mend=f"Let {unit} take it in: save {id_} by {unit}.", citation=rule
            )


def intents(phase: Phase, faults: Faults) -> list[Intent]:
    """What each stranded patrol ship does, as ordered or as is assumed; a forbidden order is a fault."""
    pieces, orders, found = phase.pieces, phase.orders, []
    for craft in pieces.out():
        # With support it moves by V8.00, as the campaign master tells.
        if not craft.is_patrol_ship or has_engine_allowance(craft.kind, independent=pieces.is_independent(craft)):
            continue
        goals = pieces.goals(craft.team)
        nearest = nearest_goals(phase.settings.board, craft.hex, goals)
        names = tuple(goal.id for goal in nearest)
        allowance = stranded_allowance(crippled=craft.crippled)
        hexes = phase.settings.hexes_in(allowance, phase.when.phase)
        run = orders.runs.get(craft.id)
        held = craft.id in orders.holds
        stays = _why_it_stays(phase, craft, hexes, names)
        if stays:
            if run is not None and stays == "not-scheduled":
                _refuse_early(phase, craft, allowance, faults)
            found.append(Intent(craft, None, names, stays, run is None and not held))
            continue
        if held and phase.options["attempts"] == "every-scheduled":
            message = f"{craft.id} may move in this phase and must try (reading A5)"
            mend = f"Write: run {craft.id} to {names[0]}."
            where = orders.place("hold", craft.id)
            faults.add("must-try", where, message, mend=mend, citation=rules("V12.14")[0])
        routes = tuple(best_routes(phase.chart, craft.crew, craft.hex, nearest, phase.when))
        if held:
            found.append(Intent(craft, None, names, "held", False, routes))
            continue
        leg = _leg(phase, craft, run, hexes, routes, faults)
        if leg is None:
            continue
        hopeless = run is None and not leg.chance and phase.options["attempts"] == "optional"
        toward = tuple(goal.id for goal in nearest if _comes_nearer(phase, leg, goal.hex))
        why = "hopeless" if hopeless else ""
        found.append(Intent(craft, None if hopeless else leg, toward, why, run is None, routes))
    return found


def run_craft(phase: Phase, plans: Sequence[Intent]) -> None:
    """Roll the check of each ship that tries to move, and move those that live."""
    phase.tell(deed for plan in plans for deed in (_attempt(phase, plan) if plan.leg else _wait(phase, plan)))


def notice_meetings(phase: Phase) -> None:
    """Say where stranded craft and hostile units are in one hex (V12.16, V12.22)."""
    phase.tell(_meetings(phase))


def _why_it_stays(phase: Phase, craft: Craft, hexes: int, goals: tuple[str, ...]) -> str:
    """Why a ship cannot try to move at all, or ''."""
    if not goals:
        return "no-goal"
    if any(phase.pieces.units[goal].hex == craft.hex for goal in goals):
        return "at-goal"
    return "" if hexes else "not-scheduled"


def _leg(
    phase: Phase, craft: Craft, run: Run | None, hexes: int, routes: Sequence[Route], faults: Faults
) -> Leg | None:
    """The attempt of a ship that tries; None and a fault where its order is not legal."""
    if run is not None and run.via:
        return _leg_via(phase, craft, run.via, hexes, faults)
    if run is None:
        return routes[0].legs[0]
    for route in routes:
        if route.goal.id == run.goal:
            return route.legs[0]
    board, where = phase.settings.board, phase.orders.place("run", craft.id)
    mend = f"Nearest: {listed(f'{route.goal.id} in {route.goal.hex}' for route in routes)}."
    wanted = next((goal for goal in phase.pieces.goals(craft.team) if goal.id == run.goal), None)
    if wanted is None:
        message = f"{run.goal} is nothing to run for: no base or star system, and it neither tows nor takes crews"
        faults.add("no-goal", where, message, mend=mend, citation=rules("V12.12")[0])
        return None
    more = board.distance(craft.hex, wanted.hex) - board.distance(craft.hex, routes[0].goal.hex)
    message, gap = f"{run.goal} is not the nearest goal of {craft.id}", f"{_hexes(more)} farther"
    faults.add("not-nearest", where, message, gap=gap, mend=mend, citation=rules("V12.12")[0])
    return None


def _leg_via(phase: Phase, craft: Craft, via: tuple[str, ...], hexes: int, faults: Faults) -> Leg | None:
    """The attempt along named hexes."""
    where, rule = phase.orders.place("run", craft.id), rules("V12.12")[0]
    if len(via) > hexes:
        message = f"{craft.id} may cross {_hexes(hexes)} in this phase"
        gap = f"{_hexes(len(via) - hexes)} too far"
        faults.add("too-far", where, message, gap=gap, mend=f"Stop in {via[hexes - 1]}.", citation=rule)
        return None
    at = craft.hex
    for step in via:
        legal = legal_steps(phase.settings.board, at, phase.pieces.goals(craft.team))
        if step not in legal:
            message = f"{step} brings {craft.id} no nearer to a nearest goal"
            mend = f"From {at} it may enter {listed(legal)}."
            faults.add("not-nearer", where, message, mend=mend, citation=rule)
            return None
        at = step
    return phase.chart.leg(craft.crew, phase.when, (craft.hex, *via))


def _refuse_early(phase: Phase, craft: Craft, allowance: int, faults: Faults) -> None:
    """Refuse a run in a phase in which the schedule gives the ship no hex."""
    due = next(phase.chart.attempts(craft.crew, phase.when), None)
    message = f"{craft.id} has an allowance of {allowance} a Turn and none of it in {phase.when}"
    mend = f"It may move in {due[0]}." if due else "By the schedule it never may."
    faults.add("not-scheduled", phase.orders.place("run", craft.id), message, mend=mend, citation=rules("V12.12")[0])


def _comes_nearer(phase: Phase, leg: Leg, goal: str) -> bool:
    """Whether a leg leads nearer to a goal by each of its hexes."""
    board = phase.settings.board
    return board.distance(leg.path[-1], goal) == board.distance(leg.path[0], goal) - (len(leg.path) - 1)


def _attempt(phase: Phase, plan: Intent) -> Iterator[Deed]:
    """The check of a ship that tries to move, and what comes of it."""
    craft, leg = plan.craft, plan.leg
    assert leg is not None
    roller = f"{craft.team}/{craft.hex}" if phase.options["rolls"] == "flotilla" else craft.id
    throw = phase.casting.throw(CHECK, roller)
    modifiers = check_modifiers(craft.crew, leg.terrain)
    total = check_total(throw.face, modifiers)
    dies = perishes(total)
    parts = "".join(f" {modifier.value:+d} {modifier.name}" for modifier in modifiers)
    text = f"{craft.id} tries to leave {craft.hex}: {throw.face}{parts} = {total}"
    facts = {"craft": craft.id, "die": throw.face, "total": total, "terrain": leg.terrain.value, "lives": int(not dies)}
    readings = ("check-terrain", "rolls")
    yield Deed(
        kind="check",
        text=f"{text}: {'the crew is dead.' if dies else 'its life support holds.'}",
        citations=rules("V12.14", *(("V12.05",) if craft.kind == "interceptor" else ())),
        actor=craft.team,
        subjects=(craft.id,),
        facts=facts,
        modifiers=modifiers,
        throws=(throw,),
        readings=readings,
    )
    if dies:
        yield lost(phase, craft, f"{craft.id} is lost in {craft.hex}.", "V12.14")
        return
    to, board = leg.path[-1], phase.settings.board
    away = min(board.distance(to, phase.pieces.units[goal].hex) for goal in plan.goals)
    left = f"{_hexes(away)} from {listed(plan.goals)}" if away else f"at {listed(plan.goals)}"
    assumed = " Nobody had said where to; the best chance was taken." if plan.assumed else ""
    yield Deed(
        kind="ran",
        text=f"{craft.id} runs to {to}, {left}.{assumed}",
        citations=rules("V12.11", "V12.12"),
        actor=craft.team,
        subjects=(craft.id,),
        facts={"craft": craft.id, "hex": to, "left": away, "assumed": int(plan.assumed)},
        changes=alter(phase.world, craft.id, hex=to),
    )


def _wait(phase: Phase, plan: Intent) -> Iterator[Deed]:
    """A ship that makes no attempt, and why: there is no check and no loss (reading A5)."""
    craft = plan.craft
    due = next(phase.chart.attempts(craft.crew, phase.when), None)
    told = {
        "held": "holds by order, and rolls nothing",
        "no-goal": "has nothing to run for",
        "at-goal": f"is at its goal, {listed(plan.goals)}",
        "hopeless": "stays: no face of the die would save it, and nobody ordered it to run",
        "not-scheduled": f"may not move in this phase; its next is {due[0]}" if due else "never may move",
    }
    yield Deed(
        kind="waits",
        text=f"{craft.id} in {craft.hex} {told[plan.reason]}.",
        citations=rules("V12.12") if plan.reason != "hopeless" else rules("V12.14"),
        actor=craft.team,
        subjects=(craft.id,),
        facts={"craft": craft.id, "reason": plan.reason, "assumed": int(plan.assumed)},
        readings=("attempts",) if plan.reason in ("held", "hopeless") else (),
        see=(craft.team,),
    )


def _meetings(phase: Phase) -> Iterator[Deed]:
    """Each stranded craft that shares its hex with hostile units."""
    for craft in phase.pieces.out():
        hostile = phase.pieces.hostiles(craft.team, craft.hex)
        if not hostile:
            continue
        may = meeting(craft.kind)
        names = listed(unit.id for unit in hostile)
        text = f"{craft.id} is in {craft.hex} with {names}, who may form a battle hex against it."
        if may.sub_light:
            text += " It counts as a sub-light unit (V13.16 and V13.18 say what that means)."
        if may.only_to_surrender:
            text += " It may form one itself, which makes sense only to surrender."
        yield Deed(
            kind="battle-hex",
            text=text,
            citations=rules("V12.22" if may.sub_light else "V12.16"),
            actor=craft.team,
            subjects=(craft.id, *(unit.id for unit in hostile)),
            facts={"craft": craft.id, "hex": craft.hex, "sub_light": int(may.sub_light)},
        )


def _hexes(count: int) -> str:
    return f"{count} hex{'' if count == 1 else 'es'}"
