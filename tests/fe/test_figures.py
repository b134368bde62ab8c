"""Every figure of combat that a source gives, with the cases that show it; what is only remembered is a setting.

The marks are those of the notes on the rulebook: H for the book or an official answer, M for a player or a secondary
source, D for arithmetic, L for recollection.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from flagplot.core.settings import Source
from flagplot.fe.options import catalogue as readings
from flagplot.fe.settings import COMBAT
from flagplot.fe.settings import catalogue as settings

CASES = Path(__file__).parents[1] / "cases" / "fe"


class Figure(NamedTuple):
    """What a source says, its mark, and the ids of the cases that show it."""

    says: str
    mark: str
    cases: str


FIGURES = (
    # Battle forces
    Figure("a flagship of 10 fields 11", "M", "302.33/1 302.33/3"),
    Figure("one of 9 with two command points fields 12", "M", "302.33/2"),
    Figure("command points are spent in the first round", "H", "308.9/1"),
    Figure("a command point costs 5 EP", "H", "play-aid/costs/battle/1 play-aid/costs/6"),
    Figure("the flagship is one of the three highest ratings", "M", "302.32/1 302.32/2"),
    Figure("command points do not change which three those are", "M", "302.32/4"),
    Figure("ratings 10, 9, 8; Kzinti 9, 8, 3, 6", "M", "302.33/3 302.33/4 302.33/5 302.33/6 302.33/7"),
    Figure("one free scout", "H", "302.3/slots/1 302.3/places/2"),
    Figure("three drone ships behind the line", "H", "302.3/places/1"),
    Figure("one ship more by an admiral", "H", "302.33/8"),
    Figure("three small transports", "H", "302.3/places/transport"),
    Figure("one commando ship with a Marine general", "H", "321.31/1"),
    Figure("three ship equivalents of attrition units", "H", "302.332/1 302.332/2"),
    Figure("6 fighter factors or 6 PFs are one", "H", "302.332/equivalents/fighters 302.332/equivalents/pfs"),
    Figure("3 fighter factors are half of one", "H", "302.332/equivalents/1"),
    Figure("8 heavy factors are one", "H", "302.332/equivalents/heavy"),
    Figure("9 F-111 factors are one", "H", "302.332/equivalents/f-111"),
    Figure("10 A-20 factors are one", "H", "302.332/equivalents/a-20"),
    Figure("a carrier behind the line is hit at 3:1", "H", "302.5/3"),
    Figure("of four ships two may withdraw", "M", "302.1/part/1 302.1/part/2"),
    Figure("escorts 3 or 4, 2 or 3, 1 or 2", "M", "515.0/size/1 515.0/size/medium 515.0/size/small"),
    Figure("one escort of size class 4", "M", "515.0/size/3"),
    Figure("an X-ship as an escort loses 2", "H", "515.34/1"),
    Figure("a police escort of a police carrier loses nothing", "H", "515.34/2"),
    Figure("escorts crippled before their carrier", "H", "308.122/order/1 308.122/order/2"),
    Figure("escorts destroyed before their carrier", "H", "308.122/order/2"),
    Figure("a group crippled or destroyed as one", "H", "308.122/price/1 302.5/effect/1 302.614/whole/3"),
    Figure("one unit in the formation box", "H", "302.3/places/box"),
    # The damage of a round
    Figure("intensities from 1 to 4", "D", "304.1/1 304.1/2 304.1/3 304.1/4"),
    Figure("rows 0 and 10 in a fighting retreat", "D", "302.772/1"),
    Figure("special raids use 4", "H", "320.34/1"),
    Figure("least intensity of weapons", "H", "304.1/minimum/1 304.1/minimum/5 304.1/minimum/8 304.1/minimum/9"),
    Figure("the variable intensity from -2 to +2", "H", " ".join(f"304.3/{face}" for face in range(1, 7))),
    Figure("the sum of intensities, shift and die", "H", "302.4/result/3 302.4/result/5"),
    Figure("10 percent and 2.5 a step", "D", " ".join(f"302.4/percent/result-{n}" for n in range(1, 15))),
    Figure("45 percent at 15, 50 at 16", "D", "302.4/percent/3 302.4/percent/1"),
    Figure("below 1 reads 1, above 16 reads 16", "D", "302.4/result/7 302.4/result/4"),
    Figure("1.8 points are 2, 9.0 are 9", "D", "302.4/points/1 302.4/points/2"),
    # Directed damage
    Figure("one directed attack a side, the phasing player first", "H", "302.5/6"),
    Figure("12 points kill a frigate of 4/2", "H", "302.5/1 302.5/kill/3"),
    Figure("maulers pay 1:1", "M", "302.5/2"),
    Figure("the support echelon costs 3:1", "H", "302.5/3"),
    Figure("a cripple costs its crippled side", "D", "302.5/kill/1"),
    Figure("a step on a starbase costs 18, 9 with a mauler", "H", "308.811/1 308.811/2"),
    Figure("a step on other bases four times itself", "D", "308.811/3 308.811/4"),
    Figure("one step a round, a second by Marines", "H", "308.82/limit/2 308.82/limit/3"),
    Figure("a ship that directed damage destroys may be captured", "H", "305.1/roll/1 302.5/kill/3"),
    # General damage, plus and minus points
    Figure("the owner gives up, the non-phasing player first", "H", "302.5/6"),
    Figure("attrition units absorb one a factor", "H", "302.61/losses/1 302.61/apply/1"),
    Figure("steps of 4.5", "H", "308.82/1 308.82/2 308.863/2 523.412/1 308.82/4"),
    Figure("steps of 4", "H", "308.863/1 308.861/1 308.862/2"),
    Figure("steps of 5", "H", "308.862/1"),
    Figure("stop below half of the least defence", "H", "302.61/1 302.61/2"),
    Figure("what is at most twice the rest must be given up", "H", "302.61/1 302.61/choice/1 302.61/apply/2"),
    Figure("minus points come off before directed damage", "H", "308.2/minus/1"),
    Figure("plus points come on behind it", "H", "308.2/plus/1"),
    Figure("up to 7 plus points of a system", "H", "308.2/capital/1"),
    Figure("what is left of a dead force vanishes", "H", "302.61/apply/1 308.25/9"),
    Figure("no whole group where that makes minus points", "H", "302.614/whole/1 302.614/whole/2"),
    Figure("fighters lost with a crippled carrier make none", "H", "302.614/1"),
    Figure("28 points: two battalions, 12 fighters, a planet at 10", "D", "508.2/points/1"),
    Figure("21 points kill a battle station", "M", "302.61/apply/1"),
    # Small-scale combat
    Figure("tested once, for all rounds of the hex", "H", "310.11/3"),
    Figure("and in the pursuit", "M", "310.11/3"),
    Figure("one casualty a hex as a retreat", "H", "310.0/retreat/1 310.0/retreat/2 310.11/3"),
    Figure("a mauler with consorts adds one", "H", "310.0/mauler/1 310.0/modifiers/1"),
    Figure("without them it attacks at half", "H", "310.0/mauler/2 308.4/consorts/1"),
    # Bases, planets, capitals
    Figure("an approach battle is offered in the first round", "H", "302.22/1"),
    Figure("unless cloaks avoid it", "H", "306.3/1"),
    Figure("cripples of a capital are static", "H", "511.5/static/1"),
    Figure("drones cost 0.1 EP a point, 12 of them 1.2", "H", "309.0/price/1"),
    Figure("6 PFs on most bases", "H", "502.51/1 502.51/2 502.51/3 501.5/crippled-carrier/tender"),
    Figure("12 PFs on starbases and fortresses", "H", "502.51/4 502.51/5"),
    Figure("3 PFs on a defense unit", "H", "502.51/6"),
    Figure("6 PFs on mobile and operational bases by module", "H", "502.51/7 502.51/8"),
    # Pursuit
    Figure("all cripples and three ships are pursued", "H", "307.3/1 307.3/limit/1"),
    Figure("more as far as somebody leads them", "H", "307.3/1 307.3/limit/2"),
    Figure("groups with a cripple come along", "H", "307.3/1 307.3/3"),
    Figure("a mixed group may drop its cripples", "H", "307.3/2"),
    Figure("the die is less than the number of pursuers", "H", "307.0/success/1 307.0/success/2"),
    Figure("slow units never pursue", "H", "307.0/pursuers/2"),
    Figure("slow units have a battle of their own", "H", "302.742/added/4"),
    # Special
    Figure("shock for directed damage alone", "H", "308.4/consorts/3"),
    Figure("attempts to freeze have six rows, and columns 7 and 8", "D", "312.222/12 312.222/5 312.222/11"),
    Figure("ground combat, 2-3", "H", "521.3/result/1 521.3/result/2 521.3/eliminated/2"),
    Figure("ground combat, 4-5", "H", "521.3/result/3 521.3/result/4 521.3/eliminated/1"),
    Figure("ground combat, 6-7", "H", "521.3/result/5 521.3/result/6"),
    Figure("ground combat, 8", "H", "521.3/result/7"),
    Figure("ground combat, 9-11", "H", "521.3/result/8 521.3/result/9"),
    Figure("ground combat, 12, and the roll on it", "H", "521.3/result/10 521.3/result/11"),
    Figure("a battalion, a step or ground troops pay", "H", "521.3/casualty/1 521.3/casualty/2"),
)
REMEMBERED = {
    "minimum-force": "about half of the flagship's rating",
    "formation-price": "3:1 in the formation box",
    "variable-intensity-rolls": "one roll for the battle",
    "ew-shift-limit": "two or three columns",
    "small-scale-threshold": "three ship equivalents",
    "pursuers": "up to six ships",
    "salvage-share": "a fifth of what a ship costs",
}
"""What sources only remember, by the setting that holds it."""


def ids() -> set[str]:
    """The cases that there are."""
    return {
        case["id"] for file in CASES.glob("*.toml") for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]
    }


def test_every_figure_of_combat_has_its_cases() -> None:
    known = ids()
    lacking = {figure.says: missing for figure in FIGURES if (missing := sorted(set(figure.cases.split()) - known))}
    assert lacking == {}
    assert [figure.says for figure in FIGURES if not figure.cases or figure.mark not in "HMD"] == []


@pytest.mark.parametrize("id_", REMEMBERED)
def test_what_is_remembered_is_a_setting_that_says_so(id_: str) -> None:
    setting = settings()[id_]
    assert setting.source is Source.RECOLLECTION
    assert setting.part == COMBAT
    assert setting.value


def test_no_other_figure_of_combat_is_remembered() -> None:
    found = {id_ for id_, each in settings().items() if each.part == COMBAT and each.source is Source.RECOLLECTION}
    assert found == set(REMEMBERED)


def test_a_half_point_of_damage_is_a_matter_of_reading() -> None:
    assert set(readings()["damage-rounding"].options) == {"nearest", "down", "up"}
