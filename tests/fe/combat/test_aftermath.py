"""Behind a round, checked by hand: captures, salvage, repair in combat, scuttling, steps by choice and by fire."""

from __future__ import annotations

from fractions import Fraction

from tests.fe.combat.battles import aftermath, kit
from tests.fe.combat.battles.collection import played

from flagplot.fe.combat.battle.table import HexBattle

GONE_HOME = "returned to police duty, off the map"


def texts(battle: HexBattle, *kinds: str) -> list[str]:
    """What the events of some kinds say, in order."""
    return [event.text for event in battle.events() if event.kind in kinds]


def test_ground_troops_turn_a_three_into_a_capture_and_a_four_into_none() -> None:
    battle = played("prizes")
    assert texts(battle, "capture") == ["ff-1 is captured", "ff-2 is not captured"]
    assert [each.id for each in battle.field.camps[0].taken] == ["ff-1"]
    parts = [part for event in battle.events() if event.kind == "capture" for part in event.modifiers]
    assert [(part.name, part.value) for part in parts] == [("ground-combat ship", -1)] * 2


def test_police_are_neither_captured_nor_salvaged() -> None:
    battle = played("prizes")
    assert [gone.how for gone in battle.field.camps[1].history if gone.unit.id == "pol"] == [GONE_HOME]
    assert not [text for text in texts(battle, "salvage", "capture") if "pol" in text]


def test_a_fifth_of_the_hull_is_salvaged_and_what_was_captured_leaves_none() -> None:
    told = texts(played("prizes"), "salvage")
    assert told[0] == "salvage of d-1: 1.6 EP, unless it enters the depot"
    assert "salvage of ff-2: 0.6 EP, unless it enters the depot" in told
    assert texts(played("prizes"), "salvage-unknown") == ["the salvage of cmd is not in the data"]
    assert not [text for text in told if "ff-1" in text]


def test_a_mauler_in_pursuit_that_is_not_used_otherwise_rolls_once_more() -> None:
    fleeing = [*kit.ships("cl", 2, kit.CRUISER, crippled=True)]
    mauler = kit.combatant({"id": "mlr", **kit.MAULER})
    attacker = kit.side(
        "A",
        [mauler, *kit.ships("d", 4, kit.CRUISER)],
        intensity=(1, 4),
        directed=("cl-2 kill", "none"),
        pursue=True,
        losses=("d-1", *kit.IN_ORDER),
    )
    defender = kit.side("B", fleeing, retreat_after=1, intensity=(1,))
    rolls = kit.dice(
        [1],
        (1, 1),
        (6, 1),
        captures={(2, 0, "cl-2"): (6, 6), (2, 0, "cl-2 again"): (1, 2)},
        pursuit=(1, 0, 1),
    )
    battle = kit.battle(attacker, defender, rolls)
    assert battle.next_decision() is None
    assert texts(battle, "capture") == ["cl-2 is captured"]
    cast = next(event.casts for event in battle.events() if event.kind == "capture")
    assert [each.verdict for each in cast] == ["12", "3"]


def test_a_battle_station_mends_with_four_points_in_all_and_pays_one_for_each() -> None:
    battle = played("mended_station")
    assert texts(battle, "repaired") == ["BATS mends 1 step"] * 2
    assert texts(battle, "charge") == [
        "Kzinti pays 3 EP for 3 repair points of BATS",
        "Kzinti pays 1 EP for 1 repair points of BATS",
    ]
    assert battle.visits["5-6X8"] == 2  # in the third round nothing is left


def test_the_points_of_a_step_are_not_asked_where_the_table_has_set_them() -> None:
    plan = aftermath.mended_station().setup
    settings = plan.settings._replace(step_repair=4)
    source = kit.dice([3], (5, 6), (2, 1), (4, 2))
    battle = kit.battle(*plan.sides, source, settings=settings)
    assert battle.next_decision() is None
    assert texts(battle, "charge") == ["Kzinti pays 4 EP for 4 repair points of BATS"]


def test_cripples_are_scuttled_at_once_or_from_a_round_on() -> None:
    battle = played("mended_station")
    scuttled = [(event.round, event.facts["unit"]) for event in battle.events() if event.kind == "scuttled"]
    assert scuttled == [(1, "ca-1"), (2, "ff-1")]


def test_steps_by_fire_and_by_choice_carry_halves_on() -> None:
    """18 of 23 points buy a step, 4.5 of the other 5 resolve one by choice: half a point is owed, and comes on top of
    the next round's 13. There three steps resolve it exactly. In the third 18 of 20 buy a step, and 2 are owed.
    """
    battle = played("steps_both_ways")
    plus = [event.facts["points"] for event in battle.events() if event.kind in ("carries-plus-points", "plus-points")]
    assert plus[:2] == ["1/2", "27/2"]
    directed = [event.round for event in battle.events() if event.kind == "directed"]
    assert directed == [1, 3]
    resolved = [
        Fraction(str(event.facts["resolves"]))
        for event in battle.events()
        if event.kind == "step" and event.step == "5-6A"
    ]
    assert resolved == [Fraction(9, 2)] * 4
    minus = [event.facts["points"] for event in battle.events() if event.kind == "carries-minus-points"]
    assert minus[0] == "2"
