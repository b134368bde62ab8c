"""The whole day: how the fleets met, every engagement fought to its end, the aftermath, with one count of events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from flagplot.core.event import Cast, Event
from flagplot.core.sources import Keyed, Source
from flagplot.fta3.aftermath.fates import UNSETTLED, Aftermath
from flagplot.fta3.aftermath.settling import settle
from flagplot.fta3.papers.afterwards import Afterwards
from flagplot.fta3.papers.forces import Scenario
from flagplot.fta3.papers.standing import Standing
from flagplot.fta3.play.engagements import Prebattle
from flagplot.fta3.play.fighting import Fought, fight_out
from flagplot.fta3.play.prebattle import meet


@dataclass(frozen=True)
class Encounter:
    """How the fleets met, what came of each engagement, and of them all. ``source`` rolled the dice before the battle
    and after it.

    No two engagements have the dice of one sample: that of engagement n (from 0) is n, unless its source says another.
    """

    scenario: Scenario
    standings: Mapping[str, Standing]
    source: Source
    prebattle: Prebattle
    fights: tuple[Fought, ...]
    aftermath: Aftermath = UNSETTLED

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """Every event, numbered through."""
        fought = (event for fought in self.fights for event in fought.events)
        return (*self.prebattle.events, *fought, *self.aftermath.events)

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
        for event in self.aftermath.events:
            for cast in event.casts:
                yield event, cast, self.source, before

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


def fight_all(
    scenario: Scenario,
    standings: Mapping[str, Standing],
    source_of: Callable[[int], Source],
    decisions: Mapping[str, Afterwards] | None = None,
) -> Encounter:
    """Bring the fleets together and fight every engagement out; ``source_of`` gives the dice of each by its number.

    The aftermath is settled by ``decisions`` (by owner id) and the scenario's rulings, or not at all where there are
    none. Raises ``Refused`` for decisions that do not fit what came of the battle.
    """
    source = source_of(0)
    prebattle = meet(scenario, standings, source)
    fights = [
        fight_out(engagement.scenario, standings, source if number == 0 else source_of(number))
        for number, engagement in enumerate(prebattle.engagements)
    ]
    return as_day(scenario, standings, source, prebattle, fights, decisions)


def as_day(
    scenario: Scenario,
    standings: Mapping[str, Standing],
    source: Source,
    prebattle: Prebattle,
    fights: Iterable[Fought],
    decisions: Mapping[str, Afterwards] | None = None,
) -> Encounter:
    """The engagements of a day as one, their events numbered through, and its aftermath settled as in ``fight_all``."""
    numbered = []
    count = len(prebattle.events)
    for fought in fights:
        numbered.append(replace(fought, events=_counted_on(fought.events, count)))
        count += len(fought.events)
    aftermath = UNSETTLED
    if decisions is not None:
        aftermath = settle(scenario, numbered, decisions, source)
        aftermath = replace(aftermath, events=_counted_on(aftermath.events, count))
    return Encounter(scenario, standings, source, prebattle, tuple(numbered), aftermath)


def _counted_on(events: Iterable[Event], count: int) -> tuple[Event, ...]:
    """Events whose numbers go on behind ``count`` others."""
    return tuple(replace(event, seq=event.seq + count) for event in events)
