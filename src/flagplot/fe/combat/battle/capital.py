"""The assault on a capital of several systems (511.5): the division of the defender, the system attacked in each round,
points carried by system.

The units are divided once, before anything is fought (511.53). A ship that is crippled later joins the static force of
the system where that happened. What else 511.5 says is not in the data: the table moves units as it has worked out
(``Stationing``).
"""

from __future__ import annotations

from collections.abc import Callable, Generator

from flagplot.core.citation import Citation
from flagplot.engine.question import Answer, Option, Question, Row, Share
from flagplot.fe.combat.allocation import Carried
from flagplot.fe.combat.battle import choices
from flagplot.fe.combat.battle.choices import Ask
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Camp
from flagplot.fe.combat.battle.instructions import ALL, among
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.capital import merged, mobile_force, must_be_static, placed, told_of
from flagplot.fe.combat.force import Combatant

MOBILE = "mobile"
"""Where the table sends a unit that joins the mobile force."""


def divide(table: Table) -> Play:
    """5-2A1 to 5-2B1, whichever comes first: the defender divides his units once; later cripples become static."""
    field, camp = table.field, table.field.camps[DEFENDER]
    if not field.systems:
        return
    if not field.divided:
        field.divided = True
        mobile = yield from _mobile(table)
        for each in _without_place(camp):
            if each.id not in mobile:
                yield from _station(table, each)
        names = ", ".join(each.id for each in mobile_force(camp.units)) or "nobody"
        table.tell("divided", f"{camp.entrant.name} has a mobile force of {names}", "511.5/static", side=DEFENDER)
        for system in field.systems:
            told = f"at {system.name}: {told_of(camp.units, system.name)}"
            table.tell("divided", told, "511.5/place", side=DEFENDER, system=system.name)
    for each in _without_place(camp):
        if must_be_static(each, camp.bases):
            yield from _station(table, each, field.system)


def _without_place(camp: Camp) -> list[Combatant]:
    """The units that stand at no system."""
    places = placed(camp.units)
    return [each for each in camp.units if each.id not in places]


def _mobile(table: Table) -> Generator[Ask, Answer, list[str]]:
    """The units that the defender puts into his mobile force, of those that may be in it."""
    camp = table.field.camps[DEFENDER]
    rows = [Row(each.id, each.id, 1) for each in _without_place(camp) if not must_be_static(each, camp.bases)]
    wanted = camp.entrant.instructions.mobile
    question = Question(
        key=choices.key_of(table.field, table.step.id, DEFENDER, "mobile"),
        who=camp.entrant.name,
        side=DEFENDER,
        what="the mobile force",
        citations=(Citation("fe", "511.5"), Citation("fe", "511.5/static")),
        form=Share(tuple(rows), 0, len(rows), "units"),
        default=among((ALL,) if wanted is None else wanted, (row.id for row in rows)),
    )
    answer = yield Ask(question, wanted is not None)
    assert not isinstance(answer, str)
    return [id_ for id_, chosen in answer.items() if chosen]


def _station(table: Table, each: Combatant, system: str = "") -> Play:
    """Put a unit into the static force of a system: of the one where it became a cripple, else as its owner likes."""
    field, camp = table.field, table.field.camps[DEFENDER]
    if not system:
        options = [Option(there.name, there.name) for there in field.systems]
        wanted = camp.entrant.instructions.stations.get(each.id)
        what, rules = f"the system of {each.id}", ("511.5", "511.5/static")
        ask = choices.pick(field, table.step.id, DEFENDER, what, rules, options, wanted, suffix=each.id)
        system = str((yield ask))
    camp.station(each.id, system)
    state = "a cripple" if each.unit.crippled else "static"
    told = f"{each.id}, {state}, stands at {system}"
    table.tell("stationed", told, "511.5/static", side=DEFENDER, unit=each.id, system=system)


def enter_rest(table: Table) -> Play:
    """5-2B2: units that the table moves by what else 511.5 says."""
    field, camp = table.field, table.field.camps[DEFENDER]
    for move in field.setup.stationings:
        if move.round == field.number and camp.find(move.unit):
            camp.station(move.unit, "" if move.to == MOBILE else move.to)
            place = "the mobile force" if move.to == MOBILE else move.to
            told = f"{move.unit} goes to {place}: {move.reason}"
            table.tell("by-hand", told, "511.5", side=DEFENDER, unit=move.unit, system=move.to)
    yield from ()


def choose_system(table: Table) -> Play:
    """5-3B: the system that the attacker attacks in this round; in an approach battle, none. Points wait where they
    were made.
    """
    field = table.field
    if not field.systems:
        return
    field.system = ""
    options = [Option(name, name, told_of(field.camps[DEFENDER].units, name)) for name in field.open_systems]
    if options and not field.accepted and field.camps[DEFENDER].bases:
        wanted = field.camps[ATTACKER].entrant.instructions.system_of(field.number)
        what, rules = "the system to attack", ("511.5", "511.5/systems")
        field.system = str((yield choices.pick(field, "5-3B", ATTACKER, what, rules, options, wanted)))
        table.tell("system", f"{table.name(ATTACKER)} attacks {field.system}", *rules, system=field.system)
    for camp in field.camps:
        camp.stand(field.system)


def merge(table: Table) -> Play:
    """5-8A: the points of all systems come together for the pursuit."""
    field = table.field
    if field.systems:
        for side, camp in enumerate(field.camps):
            every = camp.stand("").values()
            camp.carried, camp.elsewhere = merged(every, field.setup.options), {}
            if camp.carried != Carried():
                minus, plus = camp.carried.minus, camp.carried.plus
                told = f"{table.name(side)} brings {plus} plus points and {minus} minus points of the capital"
                table.tell("points-merged", told, "308.2/capital", side=side, plus=str(plus), minus=str(minus))
    yield from ()


CAPITAL: dict[str, Callable[[Table], Play]] = {
    "5-2A1": divide,
    "5-2A2": divide,
    "5-2B1": divide,
    "5-2B2": enter_rest,
    "5-3B": choose_system,
    "5-8A": merge,
}
