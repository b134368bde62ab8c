"""What a numbered case may ask of the rules: the questions of every room, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flagplot.fe import (
    ask_aftermath,
    ask_bases,
    ask_capital,
    ask_combat,
    ask_damage,
    ask_economics,
    ask_fighters,
    ask_forces,
    ask_ground,
    ask_index,
    ask_places,
    ask_planets,
    ask_police,
    ask_small_scale,
    ask_transfers,
    ask_transports,
    ask_units,
)

# One line for each room that answers questions.
ROOMS: tuple[Mapping[str, Callable[..., dict[str, Any]]], ...] = (
    ask_index.QUESTIONS,
    ask_combat.QUESTIONS,
    ask_bases.QUESTIONS,
    ask_units.QUESTIONS,
    ask_police.QUESTIONS,
    ask_fighters.QUESTIONS,
    ask_transfers.QUESTIONS,
    ask_transports.QUESTIONS,
    ask_economics.QUESTIONS,
    ask_forces.QUESTIONS,
    ask_places.QUESTIONS,
    ask_damage.QUESTIONS,
    ask_capital.QUESTIONS,
    ask_small_scale.QUESTIONS,
    ask_planets.QUESTIONS,
    ask_ground.QUESTIONS,
    ask_aftermath.QUESTIONS,
)

QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    name: question for room in ROOMS for name, question in room.items()
}
