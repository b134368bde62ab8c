"""Exact odds of a Federation & Empire battle: twelve ships and eighteen attrition factors a side, points carried.

Warm is the second question about a battle, for which the tables of both sides are filled; cold is the first one, which
fills them. Both leave out loading the compiled loops, which has a line of its own. Times are those of the processor.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from statistics import median
from time import thread_time

from benchmarks.engine import Claim
from benchmarks.measures import ROOT
from benchmarks.surroundings import as_installed
from flagplot.core.sources import Keyed
from flagplot.fe.combat.battle.instructions import Instructions
from flagplot.fe.combat.battle.setup import Entrant, Setup
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.combat.chances.chain import Chain, compiled
from flagplot.fe.combat.force import Combatant, Craft
from flagplot.fe.combat.settings import Settings
from flagplot.fe.empires import Empire
from flagplot.fe.options import options
from flagplot.fe.units.ship import ShipType, Unit

SHIPS, CARRIERS = 12, 3
WARM_SECONDS = 0.005
CRUISER = ShipType(
    designator="CA",
    empire=Empire.GENERIC,
    attack=8,
    defence=8,
    crippled_attack=4,
    crippled_defence=4,
    command=SHIPS - 1,
    size_class=3,
)
CARRIER = replace(CRUISER, designator="CV", attack=6, fighters=6)
"""Invented figures of ordinary size."""

LOAD = "from flagplot.fe.combat.chances.chain import compiled; compiled()"


def side(name: str, enemy: str, *, kills: bool, below: Fraction | None) -> Entrant:
    """Nine cruisers and three carriers, six fighter factors aboard of each; ``below`` is the part at which to leave."""
    carriers = [
        Combatant(unit=Unit(id=f"{name}-cv-{n}", type=CARRIER), craft={Craft.FIGHTERS: 6}) for n in range(CARRIERS)
    ]
    cruisers = [Combatant(unit=Unit(id=f"{name}-ca-{n}", type=CRUISER)) for n in range(SHIPS - CARRIERS)]
    aims = [f"{enemy}-ca-{n} kill" for n in range(SHIPS - CARRIERS)] if kills else []
    given = Instructions(
        intensity=(3,),
        losses=("craft", "cripple", "destroy"),
        directed=(*aims, "none"),
        retreat_below=below,
        retreat_after=None if below else 100,
        pursue=False,
        withdraw=(),
    )
    return Entrant(name=name, units=(*carriers, *cruisers), instructions=given)


def battle(*, kills: bool = False, below: Fraction | None = Fraction(1, 2)) -> Setup:
    """Two such sides."""
    sides = (side("red", "blue", kills=kills, below=below), side("blue", "red", kills=kills, below=below))
    return Setup(hex="0101", sides=sides, options=options(), settings=Settings(points_per_shift=2))


BATTLES = {
    "until half of a side is lost": (battle(), WARM_SECONDS),
    "with a kill directed at each side in each round": (battle(kills=True), None),
    "until a side is gone": (battle(below=None), None),
}


def measure_chains(rounds: int) -> list[Claim]:
    """Everything about exact odds; medians of so many rounds, in which all take turns."""
    compiled()
    warm: dict[str, list[float]] = {name: [] for name in BATTLES}
    cold: dict[str, list[float]] = {name: [] for name in BATTLES}
    fought: list[float] = []
    for _ in range(rounds):
        for name, (setup, _) in BATTLES.items():
            start = thread_time()
            chain = Chain(setup)
            chain.battle()
            middle = thread_time()
            chain.battle()
            warm[name].append(thread_time() - middle)
            cold[name].append(middle - start)
        start = thread_time()
        HexBattle(BATTLES["until half of a side is lost"][0], Keyed(1)).next_decision()
        fought.append(thread_time() - start)
    return [
        *_claims(warm, cold),
        Claim("one such battle fought step by step", 1000 * median(fought), "ms"),
        *_loading(),
    ]


def _claims(warm: dict[str, list[float]], cold: dict[str, list[float]]) -> Iterator[Claim]:
    for name, (_, limit) in BATTLES.items():
        milliseconds = None if limit is None else 1000 * limit
        yield Claim(f"{name}, warm", 1000 * median(warm[name]), "ms", milliseconds)
        yield Claim(f"{name}, cold", 1000 * median(cold[name]), "ms")


def _loading() -> Iterator[Claim]:
    """What another process takes to have the loops, the first time on a machine and from then on."""
    with tempfile.TemporaryDirectory() as folder:
        for word in ("built", "loaded"):
            start = _seconds_of_children()
            environment = {**as_installed(), "XDG_CACHE_HOME": folder}
            subprocess.run([sys.executable, "-c", LOAD], cwd=ROOT, env=environment, check=True)
            yield Claim(f"a program that has the loops {word}", 1000 * (_seconds_of_children() - start), "ms")


def _seconds_of_children() -> float:
    """The processor's seconds of all programs that were started."""
    times = os.times()
    return times.children_user + times.children_system
