"""The audit of a deck log: every action against its time, crew, box and craft, every extra action against the chief.

What is wrong is a fault. What was broken off in battle is none: it stays in the log and earns nothing (J4.8174).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from flagplot.border_patrol.crew_chief.actions import Extra, Turn, check_allocation, extra_of
from flagplot.border_patrol.crew_chief.benefits import readies, why_not_ready
from flagplot.border_patrol.crew_chief.deck_log import (
    CHIEF,
    HALF,
    Action,
    Conversion,
    DeckLog,
    Readying,
    Work,
    first_impulse,
    on_paper,
    turn_of,
)
from flagplot.border_patrol.crew_chief.emergency import Losses, acts_as_crew, check_conversion
from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Fault, Faults, nearest

DURATION, SPLIT, VOID = Citation("sfb", "J4.817"), Citation("sfb", "J4.8172"), Citation("sfb", "J4.8174")
CREWS_ON_A_CRAFT = 2


class Line(NamedTuple):
    """An action of the log, the half actions that it earns, and why it earns none where it was broken off."""

    action: Action
    credit: int
    note: str


class TurnLine(NamedTuple):
    """A turn: the crews alive at its start, the extra actions there were, and the halves of them that were dealt."""

    turn: int
    crews: Turn
    extra: Extra
    dealt: int


class Task(NamedTuple):
    """Work on one craft: half actions earned, how often it was finished, and halves left over towards the next."""

    craft: str
    work: Work
    halves: int
    finished: int
    over: int


@dataclass(frozen=True, kw_only=True)
class Audit:
    """What a log comes to."""

    log: DeckLog
    lines: tuple[Line, ...]
    turns: tuple[TurnLine, ...]
    tasks: tuple[Task, ...]
    readied: tuple[tuple[Readying, bool], ...]


def audit(log: DeckLog, faults: Faults) -> Audit:
    """Check a log; what comes of it holds only if ``faults`` has none."""
    _check_names(log, faults)
    for action in log.actions:
        _check_action(action, log, faults)
    _check_overlaps(log, faults)
    for number, conversion in enumerate(sorted(log.conversions, key=lambda each: each.start)):
        _check_conversion(conversion, number, log, faults)
    turns = tuple(_turn(turn, log, faults) for turn in _turns(log))
    attempts = sorted(log.readyings, key=lambda each: each.at)
    readied = tuple(_readying(each, number, log, faults) for number, each in enumerate(attempts))
    lines = tuple(_credits(log, faults))
    return Audit(log=log, lines=lines, turns=turns, tasks=tuple(_tasks(lines)), readied=readied)


@carries_out("bp", "V12.44")
def joins(halves: int, cost: int, joined: bool) -> int:
    """Of the extra half actions of several crews on one craft in one turn, those that buy work of a cost in halves."""
    if cost == 1:
        return halves
    return halves - halves % 2 if joined else 0


def broken_off(action: Action, log: DeckLog) -> tuple[int, str] | None:
    """When an action was broken off and why, or None: by itself, by its crew's death, by the loss of its box."""
    breaks = [
        (action.interrupted, "interrupted"),
        (log.killed.get(action.crew), "the crew was killed"),
        (log.destroyed.get(action.box), "the box was destroyed"),
    ]
    found = [(at, why) for at, why in breaks if at is not None and action.start <= at <= action.finish]
    return min(found, default=None)


def _check_names(log: DeckLog, faults: Faults) -> None:
    """Refuse crews and boxes that the log does not know."""
    crews = [*log.crews, *(each.crew for each in log.conversions)]
    for name in log.killed:
        if name not in (*crews, CHIEF):
            _unknown("crew", name, f"{log.where}, killed '{name}'", crews, faults)
    for name in log.destroyed:
        if name not in log.boxes:
            _unknown("box", name, f"{log.where}, destroyed '{name}'", log.boxes, faults)
    for each in log.conversions:
        if crews.count(each.crew) > 1 or each.crew == CHIEF:
            message = f"there is a crew '{each.crew}' already"
            mend = "Give it a name of its own."
            faults.add("double-crew", each.where, message, fault=Fault.INCONSISTENT, mend=mend)


