"""What a case may ask of small-scale combat between forces: what bears on a roll, how a casualty is taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from flagplot.fe.ask_forces import Given, battle_force, combatant, settings_of
from flagplot.fe.combat import small_scale
from flagplot.fe.combat.allocation import give_up
from flagplot.fe.options import options


def ask_small_force(own: Sequence[Given], enemy: Sequence[Given]) -> dict[str, Any]:
    """What bears on the roll of a side."""
    return asdict(small_scale.small_force(battle_force(own, {}), battle_force(enemy, {}), options()))


def ask_small_step(steps: Sequence[Sequence[int]], difference: int | str) -> dict[str, Any]:
    """What the steps of a table give at a difference."""
    ladder = tuple((step, adds) for step, adds in steps)
    return {"adds": small_scale.modifier_at(ladder, Fraction(difference))}


def ask_small_casualty(units: Sequence[Given], take: str = "", craft: int | str = 1) -> dict[str, Any]:
    """The ways to take a casualty, and what is left where one is taken; ``craft`` are the equivalents it asks for."""
    force = tuple(combatant(each) for each in units)
    ways = small_scale.ways_to_take(force, settings_of({"small_craft": Fraction(craft)}))
    for loss in next((each.losses for each in ways if each.id == take), ()):
        force = give_up(force, loss)
    return {
        "ways": [each.id for each in ways],
        "left": {each.id: "crippled" if each.unit.crippled else "whole" for each in force},
        "craft": {each.id: {kind.value: number for kind, number in each.craft.items()} for each in force},
    }


def ask_small_retreat(taken: bool = False, pursuit: bool = False, able: bool = True) -> dict[str, Any]:
    """Whether a casualty may be taken as a retreat."""
    return {"allowed": small_scale.may_take_retreat(taken=taken, pursuit=pursuit, able=able)}


QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    name.removeprefix("ask_"): function for name, function in list(globals().items()) if name.startswith("ask_")
}
