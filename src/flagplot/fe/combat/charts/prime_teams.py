"""Prime Teams (522): what each mission brings, and what becomes of the team."""

from __future__ import annotations

from enum import StrEnum

from flagplot.core.citation import carries_out
from flagplot.fe.options import Options
from flagplot.fe.printed import charts_of, spans


class Fate(StrEnum):
    """What becomes of a team."""

    UNHARMED = "ok"
    WOUNDED = "wounded"
    KILLED = "killed"
    AS_ITS_HOST = "as the unit that carries it"


BONUS = {"commando": 2, "marine": 1, "capture": -1, "survey": 2, "piracy": 1}
"""What a mission adds: to combat potential, ground combat, the capture roll, the survey roll, EP of piracy."""


IN_BATTLE = ("commando", "marine", "capture")


@carries_out("fe", "522.34")
def in_battle() -> tuple[str, ...]:
    """The missions of a battle: those of the chart that help combat potential, ground assaults and captures."""
    return tuple(mission for mission in IN_BATTLE if bonus_of(mission))


@carries_out("fe", "522.4/wounded")
def may_work(options: Options, *, wounded: bool) -> bool:
    """Whether a team takes a mission: a wounded one as the table reads it, for the rest of the combat phase."""
    return not wounded or options["wounded-team"] == "works"


def dice_of(mission: str) -> int:
    """How many dice the fate of a team takes: one when its host is destroyed, none where there is no roll, else two."""
    return {"escape": 1, "commando": 0, "piracy": 0}.get(mission, 2)


def _row(mission: str) -> tuple[str, ...]:
    name = "Espionage & Sabotage" if mission == "espionage" else mission
    return charts_of("combat")["prime-teams"].row(name)


@carries_out("fe", "522.3")
def bonus_of(mission: str) -> int:
    """What the mission adds to the roll or sum that it helps, 0 for one that helps none."""
    effect = _row(mission)[1]
    return BONUS[mission] if effect[0] in "+-" else 0


@carries_out("fe", "522.4/success")
def mission_succeeds(mission: str, total: int) -> bool:
    """Whether the mission succeeds: always where the chart says so, never where there is nothing to succeed in."""
    cell = _row(mission)[2]
    return cell == "auto" or spans(cell, total)


@carries_out("fe", "522.4/fate")
def fate_of(mission: str, total: int) -> Fate:
    """What becomes of the team at the total of its dice."""
    cells = _row(mission)[3:]
    if cells[0] == "based on carrying unit":
        return Fate.AS_ITS_HOST
    if cells[0] == "auto":
        return Fate.UNHARMED
    fates = zip((Fate.UNHARMED, Fate.WOUNDED, Fate.KILLED), cells, strict=True)
    return next((fate for fate, cell in fates if spans(cell, total)), Fate.UNHARMED)
