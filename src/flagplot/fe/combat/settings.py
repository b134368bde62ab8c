"""What a battle cannot do without and the seed has no figures for: settings of the table, recollections by default."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class Settings(NamedTuple):
    """The figures of a table; none of the defaults is proved by a source.

    ``shift_per_point`` and ``most_shift``: what a point less of electronic warfare takes off the result, and the most.
    ``minimum_share``: the part of the flagship's command rating that must be filled while units are there.
    ``small_scale``: ship equivalents of a battle force up to which combat is small-scale. ``pf_factors``: combat
    factors of one gunboat. ``fixed_intensity``: what a force that cannot retreat is held to, None for a free choice
    (304.4). ``raised_intensity``: the highest choice of the attacker after a fourth round with units that are no ships
    (304.5). ``most_pursuers``: ships that may pursue.
    """

    shift_per_point: Fraction = Fraction(1)
    most_shift: int = 2
    minimum_share: Fraction = Fraction(1, 2)
    small_scale: int = 3
    pf_factors: int = 1
    fixed_intensity: int | None = None
    raised_intensity: int = 4
    most_pursuers: int = 6
