"""The report tree: its order, its citations and its form as JSON."""

import json

import pytest

from flagplot.core.citation import Citation
from flagplot.core.report import (
    Block,
    Column,
    Entry,
    Fields,
    Listing,
    Report,
    Roll,
    Section,
    Table,
    Text,
    as_dict,
    citations,
    walk,
)

HIT = Citation("fta3", "to-hit")
PAIR = Citation("fta3", "pair-off")
ROLL = Roll(3, "to hit", "Hood", 20, (3, 12, 20), 12, HIT, "0.3.1.0")
REPORT = Report(
    "Battle",
    (
        Text("Summary", (PAIR,)),
        Section(
            "Round 1", (Entry(7, "Hood fires", (HIT,), ("two hits",)), Listing((Text("one"), Text("two", (PAIR,)))))
        ),
        Section("Dice", (ROLL, Section("Below", (Block("x"),)))),
        Table("HP", (Column("Ship"), Column("HP", "right")), (("Hood", "12"),), (HIT,)),
        Fields((("Key", "0"),)),
    ),
    ("UNCOMMITTED DICE",),
)


def test_walk_goes_in_reading_order() -> None:
    kinds = " ".join(type(node).__name__ for node in walk(REPORT))
    assert kinds == "Report Text Section Entry Listing Text Text Section Roll Section Block Table Fields"


def test_citations_are_those_of_every_node() -> None:
    assert list(citations(REPORT)) == [PAIR, HIT, PAIR, HIT, HIT]


@pytest.mark.parametrize(
    ("need", "successes"),
    [(12, (False, True, True)), (13, (False, False, True)), (21, (False,) * 3), (1, (True,) * 3), (None, (False,) * 3)],
)
def test_a_face_succeeds_that_reaches_the_need(need: int | None, successes: tuple[bool, ...]) -> None:
    assert Roll(1, "to hit", "Hood", 20, (3, 12, 20), need, HIT, "").successes == successes


def test_a_row_is_as_long_as_there_are_columns() -> None:
    with pytest.raises(ValueError, match="row 2 has 1 cells for 2 columns"):
        Table("HP", (Column("Ship"), Column("HP")), (("Hood", "12"), ("Swift",)))
    with pytest.raises(ValueError, match="no columns"):
        Table("HP", (), ())


def test_the_tree_is_plain_json() -> None:
    tree = as_dict(REPORT)
    assert json.loads(json.dumps(tree)) == tree
    assert (tree["kind"], tree["title"], tree["banner"]) == ("report", "Battle", ["UNCOMMITTED DICE"])
    summary, first, dice, table, fields = tree["children"]
    assert summary == {"kind": "text", "text": "Summary", "citations": ["fta3 pair-off"]}
    assert first["children"][0] == {
        "kind": "entry",
        "number": 7,
        "text": "Hood fires",
        "citations": ["fta3 to-hit"],
        "detail": ["two hits"],
    }
    assert dice["children"][0] == {
        "kind": "roll",
        "round": 3,
        "purpose": "to hit",
        "who": "Hood",
        "sides": 20,
        "faces": [3, 12, 20],
        "need": 12,
        "citation": "fta3 to-hit",
        "address": "0.3.1.0",
    }
    assert table["columns"] == [
        {"kind": "column", "name": "Ship", "align": "left"},
        {"kind": "column", "name": "HP", "align": "right"},
    ]
    assert table["rows"] == [["Hood", "12"]]
    assert fields["pairs"] == [["Key", "0"]]
