"""Battles at planets, checked by hand: what 28 points lay low, where craft go, to whom planets fall."""

from __future__ import annotations

import pytest
from tests.fe.combat.battles import kit
from tests.fe.combat.battles.collection import played

from flagplot.core.refusal import Refused
from flagplot.core.sources import Keyed
from flagplot.fe.combat.battle.setup import Setup
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.options import options


def texts(battle: HexBattle, *kinds: str) -> list[str]:
    """What the events of some kinds say, in order."""
    return [event.text for event in battle.events() if event.kind in kinds]


def test_twelve_fighters_two_battalions_and_a_planet_resolve_twenty_eight_points() -> None:
    """Row 4 and a six: result 10, 32.5 % of 48 is 15.6; then result 9, 30 % of 44 is 13.2. 16 and 13 make 29, so that
    one point is left, which vanishes with the battle.
    """
    battle = played("planet")
    damage = [event.facts["points"] for event in battle.events() if event.kind == "damage" and not event.facts["side"]]
    assert damage == [16, 13]
    assert texts(battle, "craft-lost", "destroyed", "devastated") == [
        "pdu-1 gives up 6 fighters",
        "pdu-2 gives up 6 fighters",
        "pdu-1 is destroyed",
        "pdu-2 is destroyed",
        "minor is devastated",
    ]
    assert texts(battle, "nothing-carried") == ["Hydran has nobody left, and nothing is carried"]
    assert [(gone.unit.id, gone.how) for gone in battle.field.camps[1].history][-1] == ("minor", "captured")


def test_a_planet_has_no_say_in_command_and_fights_in_the_base_battle_alone() -> None:
    battle = played("two_planets")
    force = next(event for event in battle.events() if event.kind == "force" and event.facts["side"] == 1)
    assert force.facts["flagship"] in ("uh", "rn-1", "rn-2")
    assert "5-2A3" in battle.visits


def test_fighters_of_a_battalion_killed_by_directed_damage_go_where_there_is_room() -> None:
    """Six points kill it, not its fighters: five replace those that the other has given up, one goes to the carrier."""
    battle = played("two_planets")
    assert "Klingon directs 6 points (2 × 3): pdu-1, kill" in texts(battle, "directed")
    assert texts(battle, "craft-moved") == [
        "5 fighters of lost battalions go to pdu-2",
        "1 fighters of lost battalions go to uh",
    ]


def test_a_planet_with_a_battalion_fights_on_behind_its_fleet_and_both_planets_fall_with_it() -> None:
    battle = played("two_planets")
    assert texts(battle, "base-left") == ["Hydran leaves major, pdu-2 behind"]
    assert [event.facts["unit"] for event in battle.events() if event.kind == "planet-captured"] == ["major", "minor"]
    assert battle.field.round == 3


def test_a_bare_planet_is_fought_for_one_round() -> None:
    world = kit.combatant({"id": "minor", **kit.PLANET})
    attacker, defender = kit.side("A", kit.ships("a", 2, kit.CRUISER), stay_at_base=True), kit.side("B", [world])
    battle = kit.battle(attacker, defender, kit.dice([3], (1, 1)))
    assert battle.next_decision() is None
    assert battle.field.round == 1
    assert texts(battle, "planet-captured", "devastated") == [
        "the planet minor falls to A; its garrison is a matter of (508.23)"
    ]


def test_craft_that_a_battalion_cannot_operate_and_a_tug_that_is_none_are_refused() -> None:
    world = kit.combatant({"id": "minor", **kit.PLANET})
    battalion = kit.combatant({"id": "pdu", **kit.BATTALION, "pfs": 6, "craft": {"pfs": 4}})
    defender = kit.side("B", [world, battalion])
    setup = Setup(
        hex=kit.HEX,
        sides=(kit.side("A", kit.ships("a", 2, kit.CRUISER), tugs_at_work=("a-1",)), defender),
        options=options(),
        settings=kit.PLAIN,
    )
    with pytest.raises(Refused) as caught:
        HexBattle(setup, Keyed(1))
    assert {each.code for each in caught.value.refusals} == {"too-many-craft", "unknown-unit"}


def test_a_force_that_cannot_leave_takes_the_intensity_that_the_table_has_set() -> None:
    """304.4: a planet with its battalions takes 3, whatever it would; the ships are free."""
    units = [kit.combatant({"id": "minor", **kit.PLANET}), *kit.ships("pdu", 2, kit.BATTALION)]
    attacker = kit.side("A", kit.ships("a", 2, kit.CRUISER), stay_at_base=True, retreat_after=1, intensity=(1,))
    settings = kit.PLAIN._replace(fixed_intensity=3)
    battle = kit.battle(attacker, kit.side("B", units, intensity=(1,)), kit.dice([3], (1, 1)), settings=settings)
    assert battle.next_decision() is None
    assert [camp.intensity for camp in battle.field.camps] == [1, 3]


def test_an_approach_battle_leaves_planets_battalions_and_tugs_at_work_out() -> None:
    """A cruiser alone comes forward; the tug that sets up a mobile base, a convoy and the planet stay behind."""
    convoy = kit.combatant({"id": "convoy", "category": "convoy", "defence": 6, "crippled_defence": 3})
    tug = kit.combatant({"id": "tug", **kit.CRUISER, "tug": True})
    world = [kit.combatant({"id": "minor", **kit.PLANET}), *kit.ships("pdu", 2, kit.BATTALION)]
    defender = kit.side(
        "B", [*world, convoy, tug, *kit.ships("b", 1, kit.CRUISER)], accept_approach=True, tugs_at_work=("tug",)
    )
    attacker = kit.side("A", kit.ships("a", 3, kit.CRUISER), retreat_after=1)
    battle = kit.battle(attacker, defender, kit.dice([3], (1, 1)))
    assert battle.next_decision() is None
    forces = [event.text for event in battle.events() if event.kind == "force" and event.facts["side"] == 1]
    assert forces == ["B fights with b-1"]


def test_a_retreat_takes_a_convoy_along_and_leaves_the_planet() -> None:
    convoy = kit.combatant({"id": "convoy", "category": "convoy", "defence": 6, "crippled_defence": 3})
    world = [kit.combatant({"id": "minor", **kit.PLANET}), *kit.ships("pdu", 1, kit.BATTALION)]
    defender = kit.side("B", [*world, convoy], accept_approach=False, retreat_after=1)
    attacker = kit.side("A", kit.ships("a", 3, kit.CRUISER), stay_at_base=True, retreat_after=2)
    battle = kit.battle(attacker, defender, kit.dice([3], (1, 1), (6, 1)))
    assert battle.next_decision() is None
    assert texts(battle, "base-left") == ["B leaves minor, pdu-1 behind"]
