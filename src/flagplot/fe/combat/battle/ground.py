"""Ground assaults in a battle (521): ships named, attacks and defence sealed, rolls, casualties."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping

from flagplot.core.citation import Citation
from flagplot.core.event import Modifier
from flagplot.core.refusal import Faults
from flagplot.engine.question import Answer, Option, Question, Row, Share
from flagplot.fe.combat.allocation import Loss, Way
from flagplot.fe.combat.battle import choices, teams
from flagplot.fe.combat.battle.casualties import table_loss
from flagplot.fe.combat.battle.choices import Ask
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Camp, Field
from flagplot.fe.combat.battle.instructions import LANDED, NONE, SUPPORT, task_of
from flagplot.fe.combat.battle.narrator import Phase
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.battle.troops import battalions
from flagplot.fe.combat.charts.assaults import GroundResult, ground_modifiers, ground_result
from flagplot.fe.combat.charts.intensity import refuse_weapon
from flagplot.fe.combat.force import Combatant, gces_of, standing
from flagplot.fe.combat.ground import (
    NOTHING,
    Attack,
    assault_targets,
    bearing_on,
    eliminated,
    is_lost_on_the_ground,
    may_assault,
    ways_to_pay,
)
from flagplot.fe.combat.planets import is_planet
from flagplot.fe.units.kinds import is_ship

WEAPON = "Ground attack"


def able(field: Field, side: int) -> tuple[Combatant, ...]:
    """The units of a side that may take part in an assault of this round, were the intensity high enough."""
    own, enemy = field.camps[side], field.camps[1 - side]
    return tuple(each for each in own.line if may_assault(each, own.frozen)) if assault_targets(enemy.line) else ()


def reserve(camp: Camp) -> tuple[Combatant, ...]:
    """The units of a side, in the battle force or not, whose troops may defend what it has in the hex."""
    return tuple(each for each in camp.units if may_assault(each, camp.frozen))


def name(table: Table) -> Play:
    """5-4A5: the ships that may take part in assaults of this round, sealed."""
    field, asks = table.field, []
    for side in (ATTACKER, DEFENDER):
        fit = []
        for each in able(field, side):
            reason = _why_not(field, side, each)
            if reason:
                table.tell("assault-barred", f"{each.id} cannot assault: {reason}", "304.1/minimum", unit=each.id)
            else:
                fit.append(each)
        if fit:
            asks.append((side, _naming(field, side, fit)))
    answers = yield from table.sealed(ask for _, ask in asks)
    for (side, _), answer in zip(asks, answers, strict=True):
        assert not isinstance(answer, str)
        field.camps[side].assault.named = [id_ for id_, number in answer.items() if number]


def _why_not(field: Field, side: int, unit: Combatant) -> str:
    """Why a unit may not assault now: intensity or consorts; empty where it may."""
    own, enemy = field.camps[side], field.camps[1 - side]
    others = (each for each in own.line if each.id != unit.id and each.id not in own.frozen)
    consorts = sum(1 for each in others if is_ship(each.unit.type.category))
    faults = Faults()
    refuse_weapon(WEAPON, own.intensity, enemy.intensity, consorts, field.setup.options, unit.id, faults)
    return "; ".join(f"{fault.message} ({fault.gap})" for fault in faults.found)


def _naming(field: Field, side: int, fit: list[Combatant]) -> Ask:
    given = field.camps[side].entrant.instructions.assault
    rows = tuple(Row(each.id, each.id, 1) for each in fit)
    question = Question(
        key=choices.key_of(field, "5-4A5", side, ""),
        who=field.camps[side].entrant.name,
        side=side,
        what="the ships that may assault",
        citations=(Citation("fe", "521.3/eligible"),),
        form=Share(rows, 0, len(rows), "ships"),
        default=dict.fromkeys((each.id for each in fit), int(given != ())),
    )
    return Ask(question, given is not None)


def designate(table: Table) -> Play:
    """5-6X3: what each battalion attacks, and what those of the other side defend, sealed."""
    field = table.field
    for side in (ATTACKER, DEFENDER):
        yield from table.covered_plan(side, "its ground troops", _designate(field, side))
    table.show()
    for side, camp in enumerate(field.camps):
        for attack in camp.assault.attacks:
            how = f"{', supported from ' + attack.support if attack.support else ''}{', landed' * attack.landed}"
            told = f"{attack.id} goes for {attack.target}{how}"
            table.tell("assault", told, "521.36", side=side, unit=attack.ship, target=attack.target)
        for place, units in camp.assault.defence.items():
            if units:
                told = f"ground troops of {', '.join(units)} defend {place}"
                table.tell("defends", told, "521.36", side=side, unit=place)


def _designate(field: Field, side: int) -> Play:
    camp = field.camps[side]
    camp.assault.defence = {
        each.id: {each.id: gces_of(each)} if gces_of(each) else {} for each in camp.line if standing(each)
    }
    there = [each for each in camp.line if each.id in camp.assault.named and may_assault(each, camp.frozen)]
    busy: set[str] = set()
    number = 0
    for ship in there:
        for battalion in range(1, gces_of(ship) + 1):
            answer = yield _task(field, side, ship, battalion, number)
            number += 1
            if answer != NONE:
                busy.add(f"{ship.id}/{battalion}")
                _assign(camp, ship, battalion, str(answer))
    if assault_targets(camp.line) and field.camps[1 - side].assault.named:
        free = [(each, n) for each in reserve(camp) for n in range(1, gces_of(each) + 1)]
        free = [(each, n) for each, n in free if f"{each.id}/{n}" not in busy]
        for position, (each, battalion) in enumerate(free):
            place = yield _post(field, side, each, battalion, position)
            if place != NONE:
                units = camp.assault.defence[str(place)]
                units[each.id] = units.get(each.id, 0) + 1


def _task(field: Field, side: int, ship: Combatant, battalion: int, number: int) -> Ask:
    """What one battalion attacks, or which attack it supports."""
    camp, options = field.camps[side], [Option(NONE, "stays aboard")]
    for target in assault_targets(field.camps[1 - side].line):
        options.append(Option(target.id, target.id, "attacks"))
        if is_planet(target):
            landing = target.id + LANDED
            options.append(Option(landing, landing, "attacks, and its ship lands"))
    alone = [attack for attack in camp.assault.attacks if not attack.support]
    options += [Option(f"{SUPPORT} {attack.id}", f"{SUPPORT} {attack.id}") for attack in alone]
    possible = {option.id for option in options} | ({SUPPORT} if alone else set())
    wanted = task_of(number, camp.entrant.instructions.assault, possible)
    if wanted == SUPPORT:
        wanted = f"{SUPPORT} {alone[-1].id}"
    what, suffix = f"the target of battalion {battalion} of {ship.id}", f"{ship.id}/{battalion}"
    return choices.pick(field, "5-6X3", side, what, ("521.36",), options, wanted, suffix=suffix)


def _assign(camp: Camp, ship: Combatant, battalion: int, task: str) -> None:
    """Put a battalion to its attack, or behind that of another."""
    attacks = camp.assault.attacks
    supported = task.removeprefix(f"{SUPPORT} ")
    for place, attack in enumerate(attacks):
        if task != supported and attack.id == supported:
            attacks[place] = attack._replace(support=ship.id)
            return
    target = task.removesuffix(LANDED)
    attacks.append(Attack(ship.id, battalion, target, landed=target != task))


def _post(field: Field, side: int, unit: Combatant, battalion: int, position: int) -> Ask:
    """What one battalion that does not attack defends."""
    camp = field.camps[side]
    options = [Option(NONE, "nothing"), *(Option(each.id, each.id) for each in assault_targets(camp.line))]
    wanted = task_of(position, camp.entrant.instructions.defend, {option.id for option in options})
    what, suffix = f"the post of battalion {battalion} of {unit.id}", f"{unit.id}/{battalion}/defence"
    return choices.pick(field, "5-6X3", side, what, ("521.36",), options, wanted, suffix=suffix)


def fight(table: Table) -> Play:
    """5-6X4: the attacks one after the other, the phasing player's first."""
    for side in (ATTACKER, DEFENDER):
        for attack in list(table.field.camps[side].assault.attacks):
            yield from _attack(table, side, attack)


