"""Where the dice of a movement phase come from: a promised key, or the table at which they were rolled by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from flagplot.border_patrol.printed import printed
from flagplot.core.citation import Citation
from flagplot.core.log import Throw
from flagplot.core.refusal import Fault, Faults, nearest

TABLE = "table"
"""What stands for the address of a die that was rolled by hand."""


class Purpose(NamedTuple):
    """What a die is for: name, phase of its address (never used for another purpose), sides and rule."""

    name: str
    phase: int
    sides: int
    citation: Citation


CHECK = Purpose("check", 64, printed()["V12.14"]["sides"], Citation("bp", "V12.14"))
PURPOSES = {purpose.name: purpose for purpose in (CHECK,)}


@dataclass
class Casting:
    """The dice of one movement phase: those from the table, and a key for all others.

    Without a key every die must come from the table. ``phase`` is the movement phase of the Turn, which stands for the
    round in a die's address; sample and side are 0, and the roller's number comes from its id.
    """

    phase: int
    key: int | None
    table: Mapping[str, int]
    used: set[str] = field(default_factory=set)
    missing: list[str] = field(default_factory=list)

    def throw(self, purpose: Purpose, who: str) -> Throw:
        """The die of a roller for a purpose. One that is missing at the table is noted, and lies as a 1 for now."""
        if who in self.table:
            self.used.add(who)
            return Throw(purpose.name, who, purpose.sides, self.table[who], TABLE)
        if self.key is None:
            self.missing.append(who)
            return Throw(purpose.name, who, purpose.sides, 1, TABLE)
        # What rolls loads NumPy, which a phase that was rolled at the table does without.
        from flagplot.core.sources import Address, Draw, Keyed, roller_number

        address = Address(self.phase, purpose.phase, 0, roller_number(who))
        face = Keyed(self.key).faces(Draw(address, 0, 1, purpose.sides))[0]
        return Throw(purpose.name, who, purpose.sides, face, ".".join(map(str, address)) + "+0")

    def settle(self) -> None:
        """Raise ``Refused`` for dice that are missing at the table, and for some that nobody needed."""
        faults = Faults()
        for who in self.missing:
            mend = f"Roll a die and write: die {who} 4; or let the program roll."
            faults.add("missing-die", who, "its check needs a die from the table", mend=mend, citation=CHECK.citation)
        for who in self.table:
            if who not in self.used:
                rollers = sorted(self.used | set(self.missing))
                mend = f"Take it out. {nearest(who, rollers)}" if rollers else "Take it out."
                message = "a die was rolled, and there is nothing to roll for"
                faults.add("die-not-needed", f"die {who}", message, fault=Fault.INCONSISTENT, mend=mend)
        faults.settle()
