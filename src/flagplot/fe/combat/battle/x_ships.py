"""X-ships and X-bases (523): the electronic warfare of X-ships, which is entered (5-4A3), and of X-bases (5-4A4)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping

from flagplot.core.citation import Citation
from flagplot.engine.question import Answer, Question, Row, Share
from flagplot.fe.combat.battle.choices import Ask, key_of
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Field
from flagplot.fe.combat.battle.rounds import choose_points, tell_shifts
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.force import Combatant
from flagplot.fe.combat.specials import chooses_last, is_x

MOST = 20


def adjust(table: Table) -> Play:
    """5-4A3: the points of electronic warfare that X-ships of the battle forces add, and the shift with them."""
    added = yield from add_points(table)
    if added:
        tell_shifts(table)


def add_points(table: Table) -> Generator[Ask, Answer, bool]:
    """Have each side enter what its X-ships add, which rule 523.38 tells and the data do not; whether any does."""
    field, added = table.field, False
    for side in (ATTACKER, DEFENDER):
        camp = field.camps[side]
        ships = [each for each in camp.line if each.unit.type.x_ship and not each.unit.type.is_base]
        if not ships:
            continue
        answer = yield _points(field, side, table.step.id, ships)
        assert not isinstance(answer, str)
        for id_, points in answer.items():
            if points:
                added = True
                camp.ew[id_] = camp.ew.get(id_, 0) + points
                told = f"entered by {table.name(side)}: {id_} adds {points} points of electronic warfare"
                table.tell("entered", told, "523.38", side=side, unit=id_, points=points)
    return added


def _points(field: Field, side: int, step: str, ships: list[Combatant]) -> Ask:
    entrant = field.camps[side].entrant
    wanted = entrant.instructions.x_warfare
    question = Question(
        key=key_of(field, step, side, "x-ships"),
        who=entrant.name,
        side=side,
        what="what X-ships add to electronic warfare, by rule 523.38, which is not in the data",
        citations=(Citation("fe", "523.38"),),
        form=Share(tuple(Row(each.id, each.id, MOST) for each in ships), 0, MOST * len(ships), "points"),
        default={each.id: (wanted or {}).get(each.id, 0) for each in ships},
    )
    return Ask(question, wanted is not None)


def choose_last(table: Table) -> Play:
    """5-4A4: X-bases choose, once the enemy has shown his electronic warfare; the shift with them."""
    if any(chooses_last(each.unit) for camp in table.field.camps for each in camp.line):
        yield from choose_points(table, last=True)
        tell_shifts(table)


def has_x(field: Field) -> bool:
    """Whether an X-ship or X-base is in a battle force."""
    return any(is_x(each.unit) for camp in field.camps for each in camp.line)


X_SHIPS: dict[str, Callable[[Table], Play]] = {"5-4A3": adjust, "5-4A4": choose_last}
CONDITIONS: Mapping[str, Callable[[Field], bool]] = {"x-ships": has_x}
