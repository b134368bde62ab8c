"""What fleet battles and ground wars have in common for whoever writes, verifies or corrects them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults, Refusal, Refused
from flagplot.core.report import Node, Report, Section, Text
from flagplot.core.sources import Source
from flagplot.fta3.ground.campaign import War, fight_war
from flagplot.fta3.ground.docket import GroundDocket, open_ground_docket
from flagplot.fta3.ground.reporting import report_of_war, war_changes, war_outcome, war_state
from flagplot.fta3.ground.scenario import is_ground
from flagplot.fta3.papers.docket import Docket, open_docket
from flagplot.fta3.play.encounter import Encounter, fight_all
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
    faults: Faults,
) -> AnyDocket | None:
    """The papers of a fleet battle or a ground war, held against one another; None where ``faults`` has any."""
    if is_ground(scenario.text):
        return open_ground_docket(scenario, orders, book, army, FTA3.readings, faults, fittings)
    return open_docket(scenario, orders, book, FTA3.readings, faults, fittings)


def fight(docket: AnyDocket, source_of: Callable[[int], Source]) -> AnyBattle:
    """Fight a docket; ``source_of`` gives the dice of each engagement by its number, a ground war has but one."""
    if isinstance(docket, GroundDocket):
        return fight_war(docket.scenario, docket.orders, source_of(0))
    return fight_all(docket.scenario, docket.standings, source_of)


def outcome(battle: AnyBattle) -> str:
    """How it ended, or what it waits for."""
    return war_outcome(battle) if isinstance(battle, War) else day_outcome(battle)


def state(battle: AnyBattle) -> dict[str, dict[str, int | str]]:
    """How everything stands, by id."""
    return war_state(battle) if isinstance(battle, War) else day_state(battle)


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


def check_same_kind(old: AnyDocket, new: AnyDocket, where: str) -> None:
    """Raises ``Refused`` where a fleet battle is to be corrected into a ground war, or the other way round."""
    if type(old) is not type(new):
        message = "a fleet battle and a ground war do not correct each other"
        mend = "Give the report of the same battle."
        refusal = Refusal(code="other-kind", fault=Fault.INCONSISTENT, where=where, message=message, mend=mend)
        raise Refused([refusal])
