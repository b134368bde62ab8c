"""Lists of fittings by name: the traits of a hull, the doctrines of an owner, the quirks of a ship."""

import re
from collections.abc import Iterable, Mapping
from itertools import combinations

from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.engine.columns import shorten
from flagplot.fta3.book.fittings import ON_HULLS, SPECIALIST, Fitting, Number, Sort, spell
from flagplot.fta3.book.hooks import MOST_ADDED
from flagplot.fta3.book.ships import Hull
from flagplot.fta3.papers.forces import Owner, Ship

_TRAIT = re.compile(r"(?P<name>[^=]*[^=\s])\s*(?:=\s*(?P<number>[0-9]{1,9}))?")
_PLACES = {
    Sort.TRAIT: "It stands in the traits of a hull.",
    Sort.MODULE: "It stands in the traits of a hull.",
    Sort.DOCTRINE: "It stands among an owner's doctrines in the scenario.",
    Sort.QUIRK: "It stands behind a ship's name in the list of ships: Kent with lucky.",
}


def read_traits(items: Iterable[str], where: str, fittings: Mapping[str, Fitting], faults: Faults) -> dict[str, int]:
    """The traits and modules of a hull with their numbers, 0 where none stands with them."""
    traits: dict[str, int] = {}
    for item in items:
        match = _TRAIT.fullmatch(item)
        fitting = _find(match["name"] if match else item, ON_HULLS, where, fittings, faults, told=item)
        if match is None or fitting is None:
            continue
        number = None if match["number"] is None else int(match["number"])
        _check_number(fitting, number, item, where, faults)
        if fitting.name in traits:
            faults.add("double-trait", where, f"'{fitting.name}' stands here twice", fault=Fault.INCONSISTENT)
        traits[fitting.name] = number or 0
    return traits


def read_names(
    items: Iterable[str], sort: Sort, where: str, fittings: Mapping[str, Fitting], faults: Faults
) -> tuple[str, ...]:
    """The names of an owner's doctrines or a ship's quirks, which go together."""
    names: list[str] = []
    for item in items:
        fitting = _find(item, (sort,), where, fittings, faults, told=item)
        if fitting is not None and fitting.name in names:
            faults.add(f"double-{sort}", where, f"'{fitting.name}' stands here twice", fault=Fault.INCONSISTENT)
        elif fitting is not None:
            names.append(fitting.name)
    _check_pairs(combinations(names, 2), where, fittings, faults)
    return tuple(names)


def check_hull(hull: Hull, where: str, fittings: Mapping[str, Fitting], faults: Faults) -> None:
    """Refuse traits that the hull may not have, and such as do not go together."""
    for name in hull.traits:
        _check_for(fittings[name], hull, where, faults)
    _check_pairs(combinations(hull.traits, 2), where, fittings, faults)


def check_quirks(
    quirks: Iterable[str], hull: Hull, where: str, fittings: Mapping[str, Fitting], faults: Faults
) -> None:
    """Refuse quirks that a ship of this hull may not have; specialist hulls and fixed defences have none at all."""
    for quirk in quirks:
        if hull.specialist or hull.speed == 0:
            kind = "a specialist hull" if hull.specialist else "a fixed defence"
            message = f"{hull.code} is {kind} and has no quirks"
            citation = Citation("fta3", "ship-design")
            faults.add("no-quirks", where, message, mend=f"Leave out: {quirk}.", citation=citation)
        else:
            _check_for(fittings[quirk], hull, where, faults)
        _check_pairs(((quirk, trait) for trait in hull.traits), where, fittings, faults)


def check_doctrines(owner: Owner, where: str, fittings: Mapping[str, Fitting], faults: Faults) -> None:
    """Refuse doctrines that do not go together with what the owner's ships have; each pair is told once."""

    def beside(ship: Ship) -> Iterable[tuple[str, str]]:
        held = [name for name in owner.doctrines if fittings[name].is_for(ship.hull)]
        return ((doctrine, name) for doctrine in held for name in (*ship.hull.traits, *ship.quirks))

    _check_pairs(dict.fromkeys(pair for ship in owner.ships for pair in beside(ship)), where, fittings, faults)


def _find(
    name: str, sorts: tuple[Sort, ...], where: str, fittings: Mapping[str, Fitting], faults: Faults, told: str
) -> Fitting | None:
    """The fitting of this name, if it is of one of these sorts."""
    kind = "trait" if sorts == ON_HULLS else sorts[0].value
    fitting = fittings.get(spell(name))
    if fitting is None:
        choices = [each.name for each in fittings.values() if each.sort in sorts]
        known = f"Known: {', '.join(choices)}." if choices else f"The book has no {kind}."
        hint = nearest(shorten(name), choices)
        mend = f"{hint} {known}" if hint.startswith("Did you mean") else known
        faults.add(f"unknown-{kind}", where, f"there is no {kind} '{shorten(told)}'", mend=mend)
    elif fitting.sort not in sorts:
        message = f"'{fitting.name}' is a {fitting.sort}, not a {kind}"
        faults.add(f"not-a-{kind}", where, message, mend=_PLACES[fitting.sort], citation=fitting.citation)
        return None
    return fitting


def _check_number(fitting: Fitting, number: int | None, item: str, where: str, faults: Faults) -> None:
    if number is None:
        if fitting.number is Number.REQUIRED:
            message = f"'{fitting.name}' needs a number"
            mend = f"Write for instance: {fitting.name}=2."
            faults.add("trait-without-number", where, message, mend=mend, citation=fitting.citation)
    elif fitting.number is Number.NONE or not 1 <= number <= MOST_ADDED:
        mend = f"Write only {fitting.name}." if fitting.number is Number.NONE else f"A number from 1 to {MOST_ADDED}."
        message = f"'{shorten(item)}' has a number that it cannot have"
        faults.add("trait-number", where, message, mend=mend, citation=fitting.citation)


def _check_for(fitting: Fitting, hull: Hull, where: str, faults: Faults) -> None:
    if not fitting.is_for(hull):
        mend = f"It is only for: {', '.join(fitting.only_for)}."
        if SPECIALIST in fitting.only_for:
            mend += " A hull is specialist where its row in the book says so."
        message = f"{hull.code} may not have '{fitting.name}'"
        faults.add("not-for-hull", where, message, mend=mend, citation=fitting.citation)


def _check_pairs(pairs: Iterable[tuple[str, str]], where: str, fittings: Mapping[str, Fitting], faults: Faults) -> None:
    for first, second in pairs:
        if fittings[first].excludes_too(fittings[second]):
            message = f"'{first}' and '{second}' exclude each other"
            mend, citation = "Keep one of them.", fittings[first].citation
            faults.add("excluded", where, message, fault=Fault.INCONSISTENT, mend=mend, citation=citation)
