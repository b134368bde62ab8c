"""Dice by address: each die is a pure function of (key, sample, round, phase, side, roller, number).

Dice format 1, bit by bit
-------------------------
* Generator: Philox4x32-10. Key: 64 bits, the low 32 are its first word.
* Counter, four words of 32 bits:
  word 0 = phase (8 bits, high) . round (12) . block (12, low)
  word 1 = side (1 bit, high) . roller (31, low)
  word 2 = low 32 bits of the sample, word 3 = its high 32 bits.
* A block's four output words x0..x3 make two fractions of 58 bits: ``(x1 << 32 | x0) >> 6`` and ``(x3 << 32 | x2) >>
  6``.
* A die of S sides is drawn from a fraction f by multiply and carry: ``f * S >> 58``, plus 1; the low 58 bits of
  ``f * S`` are the fraction of the next die. Eight dice of up to 20 sides come from a fraction, so die n of an address
  stands in block n // 16, fraction n % 16 // 8. Bias of the eighth d20: less than 20**8 / 2**58 = 9e-8.
* A die of more than 20 sides (a d100) uses the fraction's high 56 bits in the same way, four dice to a fraction.

A roller's number is the first 31 bits of the SHA-256 of its stable id, so that adding or correcting one entry never
moves
another's dice. Samples run from 0 to 2**63 - 1; a live battle is sample 0 under a key of its own.

Draws go through ``face``, ``pair`` and ``count`` alone. This module is part of the kernel: integers only, and
unsigned numbers
leave ``block`` as signed ones.
"""

from typing import NamedTuple

import numpy as np

FORMAT = 1

BLOCK_DICE = 16
FRACTION_DICE = 8
BITS = 58
MASK = (1 << BITS) - 1
WIDE_DICE = 8
WIDE_FRACTION_DICE = 4
WIDE_BITS = 56
WIDE_MASK = (1 << WIDE_BITS) - 1
NARROW_SIDES = 20
NATURAL_BAR = 19 << BITS

MAX_ROUND = (1 << 12) - 1
MAX_DICE = BLOCK_DICE << 12

LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
SPARE = np.uint64(6)
MULTIPLIER_0 = np.uint64(0xD2511F53)
MULTIPLIER_1 = np.uint64(0xCD9E8D57)
WEYL_0 = np.uint64(0x9E3779B9)
WEYL_1 = np.uint64(0xBB67AE85)


class Dice(NamedTuple):
    """Where dice come from: the two words of the key, and the sample and round that addresses now point into."""

    key_low: int
    key_high: int
    sample: int
    round: int


def keyed(key: int) -> Dice:
    """The dice of a 64-bit key, at sample 0 and round 0."""
    return Dice(key & 0xFFFFFFFF, key >> 32 & 0xFFFFFFFF, 0, 0)


def at(dice: Dice, sample: int, round_: int) -> Dice:
    """The same key, pointing at another sample and round."""
    return Dice(dice.key_low, dice.key_high, sample, round_)


