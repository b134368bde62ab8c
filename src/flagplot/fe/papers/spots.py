"""Where something stands in a TOML paper, line by line, and what is told of it there."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults

_PART = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_NAME = rf"{_PART}(?:\s*\.\s*{_PART})*"
_TABLE = re.compile(rf"\s*(?P<open>\[\[?)\s*(?P<name>{_NAME})\s*\]")
_KEY = re.compile(rf"\s*(?P<name>{_NAME})\s*=")


class Lines:
    """The line at which each key of a TOML text stands: ``line("side", 1, "craft", "cv-1")``.

    Found by looking at how lines begin, so that within a text of several lines it may be deceived: it serves people who
    look for a fault, and nothing else.
    """

    def __init__(self, text: str) -> None:
        self._found: dict[tuple[str | int, ...], int] = {}
        counts: dict[tuple[str | int, ...], int] = {}
        inside: tuple[str | int, ...] = ()
        for number, line in enumerate(text.splitlines(), 1):
            if table := _TABLE.match(line):
                inside = _within(_parts(table["name"]), counts)
                if table["open"] == "[[":
                    counts[inside] = counts.get(inside, -1) + 1
                    inside = (*inside, counts[inside])
                self._found.setdefault(inside, number)
            elif key := _KEY.match(line):
                self._found.setdefault((*inside, *_parts(key["name"])), number)

    def line(self, *path: str | int) -> int | None:
        """The line of a key, or of the nearest thing around it."""
        return next((self._found[path[:n]] for n in range(len(path), 0, -1) if path[:n] in self._found), None)


def _parts(name: str) -> list[str]:
    return [part.strip("\"'") for part in re.findall(_PART, name)]


def _within(parts: list[str], counts: dict[tuple[str | int, ...], int]) -> tuple[str | int, ...]:
    """The path of a table, each list of tables on the way at its latest."""
    path: tuple[str | int, ...] = ()
    for part in parts[:-1]:
        path = (*path, part)
        if path in counts:
            path = (*path, counts[path])
    return (*path, parts[-1])


@dataclass(frozen=True)
class Spot:
    """One place in a paper, with the faults to which it adds and the rule that bears on it."""

    paper: str
    lines: Lines | None
    faults: Faults
    path: tuple[str | int, ...] = ()
    rule: str = ""
    what: str = ""

    @property
    def where(self) -> str:
        """Paper and line, and what stands there."""
        line = self.lines.line(*self.path) if self.lines else None
        place = self.paper if line is None else f"{self.paper}:{line}"
        return f"{place}, {self.what}" if self.what else place

    def at(self, *path: str | int, rule: str = "", what: str = "") -> Spot:
        """A place within this one."""
        return replace(self, path=(*self.path, *path), rule=rule or self.rule, what=what or self.what)

    def refuse(self, code: str, message: str, *, fault: Fault = Fault.MALFORMED, gap: str = "", mend: str = "") -> None:
        """Note a fault here."""
        rule = Citation("fe", self.rule) if self.rule else None
        self.faults.add(code, self.where, message, fault=fault, gap=gap, mend=mend, citation=rule)
