"""How the fleets meet, sample by sample: worked out once for each fall of the dice before the battle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from flagplot.core.sources import Draw, Keyed
from flagplot.fta3.papers.forces import Scenario
from flagplot.fta3.papers.standing import Standing
from flagplot.fta3.play.engagements import Prebattle
from flagplot.fta3.play.prebattle import meet

Plan = TypeVar("Plan")
Fallen = tuple[tuple[int, ...], ...]
"""The faces of the draws so far, in the order in which they are asked."""


class Meetings(Generic[Plan]):
    """What ``plan`` makes of the meeting of the fleets, for any sample."""

    def __init__(
        self, scenario: Scenario, standings: Mapping[str, Standing], plan: Callable[[Prebattle], Plan]
    ) -> None:
        self.scenario, self.standings, self.plan = scenario, standings, plan
        self.asked: dict[Fallen, Draw] = {}
        self.known: dict[Fallen, Plan] = {}

    def of(self, source: Keyed) -> Plan:
        """The plan of the sample that ``source`` stands at."""
        fallen: Fallen = ()
        while fallen in self.asked:
            fallen = (*fallen, source.faces(self.asked[fallen]))
        if fallen not in self.known:
            log = _Log(source)
            plan = self.plan(meet(self.scenario, self.standings, log))
            fallen = ()
            for draw, faces in log.draws:
                self.asked[fallen] = draw
                fallen = (*fallen, faces)
            self.known[fallen] = plan
        return self.known[fallen]

    @property
    def always(self) -> Plan | None:
        """The plan, where no dice are rolled for it; it must have been asked for once."""
        return self.known.get(())


class _Log(Keyed):
    """The dice of a source, with a record of what was asked of it."""

    def __init__(self, source: Keyed) -> None:
        super().__init__(0)
        self.dice = source.dice
        self.draws: list[tuple[Draw, tuple[int, ...]]] = []

    def faces(self, draw: Draw) -> tuple[int, ...]:
        """The faces of a draw, written down."""
        faces = super().faces(draw)
        self.draws.append((draw, faces))
        return faces
