"""Where each ship is when its battle is over."""

from __future__ import annotations

from flagplot.fta3.battle import codes as k
from flagplot.fta3.book.damage import is_near_dead
from flagplot.fta3.papers.forces import Ship
from flagplot.fta3.play.fighting import Fought


def status_of(fought: Fought, ship: Ship) -> int | None:
    """Where a ship is at the end; None for one that is no combatant."""
    place = fought.roster.places.get(ship.id)
    return None if place is None else int(fought.battle.ships.status[place])


def final_hp(fought: Fought, ship: Ship) -> int | None:
    """Hit points at the end; None for a ship without any in the book."""
    place = fought.roster.places.get(ship.id)
    return None if place is None else int(fought.battle.ships.hp[place])


def leaves_near_dead(fought: Fought, ship: Ship, hp: int) -> bool:
    """Whether a ship withdrew from a mass battle with so few HP that the moderator may order a casualty roll."""
    withdrew = status_of(fought, ship) == k.WITHDRAWN
    return withdrew and fought.scenario.form == "mass" and is_near_dead(hp, ship.hull.hp or 0)
