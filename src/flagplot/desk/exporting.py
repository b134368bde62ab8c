"""Export: the tables of a report, or a book, fleet or map, as files that programs of spreadsheets read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.core.textfile import REPORT_LIMIT, SHEET_LIMIT, read_bytes, read_file, source_name
from flagplot.desk.arenas.fleets import demo_book
from flagplot.desk.importing import as_file
from flagplot.desk.sheets import grids_of, layout_of, layouts, read_sheet
from flagplot.desk.verify import refought
from flagplot.engine.documents import as_pages
from flagplot.engine.grids import Page
from flagplot.engine.layout import Document, Layout
from flagplot.formats.boards.parts import find_parts
from flagplot.formats.machine import find
from flagplot.formats.report_tables import tables_of
from flagplot.formats.sheet_files import SheetFormat, names, write_sheets

REPORT = "report"


@dataclass(frozen=True, kw_only=True)
class Export:
    """The pages of what is exported; ``document`` is what a book, fleet or map says, None for a report."""

    source: str
    kind: str
    pages: tuple[Page, ...]
    layout: Layout | None = None
    document: Document | None = None

    @property
    def names(self) -> list[str]:
        """What each page is called."""
        return names(self.pages)

    def chosen(self, table: str | None) -> Sequence[Page]:
        """All pages, or the one of this number or name; raises ``Refused`` where there is none."""
        if table is None:
            return self.pages
        by_name = {name.casefold(): page for name, page in zip(self.names, self.pages, strict=True)}
        if table.isdecimal() and 1 <= int(table[:6]) <= len(self.pages):
            return [self.pages[int(table[:6]) - 1]]
        if table.casefold() not in by_name:
            faults = Faults()
            mend = f"{nearest(table, self.names)} Or a number from 1 to {len(self.pages)}."
            message = f"there is no table '{table}'"
            faults.add("unknown-table", self.source, message, fault=Fault.MALFORMED, mend=mend)
            faults.settle()
        return [by_name[table.casefold()]]

    def write(self, form: SheetFormat, table: str | None = None) -> bytes:
        """All pages in a format, or one of them."""
        return write_sheets(self.chosen(table), form)

    def as_toml(self) -> bytes:
        """A book, fleet or map as TOML; raises ``Refused`` for a report, which TOML is no form of."""
        if self.document is None or self.layout is None:
            faults = Faults()
            mend = "Take csv, tsv, xlsx or ods."
            faults.add("unknown-format", self.source, "a report has no form in TOML", fault=Fault.MALFORMED, mend=mend)
            faults.settle()
            raise AssertionError("a fault was found")
        return as_file(self.document, self.layout, Path("x.toml"))


def export(
    path: Path | str, *, kind: str | None = None, ruleset: str = "fta3", beside: Mapping[str, Path] | None = None
) -> Export:
    """What a file holds as pages: a report every table of it, any other file what a layout of ``ruleset`` says.

    ``kind`` and ``beside`` are as for an import; ``report`` is a kind too. Raises ``Refused`` with every fault.
    """
    faults = Faults()
    name = Path(source_name(path)).name
    if kind == REPORT or (kind is None and _is_report(path, faults)):
        text = _text(path, faults)
        faults.settle()
        return Export(source=name, kind=REPORT, pages=tuple(tables_of(refought(text, name).report())))
    paper = read_sheet(path, faults, limit=SHEET_LIMIT)
    papers = {each: read_sheet(file, faults) for each, file in (beside or {}).items()}
    faults.settle()
    assert paper is not None
    known = layouts(ruleset)
    layout = layout_of(paper, grids_of(paper, known), known, kind, faults)
    faults.settle()
    assert layout is not None
    companion: Paper | None = papers.get(layout.beside)
    if companion is None and layout.beside == "book":
        companion = demo_book()
    document = layout.read(layout, paper, faults, companion)
    faults.settle()
    assert document is not None
    pages = tuple(as_pages(document, layout))
    return Export(source=paper.name, kind=layout.id, pages=pages, layout=layout, document=document)


def _is_report(path: Path | str, faults: Faults) -> bool:
    """Whether a file holds a machine block or parts of a post; of standard input, read once, its kind must tell."""
    if str(path) == "-":
        return False
    data = read_bytes(path, faults, REPORT_LIMIT)
    faults.settle()
    assert data is not None
    text = data.decode("utf-8", "replace")
    return find(text, "", Faults()) is not None or bool(find_parts([Paper("", text)], Faults()))


def _text(path: Path | str, faults: Faults) -> str:
    text = read_file(path, faults, REPORT_LIMIT)
    faults.settle()
    assert text is not None
    return text
