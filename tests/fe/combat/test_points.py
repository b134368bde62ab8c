"""Points that are carried, groups given up as a whole, and intensities by the settings of a table, in battles."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.fe.combat.battles import points
from tests.fe.combat.battles.collection import played

from flagplot.core.refusal import Refused
from flagplot.core.sources import Keyed
from flagplot.fe.combat.battle.table import HexBattle

KILL = 20
"""Killing an uncrippled destroyer of 6/4."""


def amounts(battle: HexBattle, kind: str, side: int) -> dict[int, int]:
    """The points that the events of a kind tell of a side, by round."""
    found = [event for event in battle.events() if event.kind == kind and event.facts["side"] == side]
    return {event.round: int(event.facts["points"]) for event in found}


def test_minus_points_spare_a_ship_that_damage_could_have_been_directed_at_and_plus_points_do_not_pay_for_it() -> None:
    battle = played("points_and_aims")
    scored = amounts(battle, "damage", 0)
    assert scored == {1: 16, 2: 21, 3: 19}
    assert scored[2] >= KILL > amounts(battle, "minus-points", 1)[2] == 19
    assert scored[3] < KILL == amounts(battle, "plus-points", 1)[3]
    assert [event for event in battle.events() if event.kind == "directed"] == []


def test_what_is_carried_is_what_is_left_over() -> None:
    battle = played("points_and_aims")
    assert amounts(battle, "carries-minus-points", 1) == {1: 2, 3: 2}
    assert amounts(battle, "carries-plus-points", 1) == {2: 1}
    resolved = dict.fromkeys((1, 2, 3), 0)
    for event in battle.events():
        if event.facts.get("side") == 1 and "resolves" in event.facts:
            resolved[event.round] += int(event.facts["resolves"])
    assert resolved == {1: 16 + 2, 2: 21 - 2 - 1, 3: 19 + 1 + 2}


def test_a_group_given_up_as_a_whole_goes_escort_by_escort() -> None:
    battle = played("points_and_aims")
    gone = [(each.unit.id, each.how) for each in battle.field.camps[1].history if each.round == 1]
    assert gone == [("dde-1", "crippled"), ("cv", "crippled"), ("dde-1", "destroyed")]


def test_in_the_fifth_round_at_a_base_the_attacker_raises_his_intensity() -> None:
    battle = played("siege")
    rows = {
        event.round: event.modifiers[0].value
        for event in battle.events()
        if event.kind == "damage" and event.facts["side"] == 0
    }
    assert rows == {1: 3, 2: 3, 3: 3, 4: 3, 5: 6}
    assert battle.field.non_ship_rounds == 5


def test_before_that_five_is_refused_and_so_it_is_where_the_table_says_nothing_of_it() -> None:
    plan = points.siege()
    quiet = replace(plan.setup, settings=plan.setup.settings._replace(may_raise=False))
    orders = replace(plan.setup.sides[0].instructions, intensity=(2,))
    quiet = replace(quiet, sides=(replace(plan.setup.sides[0], instructions=orders), quiet.sides[1]))
    for setup, number in ((plan.setup, 4), (quiet, 5)):
        battle = HexBattle(setup, plan.narrator.source, by_orders=(1,))
        while (question := battle.next_decision()) is not None and question.key != f"R{number}/5-3X2/0":
            battle.choose(question.spell(question.default))
        with pytest.raises(Refused):
            battle.choose("5")


def test_the_variable_intensity_is_rolled_in_each_round() -> None:
    battle = played("variable_each_round")
    found = [event for event in battle.events() if event.kind == "variable-intensity"]
    assert [(event.round, event.facts["adds"], len(event.casts)) for event in found] == [
        (1, -2, 1),
        (2, 0, 1),
        (3, 2, 1),
    ]


def test_a_special_raid_is_fought_at_four() -> None:
    plan = points.variable_each_round()
    battle = HexBattle(replace(plan.setup, special_raid=True), Keyed(2), by_orders=(0, 1))
    assert battle.next_decision() is None
    rows = [event.modifiers[0].value for event in battle.events() if event.kind == "damage" and event.round == 1]
    variable = next(event.facts["adds"] for event in battle.events() if event.kind == "variable-intensity")
    assert rows == [8 + int(variable)] * 2
