"""One quarter of a game from its first order to its last bill, and the year's supply at the end of the fourth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from flagplot.core.folder import STATE
from flagplot.core.log import Deed
from flagplot.core.refusal import Faults
from flagplot.core.world import alter, state_hash
from flagplot.fta3.year import acts, entries, works
from flagplot.fta3.year.bill import close_year, measured
from flagplot.fta3.year.held import Reported
from flagplot.fta3.year.ledger import Balance, Ledger, balances
from flagplot.fta3.year.lookup import damage_told
from flagplot.fta3.year.office import ARMY, BASE, CLOCK, QUARTERS, SALVAGE, SHIP, Office
from flagplot.fta3.year.orders import Act
from flagplot.fta3.year.outcome import enter_battle, gone

ACTS: dict[str, Callable[[Act, Ledger, Faults], None]] = {
    "buy": acts.buy,
    "move": acts.move,
    "serve": acts.serve,
    "claim": acts.claim,
    "base": works.base,
    "repair": works.repair,
    "build": works.build,
    "raise": works.raise_armies,
    "rate": entries.rate,
    "grant": entries.grant,
    "lose": entries.lose,
    "cede": entries.cede,
}


@dataclass(frozen=True)
class Quarter:
    """A quarter that was played: the office before and after it, its deeds, and every polity's books."""

    before: Office
    after: Office
    deeds: tuple[Deed, ...]
    books: tuple[Balance, ...]


def play_quarter(office: Office, orders: Sequence[Act], battles: Iterable[Reported], faults: Faults) -> Quarter:
    """The quarter that comes next: yards and bases that are due, orders, battles, and after the fourth the year's bill.

    Whatever ``faults`` has to say then, the quarter must not be kept. A quarter whose books do not balance is an
    AssertionError, for then a rule has made or lost something.
    """
    ledger = Ledger(office)
    _finish(ledger)
    for act in orders:
        ACTS[act.verb](act, ledger, faults)
    for report in battles:
        enter_battle(report, ledger, faults)
    _turn_the_page(ledger)
    books = balances(office.world, ledger.deeds, ledger.office.world)
    broken = [book for book in books if not book.holds]
    if broken:
        raise AssertionError(f"the books do not balance: {broken}")
    return Quarter(office, ledger.office, tuple(ledger.deeds), books)


def _finish(ledger: Ledger) -> None:
    """Whatever is due by now is done: ships leave the yard, bases are raised, slow salvage comes in."""
    now, year = ledger.office.now, ledger.office.year
    for id_, fields in (*ledger.office.of(SHIP), *ledger.office.of(ARMY)):
        if int(fields.get("due", now + 1)) <= now:
            changes = alter(ledger.office.world, id_, due=None, becomes=None)
            if "becomes" in fields:
                changes += alter(ledger.office.world, id_, damage=fields["becomes"])
                text = f"{fields['name']} leaves the yard, with {damage_told(fields['becomes'])}."
                ledger.write("repaired", text, ["repair/time"], changes, subjects=[id_])
            else:
                text = f"{fields['name']} is {'built' if fields['kind'] == SHIP else 'raised'}."
                ledger.write("ready", text, [works.RAISED_BY[fields["kind"]]], changes, subjects=[id_])
    for id_, fields in ledger.office.of(BASE):
        if int(fields.get("ready", year + 1)) <= year:
            changes = alter(ledger.office.world, id_, base=fields["becomes"], becomes=None, ready=None)
            text = f"The forward base in {ledger.office.place(id_.partition('/')[2])} is a supply base now."
            ledger.write("base-raised", text, ["supply-base/construction"], changes)
    for id_, fields in ledger.office.of(SALVAGE):
        if int(fields["due"]) <= now:
            owner = str(fields["owner"])
            goods = {name: int(fields[name]) for name in ("money", "di") if name in fields}
            changes = ledger.pay(owner, **{name: -number for name, number in goods.items()})
            text = f"{ledger.office.name(owner)} has {fields['what']}, which is in the treasury now."
            ledger.write("salvage", text, ["overkill/slow-salvage"], changes + gone(id_, fields), goods={owner: goods})


def _turn_the_page(ledger: Ledger) -> None:
    """Measure how far everybody is, settle a year that is over, and go on to the next quarter."""
    year, quarter = ledger.office.year, ledger.office.quarter
    changes = measured(ledger)
    if quarter == QUARTERS:
        ledger.write("measured", "How far units have been from supply is reckoned for the year.", [], changes)
        changes = close_year(ledger)
        changes += alter(ledger.office.world, CLOCK, year=year + 1, quarter=1, rate="")
    else:
        changes += alter(ledger.office.world, CLOCK, quarter=quarter + 1)
    ledger.write("quarter-over", f"Quarter {quarter} of year {year} is over.", [], changes)
    last = ledger.deeds.pop()
    ledger.deeds.append(replace(last, facts={STATE: state_hash(ledger.office.world)}))
