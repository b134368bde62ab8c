"""The look-up of repairs: every level its own line, refused where it has no yard."""

from __future__ import annotations

import pytest

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults, Refused
from flagplot.desk.repair import Repair, as_dict, look_up, report
from flagplot.formats.writers import write

BOOK = Paper("book.csv", "code,size,weight,cost,years\nCA,cruiser,16,175,2\nME,other,10,,\n")


def repair(level: str, to: str = "fine", place: str | None = None, code: str = "CA") -> Repair:
    return look_up(code, level, to, place, BOOK, Faults())


def refused(level: str, to: str = "fine", place: str | None = None, code: str = "CA") -> list[tuple[str, str]]:
    with pytest.raises(Refused) as found:
        repair(level, to, place, code)
    return [(refusal.code, refusal.mend) for refusal in found.value.refusals]


def test_the_cruiser_of_the_page() -> None:
    found = repair("medium", "light")
    assert (found.money, found.quarters) == (29, 2)


def test_each_level_is_rounded_for_itself() -> None:
    assert (repair("heavy").money, repair("heavy").quarters) == (87, 6)


def test_nothing_to_mend() -> None:
    found = repair("light", "medium")
    assert (found.levels, found.money, found.quarters) == ((), 0, 0)
    assert "nothing to mend" in write(report(found), "text")


@pytest.mark.parametrize(
    ("level", "place", "allowed"),
    [
        ("light", "forward-base", True),
        ("medium", "forward-base", False),
        ("medium", "supply-point", True),
        ("medium", "ally", True),
        ("heavy", "supply-point", False),
        ("heavy", "ally", False),
        ("heavy", "home", True),
    ],
)
def test_places(level: str, place: str, allowed: bool) -> None:
    if allowed:
        assert repair(level, place=place).place == place
    else:
        assert [code for code, _ in refused(level, place=place)] == ["no-yard"]


def test_the_nearest_place_is_named() -> None:
    assert refused("heavy", place="ally") == [("no-yard", "Bring the ship to own territory first.")]


def test_unknown_hulls_and_hulls_without_price() -> None:
    assert refused("light", code="CB") == [("unknown-hull", "Known: CA, ME.")]
    assert [code for code, _ in refused("light", code="me")] == ["no-price", "no-price"]


def test_faults_of_the_book_come_first() -> None:
    with pytest.raises(Refused) as found:
        look_up("CA", "light", "fine", None, Paper("b.csv", "code,size\nCA,huge\n"), Faults())
    assert found.value.refusals[0].where.startswith("b.csv")


def test_plain_values() -> None:
    found = as_dict(repair("medium", place="home"))
    assert (found["money"], found["quarters"], found["place"], found["invented"]) == (58, 4, "home", False)
    assert [(each["from"], each["to"]) for each in found["levels"]] == [("medium", "light"), ("light", "fine")]
    assert found["levels"][0]["places"] == ["supply-point", "ally", "home"]


def test_the_demonstration_says_that_it_is_invented() -> None:
    found = look_up("ca", "light", "fine", None, None, Faults())
    assert found.invented
    assert "invented" in write(report(found), "text")