def _attack(table: Table, side: int, attack: Attack) -> Play:
    """One attack with its rolls; a twelve rolls once more while there is something to attack. A Prime Team that helped
    is settled behind it.
    """
    team = teams.marines(table.field.camps[side], (attack.ship, attack.support))
    if (yield from _rolls(table, side, attack, team is not None)) and team is not None:
        teams.roll_fate(table, side, team)


def _rolls(table: Table, side: int, attack: Attack, helped: bool) -> Generator[Ask, Answer, int]:
    """The rolls of an attack; how many there were."""
    field, number = table.field, 0
    own, enemy = field.camps[side], field.camps[1 - side]
    while True:
        ship = own.find(attack.ship)
        target = next((each for each in assault_targets(enemy.line) if each.id == attack.target), None)
        if ship is None or not gces_of(ship) or target is None:
            told = f"{attack.id} finds nothing to attack" if target is None else f"{attack.id} is gone"
            table.tell("assault-void", told, "521.3", side=side, unit=attack.ship, target=attack.target)
            return number
        backing = own.find(attack.support) if attack.support else None
        attack = attack._replace(support=backing.id if backing and gces_of(backing) else "")
        result = _roll(table, side, attack, ship, target, number, helped=helped)
        if result.casualties:
            yield from _pay_casualty(table, 1 - side, target, f"{attack.id}{'/again' * number}")
        number += 1
        if not result.again:
            return number


