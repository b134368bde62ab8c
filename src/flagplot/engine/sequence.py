"""A sequence of play as data, and a cursor on it: which step comes next, who acts in it, what is passed over and why.

The steps stand in the order in which they are taken. One is taken only where all its conditions hold; behind it the
sequence goes on with the next, or leads elsewhere where a condition says so, or plays a passage of steps once more and
then comes back. Conditions are names: whoever plays says at each step which of them hold now.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from flagplot.core.citation import Citation
from flagplot.core.entries import Entry, read_entries
from flagplot.core.refusal import Fault, Faults, nearest

END = "end"
NOT = "not "

Facts = Container[str]
"""The names of the conditions that hold; only those of steps that are come to are asked for."""


class Kind(StrEnum):
    """What a step asks for."""

    HEADING = "heading"  # nothing: it names what follows, or is obsolete
    AUTOMATIC = "automatic"  # the rules alone say what happens
    DECISION = "decision"  # its actor chooses
    BY_HAND = "by hand"  # what comes of it is entered


@dataclass(frozen=True)
class Jump:
    """A step that follows instead of the next one where a condition holds (empty: always); ``END`` ends the play."""

    to: str
    when: str = ""


@dataclass(frozen=True)
class Repeat:
    """A passage, from one step through another, that is played again behind a step where a condition holds."""

    first: str
    last: str
    when: str = ""


@dataclass(frozen=True, kw_only=True)
class SequenceStep:
    """One step: who acts, by which rules, and where it leads. ``when`` are the conditions that must all hold.

    Behind it, the passage of ``repeat`` is played if its condition holds; then the first jump whose condition holds is
    taken, else the next step.
    """

    id: str
    title: str
    actor: str
    kind: Kind
    rules: tuple[Citation, ...]
    when: tuple[str, ...] = ()
    jumps: tuple[Jump, ...] = ()
    repeat: Repeat | None = None
    note: str = ""


@dataclass(frozen=True)
class Sequence:
    """The steps by id, in their order, and what each condition means."""

    title: str
    steps: Mapping[str, SequenceStep]
    conditions: Mapping[str, str]

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The ids in order."""
        return tuple(self.steps)

    def place(self, id_: str) -> int:
        """Where a step stands, from 0; one past the last for ``END``."""
        return len(self.steps) if id_ == END else self.order.index(id_)


class Skip(NamedTuple):
    """A step that is passed over: the condition that does not hold as it is written, empty for a heading."""

    step: SequenceStep
    condition: str = ""


class Cursor(NamedTuple):
    """A place in a sequence. ``passages`` are those being played again, innermost last: the first place behind each,
    and the place of the step that had it played. Nothing changes a cursor; ``after`` gives another.
    """

    sequence: Sequence
    at: int = 0
    passages: tuple[tuple[int, int], ...] = ()

    @property
    def standing(self) -> SequenceStep | None:
        """The step that it stands on; None behind the last."""
        return self._standing(self.at) if self.at < len(self.sequence.steps) else None

    def step(self, facts: Facts) -> SequenceStep | None:
        """The step that is to be taken now; None when all is over."""
        return self._seek(facts)[1]

    def skipped(self, facts: Facts) -> tuple[Skip, ...]:
        """The steps that are passed over before the one that is to be taken now, headings left out."""
        return tuple(skip for skip in self._seek(facts)[2] if skip.condition)

    def after(self, facts: Facts) -> Cursor:
        """The cursor once the step it stands on is done; ``facts`` hold behind it. ``ValueError`` at the end.

        ``reached`` brings a cursor onto the step that is to be taken.
        """
        if self.at >= len(self.sequence.steps):
            raise ValueError("the sequence is over: there is no step to finish")
        step = self._standing(self.at)
        if step.repeat and holds(step.repeat.when, facts):
            first, behind = self.sequence.place(step.repeat.first), self.sequence.place(step.repeat.last) + 1
            return Cursor(self.sequence, first, (*self.passages, (behind, self.at)))
        return self._led_on(self.at, self.passages, facts)

    def reached(self, facts: Facts) -> Cursor:
        """The same play with the cursor on the step that is to be taken now, empty ones passed over."""
        return self._seek(facts)[0]

    def due(self, facts: Facts) -> tuple[SequenceStep, ...]:
        """The steps still to be taken if nothing leads elsewhere and the conditions stay as they are."""
        found, cursor = [], self
        while (step := cursor.step(facts)) is not None:
            found.append(step)
            cursor = cursor.reached(facts)
            cursor = cursor._settled(cursor.at + 1, cursor.passages, facts)
        return tuple(found)

    def refuse_other(self, id_: str, facts: Facts, where: str, faults: Faults) -> None:
        """Refuse an action that belongs to another step than the one at hand, or to none."""
        step = self.step(facts)
        if step is not None and id_ == step.id:
            return
        mend = f"Next is {step.id} ({step.actor}): {step.title}." if step else "The sequence is over."
        rule = step.rules[0] if step and step.rules else None
        other = self.sequence.steps.get(id_)
        if other is None:
            message = f"there is no step '{id_}'"
            mend = f"{nearest(id_, self.sequence.steps)} {mend}"
            faults.add("unknown-step", where, message, fault=Fault.MALFORMED, mend=mend)
            return
        lacking = next((condition for condition in other.when if not holds(condition, facts)), "")
        reason = f": it is taken only where {told(lacking, self.sequence)}" if lacking else ""
        message = f"{id_} is not the step at hand{reason}"
        faults.add("out-of-step", where, message, fault=Fault.INCONSISTENT, mend=mend, citation=rule)

    def _seek(self, facts: Facts) -> tuple[Cursor, SequenceStep | None, list[Skip]]:
        cursor = self
        skips: list[Skip] = []
        while cursor.at < len(self.sequence.steps):
            step = self._standing(cursor.at)
            lacking = next((condition for condition in step.when if not holds(condition, facts)), "")
            if step.kind is not Kind.HEADING and not lacking:
                return cursor, step, skips
            skips.append(Skip(step, lacking))
            cursor = cursor._settled(cursor.at + 1, cursor.passages, facts)
        return cursor, None, skips

    def _standing(self, place: int) -> SequenceStep:
        return self.sequence.steps[self.sequence.order[place]]

    def _led_on(self, place: int, passages: tuple[tuple[int, int], ...], facts: Facts) -> Cursor:
        """The cursor behind a step whose passage, if it has one, is over: where it leads, else at the next."""
        to = next((jump.to for jump in self._standing(place).jumps if holds(jump.when, facts)), "")
        if to == END and passages:  # the end of a passage that is played again is no end of the whole
            return self._settled(passages[-1][0], passages, facts)
        return self._settled(self.sequence.place(to) if to else place + 1, passages, facts)

    def _settled(self, at: int, passages: tuple[tuple[int, int], ...], facts: Facts) -> Cursor:
        """The cursor at a place; behind the end of a passage, where the step that had it played leads."""
        if passages and at >= passages[-1][0]:
            return self._led_on(passages[-1][1], passages[:-1], facts)
        return Cursor(self.sequence, at, passages)


