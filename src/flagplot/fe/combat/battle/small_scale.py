"""Small-scale combat in a battle (310): the test before the first round of the hex, the rolls, the casualties.

The print passes from its rolls to the owner's allocation (Step 6), so that nothing is directed in it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import replace
from fractions import Fraction

from flagplot.core.citation import Citation
from flagplot.core.event import Modifier
from flagplot.core.refusal import Faults
from flagplot.engine.question import Answer, Option
from flagplot.fe.combat.battle import choices
from flagplot.fe.combat.battle.casualties import resolve, table_loss
from flagplot.fe.combat.battle.choices import Ask
from flagplot.fe.combat.battle.conditions import has_warfare
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Camp, Field
from flagplot.fe.combat.battle.narrator import Phase
from flagplot.fe.combat.battle.rounds import choose_points, parts_of
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.battle.x_ships import add_points, has_x
from flagplot.fe.combat.charts.small_scale import MOST_EW, SmallForce, casualties, small_scale_modifiers
from flagplot.fe.combat.force import is_small_scale, ship_equivalents
from flagplot.fe.combat.potential import Addend, addends, in_all
from flagplot.fe.combat.settings import FURTHEST, Steps
from flagplot.fe.combat.small_scale import RETREAT, Casualty, may_take_retreat, modifier_at, small_force, ways_to_take

POSSIBLE = sorted(range(-FURTHEST, FURTHEST + 1), key=lambda number: (abs(number), -number))
"""What may be entered for combat potentials: none, and then from the least on."""


def fight(table: Table) -> Play:
    """5-3H: whether the hex is fought so, tested before its first round alone; then both rolls of the round."""
    field = table.field
    if not field.scale_tested:
        test(table)
    if field.small_scale:
        yield from roll(table)


def is_small(field: Field) -> bool:
    """Whether both battle forces are small enough, bases aside where the table has set so."""
    first, second = (ship_equivalents(camp.line) for camp in field.camps)
    with_bases = any(each in camp.bases for camp in field.camps for each in camp.holding)
    settings = field.setup.settings
    return is_small_scale(first, second, settings) and (settings.small_bases or not with_bases)


def test(table: Table) -> None:
    """Compare both battle forces with the limit. A pursuit of those who withdrew before combat is tested by itself."""
    field = table.field
    first, second = (ship_equivalents(camp.line) for camp in field.camps)
    field.small_scale = is_small(field)
    field.scale_tested = not field.in_pursuit
    if field.small_scale:
        told = f"{first} and {second} ship equivalents: small-scale combat, in all rounds of the hex"
        table.tell("small-scale", told, "310.11")


def roll(table: Table) -> Play:
    """Both sides' modifiers, two dice, and the casualties of the other."""
    field = table.field
    if has_warfare(field) or has_x(field):
        yield from choose_points(table)
        yield from add_points(table)
        yield from choose_points(table, last=True)
    added = [_addends(camp, field) for camp in field.camps]
    for camp, parts in zip(field.camps, added, strict=True):
        camp.potential = in_all(parts)
    for side, camp in enumerate(field.camps):
        force = yield from _force(table, side)
        faults = Faults()
        found = small_scale_modifiers(force, table.name(side), faults)
        faults.settle()
        rule = Citation("fe", "310.0/casualties")
        thrown, cast = table.narrator.roll(
            field.round, Phase.SMALL_SCALE, side, field.setup.hex, "small-scale combat", table.name(side), rule, dice=2
        )
        enemy = field.camps[1 - side]
        enemy.casualties = casualties(thrown + sum(found.values()))
        modifiers = tuple(Modifier(name, value, Citation("fe", "310.0/modifiers")) for name, value in found.items())
        told = f"{table.name(side)} has {camp.potential} points of combat potential and comes to "
        told += f"{thrown + sum(found.values())}: casualties of {table.name(1 - side)}: {enemy.casualties}"
        table.tell(
            "small-scale-roll",
            told,
            "310.0/casualties",
            "310.0/modifiers",
            casts=(cast,),
            modifiers=modifiers,
            parts=parts_of(added[side]),
            side=side,
            casualties=enemy.casualties,
            potential=str(camp.potential),
        )


