"""What a ruleset says of the files that its users keep in sheets: kinds of file, their tables, the columns of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.core.toml import load
from flagplot.engine.columns import Column, Value, by_heading, fold_heading, shorten

Values = Mapping[str, Value]
"""What a row says, by column; blank cells, empty lists and flags that say no are left out."""


@dataclass(frozen=True)
class Leaf:
    """One table: ``name`` is what its rows begin with in TOML (``hull``), ``sheets`` what a workbook calls its sheet.

    The first of ``sheets`` is what we call it. ``named_by`` is the column that names a row where none is a key.
    """

    name: str
    columns: tuple[Column, ...]
    sheets: tuple[str, ...]
    named_by: str = ""

    @cached_property
    def headings(self) -> Mapping[str, Column]:
        """The columns by each of their headings, folded."""
        return by_heading(self.columns)

    def is_called(self, sheet: str) -> bool:
        """Whether a sheet of this name is meant for the table."""
        return fold_heading(sheet) in map(fold_heading, (self.name, *self.sheets))

    @property
    def key(self) -> Column | None:
        """The column that names a row for good; None where rows have none."""
        return next((column for column in self.columns if column.key or column.name == self.named_by), None)


@dataclass(frozen=True)
class Document:
    """What a file says, whatever its format: its head, and by table the rows in their order."""

    head: Values = field(default_factory=dict)
    tables: Mapping[str, tuple[Values, ...]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Layout:
    """One kind of file: its tables, the first of which it cannot do without, and what may stand above them.

    ``read`` checks a file whole, by the layout that it is given; None where it has faults. Its last argument is the
    paper that ``beside`` names, held against the file, such as the ship book of a fleet. ``write`` gives the TOML of a
    document where that is not a table for each row.
    """

    id: str
    title: str
    leaves: tuple[Leaf, ...]
    read: Callable[[Layout, Paper, Faults, Paper | None], Document | None]
    head: tuple[Column, ...] = ()
    beside: str = ""
    write: Callable[[Document], str] | None = None


def read_headings(text: str, source: str, faults: Faults) -> dict[str, Any]:
    """The tables of a mapping file: ``[hull]``, and below it for each column what sheets call it, ``hp = ["Hits"]``."""
    try:
        return load(text)
    except ValueError as error:
        mend = "Mend that place and send the file again."
        faults.add("not-toml", source, f"this is not TOML: {error}", fault=Fault.DAMAGED, mend=mend)
        return {}


def add_headings(leaves: Iterable[Leaf], tables: Mapping[str, Any], source: str, faults: Faults) -> tuple[Leaf, ...]:
    """The leaves with the headings of a mapping file; one that no column is meant by, or two, is refused."""
    found = {leaf.name: leaf for leaf in leaves}
    for name, table in tables.items():
        if name not in found or not isinstance(table, dict):
            mend = nearest(shorten(name), found)
            message = f"there is no table '{shorten(name)}'"
            faults.add("unknown-table", source, message, fault=Fault.MALFORMED, mend=mend)
            continue
        for column, aliases in table.items():
            found[name] = _with_aliases(found[name], column, aliases, f"{source}, {name}, {shorten(column)}", faults)
    return tuple(found.values())


def _with_aliases(leaf: Leaf, name: str, aliases: object, where: str, faults: Faults) -> Leaf:
    aliases = [aliases] if isinstance(aliases, str) else aliases
    names = {fold_heading(column.name): column.name for column in leaf.columns}
    if fold_heading(name) not in names:
        message = f"there is no column '{shorten(name)}'"
        faults.add("unknown-column", where, message, fault=Fault.MALFORMED, mend=nearest(shorten(name), names.values()))
        return leaf
    if not isinstance(aliases, list) or not all(isinstance(each, str) and each.strip() for each in aliases):
        mend = 'Write for instance: hp = ["Hit points", "Structure"].'
        faults.add("wrong-kind", where, "these are no headings", fault=Fault.MALFORMED, mend=mend)
        return leaf
    name = names[fold_heading(name)]
    for alias in aliases:
        other = leaf.headings.get(fold_heading(alias))
        if other is not None and other.name != name:
            message = f"'{shorten(alias)}' means the column {other.name} already"
            mend = "Leave it to one of the two."
            faults.add("double-heading", where, message, fault=Fault.INCONSISTENT, mend=mend)
    columns = (
        replace(column, aliases=(*column.aliases, *aliases)) if column.name == name else column
        for column in leaf.columns
    )
    return replace(leaf, columns=tuple(columns))


def is_toml(text: str, source: str, leaves: Iterable[Leaf]) -> bool:
    """Whether a paper is TOML: by its name, or because a row begins with the name of a table in double brackets."""
    if Path(source).suffix.casefold() == ".toml":
        return True
    openings = {f"[[{leaf.name}]]" for leaf in leaves}
    return any("".join(line.split()) in openings for line in text.splitlines() if line.lstrip().startswith("["))
