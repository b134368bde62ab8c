"""X-ships and X-bases, ships subject to shock, captured ships, stolen plans and maulers in a battle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.fe.combat.battles import specials
from tests.fe.combat.battles.collection import BY_PLAYERS, played
from tests.fe.combat.battles.kit import CRUISER, FRIGATE, MAULER, battle, dice, ships, side

from flagplot.core.event import Event
from flagplot.core.refusal import Refused
from flagplot.fe.ask_forces import combatant
from flagplot.fe.combat.battle.table import HexBattle


def events(battle: HexBattle, *kinds: str) -> list[Event]:
    """The events of some kinds."""
    return [event for event in battle.events() if event.kind in kinds]


def facts(battle: HexBattle, kind: str, *names: str) -> list[tuple[Any, ...]]:
    """Some facts of the events of a kind."""
    return [tuple(event.facts[name] for name in names) for event in events(battle, kind)]


def until(found: HexBattle, key: str) -> HexBattle:
    """The battle at the question of a key, everything before answered as laid down."""
    while (question := found.next_decision()) is not None and question.key != key:
        found.choose(question.spell(question.default))
    assert question is not None, f"{key} is not asked"
    return found


def test_an_x_base_sees_the_electronic_warfare_of_the_enemy_before_it_chooses() -> None:
    """A scout's three and two of an X-ship stand against nothing, four, and one: shifts of two points a step."""
    shifts = [
        (event.step, event.facts["points"], event.facts["shift"]) for event in events(played("x_warfare"), "shift")
    ]
    assert shifts[:6] == [
        ("5-4A2", 3, 0),
        ("5-4A2", 0, -1),
        ("5-4A3", 5, 0),
        ("5-4A3", 0, -2),
        ("5-4A4", 5, 0),
        ("5-4A4", 4, 0),
    ]
    assert [shift for _, points, shift in shifts if points == 1] == [-2]
    shown = [
        (event.step, event.facts["key"])
        for event in events(played("x_warfare"), "shown")
        if "BTX" in str(event.facts["key"])
    ]
    assert shown == [("5-4A4", "R1/5-4A4/1/BTX"), ("5-4A4", "R2/5-4A4/1/BTX")]


def test_a_base_without_x_chooses_with_everybody_else() -> None:
    plan = specials.x_warfare()
    station, *fleet = plan.setup.sides[1].units
    plain = replace(
        station, unit=replace(station.unit, type=replace(station.unit.type, designator="BATS", x_ship=False))
    )
    setup = replace(plan.setup, sides=(plan.setup.sides[0], replace(plan.setup.sides[1], units=(plain, *fleet))))
    found = until(HexBattle(setup, plan.narrator.source), "R1/5-4A2/1/BTX")
    assert events(found, "shift") == []


def test_what_x_ships_add_is_asked_of_who_has_not_laid_it_down() -> None:
    plan = specials.x_warfare()
    attacker = plan.setup.sides[0]
    silent = replace(attacker, instructions=replace(attacker.instructions, x_warfare=None))
    found = HexBattle(replace(plan.setup, sides=(silent, plan.setup.sides[1])), plan.narrator.source)
    question = until(found, "R1/5-4A3/0/x-ships").next_decision()
    assert question is not None
    assert "523.38, which is not in the data" in question.what
    with pytest.raises(Refused):
        found.choose("2 d-1")
    found.choose("1 dx-1, 1 dx-2")
    assert [event.facts["points"] for event in events(found, "entered")] == [1, 1]


def test_a_captured_ship_and_stolen_plans_add_one_each_to_the_own_result_alone() -> None:
    found = played("prizes_and_plans")
    results = [(event.round, event.facts["side"], event.facts["result"]) for event in events(found, "damage")]
    # Row five with a six is eleven, and one more for each use; the enemy's three gives eight both times.
    assert results == [(1, 0, 12), (1, 1, 8), (2, 0, 13), (2, 1, 8)]
    parts = [(part.name, str(part.citation)) for event in events(found, "damage") for part in event.modifiers]
    assert parts.count(("captured ship", "fe 305.21")) == 2
    assert parts.count(("war plans", "fe 534.243")) == 1
    assert facts(found, "charge", "what", "number") == [("war plans", 1)]


