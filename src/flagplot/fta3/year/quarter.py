"""One quarter of a game from its first order to its last bill, and the year's supply at the end of the fourth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from flagplot.core.log import Deed
from flagplot.core.refusal import Faults
from flagplot.core.world import Change, alter
from flagplot.fta3.logistics.deployment import Deployed, Deployment
from flagplot.fta3.logistics.forecast import forecast
from flagplot.fta3.play.encounter import Encounter
from flagplot.fta3.year.acts import carry_out
from flagplot.fta3.year.ledger import Balance, Ledger, balances
from flagplot.fta3.year.office import ARMY, BASE, CLOCK, POLITY, QUARTERS, SALVAGE, SHIP, Office
from flagplot.fta3.year.orders import Act
from flagplot.fta3.year.outcome import enter_battle, short_of_supply


@dataclass(frozen=True)
class Quarter:
    """A quarter that was played: the office before and after it, its deeds, and every polity's books."""

    before: Office
    after: Office
    deeds: tuple[Deed, ...]
    books: tuple[Balance, ...]


def play_quarter(
    office: Office, acts: Sequence[Act], battles: Iterable[tuple[str, Encounter]], faults: Faults
) -> Quarter:
    """The quarter that comes next: yards and bases that are due, orders, battles, and after the fourth the year's bill.

    Each battle is given with what refusals call it. Nothing is changed where ``faults`` has anything to say; a quarter
    whose books do not balance is an AssertionError, for then a rule has made or lost something.
    """
    ledger = Ledger(office)
    _finish(ledger)
    for act in acts:
        carry_out(act, ledger, faults)
    for name, encounter in battles:
        enter_battle(encounter, name, ledger, faults)
    if office.quarter == QUARTERS:
        _close_year(ledger)
    _turn_the_page(ledger)
    books = balances(office.world, ledger.deeds, ledger.office.world)
    if not faults.found and not all(book.holds for book in books):
        raise AssertionError(f"the books do not balance: {[book for book in books if not book.holds]}")
    return Quarter(office, ledger.office, tuple(ledger.deeds), books)


def _finish(ledger: Ledger) -> None:
    """Whatever is due by now is done: ships leave the yard, bases are raised, slow salvage comes in."""
    now, year = ledger.office.now, ledger.office.year
    for id_, fields in ledger.office.of(SHIP):
        if "due" in fields and int(fields["due"]) <= now:
            repaired = "becomes" in fields
            changes = alter(
                ledger.office.world, id_, due=None, becomes=None, damage=fields.get("becomes", fields["damage"])
            )
            text = f"{fields['name']} leaves the yard, {'repaired' if repaired else 'newly built'}."
            rules = ["repair/time"] if repaired else ["ship-design"]
            ledger.write("yard-done", text, rules, changes, subjects=[id_])
    for id_, fields in ledger.office.of(BASE):
        if "becomes" in fields and int(fields["ready"]) <= year:
            changes = alter(ledger.office.world, id_, base=fields["becomes"], becomes=None, ready=None)
            name = ledger.office.chart.systems[id_.partition("/")[2]].name
            text = f"The forward base in {name} is a supply base now."
            ledger.write("base-raised", text, ["supply-base/construction"], changes)
    for id_, fields in ledger.office.of(SALVAGE):
        if int(fields["due"]) <= now:
            owner, goods = str(fields["owner"]), {name: int(fields[name]) for name in ("money", "di")}
            changes = ledger.pay(owner, **{name: -number for name, number in goods.items()})
            changes += tuple(Change(id_, field, value, None) for field, value in fields.items())
            text = (
                f"{ledger.office.polity(owner)['name']} has ${goods['money']} and {goods['di']} DI: {fields['what']}."
            )
            ledger.write("salvage", text, ["overkill/slow-salvage"], changes, goods={owner: goods})


def _close_year(ledger: Ledger) -> None:
    """The year's ordinary supply, by polity: as much as there is is paid, what lacks is the moderator's to decide."""
    for id_, polity in ledger.office.of(POLITY):
        owner = id_.partition("/")[2]
        units = tuple(
            Deployed(
                id=unit,
                name=str(fields["name"]),
                weight=ledger.office.weight(fields),
                systems=tuple(fields["seen"]),
                base=str(fields.get("served", "")),
            )
            for kind in (SHIP, ARMY)
            for unit, fields in ledger.office.of(kind, owner)
        )
        faults = Faults()
        bills = forecast(ledger.office.map, Deployment(polity=owner, year=ledger.office.year, units=units), faults)
        if bills is None:
            for fault in faults.found:
                text = f"{polity['name']}: {fault.message}, so its supply is the moderator's to enter."
                ledger.write("by-hand", text, ["supply-burn"], polity=owner, lacking=0)
            continue
        for bill in bills.bills:
            if bill.total:
                where = ledger.office.chart.systems[bill.system].name
                text = f"{bill.unit.name} burns {bill.total} points of supply: {bill.unit.weight} at {where}, {bill.jumps} jumps."
                rules = [citation.id for citation in bill.citations]
                ledger.write("burn", text, rules, subjects=[bill.unit.id], points=bill.total, served=bill.served)
        paid = min(int(ledger.office.polity(owner)["supply"]), bills.total)
        text = f"{polity['name']} pays {paid} of the {bills.total} points of supply of the year."
        changes = ledger.pay(owner, supply=paid)
        ledger.write("year-paid", text, ["supply-limits/yearly"], changes, goods={owner: {"supply": -paid}})
        if paid < bills.total:
            short_of_supply(owner, bills.total - paid, ledger)


def _turn_the_page(ledger: Ledger) -> None:
    """On to the next quarter; with a new year where units have been is forgotten, and the market asks anew."""
    office = ledger.office
    if office.quarter < QUARTERS:
        ledger.write(
            "quarter-over",
            f"The quarter {office.quarter} of year {office.year} is over.",
            [],
            alter(office.world, CLOCK, quarter=office.quarter + 1),
        )
        return
    changes = alter(office.world, CLOCK, year=office.year + 1, quarter=1, rate="")
    for kind in (SHIP, ARMY):
        for id_, fields in office.of(kind):
            changes += alter(office.world, id_, seen=[fields["at"]], served=None)
    ledger.write("year-over", f"The year {office.year} is over.", [], changes)
