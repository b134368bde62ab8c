"""What fleet battles and ground wars have in common for whoever writes, verifies or corrects them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults, Refusal, Refused
from flagplot.core.report import Node, Report, Section, Text
from flagplot.core.sources import Source
from flagplot.fta3.duel.table import play_out
from flagplot.fta3.ground.campaign import War, fight_war
from flagplot.fta3.ground.docket import GroundDocket, open_ground_docket
from flagplot.fta3.ground.reporting import report_of_war, war_changes, war_outcome, war_state
from flagplot.fta3.ground.scenario import is_ground
from flagplot.fta3.papers.docket import Docket, open_docket
from flagplot.fta3.play.encounter import Encounter, fight_all
from flagplot.fta3.report.after_report import aftermath_facts
from flagplot.fta3.report.changes import changes_section
from flagplot.fta3.report.day_report import day_outcome, day_state, report_of
from flagplot.fta3.ruleset import FTA3, readings_in_space, readings_on_the_ground

AnyDocket: TypeAlias = Docket | GroundDocket
AnyBattle: TypeAlias = Encounter | War


def open_any(
    scenario: Paper,
    orders: Sequence[Paper],
    book: Paper,
    fittings: Paper | None,
    army: Paper | None,
    after: Sequence[Paper],
    faults: Faults,
) -> AnyDocket | None:
    """The papers of a fleet battle or a ground war, held against one another; None where ``faults`` has any.

    ``after`` are what the owners of a fleet battle decided once it was over.
    """
    if not is_ground(scenario.text):
        return open_docket(scenario, orders, book, FTA3.readings, faults, fittings, after)
    for paper in after:
        message, mend = "a ground war has no aftermath to decide", "Leave it out."
        faults.add("no-aftermath", paper.name, message, fault=Fault.INCONSISTENT, mend=mend)
    return open_ground_docket(scenario, orders, book, army, FTA3.readings, faults, fittings)


def fight(docket: AnyDocket, source_of: Callable[[int], Source], answers: Paper | None = None) -> AnyBattle:
    """Fight a docket, with the ``answers`` of a duel where there was one.

    ``source_of`` gives the dice of each engagement by its number; a ground war has but one.
    """
    if isinstance(docket, GroundDocket):
        return fight_war(docket.scenario, docket.orders, source_of(0))
    if answers is not None:
        return play_out(docket.scenario, docket.standings, source_of, answers, docket.afterwards)
    return fight_all(docket.scenario, docket.standings, source_of, docket.afterwards)


def outcome(battle: AnyBattle) -> str:
    """How it ended, or what it waits for."""
    return war_outcome(battle) if isinstance(battle, War) else day_outcome(battle)


def state(battle: AnyBattle) -> dict[str, dict[str, int | str]]:
    """How everything stands, by id."""
    return war_state(battle) if isinstance(battle, War) else day_state(battle)


def further_facts(battle: AnyBattle) -> dict[str, Any]:
    """What JSON tells beside events and state: what the aftermath of a fleet battle came to, where it is settled."""
    if isinstance(battle, Encounter) and battle.aftermath.is_settled:
        return {"aftermath": aftermath_facts(battle)}
    return {}


def report(
    battle: AnyBattle, banner: Sequence[str], opening: Sequence[Node], remarks: Sequence[Text], closing: Sequence[Node]
) -> Report:
    """The whole report as a tree."""
    if isinstance(battle, War):
        return report_of_war(battle, readings_on_the_ground(), banner, opening, remarks, closing)
    return report_of(battle, readings_in_space(), banner, opening, remarks, closing)


def changes(old: AnyBattle, new: AnyBattle, changed_lines: Sequence[str]) -> Section:
    """What a correction changed."""
    if isinstance(old, War) and isinstance(new, War):
        return war_changes(old, new, changed_lines)
    assert isinstance(old, Encounter)
    assert isinstance(new, Encounter)
    return changes_section(old, new, changed_lines)


def order_lines(docket: AnyDocket) -> Iterator[str]:
    """The orders of all, as they were read, each with whose it is."""
    if isinstance(docket, GroundDocket):
        for side in docket.scenario.sides:
            yield from (f"{side.name}: {line}" for line in docket.orders[side.id].lines)
        return
    for _, owner in docket.scenario.owners():
        yield from (f"{owner.name}: {line}" for line in docket.standings[owner.id].lines)
    for _, owner in docket.scenario.owners():
        if docket.afterwards and owner.id in docket.afterwards:
            yield from (f"{owner.name}: {line}" for line in docket.afterwards[owner.id].lines)


def check_same_kind(old: AnyDocket, new: AnyDocket, where: str) -> None:
    """Raises ``Refused`` where a fleet battle is to be corrected into a ground war, or the other way round."""
    if type(old) is not type(new):
        message = "a fleet battle and a ground war do not correct each other"
        mend = "Give the report of the same battle."
        refusal = Refusal(code="other-kind", fault=Fault.INCONSISTENT, where=where, message=message, mend=mend)
        raise Refused([refusal])
