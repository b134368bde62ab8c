"""Purchases and captures entered into a campaign: a legal paper becomes deeds, and its craft pieces of the world."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flagplot.border_patrol.campaign.pieces import CRAFT, Berth, Pieces, Standing
from flagplot.border_patrol.craft import Kind
from flagplot.border_patrol.purchases.check import Receipt
from flagplot.border_patrol.purchases.entering import happenings, hosts_after
from flagplot.border_patrol.purchases.fighter_book import Model
from flagplot.border_patrol.purchases.orders import Host
from flagplot.core.log import Deed
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.core.world import Change, alter

BOOKS = ("aboard", "captured", "coalition_made")
"""Counts by model that a host's next paper has to begin with."""


def check_receipt(receipt: Receipt, pieces: Pieces, faults: Faults) -> None:
    """Refuse a paper that does not fit the campaign: of another Turn, for units that are not the Team's, or with other
    fighters aboard than the last paper left there.
    """
    paper, now = receipt.paper, pieces.now
    if paper.turn != now.turn:
        message = f"the paper is of Turn {paper.turn}, and the campaign is in Turn {now.turn}"
        faults.add("other-turn", "paper", message, fault=Fault.INCONSISTENT, mend=f"Write turn = {now.turn}.")
    own = [unit.id for unit in pieces.units.values() if unit.team == paper.team and unit.is_active]
    for host in paper.hosts.values():
        where = f"host '{host.id}'"
        if host.id not in own:
            message = f"the {paper.team} Team has no unit '{host.id}'"
            faults.add("unknown-host", where, message, fault=Fault.INCONSISTENT, mend=nearest(host.id, own))
            continue
        books = pieces.world[host.id].get("books")
        if books is not None and books != _books(host):
            message = f"the last paper left other fighters with {host.id}"
            mend = f"It has {_told(books['aboard'])}."
            faults.add("other-than-booked", where, message, fault=Fault.INCONSISTENT, mend=mend)
    for taken in receipt.taken:
        found = _taken(pieces, taken.transfer.unit, taken.model)
        if len(found) < taken.transfer.number:
            message = f"{taken.transfer.number} {taken.model.code} are taken off {taken.transfer.unit}"
            gap = f"{taken.transfer.number - len(found)} too many"
            mend = f"Captured there are {len(found)}."
            faults.add("not-captured", taken.transfer.where, message, fault=Fault.INCONSISTENT, gap=gap, mend=mend)


def enter(receipt: Receipt, pieces: Pieces) -> Iterator[Deed]:
    """The deeds of a paper that fits: what was bought and taken, with the craft that come to be or change hands."""
    changes: dict[str, tuple[Change, ...]] = {}
    for id_, host in hosts_after(receipt).items():
        changes[id_] = alter(pieces.world, id_, books=_books(host), deathriders=host.deathriders or None)
    for id_, craft in _craft(receipt, pieces):
        changes[id_] = changes.get(id_, ()) + craft
    for each in happenings(receipt):
        yield Deed(
            kind=each.kind,
            text=each.text,
            citations=each.citations,
            actor=receipt.paper.team.value,
            subjects=(each.subject,),
            facts=dict(each.facts),
            changes=changes.pop(each.subject, ()),
            see=(receipt.paper.team.value,),
        )


def _craft(receipt: Receipt, pieces: Pieces) -> Iterator[tuple[str, tuple[Change, ...]]]:
    """For each host the changes of craft: new ones, those that they replace, and captured ones."""
    gone: set[str] = set()
    numbers: dict[str, int] = {}
    for bought in receipt.bought:
        order = bought.purchase
        for code, count in order.replaces.items():
            known = [
                each.id for each in pieces.aboard(order.host) if _is(pieces, each.id, code) and each.id not in gone
            ]
            for id_ in known[:count]:
                gone.add(id_)
                yield order.host, alter(pieces.world, id_, standing=Standing.RETIRED.value, host=None, berth=None)
        kind = Kind.HEAVY_FIGHTER if bought.model.heavy else Kind.FIGHTER
        yield order.host, _new(pieces, numbers, order.host, bought.model.code, kind, order.number)
    for patrol in receipt.paper.patrols:
        yield patrol.host, _new(pieces, numbers, patrol.host, patrol.kind, Kind(patrol.kind), patrol.number)
    for taken in receipt.taken:
        move = taken.transfer
        home = {"team": receipt.paper.team.value, "host": move.to, "berth": _berth(pieces, move.to).value}
        free = [id_ for id_ in _taken(pieces, move.unit, taken.model) if id_ not in gone]
        for id_ in free[: move.number]:
            gone.add(id_)
            yield move.to, alter(pieces.world, id_, **home, standing=Standing.ABOARD.value, captor=None, taken=True)


def _new(pieces: Pieces, numbers: dict[str, int], host: str, code: str, kind: Kind, count: int) -> tuple[Change, ...]:
    """New craft aboard a host, called by it, their model and the next free number."""
    stem = f"{host}-{code.casefold()}"
    made: tuple[Change, ...] = ()
    for _ in range(count):
        numbers[stem] = numbers.get(stem, 0) + 1
        while f"{stem}-{numbers[stem]}" in pieces.world:
            numbers[stem] += 1
        fields: dict[str, Any] = {
            "is": CRAFT,
            "team": pieces.units[host].team,
            "kind": kind.value,
            "model": code,
            "host": host,
            "berth": _berth(pieces, host).value,
            "standing": Standing.ABOARD.value,
        }
        id_ = f"{stem}-{numbers[stem]}"
        made += tuple(Change(id_, name, None, value) for name, value in fields.items())
    return made


def _berth(pieces: Pieces, host: str) -> Berth:
    return Berth.BAY if pieces.units[host].bays else Berth.LINK


def _taken(pieces: Pieces, unit: str, model: Model) -> list[str]:
    """The craft of a model that were captured with a unit and are still on it."""
    found = (craft for craft in pieces.craft.values() if craft.host == unit and craft.standing is Standing.CAPTURED)
    return [craft.id for craft in found if _is(pieces, craft.id, model.code)]


def _is(pieces: Pieces, id_: str, code: str) -> bool:
    """Whether a craft is of a model."""
    return str(pieces.world[id_].get("model", "")).casefold() == code.casefold()


def _books(host: Host) -> dict[str, dict[str, int]]:
    return {name: dict(getattr(host, name)) for name in BOOKS}


def _told(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {code}" for code, count in sorted(counts.items())) or "none"
