"""What a numbered case may ask of the book-keeping year."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any

from flagplot.core import readings
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.fta3.book.book import read_book
from flagplot.fta3.logistics.starlanes import read_map
from flagplot.fta3.year.ledger import GOODS
from flagplot.fta3.year.office import POLITY, SHIP, SYSTEM, Office
from flagplot.fta3.year.orders import read_orders
from flagplot.fta3.year.quarter import play_quarter
from flagplot.fta3.year.sheet import open_sheet, read_sheet

DATA = files("flagplot.fta3") / "data"


def ask_year(map: str, sheet: str, quarters: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """A game of the demonstration's ships after quarters, each of orders by owner; the map as CSV, the sheet as TOML.

    Goods and places by name (``Palm money``, ``Kent at``, ``Kent damage``, ``Reach owner``), how often it stopped for
    the moderator, and the codes of what was refused, at which it ends.
    """
    faults = Faults()
    office, stops = _office(map, sheet, faults), 0
    faults.settle()
    assert office is not None
    for orders in quarters:
        papers = [
            Paper(f"orders of {owner}", f"ORDERS OF {owner}\n{lines}\nEND OF ORDERS\n")
            for owner, lines in orders.items()
        ]
        quarter = play_quarter(office, read_orders(papers, office, faults), [], faults)
        if faults.found:
            break
        office = quarter.after
        stops += sum(deed.kind == "by-hand" for deed in quarter.deeds)
    told: dict[str, Any] = {"codes": [each.code for each in faults.found], "stops": stops}
    for _, fields in office.of(POLITY):
        told |= {f"{fields['name']} {name}": fields[name] for name in GOODS}
    for _, fields in office.of(SHIP):
        told |= {f"{fields['name']} {name}": fields[name] for name in ("at", "damage")}
    for _, fields in office.of(SYSTEM):
        told[f"{fields['name']} owner"] = office.name(str(fields["owner"]))
    return told


def _office(map: str, sheet: str, faults: Faults) -> Office | None:
    chart = read_map(Paper("map", map), faults)
    book = read_book((DATA / "demo_book.toml").read_text(encoding="utf-8"), "demo_book.toml", faults)
    catalogue = readings.load((DATA / "readings.toml").read_bytes())
    rows = open_sheet(Paper("game.toml", sheet), faults)
    found = read_sheet(rows, chart, book, catalogue, faults) if chart and book else None
    return Office(found[1], chart, book, found[0].readings) if found and chart and book else None


QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    name.removeprefix("ask_"): function for name, function in list(globals().items()) if name.startswith("ask_")
}
