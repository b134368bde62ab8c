"""TOML from strangers: values, or a reason in bounded time."""

import time

import pytest

from flagplot.core.toml import MOST_PARTS, load


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
