"""The groups of a side (5-3C): escorts of carriers and battle groups, formed in secret once and kept until pursuit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from flagplot.core.citation import Citation
from flagplot.core.refusal import Faults
from flagplot.engine.question import Complaint, Question, Row, Share, Shares
from flagplot.fe.calendar import Date
from flagplot.fe.combat.battle.choices import Ask, complaints, key_of
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Field
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.command import refuse_battle_group
from flagplot.fe.combat.force import Combatant, standing
from flagplot.fe.combat.group import SMALL, may_be_escorted, refuse_group, refuse_lone_carrier, unattached
from flagplot.fe.units.kinds import is_ship

MOST_BATTLE_GROUPS = 3
"""How many battle groups one answer may form; the rulebook at hand gives no number."""

Groups = Mapping[str, int]
"""The number of its group for each ship that is in one."""


def form(table: Table) -> Play:
    """5-3C: the groups are formed before the first round; later on only what is left of them is told apart."""
    field = table.field
    for side in (ATTACKER, DEFENDER):
        if field.number == 1:
            yield from table.covered_plan(side, "its groups", assign(field, side))
        let_go(field, side)


def assign(field: Field, side: int) -> Play:
    """Have a side form its groups."""
    camp = field.camps[side]
    answer = yield _groups(field, side)
    assert not isinstance(answer, str)
    chosen = {id_: number for id_, number in answer.items() if number}
    carriers = [each.id for each in carriers_of(camp.units)]
    heads = dict(enumerate(carriers, 1))
    camp.units = tuple(replace(each, carrier=heads.get(chosen.get(each.id, 0), "")) for each in camp.units)
    numbers = sorted({number for number in chosen.values() if number not in heads})
    camp.battle_groups = tuple(frozenset(id_ for id_ in chosen if chosen[id_] == number) for number in numbers)


def let_go(field: Field, side: int) -> None:
    """Let escorts whose carrier is gone fight by themselves."""
    camp = field.camps[side]
    camp.units = unattached(camp.units)


def carriers_of(units: Sequence[Combatant]) -> tuple[Combatant, ...]:
    """The units that escorts may be assigned to."""
    return tuple(each for each in units if may_be_escorted(each.unit) and not standing(each) and not each.is_squadron)


def refuse_lone_carriers(units: Sequence[Combatant], date: Date | None, faults: Faults) -> None:
    """Refuse the carriers that came without escorts and may not fight so, while ships could escort them."""
    carriers = carriers_of(units)
    heads = {each.carrier for each in units if each.carrier}
    ships = (each for each in units if is_ship(each.unit.type.category) and not standing(each))
    free = _able_to_escort(each for each in ships if not each.carrier and each not in carriers)
    for each in carriers:
        if each.id not in heads:
            refuse_lone_carrier(each.unit, date, free, each.id, faults)


def _groups(field: Field, side: int) -> Ask:
    """The number of its group for each ship: first the carriers in their order, then battle groups."""
    camp, settings = field.camps[side], field.setup.settings
    carriers = carriers_of(camp.units)
    most = len(carriers) + (MOST_BATTLE_GROUPS if settings.battle_group is not None else 0)
    ships = [each for each in camp.units if is_ship(each.unit.type.category) and not standing(each)]

    def check(shares: Shares) -> Iterator[Complaint]:
        faults = Faults()
        _refuse_groups(field, carriers, ships, shares, faults)
        yield from complaints(faults)

    def legal(shares: Groups, number: int) -> bool:
        faults = Faults()
        _refuse_group(field, carriers[number - 1], number, carriers, ships, shares, faults)
        return not faults.found

    told = [f"{number} is the group of {each.id}" for number, each in enumerate(carriers, 1)]
    told += [f"{number} is a battle group" for number in range(len(carriers) + 1, most + 1)]
    rows = tuple(Row(each.id, each.id, most, ", ".join(told)) for each in ships) if most else ()
    question = Question(
        key=key_of(field, "5-3C", side),
        who=camp.entrant.name,
        side=side,
        what="groups by their numbers",
        citations=(Citation("fe", "515.15"), Citation("fe", "515.0/size")),
        form=Share(rows, 0, most * len(rows), "groups", check=check),
        default=_mended({row.id: _number(field, side, row.id, carriers) for row in rows}, carriers, ships, legal),
    )
    return Ask(question, instructed=True)


def _mended(
    shares: Groups,
    carriers: Sequence[Combatant],
    ships: Sequence[Combatant],
    legal: Callable[[Groups, int], bool],
) -> dict[str, int]:
    """Groups as they came, mended where a part of one has left before combat: with the first free ship that makes it
    legal again, else without escorts.
    """
    found = dict(shares)
    for number in range(1, len(carriers) + 1):
        if legal(found, number):
            continue
        free = (each.id for each in ships if not found[each.id] and each not in carriers)
        more = ({**found, id_: number} for id_ in free)
        alone = {id_: 0 if own == number else own for id_, own in found.items()}
        found = next((each for each in more if legal(each, number)), alone)
    return found


def _number(field: Field, side: int, id_: str, carriers: Sequence[Combatant]) -> int:
    """The number of the group that a ship came in, 0 for none."""
    camp = field.camps[side]
    heads = [each.id for each in carriers]
    own = next(each.carrier for each in camp.units if each.id == id_)
    if own:
        return heads.index(own) + 1
    groups = enumerate(camp.entrant.battle_groups, len(heads) + 1)
    return next((number for number, members in groups if id_ in members), 0)


def _refuse_groups(
    field: Field, carriers: Sequence[Combatant], ships: Sequence[Combatant], shares: Groups, faults: Faults
) -> None:
    """Refuse groups that the rules do not allow, each with its faults."""
    for number, carrier in enumerate(carriers, 1):
        _refuse_group(field, carrier, number, carriers, ships, shares, faults)
    for number in sorted(set(shares.values())):
        if number > len(carriers):
            members = [replace(each, carrier="") for each in ships if shares[each.id] == number]
            refuse_battle_group(members, field.setup.settings, f"battle group {number}", faults)


def _refuse_group(
    field: Field,
    carrier: Combatant,
    number: int,
    carriers: Sequence[Combatant],
    ships: Sequence[Combatant],
    shares: Groups,
    faults: Faults,
) -> None:
    """Refuse the group of one carrier, or that it has none."""
    escorts = [each.unit for each in ships if shares[each.id] == number]
    if escorts:
        if shares.get(carrier.id):
            refuse_escorting(carrier.id, faults)
        refuse_group(carrier.unit, escorts, len(escorts), carrier.id, faults)
    else:
        free = _able_to_escort(each for each in ships if not shares[each.id] and each not in carriers)
        refuse_lone_carrier(carrier.unit, field.setup.date, free, carrier.id, faults)


def refuse_escorting(carrier: str, faults: Faults) -> None:
    """Refuse a carrier that has escorts and is itself one."""
    message, mend = f"{carrier} has escorts, and is no escort", "Let it be, or give its escorts to another carrier."
    faults.add("carrier-escorts", carrier, message, mend=mend, citation=Citation("fe", "515.0/size"))


def _able_to_escort(free: Iterable[Combatant]) -> int:
    """How many of the ships that are in no group could escort a carrier: none where no group is legal with them."""
    ships = list(free)
    return len(ships) if any(each.unit.type.size_class == SMALL for each in ships) else 0


def tell(table: Table) -> Play:
    """5-3G: the groups that fight."""
    for side, camp in enumerate(table.field.camps):
        for carrier in camp.line:
            escorts = [each.id for each in camp.line if each.carrier == carrier.id]
            if escorts:
                told = f"{table.name(side)}: {carrier.id} is escorted by {', '.join(escorts)}"
                table.tell("group", told, "515.15", side=side, unit=carrier.id)
        for members in camp.battle_groups:
            there = [each.id for each in camp.line if each.id in members]
            if len(there) > 1:
                told = f"{table.name(side)}: {', '.join(there)} are a battle group"
                table.tell("battle-group", told, "315.0/slots", side=side)
    yield from ()


GROUPS: dict[str, Callable[[Table], Play]] = {"5-3C": form, "5-3G": tell}
