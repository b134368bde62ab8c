"""The map of star lanes: systems with the lanes between them, who owns them, and the bases in them."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.core.citation import Citation
from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.engine.columns import Column, Kind, Row, shorten
from flagplot.engine.labels import FEWEST, MOST, pad_labels
from flagplot.engine.layout import Document, Layout, Leaf
from flagplot.engine.sheets import document_of, read_sheets
from flagplot.fta3.headings import headed

BASES = ("supply", "forward")
"""Supply bases and forward operating bases, as the page has them."""

LEAF = headed(
    Leaf(
        "system",
        (
            Column(name="code", required=True, key=True, help="The short name in lanes and orders; it stays for good."),
            Column(name="name", help="The full name; the code where it is blank."),
            Column(name="hex", help="Its place on the moderator's drawn map, such as 0101."),
            Column(name="owner", help="Whose the system is; nobody's where it is blank."),
            Column(
                name="lanes",
                kind=Kind.ITEMS,
                help="Codes of the systems that lanes lead to, with commas between; one end is enough.",
            ),
            Column(
                name="bases",
                kind=Kind.PAIRS,
                help="Bases and whose each is: supply Red; forward Blue.",
                citation=Citation("fta3", "supply-base"),
            ),
        ),
        ("Systems", "Map"),
    )
)
HEAD = (
    Column(name="name", help="The name of the map."),
    Column(
        name="digits",
        kind=Kind.NUMBER,
        least=FEWEST,
        most=MOST,
        help="How many digits the labels of hexes have: 4 where the first is 0101.",
    ),
)


def _read_document(layout: Layout, paper: Paper, faults: Faults, beside: Paper | None) -> Document | None:
    before = len(faults.found)
    sheet = read_sheets(paper.text, paper.name, layout, faults)
    rows = pad_labels(sheet.rows, "hex", sheet.head.number("digits"), faults)
    _check_lanes(rows, faults)
    for row in rows:
        _check_bases(row, faults)
    if len(faults.found) > before:
        return None
    found = document_of(sheet, layout)
    return Document(found.head, document_of(type(sheet)(rows), layout).tables)


def _check_lanes(rows: Sequence[Row], faults: Faults) -> None:
    """A lane leads to another system of the map."""
    codes = {row.text("code").casefold(): row.text("code") for row in rows}
    for row in rows:
        for lane in row.items("lanes"):
            if lane.casefold() not in codes:
                message = f"there is no system '{shorten(lane)}' for a lane to lead to"
                faults.add("lane-to-nowhere", row.where("lanes"), message, mend=nearest(shorten(lane), codes.values()))
            elif lane.casefold() == row.text("code").casefold():
                message = f"a lane leads from {row.text('code')} to itself"
                faults.add("lane-to-itself", row.where("lanes"), message, mend="Leave it out.")


def _check_bases(row: Row, faults: Faults) -> None:
    """A base is of a kind that the page knows, and somebody's."""
    for base in row.items("bases"):
        kind, _, owner = base.partition(" ")
        if kind.casefold() not in BASES:
            message = f"'{shorten(kind)}' is no kind of base"
            faults.add("unknown-base", row.where("bases"), message, mend=nearest(shorten(kind), BASES))
        elif not owner:
            message = f"nobody has the {kind.casefold()} base"
            mend = "Write for instance: supply Red."
            faults.add("base-without-owner", row.where("bases"), message, fault=Fault.MALFORMED, mend=mend)


LAYOUT = Layout(id="map", title="map of star lanes", leaves=(LEAF,), head=HEAD, read=_read_document)
