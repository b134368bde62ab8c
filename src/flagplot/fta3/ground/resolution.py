"""The battle roll of a ground phase: what each side adds to its d20, and who wins."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from flagplot.core.citation import carries_out
from flagplot.core.rounding import half_up
from flagplot.fta3.ground.tables import numbers
from flagplot.fta3.ground.units import SPECIALIST, Stats


@carries_out("fta3", "battle-value/terrain", "traits/terrain-specialist")
def terrain_bonus(traits: Collection[str], terrain: str) -> int:
    """What a specialist adds to its battle value in its own kind of terrain."""
    at_home = terrain and f"{terrain.casefold()}{SPECIALIST}" in traits
    return int(numbers()["battle-value/terrain"]["bonus"]) if at_home else 0


@carries_out("fta3", "battle-value")
def battle_value(stats: Stats, bonus: int) -> int:
    """The battle value of a battalion: the sum of its four numbers, and what its terrain adds."""
    return stats.quality + stats.mobility + stats.firepower + stats.morale + bonus


@carries_out("fta3", "battle-value")
def mean(counts: Iterable[tuple[int, int]]) -> Fraction:
    """The mean of a number over battalions, from pairs of how many and the number; 0 over none."""
    pairs = list(counts)
    n = sum(count for count, _ in pairs)
    return Fraction(sum(count * value for count, value in pairs), n) if n else Fraction(0)


@carries_out("fta3", "battle-value/difference")
def value_bonus(own: Fraction, enemy: Fraction) -> int:
    """What the better mean battle value adds to a side's roll: the difference, rounded."""
    return half_up(own - enemy) if own > enemy else 0


@carries_out("fta3", "relative-size")
def size_bonus(own: int, enemy: int) -> int:
    """What its number of battalions adds to a side's roll; two of one size have the same (R40)."""
    table = numbers()["relative-size"]
    if own <= enemy:
        return int(table["smaller"])
    return int(next(bonus for times, bonus in table["larger"] if own >= times * enemy))


@carries_out("fta3", "mission-priority")
def priority_bonus(priority: str) -> int:
    """What its mission priority adds to a side's roll."""
    return int(numbers()["mission-priority"][priority])


@carries_out("fta3", "leadership")
def lead(face: int, plan: int, enemy_face: int, enemy_plan: int) -> int:
    """What a side carries from the opposed d6 into the battle roll: its lead, at most four, or nothing."""
    return max(0, min(int(numbers()["leadership"]["most"]), face + plan - enemy_face - enemy_plan))


@carries_out("fta3", "ground-fighters/air-superiority", "traits/air-defense")
def air_bonus(wings: int, air_defense: int) -> int:
    """What wings on air superiority add to a side's roll, where so many enemy battalions have air defense."""
    return int(numbers()["ground-fighters/air-superiority"]["bonus"]) if wings > air_defense else 0


@carries_out("fta3", "ground-battle")
def winner(total: int, enemy: int) -> int:
    """1 where a total wins the phase, -1 where it loses, 0 in a tie (R44)."""
    return (total > enemy) - (total < enemy)
