"""Replay a report round by round: hit points before and after, every event, and the dice if they are wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flagplot.core.event import Cast, Event
from flagplot.core.refusal import Fault, Refusal, Refused
from flagplot.core.report import Report, Section
from flagplot.core.sources import Source
from flagplot.desk.arena import Scene
from flagplot.desk.battle import Verdict
from flagplot.engine.telling import roll_of


def scenes(verdict: Verdict, source: str, engagement: int | None = None, round_: int | None = None) -> list[Scene]:
    """The rounds of a report in their order, of one engagement or of one number where that is asked for.

    Raises ``Refused`` where there are none such; ``source`` is what the report is called.
    """
    every = list(verdict.arena.scenes(verdict.encounter))
    fights = max((scene.engagement for scene in every), default=0)
    if engagement is not None and not 1 <= engagement <= fights:
        numbered = f"Its engagements are numbered 1 to {fights}."
        mend = {0: "No battle was fought.", 1: "There was only one."}.get(fights, numbered)
        message = f"there is no engagement {engagement} in this report"
        raise Refused([Refusal(code="no-engagement", fault=Fault.MALFORMED, where=source, message=message, mend=mend)])
    found = [scene for scene in every if engagement is None or scene.engagement == engagement]
    chosen = [scene for scene in found if round_ is None or scene.round == round_]
    if not chosen:
        numbers = [scene.round for scene in found]
        first, last = min(numbers), max(numbers)
        mend = f"There is only round {first}." if first == last else f"Its rounds are numbered {first} to {last}."
        message = f"there is no round {round_} in this report"
        raise Refused([Refusal(code="no-such-round", fault=Fault.MALFORMED, where=source, message=message, mend=mend)])
    return chosen


def replay(verdict: Verdict, chosen: Sequence[Scene], *, dice: bool) -> Report:
    """The chosen rounds as a tree; with ``dice`` each has every die below its events."""
    sections = []
    for scene in chosen:
        nodes = list(scene.nodes)
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
                "hit_points": scene.hit_points,
                "events": [
                    {**event.as_dict(), "text": event.text, "rules": [str(rule) for rule in event.rules]}
                    for event in scene.events
                ],
                **({"dice": [_die(*drawn) for drawn in _casts(verdict, scene)]} if dice else {}),
            }
            for scene in chosen
        ],
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
