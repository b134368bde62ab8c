"""The whole day: how the fleets met, and every engagement fought to its end, with one count of events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from flagplot.core.event import Cast, Event
from flagplot.core.sources import Keyed, Source
from flagplot.fta3.papers.forces import Scenario
from flagplot.fta3.papers.standing import Standing
from flagplot.fta3.play.engagements import Prebattle
from flagplot.fta3.play.fighting import Fought, fight_out
from flagplot.fta3.play.prebattle import meet


@dataclass(frozen=True)
class Encounter:
    """How the fleets met, and what came of each engagement. ``source`` rolled the dice before the battle.

    No two engagements have the dice of one sample: that of engagement n (from 0) is n, unless its source says another.
    """

    scenario: Scenario
    standings: Mapping[str, Standing]
    source: Source
    prebattle: Prebattle
    fights: tuple[Fought, ...]

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """Every event, numbered through."""
        return (*self.prebattle.events, *(event for fought in self.fights for event in fought.events))

    def casts(self) -> Iterator[tuple[Event, Cast, Source, int]]:
        """Every draw with its event, its source and its sample."""
        before = _sample(self.source, 0)
        for event in self.prebattle.events:
            for cast in event.casts:
                yield event, cast, self.source, before
        for number, fought in enumerate(self.fights):
            sample = _sample(fought.source, number)
            for event in fought.events:
                for cast in event.casts:
                    yield event, cast, fought.source, sample

    def fight_of(self, id_: str) -> Fought | None:
        """The engagement in which a ship or wing took part; None where it met nobody, or is no combatant."""
        for fought in self.fights:
            wings = {wing.id for side in fought.roster.wings for wing in side}
            if id_ in fought.roster.places or id_ in wings:
                return fought
        return None


def _sample(source: Source, number: int) -> int:
    """The sample that the dice of an engagement stand in."""
    return source.dice.sample if isinstance(source, Keyed) else number


def fight_all(scenario: Scenario, standings: Mapping[str, Standing], source_of: Callable[[int], Source]) -> Encounter:
    """Bring the fleets together and fight every engagement out; ``source_of`` gives the dice of each by its number."""
    source = source_of(0)
    prebattle = meet(scenario, standings, source)
    fights = []
    count = len(prebattle.events)
    for number, engagement in enumerate(prebattle.engagements):
        fought = fight_out(engagement.scenario, standings, source if number == 0 else source_of(number))
        events = tuple(replace(event, seq=event.seq + count) for event in fought.events)
        fights.append(replace(fought, events=events))
        count += len(events)
    return Encounter(scenario, standings, source, prebattle, tuple(fights))
