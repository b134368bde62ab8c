"""The log of a game: records in JSON Lines, each chained to the one before it, from which the world follows.

A ``Deed`` is what happened, as the rules tell it; a ``Record`` is a deed with its number, its place in the sequence of
play, and the digest of the line before. Line n of a log is the canonical JSON of record n.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from flagplot.core.canonical import canonical_json
from flagplot.core.citation import Citation
from flagplot.core.event import Modifier
from flagplot.core.refusal import Fault, Faults
from flagplot.core.world import Change, DriftError, World, apply

VERSION = 1


class Throw(NamedTuple):
    """One die that was rolled: for what, by whom, its sides and face, and where it came from.

    ``source`` is the address of a keyed die (``1.64.0.1891035048+0``: round, phase, side, roller, number), or
    ``table`` for a die that was rolled by hand.
    """

    purpose: str
    who: str
    sides: int
    face: int
    source: str


@dataclass(frozen=True, kw_only=True)
class Deed:
    """One thing that happened, or that a player could have expected and did not.

    ``facts`` are its integers and ids by name, ``text`` the sentence for people, ``total`` of a check the sum of throw
    and modifiers. ``readings`` are the ids of those it depended on. ``see`` names who may see it; empty means all.
    """

    kind: str
    text: str
    citations: tuple[Citation, ...] = ()
    actor: str = ""
    subjects: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    modifiers: tuple[Modifier, ...] = ()
    throws: tuple[Throw, ...] = ()
    changes: tuple[Change, ...] = ()
    readings: tuple[str, ...] = ()
    see: tuple[str, ...] = ()

    def may_see(self, who: str) -> bool:
        """Whether one side may see it."""
        return not self.see or who in self.see


@dataclass(frozen=True, kw_only=True)
class Record:
    """A deed in the log: ``seq`` counts from 1, ``turn`` and ``step`` say when, ``prev`` is the digest before it."""

    seq: int
    turn: int
    step: str
    deed: Deed
    prev: str

    def line(self) -> str:
        """The record as its line of the log, without the line feed."""
        deed = self.deed
        return canonical_json(
            {
                "v": VERSION,
                "seq": self.seq,
                "turn": self.turn,
                "step": self.step,
                "kind": deed.kind,
                "actor": deed.actor,
                "subjects": list(deed.subjects),
                "facts": dict(deed.facts),
                "text": deed.text,
                "citations": [[each.system, each.id, each.edition] for each in deed.citations],
                "modifiers": [
                    [each.name, each.value, each.citation.system, each.citation.id] for each in deed.modifiers
                ],
                "rolls": [list(throw) for throw in deed.throws],
                "changes": [list(change) for change in deed.changes],
                "readings": list(deed.readings),
                "see": list(deed.see),
                "prev": self.prev,
            }
        )


def line_digest(line: str) -> str:
    """What the next record calls the line before it."""
    return hashlib.sha256(line.encode()).hexdigest()


def write_records(deeds: Iterable[Deed], *, turn: int, step: str, after: int, prev: str) -> list[Record]:
    """The deeds as records of one step: numbers go on behind ``after``, digests from ``prev``."""
    records = []
    for seq, deed in enumerate(deeds, after + 1):
        record = Record(seq=seq, turn=turn, step=step, deed=deed, prev=prev)
        prev = line_digest(record.line())
        records.append(record)
    return records


def read_log(text: str, where: str, faults: Faults, prev: str) -> list[Record]:
    """The records of a log whose first follows ``prev``; a line that is none, or does not follow, is a damaged file.

    What the last line says nobody vouches for in the file itself: its digest, which a report tells, does.
    """
    records: list[Record] = []
    mend = "Put back a copy of the file that nobody has changed."
    for number, line in enumerate(text.splitlines(), 1):
        try:
            record = _record(json.loads(line))
        except (ValueError, KeyError, TypeError, RecursionError):
            faults.add("no-record", f"{where}:{number}", "this is no record", fault=Fault.DAMAGED, mend=mend)
            return records
        if record.seq != number or record.prev != prev:
            message = "this line was changed, or the one before it"
            faults.add("broken-chain", f"{where}:{number}", message, fault=Fault.DAMAGED, mend=mend)
            return records
        prev = line_digest(line)
        records.append(record)
    return records


def fold(world: World, records: Iterable[Record], where: str, faults: Faults) -> World:
    """The world after the records; a change that does not fit is a damaged file."""
    for record in records:
        try:
            world = apply(world, record.deed.changes)
        except DriftError as drift:
            faults.add("drift", f"{where}:{record.seq}", str(drift), fault=Fault.DAMAGED)
            break
    return world


def inverses(records: Sequence[Record]) -> Iterator[Change]:
    """The changes that take the records back, the last first."""
    for record in reversed(records):
        for change in reversed(record.deed.changes):
            yield change.inverse


def _parts(modifier: Modifier) -> tuple[str, int, Citation]:
    return modifier.name, modifier.value, modifier.citation


def _record(value: Mapping[str, Any]) -> Record:
    """The record of a line's value; whatever is amiss is an error."""
    if value["v"] != VERSION:
        raise ValueError
    deed = Deed(
        kind=value["kind"],
        text=value["text"],
        citations=tuple(Citation(*each) for each in value["citations"]),
        actor=value["actor"],
        subjects=tuple(value["subjects"]),
        facts=value["facts"],
        modifiers=tuple(
            Modifier(name, number, Citation(system, id_)) for name, number, system, id_ in value["modifiers"]
        ),
        throws=tuple(Throw(*each) for each in value["rolls"]),
        changes=tuple(Change(*each) for each in value["changes"]),
        readings=tuple(value["readings"]),
        see=tuple(value["see"]),
    )
    return Record(seq=value["seq"], turn=value["turn"], step=value["step"], deed=deed, prev=value["prev"])
