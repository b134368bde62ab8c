"""Stasis fields in a battle (312): sealed attempts, their rolls, the random ship, breakdown, the shift afterwards.

The modifiers of the roll are not in the data, so that the plain die is read (reading H10). A frozen unit neither fights
nor is hit in its round.
"""

from __future__ import annotations

from collections.abc import Callable

from flagplot.core.citation import Citation
from flagplot.core.refusal import Faults
from flagplot.engine.question import Bar, Option, Question, Row, Share
from flagplot.fe.combat.battle import choices
from flagplot.fe.combat.battle.choices import Ask
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Field
from flagplot.fe.combat.battle.instructions import NONE
from flagplot.fe.combat.battle.narrator import Phase
from flagplot.fe.combat.battle.records import Attempt
from flagplot.fe.combat.battle.rounds import tell_shifts
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.charts.intensity import refuse_weapon
from flagplot.fe.combat.charts.stasis import (
    Outcome,
    after_breakdown,
    outcome,
    random_target,
    refuse_freezing,
    rolled_types,
    row_of,
)
from flagplot.fe.combat.force import Combatant
from flagplot.fe.units.category import Category
from flagplot.fe.units.kinds import is_ship

CANDIDATES = 3


def fields_of(field: Field, side: int) -> tuple[Combatant, ...]:
    """The units of a side with a stasis field that the chart has rows for, cripples left out."""
    able = (each for each in field.camps[side].line if each.unit.type.stasis and not each.unit.crippled)
    return tuple(each for each in able if row_of(each.unit.type.designator, field.setup.options))


def valid_targets(field: Field, side: int) -> tuple[str, ...]:
    """The units of the other side that can be frozen and are not yet."""
    barred = barred_targets(field, side)
    return tuple(each.id for each in field.camps[1 - side].line if each.id not in barred)


def barred_targets(field: Field, side: int) -> dict[str, Bar]:
    """Why the other units of the other side cannot be frozen."""
    enemy = field.camps[1 - side]
    found: dict[str, Bar] = {}
    for each in enemy.line:
        faults = Faults()
        refuse_freezing(each.unit.type, field.setup.options, each.id, faults)
        if faults.found:
            found[each.id] = tuple(choices.complaints(faults))
        elif each.id in enemy.frozen:
            found[each.id] = "it is frozen already"
    return found


def declare(table: Table) -> Play:
    """5-4A7A: each side seals how many attempts it makes, and at whom."""
    field, asks, wanted = table.field, [], []
    for side in (ATTACKER, DEFENDER):
        for unit in fields_of(field, side):
            reason = _why_not(field, side, unit)
            if reason:
                table.tell("stasis-barred", f"{unit.id} cannot use its field: {reason}", "304.1/minimum", unit=unit.id)
                continue
            most = rolled_types()[row_of(unit.unit.type.designator, field.setup.options)]
            for number in range(1, most + 1):
                wanted.append((side, unit, number))
                asks.append(_attempt(field, side, unit, number))
    answers = yield from table.sealed(asks)
    for (side, unit, number), answer in zip(wanted, answers, strict=True):
        if answer != NONE:
            field.camps[side].attempts.append(Attempt(unit.id, unit.unit.type.designator, number, str(answer)))


def _why_not(field: Field, side: int, unit: Combatant) -> str:
    """Why a field may not be used now, empty where it may."""
    own, enemy = field.camps[side], field.camps[1 - side]
    consorts = sum(1 for each in own.line if each.id != unit.id and is_ship(each.unit.type.category))
    faults = Faults()
    starbase = unit.unit.type.category is Category.STARBASE
    refuse_weapon(
        "sfg", own.intensity, enemy.intensity, consorts, field.setup.options, unit.id, faults, starbase=starbase
    )
    return choices.with_remedies(choices.complaints(faults))


def _attempt(field: Field, side: int, unit: Combatant, number: int) -> Ask:
    options = [Option(NONE, "no attempt"), *(Option(id_, id_) for id_ in valid_targets(field, side))]
    laid_down = field.camps[side].entrant.instructions.stasis
    default = None
    if laid_down is not None:
        named = laid_down[number - 1] if number <= len(laid_down) else NONE
        default = named if named in {option.id for option in options} else NONE
    what, barred = f"attempt {number} of {unit.id}", barred_targets(field, side)
    return choices.pick(
        field, "5-4A7A", side, what, ("312.221",), options, default, barred=barred, suffix=f"{unit.id}/{number}"
    )


