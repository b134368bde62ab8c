"""The receipt of a side of a ground war: its units with their numbers, what they cost, and its orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from flagplot.core.canonical import digest
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.core.report import Column, Fields, Listing, Node, Section, Table, Text
from flagplot.engine.orders import find_blocks
from flagplot.fta3.ground.docket import GroundDocket
from flagplot.fta3.ground.forces import GroundScenario, GroundSide
from flagplot.fta3.ground.opening import open_matters
from flagplot.fta3.ground.orders import VERBS, WORDS, GroundOrders, read_ground_sheet
from flagplot.fta3.ground.units import price
from flagplot.fta3.ground.weighing import bands
from flagplot.fta3.papers import verbs as fleet


@dataclass(frozen=True)
class GroundReceipt:
    """One side; ``digest`` is the same for any spelling, wrapping or quoting of its orders."""

    scenario: GroundScenario
    side: GroundSide
    orders: GroundOrders
    remarks: tuple[str, ...]

    @property
    def title(self) -> str:
        """Whose forces and orders."""
        return f"Forces and orders of {self.side.name}, {self.side.role}"

    @property
    def digest(self) -> str:
        """SHA-256 of the side's name and canonical orders."""
        return digest({"owner": self.side.name, "orders": sorted(self.orders.lines)})

    def parts(self) -> Iterable[Node]:
        """A row for each unit, the orders echoed, and what the moderator still has to enter."""
        kinds = bands(self.scenario, self.side, 1)
        rows = []
        for unit, band in zip(self.side.units, kinds, strict=True):
            cost = price(unit.type.name, unit.size)
            numbers = (unit.battalions - unit.lost, band.value, band.mobility, band.firepower, cost.cost, cost.di)
            told = (f"{unit.type.name}, {unit.size.value}", f"TL{unit.tl}", *map(str, numbers))
            rows.append((unit.name, *told, ", ".join(unit.traits)))
        heads = ("Battalions", "BV", "Mobility", "Firepower", "$", "DI")
        numbers_of = (Column(head, "right") for head in heads)
        columns = (Column("Unit"), Column("Kind"), Column("TL"), *numbers_of, Column("Traits"))
        yield Table("", columns, tuple(rows))
        if self.orders.sent:
            yield Listing(tuple(Text(line) for line in self.orders.lines))
        else:
            yield Text("No orders were sent: all units land, all ships bombard, at normal priority.")
        if self.remarks:
            yield Section("Remarks", (Listing(tuple(Text(remark) for remark in self.remarks)),))
        left = tuple(self._left_to_the_moderator())
        if left:
            yield Section("Left to the moderator", (Listing(left),))
        yield Fields((("digest", self.digest),))

    def _left_to_the_moderator(self) -> Iterator[Text]:
        mine = {unit.id for unit in self.side.units}
        for matter in open_matters(self.scenario):
            if matter.subject in ("", *mine):
                yield Text(f"The moderator has to say {matter.question}.")

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "kind": "ground",
            "owner": self.side.name,
            "role": self.side.role,
            "sent": self.orders.sent,
            "units": [unit.id for unit in self.side.units],
            "orders": list(self.orders.lines),
            "remarks": list(self.remarks),
            "digest": self.digest,
        }


def ground_receipts(docket: GroundDocket) -> list[GroundReceipt]:
    """The receipts of both sides of a war."""
    return [
        GroundReceipt(docket.scenario, side, docket.orders[side.id], docket.remarks.get(side.id, ()))
        for side in docket.scenario.sides
    ]


@dataclass(frozen=True)
class GroundOrdersReceipt:
    """A player's own orders for a ground war, held against no forces.

    The digest is that of ``GroundReceipt`` where he spells his units as the ground book does.
    """

    owner: str
    orders: GroundOrders
    remarks: tuple[str, ...]

    @property
    def title(self) -> str:
        """Whose orders."""
        return f"Orders of {self.owner}, on the ground"

    @property
    def digest(self) -> str:
        """SHA-256 of the owner's name and orders."""
        return digest({"owner": self.owner, "orders": sorted(self.orders.lines)})

    def parts(self) -> Iterable[Node]:
        """The orders echoed."""
        yield Listing(tuple(Text(line) for line in self.orders.lines))
        if self.remarks:
            yield Section("Remarks", (Listing(tuple(Text(remark) for remark in self.remarks)),))
        yield Text("Whether the units are there, only the moderator's scenario can tell.")

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "kind": "ground orders",
            "owner": self.owner,
            "orders": list(self.orders.lines),
            "remarks": list(self.remarks),
            "digest": self.digest,
        }


def is_for_the_ground(paper: Paper) -> bool:
    """Whether a post has orders for a ground war: more of it is understood so than as orders of a fleet."""
    return _strange(paper, VERBS, WORDS) < _strange(paper, fleet.VERBS, fleet.words(()))


def _strange(paper: Paper, verbs: Iterable[str], words: Iterable[str]) -> int:
    """How many lines of a post begin with no verb."""
    faults = Faults()
    find_blocks(paper.text, paper.name, tuple(verbs), faults, set(words))
    return sum(refusal.code in ("no-verb", "misspelt-verb") for refusal in faults.found)


def ground_order_receipts(papers: Iterable[Paper], faults: Faults) -> list[GroundOrdersReceipt]:
    """The receipts of a player's own orders for a ground war."""
    return [
        GroundOrdersReceipt(block.owner, read_ground_sheet(block, None, None, faults), block.remarks)
        for paper in papers
        for block in find_blocks(paper.text, paper.name, VERBS, faults, WORDS)
    ]
