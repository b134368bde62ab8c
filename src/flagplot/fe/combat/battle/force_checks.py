"""Whether what joins a battle force is legal: people aboard, battle groups, docks in tow, orders for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.fe.combat.battle.instructions import NONE
from flagplot.fe.combat.battle.officers import LEADER
from flagplot.fe.combat.battle.setup import Entrant
from flagplot.fe.combat.command import refuse_battle_group
from flagplot.fe.combat.force import Combatant, Place
from flagplot.fe.combat.places import refuse_place
from flagplot.fe.combat.rescue import refuse_rescuer
from flagplot.fe.combat.settings import Settings
from flagplot.fe.combat.towing import refuse_tow

Units = Mapping[str, Combatant]


def check_joining(entrant: Entrant, settings: Settings, faults: Faults) -> None:
    """Refuse what joins a battle force against the rules, and orders that could never be followed."""
    units = {each.id: each for each in entrant.units}
    for id_ in (*entrant.admirals, *entrant.generals, *entrant.prime_teams):
        _find(id_, units, entrant.name, faults)
    for number, members in enumerate(entrant.battle_groups, 1):
        _check_battle_group(entrant, members, units, settings, f"{entrant.name}, battle group {number}", faults)
    for each in entrant.units:
        if each.towed_by and (tug := _find(each.towed_by, units, each.id, faults)):
            refuse_tow(tug, entrant.tugs_at_work, each.id, faults)
    _check_orders(entrant, units, f"instructions of {entrant.name}", faults)


def _find(id_: str, units: Units, where: str, faults: Faults) -> Combatant | None:
    """A unit; None and a fault where it is not there."""
    if id_ not in units:
        message, mend = f"'{id_}' is not there", nearest(id_, units)
        faults.add("unknown-unit", where, message, fault=Fault.MALFORMED, mend=mend)
    return units.get(id_)


def _check_battle_group(
    entrant: Entrant, members: Sequence[str], units: Units, settings: Settings, where: str, faults: Faults
) -> None:
    """Refuse a battle group with units that are not there, that no group may have, or that are in two."""
    found = [unit for id_ in members if (unit := _find(id_, units, where, faults))]
    for each in found:
        if sum(group.count(each.id) for group in entrant.battle_groups) > 1:
            faults.add("in-two-groups", where, f"{each.id} is in two battle groups", mend="Take it out of one.")
    refuse_battle_group(found, settings, where, faults)


def _check_orders(entrant: Entrant, units: Units, where: str, faults: Faults) -> None:
    """Refuse places that a unit cannot take, more people than there are, tugs that are none."""
    given = entrant.instructions
    generals = frozenset(units[id_].unit.type.empire for id_ in entrant.generals if id_ in units)
    for word in given.places or ():
        id_, _, place = word.partition(" ")
        if unit := _find(id_, units, where, faults):
            refuse_place(Place(place), unit, generals, where, faults)
    for id_ in given.rescue_tugs:
        if unit := _find(id_, units, where, faults):
            refuse_rescuer(unit, where, faults)
    for id_ in given.tow or ():
        if unit := _find(id_, units, where, faults):
            refuse_tow(unit, entrant.tugs_at_work, where, faults)
    people = {
        "admirals": (given.admirals, entrant.admirals, "316.144"),
        "generals": (given.generals, entrant.generals, "316.144"),
        "Prime Teams": (given.prime_teams or (), entrant.prime_teams, "522.34"),
    }
    for who, (wanted, there, rule) in people.items():
        over = len(wanted) - len(there)
        if over > 0:
            message, mend = f"{len(wanted)} {who} have orders, and {len(there)} are there", f"Leave {over} out."
            faults.add("too-many-orders", where, message, gap=f"{over} over", mend=mend, citation=Citation("fe", rule))
        for word in wanted:
            if word not in (NONE, LEADER):
                _find(word.rpartition(" ")[2], units, where, faults)
