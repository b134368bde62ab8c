"""Play a duel: a battle that stops at every decision, can be saved at each, and ends in a verdict like any other."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from flagplot.core.commitment import KeyOrigin
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults, nearest
from flagplot.core.sources import Keyed
from flagplot.desk.arena import Docket
from flagplot.desk.battle import Papers, Verdict, fight_docket, read_docket
from flagplot.engine.duel import Duel
from flagplot.engine.names import fold
from flagplot.engine.record import read_record, write_record


@dataclass(frozen=True)
class Table:
    """A duel with the papers it is played from and the origin of its dice."""

    papers: Papers
    docket: Docket
    origin: KeyOrigin
    duel: Duel

    def record(self) -> Paper:
        """The answers so far: with the other papers, the whole saved game."""
        name = self.papers.answers.name if self.papers.answers else "answers.txt"
        return Paper(name, write_record(self.docket.scenario.name, self.duel.answers))

    def verdict(self) -> Verdict:
        """The verdict of a duel that is over; it is fought again from its record, as ``verify`` will."""
        return fight_docket(replace(self.papers, answers=self.record()), self.docket, self.origin)

    def board(self) -> Sequence[tuple[str, str, str]]:
        """Side, name and state of every unit of the battle under way; none where nobody is engaged."""
        return self.papers.arena.board(self.docket, self.duel)

    def as_dict(self) -> dict[str, Any]:
        """What a page or a bot needs to go on: the decision at hand and all that has happened."""
        question = self.duel.next_decision()
        return {
            "battle": self.docket.scenario.name,
            "decision": question and question.as_dict(),
            "answers": [{"key": each.key, "answer": each.text} for each in self.duel.answers],
            "events": [event.as_dict() for event in self.duel.events()],
        }


def open_table(
    papers: Papers, secret: bytes | None = None, *, by_orders: Collection[str] = (), faults: Faults | None = None
) -> Table:
    """A duel as far as the answers in its papers take it; ``by_orders`` names sides that their standing orders play.

    Raises ``Refused`` with every fault: of the papers, of a battle in the mass form, of an unknown side, of answers.
    """
    faults = faults or Faults()
    docket, arena = read_docket(papers, faults), papers.arena
    arena.refuse_duel(docket, papers.scenario.name, faults)
    names = arena.sides(docket)
    sides = {fold(name): s for s, name in enumerate(names)}
    for name in by_orders:
        if fold(name) not in sides:
            mend = nearest(name, names)
            faults.add("unknown-side", "--by-orders", f"there is no side '{name}'", mend=mend)
    faults.settle()
    origin = KeyOrigin(docket.scenario.name, docket.orders_digest, secret)
    played = [sides[fold(name)] for name in by_orders]
    duel = arena.duel(docket, partial(Keyed, origin.key), played)
    if papers.answers is not None:
        duel.play(read_record(papers.answers, faults), faults)
    faults.settle()
    return Table(papers, docket, origin, duel)
