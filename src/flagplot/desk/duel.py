"""Play a duel: a battle that stops at every decision, can be saved at each, and ends in a verdict like any other."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from flagplot.core.commitment import KeyOrigin
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults, nearest
from flagplot.core.sources import Keyed
from flagplot.desk.battle import Papers, Verdict, fight_docket, read_fleets
from flagplot.engine.names import fold
from flagplot.fta3.battle import codes as k
from flagplot.fta3.duel.record import read_record, write_record
from flagplot.fta3.duel.table import Duel
from flagplot.fta3.papers.docket import Docket
from flagplot.fta3.papers.scenario import SMALL

STATES = {k.ABSENT: "not there yet", k.ACTIVE: "", k.KILLED: "killed", k.WITHDRAWN: "has left"}


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

    def board(self) -> tuple[tuple[str, str, int, int, str], ...]:
        """Side, name, HP, full HP and state of every ship of the engagement under way; none where nobody is engaged."""
        game = self.duel.battle
        if game is None:
            return ()
        labels, ships = game.scenario.labels(), game.arrays.ships
        return tuple(
            (side.name, labels[ship.id], int(ships.hp[s, i]), ship.hull.hp or 0, STATES[int(ships.status[s, i])])
            for s, side in enumerate(game.scenario.sides)
            for i, ship in enumerate(game.roster.ships[s])
        )

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
    docket = read_fleets(papers, faults)
    scenario = docket.scenario
    if scenario.form != SMALL:
        message = "in the mass form standing orders decide, so there is nothing to ask"
        faults.add(
            "not-small", papers.scenario.name, message, mend=f'Write form = "{SMALL}" at the head of the scenario.'
        )
    sides = {fold(side.name): s for s, side in enumerate(scenario.sides)}
    for name in by_orders:
        if fold(name) not in sides:
            mend = nearest(name, [side.name for side in scenario.sides])
            faults.add("unknown-side", "--by-orders", f"there is no side '{name}'", mend=mend)
    faults.settle()
    origin = KeyOrigin(scenario.name, docket.orders_digest, secret)
    played = [sides[fold(name)] for name in by_orders]
    duel = Duel(scenario, docket.standings, lambda number: Keyed(origin.key, number), by_orders=played)
    if papers.answers is not None:
        duel.play(read_record(papers.answers, faults), faults)
    faults.settle()
    return Table(papers, docket, origin, duel)
