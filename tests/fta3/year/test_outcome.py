"""What a battle does to the game where its aftermath has captures, flights, prizes, and supply that is not there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.desk.battle import Papers, adjudicate
from flagplot.fta3.aftermath.fates import Open, Yielded
from flagplot.fta3.play.encounter import Encounter
from flagplot.fta3.year.held import GONE, Reported
from flagplot.fta3.year.office import Office
from flagplot.fta3.year.quarter import Quarter, play_quarter

from .conftest import LANES, SHEET, read

SCENARIO = """\
name = "Skirmish"
battle = "mobile"
rounds = 2
[[side]]
name = "Palm"
ships = "2 CA Kent, York; Kent at medium damage"
[[side]]
name = "Rival"
tl = 4
ships = "1 CL Bayan"
"""
ORDERS = "ORDERS OF Palm\nplan press\nEND OF ORDERS\n"
SETTLED = "ORDERS OF Palm\nlet-go others\nEND OF ORDERS\n"


@cache
def skirmish() -> Encounter:
    papers = Papers(Paper("s.toml", SCENARIO), None, (Paper("p.txt", ORDERS),), aftermath=(Paper("a.txt", SETTLED),))
    return adjudicate(papers, bytes(32)).day


def entered(
    office: Office, fates: Mapping[str, Mapping[str, Any]], faults: Faults | None = None, **more: Any
) -> Quarter:
    """The quarter of a skirmish after which ships have these fates; ``more`` are other parts of the aftermath."""
    encounter = skirmish()
    aftermath = replace(encounter.aftermath, **{"open": (), "yields": (), **more, "state": dict(fates)})
    found = faults or Faults()
    quarter = play_quarter(office, [], [Reported("r.txt", "0" * 64, replace(encounter, aftermath=aftermath))], found)
    if faults is None:
        found.settle()
    return quarter


def texts(quarter: Quarter) -> list[str]:
    return [deed.text for deed in quarter.deeds]


@pytest.fixture
def office(begin: Callable[..., Office]) -> Office:
    """The small game, Kent and York at Reach."""
    found = begin()
    moved = {id_: {**found.world[id_], "at": "reach", "seen": ["reach"]} for id_ in ("palm/kent", "palm/york")}
    return Office({**found.world, **moved}, found.chart, found.book, found.readings)


def test_a_captured_ship_serves_her_captor(office: Office) -> None:
    after = entered(office, {"palm/york": {"fate": "serves", "holder": "rival", "level": "heavy"}})
    world = after.after.world
    assert "palm/york" not in world
    assert world["rival/york"] == {
        "kind": "ship",
        "name": "York",
        "owner": "rival",
        "hull": "CA",
        "damage": "heavy",
        "at": "reach",
        "seen": ["reach"],
        "far": {"reach": 1},
    }
    books = {book.polity: book.ships for book in after.books}
    assert (books["Palm"]["taken"], books["Rival"]["captured"]) == (1, 1)


def test_a_captured_namesake_gets_a_name_of_her_own(office: Office) -> None:
    world = {**office.world, "rival/york": {**office.world["rival/bayan"], "name": "York"}}
    namesakes = Office(world, office.chart, office.book, office.readings)
    after = entered(namesakes, {"palm/york": {"fate": "serves", "holder": "rival"}}).after
    assert after.world["rival/york-2"]["name"] == "York 2"
    assert after.find("rival", "York 2") is not None


def test_who_gets_away_is_at_the_nearest_supply_point(office: Office) -> None:
    fates = {"palm/york": {"fate": "escaped", "level": "light", "supply": 16}}
    after = entered(office, fates)
    assert after.after.world["palm/york"]["at"] == "haven"
    assert after.after.world["palm/york"]["damage"] == "light"
    assert after.after.world["palm/york"]["far"] == {"reach": 3, "haven": 0}
    assert int(after.after.polity("palm")["supply"]) == 500 - 16 - 16 - 16


def test_supply_that_is_not_there_stops_for_the_moderator(office: Office) -> None:
    after = entered(office, {})
    assert "Rival lacks 12 points of supply: what that does is the moderator's to enter." in texts(after)
    assert int(after.after.polity("rival")["supply"]) == 0


def test_salvage_comes_at_once_or_a_quarter_later(office: Office) -> None:
    fates = {"rival/bayan": {"fate": "salvaged", "holder": "palm"}}
    at_once = Yielded("palm", "rival/bayan", "salvage", 20, 0, "at once")
    later = Yielded("palm", "rival/bayan", "work", 0, 6, "after a quarter")
    nothing = Yielded("palm", "rival/bayan", "nothing", 0, 0, "at once")
    after = entered(office, fates, yields=(at_once, later, nothing))
    assert "rival/bayan" not in after.after.world
    assert [int(after.after.polity("palm")[name]) for name in ("money", "di")] == [9020, 300]
    next_quarter = play_quarter(after.after, [], [], Faults())
    assert int(next_quarter.after.polity("palm")["di"]) == 306
    assert not [id_ for id_ in next_quarter.after.world if id_.startswith("salvage/")]


def test_whoever_is_away_is_the_moderators(office: Office) -> None:
    after = entered(office, {"palm/york": {"duty": "away", "weeks": 3}})
    assert "York went after a ship and is away for 3 weeks: the moderator holds her to it." in texts(after)


@pytest.mark.parametrize(
    ("rule", "choices", "codes"),
    [
        ("flight/write-off", ("strip", "sell"), ["unsettled"]),
        ("prizes", ("prize-home York", "prize-retaken York"), ["unsettled"]),
        ("overkill/technical-data", ("finds-data OWNER",), []),
        ("mass-combat/near-dead", ("modifier", "no roll"), []),
        ("salvage-tech-level", (), []),
    ],
)
def test_what_is_still_open_holds_up_or_is_told(
    office: Office, rule: str, choices: tuple[str, ...], codes: list[str]
) -> None:
    faults = Faults()
    quarter = entered(office, {}, faults, open=(Open("Something", rule, "the moderator", choices),))
    assert [each.code for each in faults.found] == codes
    assert ("Still open after Skirmish: Something." in texts(quarter)) == (not codes)


FATES = st.sampled_from([*GONE, "escaped", "serves", ""])


@settings(max_examples=30)
@given(st.fixed_dictionaries({"palm/kent": FATES, "palm/york": FATES, "rival/bayan": FATES}))
def test_every_ship_is_somewhere_whatever_became_of_it(fates: dict[str, str]) -> None:
    captors = {"palm": "rival", "rival": "palm"}
    state = {
        id_: {"fate": fate, **({"holder": captors[id_.partition("/")[0]]} if fate == "serves" else {})}
        for id_, fate in fates.items()
        if fate
    }
    found = read(SHEET.format(head=""), LANES, Faults())
    assert found is not None
    quarter = entered(found, state)
    told = {
        word: sum(book.ships[word] for book in quarter.books)
        for word in ("opening", "destroyed", "taken", "captured", "closing")
    }
    assert told["opening"] == 3
    assert told["destroyed"] == sum(fate in GONE for fate in fates.values())
    assert told["captured"] == told["taken"] == sum(fate == "serves" for fate in fates.values())
    assert told["closing"] == 3 - told["destroyed"]


def test_a_weight_is_burned_by_who_fought(office: Office) -> None:
    burned = {deed.text: deed.facts["points"] for deed in entered(office, {}).deeds if deed.kind == "burned"}
    assert sum(burned.values()) == 16 + 16 + 12
