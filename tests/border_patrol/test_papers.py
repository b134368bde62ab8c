"""The orders of a movement phase: what is refused, by which code, and that nothing of it happens."""

import pytest

from flagplot.border_patrol.campaign.casting import Casting
from flagplot.border_patrol.campaign.papers import read_orders
from flagplot.border_patrol.campaign.phase import play, prepare
from flagplot.border_patrol.campaign.pieces import Pieces
from flagplot.border_patrol.campaign.settings import settings_of
from flagplot.border_patrol.campaign.sheet import read_sheet
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults, Refusal, Refused

SHEET = """
system = "bp"
name = "Border"
turn = 5
phase = 2
phases = 4
[schedule]
2 = [2, 4]
1 = [4]
[map]
columns = 10
rows = 10
offset = "even"
[[unit]]
id = "saratoga"
team = "alliance"
hex = "0304"
bays = 4
stores = "1/4"
in-supply = false
chief = { rating = 4, crews = 4, box = "bay-1" }
[[unit]]
id = "mule"
team = "alliance"
hex = "0304"
role = "other"
cargo = "1"
[[unit]]
id = "kearsarge"
team = "alliance"
hex = "0707"
tows = 1
[[unit]]
id = "outpost"
kind = "base"
team = "alliance"
hex = "0909"
[[unit]]
id = "drakkar"
team = "coalition"
hex = "0701"
[[craft]]
id = "wasp"
count = 3
team = "alliance"
kind = "fighter"
host = "saratoga"
[[craft]]
id = "lone"
team = "alliance"
kind = "fighter"
hex = "0601"
[[craft]]
id = "ace"
team = "alliance"
kind = "pf"
hex = "0704"
[[craft]]
id = "lame"
team = "alliance"
kind = "pf"
crippled = true
hex = "0704"
[[craft]]
id = "vulture"
team = "coalition"
kind = "pf"
hex = "0704"
"""


def refusals(*papers: str, key: int | None = 1) -> tuple[Refusal, ...]:
    """What is refused of some texts, each ``owner: orders``."""
    faults = Faults()
    beginning = read_sheet(SHEET, "border.toml", faults)
    faults.settle()
    assert beginning is not None
    known, world = settings_of(beginning.head), beginning.world
    texts = []
    for paper in papers:
        owner, _, lines = paper.partition(": ")
        texts.append(Paper(f"{owner}.txt", f"ORDERS OF {owner}\n{lines}\nEND OF ORDERS\n"))
    try:
        orders = read_orders(texts, Pieces(world, known.options), known, faults)
        faults.settle()
        play(prepare(world, orders, known, Casting(2, key, orders.dice), faults))
    except Refused as refused:
        return refused.refusals
    return ()


