"""What a case may ask of the combat charts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flagplot.core.refusal import Faults
from flagplot.fe.ask_forces import combatant
from flagplot.fe.combat.charts import assaults, damage, intensity, prime_teams, small_scale, special_ships, stasis
from flagplot.fe.combat.charts.retreat import RetreatHex, retreat_hexes
from flagplot.fe.options import options
from flagplot.fe.units.category import Category

Chosen = Mapping[str, str]
"""Readings that a case chooses, by id."""


def ask_damage(
    row: int, die: int, potential: int | str = 0, shift: int = 0, readings: Chosen | None = None
) -> dict[str, Any]:
    """The result, percentage and points of one side."""
    chosen = options(readings)
    result = damage.result_of(row, die, shift, chosen)
    share = damage.percent(result, chosen)
    return {"result": result, "percent": share * 100, "points": damage.points(Fraction(potential), share, chosen)}


def ask_variable_intensity(die: int) -> dict[str, Any]:
    """What the die adds."""
    return {"adds": intensity.variable_intensity(die)}


def ask_intensity(chosen: int) -> dict[str, Any]:
    """Whether a side may choose an intensity."""
    faults = Faults()
    intensity.refuse_intensity(chosen, "intensity", faults)
    faults.settle()
    return {"allowed": True}


def ask_open_intensities(
    rounds: int = 0, may_raise: bool = False, fixed: int | None = None, still: bool = False
) -> dict[str, Any]:
    """What an attacker may choose after so many rounds against what is no ship, or a force that is ``still``."""
    highest = intensity.highest_choice(rounds, may_raise=may_raise)
    return {"choices": list(intensity.open_choices(highest, fixed, still=still))}


def ask_raid_intensities() -> dict[str, Any]:
    """What a side may choose in a special raid."""
    return {"choices": list(intensity.raid_choices())}


def ask_weapon(
    weapon: str, own: int, other: int = 1, consorts: int = 9, starbase: bool = False, readings: Chosen | None = None
) -> dict[str, Any]:
    """Whether a weapon may be used at these intensities with so many consorts, and what it asks."""
    faults, chosen = Faults(), options(readings)
    intensity.refuse_weapon(weapon, own, other, consorts, chosen, weapon, faults, starbase=starbase)
    faults.settle()
    return intensity.demand_of(weapon, chosen, starbase=starbase)._asdict()


def ask_fighting_retreat(readings: Chosen | None = None) -> dict[str, Any]:
    """The rows of both sides in a fighting retreat."""
    retreater, blocker = intensity.fighting_retreat_rows(options(readings))
    return {"retreater": retreater, "blocker": blocker}


def ask_stasis(type: str, attempt: int, roll: int, readings: Chosen | None = None) -> dict[str, Any]:
    """What an attempt comes to."""
    faults = Faults()
    found = stasis.outcome(type, attempt, roll, options(readings), type, faults)
    faults.settle()
    return {"outcome": found and found.value}


def ask_freezing(unit: Mapping[str, Any], readings: Chosen | None = None) -> dict[str, Any]:
    """Whether a unit can be frozen."""
    faults, type_ = Faults(), combatant(unit).unit.type
    stasis.refuse_freezing(type_, options(readings), type_.designator, faults)
    faults.settle()
    return {"frozen": True}


def ask_stasis_variant(variant: str, romulan: bool = False) -> dict[str, Any]:
    """What a variant is converted from."""
    faults = Faults()
    found = stasis.parents(variant, romulan=romulan, where=variant, faults=faults)
    faults.settle()
    return {"parents": list(found)}


def ask_random_target(own: list[str], theirs: list[str], die: int) -> dict[str, Any]:
    """Whom the die picks."""
    return {"ship": stasis.random_target(own, theirs, die)}


def ask_breakdown(
    frozen: list[str],
    outcomes: list[str],
    enemy_outcomes: Sequence[str] = (),
    readings: Chosen | None = None,
) -> dict[str, Any]:
    """Who stays frozen after these attempts."""
    own, theirs = ([stasis.Outcome(each) for each in told] for told in (outcomes, enemy_outcomes))
    return {"frozen": list(stasis.after_breakdown(frozen, own, theirs, options(readings)))}


def ask_attack_force(
    die: int,
    ew: int = 0,
    force_disrupted: bool = False,
    target_disrupted: bool = False,
    readings: Chosen | None = None,
) -> dict[str, Any]:
    """The SIDS that a special attack force scores."""
    chosen = options(readings)
    steps = assaults.attack_force_steps(
        die, ew, chosen, force_disrupted=force_disrupted, target_disrupted=target_disrupted
    )
    return {"sids": steps}


def ask_ground(
    roll: int,
    modifiers: Mapping[str, Any] | None = None,
    again: bool = False,
    readings: Chosen | None = None,
) -> dict[str, Any]:
    """Modifiers and result of a ground attack."""
    chosen = options(readings)
    found = assaults.ground_modifiers(assaults.GroundModifiers(**(modifiers or {})), chosen)
    result = assaults.ground_result(roll, sum(found.values()), chosen, again=again)
    return {"modifiers": found, **result._asdict()}


def ask_small_scale(roll: int, force: Mapping[str, Any]) -> dict[str, Any]:
    """Modifiers and casualties of one side's roll."""
    faults = Faults()
    found = small_scale.small_scale_modifiers(small_scale.SmallForce(**force), "force", faults)
    faults.settle()
    return {"modifiers": found, "casualties": small_scale.casualties(roll + sum(found.values()))}


