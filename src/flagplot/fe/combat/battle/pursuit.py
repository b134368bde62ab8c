"""The pursuit of a side that retreats with cripples (5-7B and 5-8): who goes, whether they reach it, who is caught."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from typing import TypedDict

from flagplot.core.citation import Citation
from flagplot.core.event import Modifier
from flagplot.core.refusal import Faults
from flagplot.engine.question import Answer, Complaint, Option, Question, Row, Share, Shares
from flagplot.fe.combat.allocation import craft_of
from flagplot.fe.combat.battle import choices
from flagplot.fe.combat.battle.choices import Ask
from flagplot.fe.combat.battle.field import Camp, Field
from flagplot.fe.combat.battle.instructions import NONE
from flagplot.fe.combat.battle.narrator import Phase
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.battle.teams import commando_hosts
from flagplot.fe.combat.charts.special_ships import (
    may_take_part,
    pursuit_limit,
    pursuit_modifiers,
    pursuit_succeeds,
)
from flagplot.fe.combat.command import saved_by_groups
from flagplot.fe.combat.force import BattleForce, Combatant, Place, eligible_flagships, with_fielded_craft
from flagplot.fe.combat.group import unattached
from flagplot.fe.combat.leaving import (
    UNCRIPPLED,
    Pursued,
    mixed_groups,
    pursued_force,
    refuse_along,
    refuse_pursuers,
    retreats_slowly,
    slow_units,
)

PURSUER, PURSUED = "Pursuer", "Pursued"


class Helped(TypedDict):
    """What helps to lead a force: an admiral, and slots that battle groups save."""

    admiral: bool
    saved: int


def able(camp: Camp, field: Field) -> tuple[Combatant, ...]:
    """The units of a side that may pursue, uncrippled ones first, then by their attack."""

    def fits(each: Combatant) -> bool:
        if camp.admiral_leads((each.id,)) and not may_take_part("admiral", PURSUER):
            return False
        faults = Faults()
        refuse_pursuers((each,), field.setup.options, field.setup.settings._replace(pursuers=1), "", faults)
        return not faults.found

    return tuple(sorted(filter(fits, camp.mobile), key=lambda each: (each.unit.crippled, -each.unit.attack)))


def quarry(field: Field, side: int, dropping: Collection[str] = ()) -> Pursued:
    """Who is pursued of a side, and how many may come along at the most; escorts that stay with slow units are not."""
    camp = field.camps[side]
    fleeing = [each for each in camp.mobile if each.id not in camp.staying]
    fast = [each for each in fleeing if not retreats_slowly(each, field.setup.options)]
    rating = max((each.unit.type.command for each in fast), default=0)
    return pursued_force(fleeing, rating, field.setup.options, dropping=dropping, **_helped(field, side, fast))


def _helped(field: Field, side: int, force: Sequence[Combatant]) -> Helped:
    """What helps to lead a force that is pursued: an admiral on its best ship, and battle groups."""
    camp, settings = field.camps[side], field.setup.settings
    best = max((each.unit.type.command for each in force), default=0)
    leaders = [each.id for each in force if each.unit.type.command == best]
    admiral = camp.admiral_leads(leaders) and may_take_part("admiral", PURSUED)
    groups = camp.battle_groups if may_take_part("battle group", PURSUED) else ()
    return {"admiral": admiral, "saved": saved_by_groups({each.id for each in force}, groups, settings)}


def decide_pursuit(table: Table) -> Play:
    """5-7B: the side that stays goes after cripples and slow units that retreat, or lets them go."""
    field = table.field
    retreating = [side for side, camp in enumerate(field.camps) if camp.retreats]
    side = 1 - retreating[0]
    fleeing = field.camps[retreating[0]]
    hunted = quarry(field, retreating[0]).must or slow_units(fleeing.mobile, field.setup.options)
    if len(retreating) > 1 or not able(field.camps[side], field) or not hunted:
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
    """5-8A: who pursues; those beyond may attack slow units."""
    field = table.field
    assert field.pursuer is not None
    camp, most = field.camps[field.pursuer], field.setup.settings.pursuers
    there = able(camp, field)

    def check(shares: Shares) -> Iterator[Complaint]:
        faults = Faults()
        refuse_pursuers(
            [each for each in there if shares[each.id]], field.setup.options, field.setup.settings, "", faults
        )
        yield from choices.complaints(faults)

    strongest = [each.id for each in there[:most] if not each.unit.crippled] or [there[0].id]
    wanted = camp.entrant.instructions.pursuers
    chosen = yield from some(
        table, field.pursuer, "who pursues", "307.0/pursuers", there, (1, most), strongest, wanted, check
    )
    set_line(camp, chosen)


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
    field.caught = succeeds and bool(quarry(field, 1 - side).must)
    most, names = pursuit_limit(len(line), special, field.setup.options), ", ".join(each.id for each in line)
    needs = "fast and X-ships alone always do" if most is None else f"needed: {most} or less"
    one = len(line) == 1
    word = ("reaches" if one else "reach") if succeeds else f"{'does' if one else 'do'} not reach"
    told = f"{names} {word} the retreating force ({needs})"
    table.tell(
        "pursuit",
        told,
        "307.0/success",
        casts=(cast,),
        modifiers=tuple(parts),
        side=side,
        success=int(succeeds),
    )
    yield from ()


def set_up_pursued(table: Table) -> Play:
    """5-8D: groups that drop their cripples, the ships that come along, and who stands in the formation box."""
    field = table.field
    assert field.pursuer is not None
    side = 1 - field.pursuer
    camp = field.camps[side]
    orders = camp.entrant.instructions
    dropping = yield from _drop_cripples(table, side)
    found = quarry(field, side, dropping)
    may = [each for each in camp.mobile if each.id in found.may]

    def check(shares: Shares) -> Iterator[Complaint]:
        force = [each for each in camp.mobile if each.id in found.must or shares.get(each.id)]
        faults = Faults()
        refuse_along(force, found.must, "", faults, **_helped(field, side, force))
        yield from choices.complaints(faults)

    most = min(found.uncrippled, len(may))
    strongest = [each.id for each in may[:most]]
    strongest = strongest[:UNCRIPPLED] if any(check(dict.fromkeys(strongest, 1))) else strongest
    along = yield from some(
        table,
        side,
        "the uncrippled ships that come along",
        "307.3",
        may,
        (0, most),
        strongest,
        orders.come_along,
        check,
    )
    set_line(camp, [*found.must, *along])
    options = [Option(NONE, "nobody"), *(Option(each.id, each.id) for each in camp.line)]
    box = choices.pick(
        field, "5-8D", side, "the formation box", ("307.3", "308.7"), options, orders.formation or NONE, suffix="box"
    )
    answer = str((yield box))
    if answer != NONE:
        set_line(camp, [each.id for each in camp.line], formation=answer)
        table.tell("formation", f"{answer} stands in the formation box", "307.3", "308.7", side=side, unit=answer)


def _drop_cripples(table: Table, side: int) -> Generator[Ask, Answer, list[str]]:
    """The mixed groups that drop their cripples, so that the healthy part may get away."""
    field, camp = table.field, table.field.camps[side]
    groups = mixed_groups([each for each in camp.mobile if each.id not in camp.staying], field.setup.options)
    if not groups:
        return []
    wanted = camp.entrant.instructions.drop_cripples
    rows = [each for each in camp.mobile if each.id in groups]
    what = "the groups, by carrier, that drop their cripples"
    rules = "307.3/mixed"
    dropping = yield from some(table, side, what, rules, rows, (0, len(rows)), [], wanted, suffix="groups")
    for carrier in dropping:
        told = f"the group of {carrier} drops its cripples"
        table.tell("group-split", told, "307.3/mixed", "515.15", side=side, unit=carrier)
    return dropping


def reveal_pursuit(table: Table) -> Play:
    """5-8E: both forces of the pursuit battle, which is a round of its own."""
    if table.field.caught:
        begin_round(table, "307.3")
    yield from ()


def begin_round(table: Table, rule: str) -> None:
    """Begin a round of pursuit."""
    field = table.field
    field.round += 1
    field.in_pursuit, field.accepted = True, False
    for side, camp in enumerate(field.camps):
        camp.forget_round()
        names = ", ".join(f"{each.id}{'-' if each.unit.crippled else ''}" for each in camp.line)
        table.tell("force", f"{table.name(side)} is in the pursuit with {names}", rule, side=side)


def set_line(camp: Camp, ids: Iterable[str], *, formation: str = "") -> None:
    """Put units into the line, with as many of their craft as may fight; an escort without its carrier is by itself.

    Prime Teams keep the missions that they had.
    """
    wanted = set(ids)
    there = unattached(each for each in camp.units if each.id in wanted)
    line = with_fielded_craft(there, camp.entrant.instructions.craft_first)
    leader = eligible_flagships([each.unit for each in line])[0]
    camp.flagship = leader.id
    places = {formation: Place.FORMATION} if formation else {}
    commandos = commando_hosts(camp, wanted)
    camp.force = BattleForce(flagship=leader.id, units=line, craft=craft_of(line), places=places, commandos=commandos)


def some(
    table: Table,
    side: int,
    what: str,
    rule: str,
    there: Iterable[Combatant],
    number: tuple[int, int],
    default: list[str],
    wanted: tuple[str, ...] | None,
    check: Callable[[Shares], Iterable[Complaint]] | None = None,
    *,
    suffix: str = "",
) -> Generator[Ask, Answer, list[str]]:
    """Some of the units, so many at least and at most: those that the side has laid down as far as that is legal, else
    the ``default``, which holds where it has said whether it pursues.
    """
    field, (least, most) = table.field, number
    rows = tuple(Row(each.id, each.id, 1) for each in there)
    orders = field.camps[side].entrant.instructions
    ids = {row.id for row in rows}
    chosen = [id_ for id_ in wanted or () if id_ in ids][:most]
    if wanted is None or len(chosen) < least or (check and any(check({row.id: int(row.id in chosen) for row in rows}))):
        chosen = default
    question = Question(
        key=choices.key_of(field, table.step.id, side, suffix),
        who=field.camps[side].entrant.name,
        side=side,
        what=what,
        citations=(Citation("fe", rule),),
        form=Share(rows, least, most, "units", check=check),
        default={row.id: int(row.id in chosen) for row in rows},
    )
    answer = yield Ask(question, wanted is not None or orders.pursue is not None)
    assert not isinstance(answer, str)
    return [id_ for id_, taken in answer.items() if taken]


PURSUIT: dict[str, Callable[[Table], Play]] = {
    "5-7B": decide_pursuit,
    "5-8A": choose_pursuers,
    "5-8C": roll_pursuit,
    "5-8D": set_up_pursued,
    "5-8E": reveal_pursuit,
}
