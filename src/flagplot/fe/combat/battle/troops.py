"""Ground troops aboard ships in a battle (521): bought and assigned, back from an assault, moved between ships."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flagplot.core.citation import Citation
from flagplot.engine.question import Option, Question, Row, Share
from flagplot.fe.combat.battle import choices
from flagplot.fe.combat.battle.choices import Ask
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Camp, Field
from flagplot.fe.combat.battle.instructions import NONE
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.force import Combatant, gces_of
from flagplot.fe.combat.ground import room_for_gces
from flagplot.fe.combat.prices import expense
from flagplot.fe.units.kinds import is_ship


def battalions(number: int) -> str:
    """Some battalions of ground troops."""
    return f"{number or 'no'} battalion{'' if number == 1 else 's'} of ground troops"


def buy(table: Table) -> Play:
    """5-3E: each side may buy a battalion of ground troops and assign it to a ship, under seal."""
    field = table.field
    for side in (ATTACKER, DEFENDER):
        if field.camps[side].gces_left and field.fighting(side):
            yield from table.covered_plan(side, "what ground troops it buys", _buy(field, side), suffix="gce")


def _buy(field: Field, side: int) -> Play:
    camp = field.camps[side]
    given = camp.entrant.instructions.buy_gces
    ships = [each.id for each in camp.line if is_ship(each.unit.type.category)]
    wanted = None
    if given is not None:
        named = given[field.number - 1] if field.number <= len(given) else NONE
        wanted = named if named in ships else NONE
    options = [Option(NONE, "no ship"), *(Option(id_, id_) for id_ in ships)]
    what = "the ship for a battalion of ground troops"
    answer = yield choices.pick(field, "5-3E", side, what, ("521.81",), options, wanted, suffix="gce")
    camp.assault.bought = "" if answer == NONE else str(answer)


def pay(table: Table) -> Play:
    """5-3G: the battalions that were bought, and what they cost."""
    for side, camp in enumerate(table.field.camps):
        ship = camp.find(camp.assault.bought) if camp.assault.bought else None
        if ship:
            camp.gces_left -= 1
            camp.enlist(ship.id, gces_of(ship) + 1)
            told = f"{table.name(side)} buys a battalion of ground troops for {ship.id}"
            price = str(expense("GCE", 1))
            table.tell("charge", told, "521.81", side=side, what="GCE", number=1, ep=price, unit=ship.id)
    yield from ()


def go_back(table: Table) -> Play:
    """5-6X5: battalions that survive return to their ships."""
    for side, camp in enumerate(table.field.camps):
        for id_ in dict.fromkeys(attack.ship for attack in camp.assault.attacks):
            ship = camp.find(id_)
            if ship and gces_of(ship):
                told = f"{battalions(gces_of(ship))} aboard {id_} again"
                table.tell("troops-return", told, "521.34", side=side, unit=id_)
    yield from ()


def transfer(table: Table) -> Play:
    """5-6X6: battalions of ground troops change ships."""
    for side in (DEFENDER, ATTACKER):
        camp = table.field.camps[side]
        ships = transferable(camp)
        if not ships:
            continue
        answer = yield _distribution(table.field, side, ships)
        assert not isinstance(answer, str)
        changed = {id_: number for id_, number in answer.items() if number != gces_of(ships[id_])}
        for id_, number in changed.items():
            camp.enlist(id_, number)
        if changed:
            told = ", ".join(f"{battalions(number)} aboard {id_}" for id_, number in changed.items())
            table.tell("troops-moved", f"{table.name(side)}: {told}", "521.22", side=side)


def transferable(camp: Camp) -> dict[str, Combatant]:
    """The ships between which a side could move battalions: none unless one has some and another has room."""
    ships = {each.id: each for each in camp.mobile if room_for_gces(each)}
    total = sum(map(gces_of, ships.values()))
    return ships if len(ships) > 1 and 0 < total < sum(map(room_for_gces, ships.values())) else {}


def _distribution(field: Field, side: int, ships: Mapping[str, Combatant]) -> Ask:
    """How many battalions each ship has; by the instructions as many as there is room for in those named first."""
    given = field.camps[side].entrant.instructions
    wanted = given.fill_with_gces
    total = sum(map(gces_of, ships.values()))
    default = {id_: gces_of(each) for id_, each in ships.items()}
    if wanted:
        left, order = total, [*(id_ for id_ in wanted if id_ in ships), *(id_ for id_ in ships if id_ not in wanted)]
        for id_ in order:
            default[id_] = min(left, room_for_gces(ships[id_]))
            left -= default[id_]
    question = Question(
        key=choices.key_of(field, "5-6X6", side, ""),
        who=field.camps[side].entrant.name,
        side=side,
        what="how the battalions of ground troops are spread over ships",
        citations=(Citation("fe", "521.22"),),
        form=Share(
            tuple(Row(id_, id_, room_for_gces(each)) for id_, each in ships.items()), total, total, "battalions"
        ),
        default=default,
    )
    return Ask(question, wanted is not None or given.assault is not None)


TROOPS: dict[str, Callable[[Table], Play]] = {"5-3E": buy, "5-3G": pay, "5-6X5": go_back, "5-6X6": transfer}
CONDITIONS: Mapping[str, Callable[[Field], bool]] = {
    "ground-units": lambda field: any(transferable(camp) for camp in field.camps),
}
