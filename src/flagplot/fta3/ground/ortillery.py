"""Fire from orbit: how many battalions a ship hits, what GTO networks cover, and how they answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flagplot.core.citation import carries_out
from flagplot.fta3.battle.shooting import needed
from flagplot.fta3.book.ships import Hull
from flagplot.fta3.ground.tables import numbers

LAYERS = 3
"""More networks than this over one battalion make no better save."""


class Volley(NamedTuple):
    """The answer of GTO networks to a ship: stand-off attacks, the damage of each, the face that pierces."""

    attacks: int
    damage: int
    need: int


@carries_out("fta3", "ortillery")
def battalions_hit(hull: Hull) -> int:
    """How many battalions a ship with ortillery forces to save; none for one of no listed size."""
    return int(numbers()["ortillery"].get(hull.size.value, 0))


@carries_out("fta3", "traits/mobile-gto-network")
def gto_need(layers: int) -> int:
    """The face of a d6 with which a battalion under so many networks escapes the damage save altogether."""
    table = numbers()["traits/mobile-gto-network"]
    return max(int(table["best"]), int(table["number"]) - (layers - 1))


@carries_out("fta3", "traits/mobile-gto-network")
def covered(networks: int, own: int, fit: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Of units with so many ``fit`` battalions, in the owner's order, how many lie under 0, 1, 2 and 3 networks each.

    Each of the ``networks`` covers three battalions beside itself. The unit numbers from ``own`` on are the networks'
    own battalions, which lie under their own network alone. The others get one network all over, then a second.
    """
    slots = networks * int(numbers()["traits/mobile-gto-network"]["covers"])
    reached = [[0] * LAYERS for _ in fit]
    for layer in range(min(LAYERS, networks)):
        for i, n in enumerate(fit[:own]):
            taken = min(slots, n)
            reached[i][layer] = taken
            slots -= taken
    for i in range(own, len(fit)):
        reached[i][0] = fit[i]
    return tuple(
        (n - under[0], under[0] - under[1], under[1] - under[2], under[2])
        for n, under in zip(fit, reached, strict=True)
    )


@carries_out("fta3", "traits/mobile-gto-network/return-fire")
def answering(networks: int, layers: int) -> int:
    """Networks that fire back at a ship: those that defend any of its targets, over which lie ``layers`` in all."""
    return min(networks, layers)


@carries_out("fta3", "traits/mobile-gto-network/return-fire")
def answer(networks: int, protection: int) -> Volley:
    """What the networks fire at a ship of a protection: stand-off attacks, so that nothing is added to them."""
    table = numbers()["traits/mobile-gto-network/return-fire"]
    return Volley(networks * int(table["attacks"]), int(table["damage"]), int(needed(protection, 0)))
