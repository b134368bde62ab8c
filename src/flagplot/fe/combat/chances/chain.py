"""The chain of rounds: from the pair of states in which both sides come to every pair in which the battle may end.

Both sides' states are numbered as they are reached, and what a round makes of each is looked up in tables that the rule
functions fill (``casualties``, ``fire``). The first question about a battle fills them; later ones find them filled.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from flagplot.engine import kernel
from flagplot.fe.combat.battle.field import ATTACKER
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.chances import kernel as k
from flagplot.fe.combat.chances import room as rooms
from flagplot.fe.combat.chances.coverage import uncovered
from flagplot.fe.combat.chances.fire import FACES, row_of, variables
from flagplot.fe.combat.chances.ledger import GONE, MOST_ROUNDS
from flagplot.fe.combat.chances.muster import UncoveredError
from flagplot.fe.combat.chances.odds import EndsOfRound, Odds
from flagplot.fe.combat.chances.tables import Tables
from flagplot.fe.combat.force import standing

ENDS_A_PAIR = 2
"""Ends that there is room for at first, for each pair of states."""

KEPT = 8
"""Chains that are kept, with their tables, for the next question about the same battle."""

COUNTERS = 7


class Chain:
    """A battle by instructions, round after round; raises ``UncoveredError`` where it is no chain.

    ``branches`` are the variable intensities that may hold for the whole battle, each with what it weighs at the start;
    where they are rolled in each round, there is one branch, with as many cases in each round, which weigh as much.
    """

    def __init__(self, setup: Setup, tables: Tables | None = None) -> None:
        if reasons := uncovered(setup):
            raise UncoveredError("; ".join(reasons))
        self.setup = setup
        self.tables = tables or Tables(setup)
        faces = variables(setup)
        each_round = setup.settings.variable_each_round
        self.branches = (tuple(faces),) if each_round else tuple((each,) for each in faces)
        self.starts = (1,) if each_round else tuple(faces.values())
        self.cases = tuple(faces.values()) if each_round else (1,)
        self._rows = self._rows_of_rounds()
        self._boards: dict[int, k.Board] = {}
        self._with_bases = any(standing(each) for entrant in setup.sides for each in entrant.units)

    def at(self, attacker: int, defender: int) -> Chain:
        """The chain of the same battle in which both sides keep these intensities; it shares the tables."""
        first, second = (
            replace(each, instructions=replace(each.instructions, intensity=(number,)))
            for each, number in zip(self.setup.sides, (attacker, defender), strict=True)
        )
        return Chain(replace(self.setup, sides=(first, second)), self.tables)

    def _rows_of_rounds(self) -> Any:
        """The places of both sides' rows in the tables, by branch, round and case."""
        chosen = [row_of(self.setup, round_, 0) for round_ in range(1, MOST_ROUNDS + 1)]
        rows = [row + each for cases in self.branches for both in chosen for each in cases for row in both]
        shape = (len(self.branches), MOST_ROUNDS, len(self.cases), 2)
        places = np.array(self.tables.places(rows), np.int64).reshape(shape)
        return np.concatenate([np.zeros_like(places[:, :1]), places], axis=1)

    def whole(self, round_: int) -> int:
        """What the weights of all branches come to behind a round."""
        found: int = sum(self.starts) * self._ways**round_
        return found

    @property
    def _ways(self) -> int:
        """In how many ways a round may fall."""
        return sum(self.cases) * len(FACES) ** 2

    def battle(self) -> Odds:
        """The whole battle."""
        by_round: dict[int, list[EndsOfRound]] = {}
        with self.tables.lock:
            for branch in range(len(self.branches)):
                self._follow(branch, by_round)
        return Odds(self.tables.ledgers, by_round)

    def _follow(self, branch: int, by_round: dict[int, list[EndsOfRound]]) -> None:
        """Follow one branch to its ends."""
        words, counters = 1, np.zeros(COUNTERS, np.int64)
        counters[k.BRANCH], counters[k.ROUND], counters[k.ALIVE] = branch, 1, 1
        board = self._board(words)
        rooms.enter(board.room, [0], [0], [self.starts[branch]])
        while True:
            begun = int(counters[k.ROUND])
            reason = compiled()(board, counters)
            self._collect(board.room, begun, counters, by_round)
            if reason == k.OVER:
                return
            alive = rooms.alive(board.room, int(counters[k.ALIVE]))
            if reason == k.LACKING:
                self.tables.fill()
            words += reason == k.WIDE
            board = self._board(words, 2 * board.room.ended_first.size if reason == k.FULL else 0)
            rooms.enter(board.room, *alive)

    def _board(self, words: int, ends: int = 0) -> k.Board:
        """The tables as they are, with room for all pairs of states and at least so many ends."""
        board = self._boards.get(words)
        if board is None or board.attacker is not self.tables.sides[ATTACKER] or board.room.ended_first.size < ends:
            (attacker, defender), (fire, answer) = self.tables.sides, self.tables.fires
            widest = rooms.widest(self.whole(0), self._ways, words)
            course = k.Course(self._rows, np.array(self.cases, np.int64), MOST_ROUNDS, widest)
            room = rooms.make_room(self.tables.pairs, max(ends, ENDS_A_PAIR * self.tables.pairs, 1), words)
            self._boards[words] = board = k.Board(attacker, defender, fire, answer, course, room)
        return board

    def _collect(self, room: k.Room, begun: int, counters: Any, by_round: dict[int, list[EndsOfRound]]) -> None:
        """Take the ends of the rounds since ``begun`` out of the room."""
        start = 0
        for round_ in range(begun, int(counters[k.ROUND])):
            end = int(room.behind[round_])
            if end > start:
                part = EndsOfRound(*rooms.ended(room, start, end), self.whole(round_))
                self._refuse_bases_left(part, round_)
                by_round.setdefault(round_, []).append(part)
            start = end
        counters[k.ENDS] = 0

    def _refuse_bases_left(self, part: EndsOfRound, round_: int) -> None:
        """Raise ``UncoveredError`` where a side retreats from the enemy and leaves a base behind."""
        if not self._with_bases:
            return
        attacker, defender = self.tables.ledgers
        both = zip(part.attacker.tolist(), part.defender.tolist(), strict=True)
        pairs = [(a, b) for a, b in both if GONE not in (attacker.until[a], defender.until[b])]
        attacker.refuse_base_left({a for a, _ in pairs}, round_)
        defender.refuse_base_left({b for _, b in pairs}, round_)


@cache
def compiled() -> Callable[[k.Board, Any], int]:
    """The rounds, compiled: once on a machine, then loaded."""

    def zeros(*dimensions: int) -> list[Any]:
        return [np.zeros((1,) * number, np.int64) for number in dimensions]

    rows, weight, counters = zeros(4, 1, 1)
    side, fire = k.Side(*zeros(2, 2, 1, 1)), k.Fire(*zeros(2, 3, 4, 4))
    board = k.Board(side, side, fire, fire, k.Course(rows, weight, 0, 0), rooms.make_room(1, 1, 1))
    return kernel.compiled(k.run, (board, counters))


_recent: deque[Chain] = deque(maxlen=KEPT)


def chain_of(setup: Setup) -> Chain:
    """The chain of a battle, with the tables that earlier questions have filled."""
    found = next((each for each in _recent if each.setup is setup or each.setup == setup), None)
    if found is None:
        found = Chain(setup)
        _recent.append(found)
    return found


def battle_chances(setup: Setup) -> Odds:
    """The whole battle exactly; raises ``UncoveredError`` with the reason where the chain does not hold it."""
    return chain_of(setup).battle()
