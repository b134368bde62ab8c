"""Import a sheet: read it against the file that is there, show what would change, and write it whole or not at all."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults
from flagplot.core.report import Column, Fields, Listing, Node, Report, Section, Table, Text
from flagplot.core.textfile import SHEET_LIMIT, read_file, source_name, write_whole
from flagplot.desk.arenas.fleets import demo_book
from flagplot.desk.sheets import grids_of, layout_of, layouts, read_sheet
from flagplot.engine.columns import by_heading, fold_heading
from flagplot.engine.documents import HEAD, Change, as_pages, as_toml, changes, keep_keys
from flagplot.engine.grids import MARK, Cell, Grid
from flagplot.engine.layout import Document, Layout, add_headings, read_headings
from flagplot.engine.sheets import share_out
from flagplot.formats.sheet_files import SHEET_FORMATS, write_sheets

TOML = "toml"
TARGETS = (TOML, "csv", "tsv")
"""What a book is kept in: text, so that nothing is lost that only a spreadsheet knows of."""

MOST_TOLD = 100
"""Rows that a preview tells one by one; ``--json`` tells all."""


@dataclass(frozen=True, kw_only=True)
class Import:
    """What a sheet says, and what that changes in the file ``target``; ``remarks`` is what was passed over."""

    layout: Layout
    source: str
    target: Path
    document: Document
    changes: tuple[Change, ...]
    remarks: tuple[str, ...]

    @property
    def rows(self) -> int:
        """How many rows the file will have."""
        return sum(map(len, self.document.tables.values()))

    def count(self, sort: str) -> int:
        """How many rows are new, changed or gone."""
        return Counter(change.sort for change in self.changes if change.table != HEAD)[sort]

    @property
    def headline(self) -> str:
        """What comes of it, in a sentence."""
        rows = f"{self.rows} row{'' if self.rows == 1 else 's'}"
        if not self.changes:
            return f"{rows}, no change"
        return f"{rows}: {', '.join(f'{self.count(sort)} {sort}' for sort in SORTS)}"

    def write(self) -> None:
        """Write the target, unless nothing changes; raises OSError where that cannot be, and leaves what was there."""
        if self.changes:
            write_whole(self.target, as_file(self.document, self.layout, self.target))

    def report(self) -> Report:
        """What would change, as a tree."""
        pairs = (("kind", self.layout.title), ("into", str(self.target)), ("rows", str(self.rows)))
        counts = tuple((sort, str(self.count(sort))) for sort in SORTS)
        nodes: list[Node] = [Fields((*pairs, *counts))]
        for sort, title in (("new", "New"), ("gone", "Gone")):
            if names := [f"{each.table} {each.name}" for each in self.changes if each.sort == sort]:
                nodes.append(Section(title, (_listing(names),)))
        rows = [
            (f"{each.table} {each.name}".strip(), column, _shown(before), _shown(after))
            for each in self.changes
            if each.sort == "changed"
            for column, before, after in each.cells
        ]
        if rows:
            heads = tuple(map(Column, ("row", "column", "before", "after")))
            told: list[Node] = [Table("", heads, tuple(rows[:MOST_TOLD]))]
            if len(rows) > MOST_TOLD:
                told.append(Text(f"and {len(rows) - MOST_TOLD} more"))
            nodes.append(Section("Changed", tuple(told)))
        if not self.changes:
            nodes.append(Text("Nothing changes."))
        if self.remarks:
            nodes.append(Section("Remarks", (Listing(tuple(map(Text, self.remarks))),)))
        return Report(f"Import of {self.source}", tuple(nodes))

    def as_dict(self) -> dict[str, Any]:
        """The same as plain values."""
        return {
            "kind": self.layout.id,
            "source": self.source,
            "into": str(self.target),
            "rows": self.rows,
            "changes": [
                {
                    "table": each.table,
                    "row": each.name,
                    "change": each.sort,
                    "cells": {column: {"before": before, "after": after} for column, before, after in each.cells},
                }
                for each in self.changes
            ],
            "remarks": list(self.remarks),
        }


SORTS = ("new", "changed", "gone")


def prepare(
    path: Path | str,
    *,
    into: Path | None = None,
    kind: str | None = None,
    ruleset: str = "fta3",
    beside: Mapping[str, Path] | None = None,
    headings: Path | None = None,
) -> Import:
    """Read a sheet and hold it against the file it goes into; nothing is written.

    ``into`` is that file, by default one in TOML called after the sheet. ``kind`` is the id of a layout of the
    ``ruleset``, found by the headings where it is None. ``beside`` are files that go with some kinds: ``book`` with a
    fleet, ``fittings`` with a ship book. ``headings`` is a mapping file. Raises ``Refused`` with every fault.
    """
    with _much_to_build():
        return _prepare(path, into, kind, ruleset, beside or {}, headings)


@contextmanager
def _much_to_build() -> Iterator[None]:
    """Let Python not look for garbage while a sheet is read, of which there is next to none: a sixth of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _prepare(
    path: Path | str,
    into: Path | None,
    kind: str | None,
    ruleset: str,
    beside: Mapping[str, Path],
    headings: Path | None,
) -> Import:
    faults = Faults()
    remarks: list[str] = []
    paper = read_sheet(path, faults, remarks, SHEET_LIMIT)
    papers = {name: read_sheet(file, faults) for name, file in beside.items()}
    tables = _mapping(headings, faults)
    faults.settle()
    assert paper is not None
    known = [_headed(layout, tables, str(headings), faults) for layout in layouts(ruleset)]
    faults.settle()
    grids = grids_of(paper, known)
    layout = layout_of(paper, grids, known, kind, faults)
    faults.settle()
    assert layout is not None
    target = into or Path(Path(source_name(path)).stem).with_suffix(f".{TOML}")
    _check_target(path, target, faults)
    for name in sorted(papers.keys() - {layout.beside}):
        message = f"no {name} goes with a {layout.title}"
        faults.add("not-needed", f"--{name}", message, fault=Fault.MALFORMED, mend="Leave it out.")
    faults.settle()
    companion = papers.get(layout.beside)
    if companion is None and layout.beside == "book":
        companion = demo_book()
    found = layout.read(layout, paper, faults, companion)
    before = _present(target, layout, companion, faults)
    faults.settle()
    assert found is not None
    document = found if before is None else keep_keys(before, found, layout)
    return Import(
        layout=layout,
        source=paper.name,
        target=target,
        document=document,
        changes=tuple(changes(before, document, layout)),
        remarks=(*remarks, *_passed_over(grids, layout), *_lost_remarks(target, layout)),
    )


