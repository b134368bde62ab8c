"""The opening sheet of a game: everything finds its place in the world, and every fault is told at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from flagplot.core.refusal import Faults
from flagplot.fta3.year.office import Office

from .conftest import LANES, SHEET, read


def codes(sheet: str, lanes: str = LANES) -> list[str]:
    faults = Faults()
    assert read(sheet, lanes, faults) is None
    return [each.code for each in faults.found]


def test_everything_is_in_the_world(begin: Callable[..., Office]) -> None:
    world = begin().world
    assert world["clock"] == {"kind": "clock", "year": 2411, "quarter": 1, "rate": ""}
    assert world["polity/palm"] == {
        "kind": "polity",
        "name": "Palm",
        "money": 9000,
        "di": 300,
        "tokens": 6,
        "supply": 500,
        "tl": 5,
        "allies": ["league"],
        "doctrines": [],
    }
    assert world["palm/kent"]["damage"] == "medium"
    assert world["palm/york"]["damage"] == "fine"
    assert world["palm/marines"]["weight"] == 6
    assert world["palm/tl5"]["number"] == 12
    assert world["base/narrows"] == {"kind": "base", "base": "forward", "owner": "palm", "year": 2405}
    assert world["system/anchorage"]["owner"] == "rival"
    assert "system/island" not in world


def test_all_faults_are_told_at_once() -> None:
    wrong = SHEET.format(head="").replace('hull = "CL"', 'hull = "CLX"').replace('at = "Anchorage"', 'at = "Anchorag"')
    assert codes(wrong.replace('allies = "League"', 'allies = "Leage"')) == [
        "unknown-polity",
        "unknown-system",
        "unknown-hull",
    ]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('fighters = "12 TL5"', 'fighters = "a dozen"', "no-fighters"),
        ('ship = "York"', 'ship = "Kent"', "twice"),
        ('army = "Marines"', 'army = "York"', "twice"),
        ('ship = "York"', 'ship = "..."', "bad-name"),
        ('polity = "Rival"\nmoney', 'polity = "Moderator"\nmoney', "name-taken"),
        ('polity = "Rival"\nmoney', 'polity = "base"\nmoney', "name-taken"),
        ('map = "lanes.csv"', 'map = "lanes.csv"\nreadings = { territory-base = "any" }', "unknown-option"),
        ('map = "lanes.csv"', 'map = "lanes.csv"\nreadings = { R999 = "any" }', "unknown-reading"),
        ("year = 2411", "", "missing-value"),
        ("weight = 6", 'weight = "six"', "wrong-kind"),
    ],
)
def test_each_fault_has_its_code(old: str, new: str, code: str) -> None:
    found = codes(SHEET.format(head="").replace(old, new))
    assert code in found


def test_a_base_of_nobody_in_the_game_is_refused() -> None:
    assert codes(SHEET.format(head=""), LANES.replace("forward,Palm", "forward,Pal")) == ["unknown-polity"]


def test_the_order_of_rows_decides_nothing(begin: Callable[..., Office]) -> None:
    head, *rows = SHEET.format(head="").split("[[")
    turned = "[[".join([head, *(row.rstrip("\n") + "\n" for row in reversed(rows))])
    faults = Faults()
    found = read(turned, LANES, faults)
    assert faults.found == []
    assert found is not None
    assert found.world == begin().world
