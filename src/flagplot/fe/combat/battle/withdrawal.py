"""Withdrawal before combat (5-1A to 5-1F): who goes, whether opposed and pursued, who leads those who stay.

What an opposed withdrawal costs is in rule 302.13, whose text is not in the data: who gets away is then entered by its
side. Those that withdraw go by the way of a retreat; their cripples may be pursued by the steps of one, whereupon the
battle of those who stayed begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from flagplot.core.refusal import Faults
from flagplot.engine.question import Bar, Complaint, Shares
from flagplot.fe.combat.allocation import Carried
from flagplot.fe.combat.battle import choices, force_choices
from flagplot.fe.combat.battle.choices import Ask
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Field
from flagplot.fe.combat.battle.pursuit import able
from flagplot.fe.combat.battle.records import Gone, Withdrawal
from flagplot.fe.combat.battle.retreat import choose_hex, see_hexes_of, tell_what_waits
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.force import Combatant, eligible_flagships
from flagplot.fe.combat.leaving import may_withdraw, refuse_to_go, refuse_withdrawal

WITHDREW = "withdrew"


def announce(table: Table) -> Play:
    """5-1A: the non-phasing player withdraws with the whole of his force, a part of it, or not at all."""
    field, camp = table.field, table.field.camps[DEFENDER]
    able_to_go = [each for each in camp.units if may_withdraw(each)]
    if not able_to_go:
        return
    wanted = camp.entrant.instructions.withdraw
    answer = yield _who(field, "5-1A", able_to_go, "who withdraws before combat", wanted, "302.11", "302.1/part")
    ids = choices.chosen(answer)
    if ids:
        field.withdrawal = Withdrawal(ids)
        table.tell("withdrawal", f"{camp.entrant.name} means to withdraw with {', '.join(ids)}", side=DEFENDER)


def oppose(table: Table) -> Play:
    """5-1B: the phasing player opposes that, or lets them go."""
    field = table.field
    assert field.withdrawal is not None
    wanted = field.camps[ATTACKER].entrant.instructions.oppose_withdrawal
    ask = choices.yes_or_no(
        field, "5-1B", ATTACKER, "oppose the withdrawal", ("302.11",), wanted, "they go unopposed", "302.13 holds"
    )
    field.withdrawal.opposed = (yield ask) == "yes"
    word = "opposes the withdrawal" if field.withdrawal.opposed else "does not oppose the withdrawal"
    table.tell("opposed" if field.withdrawal.opposed else "unopposed", f"{table.name(ATTACKER)} {word}", side=ATTACKER)


def begin(table: Table) -> Play:
    """5-1C: those who withdraw are on their way; of an opposed withdrawal, those who get away by rule 302.13."""
    field, camp = table.field, table.field.camps[DEFENDER]
    going = field.withdrawal
    assert going is not None
    if going.opposed:
        meant = [each for each in camp.units if each.id in going.ids]
        wanted = camp.entrant.instructions.withdraw_opposed
        what = "who withdraws though opposed, by rule 302.13, which is not in the data"
        answer = yield _who(field, "5-1C", meant, what, wanted, "302.13", "523.36", "525.133")
        going.ids = choices.chosen(answer)
        told = f"of {camp.entrant.name} get away, as the table has it: {', '.join(going.ids) or 'nobody'}"
        table.tell("entered", told, "302.13", side=DEFENDER)
    if going.ids:
        going.under_way = True
    else:
        field.withdrawal = None


def see_ways(table: Table) -> Play:
    """5-7C, played for a withdrawal: the hexes that are open to those who leave."""
    if is_under_way(table.field):
        yield from see_hexes_of(table, DEFENDER)


def go(table: Table) -> Play:
    """5-7D, played for a withdrawal: the hex, and the departure."""
    field, camp = table.field, table.field.camps[DEFENDER]
    if not is_under_way(field):
        return
    going = field.withdrawal
    assert going is not None
    going.to = yield from choose_hex(table, DEFENDER, suffix="withdrawal")
    going.units = camp.part(going.ids)
    told = f"{camp.entrant.name} withdraws to {going.to}: {', '.join(going.ids)}"
    rules = ("302.13" if going.opposed else "302.12", "302.72", "302.73")
    table.tell("withdrawn", told, *rules, side=DEFENDER, hex=going.to)
    tell_what_waits(table, DEFENDER, going.to)


def choose_flagship(table: Table) -> Play:
    """5-1D: who leads the force that stays, in its first round."""
    field, camp = table.field, table.field.camps[DEFENDER]
    there = [each.unit for each in camp.units]
    ask = force_choices.leader(field, "5-1D", DEFENDER, ("302.133",), eligible_flagships(there), {})
    camp.first_flagship = str((yield ask))
    table.tell("first-flagship", f"{camp.first_flagship} will lead {camp.entrant.name}", unit=camp.first_flagship)


def decide_pursuit(table: Table) -> Play:
    """5-1F: the phasing player goes after cripples that withdraw, or lets them go."""
    field, going = table.field, table.field.withdrawal
    assert going is not None
    cripples = any(each.unit.crippled for each in going.units)
    pursuers = able(field.camps[ATTACKER], field)
    if cripples and pursuers:
        wanted = field.camps[ATTACKER].entrant.instructions.pursue
        yes, no = "go after the cripples", "let them go"
        ask = choices.yes_or_no(
            field, "5-1F", ATTACKER, "pursue those who withdraw", ("302.1", "307.0"), wanted, yes, no
        )
        going.pursued = (yield ask) == "yes"
    if going.pursued:
        going.stay = field.camps[DEFENDER].swap(going.units)
        field.pursuer, field.first = ATTACKER, field.round + 1
        table.tell("pursues", f"{table.name(ATTACKER)} pursues those who withdraw", side=ATTACKER)
    else:
        why = f"{table.name(ATTACKER)} lets them go" if cripples and pursuers else "nobody is pursued"
        table.tell("not-pursued", why, "302.1", "307.0", side=ATTACKER)
        _note(field, going.units)
        going.under_way = False


def come_back(table: Table) -> Play:
    """5-8L, played for a withdrawal: what the pursuit has left goes on, and those who stayed fight their own battle."""
    field, camp, going = table.field, table.field.camps[DEFENDER], table.field.withdrawal
    if not is_under_way(field):
        return
    assert going is not None
    names = ", ".join(each.id for each in camp.units)
    told = f"{camp.entrant.name} goes on to {going.to}: {names}" if names else "nobody of those who withdrew is left"
    table.tell("withdrawn", told, "302.72", side=DEFENDER, hex=going.to)
    _note(field, camp.swap(going.stay))
    camp.carried = Carried()
    field.pursuer, field.caught, field.in_pursuit, field.against_slow = None, False, False, ()
    going.under_way = False
    if camp.holding:
        field.round += 1
        field.first, field.variable_rolled = field.round, False
    yield from ()


def _note(field: Field, units: Iterable[Combatant]) -> None:
    """Note who has withdrawn."""
    field.camps[DEFENDER].history += [Gone(field.round, each, WITHDREW) for each in units]


def _who(
    field: Field, step: str, there: Sequence[Combatant], what: str, wanted: tuple[str, ...] | None, *rules: str
) -> Ask:
    """A question for those who withdraw, with all that forbids it to them."""
    camp = field.camps[DEFENDER]

    def check(shares: Shares) -> Iterator[Complaint]:
        going, faults = [each for each in there if shares[each.id]], Faults()
        if going:
            staying = [each for each in camp.units if each not in going]
            refuse_withdrawal(going, staying, field.setup.settings, "", faults)
        yield from choices.complaints(faults)

    barred: dict[str, Bar] = {}
    for each in (each for each in camp.units if each not in there):
        faults = Faults()
        refuse_to_go((each,), "", faults)
        barred[each.id] = tuple(choices.complaints(faults)) or "it was not announced to withdraw"
    return choices.some_of(field, step, DEFENDER, what, rules, there, wanted, barred=barred, check=check)


def is_under_way(field: Field) -> bool:
    """Whether units are withdrawing."""
    return field.withdrawal is not None and field.withdrawal.under_way


WITHDRAWAL: dict[str, Callable[[Table], Play]] = {
    "5-1A": announce,
    "5-1B": oppose,
    "5-1C": begin,
    "5-1D": choose_flagship,
    "5-1F": decide_pursuit,
    "5-7C": see_ways,
    "5-7D": go,
    "5-8L": come_back,
}
CONDITIONS: Mapping[str, Callable[[Field], bool]] = {
    "opening": lambda field: field.round == 1,
    "withdrawing": lambda field: field.withdrawal is not None,
    "withdrawal-pursued": lambda field: field.withdrawal is not None and field.withdrawal.pursued,
}
