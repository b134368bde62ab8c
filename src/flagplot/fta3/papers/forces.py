"""The forces of a battle as a moderator lists them: sides, owners, ships, fighters, and his rulings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from flagplot.engine.names import fold
from flagplot.fta3.book.damage import Level
from flagplot.fta3.book.outfit import Fitted, FittedFighters, best
from flagplot.fta3.book.ships import Hull

FROM_THE_START = 1


@dataclass(frozen=True, kw_only=True)
class Ship:
    """One ship: ``hull`` at its owner's tech level, with the weight and hangars that fittings leave it; ``hp`` at the
    start (None: no combatant); round of arrival; names of quirks.
    """

    id: str
    name: str
    hull: Hull
    hp: int | None
    level: Level | None
    arrives: int = FROM_THE_START
    quirks: tuple[str, ...] = ()
    fitted: Fitted = field(default_factory=Fitted)
    fighters: FittedFighters = field(default_factory=FittedFighters)
    """What she makes of her owner's fighters where she takes part."""


@dataclass(frozen=True, kw_only=True)
class Wing:
    """The fighters of one owner and one tech level."""

    id: str
    level: int
    number: int


@dataclass(frozen=True, kw_only=True)
class Owner:
    """One player on a side, with the tech level of his ships and the names of his doctrines."""

    id: str
    name: str
    tl: int
    ships: tuple[Ship, ...]
    wings: tuple[Wing, ...]
    doctrines: tuple[str, ...] = ()
    fighters: FittedFighters = field(default_factory=FittedFighters)
    unaided: FittedFighters = field(default_factory=FittedFighters)
    """What his fighters can do without any ship."""

    def with_ships(self, ships: tuple[Ship, ...], wings: tuple[Wing, ...]) -> Owner:
        """The owner with these ships and fighters alone, and what those ships make of the fighters."""
        there = [ship.fighters for ship in ships if ship.arrives == FROM_THE_START and ship.hp is not None]
        return replace(self, ships=ships, wings=wings, fighters=best(there or [self.unaided]))

    @property
    def combatants(self) -> tuple[Ship, ...]:
        """The ships that have hit points and so take part in the fighting."""
        return tuple(ship for ship in self.ships if ship.hp is not None)


@dataclass(frozen=True, kw_only=True)
class Side:
    """One of the two sides; ``bitter_end`` is the reason why its fighters fight on without ships, empty where they do
    not.
    """

    name: str
    owners: tuple[Owner, ...]
    bitter_end: str = ""

    @property
    def ships(self) -> tuple[Ship, ...]:
        """All ships of all owners."""
        return tuple(ship for owner in self.owners for ship in owner.ships)


@dataclass(frozen=True, kw_only=True)
class Ruling:
    """A moderator's ruling: ``modifier``, ``arrives``, ``ends`` or what the aftermath has to know, with its reason.

    ``subjects`` are ship ids; a modifier without any is for the whole of ``side``. ``first`` and ``last`` are rounds,
    ``last`` 0 where a modifier has no end. ``kind`` is the roll of a modifier, or the owner that a ruling names by id.
    """

    verb: str
    line: int
    reason: str
    kind: str = ""
    value: int = 0
    subjects: tuple[str, ...] = ()
    side: int = 0
    first: int = 1
    last: int = 0


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """A battle before any order is given."""

    name: str
    battle_type: str
    form: str
    sides: tuple[Side, Side]
    readings: Mapping[str, str]
    rulings: tuple[Ruling, ...]
    round_limit: int
    speeds: tuple[int, int] | None = None
    book: str
    invented: bool

    def owners(self) -> Iterator[tuple[int, Owner]]:
        """Each owner with the number of his side."""
        for s, side in enumerate(self.sides):
            for owner in side.owners:
                yield s, owner

    def labels(self) -> dict[str, str]:
        """What reports call each ship, by id: her name, with her owner's where two ships of the battle share it."""
        named: dict[str, list[tuple[str, str]]] = {}
        for _, owner in self.owners():
            for ship in owner.ships:
                named.setdefault(fold(ship.name), []).append((ship.id, f"{owner.name}'s {ship.name}"))
        names = {ship.id: ship.name for _, owner in self.owners() for ship in owner.ships}
        shared = {id_: long for ships in named.values() if len(ships) > 1 for id_, long in ships}
        return names | shared
