"""Receipts: what was read from one paper, and of the orders of an owner of fleets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from flagplot.core.canonical import digest
from flagplot.core.report import Column, Fields, Listing, Node, Section, Table, Text
from flagplot.fta3.papers.standing import Standing


class Receipt(Protocol):
    """What was read from one paper."""

    @property
    def title(self) -> str:
        """What it is of."""

    def parts(self) -> Iterable[Node]:
        """What was read, for people."""

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON; ``kind`` is orders, book or fleet."""


@dataclass(frozen=True)
class OrdersReceipt:
    """The orders of one owner; ``digest`` is the same for any spelling, wrapping or quoting of them."""

    owner: str
    standing: Standing
    remarks: tuple[str, ...]

    @property
    def title(self) -> str:
        """Whose orders."""
        return f"Orders of {self.owner}"

    @property
    def digest(self) -> str:
        """SHA-256 of the owner's name and canonical orders."""
        return digest({"owner": self.owner, "orders": sorted(self.standing.lines)})

    def parts(self) -> Iterable[Node]:
        """The orders echoed, and what they come to for each kind of ship."""
        standing = self.standing
        if standing.sent:
            yield Listing(tuple(Text(line) for line in standing.lines))
        else:
            yield Text(f"None were sent: the plan '{standing.plan}' holds.")
        if self.remarks:
            yield Section("Remarks", (Listing(tuple(Text(remark) for remark in self.remarks)),))
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
                ("digest", self.digest),
            )
        )

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        standing = self.standing
        return {
            "kind": "orders",
            "owner": self.owner,
            "sent": standing.sent,
            "plan": standing.plan,
            "orders": list(standing.lines),
            "remarks": list(self.remarks),
            "digest": self.digest,
        }


def percent(value: int | None, of: str) -> str:
    """A threshold in words."""
    return "never" if value is None else f"{value}% {of}"
