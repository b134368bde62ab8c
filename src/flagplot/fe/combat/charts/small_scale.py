"""Small-scale combat (310): casualties of two dice and what modifies them."""

from __future__ import annotations

from dataclasses import dataclass

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults
from flagplot.fe.printed import charts_of

MOST_EW = 2
"""The enemy's advantage in electronic warfare costs two at most."""


@dataclass(frozen=True, kw_only=True)
class SmallForce:
    """What bears on a side's roll. ``defence`` and ``enemy_defence`` are the largest defence factors of each side.

    ``enemy_ew`` is what the enemy's electronic warfare costs, 0 to 2, and ``potential`` what the difference of combat
    potentials gives; the rulebook prints no steps for either, so both are entered. None: not entered.
    """

    defence: int
    enemy_defence: int
    x_ship: bool = False
    mauler_with_consorts: bool = False
    slow_unit: bool = False
    enemy_fast_or_x: bool = False
    fighting_retreat: bool = False
    opposes_retreat: bool = False
    enemy_ew: int = 0
    potential: int | None = None


@carries_out("fe", "310.0/modifiers")
def small_scale_modifiers(force: SmallForce, where: str, faults: Faults) -> dict[str, int]:
    """The modifiers of a side's roll by what gives them, those of nothing left out.

    Refused where the modifier for the combat potentials is not entered, and for an electronic one beyond 0 to 2.
    """
    rule = Citation("fe", "310.0/modifiers")
    if force.potential is None:
        message = "the modifier for the difference of combat potentials is not in the data"
        faults.add("not-in-the-data", where, message, mend="Enter it, 0 if there is none; see rule 310.", citation=rule)
    if not 0 <= force.enemy_ew <= MOST_EW:
        message = f"the enemy's electronic warfare cannot cost {force.enemy_ew}"
        faults.add("wrong-modifier", where, message, mend=f"From 0 to {MOST_EW}.", citation=rule)
    less = force.enemy_defence - force.defence
    every = {
        "X-ship": 1 * force.x_ship,
        "mauler with consorts": 1 * force.mauler_with_consorts,
        "slow unit": -1 * force.slow_unit,
        "enemy has a fast or X-ship": -1 * force.enemy_fast_or_x,
        "conducts a fighting retreat": -2 * force.fighting_retreat,
        "opposes a fighting retreat": 2 * force.opposes_retreat,
        "largest defence factor less": -2 if less >= 5 else -1 if less >= 2 else 0,
        "enemy electronic warfare": -force.enemy_ew,
        "combat potentials": force.potential or 0,
    }
    return {name: value for name, value in every.items() if value}


@carries_out("fe", "310.0/casualties")
def casualties(total: int) -> int:
    """Casualties of two dice with all modifiers; below 2 none, from 16 on nine."""
    row = charts_of("combat")["small-scale"].row_of(max(total, 2))
    assert row is not None
    return int(row[1])
