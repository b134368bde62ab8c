"""Room for the kernel: pairs of states with their weights, whole numbers in as many words as they need."""

from __future__ import annotations

from typing import Any

import numpy as np

from flagplot.fe.combat.chances import kernel as k
from flagplot.fe.combat.chances.ledger import MOST_ROUNDS

SPARE_BITS = 62
"""Bits that a weight may fill where one word holds it."""


def make_room(pairs: int, ends: int, words: int) -> k.Room:
    """Room for so many pairs of states and so many ends, empty."""

    def empty(size: int) -> Any:
        return np.zeros(size, np.int64)

    return k.Room(
        first=empty(pairs),
        second=empty(pairs),
        weight=empty(pairs * words),
        ended_first=empty(ends),
        ended_second=empty(ends),
        ended_weight=empty(ends * words),
        behind=empty(MOST_ROUNDS + 1),
        cells=empty(pairs * words),
        aim=empty(k.DICE),
        share=empty(k.DICE),
        words=words,
    )


def enter(room: k.Room, first: Any, second: Any, weights: Any) -> None:
    """Put pairs with their weights among those that are alive."""
    number = len(weights)
    room.first[:number], room.second[:number] = first, second
    room.weight[: number * room.words] = _digits(weights, room.words)


def alive(room: k.Room, number: int) -> tuple[Any, Any, Any]:
    """The pairs that are alive, so many, with their weights."""
    return room.first[:number].copy(), room.second[:number].copy(), _joined(room.weight, 0, number, room.words)


def ended(room: k.Room, start: int, end: int) -> tuple[Any, Any, Any]:
    """Some of the pairs that have ended, with their weights."""
    weights = _joined(room.ended_weight, start, end, room.words)
    return room.ended_first[start:end].copy(), room.ended_second[start:end].copy(), weights


def widest(starting: int, ways: int, words: int) -> int:
    """The last round whose weights so many words hold: ``starting`` times ``ways`` for each round."""
    most = 1 << (SPARE_BITS if words == 1 else k.BASE_BITS * words)
    round_ = 0
    while round_ < MOST_ROUNDS and starting * ways ** (round_ + 1) <= most:
        round_ += 1
    return round_


def _digits(weights: Any, words: int) -> Any:
    """Weights in so many words each, the lowest first."""
    if words == 1:
        return weights
    whole = np.asarray(weights, object)
    columns = [(whole >> k.BASE_BITS * word) & k.BASE_MASK for word in range(words)]
    return np.stack(columns, axis=1).astype(np.int64).ravel()


def _joined(digits: Any, start: int, end: int, words: int) -> Any:
    """Weights out of their words: integers of numpy where one word holds each, else those of Python."""
    part = digits[start * words : end * words]
    if words == 1:
        return part.copy()
    found = np.zeros(end - start, object)
    for word, column in enumerate(part.reshape(-1, words).T):
        found += column.astype(object) << k.BASE_BITS * word
    return found
