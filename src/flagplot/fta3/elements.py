"""Fleet elements: how a side splits up before a mobile battle, each part with its own declared speed and intent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flagplot.core.citation import carries_out
from flagplot.fta3.forces import FROM_THE_START, Scenario, Ship
from flagplot.fta3.names import slug
from flagplot.fta3.standing import Intent, Standing

MAIN = "main body"
DETACHED = "detached"


@dataclass(frozen=True, kw_only=True)
class Element:
    """A part of a side that moves as one: its ships by id, the speed it declares, and what it is about."""

    side: int
    name: str
    ships: frozenset[str]
    speed: int
    intent: Intent
    weight: int

    @property
    def id(self) -> str:
        """What its dice are addressed by."""
        return f"{'first' if self.side == 0 else 'second'}/{slug(self.name)}"


@carries_out("fta3", "declare-speed")
def split_by_speed(ships: Iterable[Ship], speed: int) -> tuple[tuple[Ship, ...], tuple[Ship, ...]]:
    """Ships that keep up with a declared speed, and those that fall behind and become a fleet of their own.

    Who is ruled to arrive later is not there to fall behind.
    """
    together: list[Ship] = []
    behind: list[Ship] = []
    for ship in ships:
        late = ship.arrives > FROM_THE_START
        (together if late or ship.hull.speed >= speed else behind).append(ship)
    return tuple(together), tuple(behind)


def slowest(ships: Iterable[Ship]) -> int:
    """Speed of the slowest ship that is there from the start; of all, where none is."""
    listed = list(ships)
    return min(ship.hull.speed for ship in ([s for s in listed if s.arrives == FROM_THE_START] or listed))


def elements_of(scenario: Scenario, standings: Mapping[str, Standing], s: int) -> list[Element]:
    """The elements of a side: those that its owners ordered, the main body, and what falls behind the main body.

    Owners who name an element alike form it together; it then has the lower of their speeds.
    """
    side = scenario.sides[s]
    named: dict[str, tuple[list[Ship], list[int], list[Intent]]] = {}
    rest: list[Ship] = []
    for owner in side.owners:
        taken: set[str] = set()
        for order in standings[owner.id].elements:
            ships, speeds, intents = named.setdefault(order.name, ([], [], []))
            ships += [ship for ship in owner.ships if ship.id in order.ships]
            speeds += [] if order.speed is None else [order.speed]
            intents.append(order.intent)
            taken |= order.ships
        rest += [ship for ship in owner.ships if ship.id not in taken]
    found = [
        _element(s, name, ships, min(speeds, default=slowest(ships)), intents[0])
        for name, (ships, speeds, intents) in named.items()
        if ships
    ]
    if rest:
        intent = next((standings[owner.id].intent for owner in side.owners), Intent.FIGHT)
        declared = [speed for owner in side.owners if (speed := standings[owner.id].speed) is not None]
        speed = declared[0] if declared else slowest(rest)
        together, behind = split_by_speed(rest, speed)
        found += [_element(s, MAIN, together, speed, intent)] if together else []
        found += [_element(s, DETACHED, behind, slowest(behind), intent)] if behind else []
    return found


def _element(s: int, name: str, ships: Iterable[Ship], speed: int, intent: Intent) -> Element:
    listed = tuple(ships)
    weight = sum(ship.hull.weight for ship in listed)
    return Element(
        side=s, name=name, ships=frozenset(ship.id for ship in listed), speed=speed, intent=intent, weight=weight
    )
