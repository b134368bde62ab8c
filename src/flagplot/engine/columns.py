"""What a row of a user's sheet must hold: columns, their limits, and the check of one cell against its column."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults, nearest

Value = str | int | bool | tuple[str, ...] | None
"""What a cell holds once it is checked; None where it is blank."""

MOST = 10**9
"""The most that any number in a sheet may be, so that sums over a fleet fit in 64 bits."""


class Kind(StrEnum):
    """What a cell may hold."""

    TEXT = "text"
    NUMBER = "a whole number"
    CHOICE = "a choice"
    ITEMS = "a list with commas"
    FLAG = "yes or no"
    PAIRS = "names with values"


@dataclass(frozen=True, kw_only=True)
class Column:
    """One column: ``aliases`` are other headings for it, ``least`` and ``most`` the limits of a number (inclusive).

    A ``key`` names its row in refusals, and no two rows may have the same. ``citation`` is the rule that asks for it.
    """

    name: str
    kind: Kind = Kind.TEXT
    required: bool = False
    key: bool = False
    least: int = 0
    most: int = MOST
    choices: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    help: str = ""
    citation: Citation | None = None


@dataclass(frozen=True)
class Row:
    """The checked cells of one row by the names of their columns, and where each stands for the one who wrote it.

    ``place`` is file and row (``ships.csv, row 4``), ``unit`` what a cell is called there (column, key). ``refused``
    are the columns whose cells have already been found faulty. ``addresses`` are those of the cells by column in a
    sheet that has a name (``ships.xlsx, sheet Hulls, cell C``), to which ``ordinal`` adds the row; else there are none.
    """

    place: str
    unit: str
    values: Mapping[str, Value] = field(default_factory=dict)
    refused: frozenset[str] = frozenset()
    ordinal: int = 0
    addresses: Mapping[str, str] = field(default_factory=dict)

    def is_blank(self, column: str) -> bool:
        """Whether nothing was written in ``column``."""
        return self.values.get(column) is None and column not in self.refused

    def where(self, column: str) -> str:
        """The place of a cell: ``ships.csv, row 4, column hp``, or ``ships.xlsx, sheet Hulls, cell C4 (hp)``."""
        if column in self.addresses:
            return f"{self.addresses[column]}{self.ordinal} ({column})"
        return f"{self.place}, {self.unit} {column}"

    def text(self, column: str) -> str:
        """The text or choice in ``column``, empty where the cell is blank."""
        value = self.values.get(column)
        return value if isinstance(value, str) else ""

    def number(self, column: str) -> int | None:
        """The number in ``column``, None where the cell is blank."""
        value = self.values.get(column)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def items(self, column: str) -> tuple[str, ...]:
        """The items or pairs in ``column``, none where the cell is blank; a pair is its name, a blank and its value."""
        value = self.values.get(column)
        return value if isinstance(value, tuple) else ()

    def flag(self, column: str) -> bool:
        """Whether ``column`` says yes."""
        return self.values.get(column) is True


def find_column(heading: str, columns: Iterable[Column]) -> Column | None:
    """The column that ``heading`` means by its name or an alias, whatever the case and with ``-``, ``_`` or a blank."""
    return by_heading(columns).get(fold_heading(heading))


def by_heading(columns: Iterable[Column]) -> dict[str, Column]:
    """The columns by each of their headings, folded; a name goes before another column's alias."""
    columns = tuple(columns)
    aliases = {fold_heading(alias): each for each in columns for alias in each.aliases}
    return aliases | {fold_heading(each.name): each for each in columns}


def fold_heading(heading: str) -> str:
    """A heading without the differences that make none: case, and ``-``, ``_`` or blanks between words."""
    return re.sub(r"[\s_-]+", "_", heading.strip().casefold())


def refuse_heading(heading: str, where: str, columns: Iterable[Column], faults: Faults) -> None:
    """Refuse a heading that no column has, with the nearest that there is."""
    shown = shorten(heading)
    mend = nearest(shown, [column.name for column in columns])
    faults.add("unknown-column", where, f"there is no column '{shown}'", fault=Fault.MALFORMED, mend=mend)


def check_row(row: Row, cells: Mapping[str, object], columns: Sequence[Column], faults: Faults) -> Row:
    """``row`` with the values of ``cells`` (by column name), each checked by its column; all faults are told.

    A value is a text, as a CSV file has it, or what TOML makes of it. A faulty or blank cell gives None.
    """
    values: dict[str, Value] = {}
    refused = set()
    for column in columns:
        raw = cells.get(column.name)
        if raw is None or raw == "" or (isinstance(raw, str) and raw.isspace()):
            values[column.name] = None
            if column.required:
                faults.add(
                    "missing-value",
                    row.where(column.name),
                    f"there must be {column.kind} here",
                    fault=Fault.MALFORMED,
                    mend=column.help,
                    citation=column.citation,
                )
        else:
            values[column.name] = _CHECKS[column.kind](raw, column, row, faults)
            if values[column.name] is None:
                refused.add(column.name)
    return replace(row, values=values, refused=frozenset(refused))


