"""The odds of a ground war from its papers: exact for a quarter, and for as many as can be kept in sight."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults
from flagplot.desk.battle import read_docket, read_papers
from flagplot.fta3.ground.docket import GroundDocket
from flagplot.fta3.ground.odds import GroundOdds
from flagplot.fta3.ground.opening import open_matters


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
    for matter in open_matters(docket.scenario):
        message = f"no odds without the moderator, who has to say {matter.question}"
        mend, citation = "Write it into 'entries'.", Citation("fta3", matter.rule)
        faults.add("left-to-the-moderator", papers.scenario.name, message, mend=mend, citation=citation)
    faults.settle()
    return GroundOdds(docket)
