"""Cloaking devices in a battle: evasion, the approach battle avoided, use in attack."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.fe.combat.battles import cloaks
from tests.fe.combat.battles.collection import played
from tests.fe.combat.battles.kit import CRUISER, STATION, battle, dice, ships, side

from flagplot.core.event import Event
from flagplot.core.refusal import Refused
from flagplot.core.sources import Keyed
from flagplot.fe.ask_forces import combatant
from flagplot.fe.combat.battle.narrator import Phase
from flagplot.fe.combat.battle.table import HexBattle
from flagplot.fe.options import options


def events(battle: HexBattle, *kinds: str) -> list[Event]:
    """The events of some kinds."""
    return [event for event in battle.events() if event.kind in kinds]


def facts(battle: HexBattle, kind: str, *names: str) -> list[tuple[Any, ...]]:
    """Some facts of the events of a kind."""
    return [tuple(event.facts[name] for name in names) for event in events(battle, kind)]


def test_a_die_of_four_or_less_evades_and_the_new_flagship_has_failed_to() -> None:
    found = played("evasion")
    assert facts(found, "evasion", "unit", "success") == [("ke-1", 1), ("ke-2", 0), ("ke-3", 1)]
    assert facts(found, "first-flagship", "unit") == [("ke-1",), ("ke-2",)]
    assert [each.id for each in found.field.camps[1].evaded] == ["ke-1", "ke-3"]
    fought = " ".join(event.text for event in events(found, "force", "retreated", "crippled"))
    assert "ke-1" not in fought
    assert "ke-3" not in fought


def test_a_player_cannot_evade_without_a_cloak() -> None:
    plan = cloaks.evasion()
    found = HexBattle(plan.setup, plan.narrator.source, by_orders=(0,))
    found.choose("nothing")
    with pytest.raises(Refused) as caught:
        found.choose("1 nh-1")
    assert [each.code for each in caught.value.refusals] == ["no-cloak"]
    found.choose("1 ke-1, 1 ke-2, 1 ke-3")
    assert [each.id for each in found.field.camps[1].units if "ke" in each.id] == ["ke-2"]
    assert found.field.camps[1].first_flagship == ""  # nobody withdrew, so that none was chosen early


def test_a_force_that_evades_as_a_whole_is_not_fought() -> None:
    defender = side("Romulan", ships("ke", 2, cloaks.CLOAKED), evade=("all",))
    script = dice([], others={(1, Phase.EVASION, 1, unit): (2,) for unit in ("ke-1", "ke-2")})
    found = battle(side("Gorn", ships("bc", 3, CRUISER)), defender, script)
    assert found.next_decision() is None
    assert found.over
    assert script.unused() == []
    assert "5-3D" not in found.visits


def test_five_succeeds_in_attack_seven_does_nothing_eleven_fails_and_what_that_does_is_entered() -> None:
    found = played("cloaked_attack")
    assert facts(found, "cloak-attack", "outcome") == [("success",), ("no effect",), ("failure",)]
    entered = [
        (event.round, event.facts["side"], event.facts["what"], event.facts["change"])
        for event in events(found, "entered")
    ]
    assert entered == [(1, 0, "row", 2), (1, 1, "potential", -4), (3, 1, "row", 1)]
    # The dice are four and three: 10 of 6 + 4, and a quarter of 48 - 4 at 4 + 3.
    assert facts(found, "damage", "side", "result", "points")[:2] == [(0, 10, 13), (1, 7, 11)]


def test_between_success_and_failure_lies_failure_for_tables_that_read_it_so() -> None:
    plan = cloaks.cloaked_attack()
    setup = replace(plan.setup, options=options({"cloak-between": "failure"}))
    found = HexBattle(setup, plan.narrator.source)
    assert found.next_decision() is None
    assert facts(found, "cloak-attack", "outcome") == [("success",), ("failure",), ("failure",)]


def test_a_player_enters_what_success_does_and_no_more_than_there_is() -> None:
    plan = cloaks.cloaked_attack()
    found = HexBattle(plan.setup, plan.narrator.source, by_orders=(1,))
    while (question := found.next_decision()) is not None and "entered" not in question.key:
        found.choose("yes" if "5-3X3" in question.key else question.spell(question.default))
    assert question is not None
    assert question.key == "R1/5-3X3/0/entered"
    assert "306.2, which is not in the data" in question.what
    for answer in ("1 own-die-up", "1000 own-row-up"):
        with pytest.raises(Refused):
            found.choose(answer)
    found.choose("nothing")
    assert events(found, "entered")[0].text == "entered by Romulan: nothing"


def test_who_avoids_the_approach_battle_includes_the_base_and_cloaks_no_attack_in_the_hex() -> None:
    found = played("approach_avoided")
    assert [
        (event.round, event.kind) for event in events(found, "approach-avoided", "approach-offered", "cloaks-barred")
    ] == [
        (1, "approach-avoided"),
        (1, "cloaks-barred"),
        (2, "approach-offered"),
        (2, "cloaks-barred"),
    ]
    assert events(found, "force")[1].text == "Gorn fights with BATS, bc-1, bc-2"
    assert events(found, "cloak-attack") == []


def test_one_ship_without_a_cloak_makes_the_whole_fleet_offer_the_approach_battle() -> None:
    station = combatant({"id": "BATS", **STATION})
    attackers = [*ships("ke", 4, cloaks.CLOAKED), *ships("nh", 1, CRUISER)]
    attacker = side("Romulan", attackers, avoid_approach=True, stay_at_base=True, retreat_after=1)
    defender = side("Gorn", [station, *ships("bc", 2, CRUISER)], accept_approach=True)
    found = battle(attacker, defender, Keyed(5))
    assert found.next_decision() is None
    assert "5-2A1" not in found.visits
    assert events(found, "approach-offered", "approach-accepts")