def _addends(camp: Camp, field: Field) -> tuple[Addend, ...]:
    """What the combat potential of a line adds up from, a mauler without its consorts at half."""
    assert camp.force is not None
    faults = Faults()
    found = addends(camp.force, camp.ew, field.setup.options, field.setup.settings, camp.entrant.name, faults)
    faults.settle()
    return found


def _force(table: Table, side: int) -> Generator[Ask, Answer, SmallForce]:
    """What bears on a side's roll; the two modifiers that have no figures by the steps of the table, else asked."""
    field = table.field
    own, enemy = field.camps[side], field.camps[1 - side]
    settings, name = field.setup.settings, own.entrant.name
    assert own.force is not None
    assert enemy.force is not None
    ahead = own.potential - enemy.potential
    what = f"the modifier of {name} for combat potentials that differ by {ahead}"
    potential = yield from _entered(table, side, "potential", what, settings.small_potential, ahead, POSSIBLE)
    lead = Fraction(enemy.warfare - own.warfare)
    cost = 0
    if lead > 0:
        what = f"the modifier of {name} for an enemy {lead} points ahead in electronic warfare"
        possible = [-points for points in range(MOST_EW + 1)]
        cost = yield from _entered(table, side, "warfare", what, settings.small_warfare, lead, possible)
    retreater = field.setup.fighting_retreat
    return replace(
        small_force(own.force, enemy.force, field.setup.options),
        fighting_retreat=retreater == side,
        opposes_retreat=retreater == 1 - side,
        enemy_ew=-cost,
        potential=potential,
    )


def _entered(
    table: Table,
    side: int,
    suffix: str,
    what: str,
    steps: Steps | None,
    difference: Fraction,
    possible: Iterable[int],
) -> Generator[Ask, Answer, int]:
    """A modifier that the rulebook gives no figures for at hand: by the table's steps, else as it is entered."""
    if steps is not None:
        return modifier_at(steps, difference)
    options = [Option(str(number), f"{number:+d}" if number else "none") for number in possible]
    rules = ("310.0/modifiers", "310.0/steps")
    answer = yield choices.pick(table.field, "5-3H", side, what, rules, options, None, suffix=suffix)
    table.tell("entered", f"{what}: {answer}", *rules, side=side, modifier=int(str(answer)))
    return int(str(answer))


def take(table: Table) -> Play:
    """5-6A and 5-6B: a side takes its casualties one by one as it likes; otherwise it resolves damage points."""
    field = table.field
    side = DEFENDER if table.step.id == "5-6A" else ATTACKER
    if not field.small_scale:
        yield from resolve(table)
        return
    camp, number = field.camps[side], 0
    while camp.casualties and (
        found := ways_to_take(camp.line, field.setup.settings, camp.behind(field.setup.options))
    ):
        number += 1
        answer = yield _asked(field, side, table.step.id, number, found)
        camp.casualties -= 1
        if answer == RETREAT:
            camp.retreats = camp.retreat_taken = True
            told = f"{camp.entrant.name} takes a casualty as its retreat"
            table.tell("retreat-taken", told, "310.0/retreat", side=side)
        else:
            losses = next(each.losses for each in found if each.id == answer)
            for loss in dict.fromkeys(losses):
                table_loss(table, side, loss, losses.count(loss))
    if camp.casualties:
        told = f"{camp.entrant.name} has nobody left for {camp.casualties} more"
        table.tell("casualties-void", told, "310.0/take", side=side)
        camp.casualties = 0


def _asked(field: Field, side: int, step: str, number: int, found: tuple[Casualty, ...]) -> Ask:
    """Which way to take the next casualty."""
    camp = field.camps[side]
    options, barred = [Option(each.id, each.id) for each in found], {}
    may_retreat = may_take_retreat(taken=camp.retreat_taken, pursuit=field.in_pursuit, able=bool(camp.mobile))
    if may_retreat:
        options.append(Option(RETREAT, RETREAT, "the whole force leaves behind this round"))
    else:
        barred[RETREAT] = "once a hex, in no pursuit, and by who could leave (310)"
    wanted = camp.entrant.instructions.next_casualty(found, may_retreat=may_retreat)
    what = f"how to take a casualty of {camp.casualties}"
    return choices.pick(field, step, side, what, ("310.0/take",), options, wanted, barred=barred, suffix=str(number))


SMALL_SCALE: dict[str, Callable[[Table], Play]] = {"5-3H": fight, "5-6A": take, "5-6B": take}
