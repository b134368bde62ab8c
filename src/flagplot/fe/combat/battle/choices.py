"""The questions of a battle: what a side is asked at a step, what it may answer, what its instructions say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from flagplot.core.citation import Citation
from flagplot.core.refusal import Faults
from flagplot.engine.question import Complaint, Option, Pick, Question, Row, Share, Shares
from flagplot.fe.combat.allocation import Loss, Way
from flagplot.fe.combat.battle.field import ATTACKER, Field
from flagplot.fe.combat.battle.instructions import NONE
from flagplot.fe.combat.charts.intensity import HIGHEST, LOWEST, refuse_weapon
from flagplot.fe.combat.directed import Directed, affordable, directed_attacks
from flagplot.fe.combat.force import (
    BattleForce,
    Combatant,
    Place,
    command_limit,
    craft_capacity,
    eligible_flagships,
    refuse_minimum,
    refuse_places,
    refuse_size,
)
from flagplot.fe.combat.potential import base_settings
from flagplot.fe.units.ship import Unit

BY_MAULER = " by mauler"
LATE_ROUND = 4


class Ask(NamedTuple):
    """A question, and whether the instructions of its side answer it (with its default)."""

    question: Question
    instructed: bool


def pick(
    field: Field,
    step: str,
    side: int,
    what: str,
    rules: tuple[str, ...],
    options: Iterable[Option],
    default: str | None,
    *,
    barred: Mapping[str, str] | None = None,
    suffix: str = "",
) -> Ask:
    """A question with one answer; ``default`` is that of the instructions, None where they say nothing of it."""
    listed = tuple(options)
    ids = [option.id for option in listed]
    instructed = default in ids
    return Ask(
        Question(
            key=_key(field, step, side, suffix),
            who=field.camps[side].entrant.name,
            side=side,
            what=what,
            citations=tuple(Citation("fe", rule) for rule in rules),
            form=Pick(listed, barred or {}),
            default=default if instructed and default is not None else ids[0],
        ),
        instructed,
    )


def _key(field: Field, step: str, side: int, suffix: str) -> str:
    return "/".join((f"R{field.round}", step, str(side), *((suffix,) if suffix else ())))


def flagship(field: Field, side: int) -> Ask:
    """Which unit leads (5-3D)."""
    there = [each.unit for each in field.fighting(side)]
    options = [
        Option(unit.id, _label(unit), f"leads {command_limit(unit.type.command)}") for unit in eligible_flagships(there)
    ]
    eligible = {option.id for option in options}
    barred = {unit.id: "its command rating is not among the three highest" for unit in there if unit.id not in eligible}
    wanted = field.camps[side].entrant.instructions.flagship
    default = wanted if wanted in eligible else options[0].id
    return pick(field, "5-3D", side, "the flagship", ("302.32",), options, default, barred=barred)


def command_points(field: Field, side: int) -> Ask:
    """How many command points to spend (5-3D)."""
    camp = field.camps[side]
    wanted = camp.entrant.instructions.command_points
    options = [Option(str(number), str(number)) for number in range(camp.command_points + 1)]
    default = None if wanted is None else str(min(wanted, camp.command_points))
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
        for fault in faults.found:
            yield Complaint(fault.code, fault.message, gap=fault.gap, mend=fault.mend)

    rows = tuple(Row(each.id, _label(each.unit), 1) for each in there)
    default = _most_units(field, side, points)
    out = camp.entrant.instructions.leave_out
    if out is not None:
        fewer = {id_: number for id_, number in default.items() if id_ not in out}
        default = default if any(check(fewer)) else fewer
    default = {row.id: default.get(row.id, 0) for row in rows}
    everyone = all(default.values())
    question = Question(
        key=_key(field, "5-3E", side, ""),
        who=camp.entrant.name,
        side=side,
        what="the units of the battle force",
        citations=(Citation("fe", "302.3/size"), Citation("fe", "302.36")),
        form=Share(rows, 1, len(rows), "units", check=check),
        default=default,
    )
    return Ask(question, everyone or out is not None)


def _most_units(field: Field, side: int, points: int) -> dict[str, int]:
    """The flagship, all bases, and as many others as it leads: whole groups, the strongest attack first."""
    camp = field.camps[side]
    there = field.fighting(side)
    leader = next(each for each in there if each.id == camp.flagship)
    room = command_limit(leader.unit.type.command, command_points=points, admiral=camp.entrant.admiral)
    chosen = [each.id for each in there if each.unit.type.is_base]
    groups: dict[str, list[Combatant]] = {}
    for each in there:
        if not each.unit.type.is_base:
            groups.setdefault(each.carrier or each.id, []).append(each)
    lead = leader.carrier or leader.id
    ranked = sorted(groups, key=lambda id_: (id_ != lead, -sum(each.unit.attack for each in groups[id_])))
    for id_ in ranked:
        if len(groups[id_]) <= room:
            chosen += [each.id for each in groups[id_]]
            room -= len(groups[id_])
    return dict.fromkeys(chosen, 1)


def formation(field: Field, side: int) -> Ask:
    """Who stands in the formation box (5-3E)."""
    camp = field.camps[side]
    options = [Option(NONE, "nobody")]
    options += [Option(each.id, _label(each.unit)) for each in camp.line if not each.unit.type.is_base]
    wanted = camp.entrant.instructions.formation or NONE
    return pick(field, "5-3E", side, "the formation box", ("302.3/places",), options, wanted, suffix="box")


def intensity(field: Field, side: int) -> Ask:
    """The battle intensity (5-3X2)."""
    settings = field.setup.settings
    most = HIGHEST
    still = any(each.unit.type.is_base for camp in field.camps for each in camp.line)
    if settings.may_raise and side == ATTACKER and field.round > LATE_ROUND and still:
        most += 1
    low, high = LOWEST, most
    if settings.fixed_intensity is not None and field.is_fixed(side):
        low = high = settings.fixed_intensity
    options = [Option(str(number), str(number)) for number in range(low, high + 1)]
    wanted = field.camps[side].entrant.instructions.intensity_of(field.round)
    default = None if wanted is None else str(max(low, min(wanted, high)))
    return pick(field, "5-3X2", side, "the battle intensity", ("304.1", "304.4", "304.5"), options, default)


def base_ew(field: Field, side: int, base: Combatant) -> Ask | None:
    """What a base puts into electronic warfare (5-4A2); None where the charts have no row of it."""
    attacks = base_settings(base, field.setup.options)
    if not attacks:
        return None
    options = [Option(str(ew), str(ew), f"attacks with {attack}") for ew, attack in attacks.items()]
    chosen = field.camps[side].entrant.instructions.ew_of(attacks)
    default = None if chosen is None else str(chosen)
    what = f"electronic warfare of {base.id}"
    return pick(field, "5-4A2", side, what, ("313.21/base",), options, default, suffix=base.id)


def aims(field: Field, side: int) -> dict[str, tuple[Directed, str]]:
    """What a side may direct its damage at now, by the answer, with the mauler that it would take."""
    own, enemy = field.camps[side], field.camps[1 - side]
    assert enemy.force is not None
    found: dict[str, tuple[Directed, str]] = {}
    mauler, _ = usable_mauler(field, side)
    for by in ("", mauler) if mauler else ("",):
        attacks = directed_attacks(enemy.force, enemy.held, field.setup.options, field.setup.settings, mauler=bool(by))
        for id_, attack in affordable(attacks, enemy.incoming).items():
            found[id_ + (BY_MAULER if by else "")] = (attack, by)
    assert own.force is not None
    return found


def usable_mauler(field: Field, side: int) -> tuple[str, str]:
    """The mauler that a side could use for directed damage, and why none where it has one that it may not use."""
    own, enemy = field.camps[side], field.camps[1 - side]
    awake = [each for each in own.line if each.id not in own.frozen]
    maulers = [each for each in awake if each.unit.type.mauler and not each.unit.crippled]
    if not maulers:
        return "", ""
    consorts = sum(1 for each in awake if not each.unit.type.is_base) - 1
    faults = Faults()
    refuse_weapon("mauler", own.intensity, enemy.intensity, consorts, field.setup.options, maulers[0].id, faults)
    return (maulers[0].id, "") if not faults.found else ("", faults.found[0].message)


def directed(field: Field, side: int, step: str) -> Ask:
    """At whom to direct damage (5-5B, 5-5C)."""
    found = aims(field, side)
    points = field.camps[1 - side].incoming
    options = [Option(NONE, "nobody", f"all {points} points are left to the owner")]
    options += [Option(id_, id_, f"takes {attack.price} of {points} points") for id_, (attack, _) in found.items()]
    _, reason = usable_mauler(field, side)
    barred = {f"{id_}{BY_MAULER}": reason for id_ in found} if reason else {}
    default = field.camps[side].entrant.instructions.aim(found)
    if not found:
        default = NONE
    return pick(field, step, side, "directed damage", ("302.5", "302.5/price"), options, default, barred=barred)


def losses(field: Field, side: int, step: str, number: int, found: Sequence[Loss]) -> Ask:
    """Which of the possible losses to take next (5-6A, 5-6B)."""
    camp = field.camps[side]
    options = [Option(loss.id, loss.id, _told(loss, camp.find(loss.unit))) for loss in found]
    order = camp.entrant.instructions.next_loss(found)
    what = f"what to give up for {camp.incoming} points"
    default = order.id if order else None
    return pick(field, step, side, what, ("302.61", "302.61/losses"), options, default, suffix=str(number))


def _told(loss: Loss, unit: Combatant | None) -> str:
    told = f"resolves {loss.points}"
    if loss.way is Way.CRIPPLE and unit is not None:
        cripple = Unit(id=unit.id, type=unit.unit.type, crippled=True)
        gone = sum(max(number - craft_capacity(cripple, kind), 0) for kind, number in unit.craft.items())
        return f"{told}, and {gone} craft are lost with it" if gone else told
    return told


def yes_or_no(
    field: Field, step: str, side: int, what: str, rules: tuple[str, ...], wanted: bool | None, yes: str, no: str
) -> Ask:
    """A question with two answers."""
    default = None if wanted is None else "yes" if wanted else "no"
    return pick(field, step, side, what, rules, [Option("no", "no", no), Option("yes", "yes", yes)], default)


def shock(field: Field, side: int, mauler: str) -> Ask:
    """What shock did to a mauler (5-6D): read in the rulebook, whose figures the seed lacks, and entered."""
    options = [Option("nothing", "nothing"), Option("crippled", "crippled"), Option("destroyed", "destroyed")]
    what = f"what shock does to {mauler}, by the chart of rule 308.42, which is not in the data"
    return pick(field, "5-6D", side, what, ("308.42",), options, None, suffix=mauler)


def _label(unit: Unit) -> str:
    """The id, which is what people call a unit, with a minus for a cripple."""
    return unit.id
