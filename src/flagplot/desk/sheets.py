"""Files that may be sheets: read as papers, whatever their format, and told from one another by what they hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.core.textfile import LIMIT, SHEET_LIMIT, read_bytes, source_name
from flagplot.core.toml import load
from flagplot.desk.rulesets import ruleset
from flagplot.engine.columns import by_heading, fold_heading
from flagplot.engine.grids import Grid, read_grids
from flagplot.engine.layout import Layout, is_toml
from flagplot.engine.sheets import known_headings

FEWEST_HEADINGS = 2
"""By so many headings a sheet is known."""


def read_sheet(path: Path | str, faults: Faults, remarks: list[str] | None = None, limit: int = LIMIT) -> Paper | None:
    """The file at ``path`` as a paper, named by its last part: CSV, pasted cells, TOML, XLSX, ODS or XLS.

    A workbook becomes the text of its sheets, at most ``limit`` bytes of it. ``remarks`` gets what was passed over.
    None where it cannot be read; ``faults`` then says why.
    """
    from flagplot.formats.workbook import read_workbook

    # A file's name may hold bytes that are no text; a report is one.
    name = Path(source_name(path)).name.encode(errors="replace").decode()
    data = read_bytes(path, faults, SHEET_LIMIT)
    text = None if data is None else read_workbook(data, name, faults, [] if remarks is None else remarks, limit)
    return None if text is None else Paper(name, text)


def layouts(ruleset_id: str) -> tuple[Layout, ...]:
    """The kinds of file that a ruleset's users keep in sheets; raises ``Refused`` for no such ruleset."""
    return ruleset(ruleset_id).layouts


def layout_of(
    paper: Paper, grids: Sequence[Grid], known: Sequence[Layout], kind: str | None, faults: Faults
) -> Layout | None:
    """The kind of file that a paper is: the one that is called for, else the one that knows most of its ``grids``.

    A paper without grids is TOML. None and a fault where there is no such kind.
    """
    if kind is not None:
        found = next((layout for layout in known if layout.id == kind), None)
        if found is None:
            mend = nearest(kind, [layout.id for layout in known])
            faults.add("unknown-kind", f"'{kind}'", "there is no such kind of file", fault=Fault.MALFORMED, mend=mend)
        return found
    scores = {layout.id: _score(grids, layout) if grids else _toml_score(paper, layout) for layout in known}
    best = max(known, key=lambda layout: scores[layout.id], default=None)
    if best is None or not scores[best.id][0]:
        kinds = ", ".join(layout.id for layout in known)
        message = "its headings are those of no kind of file that is known"
        mend = f"Name the kind: {kinds}; or compare the headings with the columns of the reference."
        faults.add("unknown-headings", paper.name, message, fault=Fault.MALFORMED, mend=mend)
        return None
    return best


def grids_of(paper: Paper, known: Iterable[Layout]) -> list[Grid]:
    """The sheets of a paper, none where it is TOML; what is wrong with them is told by whoever reads them."""
    if any(is_toml(paper.text, paper.name, layout.leaves) for layout in known):
        return []
    return read_grids(paper.text, paper.name, Faults())


def _score(grids: Iterable[Grid], layout: Layout) -> tuple[int, int]:
    """How many sheets a layout knows, and of how many headings; nothing without its first table."""
    meant = [_tables_meant(grid, layout) for grid in grids]
    if not any(layout.leaves[0].name in each for each in meant):
        return 0, 0
    best = [max(each.values()) for each in meant if each]
    return len(best), sum(best)


def _tables_meant(grid: Grid, layout: Layout) -> dict[str, int]:
    """The tables that a sheet may hold, each with how many of its headings there are."""
    known = {leaf.name: known_headings(grid, leaf) for leaf in layout.leaves}
    called = {leaf.name for leaf in layout.leaves if leaf.is_called(grid.name)}
    return {name: count for name, count in known.items() if count >= (1 if name in called else FEWEST_HEADINGS)}


def _toml_score(paper: Paper, layout: Layout) -> tuple[int, int]:
    """How many tables and keys of a TOML text a layout knows; nothing without its first table or a way of its own."""
    try:
        data = load(paper.text)
    except ValueError:
        return 1, 0  # whoever reads it will say what is wrong
    leaves = {leaf.name for leaf in layout.leaves} & set(data)
    heads = by_heading(layout.head)
    known = sum(fold_heading(key) in heads for key in data)
    if layout.leaves[0].name not in data and (layout.write is None or known < FEWEST_HEADINGS):
        return 0, 0
    return max(1, len(leaves)), known
