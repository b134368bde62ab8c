"""The chance of a stranded patrol ship to reach a goal, check by check along each legal route; exact.

Nothing here knows a rule: each step comes from ``legal_steps``, each chance from ``survival_chance``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from flagplot.border_patrol.options import Options
from flagplot.border_patrol.stranded.deadline import When, after
from flagplot.border_patrol.stranded.run import Goal, legal_steps, nearest_goals, stranded_allowance
from flagplot.border_patrol.stranded.survival import Crew, survival_chance, terrain_of_check
from flagplot.border_patrol.terrain import Terrain
from flagplot.core.hexmap import HexMap

Path = tuple[str, ...]


class Leg(NamedTuple):
    """One attempt: when, along which hexes (the one that is left first), whose terrain counts, and its chance."""

    when: When
    path: Path
    terrain: Terrain
    chance: Fraction


class Route(NamedTuple):
    """A way to a goal: its attempts, the chance to live through all of them, and every hex in order.

    For a ship that is there already there are no attempts, and the chance is 1.
    """

    goal: Goal
    legs: tuple[Leg, ...]
    chance: Fraction
    hexes: Path

    def behind(self, leg: Leg) -> Route:
        """The route with an attempt before it, which ends where the route begins."""
        return Route(self.goal, (leg, *self.legs), leg.chance * self.chance, (*leg.path[:-1], *self.hexes))


@dataclass(frozen=True, kw_only=True)
class Chart:
    """What routes are reckoned on: the map, its terrain, and how many hexes an allowance crosses in a phase."""

    board: HexMap
    terrain_at: Callable[[str], Terrain]
    hexes_in: Callable[[int, int], int]
    phases: int
    options: Options
    _chances: dict[tuple[Crew, Terrain], Fraction] = field(default_factory=dict)
    _steps: dict[tuple[str, tuple[Goal, ...]], dict[str, tuple[Goal, ...]]] = field(default_factory=dict)

    def attempts(self, crew: Crew, now: When) -> Iterator[tuple[When, int]]:
        """The phases from ``now`` on in which a ship may try to move, each with its hexes; none if it never may."""
        allowance = stranded_allowance(crippled=crew.crippled)
        if not any(self.hexes_in(allowance, phase) for phase in range(1, self.phases + 1)):
            return
        when = now
        while True:
            hexes = self.hexes_in(allowance, when.phase)
            if hexes:
                yield when, hexes
            when = after(when, self.phases)

    def leg(self, crew: Crew, when: When, path: Path) -> Leg:
        """The attempt along a path."""
        terrain = terrain_of_check([self.terrain_at(hex_) for hex_ in path], self.options)
        key = (crew, terrain)
        if key not in self._chances:
            self._chances[key] = survival_chance(crew, terrain)
        return Leg(when, path, terrain, self._chances[key])

    def steps(self, at: str, goals: tuple[Goal, ...]) -> dict[str, tuple[Goal, ...]]:
        """The legal next hexes, remembered for the next ship that comes by."""
        if (at, goals) not in self._steps:
            self._steps[at, goals] = legal_steps(self.board, at, goals)
        return self._steps[at, goals]

    def stretches(self, at: str, goals: tuple[Goal, ...], hexes: int) -> Iterator[tuple[Path, tuple[Goal, ...]]]:
        """The legal paths over so many hexes, or fewer where a goal comes first, each with its goals."""
        steps = self.steps(at, goals) if hexes else {}
        if not steps:
            yield (at,), goals
        for step, toward in steps.items():
            for rest, still in self.stretches(step, toward, hexes - 1):
                yield (at, *rest), still


def best_routes(chart: Chart, crew: Crew, at: str, goals: Sequence[Goal], now: When) -> list[Route]:
    """The best route to each of the nearest goals, the best first; equals by goal and by hexes.

    Empty where there is no goal, or no phase to move in.
    """
    nearest = nearest_goals(chart.board, at, goals)
    longest = max((chart.board.distance(at, goal.hex) for goal in nearest), default=0)
    attempts = _first(chart.attempts(crew, now), longest)
    if longest and not attempts:
        return []
    known: dict[tuple[str, int, tuple[Goal, ...]], dict[Goal, Route]] = {}

    def search(at: str, number: int, goals: tuple[Goal, ...]) -> dict[Goal, Route]:
        key = (at, number, goals)
        if key not in known:
            found = {goal: Route(goal, (), Fraction(1), (at,)) for goal in goals if goal.hex == at}
            when, hexes = attempts[number] if number < len(attempts) else (now, 0)
            for path, toward in chart.stretches(at, goals, hexes):
                if len(path) == 1:
                    continue
                leg = chart.leg(crew, when, path)
                for goal, route in search(path[-1], number + 1, toward).items():
                    longer = route.behind(leg)
                    if goal not in found or _rank(longer) < _rank(found[goal]):
                        found[goal] = longer
            known[key] = found
        return known[key]

    return sorted(search(at, 0, nearest).values(), key=lambda route: (-route.chance, route.goal, route.hexes))


def all_routes(chart: Chart, crew: Crew, at: str, goals: Sequence[Goal], now: When) -> Iterator[Route]:
    """Every legal route to a nearest goal; their number grows quickly with the distance."""
    nearest = nearest_goals(chart.board, at, goals)
    longest = max((chart.board.distance(at, goal.hex) for goal in nearest), default=0)
    attempts = _first(chart.attempts(crew, now), longest)

    def walk(at: str, number: int, goals: tuple[Goal, ...]) -> Iterator[Route]:
        for goal in goals:
            if goal.hex == at:
                yield Route(goal, (), Fraction(1), (at,))
        if number < len(attempts):
            when, hexes = attempts[number]
            for path, toward in chart.stretches(at, goals, hexes):
                if len(path) > 1:
                    leg = chart.leg(crew, when, path)
                    for route in walk(path[-1], number + 1, toward):
                        yield route.behind(leg)

    return walk(at, 0, nearest)


def _rank(route: Route) -> tuple[Fraction, Path]:
    return -route.chance, route.hexes


def _first(attempts: Iterator[tuple[When, int]], count: int) -> list[tuple[When, int]]:
    """Attempts enough for so many hexes: each crosses one at least."""
    return [attempt for attempt, _ in zip(attempts, range(count), strict=False)]
