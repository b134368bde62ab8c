"""Battles whose dice are written down: who fights, by what instructions, which faces fall. All units are made up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from flagplot.core.sources import Address, Scripted, roller_number
from flagplot.fe.ask_forces import combatant
from flagplot.fe.combat.battle.field import Entrant, Entry, Setup
from flagplot.fe.combat.battle.instructions import Instructions
from flagplot.fe.combat.battle.narrator import Phase
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.combat.battle.telling import hex_report
from flagplot.fe.combat.charts.retreat import RetreatHex
from flagplot.fe.combat.force import Combatant
from flagplot.fe.combat.settings import Settings
from flagplot.fe.options import options
from flagplot.formats.text import write_text

HEX = "1202"
FOLDER = Path(__file__).parent / "golden"
PLAIN = Settings(points_per_shift=2, small_scale=0)
IN_ORDER = ("craft", "step", "cripple", "destroy")

CRUISER = {"attack": 8, "defence": 8, "crippled_attack": 4, "crippled_defence": 4, "command": 8, "repair": 4}
FRIGATE = {"attack": 4, "defence": 4, "crippled_attack": 2, "crippled_defence": 2, "command": 3, "size_class": 4}
CARRIER = {**CRUISER, "attack": 6, "fighters": 6, "size_class": 3, "craft": {"fighters": 6}}
MAULER = {**CRUISER, "attack": 10, "mauler": True, "command": 4}
STATION = {"category": "battle-station", "designator": "BATS", "defence": 12, "crippled_defence": 6, "command": 9}
STARBASE = {"category": "starbase", "designator": "SB", "defence": 36, "crippled_defence": 18, "command": 10}


def ships(name: str, number: int, figures: Mapping[str, Any], **more: Any) -> list[Combatant]:
    """Some units of one kind: name-1, name-2, …"""
    return [combatant({"id": f"{name}-{n}", **figures, **more}) for n in range(1, number + 1)]


def side(name: str, units: Sequence[Combatant], **laid_down: Any) -> Entrant:
    """A side with instructions: intensity 2, losses in the plain order, nothing directed, no pursuit unless told."""
    words: dict[str, Any] = {
        "intensity": (2,),
        "losses": IN_ORDER,
        "directed": ("none",),
        "ew": 1,
        "retreat_after": 99,
        "pursue": False,
    }
    around = tuple(laid_down.pop("around", ()))
    points = laid_down.pop("command_points", 0)
    wanted = laid_down.pop("spend", None)
    given = Instructions(**{**words, **laid_down}, command_points=wanted)
    return Entrant(
        name=name, units=tuple(units), instructions=given, around=around, command_points=points, salt=f"salt of {name}"
    )


def dice(
    variable: Sequence[int],
    *rounds: tuple[int, int],
    captures: Mapping[tuple[int, int, str], Sequence[int]] | None = None,
    pursuit: tuple[int, int, int] | None = None,
    attack_force: tuple[int, str, int] | None = None,
) -> Scripted:
    """A script: the variable intensity of the first rounds, then the damage dice of attacker and defender by round;
    two dice for each capture by round, side and ship; the die of a pursuit with its round and side, that of an attack
    force with its round and id.
    """
    script: dict[Address, Sequence[int]] = {}
    for number, face in enumerate(variable, 1):
        script[Address(number, Phase.VARIABLE, 0, roller_number(HEX))] = (face,)
    for number, faces in enumerate(rounds, 1):
        for who, shown in enumerate(faces):
            script[Address(number, Phase.DAMAGE, who, roller_number(HEX))] = (shown,)
    for (turn, whose, unit), both in (captures or {}).items():
        script[Address(turn, Phase.CAPTURE, whose, roller_number(unit))] = both
    if pursuit:
        number, who, thrown = pursuit
        script[Address(number, Phase.PURSUIT, who, roller_number(HEX))] = (thrown,)
    if attack_force:
        number, unit, thrown = attack_force
        script[Address(number, Phase.ATTACK_FORCE, 0, roller_number(unit))] = (thrown,)
    return Scripted(script)


def battle(attacker: Entrant, defender: Entrant, source: Scripted, **more: Any) -> HexBattle:
    """The battle, by instructions on both sides."""
    settings = more.pop("settings", PLAIN)
    return HexBattle(Setup(hex=HEX, sides=(attacker, defender), options=options(), settings=settings, **more), source)


def lone_station() -> HexBattle:
    """Four cruisers against a battle station alone, with six fighters: 18 points of combat potential."""
    station = combatant({"id": "BATS", **STATION, "fighters": 6, "craft": {"fighters": 6}})
    attacker = side("Lyran", ships("ca", 4, CRUISER), stay_at_base=True)
    return battle(attacker, side("Kzinti", [station]), dice([3], (4, 6), (3, 1), (6, 6)))


def carrier_group() -> HexBattle:
    """A carrier with two escorts, lost escort by escort."""
    group = [combatant({"id": "cv", **CARRIER}), *ships("ffe", 2, FRIGATE, carrier="cv", escort=True)]
    attacker = side(
        "Lyran", ships("ca", 6, CRUISER), directed=("ffe-1 kill", "ffe-2 kill", "cv kill"), intensity=(4, 3)
    )
    defender = side("Kzinti", group, retreat_below=Fraction(1, 100), retreat_after=None)
    captures = {(1, 0, "ffe-1"): (1, 1), (2, 0, "ffe-2"): (6, 5)}
    return battle(attacker, defender, dice([6], (6, 3), (6, 1), captures=captures))


def mauler() -> HexBattle:
    """A mauler takes two steps off a starbase whose fleet declined the approach battle; shock cripples the mauler."""
    attackers = [*ships("mlr", 1, MAULER), *ships("ca", 5, CRUISER)]
    defenders = [combatant({"id": "SB", **STARBASE}), *ships("bc", 3, CRUISER)]
    attacker = side(
        "Klingon",
        attackers,
        directed=("SB step by mauler", "none"),
        stay_at_base=True,
        retreat_after=2,
        intensity=(3,),
        flagship="ca-1",
        around=(RetreatHex(label="1302", path=2), RetreatHex(label="1102", path=3)),
        retreat_to="1302",
    )
    defender = side(
        "Federation", defenders, accept_approach=False, ew=3, losses=("cripple", "step", "craft", "destroy")
    )
    return battle(attacker, defender, dice([4], (5, 2), (4, 4)), settings=PLAIN)


def points_carried() -> HexBattle:
    """Equal fleets for three rounds, with minus and plus points from one to the next."""
    attacker = side("Lyran", ships("ca", 5, CRUISER), retreat_after=3, losses=("ca-1", "ca-2", "cripple", "destroy"))
    defender = side("Hydran", ships("rn", 5, {**CRUISER, "defence": 7, "crippled_defence": 4}), intensity=(1, 4, 2))
    return battle(attacker, defender, dice([2], (3, 4), (5, 5), (1, 6)))


def approach() -> HexBattle:
    """An approach battle that is accepted, then the base, where the attacker's ships have had enough."""
    station = combatant({"id": "BATS", **STATION, "fighters": 6, "craft": {"fighters": 6}})
    defender = side("Kzinti", [station, *ships("bc", 2, CRUISER)], accept_approach=True, ew=2)
    attacker = side("Lyran", ships("ca", 5, CRUISER), offer_approach=False, stay_at_base=False)
    return battle(attacker, defender, dice([3], (4, 2)))


