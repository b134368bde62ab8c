"""The year's bill: the ordinary supply of every unit, by polity, once the fourth quarter is over."""

from __future__ import annotations

from flagplot.core.refusal import Faults
from flagplot.fta3.logistics.deployment import Deployed, Deployment
from flagplot.fta3.logistics.forecast import forecast
from flagplot.fta3.year.ledger import Ledger
from flagplot.fta3.year.office import ARMY, POLITY, SHIP
from flagplot.fta3.year.outcome import burn


def close_year(ledger: Ledger) -> None:
    """Reckon and pay every polity's bill; as much as there is is paid, what lacks is the moderator's to decide."""
    for id_, _ in ledger.office.of(POLITY):
        _bill(id_.partition("/")[2], ledger)


def _bill(owner: str, ledger: Ledger) -> None:
    office = ledger.office
    reach = office.map.jumps_from(office.map.supply_points(owner, office.year))
    units = []
    for unit in _units(owner, ledger):
        lost = [system for system in unit.systems if system not in reach]
        if lost:
            text = f"{unit.name} was in {office.place(lost[0])}, which no lane joins to a supply point of {owner}"
            ledger.write("by-hand", f"{text}: its supply is the moderator's to enter.", ["supply-burn"], polity=owner)
        else:
            units.append(unit)
    faults = Faults()
    bills = forecast(office.map, Deployment(polity=owner, year=office.year, units=tuple(units)), faults)
    faults.settle()
    assert bills is not None
    for bill in bills.bills:
        if bill.total:
            where = f"for {bill.unit.weight} weight at {office.place(bill.system)}, {bill.jumps} jumps away"
            served = f", {bill.served} of it served by a forward base" if bill.served else ""
            text = f"{bill.unit.name} burns {bill.total} points of supply {where}{served}."
            rules = [citation.id for citation in bill.citations]
            ledger.write("bill", text, rules, actor=owner, subjects=[bill.unit.id], points=bill.total)
    if bills.total:
        text = f"{office.name(owner)}'s supply of the year comes to {bills.total} points"
        burn(owner, bills.total, text, "supply-limits/yearly", ledger)


def _units(owner: str, ledger: Ledger) -> list[Deployed]:
    return [
        Deployed(
            id=id_,
            name=str(fields["name"]),
            weight=ledger.office.weight(fields),
            systems=tuple(fields["seen"]),
            base=str(fields.get("served", "")),
        )
        for kind in (SHIP, ARMY)
        for id_, fields in ledger.office.of(kind, owner)
    ]
