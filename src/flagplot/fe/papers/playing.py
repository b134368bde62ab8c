"""A battle hex played from its papers: by the instructions of both sides, by players at the table, or by both."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from flagplot.core.event import Cast, Event
from flagplot.core.refusal import Fault, Faults
from flagplot.core.sources import Source
from flagplot.engine.duel import last_played, refuse_fallen, refuse_other
from flagplot.engine.question import Question
from flagplot.engine.record import Answered
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.papers.docket import HexDocket

BOTH = (0, 1)


class HexDuel:
    """A battle hex at the table, as ``engine.duel.Duel``.

    An answer that the scenario gives beforehand is taken where its question comes. Sides in ``by_orders`` are answered
    by their instructions wherever those apply, and elsewhere as the question offers first if they want that. All else
    is asked. ``faults`` gets what is wrong with answers of the scenario.
    """

    def __init__(
        self, docket: HexDocket, source: Source, *, by_orders: Collection[int] = (), faults: Faults | None = None
    ) -> None:
        self.docket, self.source = docket, source
        self.by_orders = frozenset(by_orders)
        self.faults = faults if faults is not None else Faults()
        self._begin()

    def _begin(self) -> None:
        self.battle = HexBattle(self.docket.setup, self.source, by_orders=())
        self.taken: set[str] = set()

    @property
    def answers(self) -> list[Answered]:
        """What has been answered so far, in order."""
        return self.battle.answers

    def next_decision(self) -> Question | None:
        """The question that waits for an answer; None when the battle is over."""
        while (question := self.battle.next_decision()) is not None:
            beforehand = self.docket.answers.get(question.key)
            if beforehand is not None and question.key not in self.taken:
                self._take(question, beforehand, self.faults)
            elif question.side in self.by_orders and (self.battle.instructed or question.side in self.docket.first):
                self.battle.follow()
            else:
                break
        return question

    def _take(self, question: Question, answered: Answered, faults: Faults) -> None:
        """Answer from something written; what is not legal is told, and the default taken so that more is found."""
        self.taken.add(question.key)
        answer = question.read(answered.text, answered.where, faults)
        self.battle.choose(question.spell(question.default if answer is None else answer))

    def choose(self, text: str, where: str = "the answer") -> Question:
        """Answer the question at hand; that question. Raises ``Refused`` with every fault, and nothing has changed."""
        self.next_decision()
        return self.battle.choose(text, where)

    def play(self, record: Iterable[Answered], faults: Faults) -> None:
        """Answer from a record; from an answer that belongs to another question on, the rest is left."""
        for answered in record:
            question = self.battle.next_decision()
            if question is None or question.key != answered.key:
                refuse_other(question, answered, faults)
                return
            self._take(question, answered, faults)

    def undo(self) -> Answered:
        """Take back the last answer of a side that somebody plays, with what instructions answered since; it."""
        last, kept = last_played(self), list(self.answers)
        refuse_fallen(self, last, HexDuel(self.docket, self.source, by_orders=self.by_orders))
        self._begin()
        self.play(kept[:last], Faults())
        return kept[last]

    def events(self) -> tuple[Event, ...]:
        """All that has happened so far."""
        return self.battle.events()


@dataclass(frozen=True)
class HexFought:
    """A battle hex as far as it was fought; ``waiting`` is the question that nobody has answered, None where it is
    over.
    """

    docket: HexDocket
    battle: HexBattle
    source: Source
    events: tuple[Event, ...]
    waiting: Question | None

    def casts(self) -> Iterator[tuple[Event, Cast, Source, int]]:
        """Every draw with its event, its source and its sample."""
        for event in self.events:
            for cast in event.casts:
                yield event, cast, self.source, 0


def fight_hex(docket: HexDocket, source: Source, record: Iterable[Answered] | None = None) -> HexFought:
    """Fight a docket by the instructions of both sides, as far as they reach, or as the ``record`` of a duel has it.

    Raises ``Refused`` where an answer is illegal or belongs to nothing, and where a record is not the whole duel.
    """
    faults = Faults()
    duel = HexDuel(docket, source, by_orders=() if record is not None else BOTH, faults=faults)
    if record is not None:
        duel.play(record, faults)
    question = duel.next_decision()
    if record is not None and question is not None and not faults.found:
        mend = f"Next is '{question.key}': {question.what}."
        faults.add("undecided", "the record", "the duel is not over", fault=Fault.INCONSISTENT, mend=mend)
    if question is None:
        _refuse_unasked(duel, faults)
    faults.settle()
    return HexFought(docket, duel.battle, source, duel.events(), question)


def _refuse_unasked(duel: HexDuel, faults: Faults) -> None:
    """Refuse answers of the scenario to what a battle that is over has never asked."""
    asked = {answered.key for answered in duel.answers}
    for key, answered in duel.docket.answers.items():
        if key not in asked:
            message = f"nothing has asked '{key}'"
            faults.add("not-asked", answered.where, message, fault=Fault.INCONSISTENT, mend="Leave it out.")
