"""What all the fittings of a ship, and of an owner's fighters, come to, and which of them made each figure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from flagplot.fta3.book.book import Book
from flagplot.fta3.book.fittings import Fitting
from flagplot.fta3.book.hooks import HOOKS, Effect, resolve
from flagplot.fta3.book.outfit import Fitted, FittedFighters, Part
from flagplot.fta3.book.ships import Hull
from flagplot.fta3.papers.forces import Owner, Ship


class _Worn:
    """The effects of fittings by hook, each with its part in an explanation."""

    def __init__(self, fittings: Iterable[tuple[Fitting, int]]) -> None:
        self.found: dict[str, list[tuple[Effect, Part]]] = {}
        for fitting, number in fittings:
            for effect in fitting.effects:
                given = effect.given(number)
                part = Part(fitting.title, fitting.sort.value, str(given), fitting.source)
                self.found.setdefault(effect.hook, []).append((given, part))

    def of(self, *hooks: str) -> list[Effect]:
        return [effect for hook in hooks for effect, _ in self.found.get(hook, [])]

    def number(self, hook: str, base: int | None = None) -> int:
        return resolve(HOOKS[hook].base if base is None else base, self.of(hook), HOOKS[hook])

    def words(self, hook: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(word for effect in self.of(hook) for word in effect.words))

    def parts(self, hook: str) -> tuple[Part, ...]:
        return tuple(part for _, part in self.found.get(hook, []))


def fitted(ship: Ship, owner: Owner, book: Book) -> Fitted:
    """What a ship's fittings come to; the figures they start from are those of her hull in the book."""
    hull = book.hulls.get(ship.hull.code, ship.hull)
    worn = _Worn([*_of_ship(ship, book), *_of_owner(owner, book, hull)])
    to_hit = HOOKS["to-hit"]
    weight = worn.number("weight", hull.weight)
    return Fitted(
        hit_bonus=(
            resolve(to_hit.base, worn.of("to-hit", "to-hit-close"), to_hit),
            resolve(to_hit.base, worn.of("to-hit", "to-hit-far"), to_hit),
        ),
        pierce_bonus=worn.number("to-pierce"),
        detected_bonus=worn.number("detected-bonus"),
        sensor_dice=worn.number("sensor-dice"),
        cloak=next(iter(worn.words("cloak")), ""),
        protects=bool(worn.words("protect")),
        never_pairs_with=worn.words("never-pairs-with"),
        strike_die_against=worn.number("strike-die-against"),
        direction_centre=worn.number("direction-centre"),
        weight=weight,
        supply=worn.number("supply", weight),
        hangars=worn.number("hangars", hull.hangars),
        fate=worn.number("fate"),
        boards=bool(worn.words("boarding")),
        bombards=bool(worn.words("ortillery")),
        regenerates=bool(worn.words("regeneration")),
        advanced=worn.number("advanced-equipment"),
        parts={name: worn.parts(name) for name in HOOKS if worn.of(name)},
    )


def finished(ship: Ship, owner: Owner, book: Book) -> Ship:
    """The ship with what her fittings make of her, its weight and hangars included, and of her owner's fighters."""
    whole, hull = fitted(ship, owner, book), ship.hull
    hull = replace(hull, weight=whole.weight, hangars=whole.hangars)
    return replace(ship, fitted=whole, hull=hull, fighters=_fighters(owner, book, ship))


def equipped(owner: Owner, book: Book) -> Owner:
    """The owner with what fittings make of all his ships, and of his fighters without any."""
    ships = tuple(finished(ship, owner, book) for ship in owner.ships)
    return replace(owner, ships=ships, unaided=_fighters(owner, book))


def _fighters(owner: Owner, book: Book, ship: Ship | None = None) -> FittedFighters:
    """What an owner's doctrines, and one ship of his, make of his fighters."""
    worn = _Worn([*_of_owner(owner, book), *(_of_ship(ship, book) if ship else ())])
    hooks = ("first-strikes", "dogfight-rolls", "dogfight-bonus", "strike-die")
    runs, rolls, bonus, strike_die = map(worn.number, hooks)
    parts = {hook: worn.parts(hook) for hook in hooks if worn.of(hook)}
    return FittedFighters(runs=runs, rolls=rolls, bonus=bonus, strike_die=strike_die, parts=parts)


def _of_ship(ship: Ship, book: Book) -> Iterator[tuple[Fitting, int]]:
    """What the hull and the ship herself have, with the numbers given."""
    for name, number in ship.hull.traits.items():
        yield book.fittings[name], number
    for name in ship.quirks:
        yield book.fittings[name], 0


def _of_owner(owner: Owner, book: Book, hull: Hull | None = None) -> Iterator[tuple[Fitting, int]]:
    """The owner's doctrines, of those that are for some hulls only such as hold for ``hull`` if that is given."""
    for name in owner.doctrines:
        fitting = book.fittings[name]
        if hull is None or fitting.is_for(hull):
            yield fitting, 0
