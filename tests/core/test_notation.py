"""The dice notation: what it takes, what it refuses and where, and chances against counting every throw."""

from collections import Counter
from contextlib import suppress
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.notation import SIDES, Notation, Result, parse
from flagplot.core.refusal import Fault, Refused

NUMBERS = st.integers(-1000, 1000)
SUMS = st.builds(Notation, st.integers(1, 1000), st.sampled_from(SIDES), NUMBERS)
SEPARATE = st.builds(
    Notation,
    st.integers(1, 1000),
    st.sampled_from(SIDES),
    NUMBERS,
    st.just(True),
    st.none() | st.integers(-2000, 2000),
)


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("2d6", Notation(2, 6)),
        ("d20+2", Notation(1, 20, 2)),
        ("11#d20+2 >= 15", Notation(11, 20, 2, separate=True, target=15)),
        ("11d20+2", Notation(11, 20, 2)),
        ("3#d6", Notation(3, 6, separate=True)),
        (" 2 D 6 - 1 ", Notation(2, 6, -1)),
        ("d20>=-3", Notation(1, 20, separate=True, target=-3)),
        ("d20 >= 15", Notation(1, 20, separate=True, target=15)),
        ("1000d100-1000", Notation(1000, 100, -1000)),
        ("1000#d100+1000>=2000", Notation(1000, 100, 1000, separate=True, target=2000)),
    ],
)
def test_what_players_write_is_read(text: str, notation: Notation) -> None:
    assert parse(text) == notation


@given(SUMS | SEPARATE)
def test_a_notation_reads_back_what_it_writes(notation: Notation) -> None:
    assert parse(str(notation)) == notation


@pytest.mark.parametrize(
    ("text", "column", "word"),
    [
        ("", 1, "'d' and the number of sides"),
        ("   ", 4, "'d' and the number of sides"),
        ("#d6", 1, "number of separate dice is missing"),
        ("3#2d6", 3, "one die"),
        ("d", 2, "4, 6, 8, 10, 12, 20, 100"),
        ("d%", 2, "'%'"),
        ("2d6+", 5, "whole number"),
        ("2d6+d4", 5, "whole number"),
        ("d20--2", 5, "whole number"),
        ("2d6+1+1", 6, "should end"),
        ("2.5d6", 2, "'d'"),
        ("d20 > 15", 5, "should end"),
        ("d20 >= ", 8, "number to reach"),
        ("٣d6", 1, "'d'"),
        ("4d6kh3", 4, "throw dice again or drop some"),
        ("4d6dl1", 4, "throw dice again or drop some"),
        ("d20!", 4, "throw dice again or drop some"),
        ("d20r1", 4, "throw dice again or drop some"),
        ("d20 adv", 5, "throw dice again or drop some"),
        ("d" * 61, 61, "61 characters"),
    ],
)
def test_what_is_no_notation_is_refused_with_its_column(text: str, column: int, word: str) -> None:
    with pytest.raises(Refused) as caught:
        parse(text)
    (refusal,) = caught.value.refusals
    assert refusal.fault is Fault.MALFORMED
    assert refusal.where == f"dice, column {column}"
    assert word in refusal.message
    assert "11#d20+2 >= 15" in refusal.mend


@pytest.mark.parametrize(
    ("text", "column", "gap", "mend"),
    [
        ("0d6", 1, "1 too few", "From 1 to 1000"),
        ("1001d6", 1, "1 too many", "From 1 to 1000"),
        ("d6+1001", 3, "1 too many", "From -1000 to 1000"),
        ("d6-1001", 3, "1 too few", "From -1000 to 1000"),
        ("d6>=2001", 5, "1 too many", "From -2000 to 2000"),
        ("d7", 2, "", "d6"),
        ("d3", 2, "", "d4"),
        ("d1000", 2, "", "d100"),
        ("2d6+1 >= 7", 7, "", "'2#d6+1 >= 7'"),
    ],
)
def test_a_number_out_of_bounds_is_refused_with_the_nearest(text: str, column: int, gap: str, mend: str) -> None:
    with pytest.raises(Refused) as caught:
        parse(text)
    (refusal,) = caught.value.refusals
    assert (refusal.fault, refusal.where, refusal.gap) == (Fault.ILLEGAL, f"dice, column {column}", gap)
    assert mend in refusal.mend


