"""Damage levels: what a ship's HP say of her after a battle, and with what she begins the next."""

from enum import StrEnum
from fractions import Fraction

from flagplot.core.citation import carries_out
from flagplot.core.rounding import half_up


class Level(StrEnum):
    """How badly a living ship is damaged."""

    FINE = "fine"
    LIGHT = "light"
    MEDIUM = "medium"
    HEAVY = "heavy"


@carries_out("fta3", "damage-levels")
def damage_thresholds(hp_max: int) -> tuple[int, int, int]:
    """The most HP of a ship with light, medium and heavy damage: three quarters, half and a quarter, half up."""
    light, medium, heavy = (half_up(hp_max * Fraction(quarters, 4)) for quarters in (3, 2, 1))
    return light, medium, heavy


@carries_out("fta3", "damage-levels")
def damage_level(hp: int, hp_max: int) -> Level:
    """The worst level whose threshold is not below ``hp``; a ship with all her HP is fine, however tiny.

    ValueError unless 1 <= hp <= hp_max: a killed ship has no level but a fate.
    """
    if not 1 <= hp <= hp_max:
        raise ValueError(f"a living ship has 1 to {hp_max} HP, not {hp}")
    light, medium, heavy = damage_thresholds(hp_max)
    if hp == hp_max or hp > light:
        return Level.FINE
    if hp > medium:
        return Level.LIGHT
    return Level.MEDIUM if hp > heavy else Level.HEAVY


@carries_out("fta3", "mass-combat/near-dead")
def is_near_dead(hp: int, hp_max: int) -> bool:
    """Whether a ship that left has less than a tenth of its HP, so that the moderator may order a casualty roll
    (R50).
    """
    return 10 * hp < hp_max


@carries_out("fta3", "fighting-while-damaged")
def starting_hp(level: Level, hp_max: int) -> int:
    """The HP with which a ship of this level enters a battle: her level's threshold, and never less than 1.

    It may be more than she had when she came out of the last one.
    """
    if level is Level.FINE:
        return hp_max
    light, medium, heavy = damage_thresholds(hp_max)
    return max(1, {Level.LIGHT: light, Level.MEDIUM: medium, Level.HEAVY: heavy}[level])
