"""Ground assaults, checked by hand: twelves that roll on, steps for Marines, who pays, what is bought and moved."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.fe.combat.battles import ground, kit
from tests.fe.combat.battles.collection import played

from flagplot.core.refusal import Refused
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.combat.force import gces_of


def texts(battle: HexBattle, *kinds: str) -> list[str]:
    """What the events of some kinds say, in order."""
    return [event.text for event in battle.events() if event.kind in kinds]


def rolls(battle: HexBattle, round_: int) -> list[tuple[str, int]]:
    """Verdicts of the dice of a round's assaults with the sum of their modifiers."""
    found = [event for event in battle.events() if event.kind == "ground-roll" and event.round == round_]
    return [(event.casts[0].verdict, sum(part.value for part in event.modifiers)) for event in found]


def test_a_twelve_costs_a_battalion_and_rolls_on_with_the_dead_one_in_its_favour() -> None:
    """Support +1 and a garrison -1 cancel out; behind the dead battalion +1 more. A 4 by a landed ship loses both."""
    battle = played("assault_on_planet")
    assert rolls(battle, 1) == [("12", 0), ("5", 1), ("3", 1)]
    assert texts(battle, "troops-lost") == ["a battalion of ground troops of cl-2 is lost"]
    lost = [(gone.unit.id, gone.how) for gone in battle.field.camps[0].history if gone.unit.id == "cl-2"]
    assert lost == [("cl-2", "ground troops lost"), ("cl-2", "destroyed")]
    assert texts(battle, "assault-void") == ["cl-2/2 is gone"]


def test_the_last_battalion_falls_to_marines_and_the_planet_is_taken_undevastated() -> None:
    battle = played("assault_on_planet")
    assert rolls(battle, 2) == [("7", 2)]
    assert [gone.how for gone in battle.field.camps[1].history if gone.unit.id == "minor"] == ["captured"]


def test_a_ship_that_has_landed_stays_where_the_table_reads_it_so() -> None:
    plan = ground.assault_on_planet().setup
    attacker = replace(plan.sides[0], instructions=replace(plan.sides[0].instructions, retreat_after=1))
    thrown = ground.ground(1, cl_1_1=(6, 6), cl_1_1_again=(2, 3), cl_2_1=(1, 2), cl_2_2=(3, 4))
    setup = replace(plan, sides=(attacker, plan.sides[1]), options={**plan.options, "landed-ship": "stays"})
    battle = HexBattle(setup, kit.dice([3], (1, 2), others=thrown))
    assert battle.next_decision() is None
    assert rolls(battle, 1)[-2:] == [("3", 1), ("7", 0)]
    left = [gone for gone in battle.field.camps[0].history if gone.unit.id == "cl-2"]
    assert [(gone.how, gces_of(gone.unit)) for gone in left] == [("ground troops lost", 2), ("retreated", 1)]


def test_marines_score_a_second_step_in_a_round_and_no_third() -> None:
    battle = played("assault_on_base")
    steps = [
        (event.step, event.facts["unit"]) for event in battle.events() if event.round == 2 and event.kind == "step"
    ]
    assert steps == [("5-5B", "SB"), ("5-6X4", "SB")]
    assert texts(battle, "no-casualty") == ["SB has nothing more to lose on the ground in this round"]
    assert battle.field.camps[1].bases[0].unit.sids == 7


def test_low_intensity_bars_an_assault_with_its_reason() -> None:
    barred = texts(played("assault_on_base"), "assault-barred")
    assert len(barred) == 3
    assert "needs an intensity of 4" in barred[0]


def test_ground_troops_that_defend_pay_first_and_are_bought_and_moved() -> None:
    battle = played("assault_on_base")
    charges = [event.facts for event in battle.events() if event.kind == "charge"]
    assert [(fact["what"], fact["number"], fact["unit"]) for fact in charges] == [("GCE", 1, "d-2")]
    paid = [event.text for event in battle.events() if event.step == "5-6X4" and event.facts.get("side") == 1]
    assert paid[0] == "a battalion of ground troops of cm-1 is lost"
    assert texts(battle, "troops-moved")[0].startswith("Klingon: 2 battalions of ground troops aboard cl-1")
    gone = [each for each in battle.field.camps[0].history if each.how == "retreated" and each.unit.id == "cl-1"]
    assert [gces_of(each.unit) for each in gone] == [1]


def test_a_player_may_not_spread_more_battalions_than_there_are() -> None:
    plan = ground.assault_on_base()
    battle = HexBattle(plan.setup, plan.narrator.source, by_orders=(1,))
    while (question := battle.next_decision()) is not None and "5-6X6" not in question.key:
        battle.choose(question.spell(question.default))
    assert question is not None
    with pytest.raises(Refused) as caught:
        battle.choose("2 cl-1, 2 cl-2")
    assert [each.code for each in caught.value.refusals] == ["too-many"]
