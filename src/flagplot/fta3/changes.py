"""What a correction changed: ship by ship, and the first event in which the two battles part for it."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.core.event import Event
from flagplot.core.report import Column, Listing, Node, Section, Table, Text
from flagplot.fta3.fighting import Fought
from flagplot.fta3.forces import Ship
from flagplot.fta3.reporting import condition, final_hp


def changes_section(old: Fought, new: Fought, changed_lines: Sequence[str]) -> Section:
    """The section *Changes*: the lines that were corrected, then each ship that ended differently and why."""
    labels = {**old.scenario.labels(), **new.scenario.labels()}
    before, after = ({ship.id: ship for side in f.scenario.sides for ship in side.ships} for f in (old, new))
    rows = []
    for id_, label in labels.items():
        was = _ended(old, before.get(id_))
        now = _ended(new, after.get(id_))
        if was != now:
            rows.append((label, was, now, _parting(old, new, id_)))
    columns = (Column("Ship"), Column("Was"), Column("Is"), Column("First difference"))
    parts: list[Node] = []
    if changed_lines:
        parts.append(Listing(tuple(Text(line) for line in changed_lines)))
    if rows:
        parts.append(Table("Ships that ended differently", columns, tuple(rows)))
    else:
        parts.append(Text("Every ship ended as before."))
    return Section("Changes against the earlier report", tuple(parts))


def _ended(fought: Fought, ship: Ship | None) -> str:
    if ship is None:
        return "not there"
    hp = final_hp(fought, ship)
    return condition(fought, ship) if hp is None else f"{hp} HP, {condition(fought, ship)}"


def _parting(old: Fought, new: Fought, id_: str) -> str:
    """The first event about a ship that is not the same in both battles."""
    was, now = _about(old, id_), _about(new, id_)
    for number in range(max(len(was), len(now))):
        one = was[number] if number < len(was) else None
        other = now[number] if number < len(now) else None
        if one is None or other is None or one.text != other.text or one.round != other.round:
            return f"was {_told(one)}; is {_told(other)}"
    return "its own events are the same"


def _about(fought: Fought, id_: str) -> list[Event]:
    return [event for event in fought.events if id_ in (event.facts.get("ship"), event.facts.get("other"))]


def _told(event: Event | None) -> str:
    return "nothing" if event is None else f"R{event.round} '{event.text}'"
