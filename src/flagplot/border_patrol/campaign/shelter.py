"""Rescue at the end of a phase, and the end of those whom nobody came for (V12.02, V12.12, V12.23)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from flagplot.border_patrol.campaign.context import Phase, lost, rules
from flagplot.border_patrol.campaign.pieces import Berth, Craft, Pieces, Standing, Unit
from flagplot.border_patrol.craft import bays_of
from flagplot.border_patrol.stranded.deadline import deadline, is_lost
from flagplot.border_patrol.stranded.rescue import Rescuer, Way, ways
from flagplot.core.log import Deed
from flagplot.core.world import alter

BERTHS = {Way.LAND: Berth.LANDED, Way.TOW: Berth.TOW}


class Offer(NamedTuple):
    """A unit that can save a craft, and how."""

    unit: Unit
    way: Way


class Room:
    """What the units of a phase still have free as one craft after another is saved."""

    def __init__(self, pieces: Pieces) -> None:
        self.pieces = pieces
        self.free: dict[str, Rescuer] = {}

    def offers(self, craft: Craft) -> list[Offer]:
        """Every way in which a friendly unit in its hex can save a craft, the best first, equals by unit."""
        found = [
            Offer(unit, way)
            for unit in self.pieces.friends(craft)
            for way in ways(self._free(unit), craft.kind, self.pieces.options)
        ]
        return sorted(found, key=lambda offer: (list(Way).index(offer.way), offer.unit.id))

    def take(self, offer: Offer, craft: Craft) -> None:
        """Fill the room that a craft takes."""
        free = self._free(offer.unit)
        if offer.way is Way.TOW:
            free = free._replace(tows=free.tows - 1)
        elif offer.way is Way.DOCK and craft.is_patrol_ship:
            free = free._replace(links=free.links - 1)
        elif offer.way is Way.DOCK:
            free = free._replace(bays=free.bays - bays_of(craft.kind))
        self.free[offer.unit.id] = free

    def _free(self, unit: Unit) -> Rescuer:
        if unit.id not in self.free:
            self.free[unit.id] = self.pieces.rescuer(unit)
        return self.free[unit.id]


def rescue(phase: Phase) -> None:
    """Let units take in craft in their hex: first as ordered, then as is assumed, whose time is shortest first.

    An order that cannot be carried out is told and then counts as none: nobody dies beside a carrier with a free bay.
    Nobody is assumed to give up a craft before he must: only its crew is taken when its life support ends, or where it
    has reached the goal that it ran for.
    """
    room = Room(phase.pieces)
    ordered = list(_ordered(phase, room))
    done = frozenset(deed.subjects[0] for deed in ordered if deed.kind != "not-saved")
    phase.tell([*ordered, *_assumed(phase, room, done)])


def expire(phase: Phase) -> None:
    """Fighters whose life support ends with this phase are lost."""
    phase.tell(_expired(phase))


def _ordered(phase: Phase, room: Room) -> Iterator[Deed]:
    for id_, (unit, way) in sorted(phase.orders.saves.items()):
        craft = phase.pieces.craft[id_]
        if craft.standing is not Standing.OUT:
            yield from _not_out(phase, craft)
            continue
        offers = room.offers(craft)
        chosen = [offer for offer in offers if offer.unit.id == unit and way in (None, offer.way)]
        if chosen:
            room.take(chosen[0], craft)
            yield _saved(phase, craft, chosen[0], assumed=False)
            continue
        host = phase.pieces.units[unit]
        if not host.is_active or host.hex != craft.hex:
            why = f"{unit} is {host.standing if not host.is_active else f'in {host.hex}'}, {id_} in {craft.hex}"
        else:
            why = f"{unit} has no way to {way or 'save'} it" + ("" if way is Way.CREW else " with what it has free")
        could = ", ".join(f"{offer.unit.id} ({offer.way})" for offer in offers) or "nobody there"
        yield Deed(
            kind="not-saved",
            text=f"{id_} is not saved: {why}. Able to: {could}.",
            citations=rules("V12.02"),
            actor=craft.team,
            subjects=(id_, unit),
            facts={"craft": id_, "unit": unit},
            readings=("rescue-capacity",),
            see=(craft.team,),
        )


def _not_out(phase: Phase, craft: Craft) -> Iterator[Deed]:
    """An order to save a craft that is aboard; one that is gone has had its say already."""
    if craft.standing is Standing.ABOARD:
        text = f"{craft.id} is aboard {craft.host}; nobody has to save it."
        yield Deed(kind="not-out", text=text, actor=craft.team, subjects=(craft.id,), see=(craft.team,))


def _assumed(phase: Phase, room: Room, done: frozenset[str]) -> Iterator[Deed]:
    waiting = [craft for craft in phase.pieces.out() if craft.id not in done]
    end = {
        craft.id: deadline(craft.since, phase.settings.terrain_at(craft.hex), phase.settings.phases)
        for craft in waiting
        if craft.since is not None and not craft.is_patrol_ship
    }
    far = (phase.when.turn + 2, 1)
    for craft in sorted(waiting, key=lambda craft: (end.get(craft.id, far), craft.id)):
        goals = [goal for goal in phase.pieces.goals(craft.team) if goal.hex == craft.hex]
        last = bool(goals) if craft.is_patrol_ship else craft.id in end and phase.when >= end[craft.id]
        offers = [offer for offer in room.offers(craft) if offer.way is not Way.CREW or last]
        if offers:
            room.take(offers[0], craft)
            yield _saved(phase, craft, offers[0], assumed=len(offers) > 1)


def _saved(phase: Phase, craft: Craft, offer: Offer, *, assumed: bool) -> Deed:
    """A craft taken in, or its crew taken off and the craft scuttled."""
    unit, told = offer.unit.id, " Nobody had said by whom or how." if assumed else ""
    if offer.way is Way.CREW:
        text = f"{unit} takes the crew of {craft.id} aboard; the craft is scuttled.{told}"
        deed = lost(phase, craft, text, "V12.02", standing=Standing.SCUTTLED, readings=("rescue-capacity",))
        return Deed(
            kind="crew-saved",
            text=deed.text,
            citations=deed.citations,
            actor=deed.actor,
            subjects=(craft.id, unit),
            facts={**deed.facts, "unit": unit},
            changes=deed.changes,
            readings=deed.readings,
        )
    berth = BERTHS.get(offer.way, Berth.LINK if craft.is_patrol_ship else Berth.BAY)
    verb = {Way.DOCK: "docks on", Way.LAND: "lands on", Way.TOW: "is taken in tow by"}[offer.way]
    home = {"standing": Standing.ABOARD.value, "host": unit, "berth": berth.value, "hex": None, "since": None}
    rule = "V12.12" if craft.is_patrol_ship else "V12.23"
    return Deed(
        kind="saved",
        text=f"{craft.id} {verb} {unit} in {craft.hex}.{told}",
        citations=rules(rule),
        actor=craft.team,
        subjects=(craft.id, unit),
        facts={"craft": craft.id, "unit": unit, "way": offer.way.value, "assumed": int(assumed)},
        changes=alter(phase.world, craft.id, **home),
        readings=("rescue-capacity",),
    )


def _expired(phase: Phase) -> Iterator[Deed]:
    for craft in phase.pieces.out():
        if craft.is_patrol_ship or craft.since is None:
            continue
        terrain = phase.settings.terrain_at(craft.hex)
        if is_lost(craft.since, phase.when, terrain, phase.settings.phases, phase.options, at_end=True):
            text = f"{craft.id}, stranded in {craft.hex} since {craft.since}: nobody took it in, and its crew is dead."
            yield lost(phase, craft, text, "V12.23", readings=("deadline-and-combat",))
