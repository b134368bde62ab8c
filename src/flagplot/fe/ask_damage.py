"""What a case may ask of damage: what it may be directed at, what its owner may give up, what is carried on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flagplot.core.refusal import Faults
from flagplot.fe.ask_forces import Given, battle_force, combatant, settings_of
from flagplot.fe.combat import allocation, directed
from flagplot.fe.combat.allocation import Carried
from flagplot.fe.options import options


def ask_directed(
    units: Sequence[Given],
    points: int | str = 10**6,
    force: Given | None = None,
    frozen: Sequence[str] = (),
    mauler: bool = False,
    settings: Given | None = None,
    readings: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Every directed attack that so many points pay, with its price."""
    chosen = battle_force(units, force or {})
    attacks = directed.directed_attacks(
        chosen, frozenset(frozen), options(readings), settings_of(settings), mauler=mauler
    )
    found = directed.affordable(attacks, Fraction(points))
    return {"prices": {id_: attack.price for id_, attack in found.items()}}


def ask_aim(
    units: Sequence[Given], target: str, aim: str, points: int | str = 10**6, frozen: Sequence[str] = ()
) -> dict[str, Any]:
    """Whether damage may be directed at a unit to an end, and its price."""
    faults, chosen, wanted = Faults(), battle_force(units, {}), directed.Aim(aim)
    held, settings = frozenset(frozen), settings_of(None)
    attacks = directed.directed_attacks(chosen, held, options(), settings, mauler=False)
    directed.refuse_aim(target, wanted, chosen, attacks, held, Fraction(points), faults)
    faults.settle()
    return {"price": next(each.price for each in attacks if (each.target, each.aim) == (target, wanted))}


def ask_directed_effect(
    units: Sequence[Given], attack: str, mauler: bool = False, readings: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """What is left of a force once a directed attack is made on it."""
    chosen = battle_force(units, {})
    craft = allocation.craft_of(chosen.units)
    attacks = directed.directed_attacks(
        replace(chosen, craft=craft), frozenset(), options(readings), settings_of(None), mauler=mauler
    )
    force = chosen.units
    for loss in allocation.directed_losses(next(each for each in attacks if each.id == attack), force):
        force = allocation.give_up(force, loss)
    return {
        "left": {each.id: "crippled" if each.unit.crippled else "whole" for each in force},
        "sids": {each.id: each.unit.sids for each in force if each.unit.sids},
        "craft": {kind.value: number for kind, number in allocation.craft_of(force).items()},
    }


def ask_losses(
    units: Sequence[Given],
    damage: int | str = 10**6,
    frozen: Sequence[str] = (),
    settings: Given | None = None,
    behind: Sequence[str] = (),
) -> dict[str, Any]:
    """What an owner may give up for so much damage, what each resolves, and whether he must go on."""
    force, figures = [combatant(each) for each in units], settings_of(settings)
    losses = allocation.open_losses(force, frozenset(frozen), figures, frozenset(behind))
    left = Fraction(damage)
    return {
        "losses": {loss.id: loss.points for loss in allocation.choices(left, losses)},
        "must": allocation.must_go_on(left, losses),
    }


def ask_whole_groups(units: Sequence[Given], damage: int | str, frozen: Sequence[str] = ()) -> dict[str, Any]:
    """The groups that may be given up as a whole for so much damage, and what each resolves."""
    found = allocation.whole_groups(Fraction(damage), [combatant(each) for each in units], frozenset(frozen))
    return {"losses": {loss.id: loss.points for loss in found}}


def ask_give_up(
    units: Sequence[Given],
    damage: int,
    take: Sequence[str] = (),
    minus: int | str = 0,
    plus: int | str = 0,
    paid: int = 0,
) -> dict[str, Any]:
    """One side's damage of a round: minus points, ``paid`` for directed damage, plus points, then losses in order."""
    carried = Carried(Fraction(minus), Fraction(plus))
    left, carried = allocation.less_minus(damage, carried)
    left, carried = allocation.with_plus(left - paid, carried)
    force = tuple(combatant(each) for each in units)
    for word in take:
        open_now = {loss.id: loss for loss in allocation.open_losses(force, frozenset(), settings_of(None))}
        open_now |= {loss.id: loss for loss in allocation.whole_groups(left, force, frozenset())}
        force, left = allocation.give_up(force, open_now[word]), left - open_now[word].points
    carried = allocation.carry_over(left, carried, force)
    return {
        "left": {each.id: "crippled" if each.unit.crippled else "whole" for each in force},
        "sids": {each.id: each.unit.sids for each in force if each.unit.sids},
        "craft": {kind.value: number for kind, number in allocation.craft_of(force).items()},
        "minus": carried.minus,
        "plus": carried.plus,
    }


QUESTIONS: dict[str, Callable[..., dict[str, Any]]] = {
    name.removeprefix("ask_"): function for name, function in list(globals().items()) if name.startswith("ask_")
}
