"""The report of a ground war as a neutral tree: how it stands, orders, entries, forces, the story by quarter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from flagplot.core.citation import Citation
from flagplot.core.event import Event
from flagplot.core.readings import Reading
from flagplot.core.report import Column, Listing, Node, Report, Section, Table, Text
from flagplot.engine.telling import dice_section, readings_section, step_sections
from flagplot.fta3.ground.campaign import War
from flagplot.fta3.ground.weighing import Band, bands
from flagplot.fta3.report.reporting import DEMONSTRATION

STOPPED = "The war has stopped after quarter {quarter}: the moderator has to say {what}."
AT_THE_START = "The war cannot begin: the moderator has to say {what}."


def war_outcome(war: War) -> str:
    """How it ended, or what it waits for, in a sentence."""
    if war.waiting is not None:
        started = any(event.kind in ("resolution", "no-fight") for event in war.events)
        shape = STOPPED if started else AT_THE_START
        return shape.format(quarter=war.quarters, what=war.waiting.what)
    return next(event.text for event in reversed(war.events) if event.kind == "end")


def war_state(war: War) -> dict[str, dict[str, int | str]]:
    """Every unit, wing and ship as things stand, by id."""
    state: dict[str, dict[str, int | str]] = {}
    for s, side in enumerate(war.scenario.sides):
        for unit, group, landed in zip(side.units, war.field.groups[s], war.field.landed[s], strict=True):
            state[unit.id] = {**group._asdict(), "ashore": int(landed)}
        for wing, flying in zip(side.wings, war.field.flying[s], strict=True):
            state[wing.id] = {"flying": flying, "lost": wing.number - flying}
        for ship in side.ships:
            if ship.id in war.field.hp:
                hp = war.field.hp[ship.id]
                state[ship.id] = {"hp": hp, "status": "active" if hp > 0 else "killed"}
    return state


def report_of_war(
    war: War,
    catalogue: Mapping[str, Reading],
    banner: Sequence[str],
    opening: Sequence[Node],
    remarks: Sequence[Text],
    closing: Sequence[Node],
) -> Report:
    """The whole report; ``banner``, ``opening``, ``remarks`` and ``closing`` as in the report of a fleet battle."""
    scenario = war.scenario
    place = " ".join(filter(None, (scenario.planet, f"({scenario.system})" if scenario.system else "")))
    rulings = [Text(_entry_line(event), event.citations) for event in war.events if event.kind in ("entry", "after")]
    children: list[Node] = [
        *opening,
        Section("Verdict", (Text(war_outcome(war)), *([Text(f"Place: {place}.")] if place else []), _losses(war))),
        _orders(war, remarks),
        *([Section("Entries of the moderator", (Listing(tuple(rulings)),))] if rulings else []),
        _forces(war),
        *(Section(f"Quarter {number}", tuple(step_sections(iter(told)))) for number, told in _quarters(war.events)),
        readings_section(scenario.readings, war.events, catalogue),
        dice_section(war.casts()),
        *closing,
    ]
    ships = any(side.ships for side in scenario.sides)
    top = (*banner, DEMONSTRATION) if scenario.invented and ships else tuple(banner)
    return Report(scenario.name, tuple(children), top)


def _entry_line(event: Event) -> str:
    return f"Quarter {event.round}: {event.text}"


def _quarters(events: Sequence[Event]) -> Iterator[tuple[int, list[Event]]]:
    for number, found in groupby(events, key=lambda event: event.round):
        yield number, list(found)


def _losses(war: War) -> Table:
    """Battalions of each side before and as things stand."""
    rows = []
    for s, side in enumerate(war.scenario.sides):
        groups = war.field.groups[s]
        before = sum(unit.battalions - unit.lost for unit in side.units)
        fit, out = sum(g.fit for g in groups), sum(g.spent + g.resting for g in groups)
        wings = sum(wing.number for wing in side.wings)
        flying = sum(war.field.flying[s])
        rows.append((side.name, side.role, *map(str, (before, fit, out, before - fit - out, wings, wings - flying))))
    heads = ("Battalions", "Fit", "Exhausted", "Destroyed", "Wings", "Wings lost")
    columns = (Column("Side"), Column("Role"), *(Column(head, "right") for head in heads))
    return Table("Forces and losses", columns, tuple(rows), (Citation("fta3", "saves"),))


def _orders(war: War, remarks: Sequence[Text]) -> Section:
    parts: list[Node] = [Listing(tuple(remarks))] if remarks else []
    for side in war.scenario.sides:
        orders = war.orders[side.id]
        lines = orders.lines or ("none were sent: all units land, all ships bombard, at normal priority",)
        parts.append(Section(side.name, (Listing(tuple(Text(line) for line in lines)),)))
    return Section("Orders", tuple(parts))


def _forces(war: War) -> Section:
    tables: list[Node] = []
    for s, side in enumerate(war.scenario.sides):
        rows = []
        kinds = bands(war.scenario, side, war.quarters)
        for unit, band, group in zip(side.units, kinds, war.field.groups[s], strict=True):
            numbers = (band.value, band.mobility, band.firepower, group.fit, group.spent + group.resting)
            told = f"{unit.type.name}, {unit.size.value}"
            rows.append((unit.name, told, f"TL{unit.tl}", *map(str, numbers), str(group.destroyed), _traits(band)))
        heads = ("BV", "Mobility", "Firepower", "Fit", "Exhausted", "Destroyed")
        columns = (*map(Column, ("Unit", "Kind", "TL")), *(Column(head, "right") for head in heads), Column("Traits"))
        tables.append(Table(side.name, columns, tuple(rows)))
        ships = [ship for ship in side.ships if ship.id in war.field.hp]
        if ships:
            hulls = tuple((ship.name, ship.hull.code, str(ship.hp), str(war.field.hp[ship.id])) for ship in ships)
            heads_of_ships = (Column("HP before", "right"), Column("HP now", "right"))
            tables.append(Table(f"{side.name}, ships", (Column("Ship"), Column("Hull"), *heads_of_ships), hulls))
    return Section("Forces as they stand", tuple(tables))


def _traits(band: Band) -> str:
    return ", ".join(sorted(band.traits))


def war_changes(old: War, new: War, changed_lines: Sequence[str]) -> Section:
    """The section *Changes*: the lines that were corrected, then whatever stands differently."""
    parts: list[Node] = []
    if changed_lines:
        parts.append(Listing(tuple(Text(line) for line in changed_lines)))
    before, after = war_state(old), war_state(new)
    names = {**old.scenario.labels, **new.scenario.labels}
    rows = tuple(
        (names.get(id_, id_), _told(before.get(id_)), _told(after.get(id_)))
        for id_ in dict.fromkeys((*before, *after))
        if before.get(id_) != after.get(id_)
    )
    if rows:
        parts.append(Table("What stands differently", tuple(map(Column, ("Who", "Was", "Is"))), rows))
    else:
        parts.append(Text("Everything stands as before."))
    return Section("Changes against the earlier report", tuple(parts))


def _told(state: Mapping[str, int | str] | None) -> str:
    if state is None:
        return "not there"
    return ", ".join(f"{name} {value}" for name, value in state.items() if value not in (0, ""))
