"""All battles that are kept as golden files. Renew them with ``python -m tests.fe.combat.battles.collection``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.fe.combat.battles import (
    aftermath,
    capitals,
    cloaks,
    fleets,
    forces,
    ground,
    leaving,
    planets,
    points,
    pursuits,
    small_scale,
    specials,
    tugs,
)

from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.combat.battle.telling import hex_report
from flagplot.formats.text import write_text

FILES = (
    aftermath,
    capitals,
    cloaks,
    fleets,
    forces,
    ground,
    leaving,
    planets,
    points,
    pursuits,
    small_scale,
    specials,
    tugs,
)
FOLDER = Path(__file__).parent / "golden"
GOLDEN: dict[str, Callable[[], HexBattle]] = {each.__name__: each for file in FILES for each in file.EVERY}
BY_PLAYERS: dict[str, dict[str, str]] = {name: answers for file in FILES for name, answers in file.BY_PLAYERS.items()}


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
