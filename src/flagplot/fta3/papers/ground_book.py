"""The ground book: a user's ground units, one a row, with their type, size, tech level and traits of choice."""

from __future__ import annotations

from flagplot.core.citation import Citation
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.engine.columns import Column, Kind
from flagplot.engine.layout import Document, Layout, Leaf
from flagplot.engine.sheets import document_of, read_sheets
from flagplot.fta3.headings import headed

TYPES = ("interface", "espatier", "armored", "mobile-infantry", "gto-defense")
SIZES = ("battalion", "brigade", "division", "corps")
LEAST_TL, STANDARD_TL, MOST_TL = 3, 5, 6

LEAF = headed(
    Leaf(
        "unit",
        (
            Column(name="name", required=True, key=True, help="What orders call the unit; no two have the same."),
            Column(
                name="type",
                kind=Kind.CHOICE,
                required=True,
                choices=TYPES,
                help=f"One of: {', '.join(TYPES)}.",
                citation=Citation("fta3", "ground/units"),
            ),
            Column(
                name="size",
                kind=Kind.CHOICE,
                required=True,
                choices=SIZES,
                help=f"One of: {', '.join(SIZES)}.",
                citation=Citation("fta3", "ground/unit-sizes"),
            ),
            Column(
                name="tl",
                kind=Kind.NUMBER,
                least=LEAST_TL,
                most=MOST_TL,
                help=f"Its tech level; {STANDARD_TL} where it is blank.",
                citation=Citation("fta3", "stats/tech-level"),
            ),
            Column(
                name="traits",
                kind=Kind.ITEMS,
                help="Traits of choice, with commas between; those of its type it has by itself.",
                citation=Citation("fta3", "ground/trait-slots"),
            ),
        ),
        ("Units", "Ground units"),
    )
)
HEAD = (Column(name="name", help="The name of the book."),)


def _read_document(layout: Layout, paper: Paper, faults: Faults, beside: Paper | None) -> Document | None:
    before = len(faults.found)
    sheet = read_sheets(paper.text, paper.name, layout, faults)
    return document_of(sheet, layout) if len(faults.found) == before else None


LAYOUT = Layout(id="ground-book", title="ground book", leaves=(LEAF,), head=HEAD, read=_read_document)