def test_every_number_out_of_bounds_is_told() -> None:
    with pytest.raises(Refused) as caught:
        parse("2000d7+5000 >= 9999")
    assert [refusal.where for refusal in caught.value.refusals] == [
        "dice, column 1",
        "dice, column 6",
        "dice, column 7",
        "dice, column 16",
        "dice, column 13",
    ]


@given(st.text(max_size=70) | st.text("0123456789d#+->= kr!", max_size=70))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(Refused):
        notation = parse(text)
        assert parse(str(notation)) == notation


def test_a_sum_adds_the_modifier_once() -> None:
    assert parse("3d6+2").result((1, 2, 6), naturals=False) == Result((11,), None)


def test_separate_dice_add_the_modifier_to_each_and_count_those_that_reach() -> None:
    assert parse("4#d20+2 >= 15").result((12, 13, 20, 1), naturals=False) == Result((14, 15, 22, 3), 2)
    assert parse("2#d20+2").result((12, 13), naturals=False) == Result((14, 15), None)


def test_naturals_decide_against_the_number() -> None:
    out_of_reach, certain = parse("3#d20 >= 30"), parse("3#d20+50 >= 15")
    assert out_of_reach.result((1, 19, 20), naturals=False).successes == 0
    assert out_of_reach.result((1, 19, 20), naturals=True).successes == 1
    assert certain.result((1, 2, 20), naturals=False).successes == 3
    assert certain.result((1, 2, 20), naturals=True).successes == 2


@pytest.mark.parametrize("faces", [(), (1,), (1, 2, 3), (0, 1), (1, 7)])
def test_faces_of_other_dice_are_an_error(faces: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="not the faces"):
        parse("2d6").result(faces, naturals=False)


def test_success_without_a_number_to_reach_is_an_error() -> None:
    with pytest.raises(ValueError, match="no number to reach"):
        parse("2d6").succeeds(1, naturals=False)


@pytest.mark.parametrize("naturals", [False, True])
@pytest.mark.parametrize(
    "text", ["2d6", "3d4-7", "d20+2", "3#d6+1 >= 5", "4#d4 >= 9", "2#d20+30 >= 15", "d12 >= 1", "3#d8-1 >= 8"]
)
def test_chances_agree_with_counting_every_throw(text: str, naturals: bool) -> None:
    notation = parse(text)
    throws = list(product(range(1, notation.sides + 1), repeat=notation.count))
    seen: Counter[int] = Counter()
    for faces in throws:
        totals = [face + notation.modifier for face in faces]
        if notation.target is None:
            seen[sum(faces) + notation.modifier] += 1
        elif naturals:
            seen[
                sum(
                    face == notation.sides or (face > 1 and total >= notation.target)
                    for face, total in zip(faces, totals, strict=True)
                )
            ] += 1
        else:
            seen[sum(total >= notation.target for total in totals)] += 1
    assert notation.chances(naturals=naturals) == {value: Fraction(n, len(throws)) for value, n in seen.items()}


@given(st.integers(1, 40), st.sampled_from(SIDES), NUMBERS, st.booleans())
def test_chances_of_a_sum_are_whole_and_lie_even(count: int, sides: int, modifier: int, naturals: bool) -> None:
    chances = Notation(count, sides, modifier).chances(naturals=naturals)
    assert sum(chances.values()) == 1
    assert (min(chances), max(chances)) == (count + modifier, count * sides + modifier)
    assert list(chances.values()) == list(reversed(chances.values()))
    assert sum(value * chance for value, chance in chances.items()) == Fraction(count * (sides + 1), 2) + modifier


def test_separate_dice_without_a_number_have_the_chances_of_one() -> None:
    assert parse("5#d4+1").chances(naturals=False) == {total: Fraction(1, 4) for total in (2, 3, 4, 5)}


def test_a_sum_that_would_take_too_long_is_refused() -> None:
    with pytest.raises(Refused) as caught:
        parse("201d100").chances(naturals=False)
    (refusal,) = caught.value.refusals
    assert refusal.gap == "100 too many"
    assert "200 dice" in refusal.mend


def test_a_thousand_separate_dice_are_no_trouble() -> None:
    chances = parse("1000#d100 >= 51").chances(naturals=False)
    assert chances[0] == chances[1000] == Fraction(1, 2**1000)
