"""The run of a stranded patrol ship (V12.11, V12.12): how far, when, toward what, and by which next hexes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from flagplot.border_patrol.craft import Kind, is_patrol_ship
from flagplot.border_patrol.printed import printed
from flagplot.core.citation import carries_out
from flagplot.core.hexmap import HexMap

Schedule = Mapping[int, Mapping[int, int]]
"""For an allowance, the hexes that it may cross in each movement phase in which it may move (V8.90)."""


class Goal(NamedTuple):
    """A place to run for: the friendly unit, base or star system, and its hex."""

    id: str
    hex: str


@carries_out("bp", "V12.11")
def has_engine_allowance(kind: Kind, *, independent: bool) -> bool:
    """Whether a craft's allowance comes from its engines, by V8.12: not that of a patrol ship on its own."""
    return is_patrol_ship(kind) and not independent


@carries_out("bp", "V12.12")
def stranded_allowance(*, crippled: bool) -> int:
    """Strategic hexes a Turn. Being out of supply does not lower it again (reading A3)."""
    return int(printed()["V12.12"]["boma"]["crippled" if crippled else "sound"])


def proportional(phases: int) -> Schedule:
    """A schedule for when the table of V8.90 is not at hand: the allowance spread evenly, late rather than early."""
    allowances = printed()["V12.12"]["boma"].values()
    return {
        boma: {
            phase: hexes
            for phase in range(1, phases + 1)
            if (hexes := phase * boma // phases - (phase - 1) * boma // phases)
        }
        for boma in allowances
    }


@carries_out("bp", "V12.12")
def is_goal(*, is_base: bool, is_star_system: bool, tows: bool, takes_crew: bool) -> bool:
    """Whether a friendly unit or place is one that a stranded patrol ship may run for."""
    return is_base or is_star_system or tows or takes_crew


@carries_out("bp", "V12.12")
def nearest_goals(board: HexMap, at: str, goals: Iterable[Goal]) -> tuple[Goal, ...]:
    """The goals at the least distance from a hex; several where they tie."""
    known = sorted(goals)
    least = min((board.distance(at, goal.hex) for goal in known), default=0)
    return tuple(goal for goal in known if board.distance(at, goal.hex) == least)


@carries_out("bp", "V12.12")
def legal_steps(board: HexMap, at: str, goals: Iterable[Goal]) -> dict[str, tuple[Goal, ...]]:
    """The next hexes that a stranded patrol ship may enter, each with the nearest goals that it comes nearer to.

    The owner picks among ties (reading A8); no step may lead away from all of the nearest goals, and there is none at a
    goal.
    """
    nearest = nearest_goals(board, at, goals)
    found: dict[str, tuple[Goal, ...]] = {}
    for step in board.neighbours(at):
        toward = tuple(goal for goal in nearest if board.distance(step, goal.hex) < board.distance(at, goal.hex))
        if toward:
            found[step] = toward
    return found
