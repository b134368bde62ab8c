"""The states of one side by number, found as the chain reaches them: what each shows the enemy, when it retreats."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import NamedTuple

from flagplot.fe.combat import force
from flagplot.fe.combat.allocation import Carried
from flagplot.fe.combat.battle.setup import Entrant, Setup
from flagplot.fe.combat.chances.casualties import Casualties
from flagplot.fe.combat.chances.muster import Shown, UncoveredError
from flagplot.fe.combat.chances.remainder import NOTHING_CARRIED, Remainder, Units

MOST_ROUNDS = 100
"""Rounds behind which a battle is broken off."""

NEVER = MOST_ROUNDS + 1
GONE = 0
"""The round of a retreat where nobody is left to retreat."""


class State(NamedTuple):
    """A standing at the beginning of a round, by its number, and what the side carries on."""

    standing: int
    carried: Carried


class Ledger:
    """The states of one side; number 0 is the one in which it comes to the battle."""

    def __init__(self, setup: Setup, side: int) -> None:
        self.setup, self.side = setup, side
        self.casualties = Casualties(setup, side)
        self.states: list[State] = []
        self.kinds: list[Shown] = []
        self.kind: list[int] = []
        self.until: list[int] = []
        self._numbers: dict[State, int] = {}
        self._by_standing: dict[int, tuple[int, int]] = {}
        self._first = force.ship_equivalents(self.entrant.units)
        self._add(State(self.casualties.enter(self.entrant.units, first=True), NOTHING_CARRIED))

    @property
    def entrant(self) -> Entrant:
        """Who it is."""
        return self.setup.sides[self.side]

    def units(self, number: int) -> Units:
        """The units that are left in a state."""
        return self.casualties.standings[self.states[number].standing].units

    def shown(self, number: int) -> Shown:
        """What a state shows the enemy."""
        return self.kinds[self.kind[number]]

    def remainder(self, number: int) -> Remainder:
        """A state with its units."""
        return Remainder(self.units(number), self.states[number].carried)

    def after(self, number: int, damage: int) -> int:
        """The state behind a round in which so much damage was scored."""
        state = self.states[number]
        return self._add(State(*self.casualties.after(state.standing, state.carried, damage)))

    def _add(self, state: State) -> int:
        """The number of a state, found already or not."""
        number = self._numbers.setdefault(state, len(self.states))
        if number == len(self.states):
            if state.standing not in self._by_standing:
                self._by_standing[state.standing] = self._kind_and_until(state.standing)
            kind, until = self._by_standing[state.standing]
            self.states.append(state)
            self.kind.append(kind)
            self.until.append(until)
        return number

    def _kind_and_until(self, standing: int) -> tuple[int, int]:
        units, shown = self.casualties.standings[standing].units, self.casualties.shown[standing]
        if shown not in self.kinds:
            self.kinds.append(shown)
        return self.kinds.index(shown), self._until(units)

    def _until(self, units: Units) -> int:
        """The first round behind which units retreat, and behind every later one; ``GONE`` where there are none."""
        if not units:
            return GONE
        if all(map(force.standing, units)):
            return NEVER
        now = force.ship_equivalents(units)
        leaves: Callable[[int], bool] = lambda round_: bool(  # noqa: E731
            self.entrant.instructions.retreats(round_, now, self._first)
        )
        return 1 + bisect_left(range(1, NEVER), True, key=leaves)

    def refuse_base_left(self, numbers: Iterable[int], round_: int) -> None:
        """Raise ``UncoveredError`` where one of some states retreats behind a round and leaves a base behind."""
        for number in numbers:
            if GONE < self.until[number] <= round_ and any(map(force.standing, self.units(number))):
                raise UncoveredError(f"{self.entrant.name} leaves a base behind")
