"""What a correction changed: ship by ship, and the first event in which the two battles part for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flagplot.core.event import Event
from flagplot.core.report import Column, Listing, Node, Section, Table, Text
from flagplot.fta3.play.encounter import Encounter
from flagplot.fta3.play.outcomes import final_hp
from flagplot.fta3.report.after_report import fate_of
from flagplot.fta3.report.day_report import day_state
from flagplot.fta3.report.reporting import condition


def changes_section(old: Encounter, new: Encounter, changed_lines: Sequence[str]) -> Section:
    """The section *Changes*: the lines that were corrected, then whoever ended differently and why."""
    parts: list[Node] = []
    if changed_lines:
        parts.append(Listing(tuple(Text(line) for line in changed_lines)))
    ships = _rows(old, new, _ships(old), _ships(new), {**old.scenario.labels(), **new.scenario.labels()})
    if ships:
        parts.append(_table("Ships that ended differently", "Ship", ships))
    else:
        parts.append(Text("Every ship ended as before."))
    fighters = _rows(old, new, _fighters(old), _fighters(new), {**_wing_names(old), **_wing_names(new)})
    if fighters:
        parts.append(_table("Fighters that ended differently", "Fighters", fighters))
    return Section("Changes against the earlier report", tuple(parts))


def _table(caption: str, who: str, rows: Sequence[tuple[str, ...]]) -> Table:
    return Table(caption, tuple(map(Column, (who, "Was", "Is", "First difference"))), tuple(rows))


def _rows(
    old: Encounter, new: Encounter, before: Mapping[str, str], after: Mapping[str, str], names: Mapping[str, str]
) -> list[tuple[str, ...]]:
    """A row for each of ``names`` whose end ``after`` is not that ``before``."""
    rows: list[tuple[str, ...]] = []
    for id_, name in names.items():
        was, now = before.get(id_, "not there"), after.get(id_, "not there")
        if was != now:
            rows.append((name, was, now, _parting(old, new, id_)))
    return rows


def _ships(encounter: Encounter) -> dict[str, str]:
    """How each ship ended, by id."""
    ended = {}
    for side in encounter.scenario.sides:
        for ship in side.ships:
            fought = encounter.fight_of(ship.id)
            if fought is None:
                ended[ship.id] = "no combatant" if ship.hp is None else f"{ship.hp} HP, met nobody"
            else:
                fate = fate_of(encounter, ship.id)
                told = condition(fought, ship) + (f", {fate}" if fate else "")
                ended[ship.id] = f"{final_hp(fought, ship)} HP, {told}"
    return ended


def _fighters(encounter: Encounter) -> dict[str, str]:
    """How the fighters of each owner and tech level ended, by id."""
    state = day_state(encounter)
    ended = {}
    for _, owner in encounter.scenario.owners():
        for wing in owner.wings:
            parts = [f"{number} {where}" for where, number in state[wing.id].items() if number]
            ended[wing.id] = ", ".join(parts)
    return ended


def _wing_names(encounter: Encounter) -> dict[str, str]:
    return {
        wing.id: f"{owner.name}'s TL{wing.level}" for _, owner in encounter.scenario.owners() for wing in owner.wings
    }


def _parting(old: Encounter, new: Encounter, id_: str) -> str:
    """The first event about a ship or wing that is not the same in both battles."""
    was, now = _about(old, id_), _about(new, id_)
    for number in range(max(len(was), len(now))):
        one = was[number] if number < len(was) else None
        other = now[number] if number < len(now) else None
        if one is None or other is None or one.text != other.text or one.round != other.round:
            return f"was {_told(one)}; is {_told(other)}"
    return "its own events are the same"


def _about(encounter: Encounter, id_: str) -> list[Event]:
    """The events of a ship or wing; the order that takes a whole force away is one of each of its ships."""
    owners = {ship.id: owner.id for _, owner in encounter.scenario.owners() for ship in owner.ships}
    return [
        event
        for event in encounter.events
        if id_ in (event.facts.get("ship"), event.facts.get("other"), event.facts.get("wing"))
        or (event.kind == "force-withdrawal" and event.facts["owner"] == owners.get(id_))
    ]


def _told(event: Event | None) -> str:
    return "nothing" if event is None else f"R{event.round} '{event.text}'"
