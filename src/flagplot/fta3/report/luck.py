"""Luck: what the dice were expected to bring, from the very numbers they were read against, and what they brought."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from flagplot.core.event import Event
from flagplot.fta3.play.fighting import Fought


@dataclass(frozen=True)
class Luck:
    """One measure for one side: how many dice, the exact expectation, and the outcome."""

    side: str
    measure: str
    dice: int
    expected: Fraction
    rolled: int


def luck_of(fought: Fought) -> tuple[Luck, ...]:
    """Every measure of both sides that any die was rolled for, in the order in which they first came up.

    Hits and pierces are expected from the dice rolled for them; damage is expected from the attacks made, so that a
    ship that hit nothing counts too.
    """
    totals: dict[tuple[str, str], tuple[int, Fraction, int]] = {}
    for event in fought.events:
        for measure, dice, expected, rolled in _measures(fought, event):
            side = str(event.facts["side"])
            n, mean, came = totals.get((side, measure), (0, Fraction(0), 0))
            totals[side, measure] = (n + dice, mean + expected, came + rolled)
    names = [side.name for side in fought.scenario.sides]
    measures = list(dict.fromkeys(measure for _, measure in totals))
    return tuple(
        Luck(side, measure, *totals[side, measure])
        for measure in measures
        for side in names
        if (side, measure) in totals
    )


def _measures(fought: Fought, event: Event) -> Iterator[tuple[str, int, Fraction, int]]:
    """Measure, dice, expectation and outcome of each kind that an event's dice count for."""
    if not event.casts or event.kind == "position":
        return
    facts, cast = event.facts, event.casts[0]
    dice = cast.draw.n
    reach = Fraction(0) if cast.need is None else chance(cast.need, cast.draw.sides)
    if event.kind == "hit":
        yield "hits by gunfire", dice, dice * reach, int(facts["hits"])
        damage = chance(int(facts["to_pierce"]), cast.draw.sides) * _per_attack(fought, event)
        yield "damage by gunfire", dice, dice * reach * damage, 0
    elif event.kind == "pierce":
        yield "pierces by gunfire", dice, dice * reach, int(facts["pierces"])
        yield "damage by gunfire", 0, Fraction(0), int(facts["damage"])
    elif event.kind == "stand-off":
        yield "stand-off damage", dice, dice * reach * int(facts["per_attack"]), int(facts["damage"])
    elif event.kind == "dogfight":
        yield "kills in dogfights", dice, dice * reach, int(facts["kills"])
    elif event.kind in ("strike", "first-strike"):
        each = fought.battle.tables.strike_damage
        hit = 1 - chance(int(facts["miss"]), cast.draw.sides)
        yield "damage by fighters", dice, dice * hit * each, int(facts["damage"])
        lost = chance(int(facts["loss"]), cast.draw.sides)
        yield "fighters lost in strikes", dice, dice * lost, int(facts["lost"])
    elif event.kind == "reconstitution":
        yield "fighters reconstituted", dice, dice * reach, int(facts["back"])


def chance(need: int, sides: int) -> Fraction:
    """Chance that a die reaches ``need``."""
    return Fraction(max(0, min(sides, sides + 1 - need)), sides)


def _per_attack(fought: Fought, event: Event) -> int:
    """Damage of one attack of the ship that fires."""
    return int(fought.battle.fleet.damage[fought.roster.places[str(event.facts["ship"])]])
