"""Dice outside a battle: what falls, what was to be expected, what is shown."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.commitment import commitment, key_of
from flagplot.core.dice import face, keyed
from flagplot.core.refusal import Refused
from flagplot.desk.roll import as_dict, report, roll, roll_promised
from flagplot.formats.writers import write

KEYS = st.integers(0, 2**64 - 1)


@given(KEYS, st.integers(1, 40), st.sampled_from([4, 6, 20, 100]))
def test_a_die_is_that_of_its_address(key: int, count: int, sides: int) -> None:
    dice = keyed(key)
    assert list(roll(f"{count}d{sides}", key=key).faces) == [face(dice, 0, 0, 0, n, sides) for n in range(count)]


@given(KEYS, st.integers(1, 20), st.integers(1, 20))
def test_more_dice_do_not_move_the_first_ones(key: int, few: int, more: int) -> None:
    assert roll(f"{few + more}d20", key=key).faces[:few] == roll(f"{few}d20", key=key).faces


def test_a_sum() -> None:
    rolled = roll("2d6+1", key=5)
    assert rolled.result.totals == (sum(rolled.faces) + 1,)
    assert rolled.expected == 8
    at_least = sum(a + b + 1 >= rolled.result.totals[0] for a in range(1, 7) for b in range(1, 7))
    assert rolled.chance == Fraction(at_least, 36)


@given(KEYS)
def test_dice_that_reach_a_number(key: int) -> None:
    rolled = roll("2#d20+2 >= 15", key=key)
    assert rolled.result.successes == sum(face + 2 >= 15 for face in rolled.faces)
    assert rolled.expected == Fraction(16, 20)  # a 13 and more: eight faces of twenty, two dice
    chances = {0: Fraction(1), 1: 1 - Fraction(12, 20) ** 2, 2: Fraction(8, 20) ** 2}
    assert rolled.chance == chances[rolled.result.successes]


@given(KEYS)
def test_naturals_decide_where_the_number_does_not(key: int) -> None:
    never = roll("10#d20 >= 21", naturals=True, key=key)
    assert never.result.successes == never.faces.count(20)
    assert never.expected == Fraction(1, 2)
    always = roll("10#d20 >= 1", naturals=True, key=key)
    assert always.result.successes == 10 - always.faces.count(1)


def test_separate_dice_without_a_number_have_no_common_chance() -> None:
    rolled = roll("3#d20+2", key=1)
    assert rolled.result.totals == tuple(face + 2 for face in rolled.faces)
    assert (rolled.expected, rolled.chance) == (Fraction(25, 2), None)


def test_a_promised_roll_has_the_key_of_its_purpose() -> None:
    secret = bytes(32)
    rolled = roll_promised("d20", purpose="who is first", secret=secret)
    assert rolled.key == key_of(secret, "roll\nwho is first")
    assert rolled.commitment == commitment(secret)
    assert rolled.faces == roll("d20", key=rolled.key).faces
    assert roll_promised("20d20", purpose="another", secret=secret).faces != roll("20d20", key=rolled.key).faces


@pytest.mark.parametrize("purpose", ["", " ", "\x1b[2J", "\udc80"])
def test_a_promised_roll_needs_a_plain_purpose(purpose: str) -> None:
    with pytest.raises(Refused):
        roll_promised("d20", purpose=purpose, secret=bytes(32))


def test_naturals_without_a_number_to_reach_are_refused() -> None:
    with pytest.raises(Refused, match="a number has to be reached"):
        roll("2d6", naturals=True, key=1)


def test_as_json() -> None:
    rolled = roll("2#d20 >= 11", purpose="first", key=0xAB)
    assert as_dict(rolled) == {
        "notation": "2#d20 >= 11",
        "naturals": False,
        "purpose": "first",
        "faces": list(rolled.faces),
        "totals": list(rolled.faces),
        "successes": rolled.result.successes,
        "expected": "1",
        "chance_of_at_least": str(rolled.chance),
        "key": "00000000000000ab",
        "commitment": None,
        "dice_format": 1,
        "address": {"round": 0, "phase": 0, "side": 0, "roller": 0, "sample": 0, "first": 0},
    }


def shown(text: str, key: int, *, naturals: bool = False) -> dict[str, str]:
    """What the report says, name by name."""
    lines = write(report(roll(text, key=key, naturals=naturals)), "text").splitlines()
    return dict(line.split(":", 1) for line in lines if ":" in line)


def test_successes_are_marked() -> None:
    fields = shown("40#d20 >= 15", 3)
    faces = fields["dice"].split()
    assert len(faces) < 41
    assert all(face.endswith("*") == (int(face.rstrip("*")) >= 15) for face in faces)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("d6", "3.50"),
        ("d6-10", "-6.50"),
        ("5#d6 >= 5", "1.67 (5/3)"),
        ("3#d20+2", "12.50 each"),
        ("4#d20 >= 30", "0.00"),
    ],
)
def test_the_mean_is_shown(text: str, expected: str) -> None:
    assert shown(text, 1)["expected"].strip() == expected


def test_the_chance_is_shown_so_that_it_says_something() -> None:
    assert shown("4#d20 >= 30", 1)["this or more"].strip() == "100.00 %"
    key = next(key for key in range(400) if roll("2d20", key=key).faces == (20, 20))
    assert shown("2d20", key)["this or more"].strip() == "0.25 %"
    assert (
        shown("3#d100 >= 100", next(k for k in range(40000) if roll("3#d100 >= 100", key=k).result.successes == 2))[
            "this or more"
        ].strip()
        == "1 in 3356"
    )


def test_who_promised_is_shown() -> None:
    loose = write(report(roll("d6", key=1)), "text")
    assert "UNCOMMITTED DICE" in loose
    promised = write(report(roll_promised("d6", purpose="first", secret=bytes(32))), "text")
    assert "UNCOMMITTED" not in promised
    assert commitment(bytes(32)) in promised
