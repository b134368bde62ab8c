"""The odds of a ground war from its papers: exact for a quarter, and for as many as can be kept in sight."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from flagplot.core.refusal import Fault, Faults
from flagplot.desk.battle import read_docket, read_papers
from flagplot.fta3.ground.docket import GroundDocket
from flagplot.fta3.ground.odds import GroundOdds


def ground_odds(scenario: Path | str, orders: Iterable[Path | str] = ()) -> GroundOdds:
    """The odds of a war before its first quarter; raises ``Refused`` with every fault of its papers."""
    faults = Faults()
    papers = read_papers(scenario, orders, faults)
    faults.settle()
    assert papers is not None
    docket = read_docket(papers, faults)
    if not isinstance(docket, GroundDocket):
        message = "this is a battle of fleets, not a ground war"
        mend = "Write battle = 'ground' for a ground war."
        faults.add("not-a-ground-war", papers.scenario.name, message, fault=Fault.MALFORMED, mend=mend)
        faults.settle()
    assert isinstance(docket, GroundDocket)
    return GroundOdds(docket)
