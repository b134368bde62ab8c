"""The kinds of craft that live aboard another unit, and what the section counts as which."""

from __future__ import annotations

from enum import StrEnum

from flagplot.core.citation import carries_out


class Kind(StrEnum):
    """What a craft is."""

    FIGHTER = "fighter"
    HEAVY_FIGHTER = "heavy-fighter"
    MEGA_FIGHTER = "mega-fighter"
    REMOTE_FIGHTER = "remote-fighter"
    SWAC = "swac"
    MULTI_ROLE_SHUTTLE = "multi-role-shuttle"
    ADMIN_SHUTTLE = "admin-shuttle"
    ADVANCED_SHUTTLE = "advanced-shuttle"
    BOMBER = "bomber"
    PF = "pf"
    INTERCEPTOR = "interceptor"
    DEATHRIDER = "deathrider"


BASE_ONLY = frozenset({Kind.BOMBER})
"""Kinds that work from bases and planets alone (V12.02)."""

PATROL_SHIPS = frozenset({Kind.PF, Kind.INTERCEPTOR, Kind.DEATHRIDER})
FIGHTERS = frozenset(Kind) - PATROL_SHIPS
"""Fighters in the wide sense that V12.21 gives the word for V12.21 to V12.23 alone."""

COMBAT_FIGHTERS = frozenset({Kind.FIGHTER, Kind.HEAVY_FIGHTER, Kind.MEGA_FIGHTER, Kind.REMOTE_FIGHTER})
"""Fighters wherever else the section uses the word (reading A15)."""


def bays_of(kind: Kind) -> int:
    """The bays that a fighter fills: two, for a heavy one (J10)."""
    return 2 if kind is Kind.HEAVY_FIGHTER else 1


@carries_out("bp", "V12.05")
def is_patrol_ship(kind: Kind) -> bool:
    """Whether the rules of fast patrol ships hold for a craft, as they do for interceptors (V12.05)."""
    return kind in PATROL_SHIPS


@carries_out("bp", "V12.21")
def has_allowance(kind: Kind) -> bool:
    """Whether a craft has a strategic allowance at all: no fighter, shuttle or bomber has one (V12.21)."""
    return kind not in FIGHTERS
