"""What players decide once a battle is over: read from posts, spelt canonically, and every fault of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults, Refusal
from flagplot.fta3.papers.afterwards import EXAMPLES, VERBS, Afterwards, Choice, Pursuit
from flagplot.fta3.papers.docket import Docket, open_docket
from flagplot.fta3.ruleset import FTA3

DATA = Path(__file__).parents[3] / "src" / "flagplot" / "fta3" / "data"
BOOK = Paper("book.toml", (DATA / "demo_book.toml").read_text(encoding="utf-8"))

SCENARIO = """\
battle = "mobile"
[[side]]
name = "Red"
[[side.owner]]
name = "Alice"
ships = "3 CA Hood, York, Kent"
[[side.owner]]
name = "Bob"
ships = "3 FF Swift, Sure, Convoy"
[[side]]
name = "Blue"
ships = "3 CA Orel, Kent, Ost"
"""


def opened(text: str, scenario: str = SCENARIO) -> tuple[Docket | None, list[Refusal]]:
    faults = Faults()
    after = [Paper("after.txt", text)] if text else []
    docket = open_docket(Paper("s.toml", scenario), [], BOOK, FTA3.readings, faults, after_papers=after)
    return docket, faults.found


def decided(*lines: str, owner: str = "Alice") -> Afterwards:
    docket, found = opened("\n".join([f"ORDERS OF {owner}", *lines, "END OF ORDERS"]))
    assert found == []
    assert docket is not None
    assert docket.afterwards is not None
    return docket.afterwards[owner.lower()]


def codes(*lines: str, owner: str = "Alice") -> list[str]:
    _, found = opened("\n".join([f"ORDERS OF {owner}", *lines, "END OF ORDERS"]))
    return [refusal.code for refusal in found]


def test_a_pursuit_names_prey_pursuers_and_purpose() -> None:
    found = decided('run-down Orel with Hood, "Alice\'s Kent" to destroy', "run-down Ost with York to capture")
    assert found.pursuits == (
        Pursuit("blue/orel", ("alice/hood", "alice/kent"), False, "after.txt, line 2"),
        Pursuit("blue/ost", ("alice/york",), True, "after.txt, line 3"),
    )


def test_every_other_decision() -> None:
    found = decided(
        "spend-shield Hood",
        "write-off York: sell",
        "hulk Orel: serve",
        "hold-field York, Hood",
        'convoy "Alice\'s Kent"',
        "let-go others",
    )
    assert found.shields == {"alice/hood": "after.txt, line 2"}
    assert found.write_offs == {"alice/york": Choice("sell", "after.txt, line 3")}
    assert found.hulks == {"blue/orel": Choice("serve", "after.txt, line 4")}
    assert set(found.holds) == {"alice/hood", "alice/york"}
    assert set(found.convoy) == {"alice/kent"}


def test_lines_are_spelt_alike_whatever_they_looked_like() -> None:
    one = decided('RUN-DOWN orel   with "alice\'s kent", hood to DESTROY', "hold-field york")
    other = decided('run-down Orel with Hood, "Alice\'s Kent" to destroy; hold-field York')
    assert one.lines == other.lines == ('run-down Orel with Hood, "Alice\'s Kent" to destroy', "hold-field York")


def test_a_name_that_is_a_verb_is_quoted_and_read_again() -> None:
    found = decided('hold-field "Convoy", Swift', owner="Bob")
    assert set(found.holds) == {"bob/convoy", "bob/swift"}
    assert decided(*found.lines, owner="Bob") == found


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("run-down Orel with Hood", "no-pursuit"),
        ("run-down Orel to destroy", "no-pursuit"),
        ("run-down Orel with Hood to sink", "no-pursuit"),
        ("run-down Orel, Ost with Hood to destroy", "no-ship"),
        ("run-down Tug with Hood to destroy", "unknown-ship"),
        ("run-down Kent with Hood to destroy", "unclear-ship"),
        ("run-down Sure with Hood to destroy", "own-prey"),
        ("run-down Orel with Swift to destroy", "not-your-ship"),
        ("run-down Orel with Hood, Hood to destroy", "named-twice"),
        ("write-off Hood: keep", "unknown-word"),
        ("write-off Hood", "unknown-word"),
        ("hulk Orel: sell", "unknown-word"),
        ("hold-field Orel", "not-your-ship"),
        ("hold-field", "no-subject"),
        ("let-go Orel", "unknown-word"),
        ("pursue Orel", "no-verb"),
    ],
)
def test_faults_of_one_line(line: str, code: str) -> None:
    assert codes(line) == [code]


@pytest.mark.parametrize(
    "lines",
    [
        ("run-down Orel with Hood to destroy", "run-down Orel with York to destroy"),
        ("write-off Hood: sell", "write-off Hood: strip"),
        ("spend-shield Hood", "spend-shield Hood"),
        ("let-go others", "let-go others"),
    ],
)
def test_nothing_is_ordered_twice(lines: tuple[str, ...]) -> None:
    assert codes(*lines) == ["ordered-twice"]


def test_nobody_else_speaks_and_nobody_speaks_twice() -> None:
    assert codes("let-go others", owner="Carol") == ["unknown-owner"]
    both = "ORDERS OF Bob\nlet-go others\nEND OF ORDERS\n> ORDERS OF Bob\n> hold-field Sure\n> END OF ORDERS"
    docket, found = opened(both)
    assert found == []
    assert docket is not None
    assert docket.afterwards is not None
    assert docket.afterwards["bob"].lines == ("let-go others",)
    (remark,) = docket.remarks["bob"]
    assert remark.startswith("after.txt, line 4: these orders of Bob are quoted and give way")


def test_the_orders_of_the_battle_are_no_decisions_and_the_digest_stays() -> None:
    assert codes("plan defend") == ["no-verb"]
    silent, _ = opened("")
    spoken, _ = opened("ORDERS OF Bob\nlet-go others\nEND OF ORDERS")
    assert silent is not None
    assert spoken is not None
    assert silent.afterwards is None
    assert silent.orders_digest == spoken.orders_digest


def test_a_ruling_alone_opens_the_aftermath() -> None:
    docket, found = opened("", "rulings = 'transit-weeks 3 because \"so\"'\n" + SCENARIO)
    assert found == []
    assert docket is not None
    assert docket.afterwards == {}


@pytest.mark.parametrize("verb", EXAMPLES)
def test_every_example_reads(verb: str) -> None:
    scenario = SCENARIO.replace("Hood, York, Kent", "Hood, York, Kent, Swift, Sure").replace("3 CA Hood", "5 CA Hood")
    scenario = scenario.replace("Swift, Sure, Convoy", "Grom, Strogy, Bob").replace("Orel, Kent, Ost", "Orel, Ost")
    scenario = scenario.replace("3 CA Orel", "2 CA Orel")
    for example in EXAMPLES[verb].split(", or: "):
        _, found = opened(f"ORDERS OF Alice\n{example}\nEND OF ORDERS", scenario)
        assert found == []


OPERANDS = "Hood York Kent Orel Ost Swift with to destroy capture strip sell others : , ; # 7"
WORDS = (*VERBS, *OPERANDS.split(), "'x", '"')


@given(st.lists(st.sampled_from(WORDS), max_size=14))
def test_whatever_is_written_is_read_or_refused(words: list[str]) -> None:
    docket, found = opened(f"ORDERS OF Alice\n{' '.join(words)}\nEND OF ORDERS")
    assert (docket is None) == bool(found)
    assert all(refusal.where.startswith("after.txt") and refusal.message for refusal in found)
