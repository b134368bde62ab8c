"""A purchase paper checked whole: every fault at once, or a receipt with what it costs and what it assumes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from flagplot.border_patrol.craft import Kind
from flagplot.border_patrol.orions import buying, captures, deathriders
from flagplot.border_patrol.orions.share import Share, check_share, coalition_cap, share_of
from flagplot.border_patrol.orions.sources import check_for_sale, is_coalition_only, is_for_sale
from flagplot.border_patrol.purchases.fighter_book import FighterBook, Model
from flagplot.border_patrol.purchases.orders import Deck, Host, Paper, PatrolPurchase, Purchase, Team, Transfer
from flagplot.border_patrol.purchases.prices import (
    Price,
    check_equipment,
    needs_equipment,
    points,
    price,
    read_equipment,
)
from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults, nearest


class Bought(NamedTuple):
    """A purchase that is legal, with its price."""

    purchase: Purchase
    model: Model
    equipment: tuple[str, ...]
    price: Price


class Taken(NamedTuple):
    """A transfer of captured fighters that is legal, and what it takes off the scrap value."""

    transfer: Transfer
    model: Model
    value: Fraction


@dataclass(frozen=True, kw_only=True)
class Receipt:
    """A paper that is legal: what was bought and taken, scrap values left, the pirates' share, and remarks."""

    paper: Paper
    bought: tuple[Bought, ...]
    taken: tuple[Taken, ...]
    scrap: Mapping[str, Fraction]
    share: Share | None
    remarks: tuple[str, ...]

    @property
    def total(self) -> Fraction:
        """What it costs in economic points, patrol ships aside: their prices are those of ships."""
        return sum((each.price.total for each in self.bought), Fraction(0))


def check_paper(paper: Paper, book: FighterBook, faults: Faults) -> Receipt:
    """The receipt of a paper; it holds only if ``faults`` has none. No result depends on the order of its lines."""
    orion = paper.team is Team.ORION
    remarks: list[str] = []
    priced = (_purchase(each, paper, book, remarks, faults) for each in paper.purchases)
    bought = [each for each in priced if each is not None]
    for host in paper.hosts.values():
        _check_host(host, [each for each in bought if each.purchase.host == host.id], paper, remarks, faults)
    for patrol in paper.patrols:
        _check_patrol(patrol, paper, remarks, faults)
    if orion:
        _check_deathriders(paper, faults)
    moved = (_transfer(each, paper, book, remarks, faults) for each in paper.transfers)
    taken = [each for each in moved if each is not None]
    scrap = dict(_scrap(paper, taken, faults))
    share = _share(paper, book, bought, taken, remarks, faults) if orion else None
    receipt = Receipt(
        paper=paper,
        bought=tuple(bought),
        taken=tuple(taken),
        scrap=scrap,
        share=share,
        remarks=tuple(sorted(set(remarks))),
    )
    if paper.points is not None and receipt.total > paper.points:
        message = f"the paper costs {points(receipt.total)} points and {points(paper.points)} are there"
        gap, mend = f"{points(receipt.total - paper.points)} points short", "Buy less, or wait (V4.13)."
        faults.add("too-dear", paper.where, message, gap=gap, mend=mend, citation=Citation("bp", "V12.24"))
    return receipt


def _purchase(order: Purchase, paper: Paper, book: FighterBook, remarks: list[str], faults: Faults) -> Bought | None:
    """One purchase with its price; its host's rules are checked with all that the host gets."""
    model = book.find(order.model, order.where, faults)
    host = _find_host(order.host, paper, order.where, faults)
    if model is None or host is None:
        return None
    equipment = read_equipment(model, order.equipment, order.where, faults)
    if paper.team is Team.ORION:
        check_for_sale(model, order.source, paper.empires(order.source), paper.year, order.where, faults)
    return Bought(order, model, equipment, price(model, order.number, equipment, paper.options))


