"""What a numbered case may ask of the rules: the questions of every room, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flagplot.border_patrol import ask_carriers, ask_chief, ask_orions, ask_stranded

# One line for each room that answers questions.
ROOMS: tuple[Mapping[str, Callable[..., dict[str, Any]]], ...] = (
    ask_stranded.QUESTIONS,
    ask_carriers.QUESTIONS,
    ask_chief.QUESTIONS,
    ask_orions.QUESTIONS,
)

QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    name: question for room in ROOMS for name, question in room.items()
}
