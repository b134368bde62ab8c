"""How far from supply units are, measured as each quarter closes; and the year's bill that comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flagplot.core.world import Change, alter
from flagplot.fta3.logistics.deployment import Deployed
from flagplot.fta3.logistics.forecast import bill_of, saving, shared_weights
from flagplot.fta3.year.ledger import Ledger
from flagplot.fta3.year.office import ARMY, POLITY, SHIP
from flagplot.fta3.year.outcome import burn


def measured(ledger: Ledger) -> tuple[Change, ...]:
    """The changes that note for every unit how far from supply it was in each system of this quarter.

    Territories and bases are as they are now (reading ``distance-of-the-year``). A system that no lane joins to any
    supply point is told, and is the moderator's.
    """
    changes: tuple[Change, ...] = ()
    office = ledger.office
    for polity, _ in office.of(POLITY):
        owner = polity.partition("/")[2]
        reach = office.map.jumps_from(office.map.supply_points(owner, office.year))
        for id_, unit in _units(owner, ledger):
            far = dict(unit.get("far", {}))
            for system in unit["seen"]:
                if system in reach:
                    far[system] = max(reach[system], far.get(system, 0))
                else:
                    where = f"{office.place(system)}, which no lane joins to a supply point of {office.name(owner)}"
                    text = f"{unit['name']} is in {where}: its supply is the moderator's to enter."
                    ledger.write("by-hand", text, ["supply-burn"], polity=owner, subjects=[id_])
            changes += alter(office.world, id_, far=far, seen=[unit["at"]])
    return changes


def close_year(ledger: Ledger) -> tuple[Change, ...]:
    """Reckon and pay every polity's bill; as much as there is is paid, what lacks is the moderator's to decide.

    The changes that are returned forget where units have been.
    """
    for polity, _ in ledger.office.of(POLITY):
        _bill(polity.partition("/")[2], ledger)
    changes: tuple[Change, ...] = ()
    for polity, _ in ledger.office.of(POLITY):
        for id_, _ in _units(polity.partition("/")[2], ledger):
            changes += alter(ledger.office.world, id_, far=None, served=None)
    return changes


def _bill(owner: str, ledger: Ledger) -> None:
    office, jumps, units = ledger.office, {}, []
    for id_, fields in _units(owner, ledger):
        jumps[id_] = far = dict(fields["far"])
        weight, base = office.weight(fields), str(fields.get("served", ""))
        units.append(Deployed(id=id_, name=str(fields["name"]), weight=weight, systems=tuple(sorted(far)), base=base))
    served = shared_weights(units, {unit.id: saving(unit, jumps[unit.id]) for unit in units})
    total = 0
    for unit in units:
        bill = bill_of(unit, jumps[unit.id], served[unit.id])
        if bill.total:
            where = f"for {unit.weight} weight in {office.place(bill.system)}, {bill.jumps} jumps away"
            relieved = f", {bill.served} of it served by a forward base" if bill.served else ""
            text = f"{unit.name} burns {bill.total} points of supply {where}{relieved}."
            rules = [citation.id for citation in bill.citations]
            ledger.write("bill", text, rules, actor=owner, subjects=[unit.id], points=bill.total)
        total += bill.total
    if total:
        text = f"{office.name(owner)}'s supply of the year comes to {total} points"
        burn(owner, total, text, "supply-limits/yearly", ledger)


def _units(owner: str, ledger: Ledger) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for kind in (SHIP, ARMY):
        yield from ledger.office.of(kind, owner)