def fighting_retreat() -> HexBattle:
    """A force retreats through a fleet that blocks it: row 0 against row 10; a web is entered by hand."""
    entry = Entry(1, "5-6F", 1, "damage", Fraction(0), "nobody was in the web")
    return battle(
        side("Lyran", ships("ca", 4, CRUISER)),
        side("Tholian", ships("dd", 4, FRIGATE), retreat_after=1),
        dice([], (6, 6)),
        fighting_retreat=1,
        present=frozenset({"webs"}),
        entries=(entry,),
    )


def pursuit() -> HexBattle:
    """Seven cripples and two whole ships retreat, and six cruisers catch them."""
    fleeing = [*ships("bc", 2, CRUISER), *ships("cl", 10, CRUISER, crippled=True)]
    around = (
        RetreatHex(label="1001", path=2),
        RetreatHex(label="1101", path=2, enemy_units=3, enemy_equivalents=Fraction(3)),
    )
    attacker = side("Klingon", ships("d", 8, CRUISER), intensity=(4, 2), directed=("cl-3 kill", "none"), pursue=True)
    defender = side(
        "Kzinti",
        fleeing,
        intensity=(1,),
        retreat_after=1,
        around=around,
        losses=("cl-1", "cl-2", *IN_ORDER),
        leave_out=(),
    )
    captures = {(1, 0, "cl-3"): (5, 5)}
    return battle(attacker, defender, dice([2], (2, 3), (6, 1), captures=captures, pursuit=(1, 0, 5)))


