"""Candidates for a search: instructions for one side of a hex, from what there is to be ordered and to be aimed at."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from flagplot.fe.combat.battle.instructions import NONE
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.charts.intensity import HIGHEST, LOWEST
from flagplot.fe.combat.force import Combatant

GAME = "game"
"""The shorter list, for each side where both choose."""

RETREATS = ("1/2", "2/3", "1/3")
LOSSES = ("losses craft, step, cripple, destroy", "losses craft, step, destroy, cripple")
CRAFT_LAST = "losses step, cripple, destroy, craft"
AIMS = 3
"""How many enemies each list of aims names."""


def orders(kind: str, setup: Setup, side: int) -> list[str]:
    """Each way to combine intensities, aims, and, against known orders, losses and retreat."""
    intensities = [f"intensity {number}" for number in range(LOWEST, HIGHEST + 1)]
    aims = [f"directed {told}" for told in dict.fromkeys(_aims(setup.sides[1 - side].units))]
    if kind == GAME:
        return ["; ".join(each) for each in product(intensities, aims)]
    retreats = [f"retreat-below {part}" for part in RETREATS]
    losses = [*LOSSES, *([CRAFT_LAST] if any(each.craft for each in setup.sides[side].units) else [])]
    return ["; ".join(each) for each in product(intensities, aims, losses, retreats)]


def verbs(kind: str, setup: Setup, side: int) -> frozenset[str]:
    """The verbs that these candidates decide; whoever retreats by a part does so by that alone."""
    found = {part.partition(" ")[0] for line in orders(kind, setup, side) for part in line.split("; ")}
    return frozenset(found | ({"retreat-after"} if "retreat-below" in found else set()))


def _aims(enemies: tuple[Combatant, ...]) -> Iterator[str]:
    """What to direct damage at: nothing; the cheapest kills; the ships that fight best; the base."""
    yield NONE
    ships = [each for each in enemies if not each.unit.type.is_base]
    cheap = sorted(ships, key=lambda each: (each.unit.type.defence + each.unit.type.crippled_defence, each.id))
    strong = sorted(ships, key=lambda each: (-each.unit.attack, each.id))
    yield _listed(cheap, "kill")
    yield _listed(strong, "cripple")
    bases = [each for each in enemies if each.unit.type.is_base]
    if bases:
        yield ", ".join([*(f"{each.id} step" for each in bases[:AIMS]), NONE])


def _listed(units: list[Combatant], aim: str) -> str:
    return ", ".join([*(f"{each.id} {aim}" for each in units[:AIMS]), NONE])
