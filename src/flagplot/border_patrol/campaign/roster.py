"""The units and craft of a campaign's sheet, as entities of the world."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flagplot.border_patrol.campaign.pieces import CLOCK, CRAFT, PLACES, UNIT, Berth, Standing, UnitKind
from flagplot.border_patrol.carriers.stores import to_eighths
from flagplot.border_patrol.craft import COMBAT_FIGHTERS, Kind, bays_of, is_patrol_ship
from flagplot.border_patrol.crew_chief.chief import (
    Candidate,
    Declared,
    Post,
    Quality,
    Station,
    check_eligible,
    check_posts,
    new_rating,
)
from flagplot.border_patrol.options import Options
from flagplot.core.entries import Entry
from flagplot.core.hexmap import HexMap
from flagplot.core.refusal import Fault, nearest

Fields = dict[str, Any]

SUPPORT_ROLES = ("fleet-support", "other")
MOST_OF_A_KIND = 60
CREWS = ("ace", "good", "average", "poor")


def fighters_aboard(craft: Iterable[Entry]) -> Counter[str]:
    """How many combat fighters the sheet puts aboard each host (reading A15), as far as it can be read."""
    found: Counter[str] = Counter()
    for entry in craft:
        host, count = entry.values.get("host"), entry.values.get("count", 1)
        if entry.values.get("kind") in COMBAT_FIGHTERS and isinstance(host, str) and isinstance(count, int):
            found[host] += count
    return found


def read_units(
    entries: Iterable[Entry],
    board: HexMap,
    teams: Sequence[str],
    options: Options,
    fighters: Mapping[str, int],
    world: dict[str, Any],
) -> None:
    """Add each ``[[unit]]`` to the world, with so many ``fighters`` aboard it; faults go to the entries."""
    for entry in entries:
        kind = UnitKind(entry.word("kind", UnitKind, default=UnitKind.SHIP))
        bays, links = entry.number("bays", default=0), entry.number("links", default=0)
        place = kind in PLACES
        fields: Fields = {
            "is": UNIT,
            "team": entry.word("team", teams),
            "kind": kind.value,
            "hex": _hex(entry, board),
            "standing": Standing.ACTIVE.value,
            "supplies": entry.flag("supplies", default=place or bays + links > 0),
            "bays": bays,
            "links": links,
            "tows": entry.number("tows", default=0),
            "takes_crew": entry.flag("takes-crew", default=True),
            "in_supply": entry.flag("in-supply", default=True),
        }
        if entry.has("model"):
            fields["model"] = entry.text("model")
        _add_stores(entry, fields)
        _add_chief(entry, fields, options, fighters)
        _add(entry, entry.text("id"), fields, world)
        entry.finish()


def read_craft(
    entries: Iterable[Entry], board: HexMap, teams: Sequence[str], phases: int, world: dict[str, Any]
) -> None:
    """Add each ``[[craft]]``, or so many of them, to the world; faults go to the entries.

    A craft is aboard a ``host``, or out in a ``hex``. With ``count`` the ids are ``wasp-1``, ``wasp-2`` and so on.
    """
    room = {id_: [fields["bays"], fields["links"]] for id_, fields in world.items() if fields["is"] == UNIT}
    for entry in entries:
        kind = Kind(entry.word("kind", Kind))
        team = entry.word("team", teams)
        fields: Fields = {"is": CRAFT, "team": team, "kind": kind.value}
        if entry.word("crew", CREWS, default="average") == "ace":
            fields["ace"] = True
        if entry.flag("crippled"):
            fields["crippled"] = True
        for key in ("model", "home"):
            if entry.has(key):
                fields[key] = entry.text(key)
        if fields.get("home", "") not in ("", *room):
            _refuse_unit(entry, fields["home"], room)
        value = entry.fraction("value")
        if value is not None:
            fields["value"] = str(value)
        packs = entry.number("packs", default=0)
        if packs:
            fields["packs"] = packs
        count = entry.number("count", least=1, most=MOST_OF_A_KIND, default=1)
        if entry.has("host") == entry.has("hex"):
            entry.fault("host-or-hex", "a craft is aboard a host or out in a hex", mend="Give one of 'host' and 'hex'.")
        elif entry.has("host"):
            _berth(entry, kind, count, fields, room, world)
        else:
            fields |= {"hex": _hex(entry, board), "standing": Standing.OUT.value}
        since = entry.values.get("stranded")
        if entry.has("stranded"):
            now = [world[CLOCK]["turn"], world[CLOCK]["phase"]]
            numbers = isinstance(since, list) and len(since) == 2 and all(type(n) is int and n > 0 for n in since)
            if not isinstance(since, list) or not numbers or since[1] > phases or since > now:
                entry.fault("wrong-kind", "'stranded' is no Turn and phase that has begun", mend=f"Write {now}.")
            fields["since"] = since
        id_ = entry.text("id")
        for number in range(1, count + 1):
            _add(entry, f"{id_}-{number}" if count > 1 else id_, dict(fields), world)
        entry.finish()


def _berth(entry: Entry, kind: Kind, count: int, fields: Fields, room: dict[str, Any], world: dict[str, Any]) -> None:
    """Put craft aboard their host, each where its kind belongs; a host that is not there or full is a fault."""
    host = entry.text("host")
    if host not in room:
        _refuse_unit(entry, host, room)
        return
    unit = world[host]
    if unit["team"] != fields["team"]:
        message = f"{host} is of the Team {unit['team']}"
        entry.fault("other-team", message, fault=Fault.INCONSISTENT, mend="A craft is aboard a unit of its Team.")
    berth, space = (Berth.LINK, 1) if is_patrol_ship(kind) else (Berth.BAY, bays_of(kind))
    if unit["kind"] in PLACES:
        berth, space = Berth.LANDED, 0
    fields |= {"host": host, "berth": berth.value, "standing": Standing.ABOARD.value}
    place = int(berth is Berth.LINK)
    room[host][place] -= space * count
    if room[host][place] < 0:
        what = ("bays", "mech links")[place]
        message = f"{host} has no room for {count} more: {-room[host][place]} {what} short"
        entry.fault("no-room", message, fault=Fault.INCONSISTENT, mend=f"Give {host} more {what}, or the craft a host.")


def _refuse_unit(entry: Entry, name: str, units: Iterable[str]) -> None:
    """A name that no unit of the sheet has."""
    entry.fault("unknown-unit", f"there is no unit '{name}'", fault=Fault.INCONSISTENT, mend=nearest(name, units))


def _add_stores(entry: Entry, fields: Fields) -> None:
    """The stores of a carrier, and the cargo and role of an auxiliary, in eighths of a box."""
    stock, full = entry.fraction("stores"), entry.fraction("full-stores")
    if stock is not None or full is not None:
        given = [to_eighths(count, entry.where, entry.faults) for count in (stock, full) if count is not None]
        held, capacity = given[0], given[-1]
        fields |= {"stock": held, "capacity": capacity, "used": 0}
        if held > capacity:
            entry.fault(
                "stock-out-of-range", "the stores hold more than when they are full", mend="Mend one of the two."
            )
    if entry.has("role"):
        cargo = entry.fraction("cargo")
        fields["role"] = entry.word("role", SUPPORT_ROLES)
        fields["cargo"] = to_eighths(cargo or 0, entry.where, entry.faults)


def _add_chief(entry: Entry, fields: Fields, options: Options, fighters: Mapping[str, int]) -> None:
    """The unit's crew chief, and whether it may have one (V12.42, V12.43)."""
    posts = [Post.WEAPONS_OFFICER] if entry.flag("weapons-officer") else []
    if entry.has("chief"):
        table = Entry(f"{entry.where}, chief", entry.table("chief"), entry.faults)
        id_ = entry.text("id")
        candidate = Candidate(
            id=id_,
            station=_station(fields),
            carries_fighters=fields["bays"] > 0,
            rated=fields["bays"],
            present=fighters.get(id_, 0),
            declared=Declared(table.word("declared", Declared, default=Declared.LATER)),
            starbase=table.flag("starbase"),
        )
        check_eligible(candidate, options, table.where, entry.faults)
        fields["chief"] = {
            "rating": new_rating(table.number("rating", most=99), 0, options, table.where, entry.faults),
            "quality": table.word("quality", Quality, default=Quality.NORMAL),
            "crews": table.number("crews"),
            "box": table.text("box"),
        }
        posts.append(Post.CREW_CHIEF)
        table.finish()
    check_posts(posts, entry.where, entry.faults)


def _station(fields: Fields) -> Station:
    """What a unit is to V12.42; fighters of a planet are those of a base in a star system."""
    if fields["kind"] == UnitKind.BASE:
        return Station.BASE
    if fields["kind"] in PLACES:
        return Station.SYSTEM_BASE
    return Station.TENDER if fields["links"] and not fields["bays"] else Station.SHIP


def _hex(entry: Entry, board: HexMap) -> str:
    """The field ``hex``, a label of the map."""
    label = entry.text("hex")
    if label and label not in board:
        first, last = board.labels[0], board.labels[-1]
        entry.fault("unknown-hex", f"'{label}' is no hex of the map", mend=f"The map goes from {first} to {last}.")
    return label


def _add(entry: Entry, id_: str, fields: Fields, world: dict[str, Any]) -> None:
    """Add one entity; an id that is taken is a fault."""
    if id_ in world:
        message = f"there is a second '{id_}': a unit or craft is in two places"
        entry.fault("double-id", message, fault=Fault.INCONSISTENT, mend="Give each its own id, once.")
    world[id_] = fields