def check_keys(rows: Iterable[Row], columns: Iterable[Column], faults: Faults) -> None:
    """Refuse rows that share what should tell them apart; case does not."""
    for column in columns:
        seen: dict[str, Row] = {}
        for row in rows if column.key else ():
            key = row.text(column.name)
            first = seen.setdefault(key.casefold(), row)
            if key and first is not row:
                faults.add(
                    "duplicate-key",
                    row.where(column.name),
                    f"'{shorten(key)}' stands already in {first.place}",
                    fault=Fault.INCONSISTENT,
                    mend="Each row needs its own.",
                )


def shorten(value: object) -> str:
    """``value`` for a message, cut where it is long."""
    if isinstance(value, int) and value.bit_length() > 64:
        return "a huge number"  # which str() may refuse to write, in a list or a table too
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "a table"
    shown = " ".join(str(value).split())
    return shown if len(shown) <= 40 else f"{shown[:37]}..."


def _check_text(raw: object, column: Column, row: Row, faults: Faults) -> Value:
    if isinstance(raw, str):
        return " ".join(raw.split())
    if isinstance(raw, int) and not isinstance(raw, bool) and abs(raw) <= MOST:
        return str(raw)  # TOML: name = 5
    return _refuse_kind(raw, column, row, faults)


def _check_number(raw: object, column: Column, row: Row, faults: Faults) -> Value:
    # Most are plain figures, and of those there may be very many.
    if isinstance(raw, str) and (
        (raw.isdecimal() and raw.isascii() and len(raw) <= 18) or re.fullmatch(r"[+-]?[0-9]{1,18}", raw.strip())
    ):
        raw = int(raw)
    if isinstance(raw, float) or (isinstance(raw, str) and re.fullmatch(r"[+-]?[0-9]*[.,][0-9]+", raw.strip())):
        mend = "Write digits only, with no point, comma or blank in them."
        faults.add(
            "fraction",
            row.where(column.name),
            f"'{shorten(raw)}' is no whole number",
            mend=mend,
            citation=column.citation,
        )
        return None
    if not isinstance(raw, int) or isinstance(raw, bool):
        return _refuse_kind(raw, column, row, faults)
    if column.least <= raw <= column.most:
        return raw
    low = raw < column.least
    bound = column.least if low else column.most
    faults.add(
        "too-low" if low else "too-high",
        row.where(column.name),
        f"{shorten(raw)} is {'below' if low else 'above'} {bound or 'zero'}",
        gap=f"{shorten(abs(raw - bound))} too {'low' if low else 'high'}",
        mend=f"From {column.least} to {column.most}.",
        citation=column.citation,
    )
    return None


def _check_choice(raw: object, column: Column, row: Row, faults: Faults) -> Value:
    if not isinstance(raw, str):
        return _refuse_kind(raw, column, row, faults)
    if raw in column.choices:
        return raw
    choice = next((choice for choice in column.choices if fold_heading(choice) == fold_heading(raw)), None)
    if choice is None:
        shown = shorten(raw)
        mend = nearest(shown, column.choices)
        where = row.where(column.name)
        faults.add("unknown-choice", where, f"'{shown}' is none of them", mend=mend, citation=column.citation)
    return choice


def _check_items(raw: object, column: Column, row: Row, faults: Faults) -> Value:
    items = re.split("[,;]", raw) if isinstance(raw, str) else raw
    if isinstance(items, list) and all(isinstance(item, str) for item in items):
        return tuple(" ".join(item.split()) for item in items if item.strip())
    return _refuse_kind(raw, column, row, faults)


def _check_flag(raw: object, column: Column, row: Row, faults: Faults) -> Value:
    if isinstance(raw, bool):
        return raw
    word = raw.strip().casefold() if isinstance(raw, str) else ""
    if word in ("yes", "true", "no", "false"):
        return word in ("yes", "true")
    return _refuse_kind(raw, column, row, faults)


def _check_pairs(raw: object, column: Column, row: Row, faults: Faults) -> Value:
    """Pairs with semicolons between, or a table: ``hit +1; size CA, FF`` or ``{ hit = "+1", size = ["CA", "FF"] }``."""
    if isinstance(raw, str):
        return tuple(" ".join(pair.split()) for pair in raw.split(";") if pair.strip())
    if isinstance(raw, dict):
        values = {name: _pair_value(value) for name, value in raw.items()}
        if None not in values.values():
            return tuple(" ".join(f"{name} {value}".split()) for name, value in values.items())
    return _refuse_kind(raw, column, row, faults)


def _pair_value(value: object) -> str | None:
    """A value of a table as a CSV file would have it; None for what no pair can hold."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return ", ".join(value)
    return str(value) if isinstance(value, str) or (isinstance(value, int) and abs(value) <= MOST) else None


def _refuse_kind(raw: object, column: Column, row: Row, faults: Faults) -> Value:
    shown = str(raw).lower() if isinstance(raw, bool) else shorten(raw)
    faults.add(
        "wrong-kind",
        row.where(column.name),
        f"'{shown}' is not {column.kind}",
        fault=Fault.MALFORMED,
        mend=column.help,
        citation=column.citation,
    )
    return None


_CHECKS = {
    Kind.TEXT: _check_text,
    Kind.NUMBER: _check_number,
    Kind.CHOICE: _check_choice,
    Kind.ITEMS: _check_items,
    Kind.FLAG: _check_flag,
    Kind.PAIRS: _check_pairs,
}