def roll(table: Table) -> Play:
    """5-4A7C: the attempts one after the other; a breakdown ends those of its side."""
    field = table.field
    for side in (ATTACKER, DEFENDER):
        camp, enemy = field.camps[side], field.camps[1 - side]
        for attempt in camp.attempts:
            rule = Citation("fe", "312.222")
            roller = f"{attempt.unit} {attempt.number}"
            die, cast = table.narrator.roll(
                field.round, Phase.STASIS, side, roller, f"freeze {attempt.target}", table.name(side), rule
            )
            faults = Faults()
            found = outcome(attempt.type, attempt.number, die, field.setup.options, attempt.unit, faults)
            faults.settle()
            assert found is not None
            camp.outcomes.append(found)
            told = f"{attempt.unit} tries to freeze {attempt.target}: {found.value}"
            table.tell(
                "stasis", told, "312.222", casts=(cast,), unit=attempt.unit, target=attempt.target, outcome=found.value
            )
            if found is Outcome.TARGET:
                enemy.freeze(attempt.target)
            elif found is Outcome.RANDOM:
                camp.random_fields.append(attempt.unit)
            elif found is Outcome.DEFENDER and (targets := valid_targets(field, side)):
                what, suffix = f"the ship that {attempt.unit} freezes", f"{attempt.unit}/{attempt.number}"
                options = [Option(id_, id_) for id_ in targets]
                rules = ("312.222",)
                answer = yield choices.pick(field, "5-4A7C", 1 - side, what, rules, options, None, suffix=suffix)
                enemy.freeze(str(answer))
                table.tell("frozen", f"{table.name(1 - side)} lets {answer} be frozen", "312.222", unit=str(answer))
            elif found is Outcome.DISASTER:
                break


def pick_random(table: Table) -> Play:
    """5-4A7D: three candidates of each side, sealed, and the die."""
    field = table.field
    for side in (ATTACKER, DEFENDER):
        for number, unit in enumerate(field.camps[side].random_fields):
            targets = valid_targets(field, side)
            if not targets:
                continue
            asks = [_candidates(field, who, targets, f"{unit}/{number}") for who in (side, 1 - side)]
            own, theirs = [
                [id_ for id_, chosen in answer.items() if chosen] if not isinstance(answer, str) else []
                for answer in (yield from table.sealed(asks))
            ]
            ship, casts = "", []
            for attempt in range(100):
                roller = f"{unit} random {number} {attempt}"
                die, cast = table.narrator.roll(
                    field.round, Phase.STASIS, side, roller, "random ship", table.name(side), Citation("fe", "312.232")
                )
                casts.append(cast)
                ship = random_target(own, theirs, die)
                if ship:
                    break
            field.camps[1 - side].freeze(ship)
            table.tell("frozen", f"the die picks {ship}, which is frozen", "312.232", casts=tuple(casts), unit=ship)
        field.camps[side].random_fields.clear()


def _candidates(field: Field, side: int, targets: tuple[str, ...], suffix: str) -> Ask:
    number = min(CANDIDATES, len(targets))
    default = {id_: int(place < number) for place, id_ in enumerate(targets)}
    question = Question(
        key=f"R{field.round}/5-4A7D/{side}/{suffix}",
        who=field.camps[side].entrant.name,
        side=side,
        what="candidates for the random ship",
        citations=(Citation("fe", "312.232"),),
        form=Share(tuple(Row(id_, id_, 1) for id_ in targets), number, number, "ships"),
        default=default,
    )
    return Ask(question, field.camps[side].entrant.instructions.stasis is not None)


def break_down(table: Table) -> Play:
    """5-4A7E: a breakdown frees whatever the attempts of its side, or of both as a table may read it, have frozen."""
    field = table.field
    for side in (ATTACKER, DEFENDER):
        camp, enemy = field.camps[side], field.camps[1 - side]
        kept = after_breakdown(tuple(enemy.frozen), camp.outcomes, enemy.outcomes, field.setup.options)
        if Outcome.DISASTER in camp.outcomes or len(kept) < len(enemy.frozen):
            freed = ", ".join(each for each in enemy.frozen if each not in kept) or "nobody"
            table.tell(
                "breakdown", f"the fields of {table.name(side)} break down and free {freed}", "312.223", side=side
            )
        enemy.frozen = list(kept)
    yield from ()


def shift_again(table: Table) -> Play:
    """5-4A7F: the shift without the electronic warfare of the frozen."""
    tell_shifts(table)
    yield from ()


STASIS: dict[str, Callable[[Table], Play]] = {
    "5-4A7A": declare,
    "5-4A7C": roll,
    "5-4A7D": pick_random,
    "5-4A7E": break_down,
    "5-4A7F": shift_again,
}
