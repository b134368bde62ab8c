"""Receipts: what a player's or a moderator's papers were read as, before any battle."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from flagplot.cli.main import main
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults, Refused
from flagplot.desk.battle import Papers, demo_book
from flagplot.desk.check import Receipt, check_battle, check_orders, receipt_report
from flagplot.formats.writers import write

BOOK = Paper(
    "home.csv",
    """\
# name: Home Fleet
code,size,weight,hp,speed,attacks,weapon,avoidance,protection,stand-off,hangars,traits
CA,cruiser,16,161,2,11x6,direct,12,13,,,
CG,cruiser,14,130,2,10x5,seeking,13,12,10x6,,flak
MER,other,10,,,,,,,,,
""",
)
FLEET = Paper(
    "red.toml", 'name = "Red"\ntl = 4\nships = ["1 CA Kent; Kent at light damage", "2 MER"]\nfighters = "6 TL5"\n'
)
ORDERS = Paper("post.txt", "ORDERS OF Red\nplan press\nEND OF ORDERS\n")


def shown(receipts: list[Receipt]) -> str:
    return write(receipt_report(receipts), "text")


def test_a_book_is_checked_by_itself() -> None:
    (receipt,) = check_orders([], BOOK, None, Faults())
    assert receipt.as_dict() == {
        "kind": "book",
        "name": "Home Fleet",
        "invented": False,
        "hulls": ["CA", "CG", "MER"],
        "fittings": [],
    }
    told = shown([receipt])
    assert "11x6 direct" in told
    assert "stand-off 10x6, flak" in told


def test_a_fleet_is_shown_with_the_hit_points_of_its_tech_level_and_damage() -> None:
    (_, receipt) = check_orders([], BOOK, FLEET, Faults())
    # 161 at TL4 is 113.8, three quarters of which are 85.5: both are rounded.
    assert "86 of 114" in shown([receipt])
    assert receipt.as_dict()["ships"][1] == {
        "id": "red/mer-1",
        "name": "MER 1",
        "hull": "MER",
        "hp": None,
        "weight": 10,
        "quirks": [],
    }
    assert receipt.as_dict()["fighters"] == {"TL5": 6}


def test_a_fleet_may_have_the_demonstration_book_and_orders_come_last() -> None:
    fleet = Paper("red.toml", 'name = "Red"\nships = "CA Kent"\n')
    kinds = [receipt.as_dict()["kind"] for receipt in check_orders([ORDERS], None, fleet, Faults())]
    assert kinds == ["fleet", "orders"]


def test_faults_of_book_and_orders_are_told_together() -> None:
    book = Paper("home.csv", BOOK.text.replace("cruiser,16", "crusier,16"))
    orders = Paper("post.txt", "ORDERS OF Red\nplan pres\nEND OF ORDERS\n")
    with pytest.raises(Refused) as caught:
        check_orders([orders], book, None, Faults())
    assert {"unknown-plan"} < {refusal.code for refusal in caught.value.refusals}
    assert {refusal.where.split(",")[0] for refusal in caught.value.refusals} == {"home.csv", "post.txt"}


def test_a_moderator_sees_the_remarks_on_how_orders_were_read() -> None:
    scenario = Paper("s.toml", 'battle = "mobile"\n[[side]]\nname = "Red"\nships = "CA Kent"\n')
    scenario = Paper("s.toml", scenario.text + '[[side]]\nname = "Blue"\nships = "CA Bayan"\n')
    quoted = Paper("post.txt", "> ORDERS OF Red\n> plan raid\n> END OF ORDERS\n" + ORDERS.text)
    red, blue = check_battle(Papers(scenario, demo_book(), (quoted,)), Faults())
    assert red.as_dict()["plan"] == "press"
    assert "give way" in red.as_dict()["remarks"][0]
    assert blue.as_dict()["remarks"] == []


def test_there_must_be_something_to_check() -> None:
    result = CliRunner().invoke(main, ["check"])
    assert result.exit_code == 2
    assert "--book" in result.output


def test_the_demonstration_writes_all_its_files_or_none(tmp_path: Path) -> None:
    (tmp_path / "blue.txt").write_text("mine")
    refused = CliRunner().invoke(main, ["demo", "--files", str(tmp_path)])
    assert refused.exit_code == 1
    assert [path.name for path in tmp_path.iterdir()] == ["blue.txt"]
    assert CliRunner().invoke(main, ["demo", "--files", str(tmp_path / "new")]).exit_code == 0
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == [
        "blue.txt",
        "demo.secret",
        "red.txt",
        "scenario.toml",
    ]


def test_a_report_that_cannot_be_written_is_named_as_the_user_named_it(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["demo", "--out", str(tmp_path / "none" / "report.txt")])
    assert result.exit_code == 2
    assert f"{tmp_path / 'none' / 'report.txt'}: No such file" in result.output
