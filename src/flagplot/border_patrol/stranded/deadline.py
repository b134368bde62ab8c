"""How long a stranded fighter lives (V12.21, V12.22, V12.23)."""

from __future__ import annotations

from typing import NamedTuple

from flagplot.border_patrol.craft import Kind, has_allowance
from flagplot.border_patrol.options import Options
from flagplot.border_patrol.printed import printed
from flagplot.border_patrol.terrain import Terrain
from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults


class When(NamedTuple):
    """A movement phase of a Turn, both from 1."""

    turn: int
    phase: int

    def __str__(self) -> str:
        return f"Turn {self.turn} phase {self.phase}"


def after(when: When, phases: int, count: int = 1) -> When:
    """The movement phase so many later, with ``phases`` of them in a Turn; behind the last comes the next Turn's."""
    turns, phase = divmod(when.phase - 1 + count, phases)
    return When(when.turn + turns, phase + 1)


@carries_out("bp", "V12.21")
def refuse_fighter_move(kind: Kind, where: str, faults: Faults) -> None:
    """Refuse to move a craft on the map that has no strategic allowance."""
    if not has_allowance(kind):
        message = f"a {kind} does not move on the strategic map"
        mend = "Let a unit come for it; it stays in its hex."
        faults.add("no-allowance", where, message, mend=mend, citation=Citation("bp", "V12.21"))


@carries_out("bp", "V12.22")
def is_sub_light(kind: Kind, *, stranded: bool) -> bool:
    """Whether a craft counts as a sub-light unit where battle hexes are formed."""
    return stranded and not has_allowance(kind)


@carries_out("bp", "V12.23")
def bears(terrain: Terrain) -> bool:
    """Whether a stranded fighter can last in a terrain at all."""
    return terrain in printed()["V12.23"]["bearable"]


@carries_out("bp", "V12.23")
def deadline(stranded: When, terrain: Terrain, phases: int) -> When:
    """The movement phase by whose end a fighter must be safe. Where nothing can last it is the one it was stranded in.

    With the reading ``terrain-kill`` at its default nobody waits for that end. The pilot's quality plays no part.
    """
    if not bears(terrain):
        return stranded
    return after(stranded, phases, printed()["V12.23"]["phases"])


@carries_out("bp", "V12.23")
def is_lost(stranded: When, now: When, terrain: Terrain, phases: int, options: Options, *, at_end: bool) -> bool:
    """Whether a fighter that is still out there is lost: as it is stranded, or at the end of a phase (``at_end``).

    In terrain that nothing can bear it is lost as it is stranded, or by the reading ``terrain-kill`` at the end of that
    phase.
    """
    if not bears(terrain) and options["terrain-kill"] == "at-once":
        return True
    return at_end and now >= deadline(stranded, terrain, phases)
