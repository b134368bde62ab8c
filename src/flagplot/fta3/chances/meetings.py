"""How the fleets meet, sample by sample: worked out once for each fall of the dice before the battle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Generic, TypeVar

from flagplot.core.sources import Draw, Enumerated, Keyed, walk
from flagplot.fta3.papers.forces import Scenario
from flagplot.fta3.papers.standing import Standing
from flagplot.fta3.play.engagements import Prebattle
from flagplot.fta3.play.prebattle import meet

Plan = TypeVar("Plan")
Fallen = tuple[tuple[int, ...], ...]
"""The faces of the draws so far, in the order in which they are asked."""

MOST_FALLS = 4000
"""Ways in which the dice before a day's battles may fall: two twenty-sided dice fall in 400."""


def every_meeting(
    scenario: Scenario, standings: Mapping[str, Standing]
) -> list[tuple[tuple[Scenario, ...], Fraction]] | None:
    """The engagements that a day may come to, with the chance of each way; None where too many dice lead to them."""
    found: list[tuple[tuple[Scenario, ...], Fraction]] = []
    falls = walk(_Falling, lambda source: meet(scenario, standings, source))
    for number, (met, source) in enumerate(falls):
        if number == MOST_FALLS:
            return None
        engagements = tuple(each.scenario for each in met.engagements)
        place = next((n for n, (known, _) in enumerate(found) if known == engagements), len(found))
        chance = found[place][1] if place < len(found) else Fraction(0)
        found[place:] = [(engagements, chance + source.chance), *found[place + 1 :]]
    return found


class _Falling(Enumerated):
    """Dice that fall in every way."""

    def faces(self, draw: Draw) -> tuple[int, ...]:
        """Each face in turn."""
        return tuple(1 + self.branch([Fraction(1, draw.sides)] * draw.sides) for _ in range(draw.n))


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
