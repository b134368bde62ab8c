"""Tallies as files, so that a long run can go on another day and slices of a run can be put together.

A file is one line of JSON: ``kind``, ``job`` (a digest of all that the samples depend on) and ``tally``. In ``table``
each histogram is a list of value, count and lowest sample.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from flagplot.core.canonical import canonical_json
from flagplot.core.refusal import Fault, Faults
from flagplot.core.textfile import REPORT_LIMIT, read_file, source_name, write_whole
from flagplot.odds.tally import Bin, Histogram, Tally, joined

KIND = "flagplot tally"


def write_tally(path: Path, job: str, tally: Tally) -> None:
    """Write the tally of a job, whole or not at all."""
    write_whole(path, canonical_json({"kind": KIND, "job": job, "tally": as_dict(tally)}) + "\n")


def read_tally(path: Path, job: str, faults: Faults) -> Tally | None:
    """The tally of a job; None where it cannot be had, is damaged or of another job, and ``faults`` says why."""
    text = read_file(path, faults, REPORT_LIMIT)
    if text is None:
        return None
    where = source_name(path)
    try:
        document = json.loads(text)
        if document["kind"] != KIND:
            raise ValueError
        tally = from_dict(document["tally"])
        other = document["job"] != job
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        mend = "Give a file that 'flagplot odds' wrote with --resume, unchanged."
        faults.add("not-a-tally", where, "this is no tally, or it was changed", fault=Fault.DAMAGED, mend=mend)
        return None
    if other:
        message = "this tally is of other papers, another seed, or other rules"
        mend = "Name another file, or give the papers, seed and version of Flagplot that it was begun with."
        faults.add("other-job", where, message, fault=Fault.INCONSISTENT, mend=mend)
        return None
    return tally


def merge(named: Iterable[tuple[Path, Tally]], faults: Faults) -> Tally:
    """All tallies together; a fault where a file counts samples that one before it has counted."""
    total = Tally()
    for path, tally in named:
        try:
            total += tally
        except ValueError as error:
            mend = "Merge each slice once."
            faults.add("counted-twice", str(path), str(error), fault=Fault.INCONSISTENT, mend=mend)
    return total


def as_dict(tally: Tally) -> dict[str, Any]:
    """A sampled tally as plain integers."""
    table = {
        name: [[value, int(count), first] for value, (count, first) in sorted(histogram.bins.items())]
        for name, histogram in tally.table.items()
    }
    return {"spans": [list(span) for span in tally.spans], "table": table}


def from_dict(plain: dict[str, Any]) -> Tally:
    """The tally again; whatever is not one is a ValueError, TypeError, KeyError or AttributeError."""
    spans = joined(iter([(_natural(first), _natural(end)) for first, end in plain["spans"]]))
    table = {}
    for name, bins in plain["table"].items():
        read = {_whole(value): Bin(_natural(count), _natural(first)) for value, count, first in bins}
        table[str(name)] = Histogram(read)
    tally = Tally(spans, table)
    # Every sample has one of each but endings, of which a day may have several.
    if any(histogram.total != tally.n for name, histogram in table.items() if name != "ending"):
        raise ValueError("a histogram does not count every sample once")
    return tally


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"{value!r} is no whole number")
    return value


def _natural(value: Any) -> int:
    if _whole(value) < 0:
        raise ValueError(f"{value} is below zero")
    return int(value)
