"""What is measured: programs from start to end, and dice one by one; each against a yardstick of the same run.

A yardstick is something that every machine with Python can do. Ratios to it travel from machine to machine far better
than seconds do.
"""

import atexit
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.surroundings import as_installed
from benchmarks.year import fight_battles, write_game
from flagplot.core import dice as d
from flagplot.core.dice import keyed
from flagplot.core.refusal import Faults
from flagplot.engine.grids import Page
from flagplot.formats.sheet_files import write_sheets
from flagplot.fta3.logistics.deployment import Deployed, Deployment
from flagplot.fta3.logistics.forecast import forecast
from flagplot.fta3.logistics.starlanes import StarMap, System

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
DICE = 16_000  # of one measurement
VOLLEY = 16

ROWS = 20_000  # of a sheet

HELP_SECONDS = 0.150
QUESTION_SECONDS = 0.200
PHASE_SECONDS = 1.0
BATTLE_SECONDS = 10.0
IMPORT_SECONDS = 3.0
SUPPLY_SECONDS = 1.0
QUARTER_SECONDS = 60.0


@dataclass(frozen=True)
class Measure:
    """One thing to time: ``run`` does it once; ``yardstick`` names another measure, empty for a yardstick itself.

    ``limit`` is the most seconds that it may take, None where nothing is claimed. ``dice`` is how many dice it rolls.
    """

    name: str
    run: Callable[[], object]
    yardstick: str = ""
    limit: float | None = None
    dice: int = 0


@dataclass(frozen=True)
class Result:
    """The median seconds of a measure and how many times its yardstick's that is."""

    measure: Measure
    seconds: float
    ratio: float

    @property
    def holds(self) -> bool:
        """Whether it stays within its limit."""
        return self.measure.limit is None or self.seconds <= self.measure.limit


def measures() -> Iterator[Measure]:
    """Everything that is measured, yardsticks first."""
    start = "python -c pass"
    yield Measure(start, lambda: _python("-c", "pass"))
    yield Measure("flagplot --help", lambda: _python("-m", "flagplot", "--help"), start, HELP_SECONDS)
    for folder in sorted(path.parent for path in EXAMPLES.glob("*/scenario.toml")):
        limit = BATTLE_SECONDS if folder.name.startswith("40v40") else None
        yield Measure(f"battle {folder.name}", _battle(folder), start, limit)
    yield Measure(f"import {ROWS} rows", _import(), start, IMPORT_SECONDS)
    yield Measure("supply of 5,000 units on 1,000 systems", _supply(), start, SUPPLY_SECONDS)
    yield Measure("quarter of 20 polities, 500 ships, 300 armies, 10 battles", _quarter, start, QUARTER_SECONDS)
    yield Measure("bp pf", lambda: _python("-m", "flagplot", "bp", "pf", "--ace"), start, QUESTION_SECONDS)
    yield Measure("bp phase, 300 stranded craft and 60 carriers", _phase, start, PHASE_SECONDS)
    yield Measure("random.randint", _randint, dice=DICE)
    yield Measure("core.dice.count", _count, "random.randint", dice=DICE)
    yield Measure("core.dice.face", _face, "random.randint", dice=DICE)


def measure(rounds: int) -> list[Result]:
    """Do everything ``rounds`` times, taking turns, so that a busy moment falls on all alike; medians."""
    todo = list(measures())
    times: dict[str, list[float]] = {each.name: [] for each in todo}
    for _ in range(rounds):
        for each in todo:
            start = perf_counter()
            each.run()
            times[each.name].append(perf_counter() - start)
    medians = {name: median(seconds) for name, seconds in times.items()}
    return [
        Result(each, medians[each.name], medians[each.name] / medians[each.yardstick or each.name]) for each in todo
    ]


