"""The battle forces of a round (5-3C to 5-3G): groups, flagships, units and their places, sealed until revealed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flagplot.fe.combat.allocation import craft_of
from flagplot.fe.combat.battle import force_choices
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Field
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.force import with_fielded_craft


def form_groups(table: Table) -> Play:
    """5-3C: the groups are those that each side came in; the seed lets them change only for pursuit."""
    for side, camp in enumerate(table.field.camps):
        groups = {each.carrier for each in camp.units if each.carrier}
        for carrier in sorted(groups):
            escorts = ", ".join(each.id for each in camp.units if each.carrier == carrier)
            table.tell(
                "group", f"{table.name(side)}: {carrier} is escorted by {escorts}", "515.15", side=side, unit=carrier
            )
    yield from ()


def choose_flagships(table: Table) -> Play:
    """5-3D: flagships and command points, sealed until the battle forces are revealed."""
    field = table.field
    for side in sides(field):
        yield from table.covered_plan(side, "who leads", _lead(field, side))


def _lead(field: Field, side: int) -> Play:
    camp = field.camps[side]
    camp.flagship = str((yield force_choices.flagship(field, side)))
    camp.command_points = 0
    if field.round == 1 and camp.entrant.command_points:
        camp.command_points = int(str((yield force_choices.command_points(field, side))))


def choose_units(table: Table) -> Play:
    """5-3E: the battle forces, and who stands in the formation box; craft that may fight go with them."""
    field = table.field
    for side in sides(field):
        yield from table.covered_plan(side, "who fights", _send(field, side))


def _send(field: Field, side: int) -> Play:
    camp = field.camps[side]
    answer = yield force_choices.units(field, side, camp.command_points)
    assert not isinstance(answer, str)
    chosen = [id_ for id_, number in answer.items() if number]
    set_force(field, side, chosen, "")
    box = yield force_choices.formation(field, side)
    set_force(field, side, chosen, str(box))


def sides(field: Field) -> tuple[int, ...]:
    """The sides that have anybody who may fight now, the attacker first."""
    return tuple(side for side in (ATTACKER, DEFENDER) if field.fighting(side))


def set_force(field: Field, side: int, chosen: list[str], formation: str) -> None:
    """Put the chosen units into the line, with as many craft as may fight."""
    camp = field.camps[side]
    force = force_choices.force_of(field, side, chosen, formation=formation, points=camp.command_points)
    line = with_fielded_craft(force.units)
    camp.force = replace(force, units=line, craft=craft_of(line))


def reveal(table: Table) -> Play:
    """5-3G: both battle forces, and what was spent on them."""
    table.show()
    for side, camp in enumerate(table.field.camps):
        if spent := camp.command_points:
            told = f"{table.name(side)} spends {spent} command points"
            table.tell("charge", told, "308.9", side=side, what="command points", number=spent)
    for side, camp in enumerate(table.field.camps):
        if camp.force:
            units = ", ".join(f"{each.id}{'-' if each.unit.crippled else ''}" for each in camp.line)
            craft = ", ".join(f"{number} {kind}" for kind, number in camp.force.craft.items())
            told = f"{table.name(side)} fights with {units}{f' and {craft}' if craft else ''}"
            table.tell("force", told, "302.3", side=side, flagship=camp.flagship)
    yield from ()


FORCES: dict[str, Callable[[Table], Play]] = {
    "5-3C": form_groups,
    "5-3D": choose_flagships,
    "5-3E": choose_units,
    "5-3G": reveal,
}
