"""The interphase behind a round (5-6X): ships captured, depot and salvage, bases repaired in combat, units scuttled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from flagplot.core.citation import Citation
from flagplot.core.event import Modifier
from flagplot.engine.question import Option, Question, Row, Share
from flagplot.fe.combat.aftermath import (
    depot_of,
    leaves_salvage,
    most_steps,
    repair_points_left,
    repair_price,
    salvage_of,
)
from flagplot.fe.combat.battle import choices, teams
from flagplot.fe.combat.battle.choices import Ask
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Camp, Field
from flagplot.fe.combat.battle.narrator import Phase
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.charts.special_ships import CaptureModifiers, capture_modifiers, capture_rolls, is_captured
from flagplot.fe.combat.force import Combatant
from flagplot.fe.combat.ground import may_assault
from flagplot.fe.combat.prices import in_points
from flagplot.fe.units.kinds import may_scuttle

NOTHING = Fraction(0)


def capture(table: Table) -> Play:
    """5-6X1: two dice for each ship that directed damage destroyed; in a pursuit two more for a mauler that is free."""
    field = table.field
    for side, camp in enumerate(field.camps):
        spare, _ = choices.usable_mauler(field, side)
        rolls = capture_rolls(mauler_in_pursuit=field.in_pursuit and bool(spare) and not camp.mauler)
        for prize in camp.prizes:
            try_to_capture(table, side, prize, [f"{prize.id}{' again' * attempt}" for attempt in range(rolls)])
    yield from ()


def try_to_capture(table: Table, side: int, prize: Combatant, rollers: Iterable[str], *rules: str) -> None:
    """Roll two dice for each of some rollers, one of whom has to succeed; by further ``rules`` where they say so."""
    field, camp = table.field, table.field.camps[side]
    team = next(iter(teams.on_mission(camp, teams.CAPTURE)), None)
    found = capture_modifiers(
        CaptureModifiers(
            pursuit=field.in_pursuit,
            prime_team=team is not None,
            ground_ship=any(may_assault(each, camp.frozen) for each in camp.line),
        )
    )
    casts, captured = [], False
    for roller in rollers:
        rule, who = Citation("fe", "305.1/roll"), table.name(side)
        total, cast = table.narrator.roll(
            field.round, Phase.CAPTURE, side, roller, f"capture {prize.id}", who, rule, dice=2
        )
        casts.append(cast)
        captured = captured or is_captured(total, sum(found.values()), field.setup.options)
    if captured:
        field.camps[1 - side].give_over(prize.id)
        camp.taken.append(prize)
    parts = tuple(Modifier(name, value, Citation("fe", "305.1/modifiers")) for name, value in found.items())
    told = f"{prize.id} is {'captured' if captured else 'not captured'}"
    table.tell(
        "capture",
        told,
        *rules,
        "305.1/roll",
        casts=tuple(casts),
        modifiers=parts,
        side=side,
        unit=prize.id,
        captured=int(captured),
    )
    if team is not None:
        teams.roll_fate(table, side, team)


def salvage(table: Table) -> Play:
    """5-6X7: which destroyed ships may enter depot repair, and the salvage of those that do not."""
    for side, camp in enumerate(table.field.camps):
        unknown = []
        for gone in camp.history:
            unit = gone.unit.unit
            if gone.round != table.field.round or gone.how != "destroyed":
                continue
            track = depot_of(unit)
            if track is not None:
                told = f"{unit.id} may enter depot track {track}, by a roll that is not in the data"
                table.tell("depot", told, "424.33", "424.1", side=side, unit=unit.id, track=track)
            points = salvage_of(unit.type, table.field.setup.settings) if leaves_salvage(unit) else NOTHING
            if points:
                told = f"salvage of {unit.id}: {in_points(points)} EP{', unless it enters the depot' if track else ''}"
                table.tell("salvage", told, "439.1", side=side, unit=unit.id, points=str(points))
            elif points is None:
                unknown.append(unit.id)
        if unknown:
            told = f"the salvage of {', '.join(unknown)} is not in the data"
            table.tell("salvage-unknown", told, "439.1", side=side, units=", ".join(unknown))
    yield from ()


def repair(table: Table) -> Play:
    """5-6X8: steps of bases repaired at the rate of the field."""
    for side in (ATTACKER, DEFENDER):
        for base in repairable(table.field, side):
            steps = int(str((yield _steps(table.field, side, base))))
            if not steps:
                continue
            camp = table.field.camps[side]
            each = table.field.setup.settings.step_repair
            points = steps * each if each else int(str((yield _points(table.field, side, base, steps))))
            camp.repairs[base.id] = camp.repairs.get(base.id, 0) + points
            camp.mend(base.id, steps)
            told = f"{base.id} mends {steps} {'step' if steps == 1 else 'steps'}"
            table.tell("repaired", told, "425.3/steps", side=side, unit=base.id, steps=steps)
            price = repair_price(points)
            told = f"{table.name(side)} pays {in_points(price)} EP for {points} repair points of {base.id}"
            worth = str(price)
            table.tell("charge", told, "425.3/cost", side=side, what="repair", number=points, ep=worth, unit=base.id)


def repairable(field: Field, side: int) -> tuple[Combatant, ...]:
    """The bases of a side of which steps may be repaired now."""
    return tuple(each for each in field.camps[side].line if each.unit.sids and _most(field, side, each))


def _most(field: Field, side: int, base: Combatant) -> int:
    left = repair_points_left(base, field.camps[side].repairs.get(base.id, 0), field.setup.options)
    return most_steps(base, left, field.setup.settings)


def _steps(field: Field, side: int, base: Combatant) -> Ask:
    """How many steps of a base to repair."""
    most = _most(field, side, base)
    options = [Option(str(number), str(number)) for number in range(most + 1)]
    wanted = str(min(field.camps[side].entrant.instructions.repair, most))
    what = f"how many of {base.unit.sids} steps of {base.id} to repair"
    return choices.pick(field, "5-6X8", side, what, ("425.3",), options, wanted, suffix=base.id)


def _points(field: Field, side: int, base: Combatant, steps: int) -> Ask:
    """The repair points that they take, by a rule whose figures the seed lacks."""
    left = repair_points_left(base, field.camps[side].repairs.get(base.id, 0), field.setup.options)
    options = [Option(str(number), str(number)) for number in range(steps, left + 1)]
    what = f"the repair points that they take of the {left} that {base.id} has, by rule 308.8, which is not in the data"
    return choices.pick(field, "5-6X8", side, what, ("425.3/steps",), options, None, suffix=f"{base.id}/points")


def scuttle(table: Table) -> Play:
    """5-6X9: units that their own side destroys."""
    for side in (ATTACKER, DEFENDER):
        camp = table.field.camps[side]
        there = scuttled(camp, table.field)
        if not there:
            continue
        answer = yield _which(table.field, side, there)
        assert not isinstance(answer, str)
        for each in there:
            if answer[each.id]:
                camp.lose(each, table.field.round, "scuttled")
                table.tell("scuttled", f"{table.name(side)} scuttles {each.id}", "301.911", side=side, unit=each.id)


def scuttled(camp: Camp, field: Field) -> tuple[Combatant, ...]:
    """The units that a side may scuttle."""
    return tuple(each for each in camp.units if may_scuttle(each.unit.type.category, field.setup.options))


def _which(field: Field, side: int, there: tuple[Combatant, ...]) -> Ask:
    """Which units to scuttle; by the instructions those named, once their time has come."""
    given = field.camps[side].entrant.instructions
    rows = tuple(Row(each.id, each.id, 1) for each in there)
    question = Question(
        key=choices.key_of(field, "5-6X9", side, ""),
        who=field.camps[side].entrant.name,
        side=side,
        what="the units to scuttle",
        citations=(Citation("fe", "301.911"),),
        form=Share(rows, 0, len(rows), "units"),
        default={each.id: int(given.scuttles(each.id, field.number, crippled=each.unit.crippled)) for each in there},
    )
    return Ask(question, instructed=True)


INTERPHASE: dict[str, Callable[[Table], Play]] = {
    "5-6X1": capture,
    "5-6X7": salvage,
    "5-6X8": repair,
    "5-6X9": scuttle,
}
CONDITIONS: Mapping[str, Callable[[Field], bool]] = {
    "casualties": lambda field: any(gone.round == field.round for camp in field.camps for gone in camp.history),
    "damaged-base": lambda field: any(repairable(field, side) for side in (ATTACKER, DEFENDER)),
    "scuttling": lambda field: any(scuttled(camp, field) for camp in field.camps),
}
