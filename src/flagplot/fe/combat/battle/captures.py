"""Captured ships (305): what they and stolen plans add to a roll (5-4C2), and the attempt of a mauler (308.47)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flagplot.core.refusal import Faults
from flagplot.engine.question import Bar, Option
from flagplot.fe.combat.battle import choices
from flagplot.fe.combat.battle.choices import Ask
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Field
from flagplot.fe.combat.battle.instructions import ALL, NONE
from flagplot.fe.combat.battle.interphase import try_to_capture
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.charts.special_ships import refuse_capture
from flagplot.fe.combat.force import Combatant
from flagplot.fe.combat.leaving import may_direct_in_pursuit
from flagplot.fe.combat.specials import may_capture_by_mauler, own_roll_bonuses
from flagplot.fe.units.police import police_loss

SIDES = (ATTACKER, DEFENDER)


def use_prizes(table: Table) -> Play:
    """5-4C2: each side says under seal whether it uses captured ships and stolen plans, each one on its own result."""
    field = table.field
    asked = [(side, what) for side in SIDES for what in ("captured ship", "war plans") if _has(field, side, what)]
    answers = yield from table.sealed(_use(field, side, what) for side, what in asked)
    used = {pair for pair, answer in zip(asked, answers, strict=True) if answer == "yes"}
    for side, camp in enumerate(field.camps):
        plans = (side, "war plans") in used
        camp.bonuses = own_roll_bonuses(captured_ship=(side, "captured ship") in used, war_plans=plans)
        if plans:
            camp.plans_used = True
            told = f"{table.name(side)} uses its stolen war plans, which are spent"
            table.tell("charge", told, "534.243", side=side, what="war plans", number=1)


def _has(field: Field, side: int, what: str) -> bool:
    """Whether a side has a captured ship in its battle force that is not frozen, or war plans that it has not used."""
    camp = field.camps[side]
    if what == "war plans":
        return camp.entrant.war_plans and not camp.plans_used
    return any(each.unit.captured and each.id not in camp.frozen for each in camp.line)


def _use(field: Field, side: int, what: str) -> Ask:
    given = field.camps[side].entrant.instructions
    wanted = given.use_captured
    if what == "war plans":
        wanted = None if given.plans_round is None else given.plans_round == field.number
    rule, suffix = ("534.243", "plans") if what == "war plans" else ("305.21", "captured")
    options = [Option("no", "no"), Option("yes", "yes", "one more on the own result")]
    default = None if wanted is None else "yes" if wanted else "no"
    return choices.pick(field, "5-4C2", side, f"use of {what}", (rule,), options, default, suffix=suffix)


def capture_by_mauler(table: Table) -> Play:
    """5-6X1: the attempt that a mauler makes instead of directing damage; in a pursuit it counts with the others."""
    field = table.field
    for side in SIDES:
        if may_try(field, side):
            answer = yield _which(field, side)
            if answer != NONE:
                prize = next(each for each in wrecks(field, side) if each.id == answer)
                try_to_capture(table, side, prize, [f"{prize.id} by mauler"], "308.47")


def may_try(field: Field, side: int) -> bool:
    """Whether a mauler of a side may make an attempt of its own, and there is anything to try it on."""
    extra = field.in_pursuit and field.camps[side].prizes
    return bool(wrecks(field, side) and mauler_of(field, side) and not extra)


def mauler_of(field: Field, side: int) -> str:
    """The mauler of a side that may make an attempt of its own; empty where there is none."""
    camp = field.camps[side]
    mauler, _ = choices.usable_mauler(field, side)
    directs = not field.in_pursuit or may_direct_in_pursuit(field.setup.settings, pursuing=side == field.pursuer)
    return mauler if may_capture_by_mauler(usable=bool(mauler) and directs, used=bool(camp.mauler)) else ""


def wrecks(field: Field, side: int) -> tuple[Combatant, ...]:
    """The enemy units that were lost in this round, captured ones left out; police that went home are no wrecks, but
    somebody may ask for them.
    """
    lost, history = ("destroyed", police_loss(destroyed=False).value), field.camps[1 - side].history
    return tuple(gone.unit for gone in history if gone.round == field.round and gone.how in lost)


def _which(field: Field, side: int) -> Ask:
    """Which wreck a mauler tries to capture instead of directing damage."""
    options, barred = [Option(NONE, "nothing")], {}
    for each in wrecks(field, side):
        faults = Faults()
        refuse_capture(each.unit.type.category, each.id, each.id, faults)
        if faults.found:
            barred[each.id] = tuple(choices.complaints(faults))
        else:
            options.append(Option(each.id, each.id, "two dice"))
    wanted, default = field.camps[side].entrant.instructions.mauler_capture, None
    if wanted is not None:
        named = (option.id for option in options[1:] if option.id in wanted or ALL in wanted)
        default = next(named, NONE)
    what = f"what {mauler_of(field, side)} tries to capture in lieu of directed damage"
    bars: dict[str, Bar] = {**barred}
    return choices.pick(field, "5-6X1", side, what, ("308.47",), options, default, barred=bars, suffix="mauler")


CAPTURES: dict[str, Callable[[Table], Play]] = {"5-4C2": use_prizes, "5-6X1": capture_by_mauler}
CONDITIONS: Mapping[str, Callable[[Field], bool]] = {
    "captured-ships": lambda field: any(
        _has(field, side, what) for side in SIDES for what in ("captured ship", "war plans")
    ),
    "captures": lambda field: any(field.camps[side].prizes or may_try(field, side) for side in SIDES),
}
