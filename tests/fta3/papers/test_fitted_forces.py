"""Quirks and doctrines in a scenario: how they are listed, what they come to, and each way they can be wrong."""

import pytest

from flagplot.core.refusal import Faults
from flagplot.fta3.book.book import Book, read_book
from flagplot.fta3.papers.fleet import read_fleet
from flagplot.fta3.papers.forces import Owner, Scenario
from flagplot.fta3.papers.scenario import fittings_name, read_scenario
from flagplot.fta3.ruleset import FTA3


def hull(code: str, more: str = "") -> str:
    figures = "weight = 16\nhp = 161\navoidance = 12\nprotection = 13\nattacks = '11x6'\nweapon = 'direct'"
    return f"[[hull]]\ncode = '{code}'\nsize = 'cruiser'\n{figures}\n{more}\n"


def row(name: str, sort: str, effects: str, more: str = "") -> str:
    return f"[[fitting]]\nname = '{name}'\nsort = '{sort}'\neffects = '{effects}'\n{more}\n"


BOOK = (
    hull("CA", "traits = 'flak'")
    + hull("CV", "traits = 'magnum-catapult=2'\nhangars = 12")
    + hull("HK", "specialist = true")
    + row("lucky", "quirk", "fate +1", "excludes = ['stubborn']")
    + row("stubborn", "quirk", "to-hit -1")
    + row("light", "quirk", "weight x1/2")
    + row("bare", "quirk", "strike-die-against -2", "excludes = ['flak']")
    + row("mahanian-might", "doctrine", "weight -2", "only_for = ['CA']")
    + row("aces", "doctrine", "dogfight-bonus +1", "excludes = ['mahanian-might']")
)


@pytest.fixture(scope="module")
def book() -> Book:
    faults = Faults()
    found = read_book(BOOK, "book.toml", faults)
    faults.settle()
    assert found is not None
    return found


def drawn(book: Book, ships: str, doctrines: str = "", rulings: str = "") -> tuple[Scenario, list[str]]:
    faults = Faults()
    head = "battle = 'mobile'\n" + (f"rulings = '''{rulings}'''\n" if rulings else "")
    red = f"[[side]]\nname = 'Red'\nships = '''{ships}'''\n{doctrines}\n"
    blue = "[[side]]\nname = 'Blue'\nships = 'CA Bayan'\n"
    draft = read_scenario(head + red + blue, "s", book, FTA3.readings, faults)
    assert draft is not None
    return draft.scenario, [f"{refusal.code} at {refusal.where}" for refusal in faults.found]


def owner_of(book: Book, ships: str, doctrines: str = "") -> Owner:
    scenario, faults = drawn(book, ships, doctrines)
    assert faults == []
    return scenario.sides[0].owners[0]


def quirks_of(owner: Owner) -> dict[str, tuple[str, ...]]:
    return {ship.name: ship.quirks for ship in owner.ships}


# Quirks


def test_quirks_stand_behind_names_of_their_line(book: Book) -> None:
    owner = owner_of(book, "3 CA Kent, York; Kent with Lucky, light; York at light damage; CA 1 with stubborn")
    assert quirks_of(owner) == {"Kent": ("lucky", "light"), "York": (), "CA 1": ("stubborn",)}
    assert [ship.hp for ship in owner.ships] == [161, 121, 161]


def test_quirks_of_all_hold_for_those_that_are_not_named(book: Book) -> None:
    owner = owner_of(book, "3 CA Kent, York; all with light; Kent, York with lucky")
    assert quirks_of(owner) == {"Kent": ("lucky",), "York": ("lucky",), "CA 1": ("light",)}


def test_name_may_hold_the_words_that_clauses_are_made_of(book: Book) -> None:
    owner = owner_of(book, 'CA Gone with Wind, "Kent, first"; Gone with Wind at light damage; "Kent, first" with lucky')
    assert quirks_of(owner) == {"Gone with Wind": (), "Kent, first": ("lucky",)}
    assert owner.ships[0].hp == 121
    assert quirks_of(owner_of(book, "CA Gone with Wind; Gone with Wind with lucky")) == {"Gone with Wind": ("lucky",)}


