"""Leaving the hex: retreats by the priorities, retreats before combat and their pursuit."""

from __future__ import annotations

from typing import Any

import pytest
from tests.fe.combat.battles import leaving
from tests.fe.combat.battles.collection import played

from flagplot.core.event import Event
from flagplot.core.refusal import Refused
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
