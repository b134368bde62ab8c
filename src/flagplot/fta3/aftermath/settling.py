"""The aftermath of a day, settled as far as it has been decided: fighters, hulks, pursuits, flights, prizes (R34)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flagplot.core.refusal import Faults
from flagplot.core.sources import Source
from flagplot.fta3.aftermath.fates import Aftermath
from flagplot.fta3.aftermath.getaway import settle_casualties, settle_chases, settle_flights
from flagplot.fta3.aftermath.homecoming import settle_landings, settle_prizes
from flagplot.fta3.aftermath.inquest import Inquest
from flagplot.fta3.aftermath.wrecks import settle_wrecks
from flagplot.fta3.papers.afterwards import Afterwards
from flagplot.fta3.papers.forces import Scenario
from flagplot.fta3.play.fighting import Fought

STEPS = (settle_landings, settle_wrecks, settle_chases, settle_flights, settle_casualties, settle_prizes)
"""In the order of the page; hulks come before pursuits, and these before flights (R34)."""


def settle(
    scenario: Scenario, fights: Sequence[Fought], decisions: Mapping[str, Afterwards], source: Source
) -> Aftermath:
    """Settle what was decided (``decisions`` by owner id, the rest in the rulings), with dice from ``source``.

    What nobody decided is listed as open, and waits with all that would follow from it. Raises ``Refused`` with every
    decision that cannot be.
    """
    faults = Faults()
    inquest = Inquest(scenario, fights, decisions, source, faults)
    faults.settle()
    for step in STEPS:
        step(inquest)
    for decided in decisions.values():
        for id_ in decided.holds:
            inquest.assign(inquest.ships[id_], "holds the field")
    faults.settle()
    inquest.tell_open()
    return Aftermath(
        is_settled=True,
        decided={owner: each.lines for owner, each in decisions.items()},
        events=tuple(inquest.log.events),
        state=inquest.state,
        yields=tuple(inquest.yields),
        open=tuple(inquest.open),
    )
