"""Changes of a battle's papers: what is exchanged, what stays, what cannot be changed."""

from __future__ import annotations

import pytest

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.desk.arenas.fleets import demo_book
from flagplot.fta3.book.book import read_book
from flagplot.fta3.papers.docket import Docket, open_docket, reordered
from flagplot.fta3.papers.variation import Variation, effect
from flagplot.fta3.ruleset import FTA3

SCENARIO = Paper(
    "scenario.toml",
    """\
name = "Two a side"
battle = "mobile"
[[side]]
name = "Red"
[[side.owner]]
name = "Plan B"
ships = "2 CA Kent, York"
[[side.owner]]
name = "Guests"
tl = 4
ships = '''
1 DD
'''
[[side]]
name = "Blue"
ships = ["1 BB Orel", "2 FF"]
""",
)
ORDERS = Paper(
    "post.txt",
    """\
ORDERS OF "Plan B"
plan press
withdraw escort at 25%
withdraw 40%
target all: capital, CA
salt "plan nine"
END OF ORDERS
ORDERS OF Blue
plan defend
protect BB: any
END OF ORDERS
""",
)


def opened(scenario: Paper, orders: tuple[Paper, ...]) -> Docket:
    faults = Faults()
    docket = open_docket(scenario, orders, demo_book(), FTA3.readings, faults)
    faults.settle()
    assert docket is not None
    return docket


@pytest.fixture(scope="module")
def docket() -> Docket:
    return opened(SCENARIO, (ORDERS,))


def varied(docket: Docket, *changes: str) -> Docket:
    faults = Faults()
    variation = Variation(docket, SCENARIO, faults)
    for change in changes:
        variation.change(change)
    faults.settle()
    return opened(variation.scenario_paper(), variation.orders())


@pytest.mark.parametrize("changes", [(), ("Plan B:", "Blue: ")])
def test_without_a_change_the_same_is_ordered(docket: Docket, changes: tuple[str, ...]) -> None:
    same = varied(docket, *changes)
    assert same.scenario == docket.scenario
    for id_, standing in docket.standings.items():
        assert effect(same.standings[id_]) == effect(standing)
        assert same.standings[id_].sent == standing.sent


@pytest.mark.parametrize(
    ("change", "gone", "new"),
    [
        ("Plan B: withdraw escort at 50%", "withdraw escort at 25%", "withdraw escort at 50%"),
        ("plan b: withdraw 10 %", "withdraw all at 40%", "withdraw all at 10%"),
        ("Plan B: withdraw force never", None, "withdraw force never"),
        ("Plan B: target any CA", "target all: capital, CA", None),
        ("Plan B: plan raid", "plan press", "plan raid"),
        ("Plan B: target all: escort", "target all: capital, CA", "target all: escort"),
        ("Plan B: target CA: escort", None, "target CA: escort"),
    ],
)
def test_an_order_replaces_what_orders_the_same_thing_alone(
    docket: Docket, change: str, gone: str | None, new: str | None
) -> None:
    if new is None:
        with pytest.raises(Exception, match="target"):
            varied(docket, change)
        return
    before = [line for line in docket.standings["plan-b"].lines if not line.startswith("salt")]
    after = varied(docket, change).standings["plan-b"].lines
    assert sorted(after) == sorted([*(line for line in before if line != gone), new])


def test_two_orders_in_one_line(docket: Docket) -> None:
    lines = varied(docket, "Plan B: plan raid; range all: far").standings["plan-b"].lines
    assert {"plan raid", "range all: far"} <= set(lines)


def test_who_sent_nothing_orders_what_the_change_says(docket: Docket) -> None:
    standing = varied(docket, "Guests: launch none").standings["guests"]
    assert (standing.plan, standing.lines, standing.sent) == ("defend", ("launch none",), True)


def test_forces_are_exchanged(docket: Docket) -> None:
    scenario = varied(
        docket, "Guests: ships 1 CA Ajax + 2 FF Swift, Sure", "Guests: tl 5", "Blue: fighters 3 TL5"
    ).scenario
    guests = scenario.sides[0].owners[1]
    assert [ship.name for ship in guests.ships] == ["Ajax", "Swift", "Sure"]
    assert guests.tl == 5
    assert scenario.sides[0].owners[0] == docket.scenario.sides[0].owners[0]
    assert [wing.number for wing in scenario.sides[1].owners[0].wings] == [3]


def test_a_reading_and_a_ruling(docket: Docket) -> None:
    scenario = varied(
        docket, "reading faster-attacker five-a-point", 'ruling modifier hit +1: Red because "a pilot"'
    ).scenario
    assert scenario.readings["faster-attacker"] == "five-a-point"
    (ruling,) = scenario.rulings
    assert (ruling.kind, ruling.value, ruling.reason) == ("hit", 1, "a pilot")


@pytest.mark.parametrize(
    ("change", "code", "mend"),
    [
        ("Plan B: withdrew escort at 25%", "unknown-order", "withdraw"),
        ("Plan B: shps 2 CA", "unknown-order", "ships"),
        ("Plan C: plan raid", "unknown-change", "Plan B:"),
        ("readings x y", "unknown-change", "reading"),
        ("Plan B: range all: nearest", "unknown-range", "close"),
    ],
)
def test_what_cannot_be_changed_names_the_nearest(docket: Docket, change: str, code: str, mend: str) -> None:
    faults = Faults()
    Variation(docket, SCENARIO, faults).change(change)
    assert [refusal.code for refusal in faults.found] == [code]
    assert mend in faults.found[0].mend


def test_whole_orders_are_replaced_by_those_of_a_file(docket: Docket) -> None:
    faults = Faults()
    variation = Variation(docket, SCENARIO, faults)
    variation.replace_orders(Paper("other.txt", "Hello.\nORDERS OF Blue\nplan raid\nEND OF ORDERS\n"))
    after = opened(variation.scenario_paper(), variation.orders())
    assert after.standings["blue"].lines == ("plan raid",)
    assert effect(after.standings["plan-b"]) == effect(docket.standings["plan-b"])


def test_forces_that_stay_need_not_be_read_again(docket: Docket) -> None:
    """The same docket, and the same faults, as from all papers."""
    book = read_book(demo_book().text, demo_book().name, Faults())
    assert book is not None
    other = (Paper("new.txt", "ORDERS OF Blue\nplan raid\nEND OF ORDERS\nORDERS OF Guests\nspeed 0\nEND OF ORDERS\n"),)
    assert reordered(docket, SCENARIO.name, other, book, Faults()) == opened(SCENARIO, other)
    for text in ("ORDERS OF Nobody\nplan raid\nEND OF ORDERS", "ORDERS OF Guests\nspeed 9\nEND OF ORDERS", "Hello."):
        whole, part = Faults(), Faults()
        bad = (Paper("bad.txt", text),)
        assert open_docket(SCENARIO, bad, demo_book(), FTA3.readings, whole) is None
        assert reordered(docket, SCENARIO.name, bad, book, part) is None
        assert part.found == whole.found
