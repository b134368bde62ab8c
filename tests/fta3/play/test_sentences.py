"""Sentences that change with what fittings make of dice."""

from __future__ import annotations

from importlib.resources import files

import pytest

from flagplot.fta3.casebook import BOOKS
from flagplot.fta3.play.sentences import at_least

BOOK = (files("flagplot.fta3") / "data" / BOOKS["cases"]).read_text(encoding="utf-8")


def told(fight, kind: str, ships: str, doctrines: str = "", enemy_fighters: str = "") -> str:
    """The first sentence of a kind in a battle of two fighters against a ship of the hulls of the cases."""
    scenario = f"""
battle = "mobile"
book = "cases"
rounds = 1
[[side]]
name = "Red"
ships = "1 UN"
fighters = "2 TL5"
doctrines = "{doctrines}"
[[side]]
name = "Blue"
ships = "{ships}"
fighters = "{enemy_fighters}"
"""
    return next(event.text for event in fight(scenario, book=BOOK).events if event.kind == kind)


def test_dogfighters_are_counted_by_heads_and_more_dice_than_heads_are_told(fight) -> None:
    plain = told(fight, "dogfight", "1 TK", enemy_fighters="2 TL5")
    assert plain.startswith("Red's TL5 fighters: 2 fighters in the dogfight against 2, 15 or more needed: ")
    twice = told(fight, "dogfight", "1 TK", doctrines="second-pass", enemy_fighters="2 TL5")
    assert twice.startswith("Red's TL5 fighters: 2 fighters in the dogfight against 2, 4 dice, 15 or more needed: ")


@pytest.mark.parametrize(("hull", "flak"), [("UN", False), ("FK", True), ("CH", False), ("CF", True)])
def test_only_flak_is_called_flak(fight, hull: str, flak: bool) -> None:
    assert ("through flak" in told(fight, "strike", f"1 {hull}")) is flak


@pytest.mark.parametrize(
    ("need", "words"),
    [(-1, "any face will do"), (1, "any face will do"), (2, "2 or more needed"), (20, "only a 20 will do")],
)
def test_needed_faces_are_told_as_far_as_a_die_has_them(need: int, words: str) -> None:
    assert at_least(need) == words
