"""Crew chiefs' cards for all units of a roster, or of a campaign as it stands."""

from __future__ import annotations

from pathlib import Path

from flagplot.border_patrol.campaign.pieces import Pieces, chief_of
from flagplot.border_patrol.crew_chief.roster import read_roster
from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.desk.answer import Answer
from flagplot.desk.bp_chief import cards
from flagplot.desk.campaign import opened


def roster(paper: Paper) -> Answer:
    """The card of each unit of a roster that has a crew chief; raises ``Refused`` with every fault."""
    faults = Faults()
    units, chosen = read_roster(paper.text, paper.name, faults)
    faults.settle()
    return cards(units, chosen)


def campaign_cards(folder: Path, team: str = "") -> Answer:
    """The card of each chief who serves in the campaign of a folder now, of one Team alone if it is named.

    Raises ``Refused`` where there is no such campaign or Team.
    """
    game, settings = opened(folder)
    if team and team not in settings.teams:
        faults = Faults()
        message, mend = f"there is no Team '{team}'", nearest(team, settings.teams)
        faults.add("unknown-team", str(folder), message, fault=Fault.MALFORMED, mend=mend)
        faults.settle()
    units = [
        chief_of(unit.id, game.world[unit.id]["chief"])
        for unit in Pieces(game.world, settings.options).units.values()
        if unit.is_active and unit.team == (team or unit.team) and "chief" in game.world[unit.id]
    ]
    return cards(units, settings.options)