def _check_host(host: Host, bought: Sequence[Bought], paper: Paper, remarks: list[str], faults: Faults) -> None:
    """All that one host gets in the transaction."""
    if not bought:
        return
    where, number = host.where or host.id, sum(each.purchase.number for each in bought)
    gone: Counter[str] = Counter()
    for each in bought:
        gone.update(each.purchase.replaces)
    replaced = sum(gone.values())
    for code, count in gone.items():
        if count > host.aboard.get(code, 0):
            message = f"{count} {code} are to be replaced, and {host.aboard.get(code, 0)} are aboard"
            gap, mend = f"{count - host.aboard.get(code, 0)} too many", "Replace no more than there are."
            faults.add("not-aboard", where, message, fault=Fault.INCONSISTENT, gap=gap, mend=mend)
    if paper.team is Team.ORION:
        buying.check_host(host, paper.turn, where, faults)
        buying.check_room(host, number, replaced, where, faults)
        if buying.needs_alteration(replaced):
            buying.check_alteration(host, where, faults)
        included = buying.equipment_included(host, paper.turn, number - replaced, host.alteration is not False)
    else:
        _check_transaction(host, bought, number - replaced, paper.turn, remarks, faults)
        included = host.deck is not Deck.OTHER
        if replaced and host.alteration is False:
            message = f"V4.26 does not allow the change on {host.id}"
            faults.add("alteration-barred", where, message, mend="See V4.26.", citation=Citation("bp", "V4.26"))
    whole_set = paper.team is Team.ORION and host.deck is Deck.TRUE_CARRIER and included
    if host.alteration is None and (replaced or whole_set):
        remarks.append(f"V4.26: nobody has said whether it allows this on {host.id}; taken as allowed.")
    for each in bought:
        if needs_equipment(each.model.own_equipment, on_carrier=included):
            check_equipment(each.model, each.purchase.number, each.equipment, each.purchase.where, faults)
            if not each.model.equipment:
                remarks.append(f"V12.24: the book gives {each.model.code} no equipment; none was asked for.")


def _check_transaction(
    host: Host, bought: Sequence[Bought], added: int, turn: int, remarks: list[str], faults: Faults
) -> None:
    """What other rules ask of Teams that are not the pirates: the host in the same transaction, and its whole set."""
    where, whole = host.where or host.id, host.links if host.complement is None else host.complement
    if host.count + added > whole:
        message = f"{host.id} would have {host.count + added} fighters and carries {whole}"
        gap, mend = f"{host.count + added - whole} too many", f"At most {whole - host.count}."
        faults.add("no-room", where, message, gap=gap, mend=mend, citation=Citation("bp", "V4.15"))
    new = [each.purchase for each in bought if not each.purchase.exempt and not each.purchase.replaces]
    reasons = [each.purchase.exempt for each in bought if each.purchase.exempt]
    remarks += [f"{host.id}: out of V4.14 and V4.15 as {reason}." for reason in reasons]
    if not new:
        return
    if host.built != turn:
        message = f"{host.id} is not built in this transaction, and fighters are bought with their host"
        mend = "Say exempt = … if it is a replacement, an incidental unit or another exception."
        faults.add("without-its-host", where, message, mend=mend, citation=Citation("bp", "V4.14"))
    if host.complement is None:
        remarks.append(f"V4.22: nobody has said what the whole complement of {host.id} is; taken as bought.")
    elif host.count + added < whole:
        message = f"{host.id} would have {host.count + added} of its complement of {whole}"
        gap, mend = f"{whole - host.count - added} short", f"Buy {whole - host.count}."
        faults.add("part-of-the-set", where, message, gap=gap, mend=mend, citation=Citation("bp", "V4.15"))


def _check_patrol(order: PatrolPurchase, paper: Paper, remarks: list[str], faults: Faults) -> None:
    """Fast patrol ships: only Deathriders for the pirates; for others the host of V4.14."""
    host = _find_host(order.host, paper, order.where, faults)
    if paper.team is Team.ORION:
        deathriders.check_kind(order.kind, order.where, faults)
        if host is not None and order.kind == Kind.DEATHRIDER:
            deathriders.check_time(host, paper.turn, paper.options, order.where, faults)
        if order.conditions is False:
            mend = "See V20.34."
            faults.add("conditions", order.where, "V20.34 is not met", mend=mend, citation=Citation("bp", "V12.57"))
        elif order.conditions is None:
            remarks.append("V20.34: nobody has said whether its conditions for Deathriders are met; taken as met.")
    elif host is not None and host.built != paper.turn:
        message = f"{host.id} is not built in this transaction, and PFs are bought with their host"
        mend = "A PF that replaces a lost one is paid as a ship (V12.17)."
        faults.add("without-its-host", order.where, message, mend=mend, citation=Citation("bp", "V4.14"))


