"""Hulks: which ships become one, who has them, and what they are worth."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.core.citation import carries_out
from flagplot.fta3.printed import printed, row_of

WORTHLESS, SALVAGE, INTACT = "worthless", "salvage", "intact"
"""The rows of the hulk's table."""


@carries_out("fta3", "overkill")
def is_overkilled(hp: int, hp_max: int) -> bool:
    """Whether a killed ship ended at least 60 % of its full HP below zero, the bound included (R35)."""
    return 100 * hp <= -int(printed()["overkill"]["percent"]) * hp_max


@carries_out("fta3", "overkill")
def is_hulked(hp: int, hp_max: int, *, critical: bool) -> bool:
    """Whether a killed ship is a hulk: overkilled, or critically pierced in its last round (R36)."""
    return critical or is_overkilled(hp, hp_max)


@carries_out("fta3", "overkill")
def holder_of(winners: Sequence[str], ruled: str) -> str:
    """The owner who decides over the hulks of a battle, by id; empty where only the moderator can say.

    ``winners`` are the owners of the side that holds the field, none where no side does; ``ruled`` is the moderator's
    word, which counts where the battle itself leaves it open.
    """
    if len(winners) == 1:
        return winners[0]
    return ruled if ruled in winners or not winners else ""


@carries_out("fta3", "overkill/hulk-roll")
def hulk_row(face: int) -> str:
    """What a d10 says of a hulk: ``worthless``, ``salvage`` or ``intact``."""
    return row_of("overkill/hulk-roll", face)


@carries_out("fta3", "overkill/hulk-roll")
def hulk_share() -> int:
    """The percentage of a hull's price that a hulk yields at once."""
    return int(printed()["overkill/hulk-roll"]["percent"])


@carries_out("fta3", "overkill/slow-salvage")
def slow_share(*, held: bool) -> int:
    """The percentage of a hull's DI that a quarter's work yields: none from a field that nobody holds meanwhile."""
    return int(printed()["overkill/slow-salvage"]["percent"]) if held else 0


@carries_out("fta3", "overkill/advanced-equipment")
def hulk_equipment_need() -> int:
    """The face of a d6 that saves a piece of advanced equipment from a hulk."""
    return int(printed()["overkill/advanced-equipment"]["number"])
