"""The whole battle with a fresh choice of intensity in each round: a stochastic game, solved from its last round back.

A position is a pair of states of the chain, with the variable intensity once it is known. What it is worth to the
attacker is the value of a matrix game, whose payoffs are what the positions behind the round are worth on average. All
is in double precision: each round adds rounding of some 1e-16 of the largest payoff.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from flagplot.engine.matrix_game import values
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.chances.chain import Chain, chain_of
from flagplot.fe.combat.chances.fire import FACES, variables
from flagplot.fe.combat.chances.intensity import CHOICES, SUMS, with_choice
from flagplot.fe.combat.chances.ledger import MOST_ROUNDS
from flagplot.fe.combat.chances.muster import UncoveredError
from flagplot.fe.combat.chances.stakes import Stakes
from flagplot.fe.combat.force import standing

AT_ONCE = 2048
"""Positions that are reckoned side by side."""

STILL = 1e-13
"""Earlier rounds are worth the same once none differs by more than this share of the largest payoff."""

MOST_POSITIONS = 40_000
"""Positions that are weighed at most: half a minute of work."""

TO_GAME = [[SUMS.index(mine + his) for his in CHOICES] for mine in CHOICES]
"""The place of the sum of both intensities, by both."""

ONE = 1
"""States that retreat behind the first round already never fight on."""


class Fresh(NamedTuple):
    """What the battle is worth to the attacker by the sum of both intensities in its first round, if both choose well
    from then on. ``positions`` is how many pairs of states were weighed.
    """

    by_sum: tuple[float, ...]
    positions: int


def fresh(setup: Setup, stakes: Stakes) -> Fresh:
    """The game of the whole battle in which both sides choose anew in each round."""
    chain = chain_of(with_choice(setup))
    with chain.tables.lock:
        return _Backward(chain, stakes).solve()


class Paths(NamedTuple):
    """Where each of some pairs may go in a round: the states of both sides by row and shot, with the chance of each."""

    to_first: Any  # [pair, row, shot]
    to_second: Any
    first_chance: Any
    second_chance: Any


class _Backward:
    """The positions of a battle, and what they are worth from one round on."""

    def __init__(self, chain: Chain, stakes: Stakes) -> None:
        self.tables = chain.tables
        faces = variables(chain.setup)
        self.chances = np.array(list(faces.values())) / sum(faces.values())
        self.each_round = chain.setup.settings.variable_each_round
        rows = [[each + variable for each in SUMS] for variable in faces]
        every = sorted({row for of_variable in rows for row in of_variable})
        self.places = np.array(self.tables.places(every), np.int64)
        self.rows = [[every.index(row) for row in of_variable] for of_variable in rows]
        attacker, defender = self.tables.ledgers
        fixed = any(standing(each) for entrant in chain.setup.sides for each in entrant.units)
        self.last = MOST_ROUNDS if fixed else min(attacker.until[0], defender.until[0], MOST_ROUNDS)
        self.pairs = self._reach()
        for ledger in self.tables.ledgers:
            ledger.refuse_base_left(range(len(ledger.states)), self.last)
        self.paths = [self._paths(part) for part in _parts(self.pairs)]
        self.until = [np.array(ledger.until) for ledger in self.tables.ledgers]
        lost = [
            np.array([float(stakes.lost(entrant.units, ledger.units(number))) for number in range(len(ledger.states))])
            for entrant, ledger in zip(chain.setup.sides, self.tables.ledgers, strict=True)
        ]
        self.ends = lost[DEFENDER][None, :] - lost[ATTACKER][:, None]

    def _reach(self) -> Any:
        """The pairs of states from which the battle may go on; the tables are filled for all that may follow them."""
        seen, edge = {(0, 0)}, [(0, 0)]
        for round_ in range(1, self.last + 1):
            found: set[tuple[int, int]] = set()
            for part in _parts(np.array(edge, np.int64)):
                found |= self._go_on(self._paths(part))
            edge = sorted(found - seen)
            if not edge or round_ == self.last:
                break
            seen |= found
            if len(seen) > MOST_POSITIONS:
                raise UncoveredError(f"more than {MOST_POSITIONS} positions, too many to choose afresh in each")
        return np.array(sorted(seen), np.int64)

    def _go_on(self, paths: Paths) -> set[tuple[int, int]]:
        """The pairs at the ends of paths from which the battle may go on."""
        attacker, defender = (np.array(ledger.until) for ledger in self.tables.ledgers)
        first, second = np.broadcast_arrays(paths.to_first[:, :, :, None], paths.to_second[:, :, None, :])
        likely = (paths.first_chance[:, :, :, None] > 0) & (paths.second_chance[:, :, None, :] > 0)
        alive = likely & (attacker[first] > ONE) & (defender[second] > ONE)
        both = np.unique(first[alive] * len(defender) + second[alive])
        return set(zip((both // len(defender)).tolist(), (both % len(defender)).tolist(), strict=True))

    def _paths(self, pairs: Any) -> Paths:
        """The paths of some pairs; the tables are filled for them."""
        while True:
            (attacker, defender), (fire, answer) = self.tables.sides, self.tables.fires
            first, second = pairs[:, 0], pairs[:, 1]
            mine, his = attacker.kind[first], defender.kind[second]
            places = self.places[None, :]
            out = (places, mine[:, None], fire.shift[mine, his][:, None])
            back = (places, his[:, None], answer.shift[his, mine][:, None])
            on_first = attacker.after[first[:, None, None], answer.damage[back]]
            on_second = defender.after[second[:, None, None], fire.damage[out]]
            hits = answer.faces[back] > 0, fire.faces[out] > 0
            lacking = (on_first < 0) & hits[0], (on_second < 0) & hits[1]
            if not any(map(np.any, lacking)):
                size = len(FACES)
                return Paths(on_first, on_second, answer.faces[back] / size, fire.faces[out] / size)
            for side, numbers, damage, wanted in (
                (attacker, first, answer.damage[back], lacking[0]),
                (defender, second, fire.damage[out], lacking[1]),
            ):
                where = np.broadcast_to(numbers[:, None, None], wanted.shape)[wanted]
                side.wanted[where, damage[wanted]] = 1
            self.tables.fill()

    def solve(self) -> Fresh:
        """What the first round is worth by the sum of both intensities."""
        worth = [self.ends.copy() for _ in ([0] if self.each_round else self.chances)]
        still = STILL * max(1.0, float(np.ptp(self.ends)))
        for round_ in range(self.last, 1, -1):
            before, worth = worth, self._round(round_, worth)
            moved = max(float(np.abs(now - then).max()) for now, then in zip(worth, before, strict=True))
            if moved <= still and not self._changes_before(round_):
                break
        start = np.zeros((1, 2), np.int64)
        payoffs = self._payoffs(self._paths(start), self._ahead(1, worth))
        by_sum = np.tensordot(self.chances, payoffs, 1)[0]
        return Fresh(tuple(by_sum.tolist()), len(self.pairs))

    def _changes_before(self, round_: int) -> bool:
        """Whether some state that fights on now retreats in an earlier round."""
        return any(bool(np.any((until > ONE) & (until <= round_))) for until in self.until)

    def _ahead(self, round_: int, worth: list[Any]) -> list[Any]:
        """What pairs are worth behind a round, by variable intensity."""
        over = (self.until[ATTACKER] <= round_)[:, None] | (self.until[DEFENDER] <= round_)[None, :]
        return [np.where(over, self.ends, each) for each in worth] * (len(self.chances) if self.each_round else 1)

    def _round(self, round_: int, worth: list[Any]) -> list[Any]:
        """What pairs are worth before a round, by what they are worth behind it."""
        ahead, found = self._ahead(round_, worth), [each.copy() for each in worth]
        payoffs = np.concatenate([self._payoffs(paths, ahead) for paths in self.paths], axis=1)
        if self.each_round:
            payoffs = np.tensordot(self.chances, payoffs, 1)[None]
        games = payoffs[:, :, TO_GAME]
        solved = values(games.reshape(-1, *games.shape[2:])).reshape(games.shape[:2])
        for each, worth_now in zip(found, solved, strict=True):
            each[self.pairs[:, 0], self.pairs[:, 1]] = worth_now
        return found

    def _payoffs(self, paths: Paths, ahead: list[Any]) -> Any:
        """The mean of what lies behind the round: [variable intensity, pair, sum of both intensities]."""
        found = []
        for worth, rows in zip(ahead, self.rows, strict=True):
            to = worth[paths.to_first[:, rows, :, None], paths.to_second[:, rows, None, :]]
            chances = paths.first_chance[:, rows], paths.second_chance[:, rows]
            found.append(np.einsum("nrx,nry,nrxy->nr", *chances, to, optimize=True))
        return np.array(found)


def _parts(pairs: Any) -> Iterator[Any]:
    """The pairs, so many at once."""
    return (pairs[start : start + AT_ONCE] for start in range(0, len(pairs), AT_ONCE))
