"""A ground war, step by step: quarter after quarter until the moderator says that a side withdraws or surrenders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from flagplot.core.citation import Citation
from flagplot.core.event import Cast, Event
from flagplot.core.sources import Source
from flagplot.engine.battle import Decision
from flagplot.engine.steps import Step
from flagplot.fta3.ground import air, bombardment, closing, fighting, opening, recovery
from flagplot.fta3.ground.forces import DEFENDER, GroundScenario
from flagplot.fta3.ground.log import Log
from flagplot.fta3.ground.orders import GroundOrders
from flagplot.fta3.ground.saves import Losses
from flagplot.fta3.ground.weighing import Band, Group, Scale, bands

OPEN, INTERCEPT, INTERDICT, BOMBARD, WEIGH, RESOLVE, SAVE, RECOVER, CLOSE = range(9)


def _step(name: str, *rules: str, decides: str = "") -> Step:
    return Step(name, tuple(Citation("fta3", rule) for rule in rules), decides)


SEQUENCE: Mapping[int, Step] = {
    OPEN: _step("muster", "ground/transport", "saves/exhaustion", decides="what the page leaves to the moderator"),
    INTERCEPT: _step("interception and dogfight", "ground-fighters/interception", decides="fighters to commit"),
    INTERDICT: _step("landing", "ground-fighters/interdiction", "ground/transport", decides="who lands, who is hit"),
    BOMBARD: _step("ortillery", "ortillery", "traits/mobile-gto-network", decides="who bombards, who is covered"),
    WEIGH: _step("battle value", "battle-value", "ground-fighters/air-superiority"),
    RESOLVE: _step("battle resolution", "leadership", "ground-battle", decides="mission priority"),
    SAVE: _step("damage saves", "saves", decides="victims of Breakthrough"),
    RECOVER: _step("recovery", "saves/engineers", "saves/mash", decides="what assault counters, who is restored"),
    CLOSE: _step("end of the quarter", "ground-withdrawal", "ground-time", decides="whether a side gives up"),
}


@dataclass
class Field:
    """How things stand in a quarter. Lists have one entry for each side, and in it one for each of its units or wings.

    ``bands`` are this quarter's; ``landed`` says who is ashore, ``free`` counts wings that no enemy holds, ``aloft``
    those of them on air superiority. ``fit`` are the battalions that fight in this phase, ``losses`` what it cost.
    """

    bands: list[tuple[Band, ...]]
    groups: list[list[Group]]
    landed: list[list[bool]]
    flying: list[list[int]]
    hp: dict[str, int]
    free: list[int] = field(default_factory=lambda: [0, 0])
    aloft: list[int] = field(default_factory=lambda: [0, 0])
    fit: list[tuple[int, ...]] = field(default_factory=list)
    scales: list[Scale] = field(default_factory=list)
    air: list[int] = field(default_factory=lambda: [0, 0])
    result: int = 0
    losses: list[list[Losses]] = field(default_factory=list)

    def ashore(self, s: int) -> tuple[int, ...]:
        """The fit battalions of each unit of a side that is ashore."""
        return tuple(g.fit if there else 0 for g, there in zip(self.groups[s], self.landed[s], strict=True))


class GroundCampaign:
    """A war that is under way, stopped or over; every die comes from ``source``."""

    sequence = SEQUENCE

    def __init__(self, scenario: GroundScenario, orders: Mapping[str, GroundOrders], source: Source) -> None:
        self.scenario, self.source = scenario, source
        self.orders = [orders[side.id] for side in scenario.sides]
        self.log = Log(scenario, source)
        self.quarter = 1
        self.waiting: Decision | None = None
        self.next: int | None = OPEN
        self.playing = OPEN
        self.field = Field(
            bands=[bands(scenario, side, 1) for side in scenario.sides],
            groups=[
                [
                    Group(unit.battalions - unit.lost - unit.exhausted, 0, unit.exhausted, unit.lost)
                    for unit in side.units
                ]
                for side in scenario.sides
            ],
            landed=[[side.role == DEFENDER] * len(side.units) for side in scenario.sides],
            flying=[[wing.number for wing in side.wings] for side in scenario.sides],
            hp={ship.id: ship.hp or 0 for side in scenario.sides for ship in side.ships if ship.hp is not None},
        )

    @property
    def step(self) -> int | None:
        """The step that comes next; None when all is over, or waits for the moderator."""
        return self.next

    def decision(self) -> Decision | None:
        """What the moderator has to enter before it can go on; None where nothing waits for him."""
        return self.waiting

    def events(self) -> tuple[Event, ...]:
        """All that has happened so far, in order."""
        return tuple(self.log.events)

    def advance(self) -> None:
        """Carry out the next step by the orders of both sides."""
        step = self.next
        if step is None:
            raise ValueError("the war is over, or waits for the moderator")
        self.log.quarter, self.log.step = self.quarter, SEQUENCE[step].name
        self.next, self.playing = step + 1, step
        if step == OPEN:
            opening.open_quarter(self)
        elif step == INTERCEPT:
            air.meet(self)
        elif step == INTERDICT:
            air.land(self)
        elif step == BOMBARD:
            bombardment.bombard(self)
        elif step == WEIGH:
            if not fighting.weigh(self):
                self.next = CLOSE
        elif step == RESOLVE:
            fighting.resolve(self)
        elif step == SAVE:
            fighting.save(self)
        elif step == RECOVER:
            recovery.recover(self)
        else:
            closing.close_quarter(self)

    def wait(self, what: str, rules: tuple[str, ...]) -> None:
        """Stop until the moderator has entered something."""
        self.waiting = Decision(self.playing, ("moderator",), what, tuple(Citation("fta3", rule) for rule in rules))
        self.next = None


@dataclass(frozen=True)
class War:
    """A ground war as far as it was fought: what it was made from, all that happened, and how things stand."""

    scenario: GroundScenario
    orders: Mapping[str, GroundOrders]
    source: Source
    field: Field
    events: tuple[Event, ...]
    waiting: Decision | None
    quarters: int

    def casts(self) -> Iterator[tuple[Event, Cast, Source, int]]:
        """Every draw with its event, its source and its sample."""
        for event in self.events:
            for cast in event.casts:
                yield event, cast, self.source, 0


def fight_war(scenario: GroundScenario, orders: Mapping[str, GroundOrders], source: Source) -> War:
    """Fight a war to its end, or as far as the moderator's entries reach."""
    campaign = GroundCampaign(scenario, orders, source)
    while campaign.step is not None:
        campaign.advance()
    return War(scenario, orders, source, campaign.field, campaign.events(), campaign.waiting, campaign.quarter)
