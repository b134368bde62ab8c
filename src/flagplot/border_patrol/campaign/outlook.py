"""What the next movement phase will bring if nobody does anything: who dies, and what the odds of the others are."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.border_patrol.campaign.context import Phase, rules
from flagplot.border_patrol.campaign.pieces import Craft
from flagplot.border_patrol.stranded.deadline import after, deadline
from flagplot.border_patrol.stranded.routes import best_routes
from flagplot.core.log import Deed


def warnings(phase: Phase) -> Iterator[Deed]:
    """A warning for each craft that is out as the phase ends."""
    for craft in phase.pieces.out():
        text, cited = _patrol_ship(phase, craft) if craft.is_patrol_ship else _fighter(phase, craft)
        if text:
            yield Deed(
                kind="warning",
                text=text,
                citations=rules(cited),
                actor=craft.team,
                subjects=(craft.id,),
                facts={"craft": craft.id},
                see=(craft.team,),
            )


def _fighter(phase: Phase, craft: Craft) -> tuple[str, str]:
    if craft.since is None:
        return "", ""
    end = deadline(craft.since, phase.settings.terrain_at(craft.hex), phase.settings.phases)
    then = after(phase.when, phase.settings.phases)
    when = "with the next phase" if end == then else f"with {end}"
    return f"{craft.id} in {craft.hex} dies {when} ({end}) unless somebody takes it in or captures it.", "V12.23"


def _patrol_ship(phase: Phase, craft: Craft) -> tuple[str, str]:
    goals = phase.pieces.goals(craft.team)
    if not goals:
        return f"{craft.id} in {craft.hex} has no goal to run for.", "V12.12"
    then = after(phase.when, phase.settings.phases)
    routes = best_routes(phase.chart, craft.crew, craft.hex, goals, then)
    if not routes:
        return f"{craft.id} in {craft.hex} never may move by the schedule.", "V12.12"
    best = routes[0]
    if not best.legs:
        return f"{craft.id} is at {best.goal.id} in {craft.hex}, which has no room for it.", "V12.02"
    leg = best.legs[0]
    when = "in the next phase" if leg.when == then else f"in {leg.when}"
    if not leg.chance:
        return f"{craft.id} in {craft.hex} dies in its next check {when}, whatever it rolls.", "V12.14"
    odds = f"{leg.chance} to live through its next check {when}"
    return f"{craft.id} in {craft.hex} has {odds}, {best.chance} to reach {best.goal.id} in {best.goal.hex}.", "V12.14"
