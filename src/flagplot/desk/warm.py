"""Warm the compiled engine: build it once, before it is waited for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from flagplot.fta3.play import engines


@dataclass(frozen=True)
class Warmth:
    """What warming did: ``built`` is False where there was nothing to do; ``folder`` is None where nothing is kept."""

    built: bool
    seconds: float
    folder: Path | None


def is_warm() -> bool:
    """Whether warming has nothing to do."""
    return engines.is_warm()


def warm() -> Warmth:
    """Build the engine, or only load it where it is warm already."""
    built = not engines.is_warm()
    start = perf_counter()
    engines.compiled()
    seconds = perf_counter() - start
    return Warmth(built, seconds, engines.folder() if engines.is_warm() else None)


def told(warmth: Warmth) -> list[str]:
    """What it did, in lines."""
    lines = [f"The engine for many battles is {'built' if warmth.built else 'warm already'}: {warmth.seconds:.1f} s."]
    if warmth.folder:
        lines.append(f"It is kept in {warmth.folder}.")
    else:
        lines.append("It could not be kept, for want of a cache folder that is yours alone: each run builds it again.")
    return lines


def as_dict(warmth: Warmth) -> dict[str, Any]:
    """The same as plain values."""
    folder = None if warmth.folder is None else str(warmth.folder)
    return {"built": warmth.built, "seconds": f"{warmth.seconds:.3f}", "folder": folder}
