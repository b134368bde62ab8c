"""``python -m benchmarks.peers``: the engine beside what one would write, or take, instead.

Three of those: a loop in plain Python, a batch of battles in NumPy, and icepool for exact sums. The first two fight by
a bare rule, in which ships of equal place meet, hit and pierce until one side is gone: no position, ranges, orders,
flanks, withdrawal. Only dice can therefore be compared: how many each rolls and reads in a second.
"""

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from statistics import median
from time import perf_counter, thread_time
from typing import Any

import icepool  # type: ignore[import-untyped]
import numpy as np

from benchmarks.engine import dice_of, example
from flagplot.engine.chances import Chances, successes
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.state import Battle
from flagplot.fta3.play import engines

ROUNDS = 5
BATTLES = {"10v10": (2000, 50, 4000), "40v40": (500, 10, 1000)}
"""For each example how many battles the engine, the loop and the batch fight in one measurement."""

COUNTED = 50
VOLLEYS = (11, 40)
TO_HIT, TO_PIERCE = 12, 13
ROOM = 1000  # battles of a batch at a time


@dataclass(frozen=True)
class Ship:
    """What the bare rule needs of a ship; ``hit`` and ``pierce`` are faces against an average enemy."""

    hp: int
    attacks: int
    damage: int
    hit: int
    pierce: int


def ships_of(battle: Battle, s: int) -> list[Ship]:
    """The ships of a side of an example, their weapons at close range."""
    fleet, tables, t = battle.fleet, battle.tables, 1 - s
    enemies = int(fleet.size[t])
    defence = [round(float(array[t, :enemies].mean())) for array in (fleet.avoidance, fleet.protection)]
    ships = []
    for i in range(int(fleet.size[s])):
        weapon = int(fleet.weapon[s, i])
        hit = defence[0] - int(tables.range_bonus[weapon, k.CLOSE])
        pierce = defence[1] - int(tables.pierce_bonus[weapon])
        ships.append(Ship(int(fleet.hp_max[s, i]), int(fleet.attacks[s, i]), int(fleet.damage[s, i]), hit, pierce))
    return ships


def in_plain_python(sides: list[list[Ship]], battles: int) -> int:
    """Fight so many battles in a loop; how many dice were rolled."""
    roll, dice = random.Random(7).randint, 0
    for _ in range(battles):
        hp = [[ship.hp for ship in side] for side in sides]
        while all(any(left > 0 for left in side) for side in hp):
            alive = [[i for i, left in enumerate(side) if left > 0] for side in hp]
            harm = [[0] * len(side) for side in sides]
            for s in range(2):
                for place, i in enumerate(alive[s]):
                    ship, target = sides[s][i], alive[1 - s][place % len(alive[1 - s])]
                    hits = sum(roll(1, 20) >= ship.hit for _ in range(ship.attacks))
                    pierces = sum(roll(1, 20) >= ship.pierce for _ in range(hits))
                    harm[1 - s][target] += pierces * ship.damage
                    dice += ship.attacks + hits
            hp = [[left - lost for left, lost in zip(*each, strict=True)] for each in zip(hp, harm, strict=True)]
    return dice


