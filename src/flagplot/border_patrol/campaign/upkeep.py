"""Supply at the end of a phase: who is in supply, whom auxiliaries feed, what carriers use (V12.31 to V12.35)."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.border_patrol.campaign.context import Phase
from flagplot.border_patrol.campaign.pieces import Berth, Pieces
from flagplot.border_patrol.campaign.verbs import MASTER
from flagplot.border_patrol.carriers import servicing
from flagplot.border_patrol.carriers.auxiliaries import Auxiliary, designate, serves_other_needs
from flagplot.border_patrol.carriers.servicing import Carrier, Choices
from flagplot.border_patrol.carriers.stores import Craft as Aboard
from flagplot.border_patrol.carriers.stores import Stores, is_in_supply
from flagplot.core.citation import Citation
from flagplot.core.log import Deed
from flagplot.core.refusal import Faults, Refused
from flagplot.core.world import Change, World, alter


def carriers_of(start: Pieces, now: Pieces, idle: frozenset[str] = frozenset()) -> list[Carrier]:
    """The carriers that are there, each with the craft that were aboard as the phase began (reading A21)."""
    return [
        Carrier(
            id=id_,
            stores=Stores(stock=fields["stock"], capacity=fields["capacity"], used=fields["used"]),
            in_supply=fields["in_supply"],
            craft=tuple(
                Aboard(craft.id, craft.kind, craft.id not in idle)
                for craft in start.aboard(id_)
                if craft.berth != Berth.TOW
            ),
        )
        for id_, unit in now.units.items()
        if unit.is_active and "capacity" in (fields := now.world[id_])
    ]


def auxiliaries_of(pieces: Pieces) -> list[Auxiliary]:
    """The auxiliary units that are there."""
    return [
        _auxiliary(id_, pieces.world) for id_, unit in pieces.units.items() if unit.is_active and _aids(id_, pieces)
    ]


def choices_of(phase: Phase, carriers: list[Carrier]) -> Choices:
    """What the owners decided, as far as it is about carriers that are still there."""
    known, orders = {carrier.id for carrier in carriers}, phase.orders
    gone = {id_ for id_, unit in phase.pieces.units.items() if not unit.is_active}
    return Choices(
        order=tuple(id_ for id_ in orders.first if id_ not in gone),
        sources={id_: sources for id_, sources in orders.sources.items() if id_ in known or id_ not in gone},
        serviced={id_: craft for id_, craft in orders.serviced.items() if id_ in known or id_ not in gone},
    )


def set_supply(phase: Phase, faults: Faults) -> None:
    """Enter who is in supply on the map (V2.30), and for whom auxiliaries are designated from now on."""
    phase.tell(_supply(phase))
    phase.tell(_designations(phase, faults))


def service(phase: Phase) -> None:
    """Let carriers service their craft; raises ``Refused`` for choices that cannot be."""
    start = Pieces(phase.start, phase.options)
    before = carriers_of(start, phase.pieces, frozenset(phase.orders.idle))
    done = servicing.service(
        before, auxiliaries_of(phase.pieces), phase.when.turn, choices_of(phase, before), phase.options
    )
    changes: dict[str, tuple[Change, ...]] = {}
    for carrier in done.carriers:
        stores = carrier.stores
        changes[carrier.id] = alter(phase.world, carrier.id, stock=stores.stock, used=stores.used)
    for auxiliary in done.auxiliaries:
        changes[auxiliary.id] = alter(phase.world, auxiliary.id, cargo=auxiliary.cargo)
    for each in done.servicings:
        for craft in (*each.serviced, *each.unserviced):
            flag = None if is_in_supply(each.carrier.in_supply, craft in each.serviced) else True
            changes[each.carrier.id] += alter(phase.world, craft, unserviced=flag)
    phase.tell(_told(phase, before, done, changes))


def _told(
    phase: Phase, before: list[Carrier], done: servicing.Serviced, changes: dict[str, tuple[Change, ...]]
) -> Iterator[Deed]:
    """The happenings of the phase as deeds; each takes the changes of its unit along."""
    for each in servicing.happenings(before, done, phase.options):
        team = phase.pieces.units[each.subject].team
        yield Deed(
            kind=each.kind,
            text=each.text,
            citations=each.citations,
            actor=team,
            see=(team,),
            subjects=(each.subject,),
            facts=dict(each.facts),
            changes=changes.pop(each.subject, ()),
        )
    for one in done.servicings:
        id_ = one.carrier.id
        if id_ in phase.orders.serviced and one.demand <= one.available:
            team = phase.pieces.units[id_].team
            text = f"{id_} can service all its craft, and does; there was nothing to choose."
            yield Deed(kind="no-choice", text=text, citations=(Citation("bp", "V12.35"),), actor=team, see=(team,))
    rest = tuple(change for part in changes.values() for change in part)
    if rest:
        text = "The books of the carriers are brought up to date."
        yield Deed(kind="books", text=text, changes=rest, see=(MASTER,))


def _supply(phase: Phase) -> Iterator[Deed]:
    for id_, inside in sorted(phase.orders.supply.items()):
        changes = alter(phase.world, id_, in_supply=inside)
        if changes:
            yield Deed(
                kind="supply",
                text=f"{id_} is {'in' if inside else 'out of'} supply.",
                citations=(Citation("bp", "V12.31" if inside else "V12.32"),),
                actor=phase.pieces.units[id_].team,
                subjects=(id_,),
                facts={"unit": id_, "in": int(inside)},
                changes=changes,
                see=(phase.pieces.units[id_].team,),
            )


def _designations(phase: Phase, faults: Faults) -> Iterator[Deed]:
    for id_, carriers in sorted(phase.orders.designations.items()):
        where = phase.orders.place("designate", id_)
        auxiliary = _auxiliary(id_, phase.world)
        for carrier in dict.fromkeys(carriers):
            if "capacity" not in phase.world[carrier]:
                message, mend = f"{carrier} has no stores for craft to add to", "Name a carrier or tender with stores."
                faults.add("no-stores", where, message, mend=mend, citation=Citation("bp", "V12.34"))
        try:
            done = designate(auxiliary, carriers, phase.when.turn, phase.options, where)
        except Refused as refused:
            faults.found += refused.refusals
            continue
        alone = "" if serves_other_needs(done, phase.when.turn) else ", and serves no other need"
        yield Deed(
            kind="designated",
            text=f"{id_} feeds the craft of {', '.join(carriers)} for the rest of Turn {phase.when.turn}{alone}.",
            citations=(Citation("bp", "V12.34"),),
            actor=phase.pieces.units[id_].team,
            subjects=(id_, *carriers),
            facts={"auxiliary": id_},
            see=(phase.pieces.units[id_].team,),
            changes=alter(phase.world, id_, feeds=list(done.carriers), feeds_turn=done.turn),
        )


def _aids(id_: str, pieces: Pieces) -> bool:
    return "role" in pieces.world[id_]


def _auxiliary(id_: str, world: World) -> Auxiliary:
    fields = world[id_]
    return Auxiliary(
        id=id_,
        role=fields.get("role", "none"),
        cargo=fields.get("cargo", 0),
        carriers=tuple(fields.get("feeds", ())),
        turn=fields.get("feeds_turn", 0),
    )
