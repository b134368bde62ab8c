"""How the battle of a numbered case is fought."""

from __future__ import annotations

from flagplot.engine.case import Case, CaseOutcome


def play_case(case: Case) -> CaseOutcome:
    """Fight the battle of a case with its scripted dice."""
    from flagplot.fe.papers.play_case import play_hex_case  # whoever looks something up does without battles

    return play_hex_case(case)
