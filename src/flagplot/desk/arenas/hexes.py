"""Battles of one hex of Federation & Empire."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.core.report import Node, Report, Section, Text
from flagplot.core.sources import Source
from flagplot.desk.arena import Scene
from flagplot.desk.battle import Papers
from flagplot.desk.hex_receipt import HexReceipt, hex_receipts
from flagplot.engine.record import read_record
from flagplot.engine.telling import entries_of
from flagplot.fe.papers.docket import HexDocket, open_hex_docket
from flagplot.fe.papers.playing import HexDuel, HexFought, fight_hex
from flagplot.fe.papers.report import hex_board, hex_changes, hex_outcome, hex_report_of, hex_state
from flagplot.fe.papers.scenario import DEMO, table_name

SYSTEM = "fe"
TABLE = "demonstration_fleet.csv"


def sheets_named(scenario: str) -> Mapping[str, str]:
    """The ship table, unless it is that for demonstration."""
    name = table_name(scenario)
    return {} if name == DEMO else {"book": name}


def sheets(papers: Papers) -> list[tuple[str, Paper]]:
    """The ship table."""
    return [("ship table", papers.book or demo_table())]


def demo_table() -> Paper:
    """The fleet that comes with the program, invented."""
    return Paper(TABLE, files("flagplot.fe").joinpath(f"data/{TABLE}").read_text(encoding="utf-8"))


def open_docket(papers: Papers, faults: Faults) -> HexDocket | None:
    """The papers of a battle hex."""
    for paper in papers.aftermath:
        message = "a battle hex has no aftermath to decide: retreat and pursuit are steps of it"
        faults.add("no-aftermath", paper.name, message, mend="Leave it out.")
    return open_hex_docket(papers.scenario, papers.orders, papers.book or demo_table(), faults)


def fight(docket: HexDocket, source_of: Callable[[int], Source], answers: Paper | None) -> HexFought:
    """Fight a hex, as far as instructions and answers reach."""
    if answers is None:
        return fight_hex(docket, source_of(0))
    faults = Faults()
    record = read_record(answers, faults)
    faults.settle()
    return fight_hex(docket, source_of(0), record)


def outcome(battle: HexFought) -> str:
    """Who holds the hex, or what the battle waits for."""
    return hex_outcome(battle)


def state(battle: HexFought) -> dict[str, dict[str, int | str]]:
    """How every unit stands."""
    return hex_state(battle)


def further_facts(battle: HexFought) -> dict[str, Any]:
    """What the battle waits for, if anything."""
    return {"decision": battle.waiting.as_dict()} if battle.waiting else {}


def report(
    battle: HexFought, banner: Sequence[str], opening: Sequence[Node], remarks: Sequence[Text], closing: Sequence[Node]
) -> Report:
    """The report of a hex."""
    return hex_report_of(battle, banner, opening, remarks, closing)


def changes(old: HexFought, new: HexFought, changed_lines: Sequence[str]) -> Section:
    """What stands differently."""
    return hex_changes(old, new, changed_lines)


def order_lines(docket: HexDocket) -> Iterator[str]:
    """The instructions of both sides."""
    for entrant, lines in zip(docket.setup.sides, docket.lines, strict=True):
        yield from (f"{entrant.name}: {line}" for line in lines)


def receipts(docket: HexDocket) -> list[HexReceipt]:
    """The forces and instructions of both sides."""
    return hex_receipts(docket)


def scenes(battle: HexFought) -> Iterator[Scene]:
    """The battle round by round."""
    for number in range(1, battle.battle.field.round + 1):
        events = tuple(event for event in battle.events if event.round == number)
        yield Scene(1, number, f"Round {number}", events, entries_of(events), {})


def sides(docket: HexDocket) -> list[str]:
    """The names of both sides, the phasing one first."""
    return [entrant.name for entrant in docket.setup.sides]


def refuse_duel(docket: HexDocket, where: str, faults: Faults) -> None:
    """Every battle hex can be played."""


def refuse_as_fleets(where: str, faults: Faults) -> None:
    """Refuse a hex where only a battle of fleets will do."""
    message = "this is asked of battles of fleets alone, and here is a battle hex of Federation & Empire"
    faults.add("hex-battle", where, message, mend="flagplot odds, sweep and advise --vary tell its chances.")


def duel(docket: HexDocket, source_of: Callable[[int], Source], by_orders: Collection[int]) -> HexDuel:
    """The hex at the table."""
    return HexDuel(docket, source_of(0), by_orders=by_orders)


def board(docket: HexDocket, duel: HexDuel) -> list[tuple[str, str, str]]:
    """Side, unit and how it stands."""
    return [(camp.entrant.name, *row) for camp in duel.battle.field.camps for row in hex_board(camp)]
