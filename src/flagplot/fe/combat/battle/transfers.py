"""Fighters and PFs that change ships behind the damage of a round (5-6E)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from flagplot.core.citation import Citation
from flagplot.core.refusal import Faults
from flagplot.engine.question import Complaint, Question, Row, Share, Shares
from flagplot.fe.combat.battle.choices import Ask, complaints, key_of
from flagplot.fe.combat.battle.field import ATTACKER, DEFENDER, Camp, Field
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.combat.force import Combatant
from flagplot.fe.combat.transfers import aboard_of, decks, filled, may_exchange, refuse_exchange


def awake(camp: Camp) -> tuple[Combatant, ...]:
    """The units of a side that stasis does not hold."""
    return tuple(each for each in camp.units if each.id not in camp.frozen)


def exchange(table: Table) -> Play:
    """5-6E: each side may share out its craft anew among its ships."""
    field = table.field
    for side in (ATTACKER, DEFENDER):
        camp = field.camps[side]
        if not may_exchange(awake(camp)):
            continue
        before = aboard_of(awake(camp))
        after = yield _shared(field, side)
        assert not isinstance(after, str)
        for place, number in after.items():
            gained = number - before.get(place, 0)
            if gained:
                id_, _, kind = place.partition(" ")
                camp.reload(id_, kind, number)
                told = f"{id_} {'takes' if gained > 0 else 'gives'} {abs(gained)} {kind}"
                table.tell("craft-moved", told, "501.6/exchange", side=side, unit=id_, craft=kind, number=gained)


def _shared(field: Field, side: int) -> Ask:
    """What each ship has aboard afterwards; by the instructions the ships named are filled in their order."""
    camp = field.camps[side]
    units, given = awake(camp), camp.entrant.instructions.fill_with_craft
    before = aboard_of(units)

    def check(shares: Shares) -> Iterator[Complaint]:
        faults = Faults()
        refuse_exchange(units, shares, "", faults)
        yield from complaints(faults)

    rows = tuple(Row(place, place, most, f"has {before.get(place, 0)} now") for place, most in decks(units).items())
    after = before if given is None else filled(units, given)
    total = sum(before.values())
    question = Question(
        key=key_of(field, "5-6E", side),
        who=camp.entrant.name,
        side=side,
        what="the craft aboard each ship",
        citations=(Citation("fe", "501.6/exchange"), Citation("fe", "502.45/exchange")),
        form=Share(rows, total, total, "craft", check=check),
        default={row.id: after.get(row.id, 0) for row in rows},
    )
    return Ask(question, given is not None)


CONDITIONS: Mapping[str, Callable[[Field], bool]] = {
    "transfers": lambda field: any(may_exchange(awake(camp)) for camp in field.camps)
}
TRANSFERS: dict[str, Callable[[Table], Play]] = {"5-6E": exchange}
