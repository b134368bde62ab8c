"""Before the first round (5-1A to 5-1F): who withdraws, whether opposed, who leads the rest, who evades by cloak.

What an opposed withdrawal costs is in rule 302.13, whose text is not in the data: who gets away is then entered by its
side. Those that withdraw go by the way of a retreat; their cripples may be pursued by the steps of one, whereupon the
battle of those who stayed begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from flagplot.core.citation import Citation
from flagplot.core.refusal import Faults
from flagplot.engine.question import Bar, Complaint, Question, Row, Share, Shares
from flagplot.fe.combat.allocation import Carried
from flagplot.fe.combat.battle import choices, force_choices
from flagplot.fe.combat.battle.choices import Ask
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Camp, Field, Gone, Withdrawal
from flagplot.fe.combat.battle.instructions import among
from flagplot.fe.combat.battle.narrator import Phase
from flagplot.fe.combat.battle.pursuit import able
from flagplot.fe.combat.battle.retreat import choose_hex, see_hexes_of, tell_what_waits
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.charts.special_ships import CloakOutcome, evasion
from flagplot.fe.combat.evasion import can_cloak, leaders_left, refuse_cloaking
from flagplot.fe.combat.force import Combatant, eligible_flagships
from flagplot.fe.combat.leaving import may_withdraw, pursued_force, refuse_to_go, refuse_withdrawal

WITHDREW = "withdrew"


def announce(table: Table) -> Play:
    """5-1A: the non-phasing player withdraws with the whole of his force, a part of it, or not at all."""
    field, camp = table.field, table.field.camps[DEFENDER]
    able_to_go = [each for each in camp.units if may_withdraw(each)]
    if not able_to_go:
        return
    wanted = camp.entrant.instructions.withdraw
    answer = yield _who(field, "5-1A", able_to_go, "who withdraws before combat", wanted, ("302.11", "302.1/part"))
    ids = _chosen(answer)
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
        what, rules = "who withdraws though opposed, by rule 302.13, which is not in the data", ("302.13", "523.36")
        going.ids = _chosen((yield _who(field, "5-1C", meant, what, wanted, (*rules, "525.133"))))
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


def evade(table: Table) -> Play:
    """5-1E: a die for each cloaked unit that tries to evade; another flagship if the chosen one gets away."""
    field, camp = table.field, table.field.camps[DEFENDER]
    cloaked = [each for each in camp.units if can_cloak(each)]
    wanted = camp.entrant.instructions.evade
    tried = _chosen((yield _who(field, "5-1E", cloaked, "who tries to evade by cloak", wanted, ("306.1",))))
    away = [id_ for id_ in tried if _gets_away(table, id_)]
    camp.evaded += camp.part(away)
    if camp.first_flagship in away and camp.units:
        there, failed = [each.unit for each in camp.units], set(tried) - set(away)
        leaders, rules = leaders_left(there, failed), ("306.1/flagship", "302.133")
        barred: dict[str, Bar] = {unit.id: "it has not failed to evade" for unit in there if unit not in leaders}
        ask = force_choices.leader(field, "5-1E", DEFENDER, rules, leaders, barred, suffix="flagship")
        camp.first_flagship = str((yield ask))
        told = f"the flagship has evaded, and {camp.first_flagship} will lead"
        table.tell("first-flagship", told, *rules, unit=camp.first_flagship)


def _gets_away(table: Table, id_: str) -> bool:
    """The die of one unit that tries to evade."""
    field = table.field
    rule = Citation("fe", "306.1")
    die, cast = table.narrator.roll(
        field.round, Phase.EVASION, DEFENDER, id_, f"evasion of {id_}", table.name(DEFENDER), rule
    )
    success = evasion(die) is CloakOutcome.SUCCESS
    told = f"{id_} evades, and takes no part in the combat of the hex" if success else f"{id_} fails to evade"
    table.tell("evasion", told, "306.1", casts=(cast,), side=DEFENDER, unit=id_, success=int(success))
    return success


def decide_pursuit(table: Table) -> Play:
    """5-1F: the phasing player goes after cripples that withdraw, or lets them go."""
    field, going = table.field, table.field.withdrawal
    assert going is not None
    cripples = pursued_force(going.units, 0).must
    pursuers = able(field.camps[ATTACKER], field)
    if cripples and pursuers:
        wanted = field.camps[ATTACKER].entrant.instructions.pursue
        yes, no = "go after the cripples", "let them go"
        ask = choices.yes_or_no(
            field, "5-1F", ATTACKER, "pursue those who withdraw", ("302.1", "307.0"), wanted, yes, no
        )
        going.pursued = (yield ask) == "yes"
    if going.pursued:
        camp = field.camps[DEFENDER]
        going.stay, camp.units = camp.units, going.units
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
    _note(field, camp.units)
    camp.units, camp.force, camp.carried = going.stay, None, Carried()
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
    field: Field,
    step: str,
    there: Iterable[Combatant],
    what: str,
    wanted: tuple[str, ...] | None,
    rules: tuple[str, ...],
) -> Ask:
    """A question for some of the non-phasing player's units; what the instructions ask for that is illegal is asked."""
    camp, units = field.camps[DEFENDER], tuple(there)
    by_cloak = step == "5-1E"

    def check(shares: Shares) -> Iterator[Complaint]:
        if not by_cloak and (chosen := [each for each in units if shares[each.id]]):
            faults = Faults()
            staying = [each for each in camp.units if each not in chosen]
            refuse_withdrawal(chosen, staying, field.setup.settings, "", faults)
            yield from choices.complaints(faults)

    default = among(wanted, (each.id for each in units))
    legal = not any(check(default))
    question = Question(
        key=choices.key_of(field, step, DEFENDER),
        who=camp.entrant.name,
        side=DEFENDER,
        what=what,
        citations=tuple(Citation("fe", rule) for rule in rules),
        form=Share(
            tuple(Row(each.id, each.id, 1) for each in units),
            0,
            len(units),
            "units",
            barred=_barred(camp, units, by_cloak=by_cloak),
            check=check,
        ),
        default=default if legal else dict.fromkeys(default, 0),
    )
    return Ask(question, wanted is not None and legal)


