"""Assaults on a capital: one division, cripples that become static, points by system that come together."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from tests.fe.combat.battles import capitals
from tests.fe.combat.battles.collection import played

from flagplot.core.refusal import Refused
from flagplot.core.sources import Keyed
from flagplot.fe.combat.allocation import Carried
from flagplot.fe.combat.battle.field import DEFENDER, Camp
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.battle.table import HexBattle


def forces(battle: HexBattle, side: int) -> dict[int, str]:
    """Who fights for a side, by round."""
    found = [event for event in battle.events() if event.kind == "force" and event.facts["side"] == side]
    return {event.round: event.text.partition(" with ")[2] for event in found}


def carried(battle: HexBattle, side: int) -> list[tuple[int, str, str]]:
    """Round, kind and points of what is carried out of a round and into one."""
    kinds = ("carries-plus-points", "carries-minus-points", "plus-points", "minus-points")
    found = [event for event in battle.events() if event.kind in kinds and event.facts["side"] == side]
    return [(event.round, event.kind, str(event.facts["points"])) for event in found]


def test_at_a_system_fights_what_is_static_there_with_the_mobile_force() -> None:
    ours = forces(played("capital"), DEFENDER)
    assert ours[1] == "kzintai, pdu-1, pdu-2, bc-1, bc-2, bc-3, ff-1, 12 fighters"
    assert ours[2] == "minor, lone, BATS, bc-1, bc-2, bc-3, bc-4, ff-2, cl-, 6 fighters"
    assert ours[3] == "kzintai, pdu-2, bc-2, bc-3"


def test_a_ship_of_the_mobile_force_that_is_crippled_stays_where_that_was() -> None:
    told = [
        (event.round, event.facts["unit"], event.facts["system"])
        for event in played("capital").events()
        if event.kind == "stationed" and "cripple" in event.text
    ]
    assert told == [(1, "cl", "Keevarsh"), (3, "bc-1", "Keevarsh")]


def test_points_wait_at_their_system_and_come_together_in_the_pursuit() -> None:
    """One point is owed at Kzintai, and another one at Keevarsh; at Kzintai the first is asked for again."""
    battle = played("capital")
    assert carried(battle, 0) == [
        (1, "carries-plus-points", "1"),
        (2, "carries-plus-points", "1"),
        (3, "plus-points", "9"),  # 8 and that of the first round
        (3, "carries-plus-points", "1"),
        (4, "plus-points", "10"),  # 8, one of either system
        (4, "carries-minus-points", "2"),
    ]
    merged = [
        (event.facts["side"], event.facts["plus"], event.facts["minus"])
        for event in battle.events()
        if event.kind == "points-merged"
    ]
    assert merged == [(0, "2", "0"), (1, "0", "2")]


def test_away_from_the_systems_the_mobile_force_fights_alone() -> None:
    battle = played("approach_of_a_capital")
    assert forces(battle, DEFENDER) == {
        1: "bc-1, bc-2, bc-3, bc-4",
        2: "minor, lone, BATS, bc-2-, bc-3, bc-4, ff-2, 6 fighters",
    }


def test_points_of_a_place_are_kept_there() -> None:
    camp = Camp(capitals.capital().setup.sides[0])
    camp.carried = Carried(plus=Fraction(3))
    camp.stand("Kzintai")
    assert camp.carried == Carried()
    camp.carried = Carried(minus=Fraction(2))
    assert camp.stand("") == {"": Carried(plus=Fraction(3)), "Kzintai": Carried(minus=Fraction(2))}
    assert camp.carried == Carried(plus=Fraction(3))


def changed(**more: object) -> Setup:
    """The assault with another defender."""
    plan = capitals.capital().setup
    return replace(plan, sides=(plan.sides[0], replace(plan.sides[1], **more)))  # type: ignore[arg-type]


def test_players_divide_and_choose_and_what_is_not_there_cannot_be_attacked() -> None:
    plan = capitals.capital()
    battle = HexBattle(plan.setup, Keyed(5), by_orders=())
    asked = []
    while (question := battle.next_decision()) is not None and question.key != "R1/5-3B/0":
        asked.append(question.key)
        if question.key == "R1/5-2A2/1/mobile":
            with pytest.raises(Refused):
                battle.choose("1 cl")
        battle.choose("1 bc-1" if "mobile" in question.key else question.spell(question.default))
    assert asked[1:4] == ["R1/5-2A2/1/mobile", "R1/5-2A2/1/bc-2", "R1/5-2A2/1/bc-3"]
    with pytest.raises(Refused):
        battle.choose("Vielsalm")
    battle.choose("Vronkett")
    assert {each.id for each in battle.field.fighting(DEFENDER)} == {"bc-1", "guard-1", "guard-2"}


def test_units_at_no_system_and_more_planets_than_there_are_are_refused() -> None:
    lost = tuple(replace(each, system="") for each in capitals.held())
    with pytest.raises(Refused) as caught:
        HexBattle(changed(units=lost), Keyed(1))
    # Two planets, the station, and three battalions whose planets stand nowhere.
    assert [each.code for each in caught.value.refusals] == ["no-system"] * 6
