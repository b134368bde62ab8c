"""Tugs and craft that change ships in a battle, held against the seed by hand: rescue, transfers, docks in tow."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.fe.combat.battles import tugs
from tests.fe.combat.battles.collection import GOLDEN, played

from flagplot.core.event import Event
from flagplot.core.refusal import Refused
from flagplot.core.sources import Keyed
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.combat.force import Craft


def told(name: str, *wanted: str) -> list[Event]:
    """The events of some kinds of a battle."""
    return [event for event in played(name).events() if event.kind in wanted]


def test_the_fighters_of_a_cripple_and_spare_factors_fill_another_carrier() -> None:
    """Crippled, the first operates three, of which one more is lost; the second has lost all of its six."""
    moves = [
        (event.facts["unit"], event.facts["craft"], event.facts["number"]) for event in told("rescue", "craft-moved")
    ]
    assert moves == [("cv-1", "fighters", -2), ("cv-2", "fighters", 4), ("fcr", "spare", -2)]
    potential = [event.facts["potential"] for event in told("rescue", "potential") if event.facts["side"] == 1]
    assert potential == ["60", "42"]  # 3 x 8 + 2 x 6 + 3 x 4 + 12 fighters; then without a carrier and a tug, with four


def test_a_tug_leaves_with_the_ship_it_has_rescued_and_what_comes_of_it_is_entered() -> None:
    attempts = [(event.round, event.text) for event in told("rescue", "rescue")]
    assert attempts == [
        (1, "tg-1 leaves the hex with cv-1, 1 size step larger than the tug"),
        (2, "tg-2 tries in vain to rescue bc-1, as large as the tug"),
    ]
    gone = [gone.unit.id for gone in played("rescue").field.camps[1].history if gone.how == "rescued"]
    assert sorted(gone) == ["cv-1", "tg-1"]


def test_a_player_may_share_craft_out_otherwise_but_none_come_of_nothing() -> None:
    plan = GOLDEN["rescue"]()
    battle = HexBattle(plan.setup, plan.narrator.source, by_orders=(0,))
    while (question := battle.next_decision()) is not None and question.key != "R1/5-6E/1":
        battle.choose(question.spell(question.default))
    for answer, code in (("4 cv-2 fighters, 2 fcr spare", "too-many"), ("3 cv-2 fighters", "too-few")):
        with pytest.raises(Refused) as caught:
            battle.choose(answer)
        assert [each.code for each in caught.value.refusals] == [code]
    battle.choose("1 cv-1 fighters, 1 cv-2 fighters, 2 fcr spare")
    fighters = {each.id: each.craft.get(Craft.FIGHTERS, 0) for each in battle.field.camps[1].units}
    assert (fighters["cv-1"], fighters["cv-2"]) == (1, 1)


def test_one_tug_tows_one_dock_and_the_other_fights_on() -> None:
    texts = [event.text for event in told("dock_left_behind", "towed", "base-left")]
    assert texts == ["tg-1 takes frd-1 in tow", "Gorn leaves frd-2 behind"]
    second = [event.text for event in told("dock_left_behind", "force") if event.round == 2]
    assert second[1] == "Gorn fights with frd-2"


def test_a_dock_in_tow_is_a_slow_unit_and_a_tug_gets_a_cripple_away() -> None:
    texts = [event.text for event in told("dock_in_tow", "rescue") if event.round == 2]
    assert texts == ["tg-2 gets away with bc-1, as large as the tug"]
    slow = [event.text for event in told("dock_in_tow", "force") if event.step == "5-8G"]
    assert slow[1] == "Gorn is in the pursuit with frd"
    assert {gone.unit.id for gone in played("dock_in_tow").field.camps[1].history if gone.how == "retreated"} >= {"frd"}


def test_a_dock_is_towed_by_a_tug_of_its_side_alone() -> None:
    setup = tugs.dock_in_tow().setup
    attacker, defender = setup.sides
    units = tuple(replace(each, towed_by="bc-1") if each.id == "frd" else each for each in defender.units)
    with pytest.raises(Refused) as caught:
        HexBattle(replace(setup, sides=(attacker, replace(defender, units=units))), Keyed(1))
    assert [each.code for each in caught.value.refusals] == ["wrong-transport"]
    units = tuple(replace(each, towed_by="tg-9") if each.id == "frd" else each for each in defender.units)
    with pytest.raises(Refused) as caught:
        HexBattle(replace(setup, sides=(attacker, replace(defender, units=units))), Keyed(1))
    assert [each.code for each in caught.value.refusals] == ["unknown-unit"]
