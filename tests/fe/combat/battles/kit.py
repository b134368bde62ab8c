"""What battles whose dice are written down are made of: units, sides, scripted dice. All units are made up."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import fields
from importlib.resources import files
from typing import Any

from flagplot.core.sources import Address, Scripted, Source, roller_number
from flagplot.fe.ask_forces import combatant
from flagplot.fe.combat.battle.instructions import Instructions
from flagplot.fe.combat.battle.narrator import Phase
from flagplot.fe.combat.battle.setup import Entrant, Setup
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.combat.force import Combatant
from flagplot.fe.combat.settings import Settings
from flagplot.fe.options import options

HEX = "1202"
OF_ENTRANT = {each.name for each in fields(Entrant)} - {each.name for each in fields(Instructions)} | {"command_points"}
PLAIN = Settings(points_per_shift=2, small_scale=0)
IN_ORDER = ("craft", "step", "cripple", "destroy", "devastate")

CRUISER = {"attack": 8, "defence": 8, "crippled_attack": 4, "crippled_defence": 4, "command": 8, "repair": 4}
FRIGATE = {"attack": 4, "defence": 4, "crippled_attack": 2, "crippled_defence": 2, "command": 3, "size_class": 4}
CARRIER = {**CRUISER, "attack": 6, "fighters": 6, "size_class": 3, "craft": {"fighters": 6}}
MAULER = {**CRUISER, "attack": 10, "mauler": True, "command": 4}
STATION = {"category": "battle-station", "designator": "BATS", "defence": 12, "crippled_defence": 6, "command": 9}
STARBASE = {"category": "starbase", "designator": "SB", "defence": 36, "crippled_defence": 18, "command": 10}
PLANET = {"category": "planet", "designator": "PLANET"}
BATTALION = {"category": "planetary-defense-unit", "designator": "PDU", "attack": 3, "fighters": 6}


def ships(name: str, number: int, figures: Mapping[str, Any], **more: Any) -> list[Combatant]:
    """Some units of one kind: name-1, name-2, …"""
    return [combatant({"id": f"{name}-{n}", **figures, **more}) for n in range(1, number + 1)]


def side(name: str, units: Sequence[Combatant], **laid_down: Any) -> Entrant:
    """A side with instructions: intensity 2, losses in the plain order, nothing directed, neither pursuit, cloaks nor
    withdrawal unless told. What a side has, such as ``around``, is told likewise; ``spend`` are its command points.
    """
    words: dict[str, Any] = {
        "intensity": (2,),
        "losses": IN_ORDER,
        "directed": ("none",),
        "ew": 1,
        "fill_with_craft": (),
        "retreat_after": 99,
        "pursue": False,
        "withdraw": (),
        "cloak_attack": False,
    }
    spent = laid_down.pop("spend", None)
    has = {name: laid_down.pop(name) for name in OF_ENTRANT & laid_down.keys()}
    given = Instructions(**{**words, **laid_down}, command_points=spent)
    return Entrant(name=name, units=tuple(units), instructions=given, salt=f"salt of {name}", **has)


def dice(
    variable: Sequence[int],
    *rounds: tuple[int, int],
    captures: Mapping[tuple[int, int, str], Sequence[int]] | None = None,
    pursuit: tuple[int, int, int] | None = None,
    attack_force: tuple[int, str, int] | None = None,
    stasis: Mapping[tuple[int, str], int] | None = None,
    others: Mapping[tuple[int, Phase, int, str], Sequence[int]] | None = None,
) -> Scripted:
    """A script: the variable intensity of the first rounds, then the damage dice of attacker and defender by round;
    two dice for each capture by round, side and ship; the die of a pursuit with its round and side, that of an attack
    force with its round and id; those of stasis fields of the attacker by round and attempt; any ``others`` by
    round, phase, side and roller.
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
    for (turn, roller), thrown in (stasis or {}).items():
        script[Address(turn, Phase.STASIS, 0, roller_number(roller))] = (thrown,)
    for (turn, phase, whose, roller), fallen in (others or {}).items():
        script[Address(turn, phase, whose, roller_number(roller))] = fallen
    return Scripted(script)


def battle(attacker: Entrant, defender: Entrant, source: Source, **more: Any) -> HexBattle:
    """The battle, by instructions on both sides; ``readings`` by id where they are not the defaults."""
    settings, chosen = more.pop("settings", PLAIN), options(more.pop("readings", None))
    return HexBattle(Setup(hex=HEX, sides=(attacker, defender), options=chosen, settings=settings, **more), source)


def catalogue() -> dict[str, str]:
    """The texts of the list of settings, with the one that has no value given."""
    text = (files("flagplot.fe") / "data" / "settings.toml").read_text(encoding="utf-8")
    return {each["id"]: each.get("value", "") for each in tomllib.loads(text)["setting"]} | {"ew-points-per-shift": "2"}
