"""What a side is asked about its battle force: who leads, who fights and where, craft, drones (5-3D, 5-3E)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from flagplot.core.citation import Citation
from flagplot.core.refusal import Faults
from flagplot.engine.question import Answer, Bar, Complaint, Option, Question, Row, Share, Shares
from flagplot.fe.combat.allocation import craft_of
from flagplot.fe.combat.battle.choices import Ask, Bars, complaints, key_of, label_of, pick
from flagplot.fe.combat.battle.field import Field
from flagplot.fe.combat.battle.instructions import NONE
from flagplot.fe.combat.battle.people import Rank
from flagplot.fe.combat.command import counts_apart, refuse_minimum, refuse_size, slots
from flagplot.fe.combat.evasion import first_leaders
from flagplot.fe.combat.force import (
    OUTSIDE,
    BattleForce,
    Combatant,
    Place,
    command_limit,
    refuse_attrition,
    refuse_flagship,
    standing,
    with_fielded_craft,
)
from flagplot.fe.combat.places import fits, refuse_places
from flagplot.fe.empires import Empire
from flagplot.fe.units.ship import Unit

Places = Mapping[str, Place]


def flagship(field: Field, side: int) -> Ask:
    """Which unit leads (5-3D): in the first round the one that was chosen before combat, if it was."""
    there = [each.unit for each in field.fighting(side)]
    chosen = field.camps[side].first_flagship if field.number == 1 else ""
    return leader(field, "5-3D", side, ("302.32",), first_leaders(there, chosen), Bars(partial(_no_flagships, there)))


def _no_flagships(there: Sequence[Unit]) -> dict[str, Bar]:
    """The units that may not lead, each with why not."""
    barred: dict[str, Bar] = {}
    for unit in there:
        faults = Faults()
        refuse_flagship(unit.id, there, "", faults)
        if faults.found:
            barred[unit.id] = tuple(complaints(faults))
    return barred


def leader(
    field: Field,
    step: str,
    side: int,
    rules: tuple[str, ...],
    leaders: Iterable[Unit],
    barred: Mapping[str, Bar],
    suffix: str = "",
) -> Ask:
    """Which of some units leads; by the instructions the one that they name, else the first."""
    options = [Option(unit.id, label_of(unit), f"leads {command_limit(unit.type.command)}") for unit in leaders]
    wanted = field.camps[side].entrant.instructions.flagship
    default = wanted if wanted in {option.id for option in options} else options[0].id
    return pick(field, step, side, "the flagship", rules, options, default, barred=barred, suffix=suffix)


def command_points(field: Field, side: int) -> Ask:
    """How many command points to spend (5-3D): as many as are laid down, or as there are units for beyond a reserve."""
    camp, given = field.camps[side], field.camps[side].entrant.instructions
    there = camp.entrant.command_points
    wanted = given.command_points
    if wanted is None and given.reserve is not None:
        everybody = dict.fromkeys((each.id for each in field.fighting(side)), Place.LINE)
        force = force_of(field, side, everybody)
        missing = slots(force, field.setup.settings, field.setup.options) - limit_of(force)
        wanted = max(0, min(there - given.reserve, missing))
    options = [Option(str(number), str(number)) for number in range(there + 1)]
    default = None if wanted is None else str(min(wanted, there))
    return pick(field, "5-3D", side, "command points", ("308.9",), options, default, suffix="points")


def limit_of(force: BattleForce) -> int:
    """How many units the flagship of a force leads."""
    rating = force.leader.type.command
    return command_limit(rating, command_points=force.command_points, admiral=force.admiral)


def force_of(field: Field, side: int, places: Places, *, box: str = "") -> BattleForce:
    """The battle force of units at these places, without craft; ``box`` is who stands in the formation box."""
    camp = field.camps[side]
    units = tuple(replace(each, craft={}) if each.craft else each for each in field.fighting(side) if each.id in places)
    stands = {id_: place for id_, place in places.items() if place is not Place.LINE}
    return BattleForce(
        flagship=camp.flagship,
        units=units,
        places=stands | ({box: Place.FORMATION} if box in places else {}),
        command_points=camp.command_points,
        admiral=camp.admiral_leads((camp.flagship,)),
        generals=frozenset(each.empire for each in camp.of_rank(Rank.GENERAL) if each.host in places),
        battle_groups=camp.battle_groups,
    )


def places_of(shares: Answer) -> dict[str, Place]:
    """Who fights where, out of the answer to ``units``."""
    assert not isinstance(shares, str)
    return dict(_read_row(row) for row, number in shares.items() if number)


def _read_row(row: str) -> tuple[str, Place]:
    id_, _, place = row.partition(" ")
    return id_, Place(place) if place else Place.LINE


def _row(id_: str, place: Place) -> str:
    return id_ if place is Place.LINE else f"{id_} {place}"


def units(field: Field, side: int) -> Ask:
    """Which units fight, and who of them outside the command (5-3E): one of each row that is in."""
    camp = field.camps[side]
    there = field.fighting(side)
    generals = frozenset(each.empire for each in camp.of_rank(Rank.GENERAL))

    def check(shares: Shares) -> Iterator[Complaint]:
        rows = [_read_row(row) for row, number in shares.items() if number]
        places = dict(rows)
        for id_ in places:
            if sum(1 for other, _ in rows if other == id_) > 1:
                yield Complaint("in-two-places", f"{id_} stands in two places", mend="Choose one of them.")
        if camp.flagship not in places:
            yield Complaint("flagship-left-out", f"the flagship {camp.flagship} is left out", mend="Add it.")
        elif places[camp.flagship] in OUTSIDE:
            yield Complaint("flagship-not-in-line", f"the flagship {camp.flagship} is not in the line", mend="Move it.")
        torn = [each.id for each in there if each.carrier and (each.id in places) != (each.carrier in places)]
        if torn:
            yield Complaint("torn-group", f"a group fights together: {', '.join(torn)}", mend="Take it or leave it.")
        yield from _faults_of(field, side, {**places, camp.flagship: places.get(camp.flagship, Place.LINE)})

    rows = tuple(Row(row, row, 1) for each in there for row in _rows_of(each, generals))
    given = camp.entrant.instructions
    legal = (places for places in _defaults(field, side) if not any(check(_shares(places, rows))))
    default = next(legal, None) or _most_units(field, side, {})
    out = given.leave_out
    if out is not None:
        fewer = {id_: place for id_, place in default.items() if id_ not in out}
        default = default if any(check(_shares(fewer, rows))) else fewer
    question = Question(
        key=key_of(field, "5-3E", side),
        who=camp.entrant.name,
        side=side,
        what="the units of the battle force",
        citations=tuple(Citation("fe", rule) for rule in ("302.3/size", "302.36", "302.3/places")),
        form=Share(rows, 1, len(rows), "units", check=check),
        default=_shares(default, rows),
    )
    return Ask(question, len(default) == len(there) or out is not None or given.places is not None)


def _rows_of(each: Combatant, generals: frozenset[Empire]) -> Iterator[str]:
    """The line, and each place outside the command that a unit may take."""
    yield each.id
    for place in Place:
        if place in OUTSIDE and fits(place, each, generals):
            yield _row(each.id, place)


def _shares(places: Places, rows: Iterable[Row]) -> dict[str, int]:
    chosen = {_row(id_, place) for id_, place in places.items()}
    return {row.id: int(row.id in chosen) for row in rows}


def _faults_of(field: Field, side: int, places: Places) -> Iterator[Complaint]:
    """Everything that is wrong with a battle force of units at these places."""
    force, faults = force_of(field, side, places), Faults()
    settings, options = field.setup.settings, field.setup.options
    refuse_size(force, settings, options, "", faults)
    refuse_places(force, "", faults)
    refuse_minimum(force, len(field.fighting(side)), settings, "", faults)
    yield from complaints(faults)


def _defaults(field: Field, side: int) -> Iterator[dict[str, Place]]:
    """The largest forces, from that with everybody who is to stand outside the command on: hosts come into the line
    where too few others are there, and commando ships where the flagship leads no general.
    """
    outside = _outside(field, side)
    for barred in (set[Place](), {Place.ECHELON}, {Place.COMMANDO}, {Place.ECHELON, Place.COMMANDO}):
        yield _most_units(field, side, {id_: place for id_, place in outside.items() if place not in barred})


def _most_units(field: Field, side: int, outside: Places) -> dict[str, Place]:
    """The flagship, all that cannot leave, who is to stand outside the command, and as many others as it leads: whole
    groups, the strongest attack first.
    """
    camp = field.camps[side]
    there = field.fighting(side)
    settings, options = field.setup.settings, field.setup.options
    groups: dict[str, list[Combatant]] = {}
    for each in there:
        groups.setdefault(each.carrier or each.id, []).append(each)
    leader = next(each for each in there if each.id == camp.flagship)
    lead = leader.carrier or leader.id

    def rank(id_: str) -> tuple[bool, bool, bool, int]:
        members = groups[id_]
        stays = any(standing(each) for each in members)
        return (id_ != lead, not stays, id_ not in outside, -sum(each.unit.attack for each in members))

    chosen: dict[str, Place] = {each.id: Place.LINE for each in groups[lead]}
    everybody = force_of(field, side, {each.id: Place.LINE for each in there})
    most = limit_of(everybody)
    for id_ in sorted(groups, key=rank):
        more = chosen | {each.id: outside.get(each.id, Place.LINE) for each in groups[id_]}
        some = tuple(each for each in everybody.units if each.id in more)
        if slots(replace(everybody, units=some, places=more), settings, options) <= most:
            chosen = more
    return chosen


def _outside(field: Field, side: int) -> dict[str, Place]:
    """Who is to stand outside the command by the instructions, as far as they can: the first ones named."""
    camp = field.camps[side]
    line = dict.fromkeys((each.id for each in field.fighting(side)), Place.LINE)
    found: dict[str, Place] = {}
    for id_, place in map(_read_row, camp.entrant.instructions.places or ()):
        if id_ in line and id_ not in found and id_ != camp.flagship:
            more, faults = found | {id_: place}, Faults()
            refuse_places(force_of(field, side, line | more), "", faults)
            found = found if faults.found else more
    return found


def formation(field: Field, side: int, places: Places) -> Ask:
    """Who stands in the formation box (5-3E): nobody, or a unit of the line."""
    there = {each.id: each for each in field.fighting(side)}
    line = [there[id_] for id_ in places if places[id_] is Place.LINE]
    options = [Option(NONE, "nobody")]
    options += [Option(each.id, label_of(each.unit)) for each in line if fits(Place.FORMATION, each)]
    wanted = field.camps[side].entrant.instructions.formation
    default = wanted if wanted in {option.id for option in options} else NONE
    return pick(field, "5-3E", side, "the formation box", ("302.3/places",), options, default, suffix="box")


def craft(field: Field, side: int, force: BattleForce) -> Ask:
    """Which craft fight (5-3E): three ship equivalents at most, and no more apart from their hosts than can be led."""
    camp = field.camps[side]
    aboard = _aboard(field, side, force)

    def check(shares: Shares) -> Iterator[Complaint]:
        faults, sent = Faults(), with_craft(field, side, force, shares)
        refuse_attrition(sent.craft, "", faults)
        refuse_size(sent, field.setup.settings, field.setup.options, "", faults)
        yield from complaints(faults)

    rows = tuple(
        Row(f"{each.id} {kind}", f"{each.id} {kind}", number)
        for each in aboard
        for kind, number in each.craft.items()
        if number
    )
    fielded = _fielded(field, side, force, aboard)
    question = Question(
        key=key_of(field, "5-3E", side, "craft"),
        who=camp.entrant.name,
        side=side,
        what="craft",
        citations=(Citation("fe", "302.332"), Citation("fe", "302.332/fielded")),
        form=Share(rows, 0, sum(row.most for row in rows), "craft", check=check),
        default={row.id: fielded.get(row.id, 0) for row in rows},
    )
    return Ask(question, instructed=True)


def _aboard(field: Field, side: int, force: BattleForce) -> tuple[Combatant, ...]:
    """The units of a force with all craft that are aboard."""
    ids = {each.id for each in force.units}
    return tuple(each for each in field.fighting(side) if each.id in ids)


def _fielded(field: Field, side: int, force: BattleForce, aboard: tuple[Combatant, ...]) -> dict[str, int]:
    """The craft that go first, by row."""
    settings, options = field.setup.settings, field.setup.options
    apart = frozenset(each.id for each in aboard if counts_apart(each, force.place(each.id), options))
    room = limit_of(force) - slots(force, settings, options)
    order = field.camps[side].entrant.instructions.craft_first
    found = with_fielded_craft(aboard, order, apart, room)
    return {f"{each.id} {kind}": number for each in found for kind, number in each.craft.items()}


def with_craft(field: Field, side: int, force: BattleForce, shares: Answer) -> BattleForce:
    """A force with the craft of an answer."""
    assert not isinstance(shares, str)
    sent = tuple(
        replace(each, craft={kind: n for kind in each.craft if (n := shares.get(f"{each.id} {kind}", 0))})
        for each in _aboard(field, side, force)
    )
    return replace(force, units=sent, craft=craft_of(sent))


def drones(field: Field, side: int, force: BattleForce) -> Ask:
    """How many drone factors to pay (5-3E)."""
    camp = field.camps[side]
    rows = tuple(Row(each.id, each.id, each.unit.type.drones) for each in force.at(Place.DRONE_SHIP))
    left = sum(row.most for row in rows)
    given = camp.entrant.instructions.drones
    left = left if given is None else min(left, given)
    default = {}
    for row in rows:
        default[row.id] = min(left, row.most)
        left -= default[row.id]
    question = Question(
        key=key_of(field, "5-3E", side, "drones"),
        who=camp.entrant.name,
        side=side,
        what="drone factors",
        citations=(Citation("fe", "309.0/price"),),
        form=Share(rows, 0, sum(row.most for row in rows), "factors"),
        default=default,
    )
    return Ask(question, instructed=True)