def in_numpy(sides: list[list[Ship]], battles: int) -> int:
    """Fight so many battles side by side, every die a byte of an array; how many dice were read."""
    generator, dice = np.random.Generator(np.random.PCG64(7)), 0
    columns = [
        {
            name: np.array([getattr(ship, name) for ship in side])
            for name in ("hp", "attacks", "damage", "hit", "pierce")
        }
        for side in sides
    ]
    most = max(int(each["attacks"].max()) for each in columns)
    number = np.arange(most)
    for first in range(0, battles, ROOM):
        n = min(ROOM, battles - first)
        hp = [np.tile(each["hp"], (n, 1)) for each in columns]
        while len(hp[0]):
            alive = [each > 0 for each in hp]
            # The living stand first, in their order; who is left over begins again with the first.
            order = [np.argsort(~each, axis=1, kind="stable") for each in alive]
            count = [each.sum(axis=1) for each in alive]
            harm = [np.zeros_like(each) for each in hp]
            for s, each in enumerate(columns):
                place = (np.cumsum(alive[s], axis=1) - 1) % count[1 - s][:, None]
                target = np.take_along_axis(order[1 - s], place, axis=1)
                attacks = np.where(alive[s], each["attacks"], 0)
                faces = generator.integers(1, 21, size=(*attacks.shape, most), dtype=np.uint8)
                hits = ((faces >= each["hit"][:, None]) & (number < attacks[..., None])).sum(axis=2)
                faces = generator.integers(1, 21, size=(*attacks.shape, int(hits.max(initial=0))), dtype=np.uint8)
                able = number[: faces.shape[2]] < hits[..., None]
                pierces = ((faces >= each["pierce"][:, None]) & able).sum(axis=2)
                np.add.at(harm[1 - s], (np.arange(len(target))[:, None], target), pierces * each["damage"])
                dice += int(attacks.sum() + hits.sum())
            hp = [left - lost for left, lost in zip(hp, harm, strict=True)]
            going_on = (hp[0] > 0).any(axis=1) & (hp[1] > 0).any(axis=1)
            hp = [left[going_on] for left in hp]
    return dice


def volley(attacks: int) -> Chances[int]:
    """How many of a ship's attacks pierce, as fractions."""
    hits = successes(attacks, 21 - TO_HIT, 20)
    return hits.then(lambda n: successes(n, 21 - TO_PIERCE, 20))


def volley_by_icepool(attacks: int) -> Any:
    """The same, by icepool's own sums of dice."""
    pierces = icepool.d(20) >= TO_PIERCE
    return (attacks @ (icepool.d(20) >= TO_HIT)).map(lambda n: n @ pierces)


def seconds(run: Callable[[], object], clock: Callable[[], float] = thread_time) -> float:
    """How long something takes."""
    start = clock()
    run()
    return clock() - start


def lines() -> Iterator[str]:
    """The comparison as the lines of a Markdown table; medians of rounds in which all take turns."""
    yield "| dice rolled and read in a second | the engine | a loop in Python | a batch in NumPy |"
    yield "| --- | ---: | ---: | ---: |"
    fight = engines.compiled()
    for name, (many, few, batch) in BATTLES.items():
        battle = example(name)
        sides = [ships_of(battle, s) for s in range(2)]
        rows, dice = engines.rows(battle, many), dice_of(battle, COUNTED if name == "10v10" else COUNTED // 5)
        rates: list[list[float]] = [[], [], []]
        for _ in range(ROUNDS):
            rates[0].append(many * dice / seconds(lambda: fight(battle, 0, many, rows)))  # noqa: B023
            for place, (run, count) in enumerate(((in_plain_python, few), (in_numpy, batch)), 1):
                start = thread_time()
                rolled = run(sides, count)
                rates[place].append(rolled / (thread_time() - start))
        yield f"| {name} | " + " | ".join(f"{median(each) / 1e6:.1f} M" for each in rates) + " |"
    yield ""
    yield "| exact chances of a volley | Flagplot | icepool |"
    yield "| --- | ---: | ---: |"
    for attacks in VOLLEYS:
        times: list[list[float]] = [[], []]
        for _ in range(ROUNDS):
            times[0].append(seconds(lambda: volley(attacks), perf_counter))  # noqa: B023
            times[1].append(seconds(lambda: volley_by_icepool(attacks), perf_counter))  # noqa: B023
        yield f"| {attacks} attacks | " + " | ".join(f"{median(each) * 1000:.2f} ms" for each in times) + " |"


def agrees(attacks: int) -> bool:
    """Whether the two exact answers are the same fractions."""
    mine, theirs = volley(attacks), volley_by_icepool(attacks)
    return all(mine.of(n) == Fraction(theirs.probability(n)) for n in range(attacks + 1))


def main() -> int:
    """Measure and tell; 1 where exact answers differ."""
    print("\n".join(lines()))
    return int(not all(agrees(attacks) for attacks in VOLLEYS))


if __name__ == "__main__":
    sys.exit(main())
