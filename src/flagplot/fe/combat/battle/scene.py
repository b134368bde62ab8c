"""One step of a battle under way: the field, who tells of it, how both sides' secret choices are sealed.

What a step does is a generator: it yields what it asks, and is sent the answers; the rules themselves are the functions
of the modules above.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable

from flagplot.core.citation import Citation
from flagplot.core.event import Cast, Modifier
from flagplot.engine.question import Answer, Question
from flagplot.engine.sequence import SequenceStep
from flagplot.fe.combat.battle.choices import Ask
from flagplot.fe.combat.battle.field import Field
from flagplot.fe.combat.battle.narrator import Narrator, seal

Play = Generator[Ask, Answer, None]


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
        **facts: int | str,
    ) -> None:
        """An event of this step, by the step's own rules unless others are given."""
        cited = tuple(Citation("fe", rule) for rule in rules) or self.step.rules
        self.narrator.tell(self.field.round, self.step.id, kind, text, cited, facts, casts=casts, modifiers=modifiers)

    def sealed(self, asks: Iterable[Ask]) -> Generator[Ask, Answer, list[Answer]]:
        """Questions of both sides that are all answered before any answer is shown: digests first, then answers.

        What only one answer is legal for is no secret, and is not sealed.
        """
        answers, shown = [], []
        for ask in asks:
            question = ask.question
            answer = yield ask
            answers.append(answer)
            if question.forced:
                continue
            text = question.spell(answer)
            nonce, digest = seal(self.field.camps[question.side].entrant.salt, question.key, text)
            self._of(question, "sealed", f"{question.who} seals {question.what}", digest=digest)
            shown.append((question, text, nonce))
        for question, text, nonce in shown:
            self._of(question, "shown", f"{question.who}, {question.what}: {text}", answer=text, nonce=nonce)
        return answers

    def _of(self, question: Question, kind: str, text: str, **facts: int | str) -> None:
        """An event about a question, by the rules of the question."""
        facts |= {"side": question.side, "key": question.key}
        self.narrator.tell(self.field.round, self.step.id, kind, text, question.citations, facts)
