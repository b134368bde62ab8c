"""The receipt of a side of a battle hex: its units, its instructions, what it leaves open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from flagplot.core.canonical import digest
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.core.report import Column, Fields, Listing, Node, Section, Table, Text
from flagplot.engine.orders import find_blocks
from flagplot.fe.combat.battle.setup import Entrant
from flagplot.fe.combat.force import Combatant
from flagplot.fe.papers.docket import HexDocket
from flagplot.fe.papers.orders import order_lines, read_orders
from flagplot.fe.papers.report import DEMONSTRATION
from flagplot.fe.papers.shape import SALT, VERBS, WORDS, operands


@dataclass(frozen=True)
class HexReceipt:
    """One side; ``digest`` is the same for any spelling, wrapping or quoting of its instructions."""

    entrant: Entrant
    lines: tuple[str, ...]
    sent: bool
    remarks: tuple[str, ...]
    invented: bool
    first: bool

    @property
    def title(self) -> str:
        """Whose forces and instructions."""
        return f"Forces and instructions of {self.entrant.name}"

    @property
    def digest(self) -> str:
        """SHA-256 of the side's name and canonical instructions."""
        return digest({"owner": self.entrant.name, "orders": sorted(self.lines)})

    def parts(self) -> Iterable[Node]:
        """A row for each unit, the instructions echoed, and what they leave to be asked."""
        if self.invented:
            yield Text(DEMONSTRATION)
        rows = tuple(
            (
                each.id,
                each.unit.type.designator,
                f"{each.unit.attack}-{each.unit.defence}",
                ", ".join(
                    filter(None, ("crippled" if each.unit.crippled else "", each.system and f"at {each.system}"))
                ),
                ", ".join(f"{number} {kind}" for kind, number in each.craft.items()),
                each.carrier,
            )
            for each in self.entrant.units
        )
        heads = (Column("Unit"), Column("Type"), Column("Factors", "right"))
        yield Table("", (*heads, Column("State"), Column("Craft"), Column("Group")), rows)
        if self.lines:
            yield Listing(tuple(map(Text, self.lines)))
        if self.remarks:
            yield Section("Remarks", (Listing(tuple(map(Text, self.remarks))),))
        open_ = ", ".join(self.left_open) or "nothing"
        holds = "and what is offered first holds" if self.first else "and asked"
        yield Text(f"Not laid down, {holds} where it comes to it: {open_}.")
        yield Fields((("digest", self.digest),))

    @property
    def left_open(self) -> tuple[str, ...]:
        """The verbs of which nothing is laid down."""
        given = {line.partition(" ")[0] for line in self.lines}
        return tuple(key.verb for key in WORDS if key.verb not in given)

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "kind": "hex",
            "owner": self.entrant.name,
            "sent": self.sent,
            "units": [each.id for each in self.entrant.units],
            "orders": list(self.lines),
            "open": list(self.left_open),
            "remarks": list(self.remarks),
            "invented": self.invented,
            "digest": self.digest,
        }


def _state(each: Combatant) -> str:
    """Whether a unit comes as a cripple, and where in a capital it stands."""
    return ", ".join(filter(None, ("crippled" if each.unit.crippled else "", each.system and f"at {each.system}")))


def hex_receipts(docket: HexDocket) -> list[HexReceipt]:
    """The receipts of both sides."""
    return [
        HexReceipt(
            entrant,
            docket.lines[side],
            side in docket.sent,
            docket.remarks.get(entrant.name, ()),
            docket.scenario.invented,
            side in docket.first,
        )
        for side, entrant in enumerate(docket.setup.sides)
    ]


@dataclass(frozen=True)
class HexOrdersReceipt:
    """A player's own orders for a battle hex, held against no forces."""

    owner: str
    lines: tuple[str, ...]
    remarks: tuple[str, ...]

    @property
    def title(self) -> str:
        """Whose orders."""
        return f"Orders of {self.owner}, in a hex"

    def parts(self) -> Iterable[Node]:
        """The orders echoed."""
        yield Listing(tuple(map(Text, self.lines)))
        if self.remarks:
            yield Section("Remarks", (Listing(tuple(map(Text, self.remarks))),))
        yield Text("Whether the units are there, only the moderator's scenario can tell.")

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "kind": "hex orders",
            "owner": self.owner,
            "orders": list(self.lines),
            "remarks": list(self.remarks),
        }


def is_for_a_hex(paper: Paper) -> bool:
    """Whether a post has orders for a battle hex: each line begins with a verb of it, and not all are of other battles
    too.
    """
    faults = Faults()
    blocks = find_blocks(paper.text, paper.name, VERBS, faults, operands())
    verbs = {order.verb.text for block in blocks for order in block.orders}
    strange = any(refusal.code in ("no-verb", "misspelt-verb") for refusal in faults.found)
    return bool(verbs - {SALT.verb}) and not strange


def hex_order_receipts(papers: Iterable[Paper], faults: Faults) -> list[HexOrdersReceipt]:
    """The receipts of a player's own orders for a battle hex."""
    return [
        HexOrdersReceipt(block.owner, order_lines(read_orders(block, None, faults)), block.remarks)
        for paper in papers
        for block in find_blocks(paper.text, paper.name, VERBS, faults, operands())
    ]