def help_loads_numpy() -> bool:
    """Whether ``flagplot --help`` imports NumPy, which alone would take longer than all it does."""
    command = [sys.executable, "-X", "importtime", "-m", "flagplot", "--help"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stderr
    return any(line.rpartition("|")[2].strip() == "numpy" for line in told.splitlines())


def _python(*arguments: str, cwd: Path = ROOT) -> None:
    command = [sys.executable, *arguments]
    subprocess.run(command, cwd=cwd, env=as_installed(), stdout=subprocess.DEVNULL, check=True)


def _battle(folder: Path) -> Callable[[], None]:
    """Adjudicating an example from its files to the last line of the text report."""
    words = ("-m", "flagplot", "battle", "scenario.toml", "--orders", "red.txt", "--orders", "blue.txt")
    return lambda: _python(*words, cwd=folder)


def _import() -> Callable[[], None]:
    """Importing a full ship book in XLSX, from the file to the book that is written."""
    figures = ("cruiser", 16, 161, 175, 60, 2, 2, "11x6", "direct", 12, 13, "4x6", 6, "flak, fdc=6", 5, "invented")
    heads = "code name size weight hp cost di years speed attacks weapon avoidance protection standoff hangars traits"
    rows = ((f"H{number}", f"Ship {number}", *figures) for number in range(ROWS))
    folder = Path(tempfile.mkdtemp(prefix="flagplot-benchmark-"))
    atexit.register(shutil.rmtree, folder)
    page = Page("Hulls", ((*heads.split(), "tl", "source"), *rows))
    (folder / "ships.xlsx").write_bytes(write_sheets([page], "xlsx"))

    def run() -> None:
        (folder / "ships.toml").unlink(missing_ok=True)
        _python("-m", "flagplot", "import", "ships.xlsx", cwd=folder)

    return run


def _supply() -> Callable[[], None]:
    """The year's bills of a big deployment on a map that is a tree with some lanes across."""
    chance = random.Random(1)
    ends: dict[str, set[str]] = {f"s{i}": set() for i in range(1000)}
    for i in range(1, 1400):
        a, b = f"s{i % 1000}", f"s{chance.randrange(min(i, 1000))}"
        if a != b:
            ends[a].add(b)
            ends[b].add(a)
    systems = {id_: System(id=id_, name=id_, owner="Palm" if id_ == "s0" else "") for id_ in ends}
    map_ = StarMap(name="map", systems=systems, lanes={id_: tuple(sorted(each)) for id_, each in ends.items()})
    units = tuple(
        Deployed(id=f"u{n}", name=f"u{n}", weight=n % 90, systems=tuple(chance.sample(sorted(ends), 3)))
        for n in range(5000)
    )
    deployment = Deployment(polity="Palm", year=1, units=units)

    def run() -> None:
        if forecast(map_, deployment, Faults()) is None:
            raise AssertionError("every system is joined to the first")

    return run


def border() -> str:
    """The sheet of a border on which a phase has 300 stranded craft, 200 of them patrol ships, and 60 carriers."""
    parts = [
        'system = "bp"\nname = "Border"\nphases = 4\nphase = 4\n[schedule]\n2 = [2, 4]\n1 = [4]\n'
        '[map]\ncolumns = 60\nrows = 60\noffset = "even"\n[terrain]\n'
    ]
    hexes = [f"{column:02}{row:02}" for column in range(1, 61) for row in range(1, 61)]
    parts.append(f"nebula = {hexes[::7]}\nringed-giant = {hexes[3::35]}\n".replace("'", '"'))
    for n in range(60):
        parts.append(
            f'[[unit]]\nid = "cv{n}"\nteam = "alliance"\nhex = "{hexes[n * 61 % 3600]}"\nbays = 12\nlinks = 2\n'
            f'stores = "{n % 4}"\nfull-stores = "4"\nin-supply = false\n'
            f'[[craft]]\nid = "wing{n}"\ncount = 12\nteam = "alliance"\nkind = "fighter"\nhost = "cv{n}"\n'
        )
    for n in range(300):
        kind = ("pf", "interceptor", "fighter")[n % 3]
        parts.append(
            f'[[craft]]\nid = "lost{n}"\nteam = "alliance"\nkind = "{kind}"\ncrew = "ace"\n'
            f'hex = "{hexes[(n * 37 + 30) % 3600]}"\nstranded = [1, 3]\n'
        )
    return "".join(parts)


@cache
def _campaign() -> tuple[Path, Iterator[int]]:
    """A folder with a campaign of that border in it, and numbers for its copies; made once, removed at the end."""
    home = Path(tempfile.mkdtemp(prefix="flagplot-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    (home / "sheet.toml").write_text(border(), encoding="utf-8")
    _python("-m", "flagplot", "new", str(home / "sheet.toml"), str(home / "campaign"))
    return home, count()


def _phase() -> None:
    """Resolving the next movement phase of a campaign, from its folder to the last line of the report."""
    home, numbers = _campaign()
    copy = home / f"copy-{next(numbers)}"
    shutil.copytree(home / "campaign", copy)
    _python("-m", "flagplot", "resolve", str(copy))


@cache
def _game() -> tuple[Path, tuple[str, ...], Iterator[int]]:
    """A folder with a large game in it, the words that name its orders and reports, and numbers for copies."""
    home = Path(tempfile.mkdtemp(prefix="flagplot-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    orders = (word for path in write_game(home) for word in ("--orders", str(path)))
    words = (*orders, *(word for path in fight_battles(home) for word in ("--battle", str(path))))
    _python("-m", "flagplot", "new", str(home / "game.toml"), str(home / "game"))
    return home, words, count()


def _quarter() -> None:
    """Playing a quarter of the large game: every order carried out, every battle fought again and entered."""
    home, words, numbers = _game()
    copy = home / f"copy-{next(numbers)}"
    shutil.copytree(home / "game", copy)
    _python("-m", "flagplot", "resolve", str(copy), *words)


def _randint() -> None:
    for _ in range(DICE):
        random.randint(1, d.NARROW_SIDES)


def _count() -> None:
    """Volleys, as ships fire them."""
    dice = keyed(1)
    for roller in range(DICE // VOLLEY):
        d.count(dice, 1, 0, roller, 0, VOLLEY, d.NARROW_SIDES, 11, 20)


def _face() -> None:
    """Faces, as the appendix of a report asks for them."""
    dice = keyed(1)
    for roller in range(DICE // VOLLEY):
        for number in range(VOLLEY):
            d.face(dice, 1, 0, roller, number, d.NARROW_SIDES)
