"""What the steps behind the roll do in a battle: directed and general damage, shock, capture, retreat."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flagplot.core.citation import Citation
from flagplot.core.event import Modifier
from flagplot.engine.question import Answer
from flagplot.fe.combat.allocation import Carried, Loss, Way, carry_over, directed_losses, times, to_give_up
from flagplot.fe.combat.battle import choices
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER
from flagplot.fe.combat.battle.instructions import NONE
from flagplot.fe.combat.battle.narrator import Phase
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.charts.special_ships import CaptureModifiers, capture_modifiers, capture_rolls, is_captured
from flagplot.fe.combat.directed import Aim
from flagplot.fe.combat.force import Combatant, ship_equivalents
from flagplot.fe.units.category import Category

NOTHING = Fraction(0)


def direct(table: Table) -> Play:
    """5-5B and 5-5C: one side directs damage at one unit of the other, which pays for it out of what was scored."""
    field = table.field
    side = ATTACKER if table.step.id == "5-5B" else DEFENDER
    own, enemy = field.camps[side], field.camps[1 - side]
    found = choices.aims(field, side)
    answer: Answer = yield choices.directed(field, side, table.step.id)
    if answer == NONE:
        table.tell("not-directed", f"{table.name(side)} directs no damage", side=side)
        return
    attack, mauler = found[str(answer)]
    own.mauler = mauler
    enemy.incoming -= attack.price
    told = f"{table.name(side)} directs {attack.price} points: {attack.target}, {attack.aim.value}"
    rule = "308.811" if attack.aim is Aim.STEP else "302.5/price"
    by = f" by {mauler}" if mauler else ""
    table.tell("directed", told + by, "302.5", rule, side=side, unit=attack.target, aim=attack.aim.value, mauler=mauler)
    for loss in directed_losses(attack, enemy.line):
        victim = enemy.find(loss.unit)
        table_loss(table, 1 - side, loss)
        if loss.way is Way.DESTROY and victim is not None and victim.unit.type.category is Category.SHIP:
            own.prizes.append(victim)
    if not enemy.line:
        _nothing_carried(table, 1 - side)


def table_loss(table: Table, side: int, loss: Loss, number: int = 1) -> None:
    """Take a loss, so often, and tell what became of the unit."""
    camp, before = table.field.camps[side], table.field.camps[side].find(loss.unit)
    for _ in range(number):
        camp.take(loss, table.field.round)
    after = camp.find(loss.unit)
    assert before is not None
    if loss.way is Way.CRAFT:
        told, kind = f"{before.id} gives up {number} {loss.kind}", "craft-lost"
    elif after is None:
        told, kind = f"{before.id} is destroyed", "destroyed"
    elif after.unit.crippled and not before.unit.crippled:
        told, kind = f"{before.id} is crippled{_craft_gone(before, after)}", "crippled"
    else:
        told, kind = f"{before.id} takes a step, {after.unit.sids} of its side", "step"
    rule = {"craft-lost": "302.61/apply", "step": "308.82/score", "crippled": "302.614"}.get(kind, "302.61/apply")
    facts = {"side": side, "unit": before.id, "resolves": str(loss.points * number)}
    table.tell(kind, told, rule, **facts)  # type: ignore[arg-type]


def _craft_gone(before: Combatant, after: Combatant) -> str:
    gone = sum(before.craft.values()) - sum(after.craft.values())
    return f", and {gone} craft with it" if gone else ""


def resolve(table: Table) -> Play:
    """5-6A and 5-6B: a side gives up what it chooses until the stop rule lets it stop; the rest is carried on."""
    field = table.field
    side = DEFENDER if table.step.id == "5-6A" else ATTACKER
    camp, number = field.camps[side], 0
    while found := to_give_up(camp.incoming, camp.line, frozenset(), field.setup.settings):
        number += 1
        answer = yield choices.losses(field, side, table.step.id, number, found)
        loss = next(each for each in found if each.id == answer)
        often = times(loss, camp.incoming, camp.line)
        camp.incoming -= loss.points * often
        table_loss(table, side, loss, often)
    left = camp.incoming
    camp.incoming = NOTHING
    camp.carried = carry_over(left, camp.carried, camp.line)
    if not camp.line:
        _nothing_carried(table, side)
    elif left:
        word, told = ("plus-points", "still owes") if left > 0 else ("minus-points", "has over-paid")
        table.tell(
            f"carries-{word}", f"{table.name(side)} {told} {abs(left)}", "308.2/carry", side=side, points=str(abs(left))
        )


def _nothing_carried(table: Table, side: int) -> None:
    """What is left over of a force that is gone vanishes."""
    camp = table.field.camps[side]
    camp.incoming, camp.carried = NOTHING, Carried()
    table.tell("nothing-carried", f"{table.name(side)} has nobody left, and nothing is carried", "308.25", side=side)


def take_shock(table: Table) -> Play:
    """5-6D: what shock does to maulers that were used for directed damage, entered by hand."""
    field = table.field
    for side in (ATTACKER, DEFENDER):
        mauler = field.camps[side].mauler
        if mauler and field.camps[side].find(mauler):
            answer = yield choices.shock(field, side, mauler)
            table.tell(
                "shock", f"shock does {answer} to {mauler}", "308.42", side=side, unit=mauler, outcome=str(answer)
            )
            found = field.camps[side].find(mauler)
            assert found is not None
            if answer == "destroyed":
                table_loss(table, side, Loss(mauler, Way.DESTROY, NOTHING))
            elif answer == "crippled" and not found.unit.crippled:
                table_loss(table, side, Loss(mauler, Way.CRIPPLE, NOTHING))


def capture(table: Table) -> Play:
    """5-6X1: two dice for each ship that directed damage destroyed."""
    field = table.field
    for side, camp in enumerate(field.camps):
        for prize in camp.prizes:
            rule = Citation("fe", "305.1/roll")
            found = capture_modifiers(CaptureModifiers(pursuit=field.in_pursuit))
            rolls = capture_rolls(mauler_in_pursuit=field.in_pursuit and bool(camp.mauler))
            casts, captured = [], False
            for attempt in range(rolls):
                roller = f"{prize.id}{' again' if attempt else ''}"
                total, cast = table.narrator.roll(
                    field.round, Phase.CAPTURE, side, roller, f"capture {prize.id}", table.name(side), rule, dice=2
                )
                casts.append(cast)
                captured = captured or is_captured(total, sum(found.values()), field.setup.options)
            if captured:
                loser = field.camps[1 - side]
                loser.history = [
                    gone._replace(how="captured") if (gone.unit.id, gone.how) == (prize.id, "destroyed") else gone
                    for gone in loser.history
                ]
            parts = tuple(Modifier(name, value, Citation("fe", "305.1/modifiers")) for name, value in found.items())
            told = f"{prize.id} is {'captured' if captured else 'not captured'}"
            table.tell(
                "capture",
                told,
                "305.1/roll",
                casts=tuple(casts),
                modifiers=parts,
                side=side,
                unit=prize.id,
                captured=int(captured),
            )
    yield from ()


def announce(table: Table) -> Play:
    """5-7A1 to 5-7A3: who may leave says whether he does; the defender first and, unless he has said yes, last."""
    field = table.field
    side = ATTACKER if table.step.id == "5-7A2" else DEFENDER
    camp = field.camps[side]
    if camp.retreats or not camp.mobile:
        return
    first = ship_equivalents(camp.entrant.units)
    wanted = camp.entrant.instructions.retreats(field.round, camp.equivalents, first)
    ask = choices.yes_or_no(
        field, table.step.id, side, "retreat", ("302.71",), wanted, "leave the hex", "fight another round"
    )
    camp.retreats = (yield ask) == "yes"
    if camp.retreats:
        table.tell("retreat-announced", f"{camp.entrant.name} will retreat", side=side)


def settle_retreat(table: Table) -> Play:
    """5-7A4: nobody leaves, and the next round begins."""
    field = table.field
    if not any(camp.retreats for camp in field.camps):
        table.tell("goes-on", "nobody retreats: another round")
        next_round(table)
    yield from ()


def next_round(table: Table) -> None:
    """Begin another round: what belongs to one round alone is forgotten."""
    field = table.field
    field.round += 1
    field.offered = field.accepted = field.declined_base = field.declined_approach = False
    for camp in field.camps:
        camp.retreats = False


def leave_base(table: Table) -> Play:
    """5-7A5: the ships leave and their base fights on."""
    field = table.field
    for side, camp in enumerate(field.camps):
        if camp.retreats and camp.bases:
            yield from _leave(table, side)
            names = ", ".join(each.id for each in camp.bases)
            table.tell("base-left", f"{camp.entrant.name} leaves {names} behind", "302.741", side=side)
    next_round(table)


def retreat(table: Table) -> Play:
    """5-7D: the retreating side leaves, the defender first if both do."""
    for side in (DEFENDER, ATTACKER):
        if table.field.camps[side].retreats and table.field.camps[side].mobile:
            yield from _leave(table, side)


def _leave(table: Table, side: int) -> Play:
    field, camp = table.field, table.field.camps[side]
    ask = choices.retreat_to(field, side)
    place = "a hex that is chosen by hand"
    if ask is not None:
        place = str((yield ask))
    names = ", ".join(each.id for each in camp.mobile)
    camp.leave(camp.mobile, field.round)
    table.tell(
        "retreated", f"{camp.entrant.name} retreats to {place}: {names}", "302.72", "302.73", side=side, hex=place
    )


AFTER_DAMAGE: dict[str, Callable[[Table], Play]] = {
    "5-5B": direct,
    "5-5C": direct,
    "5-6A": resolve,
    "5-6B": resolve,
    "5-6D": take_shock,
    "5-6X1": capture,
    "5-7A1": announce,
    "5-7A2": announce,
    "5-7A3": announce,
    "5-7A4": settle_retreat,
    "5-7A5": leave_base,
    "5-7D": retreat,
    "5-8L": retreat,
}