def _check_action(action: Action, log: DeckLog, faults: Faults) -> None:
    """One action: its crew, its box, how long it takes."""
    where = action.where
    if action.box not in log.boxes:
        _unknown("box", action.box, where, log.boxes, faults)
    elif log.destroyed.get(action.box, action.start) < action.start:
        at, rule = on_paper(log.destroyed[action.box]), Citation("bp", "V12.49")
        message = f"box {action.box} was destroyed in {at}"
        faults.add("box-destroyed", where, message, mend="Work in an intact box.", citation=rule)
    if not log.lives(action.crew, action.start):
        message = f"crew {action.crew} was killed in {on_paper(log.killed[action.crew])}"
        mend, rule = "Let another crew work.", Citation("sfb", "J4.811")
        faults.add("dead-crew", where, message, mend=mend, citation=rule)
    _check_crew(action, log, faults)
    took, due = action.finish - action.start + 1, HALF if action.extra or action.work.halves == 1 else 2 * HALF
    if took != due:
        kind = "an extra half action" if action.extra else "half an action" if due == HALF else "an action"
        message = f"{kind} takes {due} impulses, and this takes {max(took, 0)}"
        mend = f"From {on_paper(action.start)} to {on_paper(action.start + due - 1)}."
        faults.add("wrong-duration", where, message, gap=f"{abs(took - due)} impulses", mend=mend, citation=DURATION)
    elif action.interrupted is not None and not action.start <= action.interrupted <= action.finish:
        mend = f"From {on_paper(action.start)} to {on_paper(action.finish)}."
        message = f"it cannot be broken off in {on_paper(action.interrupted)}"
        faults.add("broken-off-elsewhere", where, message, mend=mend, citation=VOID)
    elif action.extra and turn_of(action.start) != turn_of(action.finish):
        latest = first_impulse(turn_of(action.start) + 1) - HALF
        mend = f"Begin it in {on_paper(latest)} at the latest."
        message = "an extra half action is worked within one turn"
        faults.add("over-two-turns", where, message, mend=mend, citation=Citation("bp", "V12.44"))


def _check_crew(action: Action, log: DeckLog, faults: Faults) -> None:
    """That the crew of an action is one by then: of the complement, converted, or the chief himself."""
    rule = Citation("bp", "V12.49")
    made = {each.crew: each for each in log.conversions}
    if action.crew == CHIEF:
        living = sum(log.lives(name, action.start) for name in log.crews)
        living += len(log.emergency_crews(action.start))
        if not acts_as_crew(log.rating, log.quality, living, log.options):
            message = f"{living} deck crews are alive, and the chief's rating is {log.rating}"
            mend = "He works as one from rating 4 on, when all are dead."
            faults.add("chief-no-crew", action.where, message, mend=mend, citation=rule)
        if any(each.start <= action.finish and action.start <= each.finish for each in log.conversions):
            mend = "Let him finish first."
            faults.add("chief-busy", action.where, "the chief is converting", mend=mend, citation=rule)
    elif action.crew in made:
        conversion = made[action.crew]
        if not log.is_made(conversion):
            message, mend = f"the chief was killed before crew {action.crew} was made", "Let another crew work."
            faults.add("never-a-crew", action.where, message, mend=mend, citation=rule)
        elif action.start <= conversion.finish:
            message, mend = f"crew {action.crew} is made with {on_paper(conversion.finish)}", "Begin after that."
            faults.add("not-yet-a-crew", action.where, message, mend=mend, citation=rule)
    elif action.crew not in log.crews:
        _unknown("crew", action.crew, action.where, (*log.crews, *made), faults)


def _check_overlaps(log: DeckLog, faults: Faults) -> None:
    """Refuse a crew at two works at once, and more than two crews on one craft."""
    active: list[tuple[Action, int]] = []
    for action in sorted(log.actions, key=lambda each: each.start):
        active = [(other, end) for other, end in active if end >= action.start]
        for other, _ in active:
            if other.crew == action.crew and (other.craft != action.craft or action.extra == other.extra):
                mend = "One begins after the other, or the extra half is on the same craft."
                message = f"crew {action.crew} is at work on {other.craft} until {on_paper(other.finish)}"
                faults.add("split-crew", action.where, message, mend=mend, citation=SPLIT)
        crews = {action.crew, *(other.crew for other, _ in active if other.craft == action.craft)}
        if len(crews) > CREWS_ON_A_CRAFT:
            message = f"{len(crews)} crews are on {action.craft} in {on_paper(action.start)}"
            gap, mend = f"{len(crews) - CREWS_ON_A_CRAFT} too many", "Two crews at most work on one craft."
            faults.add("crowded-craft", action.where, message, gap=gap, mend=mend, citation=SPLIT)
        broken = broken_off(action, log)
        active.append((action, broken[0] if broken else action.finish))


def _check_conversion(conversion: Conversion, begun: int, log: DeckLog, faults: Faults) -> None:
    """One conversion: whether it may be made, and that the chief is alive and free for it."""
    where, start, rule = conversion.where, conversion.start, Citation("bp", "V12.49")
    losses = Losses(
        complement=len(log.crews),
        alive=sum(log.lives(name, start) for name in log.crews),
        conversions=begun,
        intact_boxes=log.intact_boxes(start),
    )
    check_conversion(losses, log.rating, log.quality, log.options, where, faults)
    if not log.lives(CHIEF, start):
        message = f"the chief was killed in {on_paper(log.killed[CHIEF])}"
        faults.add("chief-dead", where, message, mend="Nobody else converts.", citation=rule)
    for other in log.conversions:
        if other != conversion and other.start <= start <= other.finish:
            mend = f"Begin after {on_paper(other.finish)}."
            faults.add("chief-busy", where, f"the chief is making crew {other.crew}", mend=mend, citation=rule)


