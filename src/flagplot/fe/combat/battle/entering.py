"""What a rule does that the data only name: entered in the middle of a battle by the side that knows it, and told."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from flagplot.core.citation import Citation
from flagplot.engine.question import Question, Row, Share
from flagplot.fe.combat.battle.choices import Ask, key_of
from flagplot.fe.combat.battle.scene import Play, Table

MOST = 999
WHOSE, WHAT, WAYS = ("own", "enemy"), ("row", "potential"), {"up": 1, "down": -1}
CHANGES = tuple(f"{whose}-{what}-{way}" for whose in WHOSE for what in WHAT for way in WAYS)
"""What can be entered: ``own-row-up``, ``enemy-potential-down``, each so many times."""


def enter_changes(table: Table, side: int, what: str, rule: str, wanted: Mapping[str, int] | None) -> Play:
    """Ask a side by how much a rule changes row and combat potential of both, and change them."""
    field, default = table.field, {**dict.fromkeys(CHANGES, 0), **(wanted or {})}
    question = Question(
        key=key_of(field, table.step.id, side, "entered"),
        who=table.name(side),
        side=side,
        what=what,
        citations=(Citation("fe", rule),),
        form=Share(tuple(Row(change, change, MOST) for change in CHANGES), 0, MOST, "points"),
        default=default,
    )
    answer = yield Ask(question, wanted is not None)
    assert not isinstance(answer, str)
    for change, number in answer.items():
        if number:
            whose, kind, way = change.split("-")
            on = side if whose == "own" else 1 - side
            changes, points = field.camps[on].changes, WAYS[way] * number
            changes[kind] = changes.get(kind, Fraction(0)) + points
            told = f"entered by {table.name(side)}: {kind} of {table.name(on)} {points:+d}"
            table.tell("entered", told, rule, side=on, what=kind, change=points)
    if not any(answer.values()):
        table.tell("entered", f"entered by {table.name(side)}: nothing", rule, side=side)