@pytest.mark.parametrize(
    ("ships", "code"),
    [
        ("CA Kent; Kent with lucky, stubborn", "excluded"),
        ("CA Kent; Kent with lukcy", "unknown-quirk"),
        ("CA Kent; Kent with flak", "not-a-quirk"),
        ("CA Kent; Kent with mahanian-might", "not-a-quirk"),
        ("CA Kent; Kent with lucky, lucky", "double-quirk"),
        ("CA Kent; Kant with lucky", "unknown-ship"),
        ("CA Kent; Kent with lucky; Kent with light", "double-quirks"),
        ("CA Kent; Kent with bare", "excluded"),
        ("HK Kent; Kent with lucky", "no-quirks"),
        ("5 HK; all with lucky", "no-quirks"),
        ("CA Kent; Kent has lucky", "malformed-damage"),
    ],
)
def test_quirk_that_cannot_stand_there_is_refused_once(book: Book, ships: str, code: str) -> None:
    assert drawn(book, ships)[1] == [f"{code} at s, side 'Red', ships, line 1"]


# Doctrines


@pytest.mark.parametrize("doctrines", ["['mahanian-might']", "'Mahanian Might'", "'mahanian_might;'"])
def test_doctrine_of_an_owner_changes_his_ships_for_good(book: Book, doctrines: str) -> None:
    scenario, faults = drawn(book, "CA Kent; Kent with light\nCV Argus", f"doctrines = {doctrines}")
    assert faults == []
    owner = scenario.sides[0].owners[0]
    assert owner.doctrines == ("mahanian-might",)
    assert [ship.hull.weight for ship in owner.ships] == [7, 16]
    assert [ship.fitted.weight for ship in owner.ships] == [7, 16]
    assert scenario.sides[1].ships[0].fitted.weight == scenario.sides[1].ships[0].hull.weight == 16


@pytest.mark.parametrize(
    ("doctrines", "code"),
    [
        ("['aces', 'mahanian-might']", "excluded"),
        ("['flak']", "not-a-doctrine"),
        ("['lucky']", "not-a-doctrine"),
        ("['ace']", "unknown-doctrine"),
        ("['aces', 'Aces']", "double-doctrine"),
    ],
)
def test_doctrine_that_cannot_stand_there_is_refused(book: Book, doctrines: str, code: str) -> None:
    assert drawn(book, "CA Kent", f"doctrines = {doctrines}")[1] == [f"{code} at s, side 'Red', doctrines"]


def test_each_owner_of_a_coalition_has_his_own(book: Book) -> None:
    owners = "\n".join(
        f"[[side.owner]]\nname = '{name}'\nships = 'CA {ship}'\n{more}"
        for name, ship, more in (("Anna", "Kent", "doctrines = ['aces']"), ("Bob", "York", ""))
    )
    faults = Faults()
    text = f"battle = 'mobile'\n[[side]]\nname = 'Red'\n{owners}\n[[side]]\nname = 'Blue'\nships = 'CA Bayan'\n"
    draft = read_scenario(text, "s", book, FTA3.readings, faults)
    faults.settle()
    assert draft is not None
    assert [owner.doctrines for _, owner in draft.scenario.owners()] == [("aces",), (), ()]
    assert [owner.fighters.bonus for _, owner in draft.scenario.owners()] == [1, 0, 0]


def test_catapult_that_arrives_late_serves_nobody(book: Book) -> None:
    there, _ = drawn(book, "CA Kent\nCV Argus")
    late, faults = drawn(book, "CA Kent\nCV Argus", rulings='arrives 2: Argus because "fog"')
    assert faults == []
    assert [scenario.sides[0].owners[0].fighters.runs for scenario in (there, late)] == [2, 0]


# A player's own fleet, and the sheet that a scenario names


def test_fleet_of_a_player_has_quirks_and_doctrines_too(book: Book) -> None:
    faults = Faults()
    text = "name = 'Red'\nships = 'CA Kent; Kent with lucky'\ndoctrines = ['mahanian-might']"
    owner = read_fleet(text, "fleet.toml", book, faults)
    faults.settle()
    assert owner is not None
    assert (owner.doctrines, owner.ships[0].quirks, owner.ships[0].hull.weight) == (("mahanian-might",), ("lucky",), 14)


@pytest.mark.parametrize(
    ("text", "name"),
    [("fittings = 'mine.csv'", "mine.csv"), ("book = 'x'", ""), ("fittings = 5", ""), ("fittings = ", "")],
)
def test_scenario_names_its_sheet_of_fittings(text: str, name: str) -> None:
    assert fittings_name(text) == name
