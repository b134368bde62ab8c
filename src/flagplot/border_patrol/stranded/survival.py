"""The life-support check of a stranded patrol ship (V12.14): every modifier, the verdict, and the chance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from flagplot.border_patrol.craft import Kind
from flagplot.border_patrol.options import Options
from flagplot.border_patrol.printed import printed
from flagplot.border_patrol.terrain import Terrain
from flagplot.core.citation import Citation, carries_out
from flagplot.core.event import Modifier

RULE = Citation("bp", "V12.14")


class Crew(NamedTuple):
    """What of a patrol ship and its crew bears on the check."""

    kind: Kind = Kind.PF
    ace: bool = False
    crippled: bool = False


@carries_out("bp", "V12.14")
def check_modifiers(crew: Crew, terrain: Terrain) -> tuple[Modifier, ...]:
    """What is added to the die, each part by name; parts that add nothing are left out, the terrain never."""
    table = printed()["V12.14"]
    held: list[tuple[str, int, bool]] = [
        ("ace crew", table["ace"], crew.ace),
        ("crippled", table["crippled"], crew.crippled),
        ("interceptor", table["interceptor"], crew.kind is Kind.INTERCEPTOR),
        (f"in {terrain}", table["terrain"].get(terrain, table["terrain"]["other"]), True),
    ]
    return tuple(Modifier(name, value, RULE) for name, value, holds in held if holds)


@carries_out("bp", "V12.14")
def check_total(face: int, modifiers: Iterable[Modifier]) -> int:
    """The die with all that is added; it may fall below 1 (reading A6)."""
    return face + sum(modifier.value for modifier in modifiers)


@carries_out("bp", "V12.14")
def perishes(total: int) -> bool:
    """Whether the crew is dead and the ship lost."""
    return bool(total >= printed()["V12.14"]["fatal"])


@carries_out("bp", "V12.14")
def terrain_of_check(path: Sequence[Terrain], options: Options) -> Terrain:
    """The terrain that counts, of an attempt along hexes from the one left to the one entered (reading A4)."""
    if options["check-terrain"] == "destination":
        return path[-1]
    if options["check-terrain"] == "worst":
        harm = printed()["V12.14"]["terrain"]
        return max(path, key=lambda terrain: harm.get(terrain, harm["other"]))
    return path[0]


def survival_chance(crew: Crew, terrain: Terrain) -> Fraction:
    """The exact chance to live through one check."""
    sides = printed()["V12.14"]["sides"]
    modifiers = check_modifiers(crew, terrain)
    return Fraction(sum(not perishes(check_total(face, modifiers)) for face in range(1, sides + 1)), sides)
