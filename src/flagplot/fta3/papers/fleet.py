"""The forces of one owner in a file of their own: as TOML, in the short hand of scenarios, or as a sheet of ships."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, islice

from flagplot.core.entries import Entry, read_entries
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.core.toml import write_value
from flagplot.engine.columns import Column, Kind, Value
from flagplot.engine.grids import MARK, read_grids
from flagplot.engine.layout import Document, Layout, Leaf, Values
from flagplot.engine.sheets import known_headings, read_sheets
from flagplot.fta3.book.book import MOST_TL, Book, read_book
from flagplot.fta3.book.damage import Level
from flagplot.fta3.headings import headed
from flagplot.fta3.papers.forces import Owner
from flagplot.fta3.papers.muster import MOST_SHIPS, MOST_SHIPS_A_SIDE, SHAPE
from flagplot.fta3.papers.scenario import STANDARD_TL, read_name, read_owner

NAMES_A_LINE = 8

LEAF = headed(
    Leaf(
        "ship",
        (
            Column(name="hull", required=True, help="The code of her hull in the ship book."),
            Column(name="name", help="Her name; hull and number where it is blank."),
            Column(
                name="number",
                kind=Kind.NUMBER,
                least=1,
                most=MOST_SHIPS,
                help="How many ships the row lists, their names with commas between; 1 where it is blank.",
            ),
            Column(
                name="damage",
                kind=Kind.CHOICE,
                choices=tuple(Level),
                help="One of: fine, light, medium, heavy. Fine where it is blank.",
            ),
            Column(name="quirks", kind=Kind.ITEMS, help="Names of quirks, with commas between."),
        ),
        ("Ships", "Fleet"),
        named_by="name",
    )
)
HEAD = (
    Column(name="name", required=True, help="Whose forces: in a sheet a row above the headings, # name: Red."),
    Column(
        name="tl",
        kind=Kind.NUMBER,
        least=1,
        most=MOST_TL,
        help=f"The tech level of the ships; {STANDARD_TL} where it is blank.",
    ),
    Column(name="fighters", help="Fighters by tech level: 12 TL5, 6 TL4."),
    Column(name="doctrines", kind=Kind.ITEMS, help="Names of doctrines, with commas between."),
)


def read_fleet(text: str, where: str, book: Book, faults: Faults) -> Owner | None:
    """The forces of one owner from a file of their own, for a player who checks his orders by himself.

    None where the file cannot be read at all.
    """
    before = len(faults.found)
    rows = None
    if _is_sheet(text, where):
        sheet = read_sheets(text, where, LAYOUT, faults)
        head = Entry(where, {name: _plain(value) for name, value in sheet.head.values.items() if value}, faults)
        rows = sheet.rows
        if not sheet.rows or not head.values.get("name"):
            return None
    else:
        head, sides = read_entries(text, "side", where, faults)
        if len(faults.found) > before:
            return None
        if sides:
            mend = "Name one owner's name, tl, ships and fighters, without [[side]]; or check the scenario itself."
            head.fault("not-a-fleet", "this is a scenario with sides, not a fleet", mend=mend)
            return None
    owner = read_owner(head, read_name(head, where), book, where, faults, MOST_SHIPS_A_SIDE, rows)
    head.finish()
    if not owner.ships and not owner.wings and len(faults.found) == before:
        faults.add("no-ships", where, "there are neither ships nor fighters in this fleet", mend=SHAPE)
    return owner


def _is_sheet(text: str, source: str) -> bool:
    """Whether a fleet is a sheet: TOML has no row of headings, and no line that names a sheet."""
    if source.casefold().endswith(".toml"):
        return False
    return text.startswith(MARK) or any(known_headings(grid, LEAF) > 1 for grid in read_grids(text, "", Faults()))


def _plain(value: Value) -> object:
    return list(value) if isinstance(value, tuple) else value


def _read_document(layout: Layout, paper: Paper, faults: Faults, beside: Paper | None) -> Document | None:
    """The ships of a fleet one by one, as its owner has them by his book."""
    assert beside is not None
    before = len(faults.found)
    book = read_book(beside.text, beside.name, faults)
    owner = read_fleet(paper.text, paper.name, book, faults) if book else None
    return document_of(owner) if owner and len(faults.found) == before else None


def document_of(owner: Owner) -> Document:
    """The forces of an owner, a row for each ship."""
    fighters = ", ".join(f"{wing.number} TL{wing.level}" for wing in owner.wings)
    head: dict[str, Value] = {"name": owner.name, "tl": owner.tl}
    head |= {"fighters": fighters} if fighters else {}
    head |= {"doctrines": owner.doctrines} if owner.doctrines else {}
    rows = []
    for ship in owner.ships:
        row: dict[str, Value] = {"hull": ship.hull.code, "name": ship.name}
        row |= {"damage": ship.level.value} if ship.level not in (None, Level.FINE) else {}
        row |= {"quirks": ship.quirks} if ship.quirks else {}
        rows.append(row)
    return Document(head, {LEAF.name: tuple(rows)} if rows else {})


def write_fleet(document: Document) -> str:
    """A fleet in TOML, as the body of a ``[[side]]`` of a scenario has it."""
    lines = [f"{name} = {write_value(value)}\n" for name, value in document.head.items() if value is not None]
    if rows := document.tables.get(LEAF.name):
        lines.append("ships = [\n")
        for _, alike in groupby(rows, lambda row: (row["hull"], row.get("damage"), row.get("quirks"))):
            lines += [f"  {write_value(line)},\n" for line in _ship_lines(alike)]
        lines.append("]\n")
    return "".join(lines)


def _ship_lines(alike: Iterator[Values]) -> Iterator[str]:
    """Lines for ships of one hull that have the same damage and quirks."""
    while some := list(islice(alike, NAMES_A_LINE)):
        line = f"{len(some)} {some[0]['hull']} {', '.join(_quoted(str(row['name'])) for row in some)}"
        if damage := some[0].get("damage"):
            line += f"; all at {damage} damage"
        quirks = some[0].get("quirks")
        if isinstance(quirks, tuple):
            line += f"; all with {', '.join(quirks)}"
        yield line


def _quoted(name: str) -> str:
    """A ship's name, in quotes where a list of ships would read marks in it as its own."""
    return name if re.fullmatch(r"[^\W\d_][\w .&-]*", name) else f'"{name}"'


LAYOUT = Layout(
    id="fleet", title="fleet", leaves=(LEAF,), head=HEAD, read=_read_document, beside="book", write=write_fleet
)
