"""Assaults on capitals of several systems: the Kzinti one, of which two systems are held."""

from __future__ import annotations

from tests.fe.combat.battles.kit import (
    BATTALION,
    CRUISER,
    FRIGATE,
    IN_ORDER,
    PLANET,
    STATION,
    battle,
    dice,
    ships,
    side,
)

from flagplot.core.refusal import Faults
from flagplot.fe.ask_forces import combatant
from flagplot.fe.combat.battle.setup import Stationing
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.combat.charts.retreat import RetreatHex
from flagplot.fe.combat.force import Combatant
from flagplot.fe.economics.income import capital_of
from flagplot.fe.empires import Empire

KZINTI = capital_of(Empire.KZINTI, "kzinti", Faults())
AIRCRAFT = {"fighters": 6}


def held() -> list[Combatant]:
    """What holds the capital: two battalions on the capital planet, one on the minor planet of Keevarsh with a station,
    and some ships, two of them at an empty system.
    """
    return [
        combatant({"id": "kzintai", **PLANET, "system": "Kzintai"}),
        combatant({"id": "minor", **PLANET, "system": "Keevarsh"}),
        *ships("pdu", 2, BATTALION, craft=AIRCRAFT, planet="kzintai"),
        combatant({"id": "lone", **BATTALION, "craft": AIRCRAFT, "planet": "minor"}),
        combatant({"id": "BATS", **STATION, "system": "Keevarsh"}),
        *ships("bc", 4, CRUISER),
        *ships("ff", 2, FRIGATE),
        *ships("guard", 2, CRUISER, system="Vronkett"),
        combatant({"id": "cl", **CRUISER, "crippled": True}),
    ]


def capital() -> HexBattle:
    """Kzintai, Keevarsh, and Kzintai again: points wait at each system, and come together when the attacker leaves with
    his cripples and is pursued.
    """
    attacker = side(
        "Lyran",
        ships("ca", 12, CRUISER),
        intensity=(1, 3, 4),
        systems=("Kzintai", "Keevarsh", "Kzintai"),
        stay_at_base=True,
        offer_approach=False,
        leave_out=("ca-1", "ca-2", "ca-3"),
        retreat_after=3,
        losses=("cripple", "destroy"),
        around=(RetreatHex(label="1503", path=4),),
    )
    defender = side(
        "Kzinti",
        held(),
        capital=KZINTI,
        mobile=("bc-1", "bc-2", "bc-3"),
        stations={"bc-4": "Keevarsh", "ff-1": "Kzintai", "ff-2": "Keevarsh", "cl": "Keevarsh"},
        accept_approach=False,
        leave_out=(),
        losses=("craft", "ff-1", "ff-2", "pdu-1", "pdu-2", "bc-1 cripple", "step", "cripple", "destroy"),
        pursue=True,
    )
    script = dice([5], (4, 1), (2, 2), (1, 6), (3, 4), pursuit=(3, 1, 1))
    return battle(attacker, defender, script)


def approach_of_a_capital() -> HexBattle:
    """An approach battle of the mobile force, in which one of its ships becomes a cripple and so static; then a system
    to which the table has moved a frigate.
    """
    attacker = side(
        "Lyran",
        ships("ca", 8, CRUISER),
        systems=("Keevarsh",),
        stay_at_base=True,
        offer_approach=False,
        leave_out=(),
        retreat_after=2,
        losses=("ca-1", *IN_ORDER),
    )
    defender = side(
        "Kzinti",
        held(),
        capital=KZINTI,
        mobile=("bc-1", "bc-2", "bc-3", "bc-4"),
        stations={"bc-1": "Kzintai", "bc-2": "Keevarsh", "ff-1": "Kzintai", "ff-2": "Kzintai", "cl": "Kzintai"},
        accept_approach=True,
        leave_out=(),
        losses=("bc-1 cripple", *IN_ORDER),
    )
    moved = Stationing(2, "ff-2", "Keevarsh", "a reinforcement by 511.5, as the table reads it")
    return battle(attacker, defender, dice([4], (3, 2), (4, 1)), stationings=(moved,))


EVERY = (capital, approach_of_a_capital)
BY_PLAYERS: dict[str, dict[str, str]] = {}
