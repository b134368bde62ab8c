"""A battle fought out with its trace: the scenario, the orders and the dice in, events and the end state out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flagplot.core import dice as d
from flagplot.core.event import Event
from flagplot.core.sources import Keyed, Source
from flagplot.engine.kernel import rebound
from flagplot.fta3.battle.sequence import fight
from flagplot.fta3.battle.state import Battle
from flagplot.fta3.forces import Scenario
from flagplot.fta3.narrator import narrate
from flagplot.fta3.setup import Roster, deploy, enrol
from flagplot.fta3.standing import Standing

FIRST_TRACE_ROWS = 4096


@dataclass(frozen=True)
class Fought:
    """A battle that is over: who fought by what orders and dice, every event, and the arrays as they ended."""

    scenario: Scenario
    standings: Mapping[str, Standing]
    source: Source
    roster: Roster
    battle: Battle
    events: tuple[Event, ...]


def fight_out(scenario: Scenario, standings: Mapping[str, Standing], source: Source) -> Fought:
    """Fight a battle to its end by the standing orders (by owner id), with every die from ``source``."""
    roster = enrol(scenario)
    dice = source.dice if isinstance(source, Keyed) else d.keyed(0)
    run = fight if isinstance(source, Keyed) else rebound(fight, {d.face: source.face, d.count: source.count})
    rows = FIRST_TRACE_ROWS
    while True:
        battle = deploy(scenario, roster, standings, dice, rows)
        run(battle)
        needed = int(battle.trace.head[0])
        if needed <= rows:
            return Fought(scenario, standings, source, roster, battle, narrate(scenario, roster, battle))
        # Dice are addressed, so a second run with room for every row is the same battle.
        rows = needed
