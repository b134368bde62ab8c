"""The record of a duel: one answer a line, ``R1 range red/hood: far``. With the papers it is the saved game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults
from flagplot.engine.columns import shorten


@dataclass(frozen=True)
class Answered:
    """One answer: the key of its question, the answer as text; where it stands in a file, or which side (0, 1) gave it
    at the table.
    """

    key: str
    text: str
    where: str = ""
    side: int | None = None


def read_record(paper: Paper, faults: Faults) -> tuple[Answered, ...]:
    """The answers of a file in their order; blank lines and those that start with ``#`` are left out."""
    found = []
    for number, line in enumerate(paper.text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        where = f"{paper.name}, line {number}"
        key, colon, text = line.partition(":")
        if colon:
            found.append(Answered(" ".join(key.split()), text.strip(), where))
        else:
            message = f"'{shorten(line.strip())}' is no answer"
            mend = "Write the key of the question, a colon, the answer."
            faults.add("no-answer", where, message, fault=Fault.MALFORMED, mend=mend)
    return tuple(found)


def write_record(name: str, answers: Iterable[Answered]) -> str:
    """The answers as a file; ``name`` is the battle's."""
    lines = [f"# answers of the duel {' '.join(name.split())}", *(f"{each.key}: {each.text}" for each in answers)]
    return "\n".join(lines) + "\n"
