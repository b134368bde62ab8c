"""Cloaks, capture, pursuit (305 to 307): success or not by a die and what modifies it; admirals and battle groups."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Faults
from flagplot.fe.options import Options
from flagplot.fe.printed import charts_of, spans
from flagplot.fe.units.category import Category
from flagplot.fe.units.kinds import is_ship


class CloakOutcome(StrEnum):
    """What a use of cloaks comes to."""

    SUCCESS = "success"
    FAILURE = "failure"
    NO_EFFECT = "no effect"


@carries_out("fe", "306.1")
def evasion(die: int) -> CloakOutcome:
    """Whether one cloaked unit evades, by one die."""
    cells = charts_of("combat")["cloak"].row("Evasion")
    return CloakOutcome.SUCCESS if spans(cells[1], die) else CloakOutcome.FAILURE


@carries_out("fe", "306.2")
def offensive_cloak(total: int, options: Options) -> CloakOutcome:
    """What two dice say of cloaks used in attack; the totals between success and failure are read as no effect."""
    cells = charts_of("combat")["cloak"].row("Offensive")
    if spans(cells[1], total):
        return CloakOutcome.SUCCESS
    if spans(cells[2], total) or options["cloak-between"] == "failure":
        return CloakOutcome.FAILURE
    return CloakOutcome.NO_EFFECT


@carries_out("fe", "306.3")
def may_avoid_approach(*, all_cloaked: bool, cloaks_used_in_attack: bool) -> bool:
    """Whether the attacker skips the approach battle: it always succeeds, but not with (306.2) in the same hex."""
    return all_cloaked and not cloaks_used_in_attack


@carries_out("fe", "306.3/after")
def may_cloak_in_attack(*, avoided_approach: bool) -> bool:
    """Whether a side may use its cloaks in attack: not once it has avoided an approach battle in the hex by them."""
    return not avoided_approach


@dataclass(frozen=True, kw_only=True)
class CaptureModifiers:
    """What bears on an attempt to capture."""

    pursuit: bool = False
    prime_team: bool = False
    ground_ship: bool = False
    web_caster_in_pursuit: bool = False


@carries_out("fe", "305.1/modifiers")
def capture_modifiers(given: CaptureModifiers) -> dict[str, int]:
    """The modifiers of the roll by what gives them."""
    every = {
        "pursuit": -1 * given.pursuit,
        "Prime Team": -1 * given.prime_team,
        "ground-combat ship": -1 * given.ground_ship,
        "web caster in pursuit": -1 * (given.web_caster_in_pursuit and given.pursuit),
    }
    return {name: value for name, value in every.items() if value}


@carries_out("fe", "305.1/roll")
def is_captured(total: int, modifier: int, options: Options) -> bool:
    """Whether two dice with the modifier capture a ship: less than three, or as a table reads it, three as well."""
    return total + modifier < 3 + (options["capture-limit"] == "at-most")


@carries_out("fe", "305.1/roll")
def capture_rolls(*, mauler_in_pursuit: bool) -> int:
    """How often the dice are rolled: twice where a mauler was used in the pursuit."""
    return 2 if mauler_in_pursuit else 1


@carries_out("fe", "305.1/who", "549.311", "549.315")
def may_be_captured(category: Category) -> bool:
    """Whether a unit of a kind may be captured: ships may, police ships (531.22) may not, and auxiliaries are no ships,
    though they are salvaged by their ship table.
    """
    return is_ship(category) and category is not Category.POLICE


@carries_out("fe", "305.1/who")
def refuse_capture(category: Category, name: str, where: str, faults: Faults) -> None:
    """Refuse to capture what is no ship, and police ships (531.22)."""
    if may_be_captured(category):
        return
    police = category is Category.POLICE
    message = f"{name} is a police ship, which cannot be captured" if police else f"{name} is no ship"
    rule = Citation("fe", "531.22" if police else "305.1/who")
    faults.add("cannot-be-captured", where, message, mend="Choose a ship that was destroyed.", citation=rule)


@carries_out("fe", "307.0/success")
def pursuit_modifiers(special: int, *, declined_approach: bool) -> dict[str, tuple[int, str]]:
    """What is added to the die of a pursuit, with the rule that says so.

    ``declined_approach``: whether the quarry left before combat at a base, because its approach battle was declined.
    """
    every = {
        "declined approach battle": (int(declined_approach), "302.23"),
        "X-ship or fast ship": (-(special > 0), "523.39"),
    }
    return {name: part for name, part in every.items() if part[0]}


@carries_out("fe", "307.0/success")
def pursuit_limit(ships: int, special: int, options: Options) -> int | None:
    """The most that the modified die of a pursuit by so many ships, ``special`` of them fast or X, may come to.

    It must be less than the number of ships, or read otherwise not more than it; None with fast and X-ships alone, who
    always reach their quarry.
    """
    if ships and special >= ships:
        return None
    return ships - 1 + (options["pursuit-limit"] == "not-more")


@carries_out("fe", "307.0/success")
def pursuit_succeeds(die: int, ships: int, special: int, options: Options, *, declined_approach: bool = False) -> bool:
    """Whether a pursuit by so many ships, ``special`` of them fast or X, reaches its quarry."""
    most = pursuit_limit(ships, special, options)
    parts = pursuit_modifiers(special, declined_approach=declined_approach)
    return most is None or die + sum(value for value, _ in parts.values()) <= most


@carries_out("fe", "316.0/who")
def may_take_part(what: str, situation: str) -> bool:
    """Whether an ``admiral`` or a ``battle group`` may be with a ``pursuer``, the ``pursued`` or a ``reserve``."""
    chart = charts_of("combat")["eligibility"]
    heads = [head.casefold() for head in chart.columns]
    return chart.row(situation)[heads.index(what.casefold())] == "Yes"
