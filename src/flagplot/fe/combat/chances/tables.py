"""The tables of the chain: what the rule functions say of each state that has been reached, as the kernel takes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from threading import Lock
from typing import Any

import numpy as np

from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.chances import kernel as k
from flagplot.fe.combat.chances.fire import volley
from flagplot.fe.combat.chances.ledger import Ledger
from flagplot.fe.combat.chances.muster import Shown, UncoveredError
from flagplot.fe.combat.potential import ew_shift

MOST_PAIRS = 1 << 22
"""Pairs of states that are kept side by side at most; a battle with more is left to sampling."""


class Tables:
    """Both ledgers with their arrays, filled as far as a battle has come; ``lock`` is for whoever runs or fills them.

    Intensities bear on rows alone, so that chains that differ in nothing else may share them.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup, self.lock = setup, Lock()
        self.ledgers = (Ledger(setup, ATTACKER), Ledger(setup, DEFENDER))
        self.rows: list[int] = []
        self.shifts: list[int] = []
        self._volleys: dict[tuple[Fraction, int, int], Mapping[int, int]] = {}
        self._sides = [_side(ledger) for ledger in self.ledgers]
        self._fires = [_no_fire(), _no_fire()]
        self._extend()

    @property
    def sides(self) -> tuple[k.Side, k.Side]:
        """The states of attacker and defender."""
        return self._sides[ATTACKER], self._sides[DEFENDER]

    @property
    def fires(self) -> tuple[k.Fire, k.Fire]:
        """What attacker and defender score."""
        return self._fires[ATTACKER], self._fires[DEFENDER]

    @property
    def pairs(self) -> int:
        """How many pairs of states there are."""
        return len(self.ledgers[ATTACKER].states) * len(self.ledgers[DEFENDER].states)

    def places(self, rows: Sequence[int]) -> list[int]:
        """The places of rows in the tables, which are extended by any that are new."""
        new = [row for row in dict.fromkeys(rows) if row not in self.rows]
        if new:
            self.rows += new
            self._extend()
        return [self.rows.index(row) for row in rows]

    def fill(self) -> None:
        """Look up what was wanted in vain, and enter it; nothing is entered where any of it is not covered."""
        found = [
            [(*place, ledger.after(*place)) for place in np.argwhere(side.wanted).tolist()]
            for ledger, side in zip(self.ledgers, self._sides, strict=True)
        ]
        if self.pairs > MOST_PAIRS:
            raise UncoveredError(f"{self.pairs} pairs of states, more than are kept side by side")
        for side, entries in zip(self._sides, found, strict=True):
            for number, damage, after in entries:
                side.after[number, damage] = after
        self._extend()

    def _extend(self) -> None:
        """Make room for the states, kinds and rows that have come up, and enter what is known of them."""
        kinds = [ledger.kinds for ledger in self.ledgers]
        for side in (ATTACKER, DEFENDER):
            self._fires[side] = self._fire(kinds[side], kinds[1 - side], self._fires[side])
        for side in (ATTACKER, DEFENDER):
            most = int(self._fires[1 - side].damage.max(initial=0))
            self._sides[side] = _side(self.ledgers[side], most, self._sides[side])

    def _fire(self, own: Sequence[Shown], enemy: Sequence[Shown], before: k.Fire) -> k.Fire:
        """What one side scores, with what has been entered ``before``."""
        shift = _enlarged(np.zeros((len(own), len(enemy)), np.int64), before.shift)
        for i, j in _new(shift, before.shift):
            found = ew_shift(own[i].warfare, enemy[j].warfare, self.setup.settings)
            if found not in self.shifts:
                self.shifts.append(found)
            shift[i, j] = self.shifts.index(found)
        size = (len(self.rows), len(own), len(self.shifts))
        number = _enlarged(np.zeros(size, np.int64), before.number)
        damage = _enlarged(np.zeros((*size, k.DICE), np.int64), before.damage)
        faces = _enlarged(np.zeros((*size, k.DICE), np.int64), before.faces)
        for place in _new(number, before.number):
            row, kind, way = place
            scored = self.scored(own[kind].potential, self.rows[row], self.shifts[way])
            number[place] = len(scored)
            damage[place][: len(scored)] = list(scored)
            faces[place][: len(scored)] = list(scored.values())
        return k.Fire(shift, number, damage, faces)

    def scored(self, potential: Fraction, row: int, shift: int) -> Mapping[int, int]:
        """A volley, reckoned once."""
        key = (potential, row, shift)
        if key not in self._volleys:
            self._volleys[key] = volley(potential, row, shift, self.setup)
        return self._volleys[key]


def _no_fire() -> k.Fire:
    return k.Fire(*(np.zeros((0,) * dimensions, np.int64) for dimensions in (2, 3, 4, 4)))


def _side(ledger: Ledger, most: int = 0, before: k.Side | None = None) -> k.Side:
    """The arrays of a ledger for damage up to ``most``, with what has been entered ``before``."""
    known = np.zeros((0, 0), np.int64) if before is None else before.after
    size = (len(ledger.states), max(most + 1, known.shape[1]))
    after = _enlarged(np.full(size, k.UNKNOWN, np.int64), known)
    return k.Side(after, np.zeros(size, np.int64), np.array(ledger.kind, np.int64), np.array(ledger.until, np.int64))


def _enlarged(whole: Any, before: Any) -> Any:
    """An array with a smaller one written into its beginning."""
    whole[tuple(slice(0, length) for length in before.shape)] = before
    return whole


def _new(whole: Any, before: Any) -> Iterator[tuple[int, ...]]:
    """The places of an array that the smaller one at its beginning does not have."""
    fresh = np.ones(whole.shape, bool)
    _enlarged(fresh, np.zeros(before.shape, bool))
    return map(tuple, np.argwhere(fresh).tolist())
