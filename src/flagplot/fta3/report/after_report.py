"""The aftermath as a report tells it: what happened, what was won, what is still open."""

from __future__ import annotations

from typing import Any

from flagplot.core.report import Column, Listing, Node, Section, Table, Text
from flagplot.engine.telling import step_sections
from flagplot.fta3.aftermath.telling import UNDECIDED
from flagplot.fta3.play.encounter import Encounter

FATES = {
    "wreck": "a wreck without use",
    "salvaged": "salvaged",
    "hulk": "a hulk whose fate is open",
    "left": "left adrift",
    "serves": "in service of its finder",
    "lost": "lost in flight",
    "write-off": "a write-off whose fate is open",
    "stripped": "stripped",
    "sold": "sold to locals",
    "escaped": "got away",
    "destroyed": "run down and destroyed",
    "prize": "a prize under way",
    "broken-up": "a prize, broken up",
    "scuttled": "scuttled",
    "open": "open",
}


def aftermath_section(encounter: Encounter) -> Section:
    """What became of ships, fighters and wrecks; then what it yields, and every decision that nobody has made."""
    aftermath = encounter.aftermath
    parts: list[Node] = []
    if aftermath.decided:
        names = {owner.id: owner.name for _, owner in encounter.scenario.owners()}
        lines = [f"{names[id_]}: {line}" for id_, told in sorted(aftermath.decided.items()) for line in told]
        parts.append(Section("Decided by the players", (Listing(tuple(map(Text, lines))),)))
    parts += step_sections(event for event in aftermath.events if event.step != UNDECIDED)
    if aftermath.state:
        parts.append(_fates(encounter))
    if aftermath.yields:
        parts.append(_yields(encounter))
    parts += step_sections(event for event in aftermath.events if event.step == UNDECIDED)
    return Section("Aftermath", tuple(parts) or (Text("There is nothing to settle."),))


def fate_of(encounter: Encounter, id_: str) -> str:
    """What the aftermath made of a ship, in words; empty where it made nothing of it."""
    entry = encounter.aftermath.state.get(id_, {})
    told = [FATES[str(entry["fate"])]] if "fate" in entry else []
    if "fate" in entry and "level" in entry:
        told.append("no damage" if entry["level"] == "fine" else f"{entry['level']} damage")
    if "duty" in entry:
        weeks = f" for {entry['weeks']} weeks" if "weeks" in entry else ""
        told.append(f"{entry['duty']}{weeks}")
    return ", ".join(told)


def aftermath_facts(encounter: Encounter) -> dict[str, Any]:
    """What was won and what is open, as JSON takes it."""
    return {
        "yields": [each._asdict() for each in encounter.aftermath.yields],
        "open": [{**each._asdict(), "choices": list(each.choices)} for each in encounter.aftermath.open],
    }


def _fates(encounter: Encounter) -> Table:
    """A row for each ship that the aftermath did anything to."""
    labels = encounter.scenario.labels()
    owners = {ship.id: owner for _, owner in encounter.scenario.owners() for ship in owner.ships}
    names = {owner.id: owner.name for owner in owners.values()}
    rows = [
        (labels[id_], owners[id_].name, fate_of(encounter, id_), names.get(str(entry.get("holder", "")), ""))
        for id_, entry in encounter.aftermath.state.items()
        if id_ in labels
    ]
    columns = tuple(map(Column, ("Ship", "Owner", "After the aftermath", "Now in the hands of")))
    return Table("What became of ships", columns, tuple(sorted(rows)))


def _yields(encounter: Encounter) -> Table:
    """What each owner has won."""
    labels = encounter.scenario.labels()
    names = {owner.id: owner.name for _, owner in encounter.scenario.owners()}
    rows = tuple(
        (names[each.owner], labels[each.ship], each.how, str(each.money), str(each.di), each.when)
        for each in encounter.aftermath.yields
    )
    columns = (
        *map(Column, ("Owner", "From", "How")),
        Column("$", "right"),
        Column("DI for one use", "right"),
        Column("When"),
    )
    return Table("What it yields", columns, rows)
