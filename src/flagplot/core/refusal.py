"""Refusals: what is wrong, where, by which rule, by how much, and how to mend it. Never the first fault alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum

from flagplot.core.citation import Citation


class Fault(StrEnum):
    """How an input fails; each kind needs another answer from whoever sent it."""

    MALFORMED = "malformed"  # not understood
    ILLEGAL = "illegal"  # understood, not allowed
    INCONSISTENT = "inconsistent"  # a set that contradicts itself
    DAMAGED = "damaged"  # a file that cannot be read as what it says it is
    CONFLICT = "conflict"  # readings or rule versions that do not go together


EXIT_CODES = {Fault.MALFORMED: 1, Fault.ILLEGAL: 1, Fault.INCONSISTENT: 1, Fault.DAMAGED: 3, Fault.CONFLICT: 4}


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """One fault.

    ``code`` is a stable slug (``unknown-hull``), ``where`` a file with line or cell, ``message`` what happened,
    ``mend`` how to put it right (the nearest legal thing), ``gap`` by how much it misses ("3 attacks short").
    """

    code: str
    fault: Fault
    where: str
    message: str
    mend: str = ""
    gap: str = ""
    citation: Citation | None = None

    def __str__(self) -> str:
        rule = f" [{self.citation}]" if self.citation else ""
        gap = f" ({self.gap})" if self.gap else ""
        mend = f" {self.mend}" if self.mend else ""
        return f"{self.where}: {self.message}{gap}{rule}.{mend}"

    def as_dict(self) -> dict[str, str]:
        """Plain strings for JSON; ``rule`` is empty where no rule is concerned."""
        return {
            "code": self.code,
            "fault": self.fault.value,
            "where": self.where,
            "message": self.message,
            "gap": self.gap,
            "mend": self.mend,
            "rule": str(self.citation) if self.citation else "",
        }


class Refused(Exception):
    """All faults of one input; nothing was changed."""

    def __init__(self, refusals: Iterable[Refusal]) -> None:
        self.refusals = tuple(refusals)
        super().__init__("\n".join(map(str, self.refusals)))

    def __reduce__(self) -> tuple[type[Refused], tuple[tuple[Refusal, ...]]]:
        """From another process it comes with all that it refuses."""
        return Refused, (self.refusals,)

    @property
    def exit_code(self) -> int:
        """A damaged file outranks a conflict of rules, which outranks refused orders."""
        codes = {EXIT_CODES[refusal.fault] for refusal in self.refusals}
        return next(code for code in (3, 4, 1) if code in codes)


MOST_FAULTS = 10_000
"""Beyond so many a reader of long lists may stop: whoever has them all has no use for more."""


@dataclass
class Faults:
    """Collects refusals while an input is read, so that all of them can be told at once."""

    found: list[Refusal] = field(default_factory=list)

    @property
    def are_plenty(self) -> bool:
        """Whether there are so many that nobody needs another."""
        return len(self.found) >= MOST_FAULTS

    def add(
        self,
        code: str,
        where: str,
        message: str,
        *,
        fault: Fault = Fault.ILLEGAL,
        mend: str = "",
        gap: str = "",
        citation: Citation | None = None,
    ) -> None:
        """Note one fault and go on reading."""
        self.found.append(
            Refusal(code=code, fault=fault, where=where, message=message, mend=mend, gap=gap, citation=citation)
        )

    def settle(self) -> None:
        """Raise ``Refused`` with every fault found so far, if any."""
        if self.found:
            raise Refused(self.found)


def nearest(word: str, choices: Iterable[str]) -> str:
    """A hint for a misspelt word: ``Did you mean 'x'?``, or the choices where none is near."""
    known = list(choices)
    folded = {choice.casefold(): choice for choice in known}
    close = get_close_matches(word.casefold(), folded, n=1, cutoff=0.6)
    if close:
        return f"Did you mean '{folded[close[0]]}'?"
    return f"Known: {', '.join(known)}." if known else ""
