"""Papers: texts that came in under a name, kept letter by letter so that a report can carry what it was made from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from flagplot.core.refusal import Faults
from flagplot.core.textfile import LIMIT, read_file, source_name


@dataclass(frozen=True)
class Paper:
    """A text and the name that refusals call it by."""

    name: str
    text: str


def read_paper(path: Path | str, faults: Faults, limit: int = LIMIT) -> Paper | None:
    """The file at ``path``, named by its last part so that no report tells where it lay; None and a fault otherwise."""
    text = read_file(path, faults, limit)
    # A file's name may hold bytes that are no text; a report is one.
    name = Path(source_name(path)).name.encode(errors="replace").decode()
    return None if text is None else Paper(name, text)
