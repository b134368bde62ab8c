"""A special attack force against a base (520): announced once the intensities are known, spent whatever it scores."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flagplot.core.citation import Citation
from flagplot.core.refusal import Faults
from flagplot.engine.question import Bar, Complaint, Option
from flagplot.fe.combat.allocation import Loss, Way
from flagplot.fe.combat.battle import choices
from flagplot.fe.combat.battle.casualties import table_loss
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Field
from flagplot.fe.combat.battle.instructions import NONE
from flagplot.fe.combat.battle.narrator import Phase
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.charts.assaults import attack_force_steps
from flagplot.fe.combat.charts.intensity import refuse_weapon
from flagplot.fe.combat.directed import step_count
from flagplot.fe.units.category import Category
from flagplot.fe.units.kinds import is_ship


def _why_not(field: Field, force: str) -> tuple[Complaint, ...]:
    """Why the attack force may not be used now: intensity or consorts; empty where it may."""
    own, enemy = field.camps
    consorts = sum(1 for each in own.line if each.id != force and is_ship(each.unit.type.category))
    faults = Faults()
    refuse_weapon("saf", own.intensity, enemy.intensity, consorts, field.setup.options, force, faults)
    return tuple(choices.complaints(faults))


def announce(table: Table) -> Play:
    """5-4A6: the phasing player says whether his attack force goes for a base, and for which."""
    field = table.field
    camp = field.camps[ATTACKER]
    force = next(each for each in camp.line if each.unit.type.category is Category.SPECIAL_ATTACK_FORCE)
    targets = [each.id for each in field.camps[DEFENDER].line if step_count(each) is not None]
    reasons = _why_not(field, force.id)
    options = [Option(NONE, "no base")]
    barred: dict[str, Bar] = dict.fromkeys(targets, reasons) if reasons else {}
    if reasons:
        told = f"{force.id} cannot be used: {choices.with_remedies(reasons)}"
        table.tell("attack-force-barred", told, "304.1/minimum", unit=force.id)
    else:
        options += [Option(id_, id_, "the attack force is spent") for id_ in targets]
    wanted = camp.entrant.instructions.attack_force
    default = wanted if not reasons else NONE
    what, rules = "the target of the attack force", ("520.4", "304.1/minimum")
    answer = yield choices.pick(field, "5-4A6", ATTACKER, what, rules, options, default, barred=barred)
    field.attack_force = (force.id, str(answer)) if answer != NONE else None
    if field.attack_force:
        table.tell("attack-force", f"{force.id} goes for {answer}", unit=force.id, target=str(answer))


def strike(table: Table) -> Play:
    """5-5E: the die of the attack force, the steps that it scores, and its end."""
    field = table.field
    yield from ()
    assert field.attack_force is not None
    force_id, target_id = field.attack_force
    force, target = field.camps[ATTACKER].find(force_id), field.camps[DEFENDER].find(target_id)
    field.attack_force = None
    if force is None or target is None or force_id in field.camps[ATTACKER].frozen:
        table.tell("attack-force-gone", f"{force_id} does not reach {target_id}", "520.4", unit=force_id)
        return
    die, cast = table.narrator.roll(
        field.round,
        Phase.ATTACK_FORCE,
        ATTACKER,
        force_id,
        "attack force",
        table.name(ATTACKER),
        Citation("fe", "520.4"),
    )
    steps = attack_force_steps(
        die,
        field.camps[DEFENDER].ew.get(target_id, 0),
        field.setup.options,
        force_disrupted=force.unit.crippled,
        target_disrupted=target.unit.crippled,
    )
    told = f"{force_id} scores {steps} steps on {target_id}"
    table.tell("attack-force-strikes", told, "520.4", casts=(cast,), unit=force_id, target=target_id, steps=steps)
    for _ in range(steps):
        hit = field.camps[DEFENDER].find(target_id)
        if hit is None or step_count(hit) is None:
            break
        table_loss(table, DEFENDER, Loss(target_id, Way.STEP, Fraction(0)))
    table_loss(table, ATTACKER, Loss(force_id, Way.DESTROY, Fraction(0)))


ASSAULT: dict[str, Callable[[Table], Play]] = {"5-4A6": announce, "5-5E": strike}
