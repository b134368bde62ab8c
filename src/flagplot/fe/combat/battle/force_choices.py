"""What a side is asked about its battle force: who leads, who fights and where, what it spends (5-3D, 5-3E)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flagplot.core.citation import Citation
from flagplot.core.refusal import Faults
from flagplot.engine.question import Complaint, Option, Question, Row, Share, Shares
from flagplot.fe.combat.battle.choices import Ask, complaints, key_of, label_of, pick
from flagplot.fe.combat.battle.field import Field
from flagplot.fe.combat.battle.instructions import NONE
from flagplot.fe.combat.force import (
    BattleForce,
    Combatant,
    Place,
    command_limit,
    eligible_flagships,
    refuse_flagship,
    refuse_minimum,
    refuse_places,
    refuse_size,
    standing,
)


def flagship(field: Field, side: int) -> Ask:
    """Which unit leads (5-3D)."""
    there = [each.unit for each in field.fighting(side)]
    options = [
        Option(unit.id, label_of(unit), f"leads {command_limit(unit.type.command)}")
        for unit in eligible_flagships(there)
    ]
    eligible = {option.id for option in options}
    barred = {}
    for id_ in (unit.id for unit in there if unit.id not in eligible):
        faults = Faults()
        refuse_flagship(id_, there, "", faults)
        barred[id_] = tuple(complaints(faults))
    wanted = field.camps[side].entrant.instructions.flagship
    default = wanted if wanted in eligible else options[0].id
    return pick(field, "5-3D", side, "the flagship", ("302.32",), options, default, barred=barred)


def command_points(field: Field, side: int) -> Ask:
    """How many command points to spend (5-3D)."""
    entrant = field.camps[side].entrant
    wanted = entrant.instructions.command_points
    options = [Option(str(number), str(number)) for number in range(entrant.command_points + 1)]
    default = None if wanted is None else str(min(wanted, entrant.command_points))
    return pick(field, "5-3D", side, "command points", ("308.9",), options, default, suffix="points")


def force_of(field: Field, side: int, chosen: Iterable[str], *, formation: str = "", points: int = 0) -> BattleForce:
    """The battle force of the chosen units."""
    ids = set(chosen)
    units = tuple(each for each in field.fighting(side) if each.id in ids)
    places = {formation: Place.FORMATION} if formation in ids else {}
    camp = field.camps[side]
    return BattleForce(
        flagship=camp.flagship, units=units, places=places, command_points=points, admiral=camp.entrant.admiral
    )


def units(field: Field, side: int, points: int) -> Ask:
    """Which units fight (5-3E): one of each row that is in."""
    camp = field.camps[side]
    there = field.fighting(side)
    settings = field.setup.settings

    def check(shares: Shares) -> Iterator[Complaint]:
        ids = [id_ for id_, number in shares.items() if number]
        if camp.flagship not in ids:
            yield Complaint("flagship-left-out", f"the flagship {camp.flagship} is left out", mend="Add it.")
            return
        torn = [each.id for each in there if each.carrier and (each.id in ids) != (each.carrier in ids)]
        if torn:
            yield Complaint("torn-group", f"a group fights together: {', '.join(torn)}", mend="Take it or leave it.")
        force, faults = force_of(field, side, ids, points=points), Faults()
        refuse_size(force, "", faults)
        refuse_places(force, "", faults)
        refuse_minimum(force, len(there), settings, "", faults)
        yield from complaints(faults)

    rows = tuple(Row(each.id, label_of(each.unit), 1) for each in there)
    default = _most_units(field, side, points)
    out = camp.entrant.instructions.leave_out
    if out is not None:
        fewer = {id_: number for id_, number in default.items() if id_ not in out}
        default = default if any(check(fewer)) else fewer
    default = {row.id: default.get(row.id, 0) for row in rows}
    everyone = all(default.values())
    question = Question(
        key=key_of(field, "5-3E", side, ""),
        who=camp.entrant.name,
        side=side,
        what="the units of the battle force",
        citations=(Citation("fe", "302.3/size"), Citation("fe", "302.36")),
        form=Share(rows, 1, len(rows), "units", check=check),
        default=default,
    )
    return Ask(question, everyone or out is not None)


def _most_units(field: Field, side: int, points: int) -> dict[str, int]:
    """The flagship, all that stays behind, and as many others as it leads: whole groups, the strongest attack first."""
    camp = field.camps[side]
    there = field.fighting(side)
    leader = next(each for each in there if each.id == camp.flagship)
    room = command_limit(leader.unit.type.command, command_points=points, admiral=camp.entrant.admiral)
    chosen = [each.id for each in there if standing(each)]
    groups: dict[str, list[Combatant]] = {}
    for each in there:
        if not standing(each):
            groups.setdefault(each.carrier or each.id, []).append(each)
    lead = leader.carrier or leader.id
    ranked = sorted(groups, key=lambda id_: (id_ != lead, -sum(each.unit.attack for each in groups[id_])))
    for id_ in ranked:
        if len(groups[id_]) <= room:
            chosen += [each.id for each in groups[id_]]
            room -= len(groups[id_])
    return dict.fromkeys(chosen, 1)


def formation(field: Field, side: int) -> Ask:
    """Who stands in the formation box (5-3E); nobody, where the unit that was laid down does not fight."""
    camp = field.camps[side]
    options = [Option(NONE, "nobody")]
    options += [Option(each.id, label_of(each.unit)) for each in camp.line if not standing(each)]
    wanted = camp.entrant.instructions.formation
    wanted = wanted if wanted in {option.id for option in options} else NONE
    return pick(field, "5-3E", side, "the formation box", ("302.3/places",), options, wanted, suffix="box")
