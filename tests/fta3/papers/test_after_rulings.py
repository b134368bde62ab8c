"""Rulings for the aftermath: what each comes to as a fact, and every fault of one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from flagplot.core.refusal import Faults
from flagplot.fta3.book.ships import Hull, Size
from flagplot.fta3.papers.after_rulings import EXAMPLES, Bonus, Facts, facts_of, is_of_aftermath
from flagplot.fta3.papers.forces import Owner, Scenario, Ship, Side
from flagplot.fta3.papers.rulings import read_rulings

FF = Hull(code="FF", name="Frigate", size=Size.ESCORT, weight=8, hp=75, avoidance=14, protection=11)


def owner(name: str, *ships: str) -> Owner:
    made = tuple(Ship(id=f"{name.lower()}/{ship.lower()}", name=ship, hull=FF, hp=75, level=None) for ship in ships)
    return Owner(id=name.lower(), name=name, tl=5, ships=made, wings=())


SIDES = (
    Side(name="Red", owners=(owner("Alice", "Hood", "York"), owner("Bob", "Kent"))),
    Side(name="Blue", owners=(owner("Blue", "Orel", "Kent"),)),
)
BLANK = Scenario(
    name="X",
    battle_type="mobile",
    form="mass",
    sides=SIDES,
    readings={},
    rulings=(),
    round_limit=9,
    book="",
    invented=True,
)


def facts(*lines: str) -> Facts:
    faults = Faults()
    rulings = read_rulings("\n".join(f'{line} because "so it is"' for line in lines), "x", SIDES, faults)
    assert faults.found == []
    assert all(map(is_of_aftermath, rulings))
    return facts_of(replace(BLANK, rulings=rulings))


def codes(*lines: str) -> list[str]:
    faults = Faults()
    read_rulings("\n".join(f'{line} because "so it is"' for line in lines), "x", SIDES, faults)
    return [refusal.code for refusal in faults.found]


def test_nothing_is_known_until_it_is_said() -> None:
    empty = facts_of(BLANK)
    assert (empty.friendly, empty.holder, empty.weeks) == (None, "", None)
    assert not any((empty.troops, empty.shields, empty.home, empty.retaken, empty.flights, empty.casualties))


def test_ground_is_a_sides_or_nobodys() -> None:
    assert facts("home-ground Blue").friendly == {1}
    assert facts("home-ground red").friendly == {0}
    assert facts("home-ground nobody").friendly == frozenset()


def test_the_holder_is_an_owner() -> None:
    assert facts("holds-field bob").holder == "bob"
    assert codes("holds-field Carol") == ["unknown-owner"]
    assert codes("holds-field Red") == ["unknown-owner"]
    assert codes("holds-field") == ["no-subject"]


def test_what_hulks_teach_is_logged_by_owner() -> None:
    assert facts("finds-data bob", "finds-data Alice", "finds-data Bob").data == {
        "bob": ["so it is", "so it is"],
        "alice": ["so it is"],
    }


def test_weeks_are_a_whole_number() -> None:
    assert facts("transit-weeks 3").weeks == facts("transit-weeks 3 weeks").weeks == 3
    assert facts("transit-weeks 0").weeks == 0
    assert codes("transit-weeks -1") == codes("transit-weeks") == codes("transit-weeks 3 4") == ["no-weeks"]


def test_ships_by_name_owner_side_and_longer_name() -> None:
    assert facts("has-troops Hood, Bob").troops == {"alice/hood", "bob/kent"}
    assert facts('has-shield "Blue\'s Kent"').shields == {"blue/kent"}
    assert facts("prize-home Orel", "prize-retaken York").home == {"blue/orel"}
    assert facts("has-troops Red").troops == {"alice/hood", "alice/york", "bob/kent"}
    assert codes("has-troops Kent") == ["unclear-ship"]
    assert codes("has-troops Hut") == ["unknown-ship"]


def test_bonuses_are_of_one_ship_and_have_no_rounds() -> None:
    found = facts("modifier flight +2: Hood", "modifier flight -1: Hood", "modifier casualty +0: Orel")
    assert found.flights == {"alice/hood": [Bonus(2, "so it is"), Bonus(-1, "so it is")]}
    assert found.casualties == {"blue/orel": [Bonus(0, "so it is")]}
    assert codes("modifier flight +2: Hood, York") == ["no-ship"]
    assert codes("modifier casualty +2: Blue") == ["no-ship"]
    assert codes("modifier flight +2: Hood rounds 1-2") == ["no-round"]


@pytest.mark.parametrize(
    "lines",
    [
        ("home-ground Blue", "home-ground Red"),
        ("holds-field Alice", "holds-field Bob"),
        ("transit-weeks 1", "transit-weeks 1"),
        ("has-shield Hood", "has-shield Hood, York"),
        ("has-troops Hood", "has-troops Alice"),
        ("prize-home Orel", "prize-retaken Orel"),
    ],
)
def test_nothing_is_ruled_twice(lines: tuple[str, ...]) -> None:
    assert codes(*lines) == ["ruled-twice"]


def test_a_ship_may_have_troops_and_a_shield_and_be_a_prize() -> None:
    found = facts("has-troops Orel", "has-shield Orel", "prize-home Orel")
    assert found.troops == found.shields == found.home == {"blue/orel"}


@pytest.mark.parametrize("verb", EXAMPLES)
def test_a_reason_belongs_to_each(verb: str) -> None:
    faults = Faults()
    line, _, _ = EXAMPLES[verb].partition(" because ")
    read_rulings(line.replace("Alice", "Bob"), "x", SIDES, faults)
    assert "no-reason" in [refusal.code for refusal in faults.found]


def test_ground_that_is_an_owners_is_refused_with_the_sides() -> None:
    faults = Faults()
    read_rulings('home-ground Bob because "so"', "x", SIDES, faults)
    (refusal,) = faults.found
    assert (refusal.code, refusal.mend) == ("no-side", "Name Red or Blue, or nobody.")
    assert str(refusal.citation) == "fta3 land-fighters"
