"""The pursuit of a side that retreats with cripples (5-7B and 5-8): who goes, whether they reach it, who is caught."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from flagplot.core.citation import Citation
from flagplot.core.event import Modifier
from flagplot.core.refusal import Faults
from flagplot.engine.question import Complaint, Question, Row, Share, Shares
from flagplot.fe.combat.allocation import craft_of
from flagplot.fe.combat.battle import choices
from flagplot.fe.combat.battle.choices import Ask
from flagplot.fe.combat.battle.field import Camp, Field
from flagplot.fe.combat.battle.narrator import Phase
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.charts.special_ships import pursuit_modifiers, pursuit_succeeds
from flagplot.fe.combat.force import BattleForce, Combatant, eligible_flagships, with_fielded_craft
from flagplot.fe.combat.leaving import Pursued, pursued_force, refuse_pursuers, retreats_slowly


def able(camp: Camp, field: Field) -> tuple[Combatant, ...]:
    """The units of a side that may pursue, uncrippled ones first, then by their attack."""

    def fits(each: Combatant) -> bool:
        faults = Faults()
        refuse_pursuers((each,), field.setup.settings._replace(pursuers=1), "", faults)
        return not faults.found

    return tuple(sorted(filter(fits, camp.mobile), key=lambda each: (each.unit.crippled, -each.unit.attack)))


def quarry(camp: Camp) -> Pursued:
    """Who is pursued of a side, by the rating of whoever leads it."""
    leader = eligible_flagships([each.unit for each in camp.mobile])[0]
    return pursued_force(camp.mobile, leader.type.command)


def slow(camp: Camp) -> tuple[str, ...]:
    """The slow units of a side."""
    return tuple(each.id for each in camp.mobile if retreats_slowly(each))


def decide_pursuit(table: Table) -> Play:
    """5-7B: the side that stays goes after cripples and slow units that retreat, or lets them go."""
    field = table.field
    retreating = [side for side, camp in enumerate(field.camps) if camp.retreats]
    side = 1 - retreating[0]
    fleeing = field.camps[retreating[0]]
    if len(retreating) > 1 or not able(field.camps[side], field) or not (quarry(fleeing).must or slow(fleeing)):
        table.tell("not-pursued", "there is nobody to pursue, or nobody who could", "302.8")
        return
    wanted = field.camps[side].entrant.instructions.pursue
    rules = ("302.8", "307.0")
    ask = choices.yes_or_no(field, "5-7B", side, "pursue", rules, wanted, "go after the cripples", "let them go")
    if (yield ask) == "yes":
        field.pursuer = side
        table.tell("pursues", f"{table.name(side)} pursues", side=side)
    else:
        table.tell("not-pursued", f"{table.name(side)} lets the retreating go", side=side)


def choose_pursuers(table: Table) -> Play:
    """5-8A: who pursues, and who of the others attacks slow units."""
    field = table.field
    assert field.pursuer is not None
    there = able(field.camps[field.pursuer], field)

    def check(shares: Shares) -> Iterator[Complaint]:
        faults = Faults()
        refuse_pursuers([each for each in there if shares[each.id]], field.setup.settings, "", faults)
        yield from choices.complaints(faults)

    most = field.setup.settings.pursuers
    default = {each.id: int(number < most and not each.unit.crippled) for number, each in enumerate(there)}
    if not any(default.values()):
        default[there[0].id] = 1
    answer = yield _share(field, "5-8A", field.pursuer, "who pursues", "307.0/pursuers", there, 1, most, default, check)
    assert not isinstance(answer, str)
    chosen = [id_ for id_, number in answer.items() if number]
    set_line(field.camps[field.pursuer], chosen)
    others = [each for each in there if each.id not in chosen]
    if others and slow(field.camps[1 - field.pursuer]):
        default = {each.id: int(number < most and not each.unit.crippled) for number, each in enumerate(others)}
        what, rule = "who attacks slow units", "302.742"
        answer = yield _share(field, "5-8A", field.pursuer, what, rule, others, 0, most, default, suffix="/slow")
        assert not isinstance(answer, str)
        field.against_slow = tuple(id_ for id_, number in answer.items() if number)


def roll_pursuit(table: Table) -> Play:
    """5-8B and 5-8C: the die against the number of pursuers."""
    field = table.field
    assert field.pursuer is not None
    side, line = field.pursuer, field.camps[field.pursuer].line
    rule = Citation("fe", "307.0/success")
    die, cast = table.narrator.roll(
        field.round, Phase.PURSUIT, side, field.setup.hex, "pursuit", table.name(side), rule
    )
    special = sum(1 for each in line if each.unit.type.fast or each.unit.type.x_ship)
    declined = field.declined_approach and field.declined_base
    succeeds = pursuit_succeeds(die, len(line), special, field.setup.options, declined_approach=declined)
    parts = [
        Modifier(name, value, Citation("fe", rule))
        for name, (value, rule) in pursuit_modifiers(special, declined_approach=declined).items()
    ]
    field.caught = succeeds and bool(quarry(field.camps[1 - side]).must)
    told = f"{len(line)} ships {'reach' if succeeds else 'do not reach'} the retreating force"
    facts = {"side": side, "success": int(succeeds)}
    table.tell("pursuit", told, "307.0/success", casts=(cast,), modifiers=tuple(parts), **facts)
    yield from ()


def set_up_pursued(table: Table) -> Play:
    """5-8D: the cripples with what belongs to them, and the uncrippled ships that come along."""
    field = table.field
    assert field.pursuer is not None
    side = 1 - field.pursuer
    camp = field.camps[side]
    found = quarry(camp)
    may = [each for each in camp.mobile if each.id in found.may]
    most = min(found.uncrippled, len(may))
    default = {each.id: int(number < most) for number, each in enumerate(may)}
    what = "the uncrippled ships that are pursued"
    answer = yield _share(field, "5-8D", side, what, "307.3", may, 0, most, default)
    assert not isinstance(answer, str)
    set_line(camp, [*found.must, *(id_ for id_, number in answer.items() if number)])


def reveal_pursuit(table: Table) -> Play:
    """5-8E: both forces of the pursuit battle, which is a round of its own."""
    _tell_forces(table)
    yield from ()


def attack_slow_units(table: Table) -> Play:
    """5-8G: the slow units and who attacks them, in a round of their own."""
    field = table.field
    assert field.pursuer is not None
    set_line(field.camps[field.pursuer], field.against_slow)
    set_line(field.camps[1 - field.pursuer], slow(field.camps[1 - field.pursuer]))
    _tell_forces(table)
    yield from ()


def _tell_forces(table: Table) -> None:
    """Begin a round of pursuit."""
    field = table.field
    field.round += 1
    field.in_pursuit, field.accepted = True, False
    for side, camp in enumerate(field.camps):
        camp.forget_round()
        names = ", ".join(f"{each.id}{'-' if each.unit.crippled else ''}" for each in camp.line)
        rule = "302.742" if table.step.id == "5-8G" else "307.3"
        table.tell("force", f"{table.name(side)} is in the pursuit with {names}", rule, side=side)


def set_line(camp: Camp, ids: Iterable[str]) -> None:
    """Put units into the line, with as many of their craft as may fight."""
    wanted = set(ids)
    line = with_fielded_craft([each for each in camp.units if each.id in wanted])
    leader = eligible_flagships([each.unit for each in line])[0]
    camp.flagship = leader.id
    camp.force = BattleForce(flagship=leader.id, units=line, craft=craft_of(line))


def _share(
    field: Field,
    step: str,
    side: int,
    what: str,
    rule: str,
    there: Iterable[Combatant],
    least: int,
    most: int,
    default: dict[str, int],
    check: Callable[[Shares], Iterable[Complaint]] | None = None,
    *,
    suffix: str = "",
) -> Ask:
    """A question for some of the units; the default is what the instructions say by saying nothing."""
    question = Question(
        key=f"R{field.round}/{step}/{side}{suffix}",
        who=field.camps[side].entrant.name,
        side=side,
        what=what,
        citations=(Citation("fe", rule),),
        form=Share(tuple(Row(each.id, each.id, 1) for each in there), least, most, "units", check=check),
        default=default,
    )
    return Ask(question, field.camps[side].entrant.instructions.pursue is not None)


PURSUIT: dict[str, Callable[[Table], Play]] = {
    "5-7B": decide_pursuit,
    "5-8A": choose_pursuers,
    "5-8C": roll_pursuit,
    "5-8D": set_up_pursued,
    "5-8E": reveal_pursuit,
    "5-8G": attack_slow_units,
}