def _barred(camp: Camp, units: tuple[Combatant, ...], *, by_cloak: bool) -> dict[str, Bar]:
    """Why other units that are there may not be chosen."""
    found: dict[str, Bar] = {}
    for each in camp.units:
        if each not in units:
            faults = Faults()
            if by_cloak:
                refuse_cloaking(each, "", faults)
            else:
                refuse_to_go((each,), "", faults)
            found[each.id] = tuple(choices.complaints(faults)) or "it was not announced to withdraw"
    return found


def _chosen(answer: str | Shares) -> tuple[str, ...]:
    assert not isinstance(answer, str)
    return tuple(id_ for id_, number in answer.items() if number)


def is_under_way(field: Field) -> bool:
    """Whether units are withdrawing."""
    return field.withdrawal is not None and field.withdrawal.under_way


def all_evaded(field: Field) -> bool:
    """Whether cloaks have taken the whole of a force out of the hex's combat, and none of it has withdrawn."""
    camp = field.camps[DEFENDER]
    return bool(camp.evaded) and not camp.holding and field.withdrawal is None


WITHDRAWAL: dict[str, Callable[[Table], Play]] = {
    "5-1A": announce,
    "5-1B": oppose,
    "5-1C": begin,
    "5-1D": choose_flagship,
    "5-1E": evade,
    "5-1F": decide_pursuit,
    "5-7C": see_ways,
    "5-7D": go,
    "5-8L": come_back,
}
CONDITIONS: Mapping[str, Callable[[Field], bool]] = {
    "opening": lambda field: field.round == 1,
    "withdrawing": lambda field: field.withdrawal is not None,
    "withdrawal-pursued": lambda field: field.withdrawal is not None and field.withdrawal.pursued,
    "cloaked-defenders": lambda field: any(can_cloak(each) for each in field.camps[DEFENDER].units),
    "all-evaded": all_evaded,
}
