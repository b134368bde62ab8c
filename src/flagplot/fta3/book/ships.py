"""Hulls of ships, and how the tech level they are built at changes them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from math import isqrt

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Fault, Refusal, Refused

STANDARD_TL = 5
UNLISTED_SPEED = 1


class Size(StrEnum):
    """The groups that orders and rules speak of."""

    ESCORT = "escort"
    CRUISER = "cruiser"
    CAPITAL = "capital"
    OTHER = "other"


class Weapon(StrEnum):
    """The mounting of a ship's regular attacks, which sets her bonuses."""

    SPINAL = "spinal"
    DIRECT = "direct"
    SEEKING = "seeking"


@dataclass(frozen=True, kw_only=True)
class Hull:
    """A kind of ship with the figures for tech level ``tl``.

    ``hp``, ``avoidance`` and ``protection`` are None for a ship without combat statistics, ``cost`` ($), ``di`` and
    ``years`` where they are unknown. ``damage`` is what each of the ``attacks`` does; both are 0, and ``weapon`` None,
    for an unarmed ship. ``traits`` names traits and modules with the number that stands with each, else 0. A
    ``specialist`` hull has no quirks. ``source`` says whose figures these are.
    """

    code: str
    name: str
    size: Size
    weight: int = 0
    hp: int | None = None
    cost: int | None = None
    di: int | None = None
    years: int | None = None
    speed: int = UNLISTED_SPEED
    attacks: int = 0
    damage: int = 0
    weapon: Weapon | None = None
    avoidance: int | None = None
    protection: int | None = None
    standoff_attacks: int = 0
    standoff_damage: int = 0
    hangars: int = 0
    traits: Mapping[str, int] = field(default_factory=dict)
    specialist: bool = False
    tl: int = STANDARD_TL
    source: str = ""


# Squares of the factors, so that roots stay exact.
_FACTORS_SQUARED = {6: Fraction(2), 5: Fraction(1), 4: Fraction(1, 2), 3: Fraction(1, 4)}


@carries_out("fta3", "battle-type/unlisted-speed")
def speed_of(listed: int | None) -> int:
    """The speed that a book lists for a hull; merchants, transports and whatever else has none listed go at 1."""
    return UNLISTED_SPEED if listed is None else listed


@carries_out("fta3", "tech-levels")
def at_tech_level(hull: Hull, tl: int) -> Hull:
    """``hull`` as built at tech level ``tl``: HP and the damage of each attack change, stand-off attacks included.

    Refused where the rules give no factor, or where the hull's own figures are for another level than the standard.
    """
    if tl == hull.tl:
        return hull
    if tl not in _FACTORS_SQUARED or hull.tl != STANDARD_TL:
        raise Refused([_no_such_level(hull, tl)])
    factor = _FACTORS_SQUARED[tl]
    return replace(
        hull,
        tl=tl,
        hp=None if hull.hp is None else _times_root(hull.hp, factor),
        damage=_times_root(hull.damage, factor),
        standoff_damage=_times_root(hull.standoff_damage, factor),
    )


def _times_root(value: int, squared: Fraction) -> int:
    """``value`` times the root of ``squared``, rounded half up without ever making a float.

    The result n is the greatest with n - 1/2 <= the exact value, which is to say (2n - 1)² <= 4 value² squared.
    """
    exact = 4 * value * value * squared
    return (isqrt(exact.numerator // exact.denominator) + 1) // 2


def _no_such_level(hull: Hull, tl: int) -> Refusal:
    levels = ", ".join(map(str, sorted(_FACTORS_SQUARED)))
    if hull.tl != STANDARD_TL:
        why = f"the book gives it for TL{hull.tl}, and only figures for TL{STANDARD_TL} can be brought to another level"
    else:
        why = f"factors are known for the tech levels {levels} only, see Ship Design"
    return Refusal(
        code="no-tech-level",
        where=f"hull '{hull.code}'",
        fault=Fault.ILLEGAL,
        message=f"the figures for TL{tl} are not in the data: {why}",
        mend=f"Give the hull a row of its own in the ship book, with tl = {tl}.",
        citation=Citation("fta3", "tech-levels"),
    )
