"""Getting ashore: transports, the fighters' meeting, attacks on landing battalions, and what Insertion saves."""

from __future__ import annotations

from flagplot.core.citation import carries_out
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.fighters import leads, least_committed, most_engaged
from flagplot.fta3.ground.book import Unit
from flagplot.fta3.ground.forces import DEFENDER, HERE, GroundSide
from flagplot.fta3.ground.saves import Losses, recovered
from flagplot.fta3.ground.tables import numbers
from flagplot.fta3.play.setup import OPTIONS, tables

MINUS = "minus"
"""The option of R41 that has the +4 help the landing battalions."""


@carries_out("fta3", "ground/transport")
def can_land(side: GroundSide, unit: Unit, quarter: int) -> bool:
    """Whether a unit has transports in the system: its own, unless the moderator lists some."""
    if side.transports is None:
        return True
    transport = side.transport_of(unit)
    return transport is not None and transport.fate == HERE and not 0 < transport.lost_in <= quarter


@carries_out("fta3", "ground/transport")
def goes_down(side: GroundSide, unit: Unit, quarter: int) -> bool:
    """Whether a unit that is aboard is lost in a quarter with its transport."""
    transport = side.transport_of(unit)
    return transport is not None and transport.lost_in == quarter


@carries_out("fta3", "units/fighter-wing")
def wings_without_room(side: GroundSide) -> int:
    """Wings of a side that have no place: a defender's are stationed in its territory, others take a hangar each."""
    if side.role == DEFENDER:
        return 0
    return max(0, sum(wing.number for wing in side.wings) - sum(ship.hull.hangars for ship in side.ships))


@carries_out("fta3", "ground-fighters/interception")
def committed(own: tuple[int, int], enemy: tuple[int, int], percent: int, option: str) -> tuple[int, int]:
    """How many fighters of a side meet how many of the enemy's, each side as (fighters, sum of tech levels).

    As between fleets: without a lead in technology the smaller number of each; with one the leader sends what its
    orders say between the fewest and all, and they engage as many as they can. Called for the side that has the lead,
    or for either where none has.
    """
    most = min(own[0], enemy[0])
    reach, halves = tables().reach, tables().lead_halves
    if not leads(own[1], own[0], enemy[1], enemy[0], halves):
        return most, most
    least = least_committed(own[0], enemy[0], 1, OPTIONS["interception-commit"][option], reach)
    sent = least + (2 * (most - least) * percent + 100) // 200
    return sent, int(most_engaged(own[0], enemy[0], sent, k.YES, reach))


def has_lead(own: tuple[int, int], enemy: tuple[int, int]) -> bool:
    """Whether a side's fighters have the advantage of technology, each side as (fighters, sum of tech levels)."""
    return bool(leads(own[1], own[0], enemy[1], enemy[0], tables().lead_halves))


@carries_out("fta3", "ground-fighters/interdiction")
def interdiction_modifier(reading: str) -> int:
    """What is added to the save of a battalion that fighters attack as it lands (R41)."""
    modifier = int(numbers()["ground-fighters/interdiction"]["modifier"])
    return -modifier if reading == MINUS else modifier


@carries_out("fta3", "ground-fighters/interdiction")
def wave(wings: int, landing: int) -> int:
    """Battalions attacked at the same time: each wing attacks one, and none twice while another has not been."""
    return min(wings, landing)


@carries_out("fta3", "traits/insertion")
def insertion_need() -> int:
    """The face of a d6 with which Insertion recovers."""
    return int(numbers()["traits/insertion"]["number"])


@carries_out("fta3", "traits/insertion")
def after_insertion(losses: Losses, fit_again: int, raised: int) -> Losses:
    """Losses to fighters after Insertion: destroyed becomes exhausted, and exhausted fit."""
    return recovered(losses, fit_again, raised)
