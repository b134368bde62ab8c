"""The day in two paragraphs, from its events alone: plain sentences for a moderator to dress up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from flagplot.core.event import Event
from flagplot.fta3.battle import codes as k
from flagplot.fta3.papers.forces import Scenario, Side
from flagplot.fta3.play.encounter import Encounter
from flagplot.fta3.play.fighting import Fought
from flagplot.fta3.play.outcomes import status_of
from flagplot.fta3.play.sentences import some

PLACES = {"mobile": "in a mobile battle", "fixed": "at a fixed objective"}


def story(encounter: Encounter, outcome: str) -> tuple[str, str]:
    """Who met and where; then who stood out, who was lost, and how it ended, which is ``outcome``."""
    return " ".join(_opening(encounter)), " ".join([*_course(encounter), *_losses(encounter), outcome])


def _opening(encounter: Encounter) -> Iterator[str]:
    scenario, fights = encounter.scenario, encounter.fights
    first, second = (_brought(side) for side in scenario.sides)
    yield f"{first} and {second} face each other {PLACES[scenario.battle_type]}."
    for side in scenario.sides:
        if side.owners[1:]:
            yield f"For {side.name} fight {_listed([owner.name for owner in side.owners])}."
    if fights[1:]:
        yield f"They meet in {len(fights)} engagements."
    for fought in fights[:1]:
        won = [str(event.facts["side"]) for event in fought.events if event.kind == "initiative"]
        if won and won[0]:
            yield f"{won[0]} has the initiative."


def _brought(side: Side) -> str:
    weight = sum(ship.hull.weight for ship in side.ships)
    fighters = sum(wing.number for owner in side.owners for wing in owner.wings)
    also = f" and {some(fighters, 'fighter')}" if fighters else ""
    return f"{side.name} with {some(len(side.ships), 'ship')} of weight {weight}{also}"


def _course(encounter: Encounter) -> Iterator[str]:
    """The ship that dealt the most damage by gunfire, and the first of each side to be killed or to leave."""
    labels = encounter.scenario.labels()
    dealt: Counter[str] = Counter()
    for event in encounter.events:
        if event.kind == "pierce":
            dealt[str(event.facts["ship"])] += int(event.facts["damage"])
    if dealt:
        ship, damage = dealt.most_common(1)[0]
        if damage:
            yield f"No ship's guns do more harm than those of {labels[ship]}: {damage} damage."
    for event in _firsts(encounter.events):
        ship, side = labels[str(event.facts["ship"])], event.facts["side"]
        end = "be killed" if event.kind == "killed" else "leave"
        yield f"{ship} is {side}'s first ship to {end}, in round {event.round}."


def _firsts(events: Sequence[Event]) -> Iterator[Event]:
    """The first event of each side by which a ship left the battle, dead or alive."""
    seen = set()
    for event in events:
        left = event.kind in ("killed", "withdrawal") or (event.kind == "disengage" and not event.facts["held"])
        if left and event.facts["side"] not in seen:
            seen.add(event.facts["side"])
            yield event


def _losses(encounter: Encounter) -> Iterator[str]:
    if encounter.fights:
        yield "; ".join(_lost(encounter, encounter.scenario, s) for s in range(2)) + "."


def _lost(encounter: Encounter, scenario: Scenario, s: int) -> str:
    side = scenario.sides[s]
    fates = Counter(
        status_of(fought, ship) for ship in side.ships for fought in encounter.fights if ship.id in fought.roster.places
    )
    killed, withdrawn = fates[k.KILLED], fates[k.WITHDRAWN]
    fighters = sum(_fighters_lost(fought, s) for fought in encounter.fights)
    parts = [f"{side.name} loses {killed or 'none'} of its {some(len(side.ships), 'ship')}"]
    if withdrawn:
        parts.append(f"{withdrawn} {'leaves' if withdrawn == 1 else 'leave'} the field")
    if fighters:
        parts.append(f"{some(fighters, 'fighter')} {'is' if fighters == 1 else 'are'} lost")
    return _listed(parts)


def _fighters_lost(fought: Fought, s: int) -> int:
    wings = fought.battle.wings
    return sum(int(wings.lost[s, w] + wings.surrendered[s, w]) for w in range(len(fought.roster.wings[s])))


def _listed(parts: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *before, last = parts
    return f"{', '.join(before)} and {last}" if before else last
