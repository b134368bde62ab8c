"""Auxiliaries that feed carriers (V12.34): who may be designated, for whom, and what else their cargo may still do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from flagplot.border_patrol.carriers.stores import in_boxes
from flagplot.border_patrol.options import Options
from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults

FLEET_SUPPORT = "fleet-support"
RULE = Citation("bp", "V12.34")


@dataclass(frozen=True, kw_only=True)
class Auxiliary:
    """An auxiliary unit: its role (V15.00 names them), its cargo in eighths of a box, and whom it feeds in which Turn.

    ``carriers`` are those it is designated for in Turn ``turn``, none and 0 where it is not.
    """

    id: str
    role: str
    cargo: int
    carriers: tuple[str, ...] = ()
    turn: int = 0


class Draw(NamedTuple):
    """Eighths that a carrier took from a source: itself or an auxiliary."""

    carrier: str
    source: str
    eighths: int


@carries_out("bp", "V12.34")
def designate(auxiliary: Auxiliary, carriers: Sequence[str], turn: int, options: Options, where: str) -> Auxiliary:
    """The auxiliary, designated for these carriers for the rest of the Turn.

    Raises ``Refused`` for one in another role, one designated already in this Turn, no carrier or the same one twice,
    and for several where the reading ``shared-auxiliary`` allows one.
    """
    faults = Faults()
    if auxiliary.role != FLEET_SUPPORT:
        message = f"{auxiliary.id} is in the role '{auxiliary.role}', not in fleet support"
        mend = "Give it the fleet-support role first, when roles are given."
        faults.add("not-fleet-support", where, message, mend=mend, citation=RULE)
    if auxiliary.carriers and auxiliary.turn == turn and set(carriers) != set(auxiliary.carriers):
        message = f"{auxiliary.id} is designated for {', '.join(auxiliary.carriers)} until the end of Turn {turn}"
        mend = f"It may feed others from Turn {turn + 1} on."
        faults.add("designation-locked", where, message, gap="1 Turn too early", mend=mend, citation=RULE)
    if not carriers or len(set(carriers)) < len(carriers):
        message = "a designation names each carrier once, and at least one"
        faults.add("no-designation", where, message, mend="Name the carriers that it feeds.", citation=RULE)
    if options["shared-auxiliary"] == "single" and len(set(carriers)) > 1:
        message = f"{auxiliary.id} is to feed {len(carriers)} carriers and may feed one"
        gap, mend = f"{len(carriers) - 1} too many", f"Name one, such as {carriers[0]}."
        faults.add("one-carrier-only", where, message, gap=gap, mend=mend, citation=RULE)
    faults.settle()
    return replace(auxiliary, carriers=tuple(carriers), turn=turn)


@carries_out("bp", "V12.34")
def feeds(auxiliary: Auxiliary, carrier: str, turn: int) -> bool:
    """Whether the auxiliary's cargo extends the carrier's time in this Turn."""
    return auxiliary.role == FLEET_SUPPORT and auxiliary.turn == turn and carrier in auxiliary.carriers


@carries_out("bp", "V12.34")
def serves_other_needs(auxiliary: Auxiliary, turn: int) -> bool:
    """Whether its cargo may resupply units in other things (V2.60): not while it is designated for carriers."""
    return not (auxiliary.carriers and auxiliary.turn == turn)


def draws(carrier: str, eighths: int, sources: Iterable[tuple[str, int]]) -> tuple[Draw, ...]:
    """So much for a carrier from its sources, each a name and what it holds, in their order until there is enough.

    The sources must hold enough together.
    """
    taken = []
    for source, held in sources:
        part = min(held, eighths)
        if part:
            taken.append(Draw(carrier, source, part))
            eighths -= part
    if eighths:
        raise ValueError(f"{in_boxes(eighths)} more than the sources of {carrier} hold")
    return tuple(taken)
