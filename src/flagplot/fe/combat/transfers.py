"""Craft that change ships (501.6, 502.45): where there is room for how many of a kind, what may not be exchanged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults
from flagplot.fe.combat.force import Combatant, Craft, craft_capacity, spares_of, standing
from flagplot.fe.units.category import Category
from flagplot.fe.units.fighters import POLICE, may_transfer

SPARE = "spare"
FROM_SPARE = (Craft.FIGHTERS, Craft.HEAVY)
"""The kinds that spare factors of a resupply ship turn into, as staff officers like (530.121)."""

Aboard = Mapping[str, int]
"""How many craft each ship has of each kind, by ``cv-1 fighters``; what it has of spare factors, by ``fcr-1 spare``."""


def deck(id_: str, kind: str) -> str:
    """The place of craft of a kind aboard a ship."""
    return f"{id_} {kind}"


def aboard_of(units: Iterable[Combatant]) -> dict[str, int]:
    """What is aboard now, of every kind that a ship can have."""
    found = {}
    for each in _ships(units):
        own = each.unit.type
        for kind in Craft if each.craft or own.is_carrier or own.pfs else ():
            if craft_capacity(each.unit, kind) or each.craft.get(kind):
                found[deck(each.id, kind)] = each.craft.get(kind, 0)
        if each.unit.type.spare:
            found[deck(each.id, SPARE)] = spares_of(each)
    return found


def _ships(units: Iterable[Combatant]) -> tuple[Combatant, ...]:
    return tuple(each for each in units if not standing(each))


@carries_out("fe", "501.6/room")
def decks(units: Iterable[Combatant]) -> dict[str, int]:
    """The most craft of each kind that each ship can have: what it operates now; a squadron without a host what is left
    of it; of spare factors, what is left.
    """
    most = aboard_of(units)
    for each in _ships(units):
        if not each.is_squadron:
            most |= {deck(each.id, kind): room for kind in Craft if (room := craft_capacity(each.unit, kind))}
    return most


@carries_out("fe", "501.6/exchange", "502.45/exchange")
def refuse_exchange(units: Sequence[Combatant], after: Aboard, where: str, faults: Faults) -> None:
    """Refuse to share craft out so that any are lost or come from nowhere, so that kinds are exchanged for each other,
    those of police go to other ships, or spare factors become anything but fighters.
    """
    ships, before = _ships(units), aboard_of(units)
    more = {kind: _sum(ships, kind, after) - _sum(ships, kind, before) for kind in (*Craft, SPARE)}
    spent, gained = -more[SPARE], sum(more[kind] for kind in FROM_SPARE)
    for kind in Craft:
        supplied = kind in FROM_SPARE and more[kind] > 0 and spent == gained
        if more[kind] and not supplied:
            word = "too many" if more[kind] > 0 else "too few"
            message = f"there are {_sum(ships, kind, before)} {kind}, and {_sum(ships, kind, after)} are shared out"
            rule = Citation("fe", "502.45/exchange" if kind is Craft.PFS else "501.6/exchange")
            mend = "Share out as many of each kind as there are; only spare factors add to them."
            faults.add("other-number", where, message, gap=f"{abs(more[kind])} {word}", mend=mend, citation=rule)
    police = [each for each in ships if each.unit.type.category is Category.POLICE]
    for kind in Craft:
        gone = _sum(police, kind, before) - _sum(police, kind, after)
        if gone > 0 and not may_transfer(POLICE, kind.value):
            message = f"{gone} {kind} of police carriers go to other ships"
            rule = Citation("fe", "531.44/transfer")
            faults.add("police-craft", where, message, gap=f"{gone} over", mend="Leave them there.", citation=rule)


def _sum(ships: Iterable[Combatant], kind: str, aboard: Aboard) -> int:
    return sum(aboard.get(deck(each.id, kind), 0) for each in ships)


def may_exchange(units: Sequence[Combatant]) -> bool:
    """Whether any craft could change ships now."""
    if not any(each.craft or spares_of(each) for each in units):
        return False
    aboard, most = aboard_of(units), decks(units)
    with_room = (
        each.id
        for each in _ships(units)
        if any(most.get(place, 0) > aboard.get(place, 0) for place in (deck(each.id, kind) for kind in Craft))
    )
    return any(filled(units, (id_,)) != aboard for id_ in with_room)


def filled(units: Sequence[Combatant], order: Sequence[str]) -> dict[str, int]:
    """What is aboard once the ships of an order are filled one by one: from spare factors first, then from ships that
    the order does not name, the last first.
    """
    aboard, most = aboard_of(units), decks(units)
    ships = {each.id: each for each in _ships(units)}
    givers = [each for each in reversed(ships.values()) if each.id not in order]
    for id_ in order:
        for kind in Craft if id_ in ships else ():
            here = deck(id_, kind)
            for source in (SPARE, kind) if kind in FROM_SPARE else (kind,):
                for giver in (each for each in givers if _gives(each, ships[id_], source)):
                    there = deck(giver.id, source)
                    number = max(min(most.get(here, 0) - aboard.get(here, 0), aboard.get(there, 0)), 0)
                    if number:
                        aboard[here], aboard[there] = aboard.get(here, 0) + number, aboard[there] - number
    return aboard


def _gives(giver: Combatant, taker: Combatant, kind: str) -> bool:
    """Whether craft of a ship may go to another: those of police to police alone."""
    if giver.unit.type.category is not Category.POLICE:
        return True
    return may_transfer(POLICE, POLICE if taker.unit.type.category is Category.POLICE else kind)


def reloaded(ship: Combatant, kind: str, number: int) -> Combatant:
    """A ship with so many craft of a kind, or spare factors, aboard."""
    if kind == SPARE:
        return replace(ship, spares=number)
    return replace(ship, craft={**ship.craft, Craft(kind): number})
