"""What a question about one stranded craft of a campaign needs: the craft, its goals, the map, and the time."""

from __future__ import annotations

from typing import NamedTuple

from flagplot.border_patrol.campaign.pieces import Craft, Pieces, Standing
from flagplot.border_patrol.campaign.settings import Settings
from flagplot.border_patrol.stranded.deadline import When, refuse_fighter_move
from flagplot.border_patrol.stranded.routes import Chart
from flagplot.border_patrol.stranded.run import Goal
from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.core.world import World


class Asked(NamedTuple):
    """A stranded patrol ship and all that its routes are reckoned on."""

    craft: Craft
    goals: tuple[Goal, ...]
    chart: Chart
    now: When


def chart_of(settings: Settings) -> Chart:
    """What routes are reckoned on in a campaign."""
    return Chart(
        board=settings.board,
        terrain_at=settings.terrain_at,
        hexes_in=settings.hexes_in,
        phases=settings.phases,
        options=settings.options,
    )


def standing(world: World, settings: Settings, id_: str) -> Asked:
    """The patrol ship of a world that is asked about; raises ``Refused`` where it is none, or is not on its own."""
    pieces, faults = Pieces(world, settings.options), Faults()
    craft = pieces.craft.get(id_)
    if craft is None:
        message, mend = f"there is no craft '{id_}'", nearest(id_, [each.id for each in pieces.out()])
        faults.add("unknown-craft", "craft", message, fault=Fault.INCONSISTENT, mend=mend)
    else:
        refuse_fighter_move(craft.kind, id_, faults)
        if craft.is_patrol_ship and (craft.standing is not Standing.OUT or not pieces.is_independent(craft)):
            message, rule = f"{id_} is not stranded", Citation("bp", "V12.02")
            mend = f"It is aboard {craft.host}." if craft.host else "It is gone, or has support at hand."
            faults.add("not-stranded", id_, message, mend=mend, citation=rule)
    faults.settle()
    assert craft is not None
    return Asked(craft, pieces.goals(craft.team), chart_of(settings), pieces.now)
