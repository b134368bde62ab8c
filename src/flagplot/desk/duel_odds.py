"""The odds from where a duel stands: its battle goes on by the orders of both sides."""

from __future__ import annotations

from flagplot.core.refusal import Fault, Faults
from flagplot.desk.battle import Papers
from flagplot.desk.duel import open_table
from flagplot.desk.odds import SEED, Question
from flagplot.desk.oracle import oracle_of


def question_of_duel(
    papers: Papers, secret: bytes | None = None, *, seed: int = SEED, faults: Faults | None = None
) -> Question:
    """The odds from where a duel stands after the answers in its papers; both sides go on by their standing orders.

    ``secret`` is that of the duel. Answers to a step that is not carried out yet are given by the orders too. Raises
    ``Refused`` as ``open_table`` does, and where the duel is over or has several engagements.
    """
    faults = faults or Faults()
    table = open_table(papers, secret, faults=faults)
    where = papers.answers.name if papers.answers else papers.scenario.name
    if table.duel.next_decision() is None:
        message, mend = "the duel is over: there is nothing to reckon", "Ask for the odds of the battle itself."
        faults.add("duel-over", where, message, fault=Fault.INCONSISTENT, mend=mend)
    faults.settle()
    recipe = oracle_of(papers).recipe_of_duel(table.docket, table.duel, table.origin.key, seed, where, faults)
    faults.settle()
    return Question(papers, recipe)
