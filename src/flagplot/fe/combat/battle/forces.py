"""The battle forces of a round (5-3D to 5-3G): flagships, units and their places, sealed until revealed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from flagplot.fe.combat.battle import force_choices
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Field
from flagplot.fe.combat.battle.officers import post_officers
from flagplot.fe.combat.battle.rescue import assign
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.battle.teams import send_teams
from flagplot.fe.combat.drones import drone_price
from flagplot.fe.combat.force import BattleForce, Place
from flagplot.fe.combat.prices import expense


def choose_flagships(table: Table) -> Play:
    """5-3D: flagships and command points, sealed until the battle forces are revealed."""
    field = table.field
    for side in sides(field):
        yield from table.covered_plan(side, "who leads", lead(field, side))


def lead(field: Field, side: int) -> Play:
    """Have a side name its flagship, and spend command points in the first round."""
    camp = field.camps[side]
    camp.command_points = 0
    camp.flagship = str((yield force_choices.flagship(field, side)))
    if field.number == 1 and camp.entrant.command_points:
        camp.command_points = int(str((yield force_choices.command_points(field, side))))


def choose_units(table: Table) -> Play:
    """5-3E: the battle forces, and who stands in the formation box; craft that may fight go with them."""
    field = table.field
    for side in sides(field):
        yield from table.covered_plan(side, "who fights", send(field, side))


def send(field: Field, side: int) -> Play:
    """Have a side choose its battle force, and who stands in the formation box."""
    camp = field.camps[side]
    yield from post_officers(field, side)
    places = force_choices.places_of((yield force_choices.units(field, side)))
    box = str((yield force_choices.formation(field, side, places)))
    force = force_choices.force_of(field, side, places, box=box)
    force = force_choices.with_craft(field, side, force, (yield force_choices.craft(field, side, force)))
    paid = yield force_choices.drones(field, side, force)
    assert not isinstance(paid, str)
    camp.force = replace(force, drones=paid)
    yield from send_teams(field, side)
    yield from assign(field, side)


def sides(field: Field) -> tuple[int, ...]:
    """The sides that have anybody who may fight now, the attacker first."""
    return tuple(side for side in (ATTACKER, DEFENDER) if field.fighting(side))


def reveal(table: Table) -> Play:
    """5-3G: both battle forces, and what was spent on them."""
    table.show()
    for side, camp in enumerate(table.field.camps):
        if spent := camp.command_points:
            told = f"{table.name(side)} spends {spent} command point{'s' if spent > 1 else ''}"
            worth = str(expense("command points", spent))
            table.tell("charge", told, "308.9", side=side, what="command points", number=spent, ep=worth)
        if camp.force and (factors := sum(camp.force.drones.values())):
            price = drone_price(factors)
            told = f"{table.name(side)} pays {price} EP for {factors} drone factor{'s' if factors > 1 else ''}"
            table.tell("charge", told, "309.0/price", side=side, what="drone bomb", number=factors, ep=str(price))
    for side, camp in enumerate(table.field.camps):
        if camp.force:
            told = f"{table.name(side)} fights with {', '.join(_told(camp.force))}"
            table.tell("force", told, "302.3", side=side, flagship=camp.flagship)
    yield from ()


def _told(force: BattleForce) -> Iterator[str]:
    """The units of a force, cripples with a minus, places other than the line in brackets; then its craft."""
    for each in force.units:
        place = force.place(each.id)
        yield f"{each.id}{'-' if each.unit.crippled else ''}{'' if place is Place.LINE else f' ({place})'}"
    for kind, number in force.craft.items():
        yield f"{number} {kind}"


FORCES: dict[str, Callable[[Table], Play]] = {
    "5-3D": choose_flagships,
    "5-3E": choose_units,
    "5-3G": reveal,
}
