"""What the steps behind the roll do in a battle: directed and general damage, shock, capture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

from flagplot.engine.question import Answer
from flagplot.fe.combat.allocation import Carried, Loss, Way, carry_over, directed_losses, parts_of, times, to_give_up
from flagplot.fe.combat.battle import choices
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER
from flagplot.fe.combat.battle.instructions import NONE
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.charts.special_ships import may_be_captured
from flagplot.fe.combat.directed import Aim, step_count
from flagplot.fe.combat.force import Combatant
from flagplot.fe.combat.planets import holding
from flagplot.fe.units.category import Category
from flagplot.fe.units.police import police_loss

NOTHING = Fraction(0)
RULES = {"step": "308.82/score", "crippled": "302.614", "devastated": "508.2/devastation", "returned": "531.22"}
"""By which rule some kinds of loss go; the others by that of giving up."""


def direct(table: Table) -> Play:
    """5-5B and 5-5C: one side directs damage at one unit of the other, which pays for it out of what was scored."""
    field = table.field
    side = ATTACKER if table.step.id == "5-5B" else DEFENDER
    own, enemy = field.camps[side], field.camps[1 - side]
    found = choices.aims(field, side)
    answer: Answer = yield choices.directed(field, side, table.step.id, found)
    if answer == NONE:
        table.tell("not-directed", f"{table.name(side)} directs no damage", side=side)
        return
    attack, mauler = found[str(answer)]
    own.mauler = mauler
    enemy.incoming -= attack.price
    told = f"{table.name(side)} directs {attack.price} points ({attack.reckoning}): {attack.target}, {attack.aim.value}"
    rule = "308.811" if attack.aim is Aim.STEP else "302.5/price"
    by = f" by {mauler}" if mauler else ""
    table.tell("directed", told + by, "302.5", rule, side=side, unit=attack.target, aim=attack.aim.value, mauler=mauler)
    for loss, number in Counter(directed_losses(attack, enemy.line)).items():
        victim = enemy.find(loss.unit)
        table_loss(table, 1 - side, loss, number)
        if loss.way is Way.DESTROY and victim is not None and may_be_captured(victim.unit.type.category):
            own.prizes.append(victim)
    if not holding(enemy.line):
        _vanish(table, 1 - side)


def table_loss(table: Table, side: int, loss: Loss, number: int = 1, *, rule: str = "") -> None:
    """Take a loss, so often, and tell what became of each unit, by the rule of such losses unless another is given.

    What is left over of a force that is gone vanishes.
    """
    camp = table.field.camps[side]
    for part in parts_of(loss, camp.units):
        _lose(table, side, part, number, rule)
    if not camp.line:
        _vanish(table, side)


def _vanish(table: Table, side: int) -> None:
    """What is left over of a force that is gone vanishes."""
    camp = table.field.camps[side]
    if camp.incoming or camp.carried != Carried():
        camp.incoming, camp.carried = NOTHING, carry_over(camp.incoming, camp.carried, camp.line)
        told = f"{camp.entrant.name} has nobody left, and nothing is carried"
        table.tell("nothing-carried", told, "308.25", side=side)


def _lose(table: Table, side: int, loss: Loss, number: int, rule: str) -> None:
    camp, before = table.field.camps[side], table.field.camps[side].find(loss.unit)
    for _ in range(number):
        camp.take(loss, table.field.round)
    after = camp.find(loss.unit)
    assert before is not None
    if loss.way is Way.CRAFT:
        told, kind = f"{before.id} gives up {number} {loss.kind}", "craft-lost"
    elif after is None and before.unit.type.category is Category.POLICE:
        told, kind = f"{before.id} is crippled and {police_loss(destroyed=False).value}", "returned"
    elif after is None:
        told, kind = f"{before.id} is destroyed", "destroyed"
    elif loss.way is Way.TROOPS:
        told, kind = f"a battalion of ground troops of {before.id} is lost", "troops-lost"
    elif loss.way is Way.DEVASTATE:
        told, kind = f"{before.id} is devastated", "devastated"
    elif after.unit.crippled and not before.unit.crippled:
        told, kind = f"{before.id} is crippled{_craft_gone(before, after)}", "crippled"
    else:
        told, kind = f"{before.id} takes a step, {_steps(after)}", "step"
    rule = rule or RULES.get(kind, "302.61/apply")
    facts = {"side": side, "unit": before.id, "resolves": str(loss.points * number)}
    table.tell(kind, told, rule, **facts)  # type: ignore[arg-type]


def _steps(base: Combatant) -> str:
    """How many steps a base has of those that its side takes."""
    steps = step_count(base)
    assert steps is not None
    word, most = ("destroy", steps.destroy) if base.unit.crippled else ("cripple", steps.cripple)
    return f"{base.unit.sids} of the {most} that {word} it"


def _craft_gone(before: Combatant, after: Combatant) -> str:
    gone = sum(before.craft.values()) - sum(after.craft.values())
    return f", and {gone} craft with it" if gone else ""


def resolve(table: Table) -> Play:
    """5-6A and 5-6B: a side gives up what it chooses until the stop rule lets it stop; the rest is carried on."""
    field = table.field
    side = DEFENDER if table.step.id == "5-6A" else ATTACKER
    camp, number = field.camps[side], 0
    while found := to_give_up(
        camp.incoming, camp.line, camp.held, field.setup.settings, camp.behind(field.setup.options)
    ):
        number += 1
        answer = yield choices.losses(field, side, table.step.id, number, found)
        loss = next(each for each in found if each.id == answer)
        often = times(loss, camp.incoming, camp.line)
        camp.incoming -= loss.points * often
        table_loss(table, side, loss, often)
    if not holding(camp.line):
        _vanish(table, side)
        return
    left, camp.incoming = camp.incoming, NOTHING
    camp.carried = carry_over(left, camp.carried, camp.line)
    if left:
        word, told = ("plus-points", "still owes") if left > 0 else ("minus-points", "has over-paid")
        table.tell(
            f"carries-{word}", f"{table.name(side)} {told} {abs(left)}", "308.2/carry", side=side, points=str(abs(left))
        )


AFTER_DAMAGE: dict[str, Callable[[Table], Play]] = {
    "5-5B": direct,
    "5-5C": direct,
}
