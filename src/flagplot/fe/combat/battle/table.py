"""The battle at the table: it stops at every decision, takes the answer of a player or of instructions, and goes on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Mapping
from functools import cache

from flagplot.core.event import Event
from flagplot.core.refusal import Fault, Faults
from flagplot.core.sources import Source
from flagplot.engine.battle import Decision
from flagplot.engine.question import Answer, Question
from flagplot.engine.record import Answered
from flagplot.engine.sequence import Cursor, Kind, SequenceStep
from flagplot.engine.steps import Step
from flagplot.fe.combat.battle.assault import ASSAULT
from flagplot.fe.combat.battle.capital import CAPITAL
from flagplot.fe.combat.battle.captures import CAPTURES
from flagplot.fe.combat.battle.casualties import AFTER_DAMAGE
from flagplot.fe.combat.battle.checks import check_setup
from flagplot.fe.combat.battle.choices import Ask
from flagplot.fe.combat.battle.cloaks import CLOAKS
from flagplot.fe.combat.battle.conditions import Facts
from flagplot.fe.combat.battle.field import Camp, Field
from flagplot.fe.combat.battle.forces import FORCES
from flagplot.fe.combat.battle.ground import GROUND
from flagplot.fe.combat.battle.groups import GROUPS
from flagplot.fe.combat.battle.interphase import INTERPHASE
from flagplot.fe.combat.battle.narrator import Narrator
from flagplot.fe.combat.battle.officers import OFFICERS
from flagplot.fe.combat.battle.pursuit import PURSUIT
from flagplot.fe.combat.battle.rescue import RESCUE
from flagplot.fe.combat.battle.retreat import RETREAT
from flagplot.fe.combat.battle.rounds import BEFORE_DAMAGE, enter_by_hand
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.battle.shock import SHOCK
from flagplot.fe.combat.battle.slow_units import SLOW_UNITS
from flagplot.fe.combat.battle.small_scale import SMALL_SCALE
from flagplot.fe.combat.battle.stasis import STASIS
from flagplot.fe.combat.battle.teams import TEAMS
from flagplot.fe.combat.battle.towing import TOWING
from flagplot.fe.combat.battle.transfers import TRANSFERS
from flagplot.fe.combat.battle.troops import TROOPS
from flagplot.fe.combat.battle.withdrawal import WITHDRAWAL
from flagplot.fe.combat.battle.worlds import WORLDS, take_planets
from flagplot.fe.combat.battle.x_ships import X_SHIPS
from flagplot.fe.sequence import combat_phase

PARTS = (
    WITHDRAWAL,
    CAPITAL,
    CLOAKS,
    X_SHIPS,
    SHOCK,
    CAPTURES,
    BEFORE_DAMAGE,
    FORCES,
    GROUPS,
    AFTER_DAMAGE,
    ASSAULT,
    STASIS,
    SMALL_SCALE,
    RETREAT,
    PURSUIT,
    SLOW_UNITS,
    WORLDS,
    TROOPS,
    GROUND,
    OFFICERS,
    TEAMS,
    TRANSFERS,
    RESCUE,
    TOWING,
    INTERPHASE,
)


HANDLERS: Mapping[str, tuple[Callable[[Table], Play], ...]] = {
    id_: tuple(part[id_] for part in PARTS if id_ in part) for each in PARTS for id_ in each
}


def handlers_of(step: SequenceStep) -> tuple[Callable[[Table], Play], ...]:
    """What is done at a step: by each part that has something to do there, in their order; else what is entered."""
    return HANDLERS.get(step.id) or ((enter_by_hand,) if step.kind is Kind.BY_HAND else ())


MOST_ROUNDS = 100


@cache
def steps_by_number() -> Mapping[int, Step]:
    """The combat phase as the engine counts steps: their places in the sequence, headings left out."""
    phase = combat_phase()
    return {
        phase.place(step.id): Step(step.id, step.rules, step.title if step.kind is Kind.DECISION else "")
        for step in phase.steps.values()
        if step.kind is not Kind.HEADING
    }


class HexBattle:
    """A battle of one hex, which rests only where something is to be decided; what asks nothing is carried out at once.

    ``next_decision`` gives the question at hand, ``choose`` answers it. Sides in ``by_orders`` are answered by their
    instructions wherever those apply; the battle halts only where they do not. So the setup and the answers are the
    whole saved game. Raises ``Refused`` where the setup is not a legal one.
    """

    def __init__(self, setup: Setup, source: Source, *, by_orders: Collection[int] = (0, 1)) -> None:
        faults = Faults()
        check_setup(setup, faults)
        faults.settle()
        self.setup = setup
        self.by_orders = frozenset(by_orders)
        self.field = Field(setup, (Camp(setup.sides[0]), Camp(setup.sides[1])))
        self.narrator = Narrator(source)
        self.answers: list[Answered] = []
        self.visits: dict[str, int] = {}
        self.sequence = steps_by_number()
        self.over = False
        self._place = 0
        self._ask: Ask | None = None
        self._play = self._played()
        self._resume(None)

    def _played(self) -> Generator[Ask, Answer, None]:
        """The whole battle, stopping at each question."""
        cursor = Cursor(combat_phase()).reached(Facts(self.field))
        while (step := cursor.standing) is not None and self.field.round <= MOST_ROUNDS:
            self._place = cursor.at
            self.visits[step.id] = self.visits.get(step.id, 0) + 1
            for handler in handlers_of(step):
                yield from handler(Table(self.field, self.narrator, step))
            now = Facts(self.field)
            cursor = cursor.after(now).reached(now)
        if step is not None:
            told = f"after {MOST_ROUNDS} rounds neither side has left: the battle is broken off"
            self.narrator.tell(MOST_ROUNDS, step.id, "broken-off", told, step.rules, {})
        else:
            take_planets(Table(self.field, self.narrator, self._standing))
        self.over = True

    @property
    def _standing(self) -> SequenceStep:
        """The step that was taken last."""
        phase = combat_phase()
        return phase.steps[phase.order[self._place]]

    def _resume(self, answer: Answer | None) -> None:
        try:
            self._ask = next(self._play) if answer is None else self._play.send(answer)
        except StopIteration:
            self._ask = None

    @property
    def step(self) -> int | None:
        """The step at which the battle rests, by its place in the sequence; None when it is over."""
        return None if self.over else self._place

    def advance(self) -> None:
        """Carry out that step with the choices at hand, those of the instructions or else the first that is legal."""
        visits = sum(self.visits.values())
        while self._ask is not None and sum(self.visits.values()) == visits:
            self._take(self._ask.question, self._ask.question.default)

    def decision(self) -> Decision | None:
        """What has to be decided before the battle goes on; None when it is over."""
        question = self.next_decision()
        if question is None:
            return None
        return Decision(self._place, (question.who,), question.what, question.citations)

    def next_decision(self) -> Question | None:
        """The question that waits for a player; None when the battle is over."""
        while (ask := self._ask) is not None:
            question = ask.question
            if not (question.forced or (question.side in self.by_orders and ask.instructed)):
                return question
            self._take(question, question.default)
        return None

    @property
    def instructed(self) -> bool:
        """Whether the instructions of its side answer the question at hand."""
        return self._ask is not None and self._ask.instructed

    def follow(self) -> None:
        """Answer the question at hand as the instructions of its side do, or else with the first legal answer."""
        if (question := self.next_decision()) is not None:
            self._take(question, question.default)

    def choose(self, text: str, where: str = "the answer") -> Question:
        """Answer the question at hand; that question. Raises ``Refused`` with every fault, and nothing has changed.

        ValueError when the battle is over.
        """
        question = self.next_decision()
        if question is None:
            raise ValueError("the battle is over: there is nothing to decide")
        faults = Faults()
        answer = question.read(text, where, faults)
        faults.settle()
        assert answer is not None
        self._take(question, answer)
        return question

    def _take(self, question: Question, answer: Answer) -> None:
        if not question.forced:
            self.answers.append(Answered(question.key, question.spell(answer), side=question.side))
        self._resume(answer)

    def play(self, record: Iterable[Answered], where: str, faults: Faults) -> None:
        """Answer from a record; one that is not legal, or belongs to another question, is a fault and ends it."""
        for answered in record:
            while self._ask is not None and self._ask.question.forced:
                self._take(self._ask.question, self._ask.question.default)
            question = self._ask.question if self._ask else None
            if question is None or question.key != answered.key:
                message = f"'{answered.key}' is not what is to be decided here"
                mend = f"Next is '{question.key}': {question.what}." if question else "The battle is over."
                faults.add("other-decision", where, message, fault=Fault.INCONSISTENT, mend=mend)
                return
            answer = question.read(answered.text, where, faults)
            if answer is None:
                return
            self._take(question, answer)

    def events(self) -> tuple[Event, ...]:
        """All that has happened so far, in order."""
        return tuple(self.narrator.events)
