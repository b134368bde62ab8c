"""A ground war fought many times, where its states are too many for exact chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from flagplot.core.sources import Keyed
from flagplot.engine.chances import Chances
from flagplot.fta3.ground.campaign import fight_war
from flagplot.fta3.ground.forces import CONTINUE, Entry, GroundScenario
from flagplot.fta3.ground.orders import GroundOrders
from flagplot.fta3.ground.prospect import Crowd
from flagplot.fta3.ground.weighing import Group

KEY = 0
"""Dice of their own: the key of a verdict comes from its orders and its secret."""


def sampled(
    scenario: GroundScenario,
    orders: Mapping[str, GroundOrders],
    crowds: Sequence[Sequence[Crowd]],
    *,
    quarters: int,
    samples: int,
) -> list[list[Chances[Group]]]:
    """For each side and crowd what became of it in so many wars; the moderator lets each go on."""
    going_on = tuple(
        Entry(rule="ground-withdrawal", line=0, reason="", quarter=quarter, word=CONTINUE)
        for quarter in range(1, quarters + 1)
    )
    kept = tuple(entry for entry in scenario.entries if entry.rule != "ground-withdrawal")
    endless = replace(scenario, entries=(*kept, *going_on), quarter_limit=quarters)
    found: list[list[Counter[Group]]] = [[Counter() for _ in side] for side in crowds]
    for sample in range(samples):
        war = fight_war(endless, orders, Keyed(KEY, sample))
        for s, side in enumerate(crowds):
            groups = dict(zip((unit.id for unit in scenario.sides[s].units), war.field.groups[s], strict=True))
            for i, crowd in enumerate(side):
                members = [groups[id_] for id_ in crowd.ids]
                found[s][i][Group(*map(sum, zip(*members, strict=True)))] += 1
    return [[Chances(dict(counts), samples) for counts in side] for side in found]
