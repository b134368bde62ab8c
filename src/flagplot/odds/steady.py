"""Workers that are replaced where they die, and battles that are opened where they get to."""

from __future__ import annotations

import pickle
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future
from dataclasses import dataclass
from typing import Any, TypeVar

from flagplot.core.refusal import Faults
from flagplot.engine.battle import Recipe, Sampled
from flagplot.odds.crew import Crew

T = TypeVar("T")

MOST_LOSSES = 3
MOST_KEPT = 256
"""Battles that a thread of another process holds open."""


def refuse_losses(crew: Crew) -> None:
    """Refuse to send for workers once more."""
    faults = Faults()
    message = f"workers have died {MOST_LOSSES + 1} times before any of them was done ({crew.name})"
    faults.add("workers-lost", "odds", message, mend="Is there memory enough? Try fewer workers, or --threads 1.")
    faults.settle()


class Steady:
    """A crew at work. What a worker had in hand when it died is done again by another."""

    def __init__(self, crew: Crew) -> None:
        self._crew, self._team, self._losses = crew, crew.hire(), 0

    def map(self, fn: Callable[..., T], *iterables: Iterable[Any]) -> Iterator[T]:
        """What comes of a function for each of its arguments, in their order; all are handed out at once.

        Refused where workers die time after time before any is done.
        """
        todo = list(zip(*iterables, strict=False))
        handed: dict[int, Future[T]] = {}
        for place in range(len(todo)):
            while True:
                try:
                    for n in range(place, len(todo)):
                        if n not in handed:
                            handed[n] = self._team.submit(fn, *todo[n])
                    found = handed.pop(place).result()
                    break
                except BrokenExecutor:
                    handed = {n: future for n, future in handed.items() if is_done(future)}
                    self._replace()
            self._losses = 0
            yield found

    def _replace(self) -> None:
        self.dismiss()
        self._losses += 1
        if self._losses > MOST_LOSSES:
            refuse_losses(self._crew)
        self._team = self._crew.hire()

    def dismiss(self) -> None:
        """Let everybody go; what nobody has begun is left."""
        self._team.shutdown(wait=False, cancel_futures=True)

    def __enter__(self) -> Steady:
        return self

    def __exit__(self, *raised: object) -> None:
        self.dismiss()


def is_done(future: Future[T]) -> bool:
    """Whether a worker has come to an end with what it had in hand."""
    return future.done() and not future.cancelled() and future.exception() is None


class Opened:
    """A battle that is opened when it is first asked for, by one thread at a time.

    Sent to another process it is opened there once in each thread, however often it is sent.
    """

    def __init__(self, recipe: Recipe) -> None:
        self._recipe = recipe
        self._parcel: Parcel | None = None
        self._battle: Sampled | None = None

    @property
    def battle(self) -> Sampled:
        """The battle."""
        if self._battle is None:
            self._battle = self._recipe.open()
        return self._battle

    def __reduce__(self) -> tuple[Any, ...]:
        self._parcel = self._parcel or Parcel(pickle.dumps(self._recipe))
        return Opened, (self._parcel,)


_kept = threading.local()


@dataclass(frozen=True)
class Parcel:
    """A recipe on its way."""

    packed: bytes

    def open(self) -> Sampled:
        """The battle, the same one each time in a thread."""
        battles: OrderedDict[bytes, Sampled] = _kept.__dict__.setdefault("battles", OrderedDict())
        if self.packed not in battles:
            if len(battles) == MOST_KEPT:
                battles.popitem(last=False)
            battles[self.packed] = pickle.loads(self.packed).open()
        battles.move_to_end(self.packed)
        return battles[self.packed]
