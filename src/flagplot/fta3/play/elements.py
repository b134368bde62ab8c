"""Fleet elements: how a side splits up before a mobile battle, each part with its own declared speed and intent."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from flagplot.core.citation import carries_out
from flagplot.engine.names import slug
from flagplot.fta3.papers.forces import FROM_THE_START, Owner, Scenario, Ship, Side
from flagplot.fta3.papers.standing import Intent, Standing

MAIN = "main body"
DETACHED = "detached"
KEPT_NAMES = frozenset({slug(MAIN), slug(DETACHED)})
"""What no ordered element can be called."""


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


@dataclass(frozen=True, kw_only=True)
class Draft:
    """A part of a side as its owners order it: the speeds and intents that they want for it."""

    name: str
    ships: tuple[Ship, ...]
    speeds: frozenset[int]
    intents: frozenset[Intent]


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


@carries_out("fta3", "declare-speed")
def slowest_speed(ships: Iterable[Ship]) -> int:
    """Speed of the slowest ship that is there from the start; of all, where none is."""
    listed = list(ships)
    return min(ship.hull.speed for ship in ([s for s in listed if s.arrives == FROM_THE_START] or listed))


def drafts_of(side: Side, standings: Mapping[str, Standing]) -> Iterator[Draft]:
    """The elements that the owners of a side order, those named alike in one, and the rest of it, the main body.

    An element without an intent of its own has that of its owner's fleet.
    """
    named: dict[str, list[Draft]] = {}
    rest: list[Ship] = []
    for owner in side.owners:
        standing, taken = standings[owner.id], set[str]()
        for order in standing.elements:
            ships = tuple(ship for ship in owner.ships if ship.id in order.ships)
            taken |= order.ships
            if ships:
                speeds = frozenset({slowest_speed(ships) if order.speed is None else order.speed})
                intents = _given(order.intent or standing.intent)
                part = Draft(name=order.name, ships=ships, speeds=speeds, intents=intents)
                named.setdefault(slug(order.name), []).append(part)
        rest += [ship for ship in owner.ships if ship.id not in taken]
    for parts in named.values():
        yield Draft(
            name=min(part.name for part in parts),
            ships=tuple(ship for part in parts for ship in part.ships),
            speeds=frozenset().union(*(part.speeds for part in parts)),
            intents=frozenset().union(*(part.intents for part in parts)),
        )
    orders = [standings[owner.id] for owner in side.owners]
    yield Draft(
        name=MAIN,
        ships=tuple(rest),
        speeds=frozenset(order.speed for order in orders if order.speed is not None),
        intents=frozenset().union(*(_given(order.intent) for order in orders)),
    )


def _given(intent: Intent | None) -> frozenset[Intent]:
    return frozenset() if intent is None else frozenset({intent})


@carries_out("fta3", "declare-speed")
def elements_of(scenario: Scenario, standings: Mapping[str, Standing], s: int) -> list[Element]:
    """The elements of a side in the order of their ids: those ordered, the main body, and what falls behind it.

    Where owners want several speeds for one element, it has the lowest; without an intent it seeks battle.
    """
    found: list[Element] = []
    for draft in drafts_of(scenario.sides[s], standings):
        if not draft.ships:
            continue
        speed = min(draft.speeds, default=slowest_speed(draft.ships))
        intent = min(draft.intents, default=Intent.FIGHT)
        # Only of the main body anything falls behind: an ordered element declares what all of it can make.
        together, behind = split_by_speed(draft.ships, speed)
        for name, ships in ((draft.name, together), (DETACHED, behind)):
            if ships:
                pace = speed if name == draft.name else slowest_speed(ships)
                ids, weight = frozenset(ship.id for ship in ships), sum(ship.hull.weight for ship in ships)
                found.append(Element(side=s, name=name, ships=ids, speed=pace, intent=intent, weight=weight))
    return sorted(found, key=lambda element: element.id)


def part_of(
    scenario: Scenario, s: int, change: Callable[[Ship], Ship | None], flies: Callable[[Owner], bool]
) -> Scenario:
    """The scenario with the ships of one side changed or left out; owners with neither ships nor fighters left go too.

    ``flies`` says of an owner whether his fighters go with this part of his ships.
    """
    owners = []
    for owner in scenario.sides[s].owners:
        ships = tuple(changed for ship in owner.ships if (changed := change(ship)) is not None)
        wings = owner.wings if flies(owner) else ()
        if ships or wings:
            owners.append(owner.with_ships(ships, wings))
    sides = list(scenario.sides)
    sides[s] = replace(scenario.sides[s], owners=tuple(owners))
    return replace(scenario, sides=(sides[0], sides[1]))


def kept(ships: Collection[str], ship: Ship) -> Ship | None:
    """The ship, if it is among those listed."""
    return ship if ship.id in ships else None


def can_fight(side: Side) -> bool:
    """Whether a side has a ship with hit points from the start."""
    return any(ship.arrives == FROM_THE_START for owner in side.owners for ship in owner.combatants)


def room_for_fighters(owner: Owner, ships: Collection[str]) -> tuple[int, int]:
    """Hangars, then weight, of those of an owner's ships that are listed: where his fighters fly from."""
    there = [ship for ship in owner.ships if ship.id in ships]
    return sum(ship.hull.hangars for ship in there), sum(ship.hull.weight for ship in there)
