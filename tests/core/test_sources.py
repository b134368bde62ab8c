"""Where dice come from: a key, a script, a record, or every possibility at once."""

import hashlib
from collections import Counter
from fractions import Fraction
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core import dice as d
from flagplot.core import sources
from flagplot.core.sources import (
    Address,
    Draw,
    Enumerated,
    Keyed,
    Scripted,
    ScriptError,
    outcomes,
    recorded,
    roller_number,
)
from flagplot.engine.kernel import rebound

HERE = Address(round=2, phase=5, side=1, roller=77)
THERE = Address(round=3, phase=5, side=1, roller=77)
ROUND_2 = d.at(d.keyed(9), 0, 2)


# --- Rollers ------------------------------------------------------------------------------------------------------


@given(st.text())
def test_a_rollers_number_is_the_first_31_bits_of_the_sha256_of_its_id(id_: str) -> None:
    bits = "".join(f"{byte:08b}" for byte in hashlib.sha256(id_.encode()).digest())
    assert roller_number(id_) == int(bits[:31], 2)


def test_a_rollers_number_known_beforehand() -> None:
    # SHA-256 of "abc" begins ba7816bf (FIPS 180-2).
    assert roller_number("abc") == 0xBA7816BF >> 1


@pytest.mark.parametrize(("digest", "number"), [(b"\0\0\0\0", 1), (b"\0\0\0\1", 1), (b"\0\0\0\2", 1), (b"\0\0\0\4", 2)])
def test_the_force_keeps_number_0_for_itself(digest: bytes, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    hashed = SimpleNamespace(digest=lambda: digest + bytes(28))
    monkeypatch.setattr(sources, "hashlib", SimpleNamespace(sha256=lambda _: hashed))
    assert roller_number("red/hood") == number


# --- Keyed --------------------------------------------------------------------------------------------------------


@given(
    key=st.integers(0, 2**64 - 1),
    sample=st.integers(0, 2**63 - 1),
    start=st.integers(0, 40),
    n=st.integers(0, 40),
    need=st.integers(1, 21),
)
def test_keyed_dice_are_those_of_the_address_and_tell_them_again(
    key: int, sample: int, start: int, n: int, need: int
) -> None:
    source = Keyed(key, sample)
    told = source.faces(Draw(HERE, start, n, 20))
    dice = d.at(d.keyed(key), sample, HERE.round)
    address = (HERE.phase, HERE.side, HERE.roller)
    assert told == tuple(d.face(dice, *address, number, 20) for number in range(start, start + n))
    assert told == tuple(source.face(dice, *address, number, 20) for number in range(start, start + n))
    counted = source.count(dice, *address, start, n, 20, need, 20)
    assert counted == (sum(face >= need for face in told), told.count(20))
    assert all(type(face) is int for face in told)
    assert source.faces(Draw(HERE, start, n, 20)) == told


def test_keyed_dice_of_another_round_or_sample_are_others() -> None:
    here = Keyed(9).faces(Draw(HERE, 0, 30, 20))
    assert here != Keyed(9).faces(Draw(THERE, 0, 30, 20))
    assert here != Keyed(9, 1).faces(Draw(HERE, 0, 30, 20))


# --- Scripted -----------------------------------------------------------------------------------------------------


def test_a_script_answers_face_count_and_faces() -> None:
    source = Scripted({HERE: [20, 1, 13, 12, 7]})
    assert source.face(ROUND_2, 5, 1, 77, 2, 20) == 13
    assert source.count(ROUND_2, 5, 1, 77, 0, 4, 20, 12, 20) == (3, 1)
    assert source.count(ROUND_2, 5, 1, 77, 1, 4, 20, 12, 20) == (2, 0)
    assert source.faces(Draw(HERE, 3, 2, 20)) == (12, 7)


def test_no_dice_are_no_dice_of_any_address() -> None:
    assert Scripted({}).count(ROUND_2, 5, 1, 77, 0, 0, 20, 12, 20) == (0, 0)
    assert Scripted({}).faces(Draw(HERE, 0, 0, 20)) == ()


@pytest.mark.parametrize(
    ("address", "start", "n"),
    [
        pytest.param(THERE, 0, 1, id="address not in the script"),
        pytest.param(HERE, 0, 4, id="more dice than written"),
        pytest.param(HERE, 2, 2, id="the last dice missing"),
        pytest.param(HERE, 7, 1, id="from beyond the end"),
    ],
)
def test_a_die_that_the_script_lacks_is_an_error(address: Address, start: int, n: int) -> None:
    with pytest.raises(ScriptError, match=rf"^{n} dice from die {start} on .*roller=77"):
        Scripted({HERE: [1, 2, 3]}).faces(Draw(address, start, n, 20))


@pytest.mark.parametrize("face", [0, -1, 7, 20])
def test_a_face_that_the_die_does_not_have_is_an_error(face: int) -> None:
    source = Scripted({HERE: [6, face]})
    assert source.faces(Draw(HERE, 0, 1, 6)) == (6,)
    with pytest.raises(ScriptError, match=rf"\[{face}\].*no faces of a d6"):
        source.faces(Draw(HERE, 0, 2, 6))


def test_count_of_a_script_makes_the_same_errors() -> None:
    with pytest.raises(ScriptError, match="are asked of"):
        Scripted({HERE: [1]}).count(ROUND_2, 5, 1, 77, 0, 2, 20, 12, 20)
    with pytest.raises(ScriptError, match="no faces"):
        Scripted({HERE: [21]}).face(ROUND_2, 5, 1, 77, 0, 20)


def test_dice_that_nobody_asked_for_are_named() -> None:
    source = Scripted({HERE: [1, 2, 3], THERE: [4], Address(1, 1, 0, 0): []})
    assert source.unused() == [HERE, THERE]
    source.face(ROUND_2, 5, 1, 77, 0, 20)
    assert source.unused() == [HERE, THERE]
    source.count(ROUND_2, 5, 1, 77, 1, 2, 20, 12, 20)
    assert source.unused() == [THERE]
    source.faces(Draw(THERE, 0, 1, 20))
    assert source.unused() == []


def test_a_face_of_zero_holds_the_place_of_a_die_that_nobody_asks_for() -> None:
    source = Scripted({HERE: [3, 0, 0, 5]})
    assert source.faces(Draw(HERE, 3, 1, 6)) == (5,)
    assert source.unused() == [HERE]
    assert source.faces(Draw(HERE, 0, 1, 6)) == (3,)
    assert source.unused() == []
    with pytest.raises(ScriptError, match=r"\[0\].*no faces of a d6"):
        source.faces(Draw(HERE, 0, 2, 6))


def test_a_refused_draw_does_not_count_as_asked_for() -> None:
    source = Scripted({HERE: [1, 2]})
    with pytest.raises(ScriptError):
        source.faces(Draw(HERE, 0, 3, 20))
    assert source.unused() == [HERE]


# --- Recorded -----------------------------------------------------------------------------------------------------

draws = st.lists(
    st.tuples(
        st.sampled_from([HERE, THERE, Address(2, 6, 1, 77), Address(2, 5, 0, 77), Address(2, 5, 1, 78)]),
        st.integers(1, 20),
    ),
    max_size=12,
)


@given(st.integers(0, 2**64 - 1), draws)
def test_a_record_of_keyed_dice_plays_back_the_same_dice(key: int, lengths: list[tuple[Address, int]]) -> None:
    live = Keyed(key)
    ends: Counter[Address] = Counter()
    record = []
    for address, n in lengths:
        draw = Draw(address, ends[address], n, 20)
        ends[address] += n
        record.append((draw, live.faces(draw)))
    again = recorded(record)
    for draw, faces in record:
        round_, phase, side, roller = draw.address
        dice = d.at(d.keyed(0), 0, round_)
        assert again.faces(draw) == faces
        assert again.count(dice, phase, side, roller, draw.start, draw.n, 20, 11, 20) == live.count(
            d.at(live.dice, 0, round_), phase, side, roller, draw.start, draw.n, 20, 11, 20
        )
    assert again.unused() == []


@pytest.mark.parametrize("start", [0, 1])
def test_a_record_that_overlaps_is_an_error(start: int) -> None:
    with pytest.raises(ScriptError, match=rf"goes back from die 2 to die {start}"):
        recorded([(Draw(HERE, 0, 2, 20), [5, 6]), (Draw(HERE, start, 1, 20), [7])])


def test_dice_that_a_record_leaves_out_cannot_be_asked_for() -> None:
    """Each first-strike run has dice of its own, and few of them are rolled."""
    again = recorded([(Draw(HERE, 3, 1, 20), [5]), (Draw(HERE, 10_000, 2, 20), [6, 7])])
    assert again.faces(Draw(HERE, 10_000, 2, 20)) == (6, 7)
    assert again.unused() == [HERE]
    assert again.faces(Draw(HERE, 3, 1, 20)) == (5,)
    assert again.unused() == []
    with pytest.raises(ScriptError, match="no faces of a d20"):
        again.faces(Draw(HERE, 4, 1, 20))


# --- Enumerated ---------------------------------------------------------------------------------------------------


def by_brute_force(n: int, sides: int, read) -> dict:
    """Chance of each reading of ``n`` dice, from all their faces."""
    found: Counter = Counter(read(faces) for faces in product(range(1, sides + 1), repeat=n))
    return {outcome: Fraction(ways, sides**n) for outcome, ways in found.items()}


@pytest.mark.parametrize("sides", [2, 6, 20])
def test_each_face_is_as_likely_as_the_next(sides: int) -> None:
    found = outcomes(lambda source: source.face(ROUND_2, 5, 1, 77, 0, sides))
    assert found == {face: Fraction(1, sides) for face in range(1, sides + 1)}


def test_a_pair_is_two_dice() -> None:
    def roll(source: Enumerated) -> tuple[int, int]:
        return rebound(d.pair, {d.face: source.face})(ROUND_2, 1, 0, 0, 6)

    assert outcomes(roll) == by_brute_force(2, 6, tuple)


@given(
    n=st.integers(0, 4),
    sides=st.sampled_from([2, 4, 6]),
    need=st.integers(-1, 8),
    gap=st.integers(0, 4),
)
def test_counts_are_as_likely_as_their_faces_say(n: int, sides: int, need: int, gap: int) -> None:
    more = need + gap
    found = outcomes(lambda source: source.count(ROUND_2, 5, 1, 77, 0, n, sides, need, more))
    assert sum(found.values()) == 1
    assert found == by_brute_force(
        n, sides, lambda faces: (sum(f >= need for f in faces), sum(f >= more for f in faces))
    )


@pytest.mark.parametrize("need", [2, 12, 19, 20])
def test_counts_of_twenty_sided_dice_agree_with_all_their_faces(need: int) -> None:
    found = outcomes(lambda source: source.count(ROUND_2, 5, 1, 77, 0, 3, 20, need, 20))
    assert found == by_brute_force(3, 20, lambda faces: (sum(f >= need for f in faces), faces.count(20)))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 7)), min_size=1, max_size=3))
