"""What a battle cannot do without and the seed has no figures for, out of the settings that a table has accepted."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from flagplot.core.refusal import Fault, Faults
from flagplot.fe.combat.charts.small_scale import MOST_EW

FREE, NONE = "free", "none"
ENTERED = "entered"
BEHIND_BATTALIONS, ANY_TIME = "behind battalions", "any time"
BOTH, PURSUER, NEITHER = "both", "pursuer", "neither"

FURTHEST = 14
"""A modifier of small-scale combat beyond this changes nothing: two dice give 2 to 12, and its chart ends at 16."""

Steps: TypeAlias = tuple[tuple[int, int], ...]
"""From which difference on which modifier applies, such as ((4, 1), (8, 2), (-4, -1))."""


class Settings(NamedTuple):
    """The settings (``data/settings.toml``) that a battle asks; none is proved by the seed.

    ``points_per_shift`` has no default, since no source tells it. ``fixed_intensity`` is what a force that cannot
    retreat must choose, None for a free choice (304.4). ``may_raise``: whether the attacker may raise his intensity by
    one, beyond the highest, after a fourth round against what is no ship (304.5). ``variable_each_round``: whether the
    variable intensity is rolled anew in each round. ``pf_factors``: combat factors of one gunboat.
    ``pursuit_directed``: which side directs damage in a pursuit (307.4). ``battle_group``: as how many units a battle
    group counts; None where the table has not settled it.

    ``planet_points`` and ``battalion_points`` are what the devastation of a planet and the loss of a defense battalion
    resolve, where the ship table has no defence of theirs; ``devastation_any_time``: whether a planet may be devastated
    before its battalions are gone. ``salvage_share``: the part of a destroyed ship's price that is salvaged;
    ``step_repair``: the repair points that a step of incremental damage takes, None where they are entered each time.

    Of small-scale combat: ``small_scale`` are the ship equivalents up to which it is fought, ``small_potential`` and
    ``small_warfare`` the steps of its two modifiers without figures, None where they are entered each time,
    ``small_craft`` the ship equivalents of craft that one casualty takes, ``small_bases`` whether a hex with a base may
    be fought so.
    """

    points_per_shift: int
    most_shift: int = 2
    minimum_force: Fraction = Fraction(1, 2)
    withdrawal_part: Fraction = Fraction(1, 2)
    small_scale: int = 3
    small_potential: Steps | None = None
    small_warfare: Steps | None = None
    small_craft: Fraction = Fraction(1)
    small_bases: bool = True
    variable_each_round: bool = False
    fixed_intensity: int | None = None
    may_raise: bool = False
    formation_price: int = 3
    pursuers: int = 6
    pursuit_directed: str = BOTH
    pf_factors: int = 1
    planet_points: int = 10
    battalion_points: int = 3
    devastation_any_time: bool = False
    battle_group: int | None = None
    salvage_share: Fraction = Fraction(1, 5)
    step_repair: int | None = None


def read_settings(values: Mapping[str, str], where: str, faults: Faults) -> Settings:
    """The settings of a battle from the texts of a table's list; one that is missing or no number is a fault."""

    def number(id_: str, least: int) -> Fraction:
        try:
            found = Fraction(values.get(id_, "").replace(" ", ""))
        except (ValueError, ZeroDivisionError):
            found = Fraction(-1)
        if found < least:
            mend = f"Give a number from {least} on: {id_} = …."
            message = f"the setting '{id_}' is no such number: '{values.get(id_, '')}'"
            faults.add("wrong-setting", where, message, fault=Fault.CONFLICT, mend=mend)
            return Fraction(max(least, 1))
        return found

    def steps(id_: str, least: int, most: int) -> Steps | None:
        text = values.get(id_, ENTERED)
        if text == ENTERED:
            return None
        try:
            found = tuple((int(step), int(adds)) for step, adds in (entry.split(":") for entry in text.split(",")))
        except ValueError:
            found = ()
        if found and all(least <= adds <= most for _, adds in found):
            return found
        message = f"the setting '{id_}' is no list of steps from {least} to {most}: '{text}'"
        mend = f"Write '{ENTERED}', or from which difference on what is added, such as 4: -1, 8: -2."
        faults.add("wrong-setting", where, message, fault=Fault.CONFLICT, mend=mend)
        return None

    def word(id_: str, known: tuple[str, ...]) -> str:
        text = values.get(id_, known[0])
        if text not in known:
            message = f"the setting '{id_}' is none of {', '.join(known)}: '{text}'"
            faults.add("wrong-setting", where, message, fault=Fault.CONFLICT, mend=f"Write {id_} = {known[0]}.")
        return text

    fixed, groups = values.get("non-mobile-intensity", FREE), values.get("battle-group-slots", NONE)
    return Settings(
        points_per_shift=int(number("ew-points-per-shift", 1)),
        most_shift=int(number("ew-shift-limit", 0)),
        minimum_force=number("minimum-force", 0),
        withdrawal_part=number("withdrawal-part", 0),
        small_scale=int(number("small-scale-threshold", 0)),
        small_potential=steps("small-scale-differential", -FURTHEST, FURTHEST),
        small_warfare=steps("small-scale-warfare", -MOST_EW, 0),
        small_craft=number("small-scale-craft", 0),
        small_bases=values.get("small-scale-bases") != "no",
        variable_each_round=values.get("variable-intensity-rolls") == "once a round",
        fixed_intensity=None if fixed == FREE else int(number("non-mobile-intensity", 1)),
        may_raise=values.get("raised-intensity") == "yes",
        formation_price=int(number("formation-price", 1)),
        pursuers=int(number("pursuers", 0)),
        pursuit_directed=word("pursuit-directed", (BOTH, PURSUER, NEITHER)),
        pf_factors=int(number("pf-factors", 0)),
        planet_points=int(number("planet-points", 1)),
        battalion_points=int(number("battalion-points", 1)),
        devastation_any_time=word("devastation-order", (BEHIND_BATTALIONS, ANY_TIME)) == ANY_TIME,
        salvage_share=number("salvage-share", 0),
        step_repair=None if values.get("step-repair", ENTERED) == ENTERED else int(number("step-repair", 1)),
        battle_group=None if groups == NONE else int(number("battle-group-slots", 1)),
    )
