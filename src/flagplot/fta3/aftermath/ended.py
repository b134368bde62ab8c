"""Where every ship is when the last battle of a day is over: what the aftermath begins with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flagplot.fta3.aftermath.hulks import is_hulked
from flagplot.fta3.battle import codes as k
from flagplot.fta3.book.outfit import named
from flagplot.fta3.papers.forces import Owner, Ship
from flagplot.fta3.play.fighting import Fought

ADVANCED = "advanced-equipment"
"""The hook by which a fitting says that it is salvaged by a roll of its own."""


@dataclass(frozen=True, kw_only=True)
class Ended:
    """One ship that took part in engagement ``engagement`` (from 0), on side ``side``, and how it came out.

    ``critical`` says whether a pierce against it was critical in the round in which it was killed.
    """

    ship: Ship
    owner: Owner
    side: int
    engagement: int
    status: int
    hp: int
    critical: bool

    @property
    def is_killed(self) -> bool:
        """Whether it is mission killed."""
        return self.status == k.KILLED

    @property
    def is_hulk(self) -> bool:
        """Whether it is killed and a hulk."""
        return self.is_killed and is_hulked(self.hp, self.ship.hull.hp or 0, critical=self.critical)

    @property
    def is_there(self) -> bool:
        """Whether it lives and is on the field."""
        return self.status == k.ACTIVE


def ended(fights: Sequence[Fought]) -> dict[str, Ended]:
    """Every ship that took part in any of the engagements, by id and in the order of the ids."""
    found = []
    for number, fought in enumerate(fights):
        criticals = {event.facts["ship"]: event.facts["critical"] for event in fought.events if event.kind == "killed"}
        ships = fought.battle.ships
        for s, side in enumerate(fought.scenario.sides):
            for owner in side.owners:
                for ship in owner.combatants:
                    place = fought.roster.places[ship.id]
                    found.append(
                        Ended(
                            ship=ship,
                            owner=owner,
                            side=s,
                            engagement=number,
                            status=int(ships.status[place]),
                            hp=int(ships.hp[place]),
                            critical=bool(criticals.get(ship.id, 0)),
                        )
                    )
    return {each.ship.id: each for each in sorted(found, key=lambda each: each.ship.id)}


def winners(fought: Fought) -> tuple[str, ...]:
    """The owners, by id, of the side that holds the field after an engagement, those with ships there."""
    end = next(event for event in fought.events if event.kind == "end")
    for s, side in enumerate(fought.scenario.sides):
        if side.name == end.facts["side"]:
            status = fought.battle.ships.status
            there = {ship.id for i, ship in enumerate(fought.roster.ships[s]) if status[s, i] == k.ACTIVE}
            holding = [owner.id for owner in side.owners if any(ship.id in there for ship in owner.ships)]
            # Fighters alone may hold it to the bitter end.
            return tuple(sorted(holding or [owner.id for owner in side.owners]))
    return ()


def equipment_of(ship: Ship) -> list[tuple[str, int]]:
    """The pieces of advanced equipment of a ship, by name and in the order of the names, each with its number."""
    pieces: dict[str, int] = {}
    for name, n in named(ship.fitted.parts, ship.fitted.advanced, ADVANCED):
        pieces[name] = pieces.get(name, 0) + n
    return sorted((name, n) for name, n in pieces.items() if n > 0)
