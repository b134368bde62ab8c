"""Dice format 1: the published vectors of the generator, and the bits of each die."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core import dice as d

# Random123, kat_vectors: counter, key, result.
VECTORS = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


def plain_philox(counter, key):
    """The generator again, in whole numbers and a loop."""
    x, k = list(counter), list(key)
    for _ in range(10):
        p, q = 0xD2511F53 * x[0], 0xCD9E8D57 * x[2]
        x = [q >> 32 ^ x[1] ^ k[0], q & 0xFFFFFFFF, p >> 32 ^ x[3] ^ k[1], p & 0xFFFFFFFF]
        k = [(k[0] + 0x9E3779B9) & 0xFFFFFFFF, (k[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return tuple(x)


def plain_face(key, sample, round_, phase, side, roller, number, sides):
    """A die from the text of format 1, sharing no code with it."""
    per_block, per_fraction, drop, bits = (16, 8, 0, 58) if sides <= 20 else (8, 4, 2, 56)
    block, place = divmod(number, per_block)
    counter = (phase << 24 | round_ << 12 | block, side << 31 | roller, sample & 0xFFFFFFFF, sample >> 32)
    x = plain_philox(counter, (key & 0xFFFFFFFF, key >> 32))
    half, place = divmod(place, per_fraction)
    rest = Fraction((x[2 * half + 1] << 32 | x[2 * half]) >> 6 >> drop, 1 << bits)
    for _ in range(place):
        rest = rest * sides % 1
    return int(rest * sides) + 1


@pytest.mark.parametrize(("counter", "key", "result"), VECTORS)
def test_philox_gives_the_published_vectors(counter, key, result):
    words = [np.uint64(word) for word in counter + key]
    assert tuple(int(word) for word in d.philox(*words)) == result
    assert plain_philox(counter, key) == result


addresses = st.fixed_dictionaries(
    {
        "key": st.integers(0, 2**64 - 1),
        "sample": st.integers(0, 2**63 - 1),
        "round_": st.integers(0, 4095),
        "phase": st.integers(0, 255),
        "side": st.integers(0, 1),
        "roller": st.integers(0, 2**31 - 1),
        "number": st.integers(0, d.MAX_DICE // 2 - 1),
        "sides": st.sampled_from([4, 6, 8, 10, 12, 20, 100]),
    }
)


@given(addresses)
def test_a_die_is_what_the_format_says(address):
    dice = d.at(d.keyed(address["key"]), address["sample"], address["round_"])
    rolled = d.face(dice, address["phase"], address["side"], address["roller"], address["number"], address["sides"])
    assert rolled == plain_face(**address)
    assert 1 <= rolled <= address["sides"]


@given(st.integers(0, 2**64 - 1), st.integers(0, 40), st.integers(0, 70), st.integers(1, 21), st.integers(1, 21))
def test_count_counts_the_faces_of_its_addresses(key, start, n, need, more):
    dice = d.at(d.keyed(key), 3, 2)
    faces = [d.face(dice, 5, 1, 77, number, 20) for number in range(start, start + n)]
    reached, exceeded = d.count(dice, 5, 1, 77, start, n, 20, need, more)
    assert (reached, exceeded) == (sum(f >= need for f in faces), sum(f >= more for f in faces))


def test_pair_rolls_the_same_number_for_each_side():
    dice = d.keyed(12345)
    assert d.pair(dice, 1, 9, 4, 20) == tuple(d.face(dice, 1, side, 9, 4, 20) for side in (0, 1))


def test_every_face_of_a_d20_comes_equally_often():
    """Chi-square with 19 degrees of freedom at a fixed key: 43.8 is exceeded once in a thousand keys."""
    dice = d.keyed(2026)
    counts = [0] * 20
    for roller in range(1000):
        for number in range(20):
            counts[d.face(dice, 6, 0, roller, number, 20) - 1] += 1
    assert sum((c - 1000) ** 2 for c in counts) / 1000 < 43.8
