"""A ground scenario file read as a war: the place, the sides, their units, transports, ships and fighters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from flagplot.core import readings
from flagplot.core.citation import Citation
from flagplot.core.entries import Entry as Table
from flagplot.core.entries import read_entries
from flagplot.core.papers import Paper
from flagplot.core.readings import Reading
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.core.sources import roller_number
from flagplot.engine.columns import shorten
from flagplot.engine.names import check_name, fold, nearest_name, slug, tidy
from flagplot.fta3.book.book import Book
from flagplot.fta3.book.fitted import equipped
from flagplot.fta3.ground import forces as f
from flagplot.fta3.ground.book import Unit, check_formations, gather, read_army, rows_of
from flagplot.fta3.ground.entries import read_entries_of
from flagplot.fta3.ground.landing import can_land, wings_without_room
from flagplot.fta3.ground.mustering import check_reserved, may_attack, may_be_raised
from flagplot.fta3.ground.opening import BEFORE_THE_FIRST, matters
from flagplot.fta3.ground.orders import LAST_QUARTER
from flagplot.fta3.ground.units import STANDARD_TL
from flagplot.fta3.papers.forces import Owner
from flagplot.fta3.papers.muster import Muster

GROUND = "ground"
"""The type of battle that makes a scenario a ground war."""

DEFAULT_QUARTERS = 40


class Draft(NamedTuple):
    """A scenario as far as it could be read."""

    scenario: f.GroundScenario
    whole: bool


def is_ground(text: str) -> bool:
    """Whether a scenario is a ground war; a faulty one is not."""
    head, _ = read_entries(text, "side", "", Faults())
    return head.values.get("battle") == GROUND


def army_name(text: str) -> str:
    """Which ground book a scenario names: a path beside it, or nothing."""
    head, _ = read_entries(text, "side", "", Faults())
    name = head.values.get("army", "")
    return name if isinstance(name, str) else ""


def read_ground_scenario(
    paper: Paper, book: Book, army: Paper | None, catalogue: Mapping[str, Reading], faults: Faults
) -> Draft | None:
    """The war that a scenario file describes; None where it is too damaged to be checked any further."""
    where, before = paper.name, len(faults.found)
    head, entries = read_entries(paper.text, "side", where, faults)
    if len(faults.found) > before:
        return None
    ruleset = head.text("ruleset", required=False) or "fta3"
    if ruleset != "fta3":
        mend = nearest(ruleset, ["fta3", "fe"])
        head.fault("unknown-ruleset", f"there is no ruleset '{shorten(ruleset)}'", mend=mend)
    name = _named(head, required=False) or "Ground war"
    for key in ("battle", "book", "fittings", "army"):
        head.text(key, required=False)
    system, planet = head.text("system", required=False), head.text("planet", required=False)
    terrain = tidy(head.text("terrain", required=False)).casefold()
    quarters = head.count("quarters") or DEFAULT_QUARTERS
    if quarters > LAST_QUARTER:
        head.fault("too-many-quarters", f"{shorten(quarters)} quarters are too many", mend=f"At most {LAST_QUARTER}.")
    ci = head.count("ci")
    wanted = head.named_texts("readings", required=False)
    lines = head.text("entries", required=False)
    tables = head.tables("unit", required=False)
    head.finish()
    units = read_army(army.text, army.name, faults) if army else {}
    if tables:
        units = {**units, **gather(rows_of(tables, where, faults), where, faults)}
    chosen = readings.choose(catalogue, wanted, f"{where}, readings", faults)
    if len(entries) != 2:
        message = f"a war has two sides, here {'is one' if len(entries) == 1 else f'are {len(entries)}'}"
        faults.add("not-two-sides", where, message, fault=Fault.MALFORMED, mend="Begin each with [[side]].")
        return None
    if len(faults.found) > before and not units:
        return None  # without its units nothing of a side could be told
    first, second = (_Side(entry, number, units, book, where, faults).read() for number, entry in enumerate(entries, 1))
    sides = (first, second)
    _check_sides(sides, where, faults)
    told = read_entries_of(lines, f"{where}, entries", sides, faults)
    sides = (_with_losses(first, told), _with_losses(second, told))
    scenario = f.GroundScenario(
        name=name,
        system=system,
        planet=planet,
        terrain=terrain,
        sides=sides,
        readings=chosen,
        entries=told,
        quarter_limit=quarters,
        book=book.name,
        invented=book.invented,
        ci=ci,
        labels={id_: name for side in sides for id_, name in side.names()},
    )
    _check_asked(scenario, f"{where}, entries", faults)
    return Draft(scenario, len(faults.found) == before)


def _check_asked(scenario: f.GroundScenario, where: str, faults: Faults) -> None:
    """What the moderator enters before the first quarter is something that the war asks him."""
    asked = {(matter.rule, matter.subject) for matter in matters(scenario)}
    for entry in scenario.entries:
        if entry.rule in BEFORE_THE_FIRST and (entry.rule, entry.subject) not in asked:
            name = scenario.labels.get(entry.subject, "")
            message = f"nothing asks for this entry{f' about {name}' if name else ''}"
            mend = "Is a unit's column 'elite' or 'keywords', or a trait, missing in the ground book?"
            place = f"{where}, line {entry.line}"
            faults.add("not-asked", place, message, mend=mend, citation=Citation("fta3", entry.rule))


def _named(entry: Table, *, required: bool = True) -> str:
    written = entry.text("name", required=required)
    if written:
        check_name(tidy(written), entry.where, entry.faults)
    return tidy(written)


class _Side:
    """Reads one side."""

    def __init__(
        self, entry: Table, number: int, units: Mapping[str, Unit], book: Book, where: str, faults: Faults
    ) -> None:
        self.entry, self.units, self.book, self.faults = entry, units, book, faults
        self.name = _named(entry) or f"side {number}"
        self.where = f"{where}, side '{shorten(self.name)}'"

    def read(self) -> f.GroundSide:
        role = self.entry.text("role").casefold()
        if role and role not in f.ROLES:
            message, mend = f"'{shorten(role)}' is no role in a landing", nearest(role, f.ROLES)
            self.faults.add("unknown-role", self.where, message, mend=mend)
        doctrines, polity = self.words("doctrines"), self.words("polity")
        units = self.listed(self.lines("units"), "units")
        side = f.GroundSide(
            id=slug(self.name),
            name=self.name,
            role=role,
            units=units,
            ships=(),
            wings=(),
            transports=self.transports(units),
            doctrines=doctrines,
            polity=polity,
        )
        side = self.with_ships(side)
        self.entry.finish()
        for unit in units:
            self.check(unit, side)
        check_formations(units, doctrines, self.where, self.faults)
        return side

    def check(self, unit: Unit, side: f.GroundSide) -> None:
        """What depends on whose the unit is: corps, reserved traits, and whether it may attack."""
        place = unit.where or self.where
        check_reserved(unit.chosen, side.polity, place, self.faults)
        if not may_be_raised(unit.raised, side.doctrines):
            message = f"{side.name} may not have a corps such as '{unit.name}'"
            mend = "It needs the capstone of the ground forces doctrine: doctrines = 'ground forces capstone'."
            citation = Citation("fta3", "ground/corps")
            self.faults.add("no-corps", place, message, gap="three divisions instead", mend=mend, citation=citation)
        if side.role == f.ATTACKER and not may_attack(unit.traits):
            message = f"'{unit.name}' is a defensive unit and cannot be part of an attack"
            citation = Citation("fta3", "traits/defensive")
            self.faults.add("defensive", self.where, message, mend="Leave it at home.", citation=citation)

    def with_ships(self, side: f.GroundSide) -> f.GroundSide:
        tl = self.entry.count("tl") or STANDARD_TL
        muster = Muster(side.id, tl, self.book.hulls, self.where, self.faults, fittings=self.book.fittings)
        ships = muster.read_ships(self.lines("ships"))
        wings = muster.read_fighters(self.lines("fighters"))
        owner = equipped(Owner(id=side.id, name=side.name, tl=tl, ships=ships, wings=wings), self.book)
        side = replace(side, ships=owner.ships, wings=wings)
        for ship in owner.ships:
            if ship.fitted.bombards and ship.hp is None:
                message = f"{ship.name} has ortillery and no hit points, so that nothing could answer her"
                mend = "Fill hp, avoidance and protection of her hull in the ship book."
                citation = Citation("fta3", "ortillery")
                self.faults.add("armed-without-hp", f"{self.where}, ships", message, mend=mend, citation=citation)
        homeless = wings_without_room(side)
        if homeless:
            wings_told = sum(wing.number for wing in wings)
            message = f"{side.name} brings {wings_told} wings and has hangars for {wings_told - homeless}"
            mend = f"Bring {wings_told - homeless} wings, or list the ships that carry them."
            citation = Citation("fta3", "units/fighter-wing")
            gap = f"{homeless} hangars short"
            self.faults.add("no-hangars", f"{self.where}, fighters", message, gap=gap, mend=mend, citation=citation)
        return side

    def transports(self, units: Sequence[Unit]) -> tuple[f.Transport, ...] | None:
        """The transports that the moderator lists; None where he lists none."""
        tables = self.entry.tables("transport", required=False)
        if not tables:
            return None
        found = []
        aboard: dict[str, str] = {}
        for number, values in enumerate(tables, 1):
            inner = Table(f"{self.where}, transport {number}", values, self.faults)
            name, fate = _named(inner), inner.text("fate", required=False) or f.HERE
            if fate not in f.FATES:
                message = f"'{shorten(fate)}' is nothing that becomes of a transport"
                self.faults.add("unknown-fate", inner.where, message, mend=nearest(fate, f.FATES))
            value = inner.values.get("units", "")
            lines = inner.text("units").splitlines() if isinstance(value, str) else list(inner.texts("units"))
            inner.finish()
            carried = self.listed(lines, f"transport '{shorten(name)}'", {unit.id: unit for unit in units})
            for unit in carried:
                if unit.id in aboard:
                    message = f"'{unit.name}' is aboard both '{aboard[unit.id]}' and '{name}'"
                    mend = "Leave it aboard one of them."
                    self.faults.add(
                        "two-transports",
                        inner.where,
                        message,
                        fault=Fault.INCONSISTENT,
                        mend=mend,
                        citation=Citation("fta3", "ground/transport"),
                    )
                aboard.setdefault(unit.id, name)
            ids = tuple(unit.id for unit in carried)
            found.append(f.Transport(name=name, units=ids, fate=fate, lost_in=1 if fate == f.LOST else 0))
        return tuple(found)

    def listed(self, lines: Sequence[str], what: str, among: Mapping[str, Unit] | None = None) -> tuple[Unit, ...]:
        """The units that a text names, with commas or lines between; each once."""
        known = {fold(unit.name): unit for unit in (self.units if among is None else among).values()}
        found: dict[str, Unit] = {}
        for name in (part.strip() for line in lines for part in line.partition("#")[0].split(",") if part.strip()):
            unit = known.get(fold(name))
            if unit is None:
                message = f"there is no unit '{shorten(name)}' here"
                hint = nearest_name(name, [each.name for each in known.values()], self.faults)
                self.faults.add("unknown-unit", f"{self.where}, {what}", message, mend=hint)
            elif unit.id in found:
                message = f"'{unit.name}' is named twice"
                self.faults.add(
                    "unit-in-two-forces",
                    f"{self.where}, {what}",
                    message,
                    fault=Fault.INCONSISTENT,
                    mend="Keep one of the two.",
                    citation=Citation("fta3", "ground/mustering"),
                )
            else:
                found[unit.id] = unit
        return tuple(found.values())

    def words(self, key: str) -> tuple[str, ...]:
        """Names with commas between, in small letters."""
        return tuple(part.strip().casefold() for line in self.lines(key) for part in line.split(",") if part.strip())

    def lines(self, key: str) -> list[str]:
        """The lines of a field that is a text of several lines or a list of texts; none where it is absent."""
        value: Any = self.entry.values.get(key, "")
        if isinstance(value, str):
            self.entry.asked.add(key)
            return value.splitlines()
        return [line for text in self.entry.texts(key, required=False) for line in text.splitlines()]


def _check_sides(sides: tuple[f.GroundSide, f.GroundSide], where: str, faults: Faults) -> None:
    """The sides have names and dice of their own, one at most attacks, and no unit is on both."""
    first, second = sides
    if first.id == second.id:
        message = f"both sides are called '{first.name}'"
        faults.add("double-side", where, message, fault=Fault.INCONSISTENT, mend="Rename one.")
    if first.role == second.role == f.ATTACKER:
        message = "both sides are landing, and nobody is there"
        faults.add("two-attackers", where, message, fault=Fault.INCONSISTENT, mend="One of them is the defender.")
    both = {unit.id for unit in first.units} & {unit.id for unit in second.units}
    for unit in first.units:
        if unit.id in both:
            message = f"'{unit.name}' is in the forces of both {first.name} and {second.name}"
            faults.add(
                "unit-in-two-forces",
                where,
                message,
                fault=Fault.INCONSISTENT,
                mend="Take it out of one of them.",
                citation=Citation("fta3", "ground/mustering"),
            )
    for side in sides:
        if not faults.found and not any(unit.battalions > unit.lost for unit in side.units):
            message, citation = f"{side.name} has no battalion left", Citation("fta3", "ground/units")
            faults.add("no-units", where, message, mend="Name units in 'units'.", citation=citation)
    numbers: dict[int, str] = {}
    for side in sides:
        for id_ in [*(u.id for u in side.units), *(s.id for s in side.ships), *(w.id for w in side.wings)]:
            number = roller_number(roller_id(side, id_))
            if number in numbers and not both:
                message = f"'{id_}' and '{numbers[number]}' would roll the same dice"
                faults.add("double-roller", where, message, fault=Fault.INCONSISTENT, mend="Rename one of them.")
            numbers[number] = id_


def roller_id(side: f.GroundSide, id_: str) -> str:
    """The id that a unit, ship or wing rolls its dice by: that of its side and its own; ships have the side's in it."""
    return id_ if "/" in id_ else f"{side.id}/{id_}"


