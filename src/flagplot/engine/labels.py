"""Labels of hexes, such as 0101: a sheet turns them into numbers, and the zeros in front are lost."""

from collections.abc import Sequence
from dataclasses import replace

from flagplot.core.refusal import Fault, Faults
from flagplot.engine.columns import Row

FEWEST, MOST = 2, 8
"""Digits of a label."""


def pad_labels(rows: Sequence[Row], column: str, digits: int | None, faults: Faults) -> tuple[Row, ...]:
    """The rows with each label of nothing but figures in ``column`` padded with zeros to the map's ``digits``.

    A longer label is refused. Where the map does not say how many digits its labels have, labels of different lengths
    are refused, because nobody can know which of them have lost zeros.
    """
    labels = {row.text(column) for row in rows if row.text(column).isdecimal()}
    if digits is None:
        if len({len(label) for label in labels}) > 1:
            longest = max(map(len, labels))
            row = next(row for row in rows if row.text(column) in labels and len(row.text(column)) < longest)
            message = f"'{row.text(column)}' has {len(row.text(column))} digits, other labels have {longest}"
            mend = f"Say how many there are: # digits: {longest} above the headings, or digits = {longest} in TOML."
            faults.add("label-digits", row.where(column), message, fault=Fault.INCONSISTENT, mend=mend)
        return tuple(rows)
    padded = []
    for row in rows:
        label = row.text(column)
        if label.isdecimal():
            if len(label) > digits:
                message, gap = f"the label '{label}' has {len(label)} digits", f"{len(label) - digits} too many"
                mend = f"The map's labels have {digits}."
                faults.add("label-digits", row.where(column), message, gap=gap, mend=mend)
            row = replace(row, values={**row.values, column: label.zfill(digits)})
        padded.append(row)
    return tuple(padded)