def _check_deathriders(paper: Paper, faults: Faults) -> None:
    """The pirates' Deathriders against the units that are built and have a link for one."""
    built = {host.id: host for host in paper.hosts.values() if host.built <= paper.turn}
    riders = sum(each.number for each in paper.patrols if each.kind == Kind.DEATHRIDER and each.host in built)
    in_service = sum(host.deathriders for host in paper.hosts.values())
    units = sum(host.pf_link for host in built.values())
    deathriders.check_count(in_service, riders, units, paper.where, faults)


def _transfer(order: Transfer, paper: Paper, book: FighterBook, remarks: list[str], faults: Faults) -> Taken | None:
    """One transfer of captured fighters; the bays and the scrap are checked for all of a unit's together."""
    model = book.find(order.model, order.where, faults)
    host = _find_host(order.to, paper, order.where, faults)
    if order.unit not in paper.captured:
        message = f"there is no captured unit '{order.unit}'"
        faults.add("unknown-unit", order.where, message, mend=nearest(order.unit, paper.captured))
    if model is None or host is None or order.unit not in paper.captured:
        return None
    sale = is_for_sale(model, order.source, paper.empires(order.source), paper.year)
    captures.check_usable(model, sale, order.where, faults)
    if order.allowed is False:
        message = "V19.94 does not allow the transfer"
        faults.add("transfer-barred", order.where, message, mend="See V19.94.", citation=Citation("bp", "V12.56"))
    elif order.allowed is None:
        remarks.append("V19.94: nobody has said whether the transfer is allowed; taken as allowed.")
    return Taken(order, model, captures.value_taken(model, order.number, paper.options))


def _scrap(paper: Paper, taken: Sequence[Taken], faults: Faults) -> Iterator[tuple[str, Fraction]]:
    """What is left of each captured unit's scrap value."""
    for unit in paper.captured.values():
        off = [each for each in taken if each.transfer.unit == unit.id]
        for each in off:
            if each.transfer.number > each.transfer.intact:
                message = f"{each.transfer.number} {each.model.code} are taken, and {each.transfer.intact} are intact"
                gap, rule = f"{each.transfer.number - each.transfer.intact} too many", Citation("bp", "V12.56")
                mend = f"At most {each.transfer.intact}."
                faults.add("not-intact", each.transfer.where, message, gap=gap, mend=mend, citation=rule)
        number, intact = sum(each.transfer.number for each in off), sum(each.transfer.intact for each in off)
        receiving = sum(paper.hosts[name].links for name in {each.transfer.to for each in off})
        if number <= intact:
            captures.check_number(unit, number, intact, receiving, paper.options, faults)
        value = sum((each.value for each in off), Fraction(0))
        yield unit.id, captures.scrap_left(unit.scrap, value, paper.options, unit.where, faults)


def _share(
    paper: Paper,
    book: FighterBook,
    bought: Sequence[Bought],
    taken: Sequence[Taken],
    remarks: list[str],
    faults: Faults,
) -> Share:
    """The pirates' share after the paper, captures included, and a flag where it is too large without a purchase."""
    only = {code for code, model in book.models.items() if is_coalition_only(model, paper.coalition)}
    before = share_of(paper.hosts.values(), only, paper.options)
    gone: Counter[str] = Counter()
    for each in bought:
        gone.update(each.purchase.replaces)
    prizes = taken if paper.options["captured-share"] == "counted" else ()
    won = sum(each.transfer.number for each in prizes)
    won_coalition = sum(each.transfer.number for each in prizes if each.transfer.source is Team.COALITION)
    before = Share(
        before.total - sum(gone.values()) + won,
        before.coalition - sum(number for code, number in gone.items() if code in only) + won_coalition,
    )
    coalition = sum(each.purchase.number for each in bought if each.purchase.source is Team.COALITION)
    added = Share(sum(each.purchase.number for each in bought), coalition)
    check_share(before, added, paper.options, paper.where, faults)
    after = Share(before.total + added.total, before.coalition + added.coalition)
    if after.coalition > coalition_cap(after.total):
        remarks.append(
            f"{after.coalition} of {after.total} fighters are of Coalition make, and V12.54 allows "
            f"{coalition_cap(after.total)}: nothing has to go, but no more of them can be bought."
        )
    return after


def _find_host(name: str, paper: Paper, where: str, faults: Faults) -> Host | None:
    host = paper.hosts.get(name)
    if host is None:
        message = f"there is no host '{name}'"
        faults.add("unknown-host", where, message, fault=Fault.INCONSISTENT, mend=nearest(name, paper.hosts))
    return host
