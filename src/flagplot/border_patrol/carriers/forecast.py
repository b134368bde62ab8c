"""How long the stores of a carrier last out of supply, phase by phase, and what goes without when they end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flagplot.border_patrol.carriers.servicing import most_serviced
from flagplot.border_patrol.carriers.stores import Craft, demand, full_phases
from flagplot.border_patrol.options import Options


class Outlook(NamedTuple):
    """A movement phase to come, counted from 1: eighths before it and after it, and how many craft go without."""

    phase: int
    before: int
    after: int
    unserviced: int


@dataclass(frozen=True, kw_only=True)
class Forecast:
    """What a stock comes to, in eighths: what a phase uses, the phases it feeds in full (None: without end), what is
    left after them, and how many craft can be serviced in the phase after that.
    """

    stock: int
    demand: int
    full_phases: int | None
    left: int
    then_serviced: int
    then_unserviced: int

    def phases(self, most: int) -> list[Outlook]:
        """The first phases, as far as they are fed in full and at most so many."""
        full = most if self.full_phases is None else min(self.full_phases, most)
        return [
            Outlook(n + 1, self.stock - n * self.demand, self.stock - (n + 1) * self.demand, 0) for n in range(full)
        ]


def forecast(stock: int, craft: Sequence[Craft], options: Options) -> Forecast:
    """What becomes of a stock of eighths if all the craft stay aboard and out of supply."""
    need = demand(craft, options)
    full = full_phases(stock, need)
    left = stock if full is None else stock - full * need
    then = len(craft) if full is None else len(most_serviced(craft, left, options))
    return Forecast(
        stock=stock, demand=need, full_phases=full, left=left, then_serviced=then, then_unserviced=len(craft) - then
    )
