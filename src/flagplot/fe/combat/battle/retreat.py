"""Leaving the hex behind a round (5-7A to 5-7D, 5-8J to 5-8L): who says so, where to, and why not elsewhere (302.7)."""

from __future__ import annotations

from collections.abc import Callable, Generator

from flagplot.engine.question import Answer, Option
from flagplot.fe.combat.battle import choices
from flagplot.fe.combat.battle.choices import Ask
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Field
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.charts.retreat import Retreat, retreat_hexes
from flagplot.fe.combat.force import ship_equivalents

BY_HAND = "a hex that is chosen by hand"


def announce(table: Table) -> Play:
    """5-7A1 to 5-7A3: who may leave says whether he does; the defender first and, unless he has said yes, last."""
    field = table.field
    side = ATTACKER if table.step.id == "5-7A2" else DEFENDER
    camp = field.camps[side]
    if camp.retreats or not camp.mobile:
        return
    first = ship_equivalents(camp.entrant.units)
    wanted = camp.entrant.instructions.retreats(field.number, camp.equivalents, first)
    ask = choices.yes_or_no(
        field, table.step.id, side, "retreat", ("302.71",), wanted, "leave the hex", "fight another round"
    )
    camp.retreats = (yield ask) == "yes"
    if camp.retreats:
        table.tell("retreat-announced", f"{camp.entrant.name} will retreat", side=side)


def settle(table: Table) -> Play:
    """5-7A4: nobody leaves, and the next round begins."""
    if not any(camp.retreats for camp in table.field.camps):
        table.tell("goes-on", "nobody retreats: another round")
        next_round(table.field)
    yield from ()


def next_round(field: Field) -> None:
    """Begin another round: what belongs to one round alone is forgotten."""
    field.round += 1
    field.offered = field.accepted = field.declined_base = field.declined_approach = field.avoided = False
    for camp in field.camps:
        camp.retreats = False


def leave_base(table: Table) -> Play:
    """5-7A5: the ships leave and their base fights on, unless the other side retreats as well or has nobody left."""
    field = table.field
    for side, camp in enumerate(field.camps):
        if camp.retreats and camp.left_behind:
            if camp.mobile:
                yield from see_hexes_of(table, side)
                yield from _leave(table, side)
            names = ", ".join(each.id for each in camp.left_behind)
            table.tell("base-left", f"{camp.entrant.name} leaves {names} behind", "302.741", side=side)
            camp.retreats = False
    if all(camp.holding and not camp.retreats for camp in field.camps):
        next_round(field)


def see_hexes(table: Table) -> Play:
    """5-7C and 5-8K: which hexes around the priorities leave to those that retreat, and why each other falls out."""
    for side in _leaving(table.field):
        yield from see_hexes_of(table, side)


def retreat(table: Table) -> Play:
    """5-7D and 5-8L: the retreating side leaves, the defender first if both do."""
    for side in _leaving(table.field):
        yield from _leave(table, side)


def _leaving(field: Field) -> list[int]:
    """The sides that have somebody who leaves, the defender first."""
    return [side for side in (DEFENDER, ATTACKER) if field.camps[side].retreats and field.camps[side].mobile]


def _open(field: Field, side: int, *, passing: bool) -> Retreat:
    """What the priorities leave to a side; ``passing``: whether it passes over hexes of partial grids."""
    return retreat_hexes(field.camps[side].entrant.around, field.setup.options, leave_partial_grids=passing)


def see_hexes_of(table: Table, side: int) -> Play:
    """Tell of each hex around that falls out, with its reason, once the owner has used his right of priority 3C."""
    field, camp = table.field, table.field.camps[side]
    if not camp.entrant.around:
        told = f"the hexes around are not entered, so that {camp.entrant.name} chooses by hand"
        table.tell("hexes-unknown", told, "302.73", side=side)
        return
    if _open(field, side, passing=True) != _open(field, side, passing=False):
        wanted = camp.entrant.instructions.pass_partial_grids
        what = "pass over the hexes of partial grids"
        camp.passing = (
            yield choices.yes_or_no(
                field, table.step.id, side, what, ("302.73",), wanted, "the main grid alone", "any grid"
            )
        ) == "yes"
    found = _open(field, side, passing=camp.passing)
    for label, reason in found.eliminated.items():
        told = f"{label} falls out by priority {reason}"
        table.tell("hex-out", told, "302.73", side=side, hex=label, reason=reason)
    told = f"{camp.entrant.name} may retreat to {', '.join(found.legal) or 'no hex around'}"
    interned = f", and to internment at {', '.join(found.internment)}" if found.internment else ""
    table.tell("hexes-open", told + interned, "302.73", side=side)


def _leave(table: Table, side: int) -> Play:
    """Have a side choose its hex, and go there."""
    field, camp = table.field, table.field.camps[side]
    place = yield from choose_hex(table, side)
    names = ", ".join(each.id for each in camp.mobile)
    camp.leave(camp.mobile, field.round)
    told = f"{camp.entrant.name} retreats to {place}: {names}"
    table.tell("retreated", told, "302.72", "302.73", side=side, hex=place)
    tell_what_waits(table, side, place)


def choose_hex(table: Table, side: int, *, suffix: str = "") -> Generator[Ask, Answer, str]:
    """The hex to which a side goes."""
    field = table.field
    found = _open(field, side, passing=field.camps[side].passing)
    if not (found.legal or found.internment):
        return BY_HAND
    return str((yield _where(field, side, table.step.id, found, suffix)))


def tell_what_waits(table: Table, side: int, place: str) -> None:
    """Tell of the enemies in the hex that a side goes to, since its next battle is then a fighting retreat."""
    field = table.field
    if place in _open(field, side, passing=field.camps[side].passing).fighting:
        told = f"the next battle at {place} is a fighting retreat of {table.name(side)}"
        table.tell("fighting-retreat-ahead", told, "302.73", "302.77", side=side, hex=place)


def _where(field: Field, side: int, step: str, found: Retreat, suffix: str) -> Ask:
    """The hex to retreat to, of those that the priorities leave."""
    told = dict.fromkeys(found.fighting, "a fighting retreat")
    options = [Option(label, label, told.get(label, "")) for label in found.legal]
    options += [Option(label, label, "interned") for label in found.internment]
    wanted = field.camps[side].entrant.instructions.retreat_to or None
    what, rules = "the hex to retreat to", ("302.72", "302.73")
    barred = dict(found.eliminated)
    return choices.pick(field, step, side, what, rules, options, wanted, barred=barred, suffix=suffix)


RETREAT: dict[str, Callable[[Table], Play]] = {
    "5-7A1": announce,
    "5-7A2": announce,
    "5-7A3": announce,
    "5-7A4": settle,
    "5-7A5": leave_base,
    "5-7C": see_hexes,
    "5-7D": retreat,
    "5-8K": see_hexes,
    "5-8L": retreat,
}