def let_go() -> HexBattle:
    """A pursuit by two ships that fails on a two."""
    attacker = side("Klingon", ships("d", 2, CRUISER), pursue=True, losses=IN_ORDER)
    defender = side("Kzinti", ships("cl", 2, CRUISER, crippled=True), retreat_after=1)
    return battle(attacker, defender, dice([3], (1, 1), pursuit=(1, 0, 2)))


def slow_units() -> HexBattle:
    """A convoy and two cripples retreat: two cruisers miss the cripples, and three others run the convoy down."""
    convoy = combatant({"id": "convoy", "category": "convoy", "defence": 6, "crippled_defence": 3, "attack": 2})
    fleeing = [*ships("bc", 2, CRUISER, crippled=True), convoy]
    attacker = side("Klingon", ships("d", 5, CRUISER), intensity=(1, 4), directed=("none",), pursue=None)
    defender = side("Kzinti", fleeing, intensity=(1,), retreat_after=1, losses=IN_ORDER)
    return battle(attacker, defender, dice([1], (1, 1), (5, 1), pursuit=(1, 0, 2)))


def left_behind() -> HexBattle:
    """The ships leave their battle station behind after a round, which fights on until it is gone."""
    station = combatant({"id": "BATS", **STATION})
    attacker = side("Lyran", ships("ca", 6, CRUISER), stay_at_base=True, intensity=(4,))
    defender = side("Kzinti", [station, *ships("bc", 2, CRUISER)], accept_approach=False, retreat_after=1, ew=1)
    return battle(attacker, defender, dice([5], (2, 2), (4, 3)))


def attack_force() -> HexBattle:
    """A special attack force is spent on a sector base; in the first round the intensity is too low for it."""
    base = combatant(
        {"id": "STB", "category": "sector-base", "designator": "STB", "defence": 24, "crippled_defence": 12}
    )
    force = combatant({"id": "saf", "category": "special-attack-force", "defence": 6, "crippled_defence": 3})
    attacker = side(
        "Klingon",
        [*ships("d", 7, CRUISER), force],
        stay_at_base=True,
        attack_force="STB",
        retreat_after=2,
        intensity=(3, 4),
    )
    return battle(attacker, side("Gorn", [base], ew=2), dice([3], (1, 1), (1, 1), attack_force=(2, "saf", 6)))


EVERY = (
    lone_station,
    carrier_group,
    mauler,
    points_carried,
    approach,
    fighting_retreat,
    pursuit,
    let_go,
    slow_units,
    left_behind,
    attack_force,
)
GOLDEN = {each.__name__: each for each in EVERY}

BY_PLAYERS = {
    "slow_units": {"R1/5-7B/0": "yes", "R1/5-8A/0": "1 d-1, 1 d-2", "R1/5-8A/0/slow": "1 d-3, 1 d-4, 1 d-5"},
    "mauler": {"R1/5-6D/0/mlr-1": "crippled", "R2/5-2A2/0": "no"},
}
"""What players answer where instructions say nothing, by battle and key of the question."""


def played(name: str) -> HexBattle:
    """A battle played to its end."""
    found = GOLDEN[name]()
    while (question := found.next_decision()) is not None:
        found.choose(BY_PLAYERS[name][question.key])
    return found


def told(found: HexBattle) -> str:
    """The report of a battle as text."""
    return write_text(hex_report(found))


if __name__ == "__main__":  # write what the battles come to now
    for each in GOLDEN:
        (FOLDER / f"{each}.txt").write_text(told(played(each)), encoding="utf-8")
