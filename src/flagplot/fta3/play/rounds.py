"""One round of a battle: its events, and the hit points of each ship before and after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flagplot.core.report import Column, Node, Table
from flagplot.engine.telling import step_sections
from flagplot.fta3.battle import codes as k
from flagplot.fta3.papers.forces import FROM_THE_START, Ship
from flagplot.fta3.play.fighting import Fought

BECAME = {k.ABSENT: "", k.ACTIVE: "", k.KILLED: "killed", k.WITHDRAWN: "withdrew"}


@dataclass(frozen=True)
class Course:
    """What a round did to one ship; ``before`` is None where it only arrives in this round."""

    ship: Ship
    side: int
    before: int | None
    after: int
    became: str


def courses(fought: Fought, number: int) -> Iterator[Course]:
    """Every ship that was there in a round, counted from 1."""
    end = fought.round_ends[number - 1]
    start = fought.round_ends[number - 2] if number > 1 else None
    for s, ships in enumerate(fought.roster.ships):
        for i, ship in enumerate(ships):
            if start is None:
                was, before = k.ACTIVE if ship.arrives == FROM_THE_START else k.ABSENT, ship.hp
            else:
                was, before = int(start.status[s, i]), int(start.hp[s, i])
            now = int(end.status[s, i])
            if was == k.ACTIVE or now != was:
                arrives = was == k.ABSENT
                became = "arrived" if arrives and now == k.ACTIVE else BECAME[now]
                yield Course(ship, s, None if arrives else before, int(end.hp[s, i]), became)


def round_nodes(fought: Fought, number: int) -> tuple[Node, ...]:
    """A round as it is told: a table of hit points for each side, then the events under the names of their steps."""
    labels = fought.scenario.labels()
    columns = (Column("Ship"), Column("Before", "right"), Column("After", "right"), Column("This round"))
    found = list(courses(fought, number))
    tables = [
        Table(
            side.name,
            columns,
            tuple(
                (labels[each.ship.id], "" if each.before is None else str(each.before), str(each.after), each.became)
                for each in found
                if each.side == s
            ),
        )
        for s, side in enumerate(fought.scenario.sides)
    ]
    return (*tables, *step_sections(event for event in fought.events if event.round == number))