def _roll(
    table: Table, side: int, attack: Attack, ship: Combatant, target: Combatant, number: int, *, helped: bool
) -> GroundResult:
    """One roll of an attack, the ``number``th behind its first, with what the attacker loses by it."""
    field, enemy = table.field, table.field.camps[1 - side]
    options = field.setup.options
    given = bearing_on(
        ship,
        target,
        enemy.line,
        [gone.unit for gone in enemy.history if gone.how == "destroyed"],
        supported=bool(attack.support),
        landed=attack.landed,
        prime_team=helped,
        defended=any(enemy.assault.defence.get(target.id, {}).values()),
        variable=field.variable,
    )
    found = ground_modifiers(given, options)
    rule, who = Citation("fe", "521.3/result"), table.name(side)
    roller = f"{attack.id}{' again' * number}"
    total, cast = table.narrator.roll(
        field.round, Phase.GROUND, side, roller, f"assault on {target.id}", who, rule, dice=2
    )
    total += sum(found.values())
    result = ground_result(total, 0, options, again=number > 0)
    lost = eliminated(result, attack)
    told = f"{attack.id} comes to {total} at {target.id}: {battalions(len(lost))} lost, "
    told += f"{result.casualties or 'no'} {'casualty' if result.casualties == 1 else 'casualties'}"
    parts = tuple(Modifier(name_, value, Citation("fe", "521.3/modifiers")) for name_, value in found.items())
    table.tell("ground-roll", told, "521.3/result", casts=(cast,), modifiers=parts, side=side, unit=ship.id)
    for id_ in lost:
        table_loss(table, side, Loss(id_, Way.TROOPS, NOTHING), rule="521.3/eliminated")
    if is_lost_on_the_ground(attack, lost, options):
        table_loss(table, side, Loss(attack.ship, Way.DESTROY, NOTHING), rule="521.3/landed")
    return result


def _pay_casualty(table: Table, side: int, target: Combatant, roll: str) -> Play:
    """The defender pays one casualty as he likes."""
    field, camp = table.field, table.field.camps[side]
    defenders = camp.assault.defence.get(target.id, {})
    found = ways_to_pay(target, camp.line, defenders, camp.assault.stepped)
    if not found:
        told = f"{target.id} has nothing more to lose on the ground in this round"
        table.tell("no-casualty", told, "521.3/casualty", side=side)
        return
    options = [Option(loss.id, loss.id) for loss in found]
    order = camp.entrant.instructions.next_loss(found)
    what, rules = f"how to pay a casualty at {target.id}", ("521.3/casualty",)
    default = order.id if order else None
    answer = yield choices.pick(field, "5-6X4", side, what, rules, options, default, suffix=roll)
    loss = next(each for each in found if each.id == answer)
    table_loss(table, side, loss, rule="521.3/casualty")
    if loss.way is Way.STEP:
        camp.assault.stepped.add(target.id)
    if loss.way is Way.TROOPS:
        defenders[loss.unit] -= 1


def _named(field: Field) -> Iterator[str]:
    for camp in field.camps:
        yield from camp.assault.named


GROUND: dict[str, Callable[[Table], Play]] = {
    "5-4A5": name,
    "5-6X3": designate,
    "5-6X4": fight,
}
CONDITIONS: Mapping[str, Callable[[Field], bool]] = {
    "troops": lambda field: any(able(field, side) for side in (ATTACKER, DEFENDER)),
    "troops-named": lambda field: any(_named(field)),
    "ground-assault": lambda field: any(camp.assault.attacks for camp in field.camps),
}
