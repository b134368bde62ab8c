"""Books that balance, whatever is ordered; what decides nothing; and every citation a rule of the page."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.core.world import apply
from flagplot.desk.arenas.fleets import demo_book
from flagplot.fta3.book.book import read_book
from flagplot.fta3.ruleset import FTA3
from flagplot.fta3.year.office import Office
from flagplot.fta3.year.orders import read_orders
from flagplot.fta3.year.quarter import Quarter, play_quarter

from .conftest import LANES, SHEET, read

SYSTEMS = ("Haven", "Crossing", "Narrows", "Reach", "Anchorage", "Lyra")
UNITS = ("Kent", "York", "Marines", "Swift", "Tern")
PRICES = {"forward": (2000, 1), "supply": (4000, 2), "raised": (2000, 1)}

system = st.sampled_from(SYSTEMS)
unit = st.sampled_from(UNITS)
own = st.one_of(
    st.builds("move {} to {}".format, unit, system),
    st.builds("serve {} from {}".format, unit, system),
    st.builds("base {} at {}".format, st.sampled_from(("forward", "supply")), system),
    st.builds("claim {}".format, system),
    st.builds("repair {} to {}".format, unit, st.sampled_from(("fine", "light", "medium"))),
    st.builds("build {} {} at {}".format, st.sampled_from(("FF", "CA")), st.sampled_from(("Swift", "Tern")), system),
    st.builds("buy {} supply".format, st.integers(1, 900)),
)
entered = st.one_of(
    st.builds("rate {}".format, st.sampled_from(("2.5", "3", "0.125"))),
    st.builds(
        "grant Palm: {} {} because x".format,
        st.integers(-400, 900),
        st.sampled_from(("money", "di", "tokens", "supply")),
    ),
    st.builds("lose Palm: {} because x".format, unit),
    st.builds("cede {} to {} because x".format, system, st.sampled_from(("Palm", "Rival"))),
)
quarters = st.lists(st.tuples(st.lists(entered, max_size=3), st.lists(own, max_size=6)), min_size=1, max_size=8)


def attempt(office: Office, blocks: dict[str, list[str]], chance: Random | None = None) -> tuple[Quarter, Faults]:
    papers = [
        Paper(f"{owner}.txt", "\n".join([f"ORDERS OF {owner}", *lines, "END OF ORDERS"]))
        for owner, lines in blocks.items()
    ]
    if chance:
        chance.shuffle(papers)
    faults = Faults()
    return play_quarter(office, read_orders(papers, office, faults), [], faults), faults


def begun() -> Office:
    faults = Faults()
    office = read(SHEET.format(head=""), LANES, faults)
    assert office is not None
    return office


def legal(office: Office, told: tuple[list[str], list[str]]) -> dict[str, list[str]]:
    """Of drawn orders those that are legal behind one another."""
    kept: dict[str, list[str]] = {"moderator": [], "Palm": []}
    for owner, lines in zip(kept, told, strict=True):
        for line in lines:
            tried = {**kept, owner: [*kept[owner], line]}
            if not attempt(office, tried)[1].found:
                kept = tried
    return kept


def spent(before: Office, after: Office, blocks: dict[str, list[str]]) -> dict[str, int]:
    """What a quarter's orders should leave in Palm's treasury before supply is burned, by plain arithmetic."""
    goods = {name: int(before.polity("palm")[name]) for name in ("money", "di", "tokens", "supply")}
    rate = Fraction(str(before.world["clock"]["rate"]) or "0")
    ships = {name.casefold(): str(before.world.get(f"palm/{name.casefold()}", {}).get("damage")) for name in UNITS}
    ships |= {
        id_.partition("/")[2]: fields["becomes"]
        for id_, fields in before.world.items()
        if "becomes" in fields and "due" in fields and fields["due"] <= before.now
    }
    hulls = {id_.partition("/")[2]: fields["hull"] for id_, fields in before.world.items() if "hull" in fields}
    for line in (*blocks["moderator"], *blocks["Palm"]):
        word = line.split()
        if word[0] == "rate":
            rate = Fraction(word[1])
        elif word[0] == "grant":
            goods[word[3]] += int(word[2])
        elif word[0] == "buy":
            goods["money"] -= int(int(word[1]) * rate + Fraction(1, 2))
            goods["supply"] += int(word[1])
        elif word[0] == "build":
            money, di = {"FF": (70, 15), "CA": (175, 40)}[word[1]]
            goods["money"] -= money
            goods["di"] -= di
        elif word[0] == "base":
            raised = f"base/{word[3].casefold()}" in before.world
            money, tokens = PRICES["raised" if raised else word[1]]
            goods["money"] -= money
            goods["tokens"] -= tokens
        elif word[0] == "repair":
            levels = ("fine", "light", "medium", "heavy")
            steps = levels.index(ships[word[1].casefold()]) - levels.index(word[3])
            goods["money"] -= steps * {"CA": 29, "FF": 12}[hulls[word[1].casefold()]]
    return goods


@settings(max_examples=25)
@given(quarters)
def test_the_books_balance_and_agree_with_plain_arithmetic(drawn: list[tuple[list[str], list[str]]]) -> None:
    office = begun()
    for told in drawn:
        blocks = legal(office, told)
        quarter, faults = attempt(office, blocks)
        assert faults.found == []
        expected = spent(office, quarter.after, blocks)
        burned = sum(int(deed.facts.get("points", 0)) for deed in quarter.deeds if deed.kind == "burned")
        lacking = sum(int(deed.facts.get("lacking", 0)) for deed in quarter.deeds)
        expected["supply"] -= burned - lacking
        assert {name: quarter.after.polity("palm")[name] for name in expected} == expected
        assert min(expected.values()) >= 0
        ships = {id_ for id_, fields in office.world.items() if fields["kind"] == "ship"}
        after = {id_ for id_, fields in quarter.after.world.items() if fields["kind"] == "ship"}
        assert sum(book.ships["closing"] for book in quarter.books) == len(after)
        assert sum(book.ships["built"] for book in quarter.books) == len(after - ships)
        assert all(book.holds for book in quarter.books)
        office = quarter.after


@settings(max_examples=25)
@given(quarters)
def test_the_deeds_alone_make_the_world(drawn: list[tuple[list[str], list[str]]]) -> None:
    office = begun()
    for told in drawn:
        quarter, _ = attempt(office, legal(office, told))
        world = office.world
        for deed in quarter.deeds:
            world = apply(world, deed.changes)
        assert world == quarter.after.world
        assert {rule.id for deed in quarter.deeds for rule in deed.citations} <= set(FTA3.rulebook.rules)
        assert all(change.before != change.after for deed in quarter.deeds for change in deed.changes)
        office = quarter.after


@settings(max_examples=25)
@given(quarters, st.randoms(use_true_random=False))
def test_the_order_of_papers_decides_nothing(drawn: list[tuple[list[str], list[str]]], chance: Random) -> None:
    office = begun()
    for told in drawn:
        blocks = {**legal(office, told), "Rival": ["move Bayan to Reach"], "League": []}
        if office.world["clock"]["quarter"] == 2:
            blocks["Rival"] = []
        plain, faults = attempt(office, blocks)
        turned, others = attempt(office, blocks, chance)
        assert sorted(map(str, faults.found)) == sorted(map(str, others.found))
        assert turned.after.world == plain.after.world
        office = turned.after if not faults.found else attempt(office, {"Palm": []})[0].after


def test_lines_about_other_things_may_stand_in_any_order(begin: Callable[..., Office]) -> None:
    lines = [
        "buy 100 supply",
        "move York to Reach",
        "repair Kent to light",
        "base forward at Reach",
        "build FF Swift at Haven",
    ]
    worlds = []
    for turn in range(len(lines)):
        quarter, faults = attempt(begin(), {"moderator": ["rate 2.5"], "Palm": lines[turn:] + lines[:turn]})
        assert faults.found == []
        worlds.append(quarter.after.world)
    assert all(world == worlds[0] for world in worlds)


def test_a_rule_that_makes_money_is_found_out(begin: Callable[..., Office], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flagplot.fta3.year.acts.bought", lambda points, rate: _Paid())
    monkeypatch.setattr("flagplot.fta3.year.ledger.Ledger.pay", lambda self, polity, **goods: ())
    with pytest.raises(AssertionError, match="do not balance"):
        attempt(begin(), {"moderator": ["rate 1"], "Palm": ["buy 5 supply"]})


class _Paid:
    paid = Fraction(5)


def test_prices_are_those_of_the_book() -> None:
    book = read_book(demo_book().text, "demo_book.toml", Faults())
    assert book is not None
    assert {code: (book.hulls[code].cost, book.hulls[code].di) for code in ("FF", "CA")} == {
        "FF": (70, 15),
        "CA": (175, 40),
    }
