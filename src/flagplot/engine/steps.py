"""Steps, decisions and policies: a battle or turn is a sequence of small steps, cut wherever somebody must choose.

No step spans a decision. Before a step that needs one, a policy (standing orders, later a player's answer) fills in the
choices; the step then carries them out. A saved game is the state between two steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar

from flagplot.core.citation import Citation


@dataclass(frozen=True)
class Step:
    """One step of a sequence of play: its name, its rules, and what has to be decided before it (empty: nothing)."""

    name: str
    citations: tuple[Citation, ...]
    decides: str = ""


class Stepped(Protocol):
    """What can be played step by step. ``sequence`` holds every step by its number, in the order of the rulebook."""

    sequence: Mapping[int, Step]

    @property
    def step(self) -> int | None:
        """The step that comes next; None when all is over."""

    def advance(self) -> None:
        """Carry out that step with the choices at hand."""


Game = TypeVar("Game", bound=Stepped)
Game_contra = TypeVar("Game_contra", bound=Stepped, contravariant=True)


class Policy(Protocol[Game_contra]):
    """Who decides. It is called before every step, so that it can keep notes, and answers where one asks."""

    def __call__(self, game: Game_contra, step: int, /) -> None:
        """Fill in the choices that ``step`` is about to carry out."""


def play_step(game: Game, policy: Policy[Game]) -> int:
    """Carry out the next step, its decision first; the number of that step. ValueError when the game is over."""
    step = game.step
    if step is None:
        raise ValueError("the game is over: there is no step to play")
    policy(game, step)
    game.advance()
    return step
