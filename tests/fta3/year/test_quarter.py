"""Quarters: what each order comes to and why it is refused, what is done when its time is up, and the year's bill."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.desk.arenas.fleets import demo_book
from flagplot.fta3.book.book import read_book
from flagplot.fta3.year.office import Office
from flagplot.fta3.year.orders import ENTRIES, EXAMPLES, read_orders
from flagplot.fta3.year.quarter import Quarter, play_quarter

Begin = Callable[..., Office]
MODERATOR = ("moderator", "rate 2.5")


def post(owner: str, *lines: str) -> Paper:
    return Paper(f"{owner}.txt", "\n".join([f"ORDERS OF {owner}", *lines, "END OF ORDERS"]))


def attempt(office: Office, *blocks: Sequence[str]) -> tuple[Quarter, Faults]:
    """A quarter of blocks, each an owner and his lines, and all that is wrong with it."""
    faults = Faults()
    acts = read_orders([post(*block) for block in blocks], office, faults)
    return play_quarter(office, acts, [], faults), faults


def play(office: Office, *blocks: Sequence[str]) -> Office:
    quarter, faults = attempt(office, *blocks)
    faults.settle()
    return quarter.after


def refused(office: Office, *blocks: Sequence[str]) -> list[str]:
    return [each.code for each in attempt(office, *blocks)[1].found]


def goods(office: Office, polity: str) -> tuple[int, ...]:
    return tuple(int(office.polity(polity)[name]) for name in ("money", "di", "tokens", "supply"))


def test_supply_is_bought_at_the_rate_of_the_year(begin: Begin) -> None:
    after = play(begin(), MODERATOR, ("Palm", "buy 3 supply"))
    assert goods(after, "palm") == (9000 - 8, 300, 6, 503)  # 7.5 is rounded to 8
    assert refused(begin(), ("Palm", "buy 3 supply")) == ["no-rate"]
    assert refused(begin(), MODERATOR, ("Rival", "buy 41 supply")) == ["cannot-pay"]


def test_the_market_asks_anew_every_year(begin: Begin) -> None:
    office = play(begin(), MODERATOR)
    for _ in range(3):
        office = play(office)
    assert office.year == 2412
    assert refused(office, ("Palm", "buy 3 supply")) == ["no-rate"]


def test_a_repair_takes_its_quarters_and_holds_the_ship(begin: Begin) -> None:
    office = play(begin(), ("Palm", "repair Kent"))
    # two levels of 29 $ and 2 quarters each, of a heavy cruiser of 175 $ and 2 years
    assert goods(office, "palm")[0] == 9000 - 58
    for _ in range(3):
        assert refused(office, ("Palm", "move Kent to Narrows")) == ["in-the-yard"]
        assert office.world["palm/kent"]["damage"] == "medium"
        office = play(office)
    office = play(office, ("Palm", "move Kent to Narrows"))
    assert office.world["palm/kent"]["damage"] == "fine"
    assert office.world["palm/kent"]["at"] == "narrows"


@pytest.mark.parametrize(
    ("place", "order", "code"),
    [
        ("Narrows", "repair Kent", ["no-yard"]),  # a forward base mends light damage alone
        ("Reach", "repair Kent", ["no-yard"]),
        ("Lyra", "repair Kent", []),  # an ally's
        ("Anchorage", "repair Kent", ["no-yard"]),
        ("Haven", "repair York", ["nothing-to-repair"]),
        ("Haven", "repair Marines", ["unknown-unit"]),
        ("Haven", "repair Bayan", ["unknown-unit"]),
    ],
)
def test_where_a_ship_is_repaired(begin: Begin, place: str, order: str, code: list[str]) -> None:
    office = begin()
    if place != "Haven":
        office = play(office, ("Palm", f"move Kent to {place}"))
    assert refused(office, ("Palm", order)) == code


def test_a_ship_is_built_in_its_years(begin: Begin) -> None:
    office = play(begin(), ("Palm", "build FF Swift, Tern at Haven"))
    assert goods(office, "palm")[:2] == (9000 - 140, 300 - 30)
    for _ in range(3):
        assert refused(office, ("Palm", "move Swift to Narrows")) == ["in-the-yard"]
        office = play(office)
    assert refused(office, ("Palm", "move Swift to Narrows")) == []


@pytest.mark.parametrize(
    ("who", "order", "codes"),
    [
        ("Palm", "build CA York at Haven", ["name-taken"]),
        ("Palm", "build CA TL4 at Haven", ["name-taken"]),
        ("Palm", "build CA '...' at Haven", ["name-taken"]),
        ("Palm", "build CAX Hood at Haven", ["unknown-hull"]),
        ("Palm", "build CA Hood at Narrows", ["not-home"]),
        ("Palm", "build CA Hood at Nowhere", ["unknown-system"]),
        ("Palm", "build MER Hood at Haven", ["not-in-the-book"]),
        ("Rival", "build FF A, B at Anchorage", ["cannot-pay", "cannot-pay"]),
        ("Rival", "build CA Hood at Anchorage", ["cannot-pay", "cannot-pay"]),
    ],
)
def test_what_cannot_be_built(begin: Begin, who: str, order: str, codes: list[str]) -> None:
    assert refused(begin(), (who, order)) == codes


def test_an_army_is_raised_in_a_year(begin: Begin) -> None:
    office = play(begin(), ("Palm", "raise mobile infantry brigade 'Old Foot', Foot at Haven weight 3"))
    assert goods(office, "palm")[:2] == (9000 - 120, 300 - 20)
    for _ in range(3):
        assert refused(office, ("Palm", "move Foot to Narrows")) == ["in-the-yard"]
        office = play(office)
    quarter, faults = attempt(office, ("Palm", "move Old Foot to Narrows"))
    assert faults.found == []
    assert quarter.after.world["palm/old-foot"]["units"] == "mobile infantry brigade"
    assert quarter.after.world["palm/old-foot"]["weight"] == 3
    assert "Foot is raised." in [deed.text for deed in quarter.deeds]


@pytest.mark.parametrize(
    ("order", "codes"),
    [
        ("raise interface corps First at Haven weight 3", ["no-corps"]),
        ("raise cavalry brigade First at Haven weight 3", ["unknown-type"]),
        ("raise interface brigade First at Reach weight 3", ["not-home"]),
        ("raise interface brigade Marines at Haven weight 3", ["name-taken"]),
        ("raise interface brigade First at Haven", ["unclear-order"]),
        ("raise brigade First at Haven weight 3", ["unclear-order"]),
        ("raise interface First at Haven weight 3", ["unclear-order"]),
        ("raise gto defense battalion First at Haven weight 0", []),
    ],
)
def test_what_may_be_raised(begin: Begin, order: str, codes: list[str]) -> None:
    assert refused(begin(), ("Palm", order)) == codes


def test_a_doctrine_allows_a_corps(begin: Begin) -> None:
    office = begin()
    palm = {**office.polity("palm"), "doctrines": ["ground forces capstone"]}
    allowed = replace(office, world={**office.world, "polity/palm": palm})
    assert goods(play(allowed, ("Palm", "raise interface corps First at Haven weight 9")), "palm")[0] == 9000 - 140


def test_a_base_serves_from_the_next_year_on(begin: Begin) -> None:
    office = play(begin(), ("Palm", "base forward at Reach"))
    assert goods(office, "palm") == (7000, 300, 5, 500)
    assert refused(office, ("Palm", "serve Kent from Reach")) == ["no-base"]
    assert refused(office, ("Palm", "base supply at Reach")) == ["not-finished"]
    for _ in range(3):
        office = play(office)
    assert refused(office, ("Palm", "serve Kent from Reach")) == []


def test_a_forward_base_is_raised_once(begin: Begin) -> None:
    office = play(begin(), ("Palm", "base supply at Narrows"))
    assert goods(office, "palm") == (7000, 300, 5, 500)
    assert refused(office, ("Palm", "base supply at Narrows")) == ["not-finished"]
    assert refused(office, ("Palm", "serve Kent from Narrows")) == []  # it goes on serving
    assert refused(office, ("Palm", "claim Narrows")) == ["no-supply-base"]
    for _ in range(4):
        office = play(office)
    assert office.world["base/narrows"] == {"kind": "base", "base": "supply", "owner": "palm", "year": 2405}
    office = play(office, ("Palm", "claim Narrows"))
    assert office.map.systems["narrows"].owner == "palm"
    assert refused(office, ("Palm", "claim Narrows")) == ["claimed-already"]
    assert refused(office, ("Palm", "base forward at Narrows")) == ["nothing-to-build"]


def test_which_base_a_claim_takes_is_a_reading(begin: Begin) -> None:
    assert refused(begin(), ("Palm", "claim Narrows")) == ["no-supply-base"]
    assert refused(begin('readings = { territory-base = "either" }'), ("Palm", "claim Narrows")) == []


@pytest.mark.parametrize(
    ("who", "order", "codes"),
    [
        ("Rival", "base forward at Narrows", ["base-of-another"]),
        ("Rival", "base forward at Reach", ["cannot-pay", "cannot-pay"]),
        ("Palm", "move York to Island", ["no-way"]),
        ("Palm", "move York to Haven", ["there-already"]),
        ("Palm", "move Yorck to Reach", ["unknown-unit"]),
        ("Palm", "move York to Reech", ["unknown-system"]),
        ("Palm", "serve York from Lyra", ["no-base"]),
        ("Palm", "rate 3", ["not-yours"]),
        ("moderator", "buy 3 supply", ["not-yours"]),
        ("moderator", "rate cheap", ["bad-rate"]),
        ("moderator", "grant Plam: 5 money because trade", ["unknown-polity"]),
        ("moderator", "grant Rival: -101 money because trade", ["cannot-pay"]),
        ("moderator", "grant Rival: 5 gold because trade", ["unclear-order"]),
        ("moderator", "grant Rival: 5 money", ["unclear-order"]),
        ("moderator", "lose Rival: York because war", ["unknown-unit"]),
        ("moderator", "lose Nobody: York because war", ["unknown-polity"]),
        ("moderator", "cede Reach to Nobody because war", ["unknown-polity"]),
        ("moderator", "cede Reech to Palm because war", ["unknown-system"]),
        ("moderator", "fighters Palm: -13 TL5 because war", ["no-fighters"]),
        ("moderator", "fighters Palm: 3 TL7 because war", ["unclear-order"]),
        ("moderator", "fighters Palm: 3 because war", ["unclear-order"]),
        ("moderator", "fighters Nobody: 3 TL5 because war", ["unknown-polity"]),
        ("Palm", "base castle at Reach", ["unclear-order"]),
        ("Palm", "repair York to gold", ["unclear-order"]),
        ("Palm", "buy supply", ["unclear-order"]),
        ("Palm", "buy -3 supply", ["unclear-order"]),
        ("Palm", "claim", ["unclear-order"]),
        ("Plam", "claim Reach", ["unknown-polity"]),
    ],
)
def test_what_cannot_be_ordered(begin: Begin, who: str, order: str, codes: list[str]) -> None:
    _, faults = attempt(begin(), (who, order))
    found = [each.code for each in faults.found]
    assert found == codes
    assert all(each.mend for each in faults.found)


@pytest.mark.parametrize(("verb", "text"), [*EXAMPLES.items(), *ENTRIES.items()])
def test_every_example_of_an_order_is_understood(begin: Begin, verb: str, text: str) -> None:
    who, faults = MODERATOR[0] if verb in ENTRIES else "Palm", Faults()
    lines = text.split(", or: ")
    acts = read_orders([post(who, *lines)], begin(), faults)
    assert faults.found == []
    assert [act.verb for act in acts] == [verb] * len(lines)


def test_two_blocks_of_one_polity_are_refused(begin: Begin) -> None:
    assert refused(begin(), ("Palm", "move York to Reach"), ("PALM", "move York to Lyra")) == ["two-blocks"]


def test_what_the_moderator_enters(begin: Begin) -> None:
    office = play(
        begin(),
        (
            "moderator",
            "grant Palm: -50 di because 'a treaty'",
            "grant Rival: 40 tokens because 'a treaty'",
            "lose Palm: Marines because 'they were beaten'",
            "lose Rival: Bayan because 'she was scuttled'",
            "cede Narrows to Rival because 'a treaty'",
            "fighters Palm: -5 TL5 because 'a treaty'",
            "fighters Rival: 6 TL4 because 'a treaty'",
        ),
    )
    assert goods(office, "palm")[1] == 250
    assert goods(office, "rival")[2] == 40
    assert office.world["palm/tl5"]["number"] == 7
    assert office.world["rival/tl4"] == {"kind": "wing", "owner": "rival", "level": 4, "number": 6}
    assert "palm/marines" not in office.world
    assert "rival/bayan" not in office.world
    assert office.map.systems["narrows"].owner == "rival"
    assert office.world["base/narrows"]["owner"] == "rival"


def year(office: Office, *first: Sequence[str], second: Sequence[Sequence[str]] = ()) -> tuple[Office, list[str]]:
    """A whole year with orders in its first two quarters; what it is told to burn."""
    office = play(office, *first)
    office = play(office, *second)
    office = play(office)
    quarter, faults = attempt(office)
    faults.settle()
    return quarter.after, [deed.text for deed in quarter.deeds if deed.kind in ("bill", "by-hand", "burned")]


def test_the_farthest_point_of_the_year_is_paid(begin: Begin) -> None:
    # The example of the page, with a weight of 16: four jumps away 16 x 4, a forward base halves the way beyond it.
    office, told = year(begin(), ("Palm", "move York to Anchorage"), second=[("Palm", "move York to Haven")])
    assert goods(office, "palm")[3] == 500 - 16 * 4
    assert told[0].startswith("York burns 64 points")
    office, _ = year(begin(), ("Palm", "move York to Anchorage", "serve York from Narrows"))
    assert goods(office, "palm")[3] == 500 - 16 * 4 // 2
    office, _ = year(begin(), ("Palm", "move York to Narrows", "serve York from Narrows"))
    assert goods(office, "palm")[3] == 500
    office, _ = year(begin(), ("Palm", "move York to Crossing"))
    assert goods(office, "palm")[3] == 500


def test_traits_of_the_hull_change_what_supply_is_reckoned_on(begin: Begin) -> None:
    office = begin()
    long_legged = demo_book().text.replace("tl = 5\n", 'tl = 5\ntraits = "long-legs=6"\n', 1)
    book = read_book(long_legged, "book.toml", Faults())
    assert book is not None
    assert office.weight(office.world["palm/york"]) == 16
    assert replace(office, book=book).weight(office.world["palm/york"]) == 10


def test_a_system_taken_late_was_far_away_before(begin: Begin) -> None:
    office, _ = year(begin(), ("Palm", "move York to Reach"), second=[("moderator", "cede Reach to Palm because war")])
    assert goods(office, "palm")[3] == 500 - 16 * 3
    office, _ = year(begin(), ("moderator", "cede Reach to Palm because war"), ("Palm", "move York to Reach"))
    assert goods(office, "palm")[3] == 500


def test_the_next_year_begins_where_units_are(begin: Begin) -> None:
    office, _ = year(begin(), ("Palm", "move York to Reach"), second=[("Palm", "move York to Haven")])
    office, told = year(office)
    assert told == []


def test_a_shortfall_stops_for_the_moderator(begin: Begin) -> None:
    office, told = year(begin(), ("moderator", "grant Palm: -490 supply because war"), ("Palm", "move York to Reach"))
    assert goods(office, "palm")[3] == 0
    assert told[-1] == "Palm lacks 38 points of supply: what that does is the moderator's to enter."


def test_who_is_cut_off_is_the_moderators(begin: Begin) -> None:
    office = begin()
    world = {**office.world, "palm/york": {**office.world["palm/york"], "at": "island", "seen": ["island"]}}
    office, told = year(Office(world, office.chart, office.book, office.readings), ("Palm", "move Kent to Reach"))
    assert "York is in Island, which no lane joins to a supply point of Palm" in told[0]
    assert goods(office, "palm")[3] == 500 - 16 * 3
