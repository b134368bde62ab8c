"""The papers of a ground war, read and held against one another; what may be fought is a docket."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flagplot.core.canonical import digest
from flagplot.core.papers import Paper
from flagplot.core.readings import Reading
from flagplot.core.refusal import Fault, Faults
from flagplot.engine.columns import shorten
from flagplot.engine.names import fold, nearest_name
from flagplot.engine.orders import Block, find_blocks
from flagplot.fta3.book.book import read_book
from flagplot.fta3.ground.forces import GroundScenario
from flagplot.fta3.ground.orders import VERBS, GroundOrders, read_ground_sheet, words
from flagplot.fta3.ground.scenario import check_landings, read_ground_scenario


@dataclass(frozen=True)
class GroundDocket:
    """A ground war ready to be fought: orders, and remarks on how they were read, both by side id."""

    scenario: GroundScenario
    orders: Mapping[str, GroundOrders]
    remarks: Mapping[str, tuple[str, ...]]

    @property
    def orders_digest(self) -> str:
        """SHA-256 over the canonical orders of every side that sent any, whatever order files and lines came in."""
        sent = {id_: sorted(orders.lines) for id_, orders in self.orders.items() if orders.sent}
        return digest({"battle": self.scenario.name, "orders": sent})


def open_ground_docket(
    scenario_paper: Paper,
    order_papers: Iterable[Paper],
    book_paper: Paper,
    army_paper: Paper | None,
    catalogue: Mapping[str, Reading],
    faults: Faults,
    fittings_paper: Paper | None = None,
) -> GroundDocket | None:
    """Read a scenario and its orders against the books; None where ``faults`` has anything to say of any of them."""
    book = read_book(book_paper.text, book_paper.name, faults, fittings_paper)
    draft = read_ground_scenario(scenario_paper, book, army_paper, catalogue, faults) if book is not None else None
    known = words(draft.scenario.sides) if draft else set()
    blocks = [block for paper in order_papers for block in find_blocks(paper.text, paper.name, VERBS, faults, known)]
    if draft is None:
        for block in blocks:
            read_ground_sheet(block, None, None, faults)
        return None
    orders, remarks = _orders(draft.scenario, blocks, faults)
    return None if faults.found else GroundDocket(draft.scenario, orders, remarks)


def _orders(
    scenario: GroundScenario, blocks: Iterable[Block], faults: Faults
) -> tuple[dict[str, GroundOrders], dict[str, tuple[str, ...]]]:
    """The orders of both sides; who sent none fights by the defaults."""
    sides = {fold(side.name): s for s, side in enumerate(scenario.sides)}
    sent: dict[str, Block] = {}
    orders: dict[str, GroundOrders] = {}
    for block in blocks:
        place = sides.get(fold(block.owner))
        where = f"{block.source}, line {block.line}"
        if place is None:
            message = f"nobody called '{shorten(block.owner)}' takes part in this war"
            names = [side.name for side in scenario.sides]
            faults.add("unknown-owner", where, message, mend=nearest_name(block.owner, names, faults))
            read_ground_sheet(block, None, None, faults)
            continue
        side, enemy = scenario.sides[place], scenario.sides[1 - place]
        if side.id in sent:
            first = sent[side.id]
            message = f"there are orders of {side.name} already, in {first.source}, line {first.line}"
            faults.add("double-orders", where, message, fault=Fault.INCONSISTENT, mend="Keep one of the two blocks.")
        sent.setdefault(side.id, block)
        orders[side.id] = read_ground_sheet(block, side, enemy, faults)
        for quarter, wanted in orders[side.id].given.get("land", {}).items():
            check_landings(side, wanted, quarter, where, faults)
    remarks = {id_: tuple(f"{block.source}, {remark}" for remark in block.remarks) for id_, block in sent.items()}
    return {side.id: orders.get(side.id, GroundOrders()) for side in scenario.sides}, remarks
