"""Explain one event of a report: the sentence, the rules behind it, how the needed number was made up, the dice."""

from __future__ import annotations

from typing import Any

from flagplot.core.event import Cast, Event
from flagplot.core.refusal import Fault, Refusal, Refused
from flagplot.core.report import Fields, Node, Report, Section, Text
from flagplot.core.sources import Source
from flagplot.desk.battle import Verdict
from flagplot.desk.rulesets import ruleset
from flagplot.desk.verify import refought
from flagplot.engine.telling import roll_of

NEEDED = ("hit", "pierce", "stand-off", "dogfight")
"""Kinds of events whose modifiers begin with the number that the die, with all that is added to it, has to reach."""


def find_event(text: str, source: str, number: int) -> tuple[Verdict, Event]:
    """Event ``number`` of a report, with the battle it belongs to; raises ``Refused`` where there is none."""
    verdict = refought(text, source)
    events = verdict.encounter.events
    if not 1 <= number <= len(events):
        message = f"there is no event {number} in this report"
        mend = f"Its events are numbered 1 to {len(events)}."
        raise Refused([Refusal(code="no-event", fault=Fault.MALFORMED, where=source, message=message, mend=mend)])
    return verdict, events[number - 1]


def explanation(verdict: Verdict, event: Event) -> Report:
    """The event, its rules in our words, what made up its number, and its dice."""
    parts: list[Node] = [Text(event.text, event.citations)]
    if event.parts:
        summed = tuple((f"{part.name} [{part.citation.id}]", part.value) for part in event.parts)
        parts.append(Section("What was added up", (Fields(summed),)))
    if event.modifiers:
        # A number that is needed begins with a defence; where none is, everything is added to a die.
        based = event.kind in NEEDED
        pairs = tuple(
            (f"{m.name} [{m.citation.id}]", str(m.value) if based and not place else f"{m.value:+d}")
            for place, m in enumerate(event.modifiers)
        )
        parts.append(Section("What made up the number", (Fields(pairs), *_needed(event))))
    if event.casts:
        rolls = tuple(roll_of(source, event, cast, sample) for cast, source, sample in _casts_of(verdict, event))
        parts.append(Section("Dice", rolls))
    rules = ruleset(verdict.arena.SYSTEM)
    entries = [rules.rulebook.rules[rule.id] for rule in event.rules]
    parts.append(Section("Rules", tuple(Text(f"{rule.title}: {rule.text}") for rule in entries)))
    chosen = verdict.docket.scenario.readings
    bearing = [
        Text(f"{reading.number or reading.id}: {reading.options[chosen[id_]] if id_ in chosen else reading.taken}")
        for id_, reading in rules.readings.items()
        if {rule.id for rule in event.rules} & set(reading.rules)
    ]
    if bearing:
        parts.append(Section("Readings", tuple(bearing)))
    return Report(f"Event {event.seq}, round {event.round}: {event.step}", tuple(parts))


def _needed(event: Event) -> tuple[Text, ...]:
    """The sum in one line: a defence less what is added to the die, held between 2 and 20."""
    if event.kind not in NEEDED:
        return ()
    need = event.facts["need"]
    base, *modifiers = (modifier.value for modifier in event.modifiers)
    added = sum(modifiers)
    sum_ = base - added
    held = "" if sum_ == need else f"; a natural 20 always succeeds and a natural 1 never, so it is {need}"
    step = f"less {added}" if added >= 0 else f"plus {-added}"
    return (Text(f"Needed on the die: {base} {step} is {sum_}{held}."),)


def as_dict(verdict: Verdict, event: Event) -> dict[str, Any]:
    """The same as plain values."""
    return {
        **event.as_dict(),
        "text": event.text,
        "rules": [str(citation) for citation in event.citations],
        "modifiers": [{"name": m.name, "value": m.value, "rule": str(m.citation)} for m in event.modifiers],
        "parts": [{"name": part.name, "value": part.value, "rule": str(part.citation)} for part in event.parts],
        "dice": [
            {
                "purpose": cast.purpose,
                "who": cast.who,
                "read": cast.verdict,
                "faces": list(source.faces(cast.draw)),
            }
            for cast, source, _ in _casts_of(verdict, event)
        ],
    }


def _casts_of(verdict: Verdict, event: Event) -> list[tuple[Cast, Source, int]]:
    """The draws of one event, each with its source and sample."""
    return [(cast, source, n) for found, cast, source, n in verdict.encounter.casts() if found.seq == event.seq]
