"""A ground war fought many times, where its states are too many for exact chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from flagplot.core.sources import Keyed
from flagplot.engine.chances import Chances
from flagplot.fta3.ground.campaign import War, fight_war
from flagplot.fta3.ground.docket import GroundDocket
from flagplot.fta3.ground.forces import CONTINUE, Entry
from flagplot.fta3.ground.odds import FIRST, NO_FIGHT, SECOND, TIE
from flagplot.fta3.ground.prospect import Crowd
from flagplot.fta3.ground.weighing import Group


def fight_sample(docket: GroundDocket, source: Keyed, quarters: int) -> War:
    """One war of so many quarters; the moderator lets it go on after each."""
    scenario = docket.scenario
    going_on = tuple(
        Entry(rule="ground-withdrawal", line=0, reason="", quarter=quarter, word=CONTINUE)
        for quarter in range(1, quarters + 1)
    )
    kept = tuple(entry for entry in scenario.entries if entry.rule != "ground-withdrawal")
    endless = replace(scenario, entries=(*kept, *going_on), quarter_limit=quarters)
    return fight_war(endless, docket.orders, source)


def sampled(
    docket: GroundDocket, crowds: Sequence[Sequence[Crowd]], *, quarters: int, samples: int, key: int
) -> tuple[Chances[str], list[list[Chances[Group]]]]:
    """Who won the first phase in so many wars, and for each side and crowd what became of it."""
    won: Counter[str] = Counter()
    found: list[list[Counter[Group]]] = [[Counter() for _ in side] for side in crowds]
    for sample in range(samples):
        war = fight_sample(docket, Keyed(key, sample), quarters)
        won[_first_phase(war)] += 1
        for s, side in enumerate(crowds):
            ids = (unit.id for unit in docket.scenario.sides[s].units)
            groups = dict(zip(ids, war.field.groups[s], strict=True))
            for i, crowd in enumerate(side):
                members = [groups[id_] for id_ in crowd.ids]
                found[s][i][Group(*map(sum, zip(*members, strict=True)))] += 1
    units = [[Chances(dict(counts), samples) for counts in side] for side in found]
    return Chances(dict(won), samples), units


def _first_phase(war: War) -> str:
    """Who won the first phase, by what was told of it."""
    names = {side.name: name for side, name in zip(war.scenario.sides, (FIRST, SECOND), strict=True)}
    told = (event for event in war.events if event.round == 1 and event.kind == "resolution")
    return next((names.get(str(event.facts.get("side")), TIE) for event in told), NO_FIGHT)
