"""Ground wars of From the Ashes 3."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, NoReturn

from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults
from flagplot.core.report import Node, Report, Section, Text
from flagplot.core.sources import Source
from flagplot.desk.arena import Scene
from flagplot.desk.arenas import fleets
from flagplot.desk.battle import Papers
from flagplot.desk.ground_receipt import GroundReceipt, ground_receipts
from flagplot.engine.telling import entries_of
from flagplot.fta3.ground.campaign import War, fight_war
from flagplot.fta3.ground.docket import GroundDocket, open_ground_docket
from flagplot.fta3.ground.reporting import report_of_war, war_changes, war_outcome, war_state
from flagplot.fta3.ruleset import FTA3, readings_on_the_ground

SYSTEM = "fta3"
sheets_named = fleets.sheets_named
sheets = fleets.sheets


def open_docket(papers: Papers, faults: Faults) -> GroundDocket | None:
    """The papers of a war, which has no aftermath."""
    for paper in papers.aftermath:
        message, mend = "a ground war has no aftermath to decide", "Leave it out."
        faults.add("no-aftermath", paper.name, message, fault=Fault.INCONSISTENT, mend=mend)
    book = papers.book or fleets.demo_book()
    return open_ground_docket(papers.scenario, papers.orders, book, papers.army, FTA3.readings, faults, papers.fittings)


def fight(docket: GroundDocket, source_of: Callable[[int], Source], answers: Paper | None) -> War:
    """Fight a war, as far as the moderator's entries reach."""
    return fight_war(docket.scenario, docket.orders, source_of(0))


def outcome(battle: War) -> str:
    """How the war ended, or what it waits for."""
    return war_outcome(battle)


def state(battle: War) -> dict[str, dict[str, int | str]]:
    """How every unit, wing and ship stands."""
    return war_state(battle)


def further_facts(battle: War) -> dict[str, Any]:
    """Nothing more."""
    return {}


def report(
    battle: War, banner: Sequence[str], opening: Sequence[Node], remarks: Sequence[Text], closing: Sequence[Node]
) -> Report:
    """The report of a war."""
    return report_of_war(battle, readings_on_the_ground(), banner, opening, remarks, closing)


def changes(old: War, new: War, changed_lines: Sequence[str]) -> Section:
    """What stands differently."""
    return war_changes(old, new, changed_lines)


def order_lines(docket: GroundDocket) -> Iterator[str]:
    """The orders of both sides."""
    for side in docket.scenario.sides:
        yield from (f"{side.name}: {line}" for line in docket.orders[side.id].lines)


def receipts(docket: GroundDocket) -> list[GroundReceipt]:
    """The forces and orders of both sides."""
    return ground_receipts(docket)


def scenes(battle: War) -> Iterator[Scene]:
    """The war quarter by quarter."""
    for number in range(1, battle.quarters + 1):
        events = tuple(event for event in battle.events if event.round == number)
        yield Scene(1, number, f"Quarter {number}", events, entries_of(events), {})


def sides(docket: GroundDocket) -> list[str]:
    """The names of both sides."""
    return [side.name for side in docket.scenario.sides]


def refuse_duel(docket: GroundDocket, where: str, faults: Faults) -> None:
    """Nobody plays a war decision by decision."""
    refuse_as_fleets(where, faults)


def refuse_as_fleets(where: str, faults: Faults) -> None:
    """Refuse a war where only a battle of fleets will do."""
    mend = "flagplot battle fights it; its chances are told by flagplot odds."
    faults.add("ground-war", where, "this is a ground war, no battle of fleets", mend=mend)


def duel(docket: GroundDocket, source_of: Callable[[int], Source], by_orders: Collection[int]) -> NoReturn:
    """There is none: ``refuse_duel`` has said so."""
    raise ValueError("a ground war is not played decision by decision")


def board(docket: GroundDocket, duel: Any) -> list[tuple[str, str, str]]:
    """Nobody is at a table."""
    return []
