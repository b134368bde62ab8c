"""What a battle hex is set up with: both sides as they come, what the table has settled and worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from flagplot.fe.calendar import Date
from flagplot.fe.combat.battle.instructions import Instructions
from flagplot.fe.combat.charts.retreat import RetreatHex
from flagplot.fe.combat.force import Combatant
from flagplot.fe.combat.settings import Settings
from flagplot.fe.economics.income import System
from flagplot.fe.options import Options


@dataclass(frozen=True, kw_only=True)
class Entrant:
    """A side as it comes to the hex. ``warfare``: points of electronic warfare of scouts, by unit. ``around``: where it
    may retreat to. ``salt`` hides its sealed choices until they are shown. ``tugs_at_work`` are those that are supply
    points, or set up a mobile base, so that they are treated as bases (756.3). ``charges`` are the slow units that
    ships escort, by ship. ``gces_to_buy``: battalions of ground troops that it may buy in this hex, one a round
    (521.81). ``admirals``, ``generals`` and ``prime_teams`` are told by the units that they are aboard,
    ``battle_groups`` by their members. ``war_plans``: whether it has stolen some, which it may use once. ``capital``:
    the systems of the capital that it defends here.
    """

    name: str
    units: tuple[Combatant, ...]
    instructions: Instructions = field(default_factory=Instructions)
    command_points: int = 0
    war_plans: bool = False
    admirals: tuple[str, ...] = ()
    generals: tuple[str, ...] = ()
    prime_teams: tuple[str, ...] = ()
    battle_groups: tuple[tuple[str, ...], ...] = ()
    warfare: Mapping[str, int] = field(default_factory=dict)
    around: tuple[RetreatHex, ...] = ()
    salt: str = ""
    tugs_at_work: tuple[str, ...] = ()
    charges: Mapping[str, str] = field(default_factory=dict)
    gces_to_buy: int = 0
    capital: tuple[System, ...] = ()


class Stationing(NamedTuple):
    """A unit that the table sends to a system of a capital, or to the mobile force, in a round of combat, with why."""

    round: int
    unit: str
    to: str
    reason: str


class Entry(NamedTuple):
    """What is entered by hand at a step of a round: a change of a side's combat potential, row or damage, with why."""

    round: int
    step: str
    side: int
    what: str
    change: Fraction
    reason: str


@dataclass(frozen=True, kw_only=True)
class Setup:
    """A battle hex: its name, attacker and defender, the readings and settings of the table, entries by hand.

    ``present``: conditions of the sequence that the table knows to hold, such as ``webs``, whose steps are by hand.
    ``fighting_retreat``: the side that conducts one, None for neither. ``special_raid``: whether this is the battle of
    one. ``date``: of the turn, where a rule asks for it.
    """

    hex: str
    sides: tuple[Entrant, Entrant]
    options: Options
    settings: Settings
    entries: tuple[Entry, ...] = ()
    stationings: tuple[Stationing, ...] = ()
    present: frozenset[str] = frozenset()
    fighting_retreat: int | None = None
    special_raid: bool = False
    date: Date | None = None
