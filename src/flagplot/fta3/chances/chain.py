"""Exact chances of a small battle: a Markov chain over its steps, each carried out by the rules' own functions.

A state is all that a step leaves to later ones but the hit points, and for each such state the chances of all hit
points at once. States that come out alike are one. What a position roll that ties sixty-four times over would decide
is left out: less than 1e-83.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import gcd, prod
from types import SimpleNamespace
from typing import Any

import numpy as np

from flagplot.core import dice as d
from flagplot.core.sources import walk
from flagplot.engine.battle import Chances, RowForm
from flagplot.engine.kernel import rebound
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle import sampling
from flagplot.fta3.battle.policy import choose
from flagplot.fta3.battle.sequence import advance
from flagplot.fta3.battle.state import Battle
from flagplot.fta3.battle.trace import note
from flagplot.fta3.chances.paths import HitPoints, OneRoller, StepPath, TieError
from flagplot.fta3.chances.rows import Fight, day_rows
from flagplot.fta3.play import engines

MOST_SHIPS = 6
MOST_CELLS = 1 << 18
"""The most combinations of hit points that are reckoned with at once."""

MOST_WORK = 25_000
"""How much is done, in runs of a step, before the battle is left to sampling: a few seconds."""

CELLS_A_RUN = 4096
"""So many combinations of hit points take as long as a run of a step."""

MOST_DAYS = 1 << 18
"""The most combinations of what the battles of a day can end in."""

UNLIKELY = 1e-12
"""A state that is less likely is not followed up."""

APART = (k.FIRE, k.STRIKE)
"""Steps whose rollers do each their own harm, whatever the others roll: they are worked through one by one."""

Roller = tuple[int, int, int]
Outcome = tuple[bytes, tuple[int, ...], float]
"""What one roller's dice do: the change of the state, what each ship loses (in grains), and the chance."""


class TooMuchError(Exception):
    """The battle has more states than can be followed up."""


Ends = tuple[Any, Any]
"""The rows that a battle can end in, and their chances."""


def exact_chances(form: RowForm, ways: Sequence[tuple[Sequence[Fight], float]], saved: bytes = b"") -> Chances | None:
    """The exact distribution of the rows of a day; None where it is too large.

    ``ways`` are the battles that it may come to, each way with its chance. They stand at their start, and none hangs on
    another; a day's only battle goes on from what was ``saved``, if anything.
    """
    chains = [[Chain(fight, saved) for fight in fights] for fights, _ in ways]
    if not all(chain.is_small for each in chains for chain in each):
        return None
    rows, weights, left_out, work = [], [], 0.0, MOST_WORK
    for (fights, chance), each in zip(ways, chains, strict=True):
        ends = []
        for fight, chain in zip(fights, each, strict=True):
            try:
                ends.append(_ends(form, fight, chain.run(work)))
            except TooMuchError:
                return None
            work -= chain.work
            left_out += chance * chain.left_out
        if prod(len(chances) for _, chances in ends) > MOST_DAYS:
            return None
        of_day, chances = _together(form, fights, ends)
        rows.append(of_day)
        weights.append(chance * chances)
    told = "each battle" if any(len(fights) > 1 for fights, _ in ways) else "the battle"
    how = f"a Markov chain over every step of {told}"
    return Chances(np.concatenate(rows), np.concatenate(weights), left_out, how)


def _ends(form: RowForm, fight: Fight, ends: Mapping[bytes, float]) -> Ends:
    """What a battle can end in; ends that a day does not tell apart are one."""
    rows = engines.rows(fight.battle, len(ends))
    for row, memory in zip(rows, ends, strict=True):
        fight.battle.memory[:] = np.frombuffer(memory, np.int64)
        sampling.tell(fight.battle, row)
    _, first, place = np.unique(
        day_rows(form, [fight], [rows], len(rows)), axis=0, return_index=True, return_inverse=True
    )
    return rows[first], np.bincount(place.ravel(), weights=list(ends.values()))


def _together(form: RowForm, fights: Sequence[Fight], ends: Sequence[Ends]) -> Ends:
    """The rows of a day, from all that each of its battles can end in."""
    told: list[Any] = []
    chances = np.ones(1)
    for rows, of_battle in ends:
        told = [np.repeat(each, len(rows), axis=0) for each in told]
        told.append(np.tile(rows, (len(chances), 1)))
        chances = np.outer(chances, of_battle).ravel()
    return day_rows(form, fights, told, len(chances)), chances