def philox(
    x0: np.uint64, x1: np.uint64, x2: np.uint64, x3: np.uint64, k0: np.uint64, k1: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Philox4x32-10 of a counter of four words and a key of two, each word below 2**32."""
    # Ten rounds written out: the compiled twin vectorises them only in this form.
    p, q = MULTIPLIER_0 * x0, MULTIPLIER_1 * x2
    x0, x1, x2, x3 = q >> HALF ^ x1 ^ k0, q & LOW, p >> HALF ^ x3 ^ k1, p & LOW
    k0, k1 = k0 + WEYL_0 & LOW, k1 + WEYL_1 & LOW
    p, q = MULTIPLIER_0 * x0, MULTIPLIER_1 * x2
    x0, x1, x2, x3 = q >> HALF ^ x1 ^ k0, q & LOW, p >> HALF ^ x3 ^ k1, p & LOW
    k0, k1 = k0 + WEYL_0 & LOW, k1 + WEYL_1 & LOW
    p, q = MULTIPLIER_0 * x0, MULTIPLIER_1 * x2
    x0, x1, x2, x3 = q >> HALF ^ x1 ^ k0, q & LOW, p >> HALF ^ x3 ^ k1, p & LOW
    k0, k1 = k0 + WEYL_0 & LOW, k1 + WEYL_1 & LOW
    p, q = MULTIPLIER_0 * x0, MULTIPLIER_1 * x2
    x0, x1, x2, x3 = q >> HALF ^ x1 ^ k0, q & LOW, p >> HALF ^ x3 ^ k1, p & LOW
    k0, k1 = k0 + WEYL_0 & LOW, k1 + WEYL_1 & LOW
    p, q = MULTIPLIER_0 * x0, MULTIPLIER_1 * x2
    x0, x1, x2, x3 = q >> HALF ^ x1 ^ k0, q & LOW, p >> HALF ^ x3 ^ k1, p & LOW
    k0, k1 = k0 + WEYL_0 & LOW, k1 + WEYL_1 & LOW
    p, q = MULTIPLIER_0 * x0, MULTIPLIER_1 * x2
    x0, x1, x2, x3 = q >> HALF ^ x1 ^ k0, q & LOW, p >> HALF ^ x3 ^ k1, p & LOW
    k0, k1 = k0 + WEYL_0 & LOW, k1 + WEYL_1 & LOW
    p, q = MULTIPLIER_0 * x0, MULTIPLIER_1 * x2
    x0, x1, x2, x3 = q >> HALF ^ x1 ^ k0, q & LOW, p >> HALF ^ x3 ^ k1, p & LOW
    k0, k1 = k0 + WEYL_0 & LOW, k1 + WEYL_1 & LOW
    p, q = MULTIPLIER_0 * x0, MULTIPLIER_1 * x2
    x0, x1, x2, x3 = q >> HALF ^ x1 ^ k0, q & LOW, p >> HALF ^ x3 ^ k1, p & LOW
    k0, k1 = k0 + WEYL_0 & LOW, k1 + WEYL_1 & LOW
    p, q = MULTIPLIER_0 * x0, MULTIPLIER_1 * x2
    x0, x1, x2, x3 = q >> HALF ^ x1 ^ k0, q & LOW, p >> HALF ^ x3 ^ k1, p & LOW
    k0, k1 = k0 + WEYL_0 & LOW, k1 + WEYL_1 & LOW
    p, q = MULTIPLIER_0 * x0, MULTIPLIER_1 * x2
    return q >> HALF ^ x1 ^ k0, q & LOW, p >> HALF ^ x3 ^ k1, p & LOW


def seat(side: int, roller: int) -> int:
    """Whose dice: the side and the roller of an address as one number."""
    return side << 31 | roller


def side_of(seat_: int) -> int:
    """The side of a seat."""
    return seat_ >> 31


def block(dice: Dice, phase: int, number: int, side: int, roller: int) -> tuple[int, int]:
    """The two 58-bit fractions of block ``number`` of an address."""
    return block_of(dice, phase, number, seat(side, roller))


def block_of(dice: Dice, phase: int, number: int, seat_: int) -> tuple[int, int]:
    """The same by the seat."""
    # The masks change nothing. They tell a compiler that each word has 32 bits, whose product is cheap.
    x0, x1, x2, x3 = philox(
        np.uint64((phase << 24 | dice.round << 12 | number) & 0xFFFFFFFF),
        np.uint64(seat_ & 0xFFFFFFFF),
        np.uint64(dice.sample & 0xFFFFFFFF),
        np.uint64(dice.sample >> 32 & 0xFFFFFFFF),
        np.uint64(dice.key_low & 0xFFFFFFFF),
        np.uint64(dice.key_high & 0xFFFFFFFF),
    )
    return np.int64((x1 << HALF | x0) >> SPARE), np.int64((x3 << HALF | x2) >> SPARE)  # type: ignore[return-value]


def bar(need: int) -> int:
    """What ``fraction * sides`` has to reach for the die to show ``need``."""
    return (need - 1) << BITS


def face(dice: Dice, phase: int, side: int, roller: int, number: int, sides: int) -> int:
    """Die ``number`` of an address, a face from 1 to ``sides``."""
    if sides > NARROW_SIDES:
        first, second = block(dice, phase, number // WIDE_DICE, side, roller)
        place = number % WIDE_DICE
        rest = first >> 2
        if place >= WIDE_FRACTION_DICE:
            rest = second >> 2
        for _ in range(place % WIDE_FRACTION_DICE):
            rest = rest * sides & WIDE_MASK
        return (rest * sides >> WIDE_BITS) + 1
    first, second = block(dice, phase, number // BLOCK_DICE, side, roller)
    place = number % BLOCK_DICE
    rest = first
    if place >= FRACTION_DICE:
        rest = second
    for _ in range(place % FRACTION_DICE):
        rest = rest * sides & MASK
    return (rest * sides >> BITS) + 1


def pair(dice: Dice, phase: int, roller: int, number: int, sides: int) -> tuple[int, int]:
    """Die ``number`` of the same roller for each of the two sides."""
    ours = 0
    theirs = 0
    for side in range(2):
        rolled = face(dice, phase, side, roller, number, sides)
        if side == 0:
            ours = rolled
        else:
            theirs = rolled
    return ours, theirs


def count(
    dice: Dice, phase: int, side: int, roller: int, start: int, n: int, sides: int, need: int, more: int
) -> tuple[int, int]:
    """Of the ``n`` dice from die ``start`` on: how many reach ``need``, and how many reach ``more``. Up to 20 sides."""
    reached = 0
    exceeded = 0
    end = start + n
    for number in range(start // BLOCK_DICE, (end + BLOCK_DICE - 1) // BLOCK_DICE):
        first, second = block(dice, phase, number, side, roller)
        rest = first
        skipped = start - number * BLOCK_DICE
        for place in range(min(BLOCK_DICE, end - number * BLOCK_DICE)):
            if place == FRACTION_DICE:
                rest = second
            product = rest * sides
            rest = product & MASK
            if place >= skipped:
                rolled = (product >> BITS) + 1
                if rolled >= need:
                    reached += 1
                if rolled >= more:
                    exceeded += 1
    return reached, exceeded
