"""Running down: who may go after a ship that was killed or has withdrawn, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable

from flagplot.core.citation import carries_out
from flagplot.fta3.printed import printed


@carries_out("fta3", "running-down")
def weight_short(pursuers: Iterable[int], prey: int) -> int:
    """The weight that pursuers lack together to run a ship down; 0 where they are as heavy or heavier."""
    return max(0, prey - sum(pursuers))


@carries_out("fta3", "running-down")
def speed_short(pursuer: int, prey: int) -> int:
    """The speed that one pursuer lacks; 0 where it is as fast or faster."""
    return max(0, prey - pursuer)


@carries_out("fta3", "running-down")
def run_down_need() -> int:
    """The face of a flat d20 that catches a ship."""
    return int(printed()["running-down"]["number"])


@carries_out("fta3", "running-down/capture")
def lacks_to_capture(*, boards: bool, troops: bool) -> tuple[str, ...]:
    """What pursuers lack to capture their prey: ``module``, ``troops``, both or neither."""
    return (*(() if boards else ("module",)), *(() if troops else ("troops",)))


@carries_out("fta3", "running-down/absence")
def weeks_away(transit: int) -> int:
    """Weeks after which ships that went after a prey and bring home no prize are with their fleet again: those that
    the way to the next node takes.
    """
    return transit
