"""Special attack forces and ground combat (520, 521): what a roll does to a base, to battalions, to attackers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from flagplot.core.citation import carries_out
from flagplot.fe.options import Options
from flagplot.fe.printed import charts_of


@carries_out("fe", "520.4")
def attack_force_steps(
    die: int, ew: int, options: Options, *, force_disrupted: bool, target_disrupted: bool = False
) -> int:
    """SIDS that a special attack force scores; ``ew`` of the target lowers the roll by one at most.

    The chart's columns are the state of the force, which does less when it is disrupted; read by their words they are
    that of the target.
    """
    row = charts_of("combat")["saf"].row_of(die - min(max(ew, 0), 1))
    if row is None:
        raise ValueError(f"a die has no face {die}")
    disrupted = force_disrupted if options["attack-force-state"] == "attacker" else target_disrupted
    cell = row[1] if disrupted else row[2]
    return 0 if cell == "No Effect" else int(cell.split()[0])


@dataclass(frozen=True, kw_only=True)
class GroundModifiers:
    """What bears on one ground attack; ``variable`` is the variable intensity of the round."""

    ship_crippled: bool = False
    supported: bool = False
    prime_team: bool = False
    unit_lost_this_turn: bool = False
    last_unit: bool = False
    variable: int = 0
    defending_battalion: bool = False
    defending_stasis: bool = False
    ship_landed: bool = False


@carries_out("fe", "521.3/modifiers")
def ground_modifiers(given: GroundModifiers, options: Options) -> dict[str, int]:
    """The modifiers of a ground attack by what gives them, those of nothing left out."""
    every = {
        "ground-combat ship crippled": -1 * given.ship_crippled,
        "supporting attack": 1 * given.supported,
        "Prime Team attacking": 1 * given.prime_team,
        "defense unit destroyed this turn": 1 * given.unit_lost_this_turn,
        "only one defense unit present": 1 * given.last_unit,
        "variable intensity": given.variable if options["ground-variable-intensity"] == "counts" else 0,
        "defending battalion": -1 * given.defending_battalion,
        "stasis field in the defence": -1 * given.defending_stasis,
        "ground-combat ship landed": 1 * given.ship_landed,
    }
    return {name: value for name, value in every.items() if value}


class GroundResult(NamedTuple):
    """Attacking battalions eliminated, casualties of the defender, and whether the attacker rolls once more."""

    attackers: int
    casualties: int
    again: bool


@carries_out("fe", "521.3/result")
def ground_result(roll: int, modifier: int, options: Options, *, again: bool = False) -> GroundResult:
    """What two dice with a modifier come to; below 2 read 2, above 12 read 12.

    ``again``: whether this is the roll after a 12, on which a loss of the attacker counts for nothing.
    """
    total = min(max(roll + modifier, 2), 12)
    row = charts_of("combat")["ground"].row_of(total)
    assert row is not None
    attackers = {"2 eliminated": 2, "eliminated": 1}.get(row[1], 0)
    if again and options["ground-second-roll"] == "losses-void" and total <= 7:
        attackers = 0
    return GroundResult(attackers, int(row[2] == "casualty"), row[1] == "roll again")
