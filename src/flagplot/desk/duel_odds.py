"""The odds from where a duel stands: the one battle of its papers goes on by the standing orders of both sides."""

from __future__ import annotations

from flagplot.core.refusal import Fault, Faults, Refused
from flagplot.desk.arenas.fleets import read_fleets
from flagplot.desk.battle import Papers
from flagplot.desk.duel import open_table
from flagplot.desk.odds import SEED, Question
from flagplot.fta3.chances.standpoint import StandpointRecipe
from flagplot.fta3.duel.table import Duel
from flagplot.fta3.ruleset import FTA3


def question_of_duel(
    papers: Papers, secret: bytes | None = None, *, seed: int = SEED, faults: Faults | None = None
) -> Question:
    """The odds from where a duel stands after the answers in its papers; both sides go on by their standing orders.

    ``secret`` is that of the duel. Answers to a step that is not carried out yet are given by the orders too. Raises
    ``Refused`` as ``open_table`` does, and where the duel is over or has several engagements.
    """
    faults = faults or Faults()
    duel = open_table(papers, secret, faults=faults).duel
    where = papers.answers.name if papers.answers else papers.scenario.name
    if not isinstance(duel, Duel):
        papers.arena.refuse_as_fleets(papers.scenario.name, faults)
        raise Refused(faults.found)
    decision, battle = duel.next_decision(), duel.battle
    if decision is None or battle is None:
        message, mend = "the duel is over: there is nothing to reckon", "Ask for the odds of the battle itself."
        faults.add("duel-over", where, message, fault=Fault.INCONSISTENT, mend=mend)
    elif len(duel.prebattle.engagements) > 1:
        message, mend = "the odds of a duel are told for one engagement", "This day has several."
        faults.add("several-engagements", where, message, mend=mend)
    faults.settle()
    assert battle is not None
    return question_of_saved(papers, battle.saved, seed=seed, faults=faults)


def question_of_saved(papers: Papers, saved: bytes, *, seed: int = SEED, faults: Faults | None = None) -> Question:
    """The odds from where the one battle of these papers stands (``FleetBattle.saved``), at any decision."""
    docket = read_fleets(papers, faults or Faults())
    return Question(papers, StandpointRecipe(docket, seed, FTA3.fingerprint, saved))
