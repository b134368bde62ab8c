"""Leaving the hex: retreats by the priorities, retreats before combat and their pursuit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.fe.combat.battles import leaving
from tests.fe.combat.battles.collection import played
from tests.fe.combat.battles.kit import CRUISER, STARBASE, STATION, battle, dice, ships, side

from flagplot.core.event import Event
from flagplot.core.refusal import Refused
from flagplot.core.sources import Keyed
from flagplot.fe.ask_forces import combatant
from flagplot.fe.combat.battle.table import HexBattle


def events(battle: HexBattle, *kinds: str) -> list[Event]:
    """The events of some kinds."""
    return [event for event in battle.events() if event.kind in kinds]


def facts(battle: HexBattle, kind: str, *names: str) -> list[tuple[Any, ...]]:
    """Some facts of the events of a kind."""
    return [tuple(event.facts[name] for name in names) for event in events(battle, kind)]


def test_each_hex_falls_out_by_the_first_priority_that_it_fails() -> None:
    battle = played("retreat_paths")
    assert facts(battle, "hex-out", "hex", "reason") == [
        ("1102", "2: more enemies than friends"),
        ("1201", "3B: not in supply"),
        ("1301", "3C: of a partial grid, passed over by its owner"),
        ("1302", "3D: a supply path longer than 2"),
        ("1203", "4: enemy units are there"),
    ]
    assert events(battle, "hexes-open")[0].text == "Kzinti may retreat to 1101, and to internment at 1103"
    assert facts(battle, "retreated", "hex") == [("1101",)]


def test_a_player_is_told_why_he_may_not_retreat_somewhere() -> None:
    """Without his right of priority 3C the hex of the partial grid has the shortest path."""
    plan = leaving.retreat_paths()
    battle = HexBattle(plan.setup, plan.narrator.source, by_orders=(0,))
    while (question := battle.next_decision()) is not None and "5-7" not in question.key:
        battle.choose(question.spell(question.default))
    for answer in ("no", "no", "yes"):  # A1 and A3 of the first round, A1 of the second; then the right of 3C
        battle.choose(answer)
        while (question := battle.next_decision()) is not None and "5-7" not in question.key:
            battle.choose(question.spell(question.default))
    assert question is not None
    assert question.key == "R2/5-7C/1"
    battle.choose("no")
    with pytest.raises(Refused) as caught:
        battle.choose("1101")
    refusal = caught.value.refusals[0]
    assert (refusal.code, str(refusal.citation)) == ("not-allowed", "fe 302.72")
    assert "3D: a supply path longer than 1" in refusal.message
    assert "1301" in refusal.mend
    battle.choose("1301")


def test_who_leaves_because_his_approach_was_declined_is_pursued_at_one_more_on_the_die() -> None:
    """Six ships succeed with a four and one more; a five and one more is six, which is not less than their number."""
    battle = played("approach_declined")
    assert facts(battle, "pursuit", "side", "success") == [(1, 1)]
    parts = [(part.name, part.value, part.citation.id) for part in events(battle, "pursuit")[0].modifiers]
    assert parts == [("declined approach battle", 1, "302.23")]
    missed = leaving.approach_declined(pursuit=5)
    assert missed.next_decision() is None
    assert facts(missed, "pursuit", "success") == [(0,)]


def test_the_variable_intensity_falls_in_a_pursuit_before_which_nothing_was_fought() -> None:
    assert facts(played("approach_declined"), "variable-intensity", "adds") == [(1,)]


def test_a_retreat_to_where_enemies_are_is_told_to_be_a_fighting_one() -> None:
    ahead = events(played("approach_declined"), "fighting-retreat-ahead")
    assert [(event.facts["side"], event.facts["hex"]) for event in ahead] == [(0, "1203")]
    assert "302.77" in {citation.id for citation in ahead[0].citations}


def test_an_opposed_withdrawal_is_pursued_before_the_others_fight_under_the_flagship_chosen_then() -> None:
    found = played("opposed_withdrawal")
    kinds = ("withdrawal", "opposed", "entered", "withdrawn", "first-flagship", "pursues", "pursuit", "retreated")
    assert [(event.round, event.step, event.kind) for event in events(found, *kinds)] == [
        (1, "5-1A", "withdrawal"),
        (1, "5-1B", "opposed"),
        (1, "5-1C", "entered"),
        (1, "5-7D", "withdrawn"),
        (1, "5-1D", "first-flagship"),
        (1, "5-1F", "pursues"),
        (1, "5-8C", "pursuit"),
        (2, "5-8L", "withdrawn"),
        (3, "5-7D", "retreated"),
    ]
    forces = [(event.round, event.text) for event in events(found, "force") if event.facts["side"] == 1]
    assert forces == [
        (2, "Kzinti is in the pursuit with cl-1-, cl-2-"),
        (3, "Kzinti fights with bc-1, bc-2, bc-3, bc-4, lax"),
    ]
    # Each of the two battles has its variable intensity, its first round and the intensity laid down for that.
    assert facts(found, "variable-intensity", "adds") == [(0,), (2,)]
    assert [event.facts["answer"] for event in events(found, "shown") if event.step == "5-3X2"] == ["4", "1"] * 2
    assert [gone.how for gone in found.field.camps[1].history][:2] == ["captured", "destroyed"]


def test_the_flagship_chosen_before_combat_leads_its_first_round_alone() -> None:
    assert facts(played("opposed_withdrawal"), "first-flagship", "unit") == [("bc-2",)]
    plan = leaving.opposed_withdrawal()
    found = HexBattle(plan.setup, plan.narrator.source, by_orders=(0,))
    for answer in ("1 cl-1", "1 cl-1", "bc-3"):
        found.choose(answer)
    found.choose("no", "5-1F of the attacker")
    question = found.next_decision()
    assert question is not None
    assert question.key == "R1/5-3E/1"  # the flagship of the round is not asked
    assert found.field.camps[1].flagship == "bc-3"


def test_a_player_who_withdraws_too_much_or_an_auxiliary_is_told_by_how_much_and_why() -> None:
    """Four whole ships and two cripples are five ship equivalents, of which two and a half may leave."""
    plan = leaving.opposed_withdrawal()
    found = HexBattle(plan.setup, plan.narrator.source, by_orders=(0,))
    for answer, code, gap, rule in (
        ("1 bc-1, 1 bc-2, 1 bc-3", "too-many-leave", "1/2 over", "302.1/part"),
        ("1 lax", "cannot-withdraw", "", "549.212"),
    ):
        with pytest.raises(Refused) as caught:
            found.choose(answer)
        (refusal,) = caught.value.refusals
        assert (refusal.code, refusal.gap, str(refusal.citation)) == (code, gap, f"fe {rule}")
    found.choose("1 bc-1, 1 bc-2")
    question = found.next_decision()
    assert question is not None
    assert question.key == "R1/5-1C/1"  # the attacker opposes by his instructions
    with pytest.raises(Refused) as caught:
        found.choose("1 bc-3")
    assert "was not announced" in caught.value.refusals[0].message


def test_the_whole_force_withdraws_and_nothing_is_fought() -> None:
    defender = side("Kzinti", ships("bc", 3, CRUISER), withdraw=("all",))
    found = battle(side("Lyran", ships("ca", 4, CRUISER), oppose_withdrawal=False), defender, dice([]))
    assert found.next_decision() is None
    assert found.over
    assert [event.kind for event in found.events()] == [
        "withdrawal",
        "unopposed",
        "hexes-unknown",
        "withdrawn",
        "not-pursued",
    ]
    assert {gone.how for gone in found.field.camps[1].history} == {"withdrew"}


def test_all_ships_withdraw_from_their_base_which_fights_alone() -> None:
    station = combatant({"id": "BATS", **STATION})
    defender = side("Kzinti", [station, *ships("bc", 3, CRUISER)], withdraw=("all",))
    attacker = side("Lyran", ships("ca", 6, CRUISER), stay_at_base=True, oppose_withdrawal=False, retreat_after=1)
    found = battle(attacker, defender, Keyed(3))
    assert found.next_decision() is None
    assert [event.text for event in events(found, "force")][1] == "Kzinti fights with BATS"


def test_what_cannot_get_away_from_an_opposed_withdrawal_stays_without_a_flagship_chosen_early() -> None:
    defender = side("Kzinti", ships("bc", 3, CRUISER), withdraw=("bc-1",), withdraw_opposed=(), retreat_after=1)
    attacker = side("Lyran", ships("ca", 3, CRUISER), oppose_withdrawal=True)
    found = battle(attacker, defender, Keyed(3))
    assert found.next_decision() is None
    assert not {"5-1D", "5-1F"} & {*found.visits}
    assert events(found, "entered")[0].text == "of Kzinti get away, as the table has it: nobody"


def test_in_a_fighting_retreat_each_side_reads_its_own_row_or_both_the_sum() -> None:
    """The blocker's dice are one and six, the retreater's six and one."""
    own = [(row[0], row[1]) for row in facts(played("fighting_retreat_twice"), "damage", "side", "result")]
    assert own == [(0, 11), (1, 6), (0, 16), (1, 1)]
    added = [(row[0], row[1]) for row in facts(played("fighting_retreat_added"), "damage", "side", "result")]
    assert added == [(0, 11), (1, 16), (0, 16), (1, 11)]
    for name in ("fighting_retreat_twice", "fighting_retreat_added"):
        assert not {"5-3X2", "5-3X4"} & {*played(name).visits}


def test_an_approach_battle_declined_at_first_is_taken_later_without_the_starbase() -> None:
    found = played("approach_taken_later")
    words = [(event.round, event.kind) for event in events(found, "approach-accepts", "approach-declines")]
    assert words == [(1, "approach-declines"), (2, "approach-accepts"), (3, "approach-declines")]
    forces = [event.text for event in events(found, "force") if event.facts["side"] == 1]
    assert ["SB" in text for text in forces] == [True, False, True]
    # A directed step in the first round and a voluntary one; none in the second, two more in the third.
    steps = [event.round for event in events(found, "step")]
    assert steps == [1, 1, 3, 3]


def test_a_prime_team_leaves_with_the_ship_that_it_is_aboard() -> None:
    defender = side(
        "Kzinti",
        ships("bc", 4, CRUISER),
        withdraw=("bc-1",),
        prime_teams=("commando bc-1", "commando bc-2"),
        retreat_after=1,
    )
    defender = replace(defender, prime_teams=("bc-1", "bc-2"))
    attacker = side("Lyran", ships("ca", 4, CRUISER), oppose_withdrawal=False)
    found = battle(attacker, defender, Keyed(3))
    assert found.next_decision() is None
    fights = [event.text for event in events(found, "shown") if "who fights" in event.text]
    assert "the mission of team-2 commando bc-2" in fights[-1]
    assert "team-1" not in fights[-1]
    assert facts(found, "potential", "potential")[1] == ("26",)  # three cruisers and the team that stayed


def at_the_base(*, attacker_leaves: int) -> HexBattle:
    """Six cruisers against a starbase whose fleet leaves behind the first round; the attacker behind another."""
    base = combatant({"id": "SB", **STARBASE})
    defender = side("Kzinti", [base, *ships("bc", 2, CRUISER)], accept_approach=False, retreat_after=1)
    attacker = side("Lyran", ships("ca", 6, CRUISER), stay_at_base=True, retreat_after=attacker_leaves)
    found = battle(attacker, defender, Keyed(11))
    assert found.next_decision() is None
    return found


def test_a_base_left_behind_is_fought_no_more_if_both_sides_leave() -> None:
    found = at_the_base(attacker_leaves=1)
    assert facts(found, "retreated", "side") == [(1,), (0,)]
    assert found.field.round == 1
    assert [each.id for each in found.field.camps[1].units] == ["SB"]


def test_a_base_left_behind_is_fought_until_the_attacker_leaves() -> None:
    found = at_the_base(attacker_leaves=2)
    assert [(event.round, event.kind) for event in events(found, "base-left", "retreated")] == [
        (1, "retreated"),
        (1, "base-left"),
        (2, "retreated"),
    ]
