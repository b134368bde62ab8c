"""Receipts: what a player's or a moderator's papers were read as, before any battle."""

from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from flagplot.cli.main import main
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults, Refused
from flagplot.desk.arenas.fleets import demo_book
from flagplot.desk.battle import Papers
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


# Orders against a player's own papers


def refused(orders: list[Paper], book: Paper | None = None, fleet: Paper | None = None) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as caught:
        check_orders(orders, book, fleet, Faults())
    return [(refusal.code, refusal.where) for refusal in caught.value.refusals]


def post(lines: str, owner: str = "Red", name: str = "post.txt") -> Paper:
    return Paper(name, f"Hello.\nORDERS OF {owner}\n{lines}\nEND OF ORDERS\n")


def test_a_receipt_echoes_the_orders_as_they_were_understood() -> None:
    (receipt,) = check_orders(
        [post("PLAN Press\ntarget ca : Cruiser,ANY\nwithdraw 25 %\ncommit 0%")], None, None, Faults()
    )
    assert receipt.as_dict()["orders"] == [
        "plan press",
        "target CA: cruiser, any",
        "withdraw all at 25%",
        "commit least",
    ]
    told = shown([receipt])
    assert "25% of HP" in told
    assert receipt.as_dict()["digest"] in told


@pytest.mark.parametrize(
    "lines",
    [
        "target CA: cruiser\nplan press",
        "> plan press\n> target CA: cruiser",
        "[i]Plan PRESS[/i]\ntarget ca : Cruiser  # mine",
        "plan press target CA:\ncruiser",
    ],
)
def test_the_digest_of_a_receipt_is_that_of_the_meaning(lines: str) -> None:
    def digest(text: str) -> str:
        (receipt,) = check_orders([post(text)], None, None, Faults())
        return str(receipt.as_dict()["digest"])

    assert digest(lines) == digest("plan press\ntarget CA: cruiser")
    assert digest(lines) != digest("plan press\ntarget CA: capital")


def test_a_player_may_check_the_orders_of_anybody_without_a_fleet() -> None:
    owners = [
        receipt.as_dict()["owner"] for receipt in check_orders([post("split Hood 2x6", "Eve")], None, None, Faults())
    ]
    assert owners == ["Eve"]


@pytest.mark.parametrize(
    ("orders", "found"),
    [
        ([post("speed 9")], [("too-fast", "post.txt, line 3")]),
        ([post("plan press\nspeed 9")], [("too-fast", "post.txt, line 4")]),
        ([post("split Kent 2x6, Hood 1x6")], [("not-your-ship", "post.txt, line 3")]),
        ([post("split Hood 2x6\nspeed 9", "Eve")], [("other-owner", "post.txt, line 2")]),
        ([post("plan press"), post("plan raid", "RED", "b.txt")], [("double-orders", "b.txt, line 2")]),
        ([post("target ZZ: any")], [("unknown-target", "post.txt, line 3")]),
        ([Paper("post.txt", "nothing")], [("no-orders", "post.txt")]),
    ],
)
def test_orders_are_held_against_the_players_book_and_fleet(orders: list[Paper], found: list[tuple[str, str]]) -> None:
    assert refused(orders, BOOK, FLEET) == found


def test_an_owner_is_known_however_his_post_spells_him() -> None:
    fleet = Paper("red.toml", 'name = "Zoë’s Own"\nships = "1 CA Kent"\n')
    check_orders([post("split Kent 2x6", "ZOE\u0308'S  OWN")], BOOK, fleet, Faults())


def test_a_faulty_book_makes_no_hull_of_the_orders_unknown() -> None:
    book = Paper("home.csv", BOOK.text.replace("cruiser,16", "crusier,16"))
    assert refused([post("target CA: ZZ\nlaunch x")], book, FLEET) == [
        ("unknown-choice", "home.csv, row 3, column size"),
        ("no-number", "post.txt, line 4"),
    ]


def test_faults_of_fleet_and_orders_are_told_together() -> None:
    fleet = Paper("red.toml", 'name = "Red"\nships = ["-1 CA", "1 CA Kent"]\ncolour = 1\n')
    assert refused([post("split Kent 1x6, Hood 1x6\nplan x")], BOOK, fleet) == [
        ("bad-count", "red.toml, ships, line 1"),
        ("unknown-field", "red.toml"),
        ("not-your-ship", "post.txt, line 3"),
        ("unknown-plan", "post.txt, line 4"),
    ]


def test_a_scenario_is_no_fleet() -> None:
    scenario = Paper("s.toml", 'battle = "mobile"\n[[side]]\nname = "Red"\nships = "1 CA"\n')
    assert refused([], BOOK, scenario) == [("not-a-fleet", "s.toml")]


def test_the_receipts_of_a_battle_are_of_every_owner_those_without_orders_included() -> None:
    side = '[[side]]\nname = "{}"\nships = "1 CA"\n'
    scenario = Paper("s.toml", 'battle = "mobile"\n' + side.format("Red") + side.format("Blue"))
    red, blue = check_battle(Papers(scenario, None, (post("plan raid"),)), Faults())
    assert (red.as_dict()["plan"], red.as_dict()["sent"]) == ("raid", True)
    assert (blue.as_dict()["plan"], blue.as_dict()["sent"]) == ("defend", False)
    assert "None were sent" in shown([blue])
    with pytest.raises(Refused):
        check_battle(Papers(scenario, None, (post("plan raids"),)), Faults())


WORDS = st.sampled_from(
    ["plan", "press", "split", "Kent", "10x6", "target", "CA", ":", ",", "speed", "2", "²", '"', "#", "\n", "🚀"]
)
TEXTS = st.lists(WORDS, max_size=15).map(" ".join)


@given(TEXTS, st.sampled_from(["Red", "red", "Eve", ""]), TEXTS, TEXTS)
def test_whatever_is_sent_is_receipted_or_refused(orders: str, owner: str, ships: str, rows: str) -> None:
    fleet = Paper("f.toml", f"name = 'Red'\nships = '''\n1 CA Kent\n{ships}\n'''\n")
    book = Paper("b.csv", BOOK.text + rows)
    for own_book, own_fleet in ((None, None), (BOOK, FLEET), (book, fleet)):
        faults = Faults()
        with suppress(Refused):
            assert shown(check_orders([post(orders, owner)], own_book, own_fleet, faults))
        assert all(refusal.where and refusal.message for refusal in faults.found)
