"""When a craft is on its own (V12.02), and what it then may not do or have (V12.03, V12.04, V12.13, V12.15)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from flagplot.border_patrol.craft import BASE_ONLY, Kind, is_patrol_ship
from flagplot.border_patrol.options import Options
from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults


class Support(NamedTuple):
    """What a friendly unit in the hex can do for a craft: supply it, tow or dock it, take its crew aboard."""

    supplies: bool
    tows_or_docks: bool
    takes_crew: bool


class Move(StrEnum):
    """Ways of moving and hiding that are no plain strategic movement."""

    EMERGENCY = "emergency"
    REACTION = "reaction"
    CLOAK = "cloak"


@carries_out("bp", "V12.02")
def is_independent(
    kind: Kind, present: Sequence[Support], *, base_lost: bool = False, other_base: bool = False, options: Options
) -> bool:
    """Whether a craft operates on its own, given the friendly units in its hex.

    ``base_lost`` and ``other_base`` count for craft that work from bases alone: whether the one it came from was
    destroyed or captured, and whether there is another that it can land on.
    """
    if kind in BASE_ONLY:
        return base_lost and not other_base
    if options["support-of-two-units"] == "together":
        return not (any(unit.supplies for unit in present) and any(unit.tows_or_docks for unit in present))
    return not any(unit.supplies and unit.tows_or_docks for unit in present)


@carries_out("bp", "V12.02")
def crew_may_be_rescued(present: Sequence[Support]) -> bool:
    """Whether a unit at hand can save the crew, though the craft itself be given up."""
    return any(unit.takes_crew or unit.tows_or_docks for unit in present)


@carries_out("bp", "V12.03")
def booster_packs_in_use(packs: int, *, strategic: bool) -> int:
    """How many of the booster packs that a craft carries do anything: none on the strategic map."""
    return 0 if strategic else packs


@carries_out("bp", "V12.15")
def craft_is_in_supply(kind: Kind, *, independent: bool, by_the_map: bool) -> bool:
    """Whether a craft is in supply: an independent patrol ship never is, whatever the map says of its hex."""
    return by_the_map and not (independent and is_patrol_ship(kind))


@carries_out("bp", "V12.04")
def refuse_cloak(*, independent: bool, where: str, faults: Faults) -> None:
    """Refuse the cloak of an independent craft on the map; a carrier or tender takes its craft along under cloak."""
    if independent:
        message = "a craft on its own may not cloak on the strategic map, nor move under cloak"
        mend = "Let it hold or run; it may be under the cloak of a carrier or tender that has it aboard."
        # V12.04 cites V8.40 for cloaked movement, but that number is emergency movement's (reading A1).
        faults.add("independent-cloak", where, message, mend=mend, citation=Citation("bp", "V12.04"))


@carries_out("bp", "V12.13")
def refuse_movement(kind: Kind, move: Move, *, independent: bool, options: Options, where: str, faults: Faults) -> None:
    """Refuse emergency movement of a patrol ship, and reactionary movement of one that is on its own."""
    if not is_patrol_ship(kind):
        return
    rule, mend = Citation("bp", "V12.13"), "It may run by its own allowance, or hold."
    if move is Move.EMERGENCY and (independent or options["emergency-ban"] == "always"):
        message = "the engines of a patrol ship burn out in emergency movement"
        faults.add("emergency-movement", where, message, mend=mend, citation=rule)
    if move is Move.REACTION and independent:
        message = "a patrol ship on its own is not set for reactionary movement"
        faults.add("reactionary-movement", where, message, mend=mend, citation=rule)
