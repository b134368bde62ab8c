"""The scenario of a battle hex, read: who is there, by whose ship table, and what the table has settled beforehand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from flagplot.core import readings as core_readings
from flagplot.core import settings as core_settings
from flagplot.core.entries import read_entries
from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults
from flagplot.core.settings import Setting
from flagplot.engine.columns import shorten
from flagplot.engine.names import check_name, fold, slug, tidy
from flagplot.engine.record import Answered, read_record
from flagplot.fe.combat.battle.instructions import Instructions
from flagplot.fe.combat.battle.setup import Entrant, Setup
from flagplot.fe.combat.capital import here as systems_in
from flagplot.fe.combat.force import Combatant, complement
from flagplot.fe.combat.settings import Settings, read_settings
from flagplot.fe.empires import Empire, read_empire
from flagplot.fe.options import catalogue as readings
from flagplot.fe.papers.capitals import CapitalOf, garrison
from flagplot.fe.papers.keys import read_keys, refuse_unknown
from flagplot.fe.papers.kinds import ByUnit, Flag, Listed, items
from flagplot.fe.papers.kinds import Unit as Named
from flagplot.fe.papers.naming import Names
from flagplot.fe.papers.shape import HEAD, OTHERWISE, SIDE, UNITS, WORDS, belongs_to_unit
from flagplot.fe.papers.spots import Lines, Spot
from flagplot.fe.settings import COMBAT
from flagplot.fe.settings import catalogue as settings
from flagplot.fe.units.ship import Unit
from flagplot.fe.units.ship_table import ShipTable
from flagplot.fe.units.shorthand import MOST, read_ships

DEMO = "demo"
"""The table that names the fleet invented for demonstration."""

SYSTEM = "fe"
OF_PAPER = ("ruleset", "name", "table", "accepted", "settings", "readings", "answers")
OF_SIDE = ("empire", "name", "ids", "phasing", "units", "garrison", "groups", "instructions")
GROUPS = ByUnit(Listed(Named()))


@dataclass(frozen=True, kw_only=True)
class HexScenario:
    """A scenario as it was read: the setup, phasing side first, and the names of the units for those who order.

    ``laid_down`` are the instructions of each side as values by key, before orders change them; ``places`` where each
    stands in the paper.
    """

    name: str
    setup: Setup
    names: Names
    laid_down: tuple[Mapping[str, Any], Mapping[str, Any]]
    readings: Mapping[str, str]
    settings: Mapping[str, Setting]
    answers: Mapping[str, Answered]
    table: str
    invented: bool
    places: tuple[int, int]


@dataclass
class Roster:
    """The forces of one side while they are read. ``whole``: whether every unit could be."""

    name: str
    phasing: bool
    values: Mapping[str, Any]
    spot: Spot
    units: list[Combatant] = field(default_factory=list)
    whole: bool = True


def table_name(text: str) -> str:
    """Which ship table a scenario names: ``demo`` or a path beside the scenario; ``demo`` for a faulty one."""
    head, _ = read_entries(text, "side", "", Faults())
    name = head.values.get("table", DEMO)
    return name if isinstance(name, str) and name else DEMO


def read_scenario(paper: Paper, table: ShipTable, faults: Faults, *, accepted: bool = False) -> HexScenario | None:
    """The battle that a scenario describes; None where it is too damaged to be checked any further.

    ``accepted``: whether the settings count as accepted, whatever the paper says.
    """
    before = len(faults.found)
    head, entries = read_entries(paper.text, "side", paper.name, faults)
    if len(faults.found) > before:
        return None
    spot = Spot(paper.name, Lines(paper.text), faults)
    if len(entries) != 2:
        message = f"a battle has two sides, here {'is one' if len(entries) == 1 else f'are {len(entries)}'}"
        spot.refuse("not-two-sides", message, mend="Begin each with [[side]].")
        return None
    rosters = [
        _roster(entry.values, number, str(head.values.get("hex", "")), table, spot)
        for number, entry in enumerate(entries)
    ]
    apart = _check_sides(rosters, spot)
    turned = rosters[1].phasing and not rosters[0].phasing
    rosters.sort(key=lambda roster: not roster.phasing)
    names = Names(
        tuple(tuple(each.id for each in roster.units) for roster in rosters),
        tuple(roster.name for roster in rosters),
        complete=apart and all(roster.whole for roster in rosters),
    )
    own = {key: head.values.pop(key, None) for key in OF_PAPER}
    chosen, listed, figures = _agreed(own, spot, accepted=accepted)
    values = read_keys(head.values, HEAD, spot, names)
    (first, laid_down), (second, answered) = (_entrant(roster, names.of(s)) for s, roster in enumerate(rosters))
    if "hex" not in values or figures is None:
        return None
    setup = Setup(sides=(first, second), options=chosen, settings=figures, **values)
    return HexScenario(
        name=_name(own["name"], spot) or f"Battle at {setup.hex}",
        setup=setup,
        names=names,
        laid_down=(laid_down, answered),
        readings=chosen,
        settings=listed,
        answers=_answers(own["answers"], spot.at("answers", what="answers")),
        table=table.name,
        invented=table.invented,
        places=(1, 0) if turned else (0, 1),
    )


def _agreed(
    own: Mapping[str, Any], spot: Spot, *, accepted: bool
) -> tuple[dict[str, str], dict[str, Setting], Settings | None]:
    """The readings and the settings that the table has agreed on, the list of the latter being accepted."""
    wanted = {key: _texts(own[key] or {}, spot.at(key)) for key in ("readings", "settings")}
    chosen = core_readings.choose(readings(), wanted["readings"], spot.at("readings").where, spot.faults)
    place, before = spot.at("settings").where, len(spot.faults.found)
    every = core_settings.choose(settings(), wanted["settings"], place, spot.faults)
    listed = core_settings.of_part(every, COMBAT)
    if len(spot.faults.found) == before:  # else what was accepted cannot be what stands here
        written = own["accepted"] if isinstance(own["accepted"], str) else ""
        digest = core_settings.accepted_digest(listed) if accepted else written
        how = f"flagplot settings {SYSTEM} --part {COMBAT}"
        core_settings.refuse_unaccepted(listed, digest, spot.at("accepted").where, spot.faults, how=how)
    if any(not setting.value for setting in listed.values()):
        return chosen, listed, None
    figures = read_settings({id_: setting.value for id_, setting in listed.items()}, place, spot.faults)
    return chosen, listed, figures


def _answers(value: Any, spot: Spot) -> dict[str, Answered]:
    """What the table has answered beforehand, a line each, by the key of the question."""
    if value is None:
        return {}
    if not isinstance(value, str):
        spot.refuse(
            "wrong-kind", "the answers are no text", mend="Write a line for each: its key, a colon, the answer."
        )
        return {}
    found: dict[str, Answered] = {}
    for answered in read_record(Paper(spot.where, value), spot.faults):
        if answered.key in found:
            message = f"'{answered.key}' is answered twice"
            spot.refuse("named-twice", message, fault=Fault.INCONSISTENT, mend="Keep one of the two.")
        found[answered.key] = answered
    return found


def _texts(value: Any, spot: Spot) -> dict[str, str]:
    """A table whose values are texts or whole numbers."""
    if not isinstance(value, Mapping):
        spot.refuse("wrong-kind", "this is no table", mend='Write id = "value" below it.')
        return {}
    return {id_: ", ".join(found) for id_, each in value.items() if (found := items(each, spot.at(id_))) is not None}


def _name(value: Any, spot: Spot) -> str:
    """A name that people give; empty and a fault where it is none."""
    if value is None:
        return ""
    if not isinstance(value, str):
        spot.at("name").refuse("wrong-kind", "the name is no text", mend="Write it in quotes.")
        return ""
    check_name(tidy(value), spot.at("name").where, spot.faults)
    return tidy(value)


def _roster(values: Mapping[str, Any], number: int, hex_: str, table: ShipTable, paper: Spot) -> Roster:
    """The forces of a side; what else it has is read once the forces of both are known."""
    spot = paper.at("side", number)
    before = len(spot.faults.found)
    own = values.get("empire", "")
    empire = read_empire(own, spot.at("empire").where, spot.faults) if isinstance(own, str) else None
    if not isinstance(own, str):
        spot.at("empire").refuse("wrong-kind", "the empire is no text", mend="Write its name in quotes.")
    name = _name(values.get("name"), spot) or (empire.label if empire else f"side {number + 1}")
    here = spot.at(what=f"side '{shorten(name)}'")
    phasing = "phasing" in values and Flag().read(values["phasing"], spot.at("phasing"), Names((), ())) is True
    roster = Roster(name, phasing, values, here)
    prefix = values.get("ids")
    if prefix is not None and (not isinstance(prefix, str) or not slug(prefix)):
        spot.at("ids").refuse("wrong-kind", "this makes no ids", mend='Write a word in quotes, such as "rebels".')
        prefix = None
    if empire is not None:
        garrisoned = list(_garrison(values, empire, hex_, table, here))
        told = values.get("units", "" if garrisoned else None)
        roster.units = [
            *garrisoned,
            *_units(told, empire, slug(prefix) if prefix else "", table, here.at("units")),
        ]
    roster.whole = len(spot.faults.found) == before
    return roster


def _garrison(
    values: Mapping[str, Any], empire: Empire, hex_: str, table: ShipTable, spot: Spot
) -> Iterator[Combatant]:
    """The garrison that the annex gives the capital of a side, where the side says that it is all there."""
    nobody = Names((), ())
    if "garrison" in values and Flag().read(values["garrison"], spot.at("garrison"), nobody):
        systems = CapitalOf().read(values.get("capital", ""), spot.at("capital"), nobody)
        yield from garrison(systems_in(systems or (), hex_), empire, table, spot.at("garrison"))


def _units(value: Any, empire: Empire, prefix: str, table: ShipTable, spot: Spot) -> Iterator[Combatant]:
    """Lines of shorthand, those of an ally with his name and a colon in front, as units with all their craft."""
    if isinstance(value, str):
        value = value.splitlines()
    if not isinstance(value, list) or not all(isinstance(line, str) for line in value):
        spot.refuse("wrong-kind", "there are no units here", mend='Write units = "2xD7 D5- F5L".')
        return
    counts: dict[str, int] = {}
    for line in value:
        told, _, behind = line.partition("#")[0].rpartition(":")
        owner = (read_empire(told.strip(), spot.where, spot.faults) if told else empire) or empire
        for number, designator, crippled in read_ships(behind, spot.where, spot.faults):
            type_ = table.find(designator, owner, spot.where, spot.faults)
            if type_ is None:
                continue
            stem = f"{prefix or owner}-{slug(type_.designator)}"
            for _ in range(number):
                counts[stem] = counts.get(stem, 0) + 1
                unit = Unit(id=f"{stem}-{counts[stem]}", type=type_, crippled=crippled)
                yield Combatant(unit=unit, craft=complement(unit))
    if sum(counts.values()) > MOST:
        gap = f"{sum(counts.values()) - MOST} too many"
        spot.refuse("too-many-ships", f"a side has {MOST} units at most", fault=Fault.ILLEGAL, gap=gap)


def _check_sides(rosters: list[Roster], paper: Spot) -> bool:
    """Hold that the sides have names and ids of their own, and that one is phasing; whether their units can be told
    apart.
    """
    first, second = rosters
    if fold(first.name) == fold(second.name):
        mend = 'Give one another name = "…".'
        paper.refuse("double-side", f"both sides are called '{first.name}'", fault=Fault.INCONSISTENT, mend=mend)
    taken = {each.id for each in first.units} & {each.id for each in second.units}
    if taken:
        message = f"both sides would have a unit '{min(taken)}'"
        mend = 'Give one side a word of its own for them: ids = "…".'
        paper.refuse("double-id", message, fault=Fault.INCONSISTENT, mend=mend)
    if first.phasing == second.phasing:
        message = "both sides are phasing" if first.phasing else "neither side is phasing"
        mend = "Write phasing = true for the side whose turn it is: it attacks."
        paper.refuse("not-one-phasing", message, fault=Fault.INCONSISTENT, mend=mend)
    return not taken


def _entrant(roster: Roster, names: Names) -> tuple[Entrant, dict[str, Any]]:
    """A side with all that its table says of it, and its instructions as values by key."""
    spot, values = roster.spot, dict(roster.values)
    refuse_unknown(values, [*OF_SIDE, *(key.name for key in (*SIDE, *UNITS))], spot)
    units = {each.id: each for each in roster.units}
    if "groups" in values:
        for carrier, escorts in (GROUPS.read(values["groups"], spot.at("groups"), names) or {}).items():
            _refuse_escorts_of_two(units, carrier, escorts, spot.at("groups", rule="515.15"))
            units |= {id_: replace(units[id_], carrier=carrier) for id_ in escorts}
    known = {key.name for key in UNITS}
    for name, found in read_keys(_only(values, known), UNITS, spot, names).items():
        key = next(key for key in UNITS if key.target == name)
        for id_, value in found.items():
            units[id_] = _with(units[id_], name, value, of_unit=belongs_to_unit(key))
    laid_down = values.get("instructions", {})
    if not isinstance(laid_down, Mapping):
        spot.at("instructions").refuse("wrong-kind", "instructions are no table", mend="Write [side.instructions].")
        laid_down = {}
    told = read_keys(laid_down, (*WORDS, OTHERWISE), spot.at("instructions"), names)
    more = read_keys(_only(values, {key.name for key in SIDE}), SIDE, spot, names)
    given = Instructions(**{name: value for name, value in told.items() if name != OTHERWISE.name})
    entrant = Entrant(name=roster.name, units=tuple(units.values()), instructions=given, **more)
    return entrant, told


def _refuse_escorts_of_two(units: Mapping[str, Combatant], carrier: str, escorts: tuple[str, ...], spot: Spot) -> None:
    """Refuse to give a carrier a ship that escorts another already."""
    for id_ in escorts:
        if (other := units[id_].carrier) not in ("", carrier):
            message = f"{id_} escorts {other} already, and cannot escort {carrier} too"
            mend = "Take it out of one of the two groups."
            spot.refuse("in-two-groups", message, fault=Fault.INCONSISTENT, mend=mend)


def _only(values: Mapping[str, Any], names: set[str]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name in names}


def _with(unit: Combatant, name: str, value: Any, *, of_unit: bool) -> Combatant:
    """A unit with one thing told of it."""
    if of_unit:
        return replace(unit, unit=replace(unit.unit, **{name: value}))
    return replace(unit, **{name: value})