def ask_cloak(use: str, roll: int = 0, readings: Chosen | None = None) -> dict[str, Any]:
    """What a use of cloaks comes to."""
    found = special_ships.evasion(roll) if use == "evasion" else special_ships.offensive_cloak(roll, options(readings))
    return {"outcome": found and found.value}


def ask_avoid_approach(all_cloaked: bool, cloaks_used_in_attack: bool = False) -> dict[str, Any]:
    """Whether the attacker may skip the approach battle."""
    allowed = special_ships.may_avoid_approach(all_cloaked=all_cloaked, cloaks_used_in_attack=cloaks_used_in_attack)
    return {"allowed": allowed}


def ask_cloaks_in_attack(avoided_approach: bool) -> dict[str, Any]:
    """Whether cloaks may be used in attack."""
    return {"allowed": special_ships.may_cloak_in_attack(avoided_approach=avoided_approach)}


def ask_capture(
    roll: int,
    modifiers: Mapping[str, bool] | None = None,
    mauler_in_pursuit: bool = False,
    category: str = "ship",
    readings: Chosen | None = None,
) -> dict[str, Any]:
    """Whether a ship is captured."""
    faults = Faults()
    special_ships.refuse_capture(Category(category), "the unit", "capture", faults)
    faults.settle()
    found = special_ships.capture_modifiers(special_ships.CaptureModifiers(**(modifiers or {})))
    captured = special_ships.is_captured(roll, sum(found.values()), options(readings))
    rolls = special_ships.capture_rolls(mauler_in_pursuit=mauler_in_pursuit)
    return {"modifiers": found, "captured": captured, "rolls": rolls}


def ask_pursuit(
    die: int, ships: int, special: int = 0, declined_approach: bool = False, readings: Chosen | None = None
) -> dict[str, Any]:
    """Whether a pursuit succeeds."""
    succeeds = special_ships.pursuit_succeeds(
        die, ships, special, options(readings), declined_approach=declined_approach
    )
    return {"succeeds": succeeds}


def ask_take_part(what: str, situation: str) -> dict[str, Any]:
    """Whether an admiral or a battle group may be there."""
    return {"allowed": special_ships.may_take_part(what, situation)}


def ask_prime_team(mission: str, total: int = 0) -> dict[str, Any]:
    """What a mission brings and what becomes of the team."""
    return {
        "bonus": prime_teams.bonus_of(mission),
        "success": prime_teams.mission_succeeds(mission, total),
        "fate": (fate := prime_teams.fate_of(mission, total)) and fate.value,
        "dice": prime_teams.dice_of(mission),
    }


def ask_retreat(
    hexes: Iterable[Mapping[str, Any]], leave_partial_grids: bool = False, readings: Chosen | None = None
) -> dict[str, Any]:
    """Where a force may retreat to, and why not elsewhere."""
    places = [
        RetreatHex(**{**each, **{k: Fraction(each.get(k, 0)) for k in ("enemy_equivalents", "friendly_equivalents")}})
        for each in hexes
    ]
    return retreat_hexes(places, options(readings), leave_partial_grids=leave_partial_grids)._asdict()


QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    name.removeprefix("ask_"): function for name, function in list(globals().items()) if name.startswith("ask_")
}
