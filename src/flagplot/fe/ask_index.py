"""What a case may ask of the index of rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flagplot.fe.index import locate, missing


def ask_where(number: str) -> dict[str, Any]:
    """Where a rule stands: its title, its book, the rules above it, how often it is cited."""
    return locate(number)._asdict()


def ask_missing() -> dict[str, Any]:
    """The numbers that are cited but stand under no heading."""
    return {"numbers": missing()}


QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {"where": ask_where, "missing": ask_missing}
