"""Admirals and Marine generals in a battle (316, 321): the unit each is aboard, and what becomes of them with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flagplot.engine.question import Option
from flagplot.fe.combat.battle import choices
from flagplot.fe.combat.battle.choices import Ask
from flagplot.fe.combat.battle.field import Camp, Field
from flagplot.fe.combat.battle.people import Person, Rank
from flagplot.fe.combat.battle.scene import Play, Table
from flagplot.fe.units import police

LEADER = "leader"
LOST, SURVIVES = "lost", "survives"
HIT = ("crippled", "destroyed", "captured", police.Loss.RETURNED.value)


def officers(camp: Camp) -> tuple[Person, ...]:
    """The admirals and generals of a side."""
    return (*camp.of_rank(Rank.ADMIRAL), *camp.of_rank(Rank.GENERAL))


def post_officers(field: Field, side: int) -> Play:
    """Part of 5-3E: the unit that each officer is aboard."""
    if not _ships(field.camps[side]):
        return
    for officer in officers(field.camps[side]):
        officer.host = str((yield _post(field, side, "5-3E", officer, officer.host)))


def _ships(camp: Camp) -> list[str]:
    """The units that somebody could be aboard."""
    return [each.id for each in camp.units if not each.is_squadron]


def _post(field: Field, side: int, step: str, officer: Person, now: str) -> Ask:
    """Where an officer goes; by the instructions to the unit laid down, else he stays where he is if he can."""
    camp = field.camps[side]
    ids = _ships(camp)
    given = camp.entrant.instructions
    wanted = given.admirals if officer.rank is Rank.ADMIRAL else given.generals
    place = wanted[officer.number] if officer.number < len(wanted) else now
    place = camp.flagship if place == LEADER else place
    default = next((id_ for id_ in (place, now, camp.flagship) if id_ in ids), ids[0])
    what, options = f"the unit of {officer.id}", [Option(id_, id_) for id_ in ids]
    return choices.pick(field, step, side, what, ("316.144",), options, default, suffix=officer.id)


def are_at_risk(field: Field) -> bool:
    """Whether a unit with an officer aboard was crippled or destroyed in this round."""
    return any(at_risk(field, camp) for camp in field.camps)


def at_risk(field: Field, camp: Camp) -> tuple[Person, ...]:
    """The officers whose units were."""
    hit = {gone.unit.id for gone in camp.history if gone.round == field.round and gone.how in HIT}
    return tuple(each for each in officers(camp) if each.host in hit)


def settle(table: Table) -> Play:
    """5-6X2: what becomes of officers, by a rule whose figures the seed lacks, and where those who survive go."""
    field = table.field
    for side, camp in enumerate(field.camps):
        for officer in at_risk(field, camp):
            before = officer.host
            if (yield _fate(field, side, officer)) == LOST:
                camp.people.remove(officer)
                told, kind = f"{table.name(side)}: {officer.id} is lost with {before}", "officer-lost"
            else:
                told, kind = f"{table.name(side)}: {officer.id} survives on {before}", "officer-survives"
                if _ships(camp):
                    officer.host = str((yield _post(field, side, "5-6X2", officer, before)))
                    told += f" and goes aboard {officer.host}" if officer.host != before else ""
            table.tell(kind, told, "316.31", "316.144", side=side, who=officer.id, unit=officer.host)


def _fate(field: Field, side: int, officer: Person) -> Ask:
    """What becomes of an officer: read in the rulebook, and entered."""
    options = [Option(SURVIVES, SURVIVES), Option(LOST, LOST)]
    what = f"what becomes of {officer.id} on {officer.host}, by rule 316.31, which is not in the data"
    return choices.pick(field, "5-6X2", side, what, ("316.31",), options, None, suffix=f"{officer.id}/fate")


CONDITIONS: Mapping[str, Callable[[Field], bool]] = {"officers": are_at_risk}
OFFICERS: dict[str, Callable[[Table], Play]] = {"5-6X2": settle}
