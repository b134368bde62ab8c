"""Crew chiefs in the battles of a phase: which crews get halves (V12.44), and what became of him (V12.43)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from flagplot.border_patrol.campaign.context import Phase, listed, rules
from flagplot.border_patrol.campaign.pieces import Unit, chief_of
from flagplot.border_patrol.crew_chief.actions import Extra, Turn, check_allocation, extra_of
from flagplot.border_patrol.crew_chief.fate import suffer_hits
from flagplot.core.log import Deed
from flagplot.core.refusal import Fault, Faults
from flagplot.core.world import alter


class Dealing(NamedTuple):
    """A unit with a crew chief where there may be a battle: its crews, the extra actions, and who gets a half of one.

    ``assumed`` says that its owner named nobody; then it is those with the lowest numbers.
    """

    unit: Unit
    crews: tuple[str, ...]
    extra: Extra
    dealt: tuple[str, ...]
    assumed: bool


def dealings(phase: Phase) -> Iterator[Dealing]:
    """Every unit with a chief that shares its hex with a hostile one, if his extra actions are of use to any crew."""
    for unit in phase.pieces.units.values():
        turn = _turn(phase, unit.id)
        if turn is None or not unit.is_active or not phase.pieces.hostiles(unit.team, unit.hex):
            continue
        extra = _extra(phase, unit.id, turn)
        if extra.halves:
            named = phase.orders.halves.get(unit.id)
            dealt = turn.regular[: extra.halves] if named is None else named
            yield Dealing(unit, turn.regular, extra, dealt, named is None)


def check_orders(phase: Phase, faults: Faults) -> None:
    """Refuse halves dealt where there is no chief or not as the rule has it, and a fate without a hit."""
    for id_, named in sorted(phase.orders.halves.items()):
        where, turn = phase.orders.place("halves", id_), _turn(phase, id_)
        if turn is None:
            message, mend = f"{id_} has no crew chief", "Leave the order out."
            faults.add("no-chief", where, message, mend=mend, citation=rules("V12.44")[0])
        else:
            check_allocation(Counter(named), turn, _extra(phase, id_, turn), where, faults)
    for id_ in sorted({*phase.orders.fates} - {*phase.orders.hits}):
        where, message = phase.orders.place("fate", id_), f"no box of {id_} was hit"
        faults.add("no-hit", where, message, fault=Fault.INCONSISTENT, mend=f"Write: hit {id_}: bay-1.")


def deal(phase: Phase) -> None:
    """Tell which crews do more in the battles of the phase."""
    phase.tell(
        Deed(
            kind="halves",
            text=(
                f"Crews {listed(each.dealt)} of {each.unit.id} do half an action more in each turn of battle, "
                f"of {each.extra.actions} extra actions; {each.extra.lost} of them are lost."
                + (" Nobody had said which crews." if each.assumed else "")
            ),
            citations=rules("V12.44"),
            actor=each.unit.team,
            subjects=(each.unit.id,),
            facts={"unit": each.unit.id, "extra": each.extra.actions, "crews": ", ".join(each.dealt)},
            see=(each.unit.team,),
        )
        for each in dealings(phase)
    )


def suffer(phase: Phase) -> None:
    """Enter what became of chiefs in boxes that were hit, or that their fate is still to be rolled."""
    phase.tell(_fates(phase))


def _fates(phase: Phase) -> Iterator[Deed]:
    for id_, boxes in sorted(phase.orders.hits.items()):
        fields, team = phase.world[id_].get("chief"), phase.pieces.units[id_].team
        if not fields or fields["box"] not in boxes:
            chief = f"its crew chief works in {fields['box']}" if fields else "it has no crew chief"
            text = f"{id_} is hit in {listed(boxes)}; {chief}."
            yield Deed(kind="hit", text=text, citations=rules("V12.43"), actor=team, subjects=(id_,), see=(team,))
            continue
        card = chief_of(id_, fields)
        after, told = suffer_hits(card, fields["box"], boxes, phase.orders.fates.get(id_), phase.options)
        for each in told:
            yield Deed(
                kind=each.kind,
                text=each.text,
                citations=each.citations,
                actor=team,
                subjects=(id_,),
                facts=dict(each.facts),
                changes=alter(phase.world, id_, chief=None) if after.rating is None else (),
                see=(team,),
            )


def _turn(phase: Phase, id_: str) -> Turn | None:
    """The deck crews of a unit with a chief, called by their numbers."""
    fields = phase.world[id_].get("chief")
    if not fields:
        return None
    crews = chief_of(id_, fields).crews
    return Turn(complement=crews, regular=tuple(str(number) for number in range(1, crews + 1)))


def _extra(phase: Phase, id_: str, turn: Turn) -> Extra:
    card = chief_of(id_, phase.world[id_]["chief"])
    return extra_of(turn, card.rating or 0, card.quality, phase.options)
