"""Where units of a battle force stand (302.3): what each place takes, and what stands behind the battle force."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults
from flagplot.fe.combat.force import BattleForce, Combatant, Place, standing
from flagplot.fe.empires import Empire
from flagplot.fe.options import Options

TRANSPORTS = frozenset({"APT", "PRT", "PTR"})
"""The small transports that fight outside the command."""

ONE, FEW = 1, 3


class Demand(NamedTuple):
    """What a place takes: how many units (None: any number), and which."""

    most: int | None
    told: str
    fits: Callable[[Combatant, frozenset[Empire]], bool]


DEMANDS: Mapping[Place, Demand] = {
    Place.FREE_SCOUT: Demand(ONE, "a free scout is a scout", lambda each, _: each.unit.type.scout),
    Place.DRONE_SHIP: Demand(
        FEW,
        "a drone ship has drone factors, and what it has of them as a cripple is not in the data",
        lambda each, _: each.unit.type.drones > 0 and not each.unit.crippled,
    ),
    Place.TRANSPORT: Demand(FEW, "a transport is an APT or a PRT", lambda each, _: _designator(each) in TRANSPORTS),
    Place.COMMANDO: Demand(
        None,
        "a commando ship has troops, and a Marine general of its empire is in the battle force",
        lambda each, generals: each.unit.type.troops > 0 and each.unit.type.empire in generals,
    ),
    Place.FORMATION: Demand(ONE, "what cannot leave takes no position", lambda each, _: not standing(each)),
    Place.ECHELON: Demand(
        None, "a carrier or a tender stays behind the line, no other ship and no base", lambda each, _: _hosts(each)
    ),
}


def _designator(each: Combatant) -> str:
    return each.unit.type.designator.upper()


def _hosts(each: Combatant) -> bool:
    own = each.unit.type
    return (own.is_carrier or own.pfs > 0) and not standing(each) and not each.is_squadron


@carries_out("fe", "302.3/places")
def fits(place: Place, unit: Combatant, generals: frozenset[Empire] = frozenset()) -> bool:
    """Whether a unit may stand at a place; ``generals`` are the empires of Marine generals there."""
    return place not in DEMANDS or DEMANDS[place].fits(unit, generals)


@carries_out("fe", "302.3/places")
def refuse_place(place: Place, unit: Combatant, generals: frozenset[Empire], where: str, faults: Faults) -> None:
    """Refuse a place that is not for a unit."""
    if not fits(place, unit, generals):
        message = f"{unit.id} does not stand there: {DEMANDS[place].told}"
        rule, mend = Citation("fe", "302.3/places"), "Put it into the line."
        faults.add("wrong-place", where, message, mend=mend, citation=rule)


@carries_out("fe", "302.3/places")
def refuse_places(force: BattleForce, where: str, faults: Faults) -> None:
    """Refuse more units at a place than it takes, and each that does not belong there."""
    rule = Citation("fe", "302.3/places")
    for place, demand in DEMANDS.items():
        there = force.at(place)
        if demand.most is not None and len(there) > demand.most:
            over = len(there) - demand.most
            message = f"the place of a {place} takes {demand.most}, and {len(there)} stand there"
            mend = f"Put {over} into the line."
            faults.add("too-many-there", where, message, gap=f"{over} over", mend=mend, citation=rule)
        for each in there:
            refuse_place(place, each, force.generals, where, faults)
    refuse_commandos(force, where, faults)


@carries_out("fe", "321.31")
def refuse_commandos(force: BattleForce, where: str, faults: Faults) -> None:
    """Refuse a second commando ship of an empire, whose general brings one."""
    for empire in sorted({each.unit.type.empire for each in force.at(Place.COMMANDO)} & force.generals):
        own = [each.id for each in force.at(Place.COMMANDO) if each.unit.type.empire is empire]
        if len(own) > ONE:
            message = f"a Marine general brings one commando ship of his empire, and {', '.join(own)} stand there"
            gap, mend = f"{len(own) - ONE} over", f"Put {len(own) - ONE} into the line."
            faults.add("too-many-there", where, message, gap=gap, mend=mend, citation=Citation("fe", "321.31"))


@carries_out("fe", "302.563")
def stands_behind(place: Place, options: Options) -> bool:
    """Whether a place is outside of the battle force though it adds to it: the support echelon, and drone ships where
    the table reads it so. Its units are not given up, and dear to aim at.
    """
    return place is Place.ECHELON or (place is Place.DRONE_SHIP and options["drone-ships"] == "behind")


def behind(force: BattleForce, options: Options) -> frozenset[str]:
    """The units that stand outside of the battle force and add to it."""
    return frozenset(each.id for each in force.units if stands_behind(force.place(each.id), options))
