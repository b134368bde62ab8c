"""Questions and their answers: what is legal is read, whatever way it is written; all else is told, all at once."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults
from flagplot.engine.question import Complaint, Option, Pick, Question, Row, Share, Shares

RULE = Citation("toy", "aim")
LABELS = {"red/hood": "Hood", "red/kent": "Kent", "red/sunk": "Sunk"}


def asked(form: Pick | Share, default: str | Shares) -> Question:
    return Question("R1 aim x", "Red", 0, "at whom", (RULE,), form, default)


PICK = asked(
    Pick(
        (Option("red/hood", "Hood", "hits on 9"), Option("red/kent", "Kent")),
        {"red/sunk": "it is killed"},
        LABELS,
    ),
    "red/hood",
)


def even(shares: Shares) -> Iterable[Complaint]:
    if sum(shares.values()) % 2:
        yield Complaint("odd", "the number must be even", "1 too many")


SHARE = asked(
    Share(
        (Row("red/hood", "Hood", 6), Row("red/kent", "Kent", 4)),
        2,
        8,
        "fighters",
        {"red/sunk": "it is killed"},
        LABELS,
        even,
    ),
    {"red/hood": 2, "red/kent": 0},
)


def read(question: Question, text: str) -> tuple[object, list[str]]:
    faults = Faults()
    answer = question.read(text, "line 1", faults)
    assert all(fault.where == "line 1" for fault in faults.found)
    return answer, [fault.code for fault in faults.found]


@pytest.mark.parametrize("text", ["red/hood", "Hood", "  hood ", "HOOD"])
def test_a_pick_is_read_by_id_or_name(text: str) -> None:
    assert read(PICK, text) == ("red/hood", [])


def test_a_pick_that_is_barred_says_why_by_which_rule_and_what_would_do() -> None:
    faults = Faults()
    assert PICK.read("Sunk", "here", faults) is None
    (fault,) = faults.found
    assert (fault.code, fault.fault, fault.citation) == ("not-allowed", Fault.ILLEGAL, RULE)
    assert "killed" in fault.message
    assert "Hood, Kent" in fault.mend


def test_an_unknown_pick_names_the_nearest() -> None:
    faults = Faults()
    assert PICK.read("Hod", "here", faults) is None
    (fault,) = faults.found
    assert (fault.code, fault.fault, fault.mend) == ("unknown-answer", Fault.MALFORMED, "Did you mean 'Hood'?")


def test_two_of_one_name_are_told_apart_by_id() -> None:
    twins = asked(Pick((Option("a/swift", "Swift"), Option("b/swift", "Swift"))), "a/swift")
    assert read(twins, "Swift") == (None, ["ambiguous"])
    assert read(twins, "b/swift") == ("b/swift", [])


@pytest.mark.parametrize(
    ("text", "shares"),
    [
        ("2 Hood", (2, 0)),
        ("2 red/hood, 4 kent", (2, 4)),
        ("1 Hood, 1 Hood,2   Kent,", (2, 2)),
        ("6 hood", (6, 0)),
    ],
)
def test_a_share_is_read(text: str, shares: tuple[int, int]) -> None:
    assert read(SHARE, text) == (dict(zip(("red/hood", "red/kent"), shares, strict=True)), [])


def test_a_name_alone_is_one_where_there_can_be_no_more() -> None:
    rows = (Row("red/hood", "Hood", 1), Row("red/kent", "Kent", 4))
    single = asked(Share(rows, 1, 5, "ships"), {"red/hood": 1, "red/kent": 0})
    assert read(single, "hood, 2 Kent") == ({"red/hood": 1, "red/kent": 2}, [])
    assert read(single, "Hood, Kent") == (None, ["no-share"])
    assert read(single, "Hood, Hood") == (None, ["too-many"])


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("nothing", ["too-few"]),
        ("", ["too-few"]),
        ("7 Hood", ["too-many", "odd"]),
        ("6 Hood, 4 Kent", ["too-many"]),
        ("7 Hood, 5 Kent", ["too-many", "too-many", "too-many"]),
        ("3 Hood", ["odd"]),
        ("Hood", ["no-share"]),
        ("two Hood", ["no-share"]),
        ("-2 Hood", ["no-share"]),
        ("2 Sunk, 1 Rodney, x", ["not-allowed", "unknown-answer", "no-share"]),
    ],
)
def test_a_share_that_breaks_a_limit_tells_every_one(text: str, codes: list[str]) -> None:
    assert read(SHARE, text) == (None, codes)


def test_gaps_are_numbers() -> None:
    faults = Faults()
    SHARE.read("9 Hood", "here", faults)
    assert [fault.gap for fault in faults.found] == ["3 too many", "1 too many"]
    assert {fault.mend for fault in faults.found} == {"By the standing orders: 2 Hood."}


@given(st.integers(0, 6), st.integers(0, 4))
def test_what_is_spelt_is_read_back(hood: int, kent: int) -> None:
    shares = {"red/hood": hood, "red/kent": kent}
    answer, codes = read(SHARE, SHARE.spell(shares))
    legal = 2 <= hood + kent <= 8 and (hood + kent) % 2 == 0
    assert (answer == shares and not codes) == legal
    assert bool(codes) != legal


@pytest.mark.parametrize(
    ("form", "default", "forced"),
    [
        (Pick((Option("a", "A"),)), "a", True),
        (Pick((Option("a", "A"), Option("b", "B"))), "a", False),
        (Share((Row("a", "A", 3),), 0, 3, "fighters"), {"a": 0}, False),
        (Share((Row("a", "A", 3),), 2, 2, "fighters"), {"a": 2}, True),
        (Share((Row("a", "A", 3), Row("b", "B", 0)), 3, 3, "fighters"), {"a": 3, "b": 0}, True),
        (Share((Row("a", "A", 3), Row("b", "B", 1)), 3, 3, "fighters"), {"a": 3, "b": 0}, False),
        (Share((Row("a", "A", 3),), 0, 0, "fighters"), {"a": 0}, True),
    ],
)
def test_what_has_one_answer_is_forced(form: Pick | Share, default: str | Shares, *, forced: bool) -> None:
    assert asked(form, default).forced is forced


def test_a_page_gets_everything_as_plain_values() -> None:
    told = PICK.as_dict()
    assert told["rules"] == ["toy aim"]
    assert told["pick"] == [
        {"id": "red/hood", "label": "Hood", "consequence": "hits on 9"},
        {"id": "red/kent", "label": "Kent", "consequence": ""},
    ]
    assert SHARE.as_dict()["least"] == 2
    assert SHARE.as_dict()["default"] == "2 red/hood"
