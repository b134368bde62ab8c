"""Ship designs held against a book: slots of modules, what tech level and modules make of a hull, the price."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from flagplot.core.citation import Citation, carries_out
from flagplot.core.entries import Entry, read_entries
from flagplot.core.refusal import Fault, Faults, Refused, nearest
from flagplot.engine.columns import shorten
from flagplot.engine.names import check_name
from flagplot.fta3.book.book import MOST_TL, Book
from flagplot.fta3.book.fitting_lists import check_hull, read_traits
from flagplot.fta3.book.fittings import Fitting, slots
from flagplot.fta3.book.hooks import HOOKS, Bearer, Effect, resolve
from flagplot.fta3.book.ships import STANDARD_TL, Hull, at_tech_level
from flagplot.fta3.printed import printed

TABLE = "design"
SHAPE = "Begin each with [[design]], then name, hull, modules."
COPIES = re.compile(r"(?P<module>.+?)\s+[x×]\s*(?P<copies>\d{1,3})", re.IGNORECASE)


class Surcharge(NamedTuple):
    """What a prototype costs on top: $, DI and tokens of research."""

    money: int
    di: int
    tokens: int


@dataclass(frozen=True, kw_only=True)
class Design:
    """A class of ships: the hull at its tech level, copies of each module, slots filled and offered (None: unknown).

    ``figures`` are what modules and traits make of each number that they touch: before and after, by hook.
    """

    name: str
    hull: Hull
    modules: Mapping[str, int]
    filled: int
    offered: int | None
    prototype: bool
    figures: Mapping[str, tuple[int, int]]

    @property
    def surcharge(self) -> Surcharge:
        """What the first of the class costs on top; nothing for a class that is known."""
        return prototype_surcharge() if self.prototype else Surcharge(0, 0, 0)


@carries_out("fta3", "prototypes")
def prototype_surcharge() -> Surcharge:
    """What the first ship of a class costs on top of its price; it takes no longer."""
    table = printed()["prototypes"]
    return Surcharge(int(table["money"]), int(table["di"]), int(table["tokens"]))


def read_designs(text: str, where: str, book: Book, faults: Faults) -> tuple[Design, ...]:
    """The designs of a file of tables ``[[design]]``; every fault of them is told."""
    head, entries = read_entries(text, TABLE, where, faults)
    head.finish()
    if not entries and not faults.found:
        head.fault("no-designs", "there is no design here", mend=SHAPE)
    return tuple(design for entry in entries if (design := _design(entry, book)))


def _design(entry: Entry, book: Book) -> Design | None:
    """The design of one entry; None and a fault where its hull is none."""
    faults, where = entry.faults, entry.where
    name = entry.text("name")
    check_name(name, where, faults)
    code = entry.text("hull")
    listed = entry.texts("modules", required=False)
    slotless = [item.strip().casefold() for item in entry.texts("slotless", required=False)]
    offered = entry.count("slots")
    tl = entry.count("tl") or STANDARD_TL
    prototype = entry.values.get("prototype", False)
    if entry.has("prototype") and not isinstance(prototype, bool):
        entry.fault("wrong-kind", "the field 'prototype' is not what it should be", mend="Write true or false.")
    entry.finish()
    hull = {each.code.casefold(): each for each in book.hulls.values()}.get(code.casefold())
    if hull is None:
        if code:
            message = f"there is no hull '{shorten(code)}' in the book"
            faults.add("unknown-hull", where, message, mend=nearest(code, book.hulls))
        return None
    modules = _modules(listed, where, book.fittings, faults)
    copies = {module: n for module, (_, n) in modules.items()}
    fitted = replace(hull, traits={**hull.traits, **{module: number for module, (number, _) in modules.items()}})
    check_hull(fitted, where, book.fittings, faults)
    for module in slotless:
        if module not in modules:
            message = f"'{shorten(module)}' is slotless, and no module of this design"
            faults.add("unknown-module", where, message, fault=Fault.INCONSISTENT, mend=nearest(module, modules))
    filled = _filled({module: n for module, n in copies.items() if module not in slotless}, where, faults)
    if offered is not None and filled > offered:
        message = f"the modules of {name} fill {filled} slots, and the hull has {offered}"
        over = filled - offered
        gap, mend = f"{over} slot{'s' if over > 1 else ''} too many", _smaller(copies, slotless, over)
        faults.add("too-many-slots", where, message, gap=gap, mend=mend, citation=Citation("fta3", "module-slots"))
    return Design(
        name=name,
        hull=_built(fitted, tl, where, faults),
        modules=copies,
        filled=filled,
        offered=offered,
        prototype=prototype is True,
        figures=_figures(hull, modules, book.fittings),
    )


def _modules(
    items: Iterable[str], where: str, fittings: Mapping[str, Fitting], faults: Faults
) -> dict[str, tuple[int, int]]:
    """The number and the copies of each module of a list such as ``torpedo=2 x3``."""
    found: dict[str, tuple[int, int]] = {}
    for item in items:
        match = COPIES.fullmatch(item.strip())
        read = read_traits([match["module"] if match else item], where, fittings, faults)
        for module, number in read.items():
            if module in found:
                message = f"'{module}' stands here twice"
                mend = f"Write one entry: {module} x2."
                faults.add("double-trait", where, message, fault=Fault.INCONSISTENT, mend=mend)
            found[module] = number, int(match["copies"]) if match else 1
    return found


def _filled(copies: Mapping[str, int], where: str, faults: Faults) -> int:
    """The slots that all modules fill together; what is refused of one counts nothing."""
    total = 0
    for module, n in copies.items():
        try:
            total += slots(n)
        except Refused as refused:
            for each in refused.refusals:
                message = f"{module}: {each.message}"
                faults.add(each.code, where, message, mend=each.mend, citation=each.citation)
    return total


def _smaller(copies: Mapping[str, int], slotless: Iterable[str], over: int) -> str:
    """Which copy to leave out first, for a hint: the last of a module whose going frees enough, or the most."""
    freed = {module: slots(n) - slots(n - 1) for module, n in copies.items() if module not in slotless and n}
    if not freed:
        return ""
    enough = [module for module, n in freed.items() if n >= over]
    module = min(enough, key=lambda each: freed[each]) if enough else max(freed, key=lambda each: freed[each])
    told = f"Leave out one {module}: it frees {freed[module]}"
    return f"{told}." if enough else f"{told}; more has to go."


def _built(hull: Hull, tl: int, where: str, faults: Faults) -> Hull:
    """The hull at a tech level; as it was, and a fault, where there is no factor for it."""
    try:
        return at_tech_level(hull, min(tl, MOST_TL + 1))
    except Refused as refused:
        for each in refused.refusals:
            faults.add(each.code, where, each.message, fault=each.fault, mend=each.mend, citation=each.citation)
        return hull


def _figures(
    hull: Hull, modules: Mapping[str, tuple[int, int]], fittings: Mapping[str, Fitting]
) -> dict[str, tuple[int, int]]:
    """Every number of a ship that its traits and modules touch, before and after them, by hook."""
    effects: dict[str, list[Effect]] = {}
    worn = [*((name, number, 1) for name, number in hull.traits.items() if name not in modules)]
    worn += [(name, number, n) for name, (number, n) in modules.items()]
    for name, number, n in worn:
        for effect in fittings[name].effects:
            effects.setdefault(effect.hook, []).extend([effect.given(number)] * n)
    bases = {"weight": hull.weight, "supply": hull.weight, "hangars": hull.hangars}
    if "weight" in effects:
        bases["supply"] = resolve(hull.weight, effects["weight"], HOOKS["weight"])
    return {
        name: (bases.get(name, hook.base), resolve(bases.get(name, hook.base), effects[name], hook))
        for name, hook in HOOKS.items()
        if name in effects and hook.is_number and hook.bearer is Bearer.SHIP
    }
