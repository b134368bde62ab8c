"""The papers of a battle, read and held against one another: what may be fought is a docket, anything else is refused
whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flagplot.core.canonical import digest
from flagplot.core.citation import Citation, carries_out
from flagplot.core.papers import Paper
from flagplot.core.readings import Reading
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.engine.orders import Block, find_blocks
from flagplot.fta3.book import Book, read_book
from flagplot.fta3.forces import Scenario
from flagplot.fta3.order_sheet import VERBS, read_sheet, unsent, words
from flagplot.fta3.scenario import read_scenario
from flagplot.fta3.setup import slowest_speed
from flagplot.fta3.split_check import check_splits
from flagplot.fta3.standing import Standing


@dataclass(frozen=True)
class Docket:
    """A battle ready to be fought: standing orders, and remarks on how they were read, both by owner id."""

    scenario: Scenario
    standings: Mapping[str, Standing]
    remarks: Mapping[str, tuple[str, ...]]

    @property
    def orders_digest(self) -> str:
        """SHA-256 over the canonical orders of every owner who sent any, whatever order files and lines came in."""
        sent = {id_: sorted(standing.lines) for id_, standing in self.standings.items() if standing.sent}
        return digest({"battle": self.scenario.name, "orders": sent})


def open_docket(
    scenario_paper: Paper,
    order_papers: Iterable[Paper],
    book_paper: Paper,
    catalogue: Mapping[str, Reading],
    faults: Faults,
) -> Docket | None:
    """Read a scenario and its orders against a book; None where ``faults`` has anything to say of any of them."""
    book = read_book(book_paper.text, book_paper.name, faults)
    hulls = book.hulls if book is not None else {}
    blocks = [
        block for paper in order_papers for block in find_blocks(paper.text, paper.name, VERBS, faults, words(hulls))
    ]
    if book is None:
        # Against a faulty book every ship would look unknown: the scenario has to wait.
        return None
    scenario = read_scenario(scenario_paper.text, scenario_paper.name, book, catalogue, faults)
    if scenario is None:
        for block in blocks:
            read_sheet(block, hulls, None, faults)
        return None
    standings = _standings(scenario, blocks, book, faults)
    _check_speeds(scenario, standings, blocks, faults)
    check_splits(scenario, standings, {block.owner.casefold(): block for block in blocks}, faults)
    if faults.found:
        return None
    ids = {owner.name.casefold(): owner.id for _, owner in scenario.owners()}
    remarks = {
        ids[block.owner.casefold()]: tuple(f"{block.source}, {remark}" for remark in block.remarks) for block in blocks
    }
    return Docket(scenario, standings, remarks)


def _standings(scenario: Scenario, blocks: Iterable[Block], book: Book, faults: Faults) -> dict[str, Standing]:
    """The standing orders of every owner; those who sent none fight by the plan *defend*."""
    owners = {owner.name.casefold(): owner for _, owner in scenario.owners()}
    sent: dict[str, Block] = {}
    standings: dict[str, Standing] = {}
    for block in blocks:
        owner = owners.get(block.owner.casefold())
        where = f"{block.source}, line {block.line}"
        if owner is None:
            names = [owner.name for _, owner in scenario.owners()]
            message = f"nobody called '{block.owner}' takes part in this battle"
            faults.add("unknown-owner", where, message, mend=nearest(block.owner, names))
            read_sheet(block, book.hulls, None, faults)
            continue
        if owner.id in sent:
            first = sent[owner.id]
            message = f"there are orders of {owner.name} already, in {first.source}, line {first.line}"
            faults.add("double-orders", where, message, fault=Fault.INCONSISTENT, mend="Keep one of the two blocks.")
        sent.setdefault(owner.id, block)
        standings[owner.id] = read_sheet(block, book.hulls, owner, faults)
    for _, owner in scenario.owners():
        standings.setdefault(owner.id, unsent(book.hulls, owner))
    return standings


@carries_out("fta3", "declare-speed")
def _check_speeds(
    scenario: Scenario, standings: Mapping[str, Standing], blocks: Iterable[Block], faults: Faults
) -> None:
    """One side declares one speed, which its slowest ship can keep up with; at a fixed objective that ship's own."""
    lines = {block.owner.casefold(): block for block in blocks}
    for side in scenario.sides:
        if not any(ship.arrives == 1 for ship in side.ships):
            continue
        slowest = slowest_speed(side.ships)
        speeds = {owner.name: speed for owner in side.owners if (speed := standings[owner.id].speed) is not None}
        for name, speed in speeds.items():
            where = _place(lines[name.casefold()], "speed")
            citation = Citation("fta3", "declare-speed")
            if scenario.battle_type == "fixed" and speed != slowest:
                message = f"at a fixed objective {side.name} declares the speed of its slowest ship, not {speed}"
                mend = f"Leave the order out, or write: speed {slowest}."
                faults.add("not-slowest", where, message, mend=mend, citation=citation)
            elif speed > slowest:
                gap = f"{speed - slowest} too fast for the slowest ship"
                mend = f"Declare {slowest} or less; fleet elements with their own speeds are not adjudicated yet."
                message = f"{side.name} cannot keep together at speed {speed}"
                faults.add("too-fast", where, message, gap=gap, mend=mend, citation=citation)
        if len(set(speeds.values())) > 1:
            told = ", ".join(f"{name} {speed}" for name, speed in speeds.items())
            where = _place(lines[next(iter(speeds)).casefold()], "speed")
            message = f"the owners of {side.name} declare different speeds: {told}"
            faults.add(
                "two-speeds",
                where,
                message,
                fault=Fault.INCONSISTENT,
                mend="A side declares one speed.",
                citation=Citation("fta3", "declare-speed"),
            )


def _place(block: Block, verb: str) -> str:
    """Where a block orders something."""
    line = next((order.line for order in block.orders if order.verb.text == verb), block.line)
    return f"{block.source}, line {line}"
