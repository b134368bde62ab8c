"""What acts look up before they are carried out: names, places, means; each says what is not as it should be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flagplot.core.citation import Citation
from flagplot.core.refusal import Faults
from flagplot.engine.names import nearest_name
from flagplot.fta3.year.ledger import Ledger
from flagplot.fta3.year.office import ARMY, POLITY, SHIP
from flagplot.fta3.year.orders import Act

GOODS_TOLD = {"money": "$", "di": "DI", "tokens": "military tokens", "supply": "points of supply"}
"""What the goods of a treasury are called behind a number."""


def rule(id_: str) -> Citation:
    """A rule of the page."""
    return Citation("fta3", id_)


def damage_told(level: str) -> str:
    """A level of damage in a sentence."""
    return "no damage" if level == "fine" else f"{level} damage"


def find_system(act: Act, name: str, ledger: Ledger, faults: Faults) -> str | None:
    """The id of a system that an act names; None and a fault where the map has none."""
    found = ledger.office.chart.system(name)
    if found is not None:
        return found.id
    known = [system.name for system in ledger.office.chart.systems.values()]
    message, mend = f"there is no system '{name}' on the map", nearest_name(name, known, faults)
    faults.add("unknown-system", act.where, message, mend=mend, citation=rule("supply-burn"))
    return None


def is_polity(act: Act, ledger: Ledger, faults: Faults) -> bool:
    """Whether the polity that an entry is about is in the game; a fault where it is not."""
    if f"{POLITY}/{act.owner}" in ledger.office.world:
        return True
    known = [str(fields["name"]) for _, fields in ledger.office.of(POLITY)]
    message, mend = f"there is no polity '{act.owner}'", nearest_name(act.owner, known, faults)
    faults.add("unknown-polity", act.where, message, mend=mend)
    return False


def find_unit(
    act: Act, name: str, ledger: Ledger, faults: Faults, *, kinds: tuple[str, ...] = (SHIP, ARMY), free: bool = False
) -> tuple[str, Mapping[str, Any]] | None:
    """Id and fields of a polity's ship or army; None and a fault where it has none, or none that is ``free`` to act."""
    office = ledger.office
    found = office.find(act.owner, name)
    if found is None or found[1]["kind"] not in kinds:
        known = [str(fields["name"]) for kind in kinds for _, fields in office.of(kind, act.owner)]
        message = f"{office.name(act.owner)} has no {' or '.join(kinds)} '{name}'"
        faults.add("unknown-unit", act.where, message, mend=nearest_name(name, known, faults))
        return None
    if free and office.in_yard(found[1]):
        left, told = int(found[1]["due"]) - office.now, "in the yard" if found[1]["kind"] == SHIP else "being raised"
        message, gap = f"{found[1]['name']} is {told}", f"{left} quarter{'s' * (left != 1)} to go"
        faults.add("in-the-yard", act.where, message, gap=gap, mend="Wait until then.", citation=_holds(found[1]))
        return None
    return found


def _holds(unit: Mapping[str, Any]) -> Citation:
    """The rule by which a yard holds a ship, or an army is not there yet."""
    if "becomes" in unit:
        return rule("repair/time")
    return rule("ship-design" if unit["kind"] == SHIP else "ground/units")


def affords(act: Act, ledger: Ledger, faults: Faults, citation: Citation, **goods: int) -> bool:
    """Whether a treasury has all that; a fault for each thing that is lacking."""
    fields = ledger.office.polity(act.owner)
    lacking = {name: number - int(fields[name]) for name, number in goods.items() if number > int(fields[name])}
    for name, short in lacking.items():
        told = GOODS_TOLD[name]
        message = f"{act}: {fields['name']} has {fields[name]} {told} left, and {goods[name]} are needed"
        gap, mend = f"{short} {told} short", "Order less, or have the moderator enter what came in."
        faults.add("cannot-pay", act.where, message, gap=gap, mend=mend, citation=citation)
    return not lacking
