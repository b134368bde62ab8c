"""One step of a battle under way: the field, who tells of it, how both sides' secret choices are sealed.

What a step does is a generator: it yields what it asks, and is sent the answers; the rules themselves are the functions
of the modules above.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import TypeVar

from flagplot.core.citation import Citation
from flagplot.core.event import Cast, Modifier, Part
from flagplot.engine.question import Answer
from flagplot.engine.sequence import SequenceStep
from flagplot.fe.combat.battle.choices import Ask, cited, key_of
from flagplot.fe.combat.battle.field import Field
from flagplot.fe.combat.battle.narrator import Narrator, seal
from flagplot.fe.combat.battle.records import Covered

Play = Generator[Ask, Answer, None]
T = TypeVar("T")


class Table:
    """The field with its narrator, at one step."""

    def __init__(self, field: Field, narrator: Narrator, step: SequenceStep) -> None:
        self.field, self.narrator, self.step = field, narrator, step

    def name(self, side: int) -> str:
        """What people call a side."""
        return self.field.camps[side].entrant.name

    def tell(
        self,
        kind: str,
        text: str,
        *rules: str,
        casts: tuple[Cast, ...] = (),
        modifiers: tuple[Modifier, ...] = (),
        parts: tuple[Part, ...] = (),
        **facts: int | str,
    ) -> None:
        """An event of this step, by the step's own rules unless others are given."""
        by, round_, step = cited(rules) or self.step.rules, self.field.round, self.step.id
        self.narrator.tell(round_, step, kind, text, by, facts, casts=casts, modifiers=modifiers, parts=parts)

    def sealed(self, asks: Iterable[Ask]) -> Generator[Ask, Answer, list[Answer]]:
        """Questions of both sides that are all answered before any answer is shown: digests first, then answers.

        What only one answer is legal for is no secret, and is not sealed.
        """
        answers = yield from self.covered(asks)
        self.show()
        return answers

    def covered(self, asks: Iterable[Ask]) -> Generator[Ask, Answer, list[Answer]]:
        """The same, but the answers stay covered until ``show``, at this step or at a later one."""
        answers = []
        for ask in asks:
            question = ask.question
            answer = yield ask
            answers.append(answer)
            if not question.forced:
                self._seal(question.side, question.key, question.what, question.spell(answer), question.citations)
        return answers

    def covered_plan(
        self, side: int, what: str, plan: Generator[Ask, Answer, T], *, suffix: str = ""
    ) -> Generator[Ask, Answer, T]:
        """The questions of one side, each of which may depend on the answers before it, under one digest until
        ``show``: so that nobody learns from their number what they were about. A second plan at a step has a
        ``suffix`` for its key.
        """
        said: list[str] = []
        cited: dict[Citation, None] = {}
        try:
            ask = next(plan)
            while True:
                question = ask.question
                answer = yield ask
                if not question.forced:
                    said.append(f"{question.what} {question.spell(answer)}")
                    cited |= dict.fromkeys(question.citations)
                ask = plan.send(answer)
        except StopIteration as over:
            if said:
                key = key_of(self.field, self.step.id, side, suffix)
                self._seal(side, key, what, "; ".join(said), tuple(cited))
            return over.value  # type: ignore[no-any-return]

    def show(self) -> None:
        """Show every answer that is still covered."""
        for covered in self.field.covered:
            told = f"{self.name(covered.side)}, {covered.what}: {covered.text}"
            self._of(covered, "shown", told, answer=covered.text, nonce=covered.nonce)
        self.field.covered.clear()

    def _seal(self, side: int, key: str, what: str, text: str, rules: tuple[Citation, ...]) -> None:
        """Commit a side to an answer that stays covered."""
        nonce, digest = seal(self.field.camps[side].entrant.salt, key, text)
        covered = Covered(side, key, what, text, nonce, rules)
        self._of(covered, "sealed", f"{self.name(side)} seals {what}", digest=digest)
        self.field.covered.append(covered)

    def _of(self, covered: Covered, kind: str, text: str, **facts: int | str) -> None:
        """An event about a covered answer, by the rules of its question."""
        facts |= {"side": covered.side, "key": covered.key}
        self.narrator.tell(self.field.round, self.step.id, kind, text, covered.rules, facts)
