"""A side's orders in a post: instructions with their keys as verbs, which change what the scenario lays down for it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from flagplot.core.refusal import Fault, Faults
from flagplot.engine.operands import entries, joined, quoted
from flagplot.engine.orders import Block
from flagplot.fe.combat.battle.instructions import NONE
from flagplot.fe.papers.naming import Names
from flagplot.fe.papers.shape import VERBS
from flagplot.fe.papers.spots import Spot


def read_orders(block: Block, names: Names | None, faults: Faults) -> dict[str, Any]:
    """The values of a block by key; without the forces of a scenario any unit may be right.

    An order that is wrong is told, and so is one that is given twice.
    """
    known = names or Names((), (), free=True)
    found: dict[str, Any] = {}
    first: dict[str, int] = {}
    for order in block.orders:
        key = VERBS[order.verb.text]
        spot = Spot(f"{block.source}, line {order.line}", None, faults, (key.verb,), key.rule)
        if key.name in first:
            message = f"{quoted(order)} orders again what line {first[key.name]} ordered"
            spot.refuse("ordered-twice", message, fault=Fault.INCONSISTENT, mend="Keep one of the two.")
            continue
        first[key.name] = order.line
        texts = [joined(entry) for entry in entries(order.operands)]
        if not texts:
            mend = f"Write {key.verb} with {key.kind.holds}."
            spot.refuse("no-operand", f"{quoted(order)} does not say what", mend=mend)
            continue
        value = key.kind.read(texts, spot, known)
        if value is not None:
            found[key.name] = value
    return found


def order_lines(values: Mapping[str, Any]) -> tuple[str, ...]:
    """Instructions as the orders that give them, in the order of the verbs."""
    return tuple(f"{key.verb} {spell(values[key.name])}" for key in VERBS.values() if key.name in values)


def spell(value: Any) -> str:
    """A value as an order writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {spell(each)}" for name, each in value.items())
    if isinstance(value, tuple):
        return ", ".join(map(spell, value)) or NONE
    if isinstance(value, int | Fraction):
        return str(value)
    return str(value)