def test_war_plans_are_used_once() -> None:
    plan = specials.prizes_and_plans()
    found = HexBattle(plan.setup, plan.narrator.source, by_orders=(1,))
    answers = BY_PLAYERS["prizes_and_plans"]
    asked = []
    while (question := found.next_decision()) is not None:
        asked += [question.key] if "plans" in question.key else []
        wanted = "yes" if "plans" in question.key else answers.get(question.key)
        found.choose(wanted or question.spell(question.default))
        if found.field.round == 2 and "5-5" in question.key:
            break
    assert asked == ["R1/5-4C2/0/plans"]


def test_a_ship_subject_to_shock_attacks_with_what_it_announces_and_the_chart_is_asked() -> None:
    found = played("prizes_and_plans")
    assert facts(found, "potential", "side", "potential")[1] == (1, "34")  # 6 of 10, three cruisers, a frigate
    assert facts(found, "shock", "unit", "outcome") == [("bb-1", "nothing"), ("bb-1", "crippled")]
    assert {str(event.citations[0]) for event in events(found, "shock")} == {"fe 311.21"}


def test_a_ship_that_announces_nothing_suffers_no_shock() -> None:
    fleet = [combatant({"id": "bb", **CRUISER, "attack": 10, "shock": True}), *ships("bc", 3, CRUISER)]
    defender = side("Federation", fleet, shock_factors={"bb": 0}, retreat_after=1)
    found = battle(side("Klingon", ships("d", 3, CRUISER)), defender, dice([3], (1, 1)))
    assert found.next_decision() is None
    assert facts(found, "potential", "potential")[1] == ("24",)
    assert "5-6D" not in found.visits


def test_a_mauler_that_directed_no_damage_makes_an_attempt_of_its_own() -> None:
    found = played("prizes_and_plans")
    assert facts(found, "capture", "unit", "captured") == [("ff-1", 1), ("bc-1", 1)]
    assert "fe 308.47" in {str(citation) for citation in events(found, "capture")[1].citations}
    assert events(found, "capture")[0].round == 1


def mauling() -> HexBattle:
    """A mauler with two consorts, a player's, destroys a police ship and a frigate by general damage."""
    enemies = [combatant({"id": "pol", "category": "police", "defence": 2, "attack": 1}), *ships("ff", 1, FRIGATE)]
    attackers = [*ships("mlr", 1, {**MAULER, "attack": 30}), *ships("d", 4, CRUISER)]
    attacker = side("Klingon", attackers, intensity=(4,), leave_out=(), losses=("d-1", "cripple"))
    defender = side("Gorn", [*enemies, *ships("bc", 3, CRUISER)], losses=("pol", "ff-1", "cripple"))
    plan = battle(attacker, defender, dice([3], (6, 1), captures={(1, 0, "ff-1 by mauler"): (6, 6)}))
    return HexBattle(plan.setup, plan.narrator.source, by_orders=(1,))


def test_a_police_ship_is_not_captured_by_anybody() -> None:
    found = until(mauling(), "R1/5-6X1/0/mauler")
    with pytest.raises(Refused) as caught:
        found.choose("pol")
    (refusal,) = caught.value.refusals
    assert (refusal.code, str(refusal.citation)) == ("cannot-be-captured", "fe 531.22")
    assert refusal.mend
    found.choose("ff-1")
    assert facts(found, "capture", "unit", "captured") == [("ff-1", 0)]


def test_a_mauler_that_directed_damage_has_no_attempt_left() -> None:
    found = until(mauling(), "R1/5-5B/0")
    found.choose("pol kill by mauler")
    while (question := found.next_decision()) is not None and "5-7" not in question.key:
        assert question.key != "R1/5-6X1/0/mauler"
        found.choose("nothing" if "5-6D" in question.key else question.spell(question.default))
    assert events(found, "capture") == []
