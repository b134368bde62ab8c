"""Battles of fleets of From the Ashes 3."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults, Refused
from flagplot.core.report import Node, Report, Section, Text
from flagplot.core.sources import Source
from flagplot.desk.arena import Scene
from flagplot.desk.battle import Papers, read_docket
from flagplot.desk.receipt import OrdersReceipt, Receipt
from flagplot.engine.telling import entries_of
from flagplot.fta3.battle import codes as k
from flagplot.fta3.book.book import Book, read_book
from flagplot.fta3.duel.table import Duel, play_out
from flagplot.fta3.ground.scenario import army_name
from flagplot.fta3.papers import docket as dockets
from flagplot.fta3.papers.docket import Docket
from flagplot.fta3.papers.scenario import DEMO_BOOK, SMALL, book_name, fittings_name
from flagplot.fta3.play.encounter import Encounter, fight_all
from flagplot.fta3.play.rounds import courses, round_nodes
from flagplot.fta3.report.after_report import aftermath_facts
from flagplot.fta3.report.changes import changes_section
from flagplot.fta3.report.day_report import day_outcome, day_state, report_of
from flagplot.fta3.ruleset import FTA3, readings_in_space

SYSTEM = "fta3"
STATES = {k.ABSENT: "not there yet", k.ACTIVE: "", k.KILLED: "killed", k.WITHDRAWN: "has left"}


def sheets_named(scenario: str) -> Mapping[str, str]:
    """Book, fittings and ground book."""
    book = book_name(scenario)
    return {
        **({} if book == DEMO_BOOK else {"book": book}),
        **({"fittings": name} if (name := fittings_name(scenario)) else {}),
        **({"army": name} if (name := army_name(scenario)) else {}),
    }


def sheets(papers: Papers) -> list[tuple[str, Paper]]:
    """Ship book, fittings, ground book."""
    found = [("ship book", papers.book or demo_book())]
    found += [("fittings", papers.fittings)] if papers.fittings else []
    found += [("ground book", papers.army)] if papers.army else []
    return found


def open_docket(papers: Papers, faults: Faults) -> Docket | None:
    """The papers of a battle of fleets and of its aftermath."""
    book = papers.book or demo_book()
    return dockets.open_docket(
        papers.scenario, papers.orders, book, FTA3.readings, faults, papers.fittings, papers.aftermath
    )


def fight(docket: Docket, source_of: Callable[[int], Source], answers: Paper | None) -> Encounter:
    """Fight a day of battle."""
    if answers is not None:
        return play_out(docket.scenario, docket.standings, source_of, answers, docket.afterwards)
    return fight_all(docket.scenario, docket.standings, source_of, docket.afterwards)


def outcome(battle: Encounter) -> str:
    """How the day ended."""
    return day_outcome(battle)


def state(battle: Encounter) -> dict[str, dict[str, int | str]]:
    """How every ship and wing stands."""
    return day_state(battle)


def further_facts(battle: Encounter) -> dict[str, Any]:
    """What the aftermath came to, where it is settled."""
    return {"aftermath": aftermath_facts(battle)} if battle.aftermath.is_settled else {}


def report(
    battle: Encounter, banner: Sequence[str], opening: Sequence[Node], remarks: Sequence[Text], closing: Sequence[Node]
) -> Report:
    """The report of a day."""
    return report_of(battle, readings_in_space(), banner, opening, remarks, closing)


def changes(old: Encounter, new: Encounter, changed_lines: Sequence[str]) -> Section:
    """What a correction changed, ship by ship."""
    return changes_section(old, new, changed_lines)


def order_lines(docket: Docket) -> Iterator[str]:
    """The orders of all owners, and what they decided once it was over."""
    for _, owner in docket.scenario.owners():
        yield from (f"{owner.name}: {line}" for line in docket.standings[owner.id].lines)
    for _, owner in docket.scenario.owners():
        if docket.afterwards and owner.id in docket.afterwards:
            yield from (f"{owner.name}: {line}" for line in docket.afterwards[owner.id].lines)


def receipts(docket: Docket) -> list[Receipt]:
    """The orders of each owner."""
    return [
        OrdersReceipt(owner.name, docket.standings[owner.id], docket.remarks.get(owner.id, ()))
        for _, owner in docket.scenario.owners()
    ]


def scenes(battle: Encounter) -> Iterator[Scene]:
    """The meeting of the fleets, the rounds of each engagement, the aftermath."""
    if battle.prebattle.events:
        yield Scene(0, 0, "Before the battle", battle.prebattle.events, entries_of(battle.prebattle.events), {})
    several = len(battle.fights) > 1
    for n, fought in enumerate(battle.fights, 1):
        for number in range(1, len(fought.round_ends) + 1):
            events = tuple(event for event in fought.events if event.round == number)
            title = f"{f'Engagement {n}, round' if several else 'Round'} {number}"
            hit_points = {
                each.ship.id: {"before": each.before, "after": each.after, "became": each.became}
                for each in courses(fought, number)
            }
            yield Scene(n, number, title, events, round_nodes(fought, number), hit_points)
    if battle.aftermath.events:
        yield Scene(0, 0, "Aftermath", battle.aftermath.events, entries_of(battle.aftermath.events), {})


def sides(docket: Docket) -> list[str]:
    """The names of both sides."""
    return [side.name for side in docket.scenario.sides]


def refuse_duel(docket: Docket, where: str, faults: Faults) -> None:
    """Refuse the mass form."""
    if docket.scenario.form != SMALL:
        message = "in the mass form standing orders decide, so there is nothing to ask"
        faults.add("not-small", where, message, mend=f'Write form = "{SMALL}" at the head of the scenario.')


def duel(docket: Docket, source_of: Callable[[int], Source], by_orders: Collection[int]) -> Duel:
    """The day at the table."""
    return Duel(docket.scenario, docket.standings, source_of, by_orders=by_orders)


def board(docket: Docket, duel: Duel) -> list[tuple[str, str, str]]:
    """Side, name, hit points and state of every ship of the engagement under way; none where nobody is engaged."""
    game = duel.battle
    if game is None:
        return []
    labels, ships = game.scenario.labels(), game.arrays.ships
    return [
        (
            side.name,
            labels[ship.id],
            f"{int(ships.hp[s, i])} of {ship.hull.hp or 0} HP  {STATES[int(ships.status[s, i])]}".rstrip(),
        )
        for s, side in enumerate(game.scenario.sides)
        for i, ship in enumerate(game.roster.ships[s])
    ]


def demo_book() -> Paper:
    """The demonstration ship book, invented."""
    text = files("flagplot.fta3").joinpath("data/demo_book.toml").read_text(encoding="utf-8")
    return Paper("demo_book.toml", text)


def read_book_of(papers: Papers) -> Book:
    """The ship book of papers that have been read before."""
    paper, faults = papers.book or demo_book(), Faults()
    book = read_book(paper.text, paper.name, faults, papers.fittings)
    faults.settle()
    assert book is not None
    return book


def read_fleets(papers: Papers, faults: Faults) -> Docket:
    """As ``read_docket``, for what only battles of fleets have; any other is a fault."""
    docket = read_docket(papers, faults)
    if not isinstance(docket, Docket):
        papers.arena.refuse_as_fleets(papers.scenario.name, faults)
        raise Refused(faults.found)
    return docket


def refuse_as_fleets(where: str, faults: Faults) -> None:
    """There is nothing to refuse."""
