"""Readings: what a rulebook leaves open, as named options with a default, and what a table chose of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from flagplot.core.entries import Entry, read_entries
from flagplot.core.refusal import Fault, Faults, nearest


@dataclass(frozen=True, kw_only=True)
class Reading:
    """One open question of a rulebook.

    ``id`` is a stable slug and ``number`` its name in the list of ambiguities, empty for a reading of our own. One that
    can be chosen has ``options`` (name to meaning) and a ``default`` among them; any other is a note and has ``taken``,
    what is always done. ``rules`` are the ids of the rules it bears on.
    """

    id: str
    number: str
    title: str
    question: str
    options: Mapping[str, str]
    default: str
    taken: str
    rules: tuple[str, ...]

    @property
    def is_note(self) -> bool:
        """Whether it is only documented and cannot be chosen."""
        return not self.options


def load(source: str | bytes, where: str = "readings.toml") -> dict[str, Reading]:
    """The readings of a catalogue file by id, in its order; raises ``Refused`` with every fault."""
    faults = Faults()
    head, entries = read_entries(source, "reading", where, faults)
    if head.values or entries:
        head.text("system")
        head.finish()
    catalogue: dict[str, Reading] = {}
    numbers: dict[str, str] = {}
    for entry in entries:
        reading = _reading(entry)
        if reading.id in catalogue:
            entry.fault("double-id", f"there is a second reading '{reading.id}'", mend="Give it another id.")
        if reading.number and reading.number in numbers:
            entry.fault("double-number", f"{reading.number} is also '{numbers[reading.number]}'")
        catalogue[reading.id] = reading
        numbers[reading.number] = reading.id
    if not entries and not faults.found:
        head.fault("empty", "there is no reading here", mend="Begin each with [[reading]].")
    faults.settle()
    return catalogue


def choose(catalogue: Mapping[str, Reading], wanted: Mapping[str, str], where: str, faults: Faults) -> dict[str, str]:
    """The option taken of each reading that has options: the wanted one, else the default.

    An unknown reading or option, or a wanted note, is a conflict of rules, added to ``faults`` at the place ``where``.
    """
    chosen = {reading.id: reading.default for reading in catalogue.values() if not reading.is_note}
    for id_, option in wanted.items():
        reading = catalogue.get(id_)
        if reading is None:
            known = {each.number: f"{each.number} is called '{each.id}'." for each in catalogue.values() if each.number}
            mend = known.get(id_) or nearest(id_, chosen)
            faults.add("unknown-reading", where, f"there is no reading '{id_}'", fault=Fault.CONFLICT, mend=mend)
        elif reading.is_note:
            message = f"the reading '{id_}' has no options in this version"
            mend = f"Leave it out; it is always read so: {reading.taken}"
            faults.add("reading-without-options", where, message, fault=Fault.CONFLICT, mend=mend)
        elif option not in reading.options:
            message = f"the reading '{id_}' has no option '{option}'"
            mend = nearest(option, reading.options)
            faults.add("unknown-option", where, message, fault=Fault.CONFLICT, mend=mend)
        else:
            chosen[id_] = option
    return chosen


def _reading(entry: Entry) -> Reading:
    """The reading of one entry; its faults are added to the entry's."""
    reading = Reading(
        id=entry.text("id"),
        number=entry.text("number", required=False),
        title=entry.text("title"),
        question=entry.text("question"),
        options=entry.named_texts("options", required=False),
        default=entry.text("default", required=False),
        taken=entry.text("taken", required=False),
        rules=entry.texts("rules"),
    )
    if reading.number and not re.fullmatch(r"[A-Z]\d+[a-z]?", reading.number):
        entry.fault("wrong-number", f"'{reading.number}' is no number of a reading", mend="Write it like R12 or A8b.")
    if reading.options and reading.default not in reading.options:
        mend = nearest(reading.default, reading.options)
        entry.fault("wrong-default", f"the default '{reading.default}' is not among the options", mend=mend)
    if reading.default and not reading.options:
        entry.fault("wrong-default", "there is a default but no options", mend="Give [reading.options].")
    if bool(reading.options) == bool(reading.taken):
        entry.fault("options-or-taken", "a reading has either options or a note of what is taken", mend="Keep one.")
    entry.finish()
    return reading
