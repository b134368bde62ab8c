"""Terrain of strategic hexes, as far as this section tells one from another (V6.00 has the rest)."""

from __future__ import annotations

from enum import StrEnum


class Terrain(StrEnum):
    """What fills a hex. The section names the first three; whatever else a map has is ``other`` to it."""

    EMPTY_SPACE = "empty-space"
    RINGED_GIANT = "ringed-giant"
    ASTEROIDS = "asteroids"
    NEBULA = "nebula"
    DUST_CLOUD = "dust-cloud"
    ION_STORM = "ion-storm"
    RADIATION_ZONE = "radiation-zone"
    HEAT_ZONE = "heat-zone"
    GAS_GIANT = "gas-giant"
    PULSAR = "pulsar"
    VARIABLE_STAR = "variable-star"
    BLACK_HOLE = "black-hole"
    OTHER = "other"
