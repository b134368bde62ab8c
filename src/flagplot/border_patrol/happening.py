"""A happening: what a rule brought about, as facts and a sentence, before a campaign makes an event of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from flagplot.core.citation import Citation


class Happening(NamedTuple):
    """One thing that came about: its kind, the unit it is about, integers and ids by name, its rules, its sentence."""

    kind: str
    subject: str
    facts: Mapping[str, int | str]
    citations: tuple[Citation, ...]
    text: str
