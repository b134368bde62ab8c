"""The start of a quarter: what the moderator has to enter first, losses with transports, and who is fit again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from flagplot.core.citation import carries_out
from flagplot.fta3.ground.entries import NAMED_TRAITS
from flagplot.fta3.ground.forces import GroundScenario
from flagplot.fta3.ground.landing import goes_down
from flagplot.fta3.ground.weighing import bands
from flagplot.fta3.play.sentences import some

if TYPE_CHECKING:
    from flagplot.fta3.ground.campaign import GroundCampaign


BEFORE_THE_FIRST = (
    "stats/quality/elite",
    "ground/keywords",
    "traits/assault/supply",
    *NAMED_TRAITS.values(),
)
"""Headings that the moderator is asked about before the first quarter."""


class Matter(NamedTuple):
    """Something that the page names and gives no number for: its rule, the unit it is about, and the question."""

    rule: str
    subject: str
    question: str


@carries_out("fta3", *BEFORE_THE_FIRST)
def matters(scenario: GroundScenario) -> list[Matter]:
    """What the moderator has to enter before the first quarter, in the order of the units."""
    return list(dict.fromkeys(_matters(scenario)))


def open_matters(scenario: GroundScenario) -> list[Matter]:
    """Those of them that he has not entered yet."""
    return [matter for matter in matters(scenario) if scenario.entry(matter.rule, matter.subject) is None]


def _matters(scenario: GroundScenario) -> Iterator[Matter]:
    for side in scenario.sides:
        for unit in side.units:
            if unit.elite:
                yield Matter("stats/quality/elite", unit.id, f"which quality {unit.name} has as an elite unit")
            if unit.keywords:
                told = ", ".join(unit.keywords)
                yield Matter("ground/keywords", unit.id, f"what the keywords of {unit.name} do: {told}")
            for trait, rule in NAMED_TRAITS.items():
                if trait in unit.traits:
                    yield Matter(rule, "", f"what the trait '{trait}' does here")
            if "assault" in unit.traits:
                yield Matter("traits/assault/supply", "", "how much more supply assault troops burn")


def open_quarter(war: GroundCampaign) -> None:
    """Begin a quarter: the moderator's entries that hold from it, who is fit again, the losses with transports."""
    if war.quarter == 1 and _stops(war):
        return
    _morale(war)
    _return(war)
    _go_down(war)
    war.field.bands = [bands(war.scenario, side, war.quarter) for side in war.scenario.sides]
    war.field.free, war.field.aloft, war.field.air, war.field.result = [0, 0], [0, 0], [0, 0], 0


def _stops(war: GroundCampaign) -> bool:
    """Whether something is left to the moderator that he has not entered; what he has is told."""
    left = open_matters(war.scenario)
    for matter in matters(war.scenario):
        entry = war.scenario.entry(matter.rule, matter.subject)
        if entry is None:
            text = f"The moderator has to say {matter.question}."
            war.log.note("stop", None, text, rules=(matter.rule,), rule=matter.rule, subject=matter.subject)
            continue
        what = f" {entry.value}" if matter.rule == "stats/quality/elite" else ""
        text = f"The moderator was asked {matter.question}, and entered{what}: {entry.reason}."
        war.log.enter(None, text, entry)
    if left:
        told = "; ".join(matter.question for matter in left)
        war.wait(told, tuple(dict.fromkeys(matter.rule for matter in left)))
    return bool(left)


def _go_down(war: GroundCampaign) -> None:
    """Units that were aboard a lost transport are lost with it."""
    for s, side in enumerate(war.scenario.sides):
        for i, unit in enumerate(side.units):
            group = war.field.groups[s][i]
            if not war.field.landed[s][i] and goes_down(side, unit, war.quarter):
                lost = group.total - group.destroyed
                war.field.groups[s][i] = group.sunk()
                transport = side.transport_of(unit)
                assert transport is not None
                text = f"{unit.name} is lost with {transport.name}: {some(lost, 'battalion')}."
                war.log.note("lost-aboard", s, text, unit=unit.id, battalions=lost)


@carries_out("fta3", "stats/morale")
def _morale(war: GroundCampaign) -> None:
    """Tell what the moderator has entered for a unit's morale from this quarter on."""
    for s, side in enumerate(war.scenario.sides):
        for unit in side.units:
            entry = war.scenario.morale(unit.id, war.quarter)
            if entry is None or max(1, entry.quarter) != war.quarter:
                continue
            text = f"The moderator sets the morale of {unit.name} to {entry.value}: {entry.reason}."
            war.log.enter(s, text, entry)


def _return(war: GroundCampaign) -> None:
    """Battalions that have missed a whole quarter are fit again, and those exhausted in the last one miss this."""
    if war.quarter == 1:
        return
    for s, side in enumerate(war.scenario.sides):
        for i, unit in enumerate(side.units):
            before = war.field.groups[s][i]
            after = war.field.groups[s][i] = before.next_quarter()
            back = after.fit - before.fit
            if back:
                text = f"{unit.name}: {some(back, 'battalion')} refreshed and fit again."
                war.log.note("returns", s, text, unit=unit.id, battalions=back)
