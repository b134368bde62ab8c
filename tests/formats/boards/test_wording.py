"""What is left of a text that was posted: what boards do to it goes, what it says stays."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.formats.boards.parts import LONGEST, find_block, find_parts
from flagplot.formats.boards.wording import wording
from flagplot.formats.machine import encode

SEAL = "0a1b2c3d"


def letters(text: str) -> str:
    return wording(text).letters


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a b\nc", "a\nb c"),
        ("a b", "> a\n> b"),
        ("a b", "[quote=x]a [b]b[/b][/quote]"),
        ("\"a\" and 'b'", "“a” and ‘b’"),
        ("a - b -- c --- d", "a – b — c ― d"),
        ("wait...", "wait…"),
        ("- a\n- b", "• a\n• b"),
        ("longword", "long\u00adw\u200bord"),
        ("a  b", "a\u00a0 b \t"),
        ('[SPOILER="Round 1"]\na\n[/SPOILER]', "[SPOILER=“Round\n> 1”] a [/SPOILER]"),
        ("a &amp; b", "a & b"),
        ("5 x 12", "5 x\n12"),
    ],
)
def test_what_boards_do_goes(one: str, other: str) -> None:
    assert letters(one) == letters(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("12 3", "1 23"),
        ("12 3", "123"),
        ("15* 20", "15 *20"),
        ("7 -5", "7-5"),
        ("-5 HP", "5 HP"),
        ("+3", "3"),
        ("TL5 6 fly", "TL56 fly"),
        ("[TD]7[/TD] [TD][/TD]", "[TD][/TD] [TD]7[/TD]"),
        ("3 hits", "3 hit"),
        ("Hood", "hood"),
        ('[SPOILER="Round 1"]', '[SPOILER="Round 2"]'),
    ],
)
def test_what_is_said_stays(one: str, other: str) -> None:
    assert letters(one) != letters(other)


@given(st.text(st.characters(codec="utf-8") | st.sampled_from(" \n-*>|[]\"'…0123456789"), max_size=60))
def test_a_letter_knows_its_line(text: str) -> None:
    found = wording(text)
    lines = text.split("\n")
    for place, letter in enumerate(found.letters):
        line = found.line(place)
        assert 1 <= line <= len(lines)
        if letter.isascii() and letter.isalnum() and "&" not in text:
            assert letter in lines[line - 1]


def part(number: int, of: int, text: str, seal: str = SEAL) -> str:
    mark = f"Flagplot report {seal} ({number}/{of})"
    return f"{mark}\n{text}\nEnd of {mark}\n"


def test_marks_within_a_part_are_text() -> None:
    faults = Faults()
    inside = "Flagplot report ffffffff (1/9) and End of Flagplot report ffffffff (1/9)"
    parts = find_parts([Paper("x", part(1, 1, inside))], faults)
    assert parts is not None
    assert [each.letters for each in parts] == [letters(inside)]


@pytest.mark.parametrize("text", [part(3, 2, "a"), part(1, 1, "a")[:40], f"End of Flagplot report {SEAL} (1/1)"])
def test_broken_parts_are_refused(text: str) -> None:
    faults = Faults()
    assert find_parts([Paper("x", text)], faults) is None
    assert faults.found[0].code == "broken-part"
    assert faults.found[0].where.startswith("x, line ")


def test_thousands_of_marks_take_no_time() -> None:
    text = f"Flagplot report {SEAL} (1/2)\n" * 10_000 + f"End of Flagplot report {SEAL} (2/2)\n" * 10_000
    faults = Faults()
    started = time.perf_counter()
    assert find_parts([Paper("x", text)], faults) is None
    assert time.perf_counter() - started < 10


def test_more_than_any_report_has_is_not_read() -> None:
    faults = Faults()
    assert find_parts([Paper("x", "a" * (LONGEST + 1))], faults) is None
    assert [refusal.code for refusal in faults.found] == ["too-large"]


@given(st.integers(40, 100))
def test_a_block_is_read_by_its_letters(width: int) -> None:
    value = {"ships": ["hood", "sure"] * 60, "round": 3}
    text = " ".join(encode(value).split("\n"))
    broken = "\n> ".join(text[start : start + width] for start in range(0, len(text), width))
    faults = Faults()
    assert find_block(letters(f"> {broken}"), "x", faults) == value
    assert not faults.found


def test_two_blocks_are_refused_and_none_too() -> None:
    for text, code in (("", "no-block"), (encode({"a": 1}) + encode({"a": 2}), "several-blocks")):
        faults = Faults()
        assert find_block(letters(text), "x", faults) is None
        assert [refusal.code for refusal in faults.found] == [code]
