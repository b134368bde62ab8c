"""How the battle of a numbered case is fought."""

from __future__ import annotations

from flagplot.core.refusal import Faults
from flagplot.engine.case import Case, CaseOutcome


def play_case(case: Case) -> CaseOutcome:
    """Refuse a case with a scenario: the combat phase is not played by this version."""
    faults = Faults()
    mend = "Ask a question of the charts instead."
    faults.add("no-battles", case.where, "battles of this system are not fought yet", mend=mend)
    return CaseOutcome(refusals=faults.found)
