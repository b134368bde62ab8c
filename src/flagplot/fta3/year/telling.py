"""A quarter as a report tells it: what the moderator must decide, what happened, then every polity's books."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flagplot.core.log import Record
from flagplot.core.report import Column, Entry, Node, Section, Table
from flagplot.fta3.year.ledger import MOVES, Balance
from flagplot.fta3.year.lookup import GOODS_TOLD

BY_HAND = "by-hand"
SECTIONS = {
    "Finished by now": ("ready", "repaired", "base-raised"),
    "Entered by the moderator": ("rate", "granted", "lost", "ceded"),
    "Ships and armies": ("moved", "served"),
    "Ordered": ("supply-bought", "base-begun", "claimed", "repair-begun", "begun"),
    "Battles": ("battle", "burned", "fighters-lost", "damaged", "destroyed", "captured"),
    "Salvage": ("salvage", "salvage-begun"),
    "Supply of the year": ("bill",),
}
"""Where each kind of deed is told."""


def sections(records: Sequence[Record]) -> Iterable[Section]:
    """What happened, each deed under its number in the log; what waits for the moderator stands first."""
    waiting = tuple(_entry(each) for each in records if each.deed.kind == BY_HAND)
    if waiting:
        yield Section("For the moderator to decide", waiting)
    yearly = {each.seq for each in records if "supply-limits/yearly" in [rule.id for rule in each.deed.citations]}
    for title, kinds in SECTIONS.items():
        last = title == "Supply of the year"
        told = [
            _entry(each)
            for each in records
            if (each.deed.kind in kinds and each.seq not in yearly) or (last and each.seq in yearly)
        ]
        if told:
            yield Section(title, tuple(told))


def _entry(record: Record) -> Entry:
    return Entry(record.seq, record.deed.text, record.deed.citations)


def books_section(books: Sequence[Balance]) -> Section:
    """Ships and treasuries of all, as the quarter opened them, what came and went, and as it closed them."""
    heads = ("Polity", "Opening", *(word.capitalize() for word in MOVES), "Closing")
    ships = tuple((book.polity, *(str(book.ships[word]) for word in ("opening", *MOVES, "closing"))) for book in books)
    sums = tuple(str(sum(book.ships[word] for book in books)) for word in ("opening", *MOVES, "closing"))
    goods = tuple(
        (book.polity, GOODS_TOLD[name], *(str(found[word]) for word in ("opening", "in", "out", "closing")))
        for book in books
        for name, found in book.goods.items()
    )
    parts: tuple[Node, ...] = (
        Table("Ships", _columns(heads, 1), (*ships, ("all", *sums))),
        Table("Treasuries", _columns(("Polity", "", "Opening", "In", "Out", "Closing"), 2), goods),
    )
    return Section("Books", parts)


def _columns(heads: Sequence[str], words: int) -> tuple[Column, ...]:
    return tuple(Column(head, "left" if number < words else "right") for number, head in enumerate(heads))


def books_facts(books: Sequence[Balance]) -> list[dict[str, object]]:
    """The books as JSON takes them."""
    return [
        {"polity": book.polity, "ships": dict(book.ships), **{name: dict(each) for name, each in book.goods.items()}}
        for book in books
    ]
