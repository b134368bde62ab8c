"""What a case expects against what came."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.engine.matching import differences, event_faults, plain, state_faults

EVENTS = [
    {"kind": "position", "side": "Red"},
    {"kind": "paired", "ship": "a", "other": "x"},
    {"kind": "paired", "ship": "b", "other": "y"},
]


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (Fraction(1, 2), "1/2"),
        (Fraction(6, 2), 3),
        (np.int64(4), 4),
        (np.array([1, 2]), [1, 2]),
        ((1, (2, Fraction(-3, 4))), [1, [2, "-3/4"]]),
        ({"a": (np.int64(1),)}, {"a": [1]}),
        ("1/2", "1/2"),
        (None, None),
    ],
)
def test_values_are_compared_as_a_case_file_writes_them(value: Any, written: Any) -> None:
    assert plain(value) == written
    assert differences({"x": written}, {"x": value}) == []


@pytest.mark.parametrize(
    ("expected", "found"), [(1, True), (True, 1), (0, False), ([1], [True]), ({"a": 1}, {"a": True})]
)
def test_a_number_is_no_yes_or_no(expected: Any, found: Any) -> None:
    assert differences({"x": expected}, {"x": found}) != []


@pytest.mark.parametrize(
    ("expected", "found"), [(1, 2), ("a", "b"), ([1, 2], [1]), ([1], 1), ({"a": 1}, {"a": 1, "b": 2}), (1, None)]
)
def test_a_difference_names_both_values(expected: Any, found: Any) -> None:
    (message,) = differences({"x": expected}, {"x": found})
    assert message.startswith("x should be ")


def test_keys_that_are_not_expected_may_be_anything() -> None:
    assert differences({"low": 5}, {"low": 5, "high": 10}) == []


def test_a_missing_key_names_those_there_are() -> None:
    assert differences({"lwo": 5}, {"low": 5, "high": 10}) == [
        "lwo should be 5, but there is no such key (there are: low, high)"
    ]
    assert differences({"low": 5}, {}) == ["low should be 5, but there is no such key (there are: nothing)"]


def test_events_come_in_order_with_others_between() -> None:
    assert event_faults([EVENTS[0], {"kind": "paired", "ship": "b"}], [], EVENTS) == []
    assert event_faults(EVENTS, [], EVENTS) == []


def test_events_out_of_order_are_missed() -> None:
    (message,) = event_faults([{"ship": "b"}, {"kind": "paired", "ship": "a"}], [], EVENTS)
    assert message == 'event 2 {"kind": "paired", "ship": "a"} did not come; no event was left to come'


def test_one_event_matches_one_expectation() -> None:
    wanted = {"kind": "paired"}
    assert event_faults([wanted, wanted], [], EVENTS) == []
    (message,) = event_faults([wanted, wanted, wanted], [], EVENTS)
    assert message.startswith("event 3 ")


def test_a_missed_event_is_told_with_those_of_its_kind_or_the_kinds_that_came() -> None:
    (message,) = event_faults([{"kind": "paired", "ship": "c"}], [], EVENTS)
    assert message.endswith(
        'of its kind came: {"kind": "paired", "ship": "a", "other": "x"}; {"kind": "paired", "ship": "b", "other": "y"}'
    )
    (message,) = event_faults([{"kind": "fled"}], [], EVENTS)
    assert message.endswith("the kinds that came: position, paired")


def test_what_should_never_come_is_told_with_what_came() -> None:
    assert event_faults([], [{"kind": "fled"}, {"kind": "paired", "ship": "c"}], EVENTS) == []
    (message,) = event_faults([], [{"kind": "paired", "other": "y"}], EVENTS)
    assert message == (
        'event {"kind": "paired", "other": "y"} should never come, '
        'but {"kind": "paired", "ship": "b", "other": "y"} did'
    )


def test_the_end_state_is_compared_entity_by_entity() -> None:
    state = {"a": {"hp": 10, "status": "active"}, "b": {"hp": 0, "status": "killed"}}
    assert state_faults({"a": {"hp": 10}}, state) == []
    assert state_faults({"a": {"hp": 9}, "b": {"hp": 0}, "c": {"hp": 1}}, state) == [
        "a: hp should be 9, but is 10",
        "c is not in the end state (there are: a, b)",
    ]


events = st.lists(st.fixed_dictionaries({"kind": st.sampled_from("abc"), "n": st.integers(0, 2)}), max_size=8)


@given(events, st.data())
def test_any_selection_in_order_is_found_and_any_one_more_is_not(
    came: list[dict[str, Any]], data: st.DataObject
) -> None:
    kept = data.draw(st.lists(st.booleans(), min_size=len(came), max_size=len(came)))
    selection = [event for event, keep in zip(came, kept, strict=True) if keep]
    assert event_faults(selection, [], came) == []
    assert event_faults([*came, {"kind": "a"}], [], came) != []
