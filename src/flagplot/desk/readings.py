"""The readings of a ruleset for people and programs: what can be chosen, and what is always read in one way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from flagplot.core.readings import Reading
from flagplot.core.refusal import Fault, Faults
from flagplot.core.report import Column, Fields, Listing, Node, Report, Section, Table, Text
from flagplot.desk.rulesets import nearest_of_many
from flagplot.engine.ruleset import Ruleset


def readings(ruleset: Ruleset, label: str | None = None) -> list[Reading]:
    """Every reading in the order of the catalogue, or the one with this id or number (``R12``).

    Raises ``Refused`` for a label that no reading has.
    """
    if label is None:
        return list(ruleset.readings.values())
    found = ruleset.reading(label)
    if found is None:
        faults = Faults()
        known = [name for each in ruleset.readings.values() for name in (each.id, each.number) if name]
        mend = nearest_of_many(label, known, f"flagplot readings {ruleset.id}")
        faults.add("unknown-reading", ruleset.id, f"there is no reading '{label}'", fault=Fault.MALFORMED, mend=mend)
        faults.settle()
    return [found] if found else []


def as_dict(ruleset: Ruleset, reading: Reading) -> dict[str, Any]:
    """One reading as JSON takes it; ``options`` is empty for a note, ``taken`` for all others."""
    return {
        "system": ruleset.id,
        "id": reading.id,
        "number": reading.number,
        "title": reading.title,
        "question": reading.question,
        "options": dict(reading.options),
        "default": reading.default,
        "taken": reading.taken,
        "rules": list(reading.rules),
    }


def list_report(ruleset: Ruleset, found: Sequence[Reading]) -> Report:
    """Those that can be chosen with the option in force by default, then those that are only documented."""
    options = [each for each in found if not each.is_note]
    notes = [each for each in found if each.is_note]
    parts: list[Node] = [Text(f"What the page “{ruleset.rulebook.page}” leaves open, and how it is read.")]
    if options:
        chosen = [(each.number, each.id, each.default, each.options[each.default]) for each in options]
        table = _table(("number", "reading", "by default", "meaning"), chosen)
        parts.append(Section("To be chosen in a scenario", (table,)))
    if notes:
        table = _table(("number", "reading", "always"), [(each.number, each.id, each.taken) for each in notes])
        parts.append(Section("Documented, no option", (table,)))
    return Report(f"Readings of {ruleset.title} ({ruleset.id})", tuple(parts))


def report(ruleset: Ruleset, reading: Reading) -> Report:
    """One reading in full."""
    pairs = [("reading", f"{ruleset.id} {reading.id}")]
    if reading.number:
        pairs.append(("number", reading.number))
    parts: list[Node] = [Text(reading.question)]
    if reading.is_note:
        pairs.append(("always", reading.taken))
        parts.append(Fields(tuple(pairs)))
    else:
        pairs.append(("by default", reading.default))
        items = tuple(Text(f"{option}: {meaning}") for option, meaning in reading.options.items())
        parts += [Fields(tuple(pairs)), Section("Options", (Listing(items),))]
    titles = ((id_, ruleset.rulebook.rules.get(id_)) for id_ in reading.rules)
    rules = tuple(Text(f"{rule.title} [{id_}]" if rule else id_) for id_, rule in titles)
    parts.append(Section("Rules it bears on", (Listing(rules),)))
    return Report(reading.title, tuple(parts))


def _table(heads: Sequence[str], rows: Iterable[tuple[str, ...]]) -> Table:
    return Table("", tuple(map(Column, heads)), tuple(rows))
