"""How an answer came about, so that anybody can have it again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Method:
    """``how`` is ``exact`` or ``sampled``, with what there is to be said of it in ``detail``.

    ``spans`` are the samples, each span with its first and the one after its last; none where the answer is exact.
    ``readings`` are the options in force.
    """

    how: str
    detail: str
    spans: tuple[tuple[int, int], ...]
    seed: int
    version: str
    ruleset: str
    fingerprint: str
    readings: Mapping[str, str]

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """As lines of a report."""
        n = sum(end - first for first, end in self.spans)
        spans = ", ".join(f"{first} to {end - 1}" for first, end in self.spans)
        sampled = (("samples", f"{n} ({spans})"), ("seed", str(self.seed))) if self.spans else ()
        return (
            ("method", f"{self.how}: {self.detail}"),
            *sampled,
            ("Flagplot", self.version),
            ("rules", f"{self.ruleset} {self.fingerprint}"),
            ("readings", ", ".join(f"{name} = {option}" for name, option in self.readings.items())),
        )

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "how": self.how,
            "detail": self.detail,
            "spans": [list(span) for span in self.spans],
            "n": sum(end - first for first, end in self.spans),
            "seed": self.seed if self.spans else None,
            "flagplot": self.version,
            "ruleset": self.ruleset,
            "fingerprint": self.fingerprint,
            "readings": dict(self.readings),
        }
