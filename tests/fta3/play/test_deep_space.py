"""Interceptions in deep space: every pair of dice, who fights where and when, and whose fighters fly."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.sources import Keyed
from flagplot.fta3.book.ships import Hull, Size
from flagplot.fta3.papers.forces import Ship
from flagplot.fta3.play.deep_space import arrival, interception, intercepts_at_once
from flagplot.fta3.play.engagements import KINDS, Prebattle
from flagplot.fta3.play.prebattle import meet

FACES = [*product(range(1, 21), repeat=2)]
SPEEDS = st.integers(0, 9)


def test_only_slower_attackers_are_met_at_once() -> None:
    for attacker, interceptor in product(range(6), repeat=2):
        assert intercepts_at_once(attacker, interceptor) == (attacker < interceptor)


@pytest.mark.parametrize(
    ("lead", "reading", "missed"),
    [(0, "plain", 105), (1, "plain", 190), (2, "plain", 190), (1, "five-a-point", 190), (2, "five-a-point", 280)],
)
def test_how_many_of_400_pairs_of_dice_let_the_attacker_by(lead: int, reading: str, missed: int) -> None:
    results = [interception((2 + lead, 2), faces, reading) for faces in FACES]
    assert sum(result.free_rounds > 0 for result in results) == missed


@given(
    interceptor=SPEEDS, lead=SPEEDS, faces=st.sampled_from(FACES), reading=st.sampled_from(["plain", "five-a-point"])
)
def test_the_margin_of_the_totals_is_the_number_of_free_rounds(
    interceptor: int, lead: int, faces: tuple[int, int], reading: str
) -> None:
    result = interception((interceptor + lead, interceptor), faces, reading)
    more = 5 * (lead - 1) if reading == "five-a-point" and lead > 1 else 0
    assert result.attacker == faces[0] + more
    assert result.defender == faces[1] + (5 if lead == 0 else 0)
    assert result.free_rounds == max(0, result.attacker - result.defender)


def test_interceptors_come_in_the_round_after_the_free_ones() -> None:
    hull = Hull(code="X", name="X", size=Size.ESCORT)
    for arrives, free, due in ((1, 3, 4), (1, 1, 2), (3, 1, 3), (3, 5, 6)):
        assert arrival(Ship(id="x", name="x", hull=hull, hp=1, level=None, arrives=arrives), free) == due


# --- Who fights where ---------------------------------------------------------------------------------------------

BATTLE = """
name = "Landing"
battle = "fixed"
book = "book.csv"
rulings = '''
arrives 2: Late because "her engines"
'''
[[side]]
name = "Red"
ships = "{attackers}"
fighters = "5 TL5"
[[side]]
name = "Blue"
[[side.owner]]
name = "Ann"
ships = ["1 CV Nest", "1 CA Kent", "1 ME Trader"]
fighters = "6 TL5"
[[side.owner]]
name = "Bob"
ships = ["1 TK Tanker", "1 CA Late"]
fighters = "3 TL4"
"""


def met(read_battle, orders: dict[str, str], attackers: str = "2 FF", key: int = 1) -> Prebattle:
    docket, refusals = read_battle(BATTLE.replace("{attackers}", attackers), orders)
    assert docket is not None, refusals
    return meet(docket.scenario, docket.standings, Keyed(key))


def test_close_defence_is_a_battle_for_the_objective_without_a_word(read_battle) -> None:
    found = met(read_battle, {})
    assert found.events == ()
    (engagement,) = found.engagements
    assert engagement.scenario.battle_type == "fixed"
    assert len(engagement.scenario.sides[1].ships) == 5


def test_who_went_out_fights_alone_in_deep_space_with_the_fighters_of_his_carriers(read_battle) -> None:
    found = met(read_battle, {"Ann": "intercept Nest", "Bob": "intercept Tanker"}, "1 BB")
    (engagement,) = found.engagements
    assert (engagement.scenario.battle_type, engagement.scenario.speeds) == ("mobile", (1, 2))
    assert {ship.name for ship in engagement.scenario.sides[1].ships} == {"Nest", "Tanker"}
    wings = {owner.id: len(owner.wings) for owner in engagement.scenario.sides[1].owners}
    # Ann's hangars are out there; most of Bob's weight is not.
    assert wings == {"ann": 1, "bob": 0}
    assert [event.kind for event in found.events] == ["intercepted", "stays-close"]
    assert found.events[1].facts == {"side": "Blue", "ships": 3}
    assert found.events[1].text == "3 ships of Blue stay close and meet nobody."


def test_out_manoeuvred_interceptors_come_late_and_their_fighters_stay_aboard(read_battle) -> None:
    for key in range(40):
        found = met(read_battle, {"Ann": "intercept Nest", "Bob": "intercept Late"}, key=key)
        if found.events[0].kind == "out-manoeuvred":
            break
    (engagement,) = found.engagements
    rounds = int(found.events[0].facts["rounds"])
    scenario = engagement.scenario
    assert (scenario.battle_type, scenario.speeds) == ("fixed", None)
    assert {ship.name: ship.arrives for ship in scenario.sides[1].ships} == {
        "Nest": rounds + 1,
        "Kent": 1,
        "Trader": 1,
        "Tanker": 1,
        "Late": max(2, rounds + 1),
    }
    assert {owner.id: len(owner.wings) for owner in scenario.sides[1].owners} == {"ann": 0, "bob": 0}


def test_where_only_merchants_stay_the_battle_begins_with_everybody(read_battle) -> None:
    orders = {"Ann": "intercept Nest, Kent", "Bob": "intercept Tanker"}
    for key in range(40):
        found = met(read_battle, orders, key=key)
        if found.events[0].kind == "out-manoeuvred":
            break
    assert [event.kind for event in found.events] == ["out-manoeuvred", "unopposed"]
    assert found.events[0].facts["rounds"] == found.events[1].facts["rounds"]
    (engagement,) = found.engagements
    assert {ship.name: ship.arrives for ship in engagement.scenario.sides[1].ships}["Nest"] == 1
    assert all(owner.wings for owner in engagement.scenario.sides[1].owners)


def test_every_roll_tells_its_totals_its_dice_and_what_was_added(read_battle) -> None:
    for key, attackers in product(range(12), ("2 FF", "2 CA")):
        found = met(read_battle, {"Ann": "intercept Kent"}, attackers, key)
        event = found.events[0]
        faces = [Keyed(key).faces(cast.draw)[0] for cast in event.casts]
        assert [cast.draw.address.side for cast in event.casts] == [0, 1]
        added = sum(modifier.value for modifier in event.modifiers)
        assert added == (5 if attackers == "2 CA" else 0)
        assert (event.facts["attacker"], event.facts["defender"]) == (faces[0], faces[1] + added)
        missed = faces[0] > faces[1] + added
        assert event.kind == ("out-manoeuvred" if missed else "intercepted")
        assert all(set(each.facts) <= {"side", *KINDS[each.kind].facts} for each in found.events)