class Chain:
    """The states of one battle that are still to be followed up, by round and step."""

    def __init__(self, fight: Fight, saved: bytes) -> None:
        self.battle = fight.battle
        self.ships = list(zip(fight.sides.tolist(), fight.indices.tolist(), strict=True))
        self.cast: Any = SimpleNamespace(path=None)
        exchange: dict[Any, Any] = {
            d.face: lambda *address: self.cast.path.face(*address),
            d.count: lambda *address: self.cast.path.count(*address),
            note: lambda *_: None,
        }
        self.choose, self.advance = rebound(choose, exchange), rebound(advance, exchange)
        self.left_out = 0.0
        self.work, self.most_work = 0, MOST_WORK
        self.known: dict[object, list[Outcome]] = {}
        self.waiting: dict[tuple[int, int], dict[bytes, Any]] = {}
        self.ends: dict[bytes, float] = {}
        self.fresh = _forgetful(self.battle)
        if saved:
            self.battle.memory[:] = np.frombuffer(saved, np.int64)
        self.first = bytes(self.battle.memory)
        self.grains = [_grain(self.battle, s) for s, _ in self.ships]
        self.values = [
            _values(int(self.battle.ships.hp[place]), grain)
            for place, grain in zip(self.ships, self.grains, strict=True)
        ]

    @property
    def is_small(self) -> bool:
        """Whether there is any hope of following it up."""
        return len(self.ships) <= MOST_SHIPS and prod(map(len, self.values)) <= MOST_CELLS

    def run(self, most_work: int = MOST_WORK) -> dict[bytes, float]:
        """Follow every state up to the end of the battle: the chance of each state that it can end in.

        Raises ``TooMuchError`` where it takes more work than that.
        """
        self.most_work = most_work
        weights = np.zeros([len(values) for values in self.values])
        weights.flat[-1] = 1.0
        self.battle.memory[:] = np.frombuffer(self.first, np.int64)
        self.wait(self.state(), weights)
        while self.waiting:
            at = min(self.waiting)
            for memory, weights in self.waiting.pop(at).items():
                if weights.sum() < UNLIKELY:
                    self.left_out += float(weights.sum())
                elif at[1] == k.OVER:
                    self.ends[memory] = self.ends.get(memory, 0.0) + float(weights.sum())
                elif at[1] in APART:
                    self.roll_apart(memory, weights, at[1])
                else:
                    self.roll_together(memory, weights, at[1])
        return self.ends

    def roll_together(self, memory: bytes, weights: Any, step: int) -> None:
        """Walk every path of a step."""
        found = []
        for done, path in walk(lambda way: StepPath(way, weights), lambda path: self.play(memory, step, path)):
            if done is not None:
                found.append((*done, path.weights * float(path.chance)))
        # Where a tie was rolled again, what did not tie stands for it too.
        total = sum(left.sum() for *_, left in found)
        for following, harm, left in found:
            self.wait(following, _less(left, harm) * (weights.sum() / total))

    def roll_apart(self, memory: bytes, weights: Any, step: int) -> None:
        """Walk the paths of each roller by itself, and put together what they do."""
        quiet = list(walk(lambda way: OneRoller(way, weights, None), lambda path: self.play(memory, step, path)))
        for done, base in quiet:
            assert done is not None
            states = {done[0]: base.weights}
            for roller in dict.fromkeys(base.asked):
                outcomes = self.outcomes(memory, weights, step, base, roller, done[0])
                together: dict[bytes, Any] = {}
                for state, left in states.items():
                    for change, harm, chance in outcomes:
                        changed = (np.frombuffer(state, np.int64) + np.frombuffer(change, np.int64)).tobytes()
                        together[changed] = together.get(changed, 0.0) + _less(left, harm) * chance
                states = together
            for state, left in states.items():
                self.wait(state, left)

    def outcomes(
        self, memory: bytes, weights: Any, step: int, base: OneRoller, roller: Roller, quiet: bytes
    ) -> list[Outcome]:
        """What one roller's dice do, on the path that ``base`` took where hit points were compared.

        Rollers with the same numbers that do the same at their best and at their worst are worked through once.
        """

        def play(path: OneRoller) -> tuple[bytes, tuple[int, ...]]:
            done = self.play(memory, step, path)
            assert done is not None
            change = np.frombuffer(done[0], np.int64) - np.frombuffer(quiet, np.int64)
            return change.tobytes(), done[1]

        best = OneRoller(list(base.path), weights, roller, fixed=1)
        worst = OneRoller(list(base.path), weights, roller, fixed=0)
        known = (step, play(best), tuple(best.rolled), play(worst))
        if known not in self.known:
            found: list[Outcome] = []
            forks = len(base.path)

            def begin(way: list[int]) -> OneRoller:
                return OneRoller(way or list(base.path), weights, roller)

            for (change, harm), path in walk(begin, play):
                if path.path[:forks] != base.path:
                    break
                found.append((change, harm, float(path.chance)))
            self.known[known] = found
        return self.known[known]

    def play(self, memory: bytes, step: int, path: StepPath) -> tuple[bytes, tuple[int, ...]] | None:
        """Carry out a step on a path: the state after it, and what each ship has lost; None where it only repeats."""
        self.work += 1 + path.weights.size // CELLS_A_RUN
        if self.work > self.most_work:
            raise TooMuchError
        b = self.battle
        b.memory[:] = np.frombuffer(memory, np.int64)
        hp = np.zeros(b.ships.hp.shape, object)
        for axis, place in enumerate(self.ships):
            hp[place] = HitPoints(path, axis, self.values[axis])
        unknown = b._replace(ships=b.ships._replace(hp=hp))
        self.cast.path = path
        try:
            self.choose(unknown, step)
            self.advance(unknown, step)
        except TieError:
            return None
        lost = zip(self.ships, self.grains, strict=True)
        return self.state(), tuple(-hp[place].plus // grain for place, grain in lost)

    def state(self) -> bytes:
        """What the battle's memory holds that later steps may ask for."""
        b = self.battle
        b.ships.hp[:] = 0
        b.ships.critical[:] = 0
        if b.cells[k.STEP] in (k.ARRIVE, k.OVER):
            for array, value in self.fresh:
                array[:] = value
        return bytes(b.memory)

    def wait(self, memory: bytes, weights: Any) -> None:
        """Put a state where it will be followed up, with what else has come to the same."""
        b = self.battle
        b.memory[:] = np.frombuffer(memory, np.int64)
        for axis, place in enumerate(self.ships):
            if b.ships.status[place] in (k.KILLED, k.WITHDRAWN):
                # Nobody asks any more how many hit points she has.
                weights = weights.sum(axis=axis, keepdims=True)
        states = self.waiting.setdefault((int(b.cells[k.ROUND]), int(b.cells[k.STEP])), {})
        states[memory] = states[memory] + weights if memory in states else weights


def _forgetful(b: Battle) -> list[tuple[Any, Any]]:
    """What is set anew in each round before anybody asks for it, with the value it has at the start."""
    b.memory[:] = b.start
    ships, wings, sides = b.ships, b.wings, b.sides
    of_ships: Iterable[Any] = (ships.flanked, ships.range, ships.taken, ships.found, ships.sees, ships.seen)
    of_rest: Iterable[Any] = (wings.engaged, wings.fallen, sides.free, sides.kills, sides.owed, *b.bookmarks, b.volleys)
    cells = [b.cells[n : n + 1] for n in (k.PICKER, k.POSITION_WINNER, k.LEAD, k.HARM, k.RUN)]
    return [(each, each.copy()) for each in (*of_ships, ships.fired, ships.drawn, *of_rest, *cells)]


def _grain(b: Battle, s: int) -> int:
    """The greatest number that divides all that can be done to a ship of side ``s`` at one blow; at least 1."""
    t = 1 - s
    blows = [*b.fleet.damage[t].tolist(), *b.fleet.standoff_damage[t].tolist()]
    return gcd(*blows, int(b.tables.strike_damage) if b.fleet.wings[t] else 0) or 1


def _values(hp: int, grain: int) -> Any:
    """The hit points that a ship can come to, from none or less up to those that it has."""
    return hp - grain * np.arange(max(0, -(-hp // grain)), -1, -1)


def _less(weights: Any, harm: tuple[int, ...]) -> Any:
    """The weights once each ship has lost so many grains."""
    for axis, lost in enumerate(harm):
        size = weights.shape[axis]
        if lost > 0 and size > 1:
            before = (slice(None),) * axis
            after = np.zeros_like(weights)
            after[(*before, 0)] = weights[(*before, slice(lost + 1))].sum(axis=axis)
            if lost + 1 < size:
                after[(*before, slice(1, size - lost))] = weights[(*before, slice(lost + 1, None))]
            weights = after
    return weights
