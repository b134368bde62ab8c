"""The duel table: a battle that stops at every decision, takes the answer, and can take it back until dice fall."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Mapping

from flagplot.core.event import Event
from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults
from flagplot.core.sources import Source
from flagplot.engine.duel import last_played, refuse_fallen, refuse_other
from flagplot.engine.question import Answer, Question
from flagplot.engine.record import Answered, read_record
from flagplot.fta3.duel.dialogues import dialogue
from flagplot.fta3.duel.view import View
from flagplot.fta3.papers.afterwards import Afterwards
from flagplot.fta3.papers.forces import Scenario
from flagplot.fta3.papers.standing import Standing
from flagplot.fta3.play.encounter import Encounter, as_day
from flagplot.fta3.play.engagements import Prebattle
from flagplot.fta3.play.fighting import FleetBattle, Fought, standing_orders
from flagplot.fta3.play.prebattle import meet


class Duel:
    """A day of battle at the table.

    ``next_decision`` gives the question at hand, ``choose`` answers it. The steps are those of the mass battle: where
    a step asks, the standing orders fill in their answer first, which becomes the question's default. ``by_orders``
    are the sides (0, 1) that nobody plays: theirs are taken at once, and written down like any other answer. So the
    papers and the answers are the whole saved game. ``decisions`` settle the aftermath, as in ``fight_all``.
    """

    def __init__(
        self,
        scenario: Scenario,
        standings: Mapping[str, Standing],
        source_of: Callable[[int], Source],
        *,
        by_orders: Collection[int] = (),
        decisions: Mapping[str, Afterwards] | None = None,
    ) -> None:
        self.scenario, self.standings, self.source_of = scenario, standings, source_of
        self.decisions = decisions
        self.by_orders = frozenset(by_orders)
        self._begin()

    def _begin(self) -> None:
        self.answers: list[Answered] = []
        self.prebattle = Prebattle(())
        self.fights: list[Fought] = []
        self.battle: FleetBattle | None = None
        self.encounter: Encounter | None = None
        """The day as it was fought; None while it goes on."""
        self._question: Question | None = None
        self._play = self._played()
        self._resume(None)

    def _played(self) -> Generator[Question, Answer, None]:
        """The whole day, stopping at each question, forced ones too."""
        source = self.source_of(0)
        self.prebattle = meet(self.scenario, self.standings, source)
        for number, engagement in enumerate(self.prebattle.engagements):
            dice = source if number == 0 else self.source_of(number)
            self.battle = battle = FleetBattle(engagement.scenario, self.standings, dice)
            while battle.step is not None:
                standing_orders(battle, battle.step)
                yield from dialogue(View(battle, number, battle.step))
                battle.advance()
            self.fights.append(battle.fought())
            self.battle = None
        self.encounter = as_day(self.scenario, self.standings, source, self.prebattle, self.fights, self.decisions)

    def _resume(self, answer: Answer | None) -> None:
        """On to the next question of any kind."""
        try:
            self._question = next(self._play) if answer is None else self._play.send(answer)
        except StopIteration:
            self._question = None

    def _take(self, question: Question, answer: Answer) -> None:
        self.answers.append(Answered(question.key, question.spell(answer), side=question.side))
        self._resume(answer)

    def next_decision(self) -> Question | None:
        """The question that waits for an answer; None when the day is over. What only one answer is legal for is
        passed by.
        """
        while (question := self._question) is not None:
            if question.forced:
                self._resume(question.default)
            elif question.side in self.by_orders:
                self._take(question, question.default)
            else:
                break
        return question

    def choose(self, text: str, where: str = "the answer") -> Question:
        """Answer the question at hand; that question. Raises ``Refused`` with every fault, and nothing has changed.

        ValueError when the day is over.
        """
        question = self.next_decision()
        if question is None:
            raise ValueError("the duel is over: there is nothing to decide")
        faults = Faults()
        answer = question.read(text, where, faults)
        faults.settle()
        assert answer is not None
        self._take(question, answer)
        return question

    def play(self, record: Iterable[Answered], faults: Faults) -> None:
        """Answer from a record. An answer that is not legal is told, and the default taken so that others are found
        too; from one that belongs to another question on, the rest is left.
        """
        for answered in record:
            while (question := self._question) is not None and question.key != answered.key and question.forced:
                self._resume(question.default)
            if question is None or question.key != answered.key:
                refuse_other(question, answered, faults)
                return
            answer = question.read(answered.text, answered.where, faults)
            given = question.default if answer is None else answer
            if question.forced:
                self._resume(given)
            else:
                self._take(question, given)

    def undo(self) -> Answered:
        """Take back the last answer of a side that somebody plays, with what the standing orders answered since; it.

        Raises ``Refused`` where there is none, or where dice have fallen since: nobody takes back what a roll has
        answered.
        """
        last, kept = last_played(self), list(self.answers)
        refuse_fallen(self, last, Duel(self.scenario, self.standings, self.source_of, by_orders=self.by_orders))
        self._begin()
        self.play(kept[:last], Faults())
        return kept[last]

    def events(self) -> tuple[Event, ...]:
        """All that has happened so far; numbers run within each engagement while the day goes on."""
        if self.encounter is not None:
            return self.encounter.events
        under_way = self.battle.events() if self.battle is not None else ()
        return (*self.prebattle.events, *(event for fought in self.fights for event in fought.events), *under_way)


def play_out(
    scenario: Scenario,
    standings: Mapping[str, Standing],
    source_of: Callable[[int], Source],
    record: Paper,
    decisions: Mapping[str, Afterwards] | None = None,
) -> Encounter:
    """The day that a full record of answers makes. Raises ``Refused`` where an answer is illegal or missing."""
    faults = Faults()
    duel = Duel(scenario, standings, source_of, decisions=decisions)
    duel.play(read_record(record, faults), faults)
    question = duel.next_decision()
    if question is not None and not faults.found:
        mend = f"Next is '{question.key}': {question.what}."
        faults.add("undecided", record.name, "the duel is not over", fault=Fault.INCONSISTENT, mend=mend)
    faults.settle()
    assert duel.encounter is not None
    return duel.encounter
