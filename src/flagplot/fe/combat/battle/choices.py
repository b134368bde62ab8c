"""The questions of a battle: what a side is asked at a step, what it may answer, what its instructions say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from typing import NamedTuple

from flagplot.core.citation import Citation
from flagplot.core.refusal import Faults
from flagplot.engine.question import Answer, Bar, Complaint, Option, Pick, Question, Row, Share, Shares
from flagplot.fe.combat.allocation import Loss, Way
from flagplot.fe.combat.battle.field import ATTACKER, Field
from flagplot.fe.combat.battle.instructions import NONE, among
from flagplot.fe.combat.charts.intensity import (
    HIGHEST,
    highest_choice,
    open_choices,
    raid_choices,
    refuse_intensity,
    refuse_weapon,
)
from flagplot.fe.combat.directed import Directed, affordable, conceivable, directed_attacks, refuse_aim
from flagplot.fe.combat.force import (
    Combatant,
    craft_capacity,
)
from flagplot.fe.combat.potential import base_settings, scout_points
from flagplot.fe.units.kinds import is_ship
from flagplot.fe.units.ship import Unit

BY_MAULER = " by mauler"


class Ask(NamedTuple):
    """A question, and whether the instructions of its side answer it (with its default)."""

    question: Question
    instructed: bool


@cache
def cited(rules: tuple[str, ...]) -> tuple[Citation, ...]:
    """The citations of rules of this game."""
    return tuple(Citation("fe", rule) for rule in rules)


def pick(
    field: Field,
    step: str,
    side: int,
    what: str,
    rules: tuple[str, ...],
    options: Iterable[Option],
    default: str | None,
    *,
    barred: Mapping[str, Bar] | None = None,
    suffix: str = "",
) -> Ask:
    """A question with one answer; ``default`` is that of the instructions, None where they say nothing of it."""
    listed = tuple(options)
    ids = [option.id for option in listed]
    instructed = default in ids
    return Ask(
        Question(
            key=key_of(field, step, side, suffix),
            who=field.camps[side].entrant.name,
            side=side,
            what=what,
            citations=cited(rules),
            form=Pick(listed, {} if barred is None else barred),
            default=default if instructed and default is not None else ids[0],
        ),
        instructed,
    )


def some_of(
    field: Field,
    step: str,
    side: int,
    what: str,
    rules: tuple[str, ...],
    there: Iterable[Combatant],
    wanted: tuple[str, ...] | None,
    *,
    barred: Mapping[str, Bar],
    check: Callable[[Shares], Iterable[Complaint]] | None = None,
) -> Ask:
    """A question for some of the units, or nobody; what the instructions want is asked where it is not legal."""
    rows = tuple(Row(each.id, each.id, 1) for each in there)
    nobody = {row.id: 0 for row in rows}
    default = among(wanted, nobody)
    legal = check is None or not any(check(default))
    question = Question(
        key=key_of(field, step, side),
        who=field.camps[side].entrant.name,
        side=side,
        what=what,
        citations=cited(rules),
        form=Share(rows, 0, len(rows), "units", barred=barred, check=check),
        default=default if legal else nobody,
    )
    return Ask(question, wanted is not None and legal)


def chosen(answer: Answer) -> tuple[str, ...]:
    """The ids that an answer to such a question names."""
    assert not isinstance(answer, str)
    return tuple(id_ for id_, number in answer.items() if number)


def complaints(faults: Faults) -> Iterator[Complaint]:
    """What rules have refused, as a question tells it."""
    for fault in faults.found:
        yield Complaint(fault.code, fault.message, fault.gap, fault.mend, fault.citation)


def with_remedies(found: Iterable[Complaint]) -> str:
    """Complaints in a sentence, each with its gap and how to mend it."""
    return "; ".join(f"{each}; {each.mend.rstrip('.').lower()}" for each in found)


def key_of(field: Field, step: str, side: int, suffix: str = "") -> str:
    """The address of a question in a record of answers."""
    return "/".join((f"R{field.round}", step, str(side), *((suffix,) if suffix else ())))


def intensity(field: Field, side: int) -> Ask:
    """The battle intensity (5-3X2)."""
    settings = field.setup.settings
    most = HIGHEST
    if side == ATTACKER and field.against_non_ships:
        most = highest_choice(field.non_ship_rounds, may_raise=settings.may_raise)
    found = open_choices(most, settings.fixed_intensity, still=field.is_fixed(side))
    found = raid_choices() if field.setup.special_raid else found
    low, high = found[0], found[-1]
    options = [Option(str(number), str(number)) for number in found]
    wanted = field.camps[side].entrant.instructions.intensity_of(field.number)
    default = None if wanted is None else str(max(low, min(wanted, high)))
    what, rules = "the battle intensity", ("304.1", "304.4", "304.5")
    return pick(field, "5-3X2", side, what, rules, options, default, barred=Bars(partial(_no_intensities, low, high)))


def _no_intensities(low: int, high: int) -> dict[str, Bar]:
    """Why other figures are no intensity to choose now."""
    found: dict[str, Bar] = {}
    for number in range(10):
        faults = Faults()
        refuse_intensity(number, "", faults)
        if faults.found:
            found[str(number)] = tuple(complaints(faults))
        elif not low <= number <= high:
            found[str(number)] = "the table has set what a force that cannot retreat must take"
    return {number: bar for number, bar in found.items() if not low <= int(number) <= high}


def warfare_of(field: Field, side: int, unit: Combatant, step: str = "5-4A2") -> Ask | None:
    """What a base or a scout puts into electronic warfare (5-4A2, X-bases 5-4A4); None for any other unit."""
    entered = field.camps[side].entrant.warfare.get(unit.id, 0)
    if unit.unit.type.is_base or not entered:
        return base_ew(field, side, unit, step) if unit.unit.type.is_base else None
    most = scout_points(entered, field.setup.options, crippled=unit.unit.crippled)
    options = [Option(str(points), str(points)) for points in range(most, -1, -1)]
    what, rules = f"electronic warfare of {unit.id}", ("308.5/scout",)
    return pick(field, step, side, what, rules, options, str(most), suffix=unit.id)


def base_ew(field: Field, side: int, base: Combatant, step: str) -> Ask | None:
    """What a base puts into electronic warfare; None where the charts have no row of it."""
    attacks = base_settings(base, field.setup.options)
    if not attacks:
        return None
    options = [Option(str(ew), str(ew), f"attacks with {attack}") for ew, attack in attacks.items()]
    chosen = field.camps[side].entrant.instructions.ew_of(attacks)
    default = None if chosen is None else str(chosen)
    what = f"electronic warfare of {base.id}"
    rules = ("313.21/base", *(("523.44",) if step == "5-4A4" else ()))
    return pick(field, step, side, what, rules, options, default, suffix=base.id)


def aims(field: Field, side: int) -> dict[str, tuple[Directed, str]]:
    """What a side may direct its damage at now, by the answer, with the mauler that it would take."""
    own, enemy = field.camps[side], field.camps[1 - side]
    assert enemy.force is not None
    found: dict[str, tuple[Directed, str]] = {}
    mauler, _ = usable_mauler(field, side)
    for by in ("", mauler) if mauler else ("",):
        attacks = directed_attacks(enemy.force, enemy.held, field.setup.options, field.setup.settings, mauler=bool(by))
        for id_, attack in affordable(attacks, enemy.incoming).items():
            found[id_ + (BY_MAULER if by else "")] = (attack, by)
    assert own.force is not None
    return found


def usable_mauler(field: Field, side: int) -> tuple[str, tuple[Complaint, ...]]:
    """The mauler that a side could use for directed damage, and why none where it has one that it may not use."""
    own, enemy = field.camps[side], field.camps[1 - side]
    awake = [each for each in own.line if each.id not in own.frozen]
    maulers = [each for each in awake if each.unit.type.mauler and not each.unit.crippled]
    if not maulers:
        return "", ()
    consorts = sum(1 for each in awake if is_ship(each.unit.type.category)) - 1
    faults = Faults()
    refuse_weapon("mauler", own.intensity, enemy.intensity, consorts, field.setup.options, maulers[0].id, faults)
    return ("" if faults.found else maulers[0].id), tuple(complaints(faults))


def directed(field: Field, side: int, step: str, found: Mapping[str, tuple[Directed, str]]) -> Ask:
    """At which of the possible aims to direct damage (5-5B, 5-5C)."""
    points = field.camps[1 - side].incoming
    options = [Option(NONE, "nobody", f"all {points} points are left to the owner")]
    options += [Option(id_, id_, f"takes {attack.price} of {points} points") for id_, (attack, _) in found.items()]
    default = field.camps[side].entrant.instructions.aim(found)
    if not found:
        default = NONE
    rules, barred = ("302.5", "302.5/price"), Bars(partial(barred_aims, field, side))
    return pick(field, step, side, "directed damage", rules, options, default, barred=barred)


def barred_aims(field: Field, side: int) -> dict[str, Bar]:
    """What a side may not direct its damage at now, each with why not."""
    enemy, options, settings = field.camps[1 - side], field.setup.options, field.setup.settings
    mauler, reasons = usable_mauler(field, side)
    assert enemy.force is not None
    found: dict[str, Bar] = {}
    for by in ("", BY_MAULER) if mauler or reasons else ("",):
        attacks = directed_attacks(enemy.force, enemy.held, options, settings, mauler=bool(by))
        for target, aim in conceivable(enemy.force):
            faults = Faults()
            refuse_aim(target, aim, enemy.force, attacks, enemy.held, enemy.incoming, faults)
            why = (*(reasons if by else ()), *complaints(faults))
            if why:
                found[f"{target} {aim.value}{by}"] = why
    return found


class Bars(Mapping[str, Bar]):
    """Why answers can't be had, reckoned only once somebody asks."""

    def __init__(self, reckon: Callable[[], Mapping[str, Bar]]) -> None:
        self._reckon = reckon

    @cached_property
    def _found(self) -> Mapping[str, Bar]:
        return self._reckon()

    def __getitem__(self, id_: str) -> Bar:
        return self._found[id_]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def losses(field: Field, side: int, step: str, number: int, found: Sequence[Loss]) -> Ask:
    """Which of the possible losses to take next (5-6A, 5-6B)."""
    camp = field.camps[side]
    there = {each.id: each for each in camp.units}
    options = [Option(loss.id, loss.id, _told(loss, there[loss.unit])) for loss in found]
    order = camp.entrant.instructions.next_loss(found)
    what = f"what to give up for {camp.incoming} points"
    default = order.id if order else None
    return pick(field, step, side, what, ("302.61", "302.61/losses"), options, default, suffix=str(number))


def _told(loss: Loss, unit: Combatant) -> str:
    told = f"resolves {loss.points}"
    if loss.way is Way.CRIPPLE and unit.craft:
        cripple = Unit(id=unit.id, type=unit.unit.type, crippled=True)
        gone = sum(max(number - craft_capacity(cripple, kind), 0) for kind, number in unit.craft.items())
        return f"{told}, and {gone} craft are lost with it" if gone else told
    return told


def yes_or_no(
    field: Field,
    step: str,
    side: int,
    what: str,
    rules: tuple[str, ...],
    wanted: bool | None,
    yes: str,
    no: str,
    *,
    first: str = "no",
) -> Ask:
    """A question with two answers; ``first`` is the one that is offered before the other."""
    default = None if wanted is None else "yes" if wanted else "no"
    options = sorted((Option("no", "no", no), Option("yes", "yes", yes)), key=lambda option: option.id != first)
    return pick(field, step, side, what, rules, options, default)


def label_of(unit: Unit) -> str:
    """The id, which is what people call a unit, with a minus for a cripple."""
    return unit.id
