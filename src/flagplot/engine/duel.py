"""A battle at the table, whatever its rules: it stops at every decision, takes the answer, takes it back until dice
fall.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from flagplot.core.event import Event
from flagplot.core.refusal import Fault, Faults
from flagplot.engine.question import Question
from flagplot.engine.record import Answered


class Duel(Protocol):
    """A battle that is played. ``by_orders`` are the sides that nobody plays; ``answers`` with the papers are the
    whole saved game.
    """

    by_orders: frozenset[int]

    @property
    def answers(self) -> Sequence[Answered]:
        """What has been answered so far, in order."""

    def next_decision(self) -> Question | None:
        """The question that waits for an answer; None when the battle is over."""

    def choose(self, text: str, where: str = "the answer") -> Question:
        """Answer the question at hand; that question. Raises ``Refused`` with every fault, and nothing has changed."""

    def play(self, record: Iterable[Answered], faults: Faults) -> None:
        """Answer from a record; what is wrong with it is told."""

    def undo(self) -> Answered:
        """Take back the last answer of a side that somebody plays; it. Raises ``Refused`` where that cannot be."""

    def events(self) -> tuple[Event, ...]:
        """All that has happened so far."""


def dice_of(duel: Duel) -> int:
    """How many dice have fallen."""
    return sum(cast.draw.n for event in duel.events() for cast in event.casts)


def last_played(duel: Duel) -> int:
    """The place of the last answer of a side that somebody plays; raises ``Refused`` where there is none."""
    duel.next_decision()
    played = [n for n, answered in enumerate(duel.answers) if answered.side not in duel.by_orders]
    if not played:
        faults = Faults()
        faults.add("nothing-to-undo", "undo", "nothing has been decided yet")
        faults.settle()
    return played[-1]


def refuse_fallen(duel: Duel, last: int, earlier: Duel) -> None:
    """Refuse to take an answer back where dice have fallen since: nobody takes back what a roll has answered.

    ``earlier`` is the same battle with the answers before it.
    """
    faults = Faults()
    earlier.play(duel.answers[:last], faults)
    fallen = dice_of(duel) - dice_of(earlier)
    if fallen:
        message = f"dice have fallen since '{duel.answers[last].key}' was answered"
        mend = "What is decided stays decided: go on, or begin the duel anew."
        faults.add("already-rolled", "undo", message, gap=f"{fallen} dice", mend=mend)
    faults.settle()


def refuse_other(question: Question | None, answered: Answered, faults: Faults) -> None:
    """Refuse an answer that belongs to another question than the one at hand."""
    message = f"'{answered.key}' is not what is to be decided here"
    mend = f"Next is '{question.key}': {question.what}." if question else "The duel is over: take it out."
    faults.add("other-decision", answered.where, message, fault=Fault.INCONSISTENT, mend=mend)