def holds(condition: str, facts: Facts) -> bool:
    """Whether a condition as it is written (``base``, ``not base``) holds; an empty one always does."""
    if condition.startswith(NOT):
        return condition.removeprefix(NOT) not in facts
    return not condition or condition in facts


def told(condition: str, sequence: Sequence) -> str:
    """A condition as it is written, for people."""
    if condition.startswith(NOT):
        return f"not ({sequence.conditions[condition.removeprefix(NOT)]})"
    return sequence.conditions[condition]


_JUMP = re.compile(r"(?P<to>\S+)(?: if (?P<when>\S.*))?")
_REPEAT = re.compile(r"(?P<first>\S+) through (?P<last>\S+)(?: if (?P<when>\S.*))?")


def load(source: str | bytes, where: str = "sequence.toml") -> Sequence:
    """The sequence of a file: a head with ``system``, ``title`` and ``conditions``, and a table ``[[step]]`` for each.

    ``then`` lists what may follow (``5-3 if declined``, ``end``), ``repeats`` is a passage (``5-3X through 5-6 if …``).
    Raises ``Refused`` with every fault, such as a condition or a step that there is not.
    """
    faults = Faults()
    head, entries = read_entries(source, "step", where, faults)
    faults.settle()
    system, title, conditions = head.text("system"), head.text("title"), head.named_texts("conditions")
    head.finish()
    steps: dict[str, SequenceStep] = {}
    for entry in entries:
        step = _step(entry, system)
        if step.id in steps or step.id == END:
            entry.fault("double-id", f"'{step.id}' is taken", mend="Give the step another id.")
        steps[step.id] = step
    for entry, step in zip(entries, steps.values(), strict=False):
        _check_names(entry, step, steps, conditions)
    if not entries:
        head.fault("empty", "there is no step here", mend="Begin each with [[step]].")
    faults.settle()
    return Sequence(title, steps, conditions)


def _step(entry: Entry, system: str) -> SequenceStep:
    """The step of one entry; its faults are added to the entry's."""
    kind = Kind(entry.word("kind", [each.value for each in Kind]))
    jumps = []
    for text in entry.texts("then", required=False):
        found = _JUMP.fullmatch(text)
        if found:
            jumps.append(Jump(found["to"], found["when"] or ""))
        else:
            entry.fault("wrong-jump", f"'{text}' leads nowhere", mend="Write '5-7' or '5-7 if refused'.")
    passage, repeat = entry.text("repeats", required=False), None
    if passage:
        found = _REPEAT.fullmatch(passage)
        if found:
            repeat = Repeat(found["first"], found["last"], found["when"] or "")
        else:
            entry.fault("wrong-passage", f"'{passage}' is no passage", mend="Write '5-3X through 5-6 if pursued'.")
    step = SequenceStep(
        id=entry.text("id"),
        title=entry.text("title"),
        actor=entry.text("actor", required=kind is not Kind.HEADING),
        kind=kind,
        rules=tuple(Citation(system, rule) for rule in entry.texts("rules", required=False)),
        when=entry.texts("when", required=False),
        jumps=tuple(jumps),
        repeat=repeat,
        note=entry.text("note", required=False),
    )
    entry.finish()
    return step


def _check_names(
    entry: Entry, step: SequenceStep, steps: Mapping[str, SequenceStep], conditions: Mapping[str, str]
) -> None:
    """Add a fault for every condition and every step that is named and that there is not."""
    repeats = [step.repeat] if step.repeat else []
    for condition in (*step.when, *(each.when for each in step.jumps), *(each.when for each in repeats)):
        name = condition.removeprefix(NOT)
        if name and name not in conditions:
            entry.fault("unknown-condition", f"there is no condition '{name}'", mend=nearest(name, conditions))
    for id_ in _targets(step):
        if id_ not in steps and id_ != END:
            entry.fault("unknown-step", f"there is no step '{id_}'", mend=nearest(id_, steps))
    for repeat in repeats:
        order = list(steps)
        if {repeat.first, repeat.last} <= set(order) and order.index(repeat.first) > order.index(repeat.last):
            entry.fault("wrong-passage", f"{repeat.last} stands before {repeat.first}", mend="Exchange them.")


def _targets(step: SequenceStep) -> Iterator[str]:
    yield from (jump.to for jump in step.jumps)
    if step.repeat:
        yield from (step.repeat.first, step.repeat.last)
