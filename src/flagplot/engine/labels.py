"""Labels of hexes, such as 0101: a sheet turns them into numbers, and the zeros in front are lost."""

from collections.abc import Sequence
from dataclasses import replace

from flagplot.core.refusal import Fault, Faults
from flagplot.engine.columns import Row, Value

FEWEST, MOST = 2, 8
"""Digits of a label."""


def pad_labels(
    rows: Sequence[Row], digits: int | None, column: str, others: Sequence[str], faults: Faults
) -> tuple[Row, ...]:
    """The rows with each label of nothing but figures padded with zeros to the map's ``digits``.

    In ``column`` stand labels alone: a longer one is refused, and where the map does not say how many digits there are,
    labels of different lengths are, because nobody can know which of them have lost zeros. ``others`` are columns that
    may speak of hexes by their labels, one or a list of them.
    """
    if digits is None:
        _check_lengths(rows, column, faults)
        return tuple(rows)
    for row in rows:
        label = row.text(column)
        if label.isdecimal() and len(label) > digits:
            message, gap = f"the label '{label}' has {len(label)} digits", f"{len(label) - digits} too many"
            faults.add("label-digits", row.where(column), message, gap=gap, mend=f"The map's labels have {digits}.")
    return tuple(
        replace(
            row, values={**row.values, **{name: _padded(row.values.get(name), digits) for name in (column, *others)}}
        )
        for row in rows
    )


def _padded(value: Value, digits: int) -> Value:
    if isinstance(value, tuple):
        return tuple(item.zfill(digits) if item.isdecimal() else item for item in value)
    return value.zfill(digits) if isinstance(value, str) and value.isdecimal() else value


def _check_lengths(rows: Sequence[Row], column: str, faults: Faults) -> None:
    labels = {row.text(column) for row in rows if row.text(column).isdecimal()}
    if len({len(label) for label in labels}) > 1:
        longest = max(map(len, labels))
        row = next(row for row in rows if row.text(column) in labels and len(row.text(column)) < longest)
        message = f"'{row.text(column)}' has {len(row.text(column))} digits, other labels have {longest}"
        mend = f"Say how many there are: # digits: {longest} above the headings, or digits = {longest} in TOML."
        faults.add("label-digits", row.where(column), message, fault=Fault.INCONSISTENT, mend=mend)
