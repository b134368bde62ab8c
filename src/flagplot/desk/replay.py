"""Replay a report round by round: hit points before and after, every event, and the dice if they are wanted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flagplot.core.event import Cast, Event
from flagplot.core.refusal import Fault, Refusal, Refused
from flagplot.core.report import Entry, Node, Report, Section
from flagplot.core.sources import Source
from flagplot.desk.battle import Verdict
from flagplot.engine.telling import roll_of
from flagplot.fta3.play.encounter import Encounter
from flagplot.fta3.play.fighting import Fought
from flagplot.fta3.play.rounds import courses, round_nodes


@dataclass(frozen=True)
class Scene:
    """One round of an engagement, both counted from 1; 0 and 0 for what happened before the battle, and after it.

    A ground war is one engagement, whose rounds are quarters and have no ``fought``.
    """

    engagement: int
    round: int
    title: str
    events: tuple[Event, ...]
    fought: Fought | None


def scenes(verdict: Verdict, source: str, engagement: int | None = None, round_: int | None = None) -> list[Scene]:
    """The rounds of a report in their order, of one engagement or of one number where that is asked for.

    Raises ``Refused`` where there are none such; ``source`` is what the report is called.
    """
    fights = len(verdict.encounter.fights) if isinstance(verdict.encounter, Encounter) else 1
    if engagement is not None and not 1 <= engagement <= fights:
        numbered = f"Its engagements are numbered 1 to {fights}."
        mend = {0: "No battle was fought.", 1: "There was only one."}.get(fights, numbered)
        message = f"there is no engagement {engagement} in this report"
        raise Refused([Refusal(code="no-engagement", fault=Fault.MALFORMED, where=source, message=message, mend=mend)])
    every = list(_scenes(verdict))
    found = [scene for scene in every if engagement is None or scene.engagement == engagement]
    chosen = [scene for scene in found if round_ is None or scene.round == round_]
    if not chosen:
        numbers = [scene.round for scene in found]
        first, last = min(numbers), max(numbers)
        mend = f"There is only round {first}." if first == last else f"Its rounds are numbered {first} to {last}."
        message = f"there is no round {round_} in this report"
        raise Refused([Refusal(code="no-such-round", fault=Fault.MALFORMED, where=source, message=message, mend=mend)])
    return chosen


def _scenes(verdict: Verdict) -> Iterator[Scene]:
    encounter = verdict.encounter
    if not isinstance(encounter, Encounter):
        for number in range(1, encounter.quarters + 1):
            events = tuple(event for event in encounter.events if event.round == number)
            yield Scene(1, number, f"Quarter {number}", events, None)
        return
    if encounter.prebattle.events:
        yield Scene(0, 0, "Before the battle", encounter.prebattle.events, None)
    several = len(encounter.fights) > 1
    for n, fought in enumerate(encounter.fights, 1):
        for number in range(1, len(fought.round_ends) + 1):
            events = tuple(event for event in fought.events if event.round == number)
            yield Scene(n, number, f"{f'Engagement {n}, round' if several else 'Round'} {number}", events, fought)
    if encounter.aftermath.events:
        yield Scene(0, 0, "Aftermath", encounter.aftermath.events, None)


def replay(verdict: Verdict, chosen: Sequence[Scene], *, dice: bool) -> Report:
    """The chosen rounds as a tree; with ``dice`` each has every die below its events."""
    sections = []
    for scene in chosen:
        nodes: list[Node] = []
        if scene.fought is None:
            nodes += [Entry(event.seq, event.text, event.rules) for event in scene.events]
        else:
            nodes += round_nodes(scene.fought, scene.round)
        rolls = tuple(roll_of(source, event, cast, n) for event, cast, source, n in _casts(verdict, scene))
        if dice and rolls:
            nodes.append(Section("Dice", rolls))
        sections.append(Section(scene.title, tuple(nodes)))
    return Report(verdict.docket.scenario.name, tuple(sections))


def as_dict(verdict: Verdict, chosen: Sequence[Scene], *, dice: bool) -> dict[str, Any]:
    """The same as plain values."""
    return {
        "battle": verdict.docket.scenario.name,
        "rounds": [
            {
                "engagement": scene.engagement,
                "round": scene.round,
                "hit_points": _hit_points(scene),
                "events": [
                    {**event.as_dict(), "text": event.text, "rules": [str(rule) for rule in event.rules]}
                    for event in scene.events
                ],
                **({"dice": [_die(*drawn) for drawn in _casts(verdict, scene)]} if dice else {}),
            }
            for scene in chosen
        ],
    }


def _hit_points(scene: Scene) -> dict[str, dict[str, int | str | None]]:
    """Hit points before and after by ship's id."""
    if scene.fought is None:
        return {}
    return {
        each.ship.id: {"before": each.before, "after": each.after, "became": each.became}
        for each in courses(scene.fought, scene.round)
    }


def _die(event: Event, cast: Cast, source: Source, sample: int) -> dict[str, Any]:
    return {
        "seq": event.seq,
        "purpose": cast.purpose,
        "who": cast.who,
        "read": cast.verdict,
        "faces": list(source.faces(cast.draw)),
    }


def _casts(verdict: Verdict, scene: Scene) -> list[tuple[Event, Cast, Source, int]]:
    """Every draw of a round with its event, its source and its sample."""
    numbers = {event.seq for event in scene.events}
    return [drawn for drawn in verdict.encounter.casts() if drawn[0].seq in numbers]
