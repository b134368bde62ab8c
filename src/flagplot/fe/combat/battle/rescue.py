"""Tugs that rescue ships in a battle (537.2): assigned with the battle force or as a force is pursued, tried in 5-6H.

What an attempt comes to is read in the rulebook, whose text the seed lacks, and entered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flagplot.core.citation import Citation
from flagplot.core.refusal import Faults
from flagplot.engine.question import Option, Question, Row, Share
from flagplot.fe.combat.battle import choices
from flagplot.fe.combat.battle.choices import Ask, complaints
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Camp, Field
from flagplot.fe.combat.battle.instructions import NONE
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.force import Combatant
from flagplot.fe.combat.rescue import refuse_rescue, steps_larger

FAILS, SAVED = "fails", "rescued"


def tugs_of(camp: Camp) -> tuple[Combatant, ...]:
    """The tugs of a battle force that are free for a rescue."""
    busy = {*camp.entrant.tugs_at_work, *(each.towed_by for each in camp.units)}
    return tuple(each for each in camp.line if each.unit.type.tug and each.id not in busy)


def assign(field: Field, side: int) -> Play:
    """Part of 5-3E: which tugs of the battle force are there to rescue ships."""
    camp = field.camps[side]
    camp.rescuers = {}
    tugs = tugs_of(camp)
    if tugs:
        answer = yield _rescuers(field, side, tugs)
        assert not isinstance(answer, str)
        camp.rescuers = {id_: "" for id_, number in answer.items() if number}


def _rescuers(field: Field, side: int, tugs: tuple[Combatant, ...]) -> Ask:
    camp = field.camps[side]
    wanted = camp.entrant.instructions.rescue_tugs
    question = Question(
        key=choices.key_of(field, "5-3E", side, "rescue"),
        who=camp.entrant.name,
        side=side,
        what="rescue tugs",
        citations=(Citation("fe", "537.2/who"),),
        form=Share(tuple(Row(each.id, each.id, 1) for each in tugs), 0, len(tugs), "tugs"),
        default={each.id: int(each.id in wanted) for each in tugs},
    )
    return Ask(question, instructed=True)


def assign_in_pursuit(table: Table) -> Play:
    """5-8D: the ship that each tug of the pursued force tries to get away."""
    field = table.field
    assert field.pursuer is not None
    side = 1 - field.pursuer
    camp = field.camps[side]
    camp.rescuers = {}
    for tug in tugs_of(camp):
        target = str((yield _target(field, side, tug, "5-8D")))
        if target != NONE:
            camp.rescuers[tug.id] = target
            told = f"{tug.id} will try to get {target} away"
            table.tell("rescue-assigned", told, "537.2/who", side=side, unit=target, tug=tug.id)


def ready(field: Field) -> bool:
    """Whether a tug that is there for it could try to rescue somebody."""
    return any(_pairs(camp) for camp in field.camps)


def _pairs(camp: Camp) -> list[tuple[Combatant, tuple[Combatant, ...]]]:
    """Each tug that is left and not frozen, with those whom it could still come for."""
    found = []
    for id_, target in camp.rescuers.items():
        tug = next((each for each in tugs_of(camp) if each.id == id_ and id_ not in camp.frozen), None)
        ships = _open(camp, id_) if tug else ()
        ships = tuple(each for each in ships if not target or each.id == target)
        if tug and ships:
            found.append((tug, ships))
    return found


def _open(camp: Camp, tug: str) -> tuple[Combatant, ...]:
    """The cripples of a battle force that a tug could come for."""
    there = next(each for each in camp.units if each.id == tug)

    def fits(each: Combatant) -> bool:
        faults = Faults()
        refuse_rescue(there, each, "", faults)
        return each.unit.crippled and each.id not in camp.frozen and not faults.found

    return tuple(filter(fits, camp.line))


def attempt(table: Table) -> Play:
    """5-6H: each tug comes for a cripple; what comes of it is entered. In a pursuit a ship that is rescued escapes it,
    otherwise it leaves the hex with its tug.
    """
    field = table.field
    for side in (ATTACKER, DEFENDER):
        camp = field.camps[side]
        for tug, ships in _pairs(camp):
            there = [each for each in ships if camp.find(each.id)]
            if not there:
                continue
            target = camp.rescuers[tug.id] or str((yield _target(field, side, tug, "5-6H")))
            if target != NONE:
                ship = next(each for each in there if each.id == target)
                yield from _tried(table, side, tug, ship)
        camp.rescuers = {}


def _target(field: Field, side: int, tug: Combatant, step: str) -> Ask:
    """Whom a tug comes for; by the instructions the first of those named that is crippled."""
    camp = field.camps[side]
    given, sent = camp.entrant.instructions.rescue, camp.entrant.instructions.rescue_tugs
    taken = set(camp.rescuers.values())
    options, barred = [Option(NONE, "nobody")], {}
    for each in camp.line:
        faults = Faults()
        refuse_rescue(tug, each, tug.id, faults)
        if faults.found:
            barred[each.id] = tuple(complaints(faults))
        elif each.unit.crippled and each.id not in taken:
            options.append(Option(each.id, each.id, _size(tug, each)))
    ids = [option.id for option in options]
    default: str | None = next((id_ for id_ in given or () if id_ in ids), NONE)
    if given is None and (sent or camp.rescuers):
        default = None
    if sent and tug.id not in sent:
        default = NONE
    what = f"whom {tug.id} tries to rescue"
    return choices.pick(field, step, side, what, ("537.2/who",), options, default, barred=barred, suffix=tug.id)


def _size(tug: Combatant, ship: Combatant) -> str:
    """How the sizes compare, for people."""
    steps = steps_larger(tug, ship)
    if steps is None:
        return "their sizes are not in the data"
    if not steps:
        return "as large as the tug"
    return f"{abs(steps)} size step{'s' * (abs(steps) > 1)} {'larger' if steps > 0 else 'smaller'} than the tug"


def _tried(table: Table, side: int, tug: Combatant, ship: Combatant) -> Play:
    """What comes of one attempt."""
    field, camp = table.field, table.field.camps[side]
    what = f"what comes of the rescue of {ship.id} by {tug.id}, {_size(tug, ship)}, by rule 537.2, not in the data"
    options = [Option(FAILS, FAILS), Option(SAVED, SAVED)]
    rules = ("537.2", "537.222/attempt")
    saved = (yield choices.pick(field, "5-6H", side, what, rules, options, None, suffix=f"{tug.id}/fate")) == SAVED
    word = "tries in vain to rescue" if not saved else "gets away with" if field.in_pursuit else "leaves the hex with"
    told = f"{tug.id} {word} {ship.id}, {_size(tug, ship)}"
    table.tell("rescue", told, *rules, side=side, unit=ship.id, tug=tug.id, saved=int(saved))
    if saved and not field.in_pursuit:
        camp.slip_away((tug.id, ship.id), field.round, SAVED)


CONDITIONS: Mapping[str, Callable[[Field], bool]] = {"rescue-tugs": ready}
RESCUE: dict[str, Callable[[Table], Play]] = {"5-6H": attempt, "5-8D": assign_in_pursuit}
