"""Small-scale combat in battles: tested once, fought in all rounds of the hex, its casualties, its settings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.fe.combat.battles import kit, small_scale
from tests.fe.combat.battles.collection import played

from flagplot.core.refusal import Faults, Refused
from flagplot.core.sources import Keyed
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.combat.force import BattleForce
from flagplot.fe.combat.settings import read_settings
from flagplot.fe.combat.small_scale import small_force
from flagplot.fe.options import options


def told(battle: HexBattle, kind: str, *facts: str) -> list[tuple[Any, ...]]:
    """Round, side and some facts of the events of a kind."""
    return [
        (event.round, event.facts["side"], *(event.facts[fact] for fact in facts))
        for event in battle.events()
        if event.kind == kind
    ]


def test_it_is_tested_once_and_goes_on_through_the_pursuit() -> None:
    """Three ships a side; each roll is two dice with what the table entered, and in the pursuit a four against an eight
    costs one.
    """
    battle = played("raid")
    assert [event.round for event in battle.events() if event.kind == "small-scale"] == [1]
    assert told(battle, "small-scale-roll", "casualties") == [
        *[(1, 0, 1), (1, 1, 0)],  # 4 and 1; 4 less 1
        *[(2, 0, 2), (2, 1, 1)],  # 8 and 1; 7
        *[(3, 0, 3), (3, 1, 0)],  # 8 and 2; 6 less 2 less 1
    ]
    skipped = {"5-3X2", "5-3X4", "5-4A2", "5-4C", "5-4C4", "5-5B", "5-5C", "5-5D"}
    assert skipped & set(battle.visits) == set()


def test_a_casualty_is_taken_as_a_retreat_once_and_not_in_the_pursuit() -> None:
    battle = played("raid")
    assert told(battle, "retreat-taken") == [(2, 1)]
    fates = [(gone.round, gone.unit.id, gone.how) for gone in battle.field.camps[1].history]
    assert fates[:2] == [(1, "ff-1", "crippled"), (2, "bc-1", "crippled")]
    assert [fate for fate in fates if fate[0] == 3 and fate[2] != "retreated"] == [
        (3, "ff-2", "crippled"),
        (3, "bc-1", "destroyed"),
        (3, "ff-1", "destroyed"),
    ]


def test_in_a_pursuit_the_retreat_is_barred() -> None:
    plan = small_scale.raid()
    battle = HexBattle(plan.setup, plan.narrator.source, by_orders=())
    asked = {}
    for answered in played("raid").answers:
        question = battle.next_decision()
        assert question is not None
        asked[question.key] = question
        battle.choose(answered.text)
    options = {key: [each["id"] for each in asked[key].as_dict()["pick"]] for key in ("R2/5-6A/1/1", "R3/5-6A/1/1")}  # type: ignore[attr-defined]
    assert options == {
        "R2/5-6A/1/1": ["bc-1 cripple", "ff-1 destroy", "ff-2 cripple", "retreat"],
        "R3/5-6A/1/1": ["bc-1 destroy", "ff-1 destroy", "ff-2 cripple"],
    }
    assert "retreat" in asked["R3/5-6A/1/1"].form.barred


def test_a_mauler_counts_with_its_consorts_and_attacks_at_half_without() -> None:
    battle = played("mauler_and_station")
    assert told(battle, "small-scale-roll", "potential", "casualties") == [
        (1, 0, "26", 2),  # 10 and twice 8
        (1, 1, "19", 2),  # 9 at a setting of 2, a frigate, six fighters
        (2, 0, "13", 1),  # half of 10, and 8
        (2, 1, "11", 4),
    ]
    rolls = [event for event in battle.events() if event.kind == "small-scale-roll" and event.facts["side"] == 0]
    assert [[(part.name, part.value) for part in event.modifiers] for event in rolls] == [
        [
            ("mauler with consorts", 1),
            ("largest defence factor less", -1),
            ("enemy electronic warfare", -1),
            ("combat potentials", 1),
        ],
        [("largest defence factor less", -1), ("enemy electronic warfare", -1)],
    ]


@pytest.mark.parametrize(
    ("attackers", "base", "bases_allowed", "small"),
    [(3, False, True, True), (4, False, True, False), (3, True, True, True), (3, True, False, False)],
)
def test_four_ships_are_too_many_and_a_base_is_as_the_table_says(
    attackers: int, base: bool, bases_allowed: bool, small: bool
) -> None:
    station = kit.combatant({"id": "BATS", **kit.STATION})
    defenders = [station] if base else kit.ships("b", 2, kit.CRUISER)
    attacker = kit.side("A", kit.ships("a", attackers, kit.CRUISER), stay_at_base=True, retreat_after=1)
    settings = small_scale.STEPPED._replace(small_bases=bases_allowed)
    sides = (attacker, kit.side("B", defenders))
    battle = HexBattle(replace(small_scale.raid().setup, sides=sides, settings=settings), Keyed(3))
    assert battle.next_decision() is None
    assert battle.field.small_scale == small


@pytest.mark.parametrize(
    ("setting", "value", "steps"),
    [
        ("small-scale-differential", "entered", None),
        ("small-scale-differential", "4: 1, 8: 2, -4: -1", ((4, 1), (8, 2), (-4, -1))),
    ],
)
def test_the_steps_of_a_table_are_read(setting: str, value: str, steps: object) -> None:
    faults = Faults()
    found = read_settings(kit.catalogue() | {setting: value}, "settings", faults)
    faults.settle()
    assert found.small_potential == steps


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("small-scale-differential", "some"),
        ("small-scale-differential", "4: 99"),
        ("small-scale-warfare", "1: -3"),
        ("small-scale-warfare", "1: 1"),
        ("small-scale-craft", "-1"),
    ],
)
def test_steps_that_are_none_are_refused(setting: str, value: str) -> None:
    faults = Faults()
    read_settings(kit.catalogue() | {setting: value}, "settings", faults)
    with pytest.raises(Refused, match=setting):
        faults.settle()


def test_consorts_of_a_mauler_are_ships() -> None:
    """Two ships make consorts of it, as in any other round; a planet and its battalion do not."""
    planet, battalion = kit.ships("p", 1, kit.PLANET), kit.ships("pdu", 1, kit.BATTALION, planet="p-1")
    for others, modifier in ((kit.ships("ca", 2, kit.CRUISER), 1), ([*planet, *battalion], 0)):
        units = (*kit.ships("m", 1, kit.MAULER), *others)
        force = BattleForce(flagship="m-1", units=units)
        assert small_force(force, force, options()).mauler_with_consorts == modifier
