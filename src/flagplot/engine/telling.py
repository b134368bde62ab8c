"""Parts of a report that every battle has, whatever its rules: steps, readings, dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from flagplot.core.event import Cast, Event
from flagplot.core.readings import Reading
from flagplot.core.report import Column, Entry, Roll, Section, Table, Text
from flagplot.core.sources import Source


def step_sections(events: Iterator[Event]) -> Iterator[Section]:
    """Events in a row under the names of the steps they happened in."""
    for step, of_step in groupby(events, key=lambda event: event.step):
        entries = tuple(Entry(event.seq, event.text, event.citations) for event in of_step)
        yield Section(step.capitalize(), entries)


def entries_of(events: Iterable[Event]) -> tuple[Entry, ...]:
    """Events in a row, each with every rule that had a part in it."""
    return tuple(Entry(event.seq, event.text, event.rules) for event in events)


def readings_section(chosen: Mapping[str, str], events: Sequence[Event], catalogue: Mapping[str, Reading]) -> Section:
    """The options in force, then the readings without options that bear on a rule of this battle."""
    rows = []
    for id_, option in chosen.items():
        if id_ not in catalogue:
            continue  # it bears on nothing that this report tells of
        reading = catalogue[id_]
        told = option if option != reading.default else f"{option} (default)"
        rows.append((reading.number, reading.id, told, reading.options[option]))
    cited = {rule.id for event in events for rule in event.rules}
    notes = tuple(
        (reading.number, reading.id, reading.taken)
        for reading in catalogue.values()
        if reading.is_note and cited & set(reading.rules)
    )
    columns = (Column("No."), Column("Reading"), Column("Option"), Column("Meaning"))
    always = Table("Always read so", (Column("No."), Column("Reading"), Column("Meaning")), notes)
    return Section("Readings used", (Table("Options in force", columns, tuple(rows)), always))


def dice_section(casts: Iterable[tuple[Event, Cast, Source, int]]) -> Section:
    """Every die, with what it was rolled for and its address; the sample is told where it is not 0."""
    rolls = tuple(roll_of(source, event, cast, sample) for event, cast, source, sample in casts)
    told = "An address is round.phase.side.roller, then the first die, and before it the sample where that is not 0"
    return Section("Dice", (Text(f"{told}; see dice format 1."), *rolls))


def roll_of(source: Source, event: Event, cast: Cast, sample: int) -> Roll:
    """One line of the dice appendix; the faces are asked of their addresses again."""
    draw = cast.draw
    engagement = f"{sample}:" if sample else ""
    address = f"{engagement}{'.'.join(map(str, draw.address))}+{draw.start}"
    purpose = cast.purpose if cast.need is not None else f"{cast.purpose} ({cast.verdict})"
    faces = source.faces(draw)
    return Roll(event.round, purpose, cast.who, draw.sides, faces, cast.need, cast.citation, address)
