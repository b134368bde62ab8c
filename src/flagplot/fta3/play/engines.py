"""The two engines for many battles, interpreted and compiled: their rows are the same to the last bit."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from time import monotonic
from typing import Any

from flagplot.core.dice import keyed
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.engine import kernel
from flagplot.fta3.battle import sampling
from flagplot.fta3.battle.state import Battle, Grid, grid
from flagplot.fta3.papers.docket import open_docket
from flagplot.fta3.play.setup import deploy, enrol

Run = Callable[[Battle, int, int, Grid], None]

SILENT = {"flagplot.fta3.battle.trace.ON": 0}

interpreted: Run = sampling.run

LOOK_SECONDS = 1.0
"""How often it is looked for whether another process has finished building."""

_looked = -LOOK_SECONDS


def rows(battle: Battle, count: int) -> Grid:
    """Room for the rows of so many samples of a battle, as ``battle.sampling`` lays them out."""
    return grid(count, sampling.width(battle.ships.hp.shape[1], battle.wings.lost.shape[1]))


@cache
def compiled() -> Run:
    """The compiled engine; some twenty seconds the first time on a machine where it is not warm."""
    return kernel.compiled(sampling.run, _example(), SILENT)


def is_warm() -> bool:
    """Whether the compiled engine has only to be loaded, which takes less than a second."""
    return kernel.is_warm(sampling.run, _example(), SILENT)


def best() -> Run:
    """The compiled engine where it is warm, else the interpreted one."""
    return compiled() if _is_at_hand() else interpreted


class Fighter:
    """A battle that is fought time and again, with the best engine of the moment."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self._engine: Run | None = None
        self._run: Callable[..., Any] | None = None

    def fight(self, first: int, count: int) -> Grid:
        """The rows of samples ``first`` to ``first + count - 1``."""
        engine = best()
        if engine is not self._engine or self._run is None:
            self._engine, self._run = engine, kernel.bound(engine, self.battle)
        out = rows(self.battle, count)
        self._run(first, count, out)
        return out


def _is_at_hand() -> bool:
    """Whether the compiled engine is loaded or can be; looked for again now and then while it is not."""
    global _looked
    if compiled.cache_info().currsize:
        return True
    if monotonic() - _looked < LOOK_SECONDS:
        return False
    _looked = monotonic()
    return is_warm()


def folder() -> Path:
    """Where the compiled engine is kept."""
    return kernel.folder_of(sampling.run, _example(), SILENT)


def warm_in_child() -> subprocess.Popen[bytes]:
    """Start another process that compiles the engine while this one goes on interpreted."""
    command = [sys.executable, "-m", "flagplot", "warm"]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)


@cache
def _example() -> tuple[Any, ...]:
    """What the engine is called with: any battle, as all have arrays of the same kinds."""
    from flagplot.fta3.ruleset import FTA3

    data = files("flagplot.fta3") / "data"
    scenario, book = (
        Paper(name, (data / name).read_text(encoding="utf-8")) for name in ("demo/scenario.toml", "demo_book.toml")
    )
    docket = open_docket(scenario, [], book, FTA3.readings, Faults())
    assert docket is not None
    battle = deploy(docket.scenario, enrol(docket.scenario), docket.standings, keyed(0), 1)
    return battle, 0, 1, rows(battle, 1)