def as_file(document: Document, layout: Layout, path: Path) -> bytes:
    """The document in the format that the name of a file asks for."""
    ending = path.suffix.casefold().removeprefix(".")
    form = next((form for form in SHEET_FORMATS if form == ending), None)
    return as_toml(document, layout).encode() if form is None else write_sheets(as_pages(document, layout), form)


def _mapping(headings: Path | None, faults: Faults) -> dict[str, Any]:
    text = read_file(headings, faults) if headings else None
    return read_headings(text, str(headings), faults) if text is not None else {}


def _headed(layout: Layout, tables: Mapping[str, Any], source: str, faults: Faults) -> Layout:
    """The layout with the headings of a mapping file that are meant for its tables."""
    own = {leaf.name: tables[leaf.name] for leaf in layout.leaves if leaf.name in tables}
    return replace(layout, leaves=add_headings(layout.leaves, own, source, faults))


def _check_target(path: Path | str, target: Path, faults: Faults) -> None:
    if target.suffix.casefold().removeprefix(".") not in TARGETS:
        mend = f"Its name ends in one of: {', '.join(TARGETS)}. Workbooks are written by flagplot export."
        faults.add("unknown-format", str(target), "a sheet is not imported into such a file", mend=mend)
    elif target.exists() and Path(source_name(path)).exists() and target.samefile(path):
        mend = "Name another file with --into."
        message = "the sheet itself is no file to import it into"
        faults.add("same-file", str(target), message, fault=Fault.INCONSISTENT, mend=mend)
    faults.settle()


def _present(target: Path, layout: Layout, companion: Paper | None, faults: Faults) -> Document | None:
    """What the target says now; None where there is none, or where it cannot be read and must not be lost."""
    if not target.exists():
        return None
    paper = read_sheet(target, faults, limit=SHEET_LIMIT)
    return None if paper is None else layout.read(layout, paper, faults, companion)


def _passed_over(grids: Sequence[Grid], layout: Layout) -> list[str]:
    """Sheets of a workbook that hold no table of this kind."""
    _, left = share_out(grids, layout.leaves)
    return [f"sheet {grid.name} has none of the headings and was passed over" for grid in left]


def _lost_remarks(target: Path, layout: Layout) -> list[str]:
    """A file that is written anew keeps no remarks of its owner's."""
    if not target.exists():
        return []
    heads = by_heading(layout.head)
    lines = [line.strip().strip('"') for line in target.read_text(encoding="utf-8-sig").splitlines()]
    remarks = [line[1:] for line in lines if line.startswith("#") and not line.startswith(MARK)]
    count = sum(fold_heading(remark.partition(":")[0]) not in heads for remark in remarks)
    return [f"remarks in {target} are not kept: {count}"] if count else []


def _shown(cell: Cell) -> str:
    return "" if cell is None else str(cell)


def _listing(names: list[str]) -> Node:
    told = names[:MOST_TOLD] + ([f"and {len(names) - MOST_TOLD} more"] if len(names) > MOST_TOLD else [])
    return Listing(tuple(map(Text, told)))