def test_draws_in_a_row_multiply_and_may_depend_on_each_other(draws: list[tuple[int, int]]) -> None:
    """Of the dice that reach a number, as many are rolled again: hits, then pierces."""

    def chain(source: Enumerated) -> int:
        left = 3
        for number, (_, need) in enumerate(draws):
            left, _ = source.count(ROUND_2, 5, 1, number, 0, left, 6, need, 6 + need)
        return left

    found = outcomes(chain)
    assert sum(found.values()) == 1
    each = Fraction(1)
    for _, need in draws:
        each *= Fraction(7 - need, 6)
    one = {0: 1 - each, 1: each}
    expected: Counter = Counter()
    for dice in product(one, repeat=3):
        expected[sum(dice)] += one[dice[0]] * one[dice[1]] * one[dice[2]]
    assert found == {n: chance for n, chance in expected.items() if chance}


def test_impossible_counts_are_no_outcome() -> None:
    found = outcomes(lambda source: source.count(ROUND_2, 5, 1, 77, 0, 2, 6, 1, 7))
    assert found == {(2, 0): 1}


def test_chances_stay_exact_for_the_kernels_integers() -> None:
    def many(integer: type) -> dict:
        return outcomes(
            lambda source: source.count(ROUND_2, 5, 1, 77, 0, integer(30), integer(20), integer(12), integer(20))
        )

    assert many(np.int64) == many(int)


def test_a_run_without_dice_has_one_outcome() -> None:
    assert outcomes(lambda source: "dull") == {"dull": 1}


def test_a_higher_number_below_the_lower_is_refused() -> None:
    with pytest.raises(ValueError, match=r"more \(11\) lies below need \(12\)"):
        outcomes(lambda source: source.count(ROUND_2, 5, 1, 77, 0, 2, 20, 12, 11))


def test_enumeration_tells_no_faces() -> None:
    with pytest.raises(ScriptError, match="no faces"):
        outcomes(lambda source: source.faces(Draw(HERE, 0, 1, 20)))


def test_the_limit_is_the_number_of_ways_and_not_one_less() -> None:
    def two(source: Enumerated) -> int:
        return source.face(ROUND_2, 5, 1, 77, 0, 6) + source.face(ROUND_2, 5, 1, 77, 1, 6)

    assert outcomes(two, limit=36)[7] == Fraction(1, 6)
    with pytest.raises(ScriptError, match="more than 35 ways"):
        outcomes(two, limit=35)