@pytest.mark.parametrize(
    ("paper", "code", "rule"),
    [
        ("alliance: run lone to kearsarge", "no-allowance", "V12.21"),
        ("alliance: run lame to kearsarge", "not-scheduled", "V12.12"),
        ("alliance: run ace to outpost", "not-nearest", "V12.12"),
        ("alliance: run ace to mule", "not-nearest", "V12.12"),
        ("alliance: run ace via 0703", "not-nearer", "V12.12"),
        ("alliance: run ace via 0705, 0706", "too-far", "V12.12"),
        ("alliance: run ace via 9999", "unknown-hex", "V12.12"),
        ("alliance: run ace", "wrong-form", "V12.12"),
        ("alliance: run ace to kearsarge outpost", "wrong-form", "V12.12"),
        ("alliance: run vulture to kearsarge", "unknown-craft", "V12.12"),
        ("alliance: run ace to drakkar", "unknown-unit", "V12.12"),
        ("alliance: run wasp-1 to kearsarge", "no-allowance", "V12.21"),
        ("alliance: emergency ace", "emergency-movement", "V12.13"),
        ("alliance: reaction ace", "reactionary-movement", "V12.13"),
        ("alliance: emergency lone", "no-allowance", "V12.21"),
        ("alliance: emergency ace\nreaction ace", "two-moves", "V12.13"),
        ("alliance: cloak ace", "independent-cloak", "V12.04"),
        ("alliance: cloak lone", "independent-cloak", "V12.04"),
        ("alliance: hold ace\nhold ace", "double-order", "V12.12"),
        ("alliance: hold ace\nrun ace to kearsarge", "run-and-hold", ""),
        ("alliance: save lone by saratoga, fly", "wrong-form", "V12.02"),
        ("alliance: save lone by hood", "unknown-unit", "V12.02"),
        ("alliance: serve saratoga: wasp-1, wasp-2, wasp-3", "stock-below-zero", "V12.32"),
        ("alliance: serve saratoga: wasp-1, wasp-1", "double-choice", ""),
        ("alliance: serve saratoga: lone", "unknown-craft", ""),
        ("alliance: draw saratoga from kearsarge", "not-a-source", "V12.34"),
        ("alliance: designate mule for saratoga", "not-fleet-support", "V12.34"),
        ("alliance: die ace 4", "not-your-verb", ""),
        ("master: die ace 7", "no-face", "V12.14"),
        ("master: die ace four", "wrong-form", "V12.14"),
        ("master: die lame 4", "die-not-needed", ""),
        ("master: run ace to kearsarge", "not-your-verb", ""),
        ("master: move saratoga to 1199", "unknown-hex", ""),
        ("master: destroyed saratoga saving lone", "not-aboard", ""),
        ("master: destroyed ace saving lone", "not-aboard", ""),
        ("master: captured ace by kearsarge", "own-captor", ""),
        ("master: captured ace by drakkar\ndestroyed ace", "two-fates", ""),
        ("master: fate saratoga dead", "no-hit", ""),
        ("alliance: halves saratoga: 1, 1", "over-three-halves", "V12.44"),
        ("alliance: halves saratoga: 1, 9", "unknown-crew", ""),
        ("alliance: halves kearsarge: 1", "no-chief", "V12.44"),
        ("master: supply saratoga maybe", "wrong-form", "V12.31"),
        ("pirates: hold ace", "unknown-owner", ""),
        ("alliance: runn ace to kearsarge", "misspelt-verb", ""),
    ],
)
def test_an_order_that_cannot_be_is_refused_with_its_rule(paper: str, code: str, rule: str) -> None:
    found = refusals(paper)
    assert [each.code for each in found] == [code]
    assert (found[0].citation.id if found[0].citation else "") == rule
    assert found[0].mend
    assert found[0].where


def test_a_run_too_far_has_a_gap_and_the_nearest_legal() -> None:
    (found,) = refusals("alliance: run ace via 0705, 0706")
    assert (found.gap, found.mend) == ("1 hex too far", "Stop in 0705.")
    (found,) = refusals("alliance: run ace via 0703")
    assert found.mend == "From 0704 it may enter 0705."
    (found,) = refusals("alliance: run ace to outpost")
    assert found.gap == "3 hexes farther"
    assert found.mend == "Nearest: kearsarge in 0707."


def test_what_belongs_to_another_team_is_as_unknown_as_what_is_not_there() -> None:
    (other,) = refusals("alliance: hold vulture")
    (nothing,) = refusals("alliance: hold vulturx")
    assert other.message.replace("vulture", "X") == nothing.message.replace("vulturx", "X")
    assert other.mend == nothing.mend


def test_all_faults_of_all_texts_come_at_once() -> None:
    found = refusals("alliance: run ace via 0703\nemergency ace\nhold vulture", "coalition: cloak vulture")
    assert {each.code for each in found} == {"unknown-craft"}
    found = refusals("alliance: run ace via 0703\nemergency lame", "coalition: cloak vulture")
    assert [each.code for each in found] == ["emergency-movement", "independent-cloak", "not-nearer"]


def test_two_texts_of_one_team_are_refused() -> None:
    assert [each.code for each in refusals("alliance: hold ace", "alliance: hold lame")] == ["two-blocks"]


def test_dice_of_the_table_must_be_there_and_be_needed() -> None:
    found = refusals("alliance: run ace to kearsarge", "coalition: hold vulture", key=None)
    assert [(each.code, each.where) for each in found] == [("missing-die", "ace")]
    assert refusals("alliance: run ace to kearsarge", "coalition: hold vulture", "master: die ace 1", key=None) == ()
    found = refusals("alliance: hold ace", "coalition: hold vulture", "master: die ace 1", key=None)
    assert [each.code for each in found] == ["die-not-needed"]
