"""Check orders before they are handed in: a receipt for what was read, or every fault."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from flagplot.core.canonical import digest
from flagplot.core.citation import Citation
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.core.report import Column, Fields, Listing, Node, Report, Section, Table, Text
from flagplot.desk.battle import Papers, demo_book, read_docket
from flagplot.engine.orders import find_blocks
from flagplot.fta3.book import read_book
from flagplot.fta3.forces import Owner
from flagplot.fta3.order_sheet import VERBS, read_sheet, words
from flagplot.fta3.scenario import read_fleet
from flagplot.fta3.setup import slowest_speed
from flagplot.fta3.standing import Standing


@dataclass(frozen=True)
class Receipt:
    """What was read from one owner's orders; ``digest`` is the same for any spelling, wrapping or quoting of them."""

    owner: str
    standing: Standing
    remarks: tuple[str, ...]

    @property
    def digest(self) -> str:
        """SHA-256 of the owner's name and canonical orders."""
        return digest({"owner": self.owner, "orders": sorted(self.standing.lines)})

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        standing = self.standing
        return {
            "owner": self.owner,
            "sent": standing.sent,
            "plan": standing.plan,
            "orders": list(standing.lines),
            "remarks": list(self.remarks),
            "digest": self.digest,
        }


def check_battle(papers: Papers, faults: Faults) -> list[Receipt]:
    """The receipts of every owner of a battle, for its moderator; raises ``Refused`` with every fault."""
    docket = read_docket(papers, faults)
    return [Receipt(owner.name, docket.standings[owner.id], ()) for _, owner in docket.scenario.owners()]


def check_orders(orders: Iterable[Paper], book: Paper | None, fleet: Paper | None, faults: Faults) -> list[Receipt]:
    """The receipts of a player's orders against his own book and, if given, his own fleet; nothing of the enemy is
    known.

    Raises ``Refused`` with every fault.
    """
    book_paper = book or demo_book()
    known = read_book(book_paper.text, book_paper.name, faults)
    hulls = known.hulls if known else {}
    owner = read_fleet(fleet.text, fleet.name, known, faults) if fleet and known else None
    receipts = []
    for paper in orders:
        for block in find_blocks(paper.text, paper.name, VERBS, faults, words(hulls)):
            if owner and owner.name.casefold() != block.owner.casefold():
                message = f"the orders are {block.owner}'s, the fleet is {owner.name}'s"
                faults.add(
                    "other-owner", f"{block.source}, line {block.line}", message, mend="Which of the two is meant?"
                )
            standing = read_sheet(block, hulls, owner, faults)
            if owner and owner.ships:
                _check_speed(owner, standing, f"{block.source}, line {block.line}", faults)
            receipts.append(Receipt(block.owner, standing, block.remarks))
    faults.settle()
    return receipts


def _check_speed(owner: Owner, standing: Standing, where: str, faults: Faults) -> None:
    slowest = slowest_speed(owner.ships)
    if standing.speed is not None and standing.speed > slowest:
        message = f"{owner.name}'s slowest ship makes {slowest}, the orders declare {standing.speed}"
        gap = f"{standing.speed - slowest} too fast"
        citation = Citation("fta3", "declare-speed")
        faults.add("too-fast", where, message, gap=gap, mend=f"Declare {slowest} or less.", citation=citation)


def receipt_report(receipts: Iterable[Receipt]) -> Report:
    """The receipts as a tree: the orders echoed, and what they come to for each kind of ship."""
    sections = tuple(Section(f"Orders of {receipt.owner}", tuple(_parts(receipt))) for receipt in receipts)
    return Report("Receipt", sections)


def _parts(receipt: Receipt) -> Iterable[Node]:
    standing = receipt.standing
    if standing.sent:
        yield Listing(tuple(Text(line) for line in standing.lines))
    else:
        yield Text(f"None were sent: the plan '{standing.plan}' holds.")
    if receipt.remarks:
        yield Section("Remarks", (Listing(tuple(Text(remark) for remark in receipt.remarks)),))
    kinds = dict.fromkeys([*standing.targets, *standing.ranges, *standing.leave])
    rows = tuple(
        (
            kind,
            ", ".join(standing.targets.get(kind, ())),
            standing.ranges.get(kind, ""),
            "" if kind not in standing.leave else percent(standing.leave[kind], "of HP"),
        )
        for kind in kinds
    )
    columns = (Column("Ships"), Column("Targets"), Column("Range"), Column("Withdraw at"))
    yield Table("What they come to, by kind of ship; the closest fit holds", columns, rows)
    strike = ", ".join(f"{c.kinds} damaged {c.wounded}%" if c.wounded else c.kinds for c in standing.strike)
    yield Fields(
        (
            ("plan", standing.plan),
            ("speed", "that of the slowest ship" if standing.speed is None else str(standing.speed)),
            ("force withdraws at", percent(standing.force, "of weight lost")),
            ("fighters launched", "all" if standing.launch is None else str(standing.launch)),
            ("fighters committed", f"{standing.commit}% of the way from the fewest to all"),
            ("fighters strike", strike or "the heaviest first"),
            ("digest", receipt.digest),
        )
    )


def percent(value: int | None, of: str) -> str:
    """A threshold in words."""
    return "never" if value is None else f"{value}% {of}"
