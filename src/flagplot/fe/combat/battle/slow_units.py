"""Slow units that retreat (302.742): who attacks them, which escorts stay with them, the battle around them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from flagplot.core.refusal import Faults
from flagplot.engine.question import Complaint, Shares
from flagplot.fe.combat.battle import choices
from flagplot.fe.combat.battle.field import Field
from flagplot.fe.combat.battle.pursuit import able, begin_round, set_line, some
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.leaving import refuse_slow_force, retreats_slowly, slow_units


def choose_attackers(table: Table) -> Play:
    """5-8A: who of those that do not pursue attacks slow units."""
    field = table.field
    assert field.pursuer is not None
    camp, fleeing = field.camps[field.pursuer], field.camps[1 - field.pursuer]
    field.against_slow, fleeing.staying = (), ()
    pursuing = {each.id for each in camp.line}
    others = [each for each in able(camp, field) if each.id not in pursuing]
    if others and slow_units(fleeing.mobile, field.setup.options):
        most = field.setup.settings.pursuers
        strongest = [each.id for each in others[:most] if not each.unit.crippled]
        what, wanted = "who attacks slow units", camp.entrant.instructions.against_slow
        field.against_slow = tuple(
            (
                yield from some(
                    table, field.pursuer, what, "302.742", others, (0, most), strongest, wanted, suffix="slow"
                )
            )
        )


def keep_escorts(table: Table) -> Play:
    """5-8C: which assigned escorts stay with their slow units and so are not among the pursued; cripples are."""
    field = table.field
    assert field.pursuer is not None
    side = 1 - field.pursuer
    camp = field.camps[side]
    escorts = [each for each in camp.mobile if _charge(field, side, each.id) and not each.unit.crippled]
    if not (field.against_slow and escorts):
        return
    wanted = camp.entrant.instructions.stay_with_slow
    every = [each.id for each in escorts]
    laid_down = None if wanted is None else tuple(every if wanted else ())
    what = "the escorts that stay with their slow units"
    staying = yield from some(table, side, what, "302.742", escorts, (0, len(escorts)), every, laid_down)
    camp.staying = tuple(staying)
    if staying:
        table.tell("escorts-stay", f"{', '.join(staying)} stay with slow units", "302.742", side=side)


def _charge(field: Field, side: int, escort: str) -> str:
    """The slow unit that a ship escorts, by assignment or in its group; empty where it escorts none."""
    camp = field.camps[side]
    unit = camp.find(escort)
    charge = camp.find(camp.entrant.charges.get(escort, unit.carrier if unit else ""))
    return charge.id if charge and retreats_slowly(charge, field.setup.options) else ""


def add_attackers(table: Table) -> Play:
    """5-8E: where escorts stay, more ships against the slow units, as far as their flagship leads."""
    field = table.field
    assert field.pursuer is not None
    if not field.camps[1 - field.pursuer].staying:
        return
    camp, before = field.camps[field.pursuer], field.against_slow
    busy = {*before, *(each.id for each in camp.line if field.caught)}
    others = [each for each in able(camp, field) if each.id not in busy]

    def check(shares: Shares) -> Iterator[Complaint]:
        faults = Faults()
        force = [each for each in camp.units if each.id in before or shares.get(each.id)]
        refuse_slow_force(force, len(before), "", faults)
        yield from choices.complaints(faults)

    if others:
        every = (0, len(others))
        wanted = camp.entrant.instructions.against_slow
        added = yield from some(
            table, field.pursuer, "more ships against slow units", "302.742/added", others, every, [], wanted, check
        )
        field.against_slow = (*before, *added)
        if added:
            told = f"{table.name(field.pursuer)} adds {', '.join(added)}"
            table.tell("slow-force", told, "302.742/added", side=field.pursuer)


def attack(table: Table) -> Play:
    """5-8G: the slow units with the escorts that stayed, and who attacks them, in a round of their own."""
    field = table.field
    assert field.pursuer is not None
    fleeing = field.camps[1 - field.pursuer]
    set_line(field.camps[field.pursuer], field.against_slow)
    set_line(fleeing, [*(each.id for each in slow_units(fleeing.mobile, field.setup.options)), *fleeing.staying])
    begin_round(table, "302.742")
    yield from ()


def is_due(field: Field) -> bool:
    """Whether slow units are still there, and ships that attack them."""
    if field.pursuer is None:
        return False
    attackers, fleeing = field.camps[field.pursuer], field.camps[1 - field.pursuer]
    return any(map(attackers.find, field.against_slow)) and bool(slow_units(fleeing.mobile, field.setup.options))


SLOW_UNITS: dict[str, Callable[[Table], Play]] = {
    "5-8A": choose_attackers,
    "5-8C": keep_escorts,
    "5-8E": add_attackers,
    "5-8G": attack,
}
CONDITIONS: Mapping[str, Callable[[Field], bool]] = {"slow-units": is_due}