def _with_losses(side: f.GroundSide, entries: Sequence[f.Entry]) -> f.GroundSide:
    """The side with the transports that the moderator has entered as lost in some quarter."""
    lost = {entry.subject: max(1, entry.quarter) for entry in entries if entry.rule == "ground/transport"}
    transports = side.transports and tuple(
        replace(each, lost_in=each.lost_in or lost.get(slug(each.name), 0)) for each in side.transports
    )
    return replace(side, transports=transports)


def check_landings(side: f.GroundSide, wanted: frozenset[str] | None, quarter: int, where: str, faults: Faults) -> None:
    """Every unit that is ordered by name to land from a quarter on has transports in the system."""
    for unit in side.units:
        if wanted is None or unit.id not in wanted or can_land(side, unit, quarter):
            continue
        transport = side.transport_of(unit)
        gone = transport.fate if transport and transport.fate != f.HERE else f.LOST
        why = f"'{transport.name}' is {gone}" if transport else "no transport here carries it"
        message = f"'{unit.name}' cannot land: {why}"
        able = [each.name for each in side.units if can_land(side, each, quarter)]
        mend = f"Land {', '.join(able)}." if able else "List transports that are here, or leave the order out."
        gap = f"transports for {unit.battalions} battalion{'s' if unit.battalions > 1 else ''} missing"
        citation = Citation("fta3", "ground/transport")
        faults.add("no-transport", where, message, gap=gap, mend=mend, citation=citation)
