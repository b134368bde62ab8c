"""Landing fighters: who finds a hangar, who stays on friendly territory, who is lost."""

from __future__ import annotations

from collections.abc import Mapping

from flagplot.core.citation import carries_out


@carries_out("fta3", "land-fighters")
def without_hangar(fighters: Mapping[str, int], hangars: Mapping[str, int]) -> dict[str, int]:
    """How many fighters of each owner of a side find no hangar.

    Each fills his own hangars first; what he has to spare takes in his allies' fighters, owner by owner in the order
    of their ids (reading ``allied-hangars``).
    """
    surplus = {id_: max(0, fighters[id_] - hangars.get(id_, 0)) for id_ in sorted(fighters)}
    spare = sum(max(0, room - fighters.get(id_, 0)) for id_, room in hangars.items())
    for id_ in surplus:
        taken = min(spare, surplus[id_])
        surplus[id_] -= taken
        spare -= taken
    return surplus


@carries_out("fta3", "land-fighters")
def surplus_by_level(numbers: Mapping[int, int], surplus: int) -> dict[int, int]:
    """Which fighters an owner's surplus is made of, by tech level: the lowest first (reading ``surplus-fighters``)."""
    left = {}
    for level in sorted(numbers):
        left[level] = min(numbers[level], surplus)
        surplus -= left[level]
    return left


@carries_out("fta3", "land-fighters")
def is_lost(*, friendly: bool) -> bool:
    """Whether fighters without a hangar are lost: over friendly territory they land on it."""
    return not friendly
