"""What ground units do outside of battle: military police in a territory, special forces on espionage operations."""

from __future__ import annotations

from collections.abc import Collection

from flagplot.core.citation import carries_out


@carries_out("fta3", "traits/military-police")
def suppresses(battalions: int, ci: int) -> bool:
    """Whether military police hold down what a foreign ethos would cost in a territory: one battalion for each CI."""
    return battalions >= ci


@carries_out("fta3", "traits/special-forces")
def specialization(traits: Collection[str]) -> int:
    """What a unit adds as a specialist on an espionage operation."""
    return 1 if "special forces" in traits else 0


@carries_out("fta3", "traits/special-forces")
def is_loud(traits: Collection[str], *, loud_task: bool) -> bool:
    """Whether a unit counts for the loudness of an operation: special forces only where their task is a loud one."""
    return loud_task or "special forces" not in traits
