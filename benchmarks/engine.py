"""The engine for many battles against what NumPy needs to produce as many dice, and what two threads and a cache gain.

Every rate is a ratio to a yardstick of the same round, taken just before and after it: beside other work both slow down
alike. Times are the least of a thread's own, which leave out when it had to wait.
"""

import hashlib
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from statistics import median
from time import perf_counter, thread_time

import numpy as np

from benchmarks.measures import EXAMPLES, ROOT
from benchmarks.surroundings import as_installed
from flagplot.core.refusal import Faults
from flagplot.core.sources import Keyed
from flagplot.desk.arenas.fleets import read_fleets
from flagplot.desk.battle import read_papers
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.state import Battle, grid
from flagplot.fta3.battle.trace import Trace
from flagplot.fta3.play import engines
from flagplot.fta3.play.fighting import FleetBattle

# For each example the battles of one measurement, and those of them whose dice are counted.
BATTLES = {"10v10": (2000, 100), "40v40": (500, 25), "200v200": (100, 6), "40v40-everything": (500, 25)}
LEAST = {"10v10": 0.45, "40v40": 0.7, "200v200": 0.8}
HALF = 0.5
NUMPY_DICE = 1_000_000
MANY = 100_000
MANY_SECONDS = 20.0 * MANY / 1_000_000
THREADS = 2
THREADS_LEAST = 0.9
COLD_SECONDS = 30.0
WARM_SECONDS = 1.0
SPIN = bytes(8 << 20)
SPINS = 100  # of one measurement, which should take about as long as that of battles
TRIES = 3  # of each gain, the least of whose times count

DICE_OPERAND = {k.E_HIT, k.E_PIERCE, k.E_DOGFIGHT, k.E_STRIKE, k.E_FIRST_STRIKE, k.E_STAND_OFF, k.E_RECONSTITUTION}
"""Events whose first operand is how many dice were rolled; a roll for position is two."""


@dataclass(frozen=True)
class Claim:
    """Something measured: a number with its unit, and the limit that it has to hold, from above or below."""

    name: str
    value: float
    unit: str
    limit: float | None = None
    at_least: bool = False

    @property
    def holds(self) -> bool:
        """Whether it is within its limit."""
        if self.limit is None:
            return True
        return self.value >= self.limit if self.at_least else self.value <= self.limit


def measure_engine(rounds: int) -> list[Claim]:
    """Everything about the engine; medians of so many rounds, in which all take turns."""
    cold = _seconds_of_warm()
    run = engines.compiled()
    battles = {name: example(name) for name in BATTLES}
    dice = {name: dice_of(battles[name], BATTLES[name][1]) for name in BATTLES}
    ratios: dict[str, list[float]] = {name: [] for name in BATTLES}
    rates: dict[str, list[float]] = {name: [] for name in BATTLES}
    gains: list[float] = []
    spins: list[float] = []
    many: list[float] = []
    for _ in range(rounds):
        for name, battle in battles.items():
            count = BATTLES[name][0]
            rows = engines.rows(battle, count)
            before = _numpy_rate()
            seconds = _own_seconds(lambda b=battle, n=count, r=rows: run(b, 0, n, r))  # type: ignore[misc]
            yardstick = (before + _numpy_rate()) / 2
            rates[name].append(count / seconds)
            ratios[name].append(count * dice[name] / seconds / yardstick)
        gain, seconds = _gain_of_battles(run)
        gains.append(gain)
        many.append(seconds)
        spins.append(_gain(lambda: hashlib.sha256(SPIN).digest()))
    numpy = "of the rate of NumPy's PCG64"
    plain = median(ratios["40v40"])
    return [
        *(
            Claim(f"{name}, {median(rates[name]):,.0f} battles/s", median(ratios[name]), numpy, LEAST.get(name), True)
            for name in BATTLES
        ),
        Claim("40v40-everything", median(ratios["40v40-everything"]) / plain, "of 40v40", HALF, True),
        Claim(f"{MANY:,} battles 10v10, {THREADS} threads", median(many), "s", MANY_SECONDS),
        Claim(f"gain of {THREADS} threads", median(gains), "times"),
        Claim("the same", median(g / s for g, s in zip(gains, spins, strict=True)), "of a spin's", THREADS_LEAST, True),
        Claim("flagplot warm, cold", cold, "s", COLD_SECONDS),
        Claim("flagplot warm, warm", median(_seconds_of_warm(kept=True) for _ in range(rounds)), "s", WARM_SECONDS),
    ]


