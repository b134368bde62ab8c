"""Look up a repair: what bringing a ship of a hull to a better level costs and takes, and where it may be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flagplot.core.citation import Citation
from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.core.report import Column, Fields, Report, Table, Text
from flagplot.desk.arenas.fleets import demo_book
from flagplot.fta3.aftermath.repair import TOLD, Place, check_place, places_for, repair_cost, repair_quarters, steps
from flagplot.fta3.book.book import read_book
from flagplot.fta3.book.damage import Level
from flagplot.fta3.book.ships import Hull
from flagplot.fta3.play.sentences import some
from flagplot.fta3.report.reporting import DEMONSTRATION


@dataclass(frozen=True)
class Mended:
    """One level mended: from which to which, for $ and in quarters, and where it may be done."""

    level: Level
    to: Level
    money: int
    quarters: int
    places: tuple[Place, ...]


@dataclass(frozen=True)
class Repair:
    """A repair of a ship of a hull, level by level; ``place`` is where she lies, None where nobody has said.

    ``invented`` says whether the book's figures are.
    """

    hull: Hull
    place: Place | None
    levels: tuple[Mended, ...]
    invented: bool

    @property
    def money(self) -> int:
        """What it costs in $."""
        return sum(each.money for each in self.levels)

    @property
    def quarters(self) -> int:
        """How many quarters it takes."""
        return sum(each.quarters for each in self.levels)


def look_up(code: str, level: str, to: str, place: str | None, book: Paper | None, faults: Faults) -> Repair:
    """The repair of a ship of hull ``code`` from one level to another, by the demonstration's book where there is none.

    Levels and place are words of ``Level`` and ``Place``; any other is a ValueError.

    Raises ``Refused`` for a faulty book, an unknown hull, one without price or building time, and a place where a level
    may not be mended.
    """
    worse, better, there = Level(level), Level(to), None if place is None else Place(place)
    paper = book or demo_book()
    known = read_book(paper.text, paper.name, faults)
    faults.settle()
    assert known is not None
    hulls = {each.code.casefold(): each for each in known.hulls.values()}
    hull = hulls.get(code.casefold())
    if hull is None:
        mend = nearest(code, known.hulls)
        faults.add("unknown-hull", paper.name, f"there is no hull '{code}' in the book", mend=mend)
        faults.settle()
    assert hull is not None
    for what, value, rule in (("cost", hull.cost, "repair/cost"), ("years", hull.years, "repair/time")):
        if value is None:
            message, mend = f"the book does not say the {what} of {hull.code}", f"Fill the column {what}."
            citation = Citation("fta3", rule)
            faults.add("no-price", paper.name, message, fault=Fault.INCONSISTENT, mend=mend, citation=citation)
    if there is not None:
        check_place(worse, better, there, hull.code, faults)
    faults.settle()
    money, quarters = repair_cost(hull.cost or 0), repair_quarters(hull.years or 0)
    above = dict(zip(tuple(Level)[1:], tuple(Level), strict=False))
    levels = tuple(
        Mended(each, above[each], money, quarters, tuple(map(Place, places_for(each)))) for each in steps(worse, better)
    )
    return Repair(hull, there, levels, known.invented)


def report(repair: Repair) -> Report:
    """The repair for people: a row for each level, then all of it."""
    rows = tuple(
        (
            f"{each.level} to {each.to}",
            str(each.money),
            str(each.quarters),
            ", ".join(TOLD[place] for place in each.places),
        )
        for each in repair.levels
    )
    columns = (Column("Damage"), Column("$", "right"), Column("Quarters", "right"), Column("May be done at"))
    rules = tuple(Citation("fta3", rule) for rule in ("repair/cost", "repair/time", "repair/location"))
    pairs = [("all of it", f"${repair.money} and {some(repair.quarters, 'quarter')}")]
    if repair.place is not None:
        pairs.append(("at", TOLD[repair.place]))
    table = Table("", columns, rows, rules) if rows else Text("There is nothing to mend.")
    banner = (DEMONSTRATION,) if repair.invented else ()
    return Report(f"Repair of {repair.hull.name} ({repair.hull.code})", (table, Fields(tuple(pairs))), banner)


def as_dict(repair: Repair) -> dict[str, Any]:
    """The same as plain values."""
    return {
        "hull": repair.hull.code,
        "place": repair.place and repair.place.value,
        "money": repair.money,
        "quarters": repair.quarters,
        "levels": [
            {
                "from": each.level.value,
                "to": each.to.value,
                "money": each.money,
                "quarters": each.quarters,
                "places": [place.value for place in each.places],
            }
            for each in repair.levels
        ],
        "invented": repair.invented,
    }