def _turn(turn: int, log: DeckLog, faults: Faults) -> TurnLine:
    """A turn's crews and extra actions, and how many were dealt; too many are a fault."""
    start = first_impulse(turn)
    crews = Turn(
        complement=len(log.crews),
        regular=tuple(name for name in log.crews if log.lives(name, start)),
        converted=log.emergency_crews(start),
        rests=_rests(turn, log),
    )
    extra = extra_of(crews, log.rating, log.quality, log.options)
    dealt = Counter(action.crew for action in log.actions if action.extra and turn_of(action.start) == turn)
    # Neither a crew made in battle, whenever it was made, nor the chief himself is dealt any.
    barred = (*(each.crew for each in log.conversions), CHIEF)
    known = {name: halves for name, halves in dealt.items() if name in crews.regular or name in barred}
    check_allocation(known, replace(crews, converted=barred), extra, f"{log.where}, turn {turn}", faults)
    return TurnLine(turn, crews, extra, sum(dealt.values()))


def _rests(turn: int, log: DeckLog) -> bool:
    """Whether the chief can give no help in a turn: dead at its start, no box intact, or busy converting in it."""
    start, end = first_impulse(turn), first_impulse(turn + 1) - 1
    busy = any(each.start <= end and each.finish >= start for each in log.conversions)
    idle = busy and log.options["busy-chief"] == "active"
    return idle or not log.lives(CHIEF, start) or not log.intact_boxes(start)


def _readying(each: Readying, before: int, log: DeckLog, faults: Faults) -> tuple[Readying, bool]:
    """An attempt to ready a spare shuttle, and whether it succeeded."""
    why = why_not_ready(log.quality, tried=before > 0)
    if not why and _rests(turn_of(each.at), log):
        why = "the chief is dead, busy, or without an intact box"
    if why:
        rule = Citation("bp", "V12.47")
        faults.add("may-not-ready", each.where, why, mend="Once a battle, by a normal crew.", citation=rule)
    return each, not why and readies(log.rating, each.face)


def _credits(log: DeckLog, faults: Faults) -> Iterator[Line]:
    """Each action with the half actions that it earns; extra halves as far as they buy whole work together."""
    joined = log.options["joint-halves"] == "joined"
    groups: dict[tuple[str, str, int], list[int]] = {}
    for index, action in enumerate(log.actions):
        if action.extra and not broken_off(action, log):
            groups.setdefault((action.craft, action.work.id, turn_of(action.start)), []).append(index)
    paid = set()
    for indices in groups.values():
        paid |= set(indices[: joins(len(indices), log.actions[indices[0]].work.halves, joined)])
    for index, action in enumerate(log.actions):
        broken = broken_off(action, log)
        if broken:
            yield Line(action, 0, f"{broken[1]} in {on_paper(broken[0])}: nothing is done")
        elif action.extra and index not in paid:
            if not joined:
                message = f"{action.work.id} takes more than half an action"
                mend = "Choose work that costs a half, such as load-type-vi-drone."
                faults.add("half-not-enough", action.where, message, mend=mend, citation=Citation("bp", "V12.44"))
            yield Line(action, 0, "half of it alone does nothing: another crew's half on this craft would")
        else:
            yield Line(action, 1 if action.extra else min(2, action.work.halves), "")


def _tasks(lines: Sequence[Line]) -> Iterator[Task]:
    """What the work on each craft comes to, by craft and work."""
    earned: Counter[tuple[str, Work]] = Counter()
    for line in lines:
        earned[(line.action.craft, line.action.work)] += line.credit
    for (craft, work), halves in sorted(earned.items(), key=lambda item: (item[0][0], item[0][1].id)):
        yield Task(craft, work, halves, halves // work.halves, halves % work.halves)


def _turns(log: DeckLog) -> range:
    """The turns in which work begins or ends."""
    turns = [turn_of(impulse) for action in log.actions for impulse in (action.start, action.finish)]
    return range(min(turns, default=1), max(turns, default=0) + 1)


def _unknown(kind: str, name: str, where: str, known: Sequence[str], faults: Faults) -> None:
    message = f"there is no {kind} '{name}'"
    faults.add(f"unknown-{kind}", where, message, fault=Fault.INCONSISTENT, mend=nearest(name, known))
