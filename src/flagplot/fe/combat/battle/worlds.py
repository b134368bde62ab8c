"""Planets in a battle: where the craft of lost battalions go (5-6X5), and to whom a planet falls at the end (508.2)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping

from flagplot.core.citation import Citation
from flagplot.engine.question import Answer, Question, Row, Share
from flagplot.fe.combat.battle.choices import Ask
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Field
from flagplot.fe.combat.battle.records import CraftGone
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.force import Craft
from flagplot.fe.combat.planets import captured_planets, is_battalion, room_for


def move_craft(table: Table) -> Play:
    """5-6X5: craft of lost battalions go to units of their side that have room for such craft; the rest is lost."""
    for side in (DEFENDER, ATTACKER):
        camp = table.field.camps[side]
        for kind in [kind for kind in Craft if camp.stranded.get(kind)]:
            left = camp.stranded[kind]
            for id_, number in (yield from _shared(table.field, side, kind)).items():
                camp.board(id_, kind, number)
                left -= number
                told = f"{number} {kind} of lost battalions go to {id_}"
                table.tell("craft-moved", told, "508.1/lost-craft", side=side, unit=id_, craft=kind.value)
            if left:
                told = f"{left} {kind} of lost battalions are lost"
                table.tell("craft-lost", told, "508.1/lost-craft", side=side, craft=kind.value, number=left)
                host = [gone.unit for gone in camp.history if is_battalion(gone.unit)][-1]
                camp.craft_gone.append(CraftGone(table.field.round, host, kind, left))
        camp.stranded = {}


def _shared(field: Field, side: int, kind: Craft) -> Generator[Ask, Answer, dict[str, int]]:
    """How many craft of a kind go to each unit that takes any."""
    room = room_for(kind, field.camps[side].units)
    if not room:
        return {}
    answer = yield _where(field, side, kind, room)
    assert not isinstance(answer, str)
    return {id_: number for id_, number in answer.items() if number}


def _where(field: Field, side: int, kind: Craft, room: Mapping[str, int]) -> Ask:
    """Where craft go; by the instructions to the first units that have room."""
    camp = field.camps[side]
    wanted, left = camp.entrant.instructions.keep_craft, camp.stranded[kind]
    default = {}
    for id_, most in room.items():
        default[id_] = 0 if wanted is False else min(most, left)
        left -= default[id_]
    question = Question(
        key=f"R{field.round}/5-6X5/{side}/{kind.value}",
        who=camp.entrant.name,
        side=side,
        what=f"where {camp.stranded[kind]} {kind} of lost battalions go",
        citations=(Citation("fe", "508.1/lost-craft"),),
        form=Share(tuple(Row(id_, id_, most) for id_, most in room.items()), 0, camp.stranded[kind], kind.value),
        default=default,
    )
    return Ask(question, wanted is not None)


def take_planets(table: Table) -> None:
    """Tell whose planets fall, once the battle is over."""
    for side, camp in enumerate(table.field.camps):
        enemy = table.field.camps[1 - side]
        for planet in captured_planets(camp.units, enemy.units):
            state = "devastated planet" if planet.unit.crippled else "planet"
            told = f"the {state} {planet.id} falls to {camp.entrant.name}; its garrison is a matter of (508.23)"
            table.tell("planet-captured", told, "508.2/capture", "508.23", side=side, unit=planet.id)
            enemy.lose(planet, table.field.round, "captured")


def battalions_lost(field: Field) -> Iterator[str]:
    """The battalions that were lost in this round."""
    for camp in field.camps:
        for gone in camp.history:
            if gone.round == field.round and gone.how == "destroyed" and is_battalion(gone.unit):
                yield gone.unit.id


def regroups(field: Field) -> bool:
    """Whether a battalion was lost in this round, or ground troops come back from an assault."""
    return any(battalions_lost(field)) or any(camp.assault.attacks for camp in field.camps)


WORLDS: dict[str, Callable[[Table], Play]] = {"5-6X5": move_craft}