def table(claims: list[Claim]) -> Iterator[str]:
    """The claims as the lines of a Markdown table."""
    yield "| measured | | limit |"
    yield "| --- | ---: | --- |"
    for claim in claims:
        limit = ""
        if claim.limit is not None:
            word = "at least" if claim.at_least else "at most"
            limit = f"{word} {claim.limit:g}: {'held' if claim.holds else 'NOT HELD'}"
        yield f"| {claim.name} | {claim.value:.2f} {claim.unit} | {limit} |"


def example(name: str) -> Battle:
    """An example's battle before its first step."""
    folder, faults = EXAMPLES / name, Faults()
    papers = read_papers(folder / "scenario.toml", [folder / "red.txt", folder / "blue.txt"], faults)
    assert papers is not None
    docket = read_fleets(papers, faults)
    faults.settle()
    assert docket is not None
    return FleetBattle(docket.scenario, docket.standings, Keyed(7)).arrays


def dice_of(battle: Battle, samples: int) -> float:
    """The mean number of dice of a battle, counted from what is told of its first samples."""
    told = battle._replace(trace=Trace(grid(100_000, k.T_WIDTH), grid(1)))
    row, dice = engines.rows(told, 1), 0
    for sample in range(samples):
        engines.interpreted(told, sample, 1, row)
        rows = told.trace.rows[: int(told.trace.head[0])]
        dice += int(rows[np.isin(rows[:, k.T_EVENT], [*DICE_OPERAND]), k.T_A].sum())
        dice += 2 * int((rows[:, k.T_EVENT] == k.E_POSITION).sum())
    return dice / samples


def _numpy_rate() -> float:
    """Dice per second that NumPy merely produces."""
    generator = np.random.Generator(np.random.PCG64(1))
    return NUMPY_DICE / _own_seconds(lambda: generator.integers(1, 21, size=NUMPY_DICE, dtype=np.uint8))


def _own_seconds(run: Callable[[], object]) -> float:
    start = thread_time()
    run()
    return thread_time() - start


def _gain_of_battles(run: engines.Run) -> tuple[float, float]:
    """How much more two threads fight than one; and the seconds that the two took."""
    battles = [example("10v10") for _ in range(THREADS)]
    rows = [engines.rows(battle, MANY // THREADS) for battle in battles]

    def fight(number: int) -> None:
        run(battles[number], number * MANY // THREADS, MANY // THREADS, rows[number])

    return _gain_and_seconds(fight)


def _gain(job: Callable[[], object]) -> float:
    return _gain_and_seconds(lambda number: [job() for _ in range(SPINS)])[0]


def _gain_and_seconds(job: Callable[[int], object]) -> tuple[float, float]:
    """Two threads take twice the work of one: the gain, and the seconds that both took."""
    alone, together = [], []
    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(job, range(THREADS)))  # whoever writes into memory for the first time waits for it
        for _ in range(TRIES):
            start = perf_counter()
            job(0)
            alone.append(perf_counter() - start)
            start = perf_counter()
            list(pool.map(job, range(THREADS)))
            together.append(perf_counter() - start)
    return THREADS * min(alone) / min(together), min(together)


def _seconds_of_warm(*, kept: bool = False) -> float:
    """The whole of ``flagplot warm``, in a cache folder of its own unless what is kept counts."""
    with tempfile.TemporaryDirectory() as folder:
        environment = as_installed() if kept else {**as_installed(), "XDG_CACHE_HOME": folder}
        start = perf_counter()
        command = [sys.executable, "-m", "flagplot", "warm"]
        subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True)
        return perf_counter() - start
