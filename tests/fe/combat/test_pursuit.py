"""Pursuits in battles: who must and may be caught, groups that are split, escorts of slow units."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.fe.combat.battles import kit, pursuits
from tests.fe.combat.battles.collection import played

from flagplot.core.refusal import Refused
from flagplot.core.sources import Keyed
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.battle.table import HexBattle


def forces(battle: HexBattle, step: str) -> list[str]:
    """What is told of the forces at a step."""
    return [event.text for event in battle.events() if event.kind == "force" and event.step == step]


def test_a_group_that_drops_its_cripple_gets_away_and_the_other_is_pursued_as_a_whole() -> None:
    battle = played("split_group")
    assert forces(battle, "5-8E")[1] == "Kzinti is in the pursuit with ffe-1-, cvl, ddx-1-, ddx-2, bc-1"
    potential = [event.facts["potential"] for event in battle.events() if event.kind == "potential"]
    assert potential[3] == "28"  # 2 of the dropped cripple, 6 + 2 + 4 of the group with its six fighters, 8
    gone = [(each.unit.id, each.how) for each in battle.field.camps[1].history if each.round == 2]
    assert ("cv", "retreated") in gone
    assert ("ffe-1", "captured") in gone


def test_the_formation_box_of_the_pursued_triples_the_price() -> None:
    plan = pursuits.split_group()
    battle = HexBattle(plan.setup, plan.narrator.source, by_orders=())
    prices = {}
    for answered in played("split_group").answers:
        question = battle.next_decision()
        assert question is not None
        if question.key == "R2/5-5B/0":
            prices = {each["id"]: each["consequence"] for each in question.as_dict()["pick"]}  # type: ignore[attr-defined]
        battle.choose(answered.text)
    # Sixteen points: a cruiser of eight would cost as many, in the box it costs 24.
    assert "ffe-1 kill" in prices
    assert "bc-1 cripple" not in prices


def test_the_pursued_direct_nothing_where_the_table_says_so() -> None:
    battle = played("split_group")
    directed = [(event.round, event.facts["side"]) for event in battle.events() if event.kind == "directed"]
    assert directed == [(1, 0), (1, 1), (2, 0)]
    assert battle.visits["5-5C"] == 1


def test_escorts_that_stay_fight_for_their_convoy_and_call_more_attackers() -> None:
    battle = played("escorted_convoy")
    assert "5-8F" not in battle.visits
    assert forces(battle, "5-8G") == [
        "Klingon is in the pursuit with d-1, d-2, d-3, d-4",
        "Kzinti is in the pursuit with convoy, ff-1, ff-2",
    ]


def decided(plan: HexBattle, until: str, by_orders: tuple[int, ...], **answers: str) -> HexBattle:
    """A battle that waits at a question."""
    battle = HexBattle(plan.setup, plan.narrator.source, by_orders=by_orders)
    while (question := battle.next_decision()) is not None and question.key != until:
        battle.choose(answers.get(question.key, question.spell(question.default)))
    return battle


def test_nobody_lends_a_rating_to_a_force_from_which_he_gets_away() -> None:
    """A dreadnought leads eleven; without it the best of the pursued leads four, two cripples and three whole ships."""
    cruisers = [
        *kit.ships("c", 2, {**kit.CRUISER, "command": 3}, crippled=True),
        *kit.ships("w", 5, {**kit.CRUISER, "command": 3}),
    ]
    units = [*cruisers, *kit.ships("dn", 1, {**kit.CRUISER, "command": 10})]
    attacker = kit.side("Klingon", kit.ships("d", 6, kit.CRUISER), pursue=True)
    defender = kit.side("Kzinti", units, retreat_after=1, losses=("w-1", *kit.IN_ORDER))
    plan = kit.battle(attacker, defender, kit.dice([1], (1, 1), (1, 1), pursuit=(1, 0, 1)))
    battle = decided(plan, "R1/5-8D/1", (0,))
    with pytest.raises(Refused) as caught:
        battle.choose("1 w-2, 1 w-3, 1 w-4, 1 w-5")
    assert [each.code for each in caught.value.refusals] == ["too-many-along"]
    battle.choose("1 dn-1, 1 w-2, 1 w-3, 1 w-4, 1 w-5")
    assert len(battle.field.camps[1].line) >= 7


def test_more_than_their_flagship_leads_are_not_added_against_slow_units() -> None:
    plan = pursuits.escorted_convoy()
    weak = kit.ships("d", 7, {**kit.CRUISER, "command": 2, "attack": 8})
    setup = replace(plan.setup, sides=(replace(plan.setup.sides[0], units=tuple(weak)), plan.setup.sides[1]))
    changed = HexBattle(setup, Keyed(4), by_orders=())
    keys = {"R1/5-7B/0": "yes", "R1/5-8A/0": "1 d-5", "R1/5-8A/0/slow": "1 d-1, 1 d-2", "R1/5-7A1/1": "yes"}
    while (
        (question := changed.next_decision()) is not None and question.key != "R1/5-8E/0" and changed.field.round == 1
    ):
        changed.choose(keys.get(question.key, question.spell(question.default)))
    assert question is not None
    assert question.key == "R1/5-8E/0"
    with pytest.raises(Refused) as caught:
        changed.choose("1 d-3, 1 d-4")
    assert [each.code for each in caught.value.refusals] == ["too-many-ships"]
    changed.choose("1 d-3")


@pytest.mark.parametrize(
    ("charges", "codes"),
    [({"ff-9": "convoy"}, ["unknown-unit"]), ({"ff-1": "bc-1"}, ["not-slow"]), ({"ff-1": "convoy"}, [])],
)
def test_a_charge_is_a_slow_unit_and_its_escort_is_there(charges: dict[str, str], codes: list[str]) -> None:
    plan: Setup = pursuits.escorted_convoy().setup
    changes: Any = {"sides": (plan.sides[0], replace(plan.sides[1], charges=charges))}
    if not codes:
        HexBattle(replace(plan, **changes), Keyed(1))
        return
    with pytest.raises(Refused) as caught:
        HexBattle(replace(plan, **changes), Keyed(1))
    assert [each.code for each in caught.value.refusals] == codes
