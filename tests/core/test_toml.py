"""TOML from strangers: values, or a reason in bounded time."""

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.toml import MOST_PARTS, load, spell


def test_plain_toml_is_read() -> None:
    assert load('a = 1\n[b]\n"c d".e = [true]') == {"a": 1, "b": {"c d": {"e": [True]}}}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a = ", "Invalid value"),
        ("a = " + "[" * 100_000, "too deep"),
        ("a = " + "{a=" * 20_000, "too deep"),
        ("a = " + "9" * 5000, "digits"),
        ("b = 1\n" + "a." * 300_000 + "a = 1", r"name of more than 100 parts \(at line 2\)"),
        ("[" + "a ." * 300_000 + "a]", "name of more than 100 parts"),
        ("\"a\".'b'." * 100_000 + "c = 1", "name of more than 100 parts"),
    ],
)
def test_what_is_none_or_would_stall_is_refused_at_once(text: str, reason: str) -> None:
    began = time.monotonic()
    with pytest.raises(ValueError, match=reason):
        load(text)
    assert time.monotonic() - began < 5


def test_a_key_may_have_a_hundred_parts_and_a_text_as_many_dots_as_it_likes() -> None:
    load("a." * (MOST_PARTS - 1) + "a = 1")
    assert load("a = '" + ". " * 1000 + "'\n# " + "." * 1000) == {"a": ". " * 1000}


TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    TEXTS | st.integers(-(10**9), 10**9) | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(TEXTS, VALUES, max_size=4))
def test_what_is_written_is_read_again(values: dict[str, Any]) -> None:
    assert load(spell(values)) == values


def test_what_no_paper_holds_is_not_written() -> None:
    with pytest.raises(TypeError, match="float"):
        spell({"a": [0.5]})
