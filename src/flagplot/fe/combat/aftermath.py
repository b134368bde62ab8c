"""Behind the fire of a round: depot repair and salvage of what was destroyed (424.33, 439.1), combat repair (425.3)."""

from __future__ import annotations

from fractions import Fraction

from flagplot.core.citation import carries_out
from flagplot.core.refusal import Faults
from flagplot.fe.combat.charts.bases import repair_of
from flagplot.fe.combat.directed import step_count
from flagplot.fe.combat.force import Combatant
from flagplot.fe.combat.prices import expense, hull_price
from flagplot.fe.combat.settings import Settings
from flagplot.fe.economics.production import depot_track
from flagplot.fe.options import Options
from flagplot.fe.units.category import Category
from flagplot.fe.units.kinds import is_ship
from flagplot.fe.units.police import refuse_use
from flagplot.fe.units.ship import ShipType, Unit


@carries_out("fe", "439.1")
def salvage_of(type_: ShipType, settings: Settings) -> Fraction | None:
    """The economic points that a destroyed ship leaves its owner: a share of its hull's price; None where that, or for
    an auxiliary its own figure, is not in the data.
    """
    price = hull_price(type_)
    return None if type_.category is Category.AUXILIARY or price is None else settings.salvage_share * price


@carries_out("fe", "439.1/who")
def leaves_salvage(unit: Unit) -> bool:
    """Whether a unit leaves its owner salvage: ships and auxiliaries do (549.315), police ships do not (531.22)."""
    category = unit.type.category
    return category is Category.AUXILIARY or (is_ship(category) and category is not Category.POLICE)


@carries_out("fe", "424.33")
def depot_of(unit: Unit) -> int | None:
    """The depot track that a destroyed ship may enter, None for one that may not: what is no ship, police and captured
    ships, and hulls without a track.
    """
    faults = Faults()
    if unit.type.category is Category.POLICE:
        refuse_use("depot", unit.id, faults)
    if faults.found or not is_ship(unit.type.category):
        return None
    return depot_track(unit.type.designator, unit.type.empire, unit.id, faults, captured=unit.captured)


@carries_out("fe", "425.3/points")
def repair_points_left(base: Combatant, spent: int, options: Options) -> int:
    """The repair points that a base still has in this turn; none for one that the charts have no figure of."""
    found = repair_of(base.unit.type.designator, options, base.id, Faults())
    return max(found.points - spent, 0) if found else 0


@carries_out("fe", "425.3/steps")
def most_steps(base: Combatant, left: int, settings: Settings) -> int:
    """How many steps of a base may be repaired now: no more than it has on the side that is up, nor than its points do.

    Where the table enters the points that a step takes, each takes at least one.
    """
    if step_count(base) is None:
        return 0
    return min(base.unit.sids, left // (settings.step_repair or 1))


@carries_out("fe", "425.3/cost")
def repair_price(points: int) -> Fraction:
    """The economic points for repair points in combat, at the rate of the field."""
    price = expense("repair", points)
    assert price is not None
    return price
