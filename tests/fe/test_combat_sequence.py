"""The combat phase: every step of both printed lists, and the ways through a hex."""

from __future__ import annotations

from flagplot.engine.sequence import Cursor, Kind
from flagplot.fe.sequence import combat_phase


def ids(text: str) -> list[str]:
    """The ids of a text."""
    return text.split()


FULL = ids("""
5-1A 5-1B 5-1C 5-1D 5-1E 5-1F 5-2A 5-2A1 5-2A2 5-2A3 5-2A4 5-2B 5-2B1 5-2B2 5-3A 5-3B 5-3C 5-3D 5-3E 5-3F
5-3F1 5-3F2 5-3F3 5-3F4 5-3X1 5-3X2 5-3X3 5-3X4 5-3X5 5-4A1 5-4A2 5-4A3 5-4A4 5-4A5 5-4A6 5-4A7 5-4A7A 5-4A7B
5-4A7C 5-4A7D 5-4A7E 5-4A7F 5-4A7G 5-4B 5-4C 5-4C1 5-4C2 5-5A 5-5B 5-5C 5-5D 5-5E 5-6A 5-6B 5-6C 5-6D 5-6E
5-6F 5-6G 5-6H 5-6X1 5-6X2 5-6X3 5-6X4 5-6X5 5-6X6 5-6X7 5-6X8 5-6X9 5-6X10 5-7A1 5-7A2 5-7A3 5-7A4 5-7A5 5-7B
5-7C 5-7D 5-8A 5-8B 5-8C 5-8D 5-8E 5-8F 5-8G 5-8H 5-8J 5-8K 5-8L
""")
"""The steps of the full list under 105.WA, in its order."""

SHORT = ids("""
5-1 5-1F 5-2 5-2A 5-2B 5-3 5-3A 5-3B 5-3C 5-3D 5-3E 5-3F 5-3G 5-3H 5-3X 5-4 5-4A1 5-4A2 5-4A3 5-4A4 5-4A5
5-4A6 5-4A7 5-4B 5-4C1 5-4C2 5-4C3 5-4C4 5-4D 5-4E 5-4F 5-4G 5-5 5-5A 5-5B 5-5C 5-5D 5-5E 5-6 5-6A 5-6B 5-6C
5-6D 5-6E 5-6F 5-6G 5-6H 5-6X 5-6X1 5-6X2 5-6X3 5-6X4 5-6X5 5-6X6 5-6X7 5-6X8 5-6X9 5-7 5-7A1 5-7A2 5-7A3 5-7B
5-7C 5-7D 5-8 5-8A 5-8B 5-8C 5-8D 5-8E 5-8F 5-8G
""")
"""The steps of the abbreviated list, its spans written out and its A of step 7 as the three announcements."""

ADDED = {"5-3G", "5-3H", "5-4C3", "5-4C4", "5-4D", "5-4E", "5-4F", "5-4G"}
"""What the full list lacks (reading H68)."""


def test_every_step_of_both_lists_is_there_in_order_and_no_other() -> None:
    order = list(combat_phase().steps)
    assert set(order) == set(FULL) | set(SHORT)
    assert [each for each in order if each in FULL] == FULL
    assert [each for each in order if each in SHORT] == SHORT


def test_the_short_list_adds_what_the_reading_says() -> None:
    headings = {"5-1", "5-2", "5-3", "5-3X", "5-4", "5-5", "5-6", "5-6X", "5-7", "5-8"}
    assert set(SHORT) - set(FULL) - headings == ADDED


def test_every_step_has_an_actor_rules_and_a_kind() -> None:
    for step in combat_phase().steps.values():
        if step.kind is not Kind.HEADING:
            assert step.actor, step.id
            assert step.rules, step.id
    kinds = {step.kind for step in combat_phase().steps.values()}
    assert kinds == set(Kind)


def test_by_hand_are_only_what_may_be_and_what_the_seed_only_names() -> None:
    by_hand = {step.id for step in combat_phase().steps.values() if step.kind is Kind.BY_HAND}
    pinwheels = {"5-3F1", "5-3F2", "5-3F3", "5-3F4", "5-6G"}
    webs, swacs, casters = {"5-6F", "5-6X10"}, {"5-4A1", "5-4F"}, {"5-3X5"}
    decoys, storms, pulses, penal = {"5-4A7G"}, {"5-4A7B"}, {"5-4C1"}, {"5-5A"}
    only_named = {"5-4D", "5-4G"}
    assert by_hand == pinwheels | webs | swacs | casters | decoys | storms | pulses | penal | only_named


def path(*turns: set[str], start: str = "5-1") -> list[str]:
    """The steps taken from one on, under the facts of each turn; the last facts hold to the end."""
    sequence = combat_phase()
    cursor, taken = Cursor(sequence, sequence.place(start)), []
    for number in range(200):
        facts = turns[min(number, len(turns) - 1)]
        step = cursor.step(facts)
        if step is None:
            break
        taken.append(step.id)
        cursor = cursor.reached(facts).after(facts)
    return taken


def test_a_plain_round_ends_when_one_side_retreats_unpursued() -> None:
    taken = path({"opening"}, {"phasing-damage", "retreating"})
    assert taken == ids("""
5-1A 5-3A 5-3B 5-3C 5-3D 5-3E 5-3G 5-3H 5-3X2 5-3X4 5-4C 5-4C3 5-4C4 5-6B 5-7A2 5-7A3 5-7A4 5-7B 5-7C 5-7D
""")


def test_nobody_retreats_and_step_two_comes_again() -> None:
    sequence = combat_phase()
    cursor = Cursor(sequence, sequence.place("5-7A4")).after(set())
    assert cursor.at == sequence.place("5-2")


def test_a_declined_approach_battle_leads_to_the_base() -> None:
    facts = {"base", "approach-possible", "approach-offered"}
    assert path(facts, start="5-2")[:4] == ["5-2A2", "5-2A3", "5-2B1", "5-2B2"]
    assert path(facts | {"approach-accepted"}, start="5-2")[:4] == ["5-2A2", "5-2A3", "5-2A4", "5-3A"]
    assert path(facts | {"base-declined", "retreating"}, start="5-2")[:5] == [
        "5-2A2",
        "5-2A3",
        "5-2B1",
        "5-7A2",
        "5-7A3",
    ]


def test_a_withdrawal_that_is_pursued_fights_and_the_hex_is_done() -> None:
    facts = {"withdrawing", "withdrawal-pursued", "pursued", "pursuit-success", "cleared"}
    taken = path({"opening", *facts}, facts)
    assert taken[:4] == ["5-1A", "5-1B", "5-1C", "5-1F"]
    assert taken[4:10] == ["5-8A", "5-8B", "5-8C", "5-8D", "5-8E", "5-8F"]
    assert taken[-1] == "5-4C4"


def test_a_failed_pursuit_fights_slow_units_alone() -> None:
    taken = path({"retreating", "pursued", "slow-units"}, start="5-8")
    assert taken[:5] == ["5-8A", "5-8B", "5-8C", "5-8E", "5-8G"]
    assert taken[-3:] == ["5-8J", "5-8K", "5-8L"]
    assert "5-3X2" in taken


def test_small_scale_combat_passes_intensity_and_damage_by() -> None:
    taken = path({"small-scale", "phasing-damage"}, start="5-3H")
    assert taken[:2] == ["5-3H", "5-6B"]
