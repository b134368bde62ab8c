"""A toy battle: what comes of a sample is arithmetic on its number, so that every tally can be told beforehand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from flagplot.core.report import Report
from flagplot.engine.battle import DRAW, Chances, Fate, RowForm, Unit
from flagplot.odds.crew import Crew, alone
from flagplot.odds.sampling import Target, gather
from flagplot.odds.tally import Tally

FORM = RowForm(
    sides=("Red", "Blue"),
    currencies=("weight", "cost"),
    units=(
        Unit("red-1", "Hood", 0, "BB", (30, 400)),
        Unit("red-2", "Kent", 0, "CA", (16, None)),
        Unit("blue-1", "Orel", 1, "BB", (33, 420)),
    ),
    tokens=("fighters",),
    counts=((4, 0),),
    endings=("over", "stopped"),
)


@dataclass(frozen=True)
class Toy:
    """Of seven samples Red wins four and Blue two; its recipe is itself."""

    form: RowForm = FORM

    def open(self) -> Toy:
        return self

    def rows(self, first: int, count: int) -> Any:
        n = np.arange(first, first + count)
        result = np.choose(n % 7, [0, 0, 1, 0, 1, 0, DRAW])
        lost = [np.where(result == 1, Fate.LOST, Fate.STAYED), np.where(n % 3 == 0, Fate.LEFT, Fate.STAYED)]
        lost.append(np.where(result == 0, Fate.LOST, Fate.AWAY))
        ends = [result != DRAW, result == DRAW]
        return np.stack([result, 2 + n % 5, *ends, *lost, n % 4, 0 * n], axis=1).astype(np.int64)

    def narrate(self, sample: int) -> Report:
        return Report(f"sample {sample}", ())

    def chances(self) -> Chances | None:
        return None


@pytest.fixture(scope="session")
def toy() -> Toy:
    return Toy()


@pytest.fixture(scope="session")
def collect(toy: Toy) -> Callable[..., Tally]:
    """The last tally of a run."""

    def run(target: Target, crew: Crew | None = None, **more: Any) -> Tally:
        *_, last = gather(toy, target, crew or alone(), **more)
        return last

    return run
