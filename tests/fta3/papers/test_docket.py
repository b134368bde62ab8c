"""Papers held against one another: who has sent what, every fault of all at once, one digest for one meaning."""

import html
import time
import unicodedata
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.dice import MAX_DICE, keyed
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults, Refusal
from flagplot.core.sources import Keyed
from flagplot.fta3.papers.docket import Docket, open_docket
from flagplot.fta3.papers.muster import MOST_SHIPS_A_SIDE
from flagplot.fta3.papers.verbs import RESERVED, VERBS
from flagplot.fta3.play.fighting import fight_out
from flagplot.fta3.play.setup import deploy, enrol
from flagplot.fta3.ruleset import FTA3

BOOK = """\
code,size,weight,hp,speed,attacks,weapon,avoidance,protection,standoff
BB,capital,33,330,1,20x7,spinal,11,15,
CA,cruiser,16,161,2,11x6,direct,12,13,
FF,escort,8,75,3,6x5,direct,14,11,
MS,escort,8,75,3,,,14,11,10000x1
M1,escort,8,75,3,,,14,11,1x1
ME,other,10,,,,,,,
"""
SCENARIO = """
name = "Belt"
battle = "mobile"
[[side]]
name = "Red"
ships = "1 CA Kent"
[[side]]
name = "Blue"
[[side.owner]]
name = "Zoë’s Own"
ships = "1 CA Hood"
[[side.owner]]
name = "Bob"
ships = "2 FF"
fighters = "3 TL5"
"""
ZOE = "Zoë’s Own"


def open_(
    orders: Mapping[str, str] | list[Paper] | None = None, scenario: str = SCENARIO, book: str = BOOK
) -> tuple[Docket | None, list[Refusal]]:
    faults = Faults()
    papers = orders if isinstance(orders, list) else [post(name, text) for name, text in (orders or {}).items()]
    docket = open_docket(Paper("s.toml", scenario), papers, Paper("b.csv", book), FTA3.readings, faults)
    assert (docket is None) == bool(faults.found)
    return docket, faults.found


def post(owner: str, orders: str, name: str = "") -> Paper:
    return Paper(name or f"{owner}.txt", f"\nORDERS OF {owner}\n{orders}\nEND OF ORDERS\n")


def docket_of(orders: Mapping[str, str] | list[Paper] | None = None, scenario: str = SCENARIO) -> Docket:
    docket, found = open_(orders, scenario)
    assert found == []
    assert docket is not None
    return docket


def faults_of(
    orders: Mapping[str, str] | list[Paper] | None = None, scenario: str = SCENARIO, book: str = BOOK
) -> list[tuple[str, str]]:
    return [(refusal.code, refusal.where) for refusal in open_(orders, scenario, book)[1]]


# Who has sent orders


def test_each_owner_fights_by_his_own_orders_and_by_defend_without_any() -> None:
    docket = docket_of({"Red": "plan press", "Bob": "launch 2"})
    assert {id_: (each.plan, each.sent, each.launch) for id_, each in docket.standings.items()} == {
        "red": ("press", True, None),
        "bob": ("defend", True, 2),
        "zoë-s-own": ("defend", False, None),
    }


@pytest.mark.parametrize(
    "name",
    [
        "Zoë's Own",
        "zoë’s OWN",
        '"Zoë’s Own"',
        "Zoë's  Own:",
        "[b]Zoë’s Own[/b]",
        "Zo&euml;&#8217;s Own",
        unicodedata.normalize("NFD", ZOE),
    ],
)
def test_an_owner_is_known_however_his_post_spells_him(name: str) -> None:
    assert docket_of({name: "plan raid"}).standings["zoë-s-own"].plan == "raid"


@pytest.mark.parametrize("name", ["Smith, Jones", "Smith,Jones", "HMS: Jones", 'Ann "the Axe" Lee', "END"])
def test_an_owner_needs_no_quotes_for_marks_in_his_name(name: str) -> None:
    scenario = SCENARIO.replace('name = "Bob"', f"name = '{name}'")
    assert docket_of({name: "launch 2"}, scenario).standings != docket_of({}, scenario).standings


def test_all_orders_may_be_in_one_file_or_in_many() -> None:
    one = [Paper("thread.txt", post("Red", "plan raid").text + "\nblah\n" + post("Bob", "launch 1").text)]
    many = [post("Bob", "launch 1"), post("Red", "plan raid")]
    assert docket_of(one).orders_digest == docket_of(many).orders_digest


def test_remarks_are_kept_by_owner_with_their_file() -> None:
    quoted = Paper("thread.txt", "> ORDERS OF Red\n> plan raid\n> END OF ORDERS\n" + post("Red", "plan press").text)
    docket = docket_of([quoted, post("Bob", "launch 1")])
    assert docket.standings["red"].plan == "press"
    assert [remark.split(", ")[0] for remark in docket.remarks["red"]] == ["thread.txt"]
    assert docket.remarks["bob"] == ()


@pytest.mark.parametrize(
    ("orders", "found"),
    [
        ([post("Mallory", "plan press")], [("unknown-owner", "Mallory.txt, line 2")]),
        ([post("Blue", "plan press")], [("unknown-owner", "Blue.txt, line 2")]),
        ([post("Red", "plan press", "a"), post("RED", "plan press", "b")], [("double-orders", "b, line 2")]),
        ([Paper("a", post("Red", "").text * 2)], [("two-blocks", "a, line 6")]),
        ([Paper("a", "no orders here")], [("no-orders", "a")]),
        ([Paper("a", "ORDERS OF Red\nplan press")], [("no-end", "a, line 1")]),
        ([post("Bob", "split Hood 1x6")], [("not-your-ship", "Bob.txt, line 3")]),
        (
            [post("Mallory", "plan x", "a"), post("Bob", "plan y", "b")],
            [("unknown-owner", "a, line 2"), ("unknown-plan", "a, line 3"), ("unknown-plan", "b, line 3")],
        ),
    ],
)
def test_orders_of_nobody_of_two_minds_or_of_no_shape_are_refused(
    orders: list[Paper], found: list[tuple[str, str]]
) -> None:
    assert faults_of(orders) == found


def test_the_owners_there_are_or_the_nearest_of_them_are_named() -> None:
    _, (refusal,) = open_({"Blue": "plan press"})
    assert refusal.mend == "Known: Red, Zoë's Own, Bob."
    _, (refusal,) = open_({"Bbo": "plan press"})
    assert refusal.mend == "Did you mean 'Bob'?"


# Speeds


def with_type(battle_type: str) -> str:
    return SCENARIO.replace('"mobile"', f'"{battle_type}"')


@pytest.mark.parametrize(
    ("battle_type", "orders", "found"),
    [
        ("mobile", {"Red": "speed 0"}, []),
        ("mobile", {"Red": "speed 2"}, []),
        ("mobile", {"Red": "plan press\nspeed 3"}, [("too-fast", "Red.txt, line 4")]),
        ("mobile", {"Red": "speed 999999999"}, [("too-fast", "Red.txt, line 3")]),
        ("mobile", {ZOE: "speed 2", "Bob": "speed 2"}, []),
        ("mobile", {ZOE: "speed 2"}, []),
        ("mobile", {"Bob": "speed 3"}, []),
        ("mobile", {"Bob": "speed 4"}, [("too-fast", "Bob.txt, line 3")]),
        ("mobile", {ZOE: "speed 2", "Bob": "speed 1"}, [("two-speeds", f"{ZOE}.txt, line 3")]),
        (
            "mobile",
            {ZOE: "speed 1", "Bob": "speed 4"},
            [("too-fast", "Bob.txt, line 3"), ("two-speeds", f"{ZOE}.txt, line 3")],
        ),
        ("fixed", {"Red": "speed 2"}, []),
        ("fixed", {"Red": "speed 1"}, [("not-slowest", "Red.txt, line 3")]),
        ("fixed", {"Red": "speed 3"}, [("not-slowest", "Red.txt, line 3")]),
    ],
)
def test_speeds_are_held_against_what_ships_make_and_against_one_another(
    battle_type: str, orders: dict[str, str], found: list[tuple[str, str]]
) -> None:
    assert faults_of(orders, with_type(battle_type)) == found


@pytest.mark.parametrize(
    ("battle_type", "orders", "mend", "mended"),
    [
        ("mobile", {"Red": "speed 3"}, "Declare 2 or less", {"Red": "speed 2"}),
        ("fixed", {"Red": "speed 3"}, "write: speed 2.", {"Red": "speed 2"}),
        ("fixed", {"Red": "speed 3"}, "Leave the order out", {"Red": ""}),
        ("mobile", {ZOE: "speed 2", "Bob": "speed 1"}, "such as 1.", {ZOE: "speed 1", "Bob": "speed 1"}),
        ("mobile", {ZOE: "speed 9", "Bob": "speed 4"}, "such as 2.", {ZOE: "speed 2", "Bob": "speed 2"}),
    ],
)
def test_mends_of_speeds_are_legal(battle_type: str, orders: dict[str, str], mend: str, mended: dict[str, str]) -> None:
    _, found = open_(orders, with_type(battle_type))
    assert any(mend in refusal.mend for refusal in found)
    assert {str(refusal.citation) for refusal in found} == {"fta3 declare-speed"}
    assert faults_of(mended, with_type(battle_type)) == []


def test_a_merchant_does_not_hold_her_side_back_and_a_ship_that_comes_later_does_not_hurry_it() -> None:
    """Who falls behind a declared speed is a fleet of its own; somebody who is there must make it."""
    slow = SCENARIO.replace('"1 CA Kent"', '"1 CA Kent\\n1 ME"')
    assert faults_of({"Red": "speed 2"}, slow) == []
    fast = SCENARIO.replace('"1 CA Kent"', '"1 CA Kent\\n1 FF Fleet"')
    late = fast.replace("battle =", "rulings = 'arrives 2: Fleet because x'\nbattle =")
    assert faults_of({"Red": "speed 3"}, fast) == []
    assert faults_of({"Red": "speed 3"}, late) == [("too-fast", "Red.txt, line 3")]


# Faults of all papers


def test_every_fault_of_scenario_and_orders_is_told_at_once() -> None:
    scenario = SCENARIO.replace('"mobile"', '"land"').replace("2 FF", "-2 FF").replace("1 CA Kent", "1 CA Kent, York")
    orders = {"Red": "plan pres\ntarget CC: any", "Bob": "commit 300%\nspeed 9", "Eve": "launch x"}
    assert faults_of(orders, scenario) == [
        ("unknown-battle-type", "s.toml"),
        ("too-many-names", "s.toml, side 'Red', ships, line 1"),
        ("bad-count", "s.toml, side 'Blue', owner 'Bob', ships, line 1"),
        ("unknown-plan", "Red.txt, line 3"),
        ("unknown-target", "Red.txt, line 4"),
        ("no-percentage", "Bob.txt, line 3"),
        ("unknown-owner", "Eve.txt, line 2"),
        ("no-number", "Eve.txt, line 3"),
    ]


def test_a_faulty_book_hides_no_other_fault_of_the_orders_and_causes_none() -> None:
    book = BOOK.replace("cruiser,16", "crusier,16")
    assert faults_of({"Red": "plan pres\ntarget CA: ZZ"}, book=book) == [
        ("unknown-choice", "b.csv, row 3, column size"),
        ("unknown-plan", "Red.txt, line 3"),
    ]


def test_a_scenario_that_cannot_be_read_hides_no_fault_of_the_orders() -> None:
    assert faults_of({"Red": "plan pres"}, "[[side]") == [("not-toml", "s.toml"), ("unknown-plan", "Red.txt, line 3")]
    assert faults_of({"Red": "plan pres"}, "# empty")[-1] == ("unknown-plan", "Red.txt, line 3")


def test_a_fault_in_one_sides_forces_does_not_hide_the_other_sides_speed() -> None:
    scenario = SCENARIO.replace("1 CA Kent", "1 CA Kent\\n1 XX Hood")
    assert faults_of({"Red": "speed 9", "Bob": "speed 9"}, scenario) == [
        ("unknown-hull", "s.toml, side 'Red', ships, line 2"),
        ("too-fast", "Bob.txt, line 3"),
    ]


def test_an_unknown_hull_does_not_make_her_name_unknown_to_rulings_and_orders() -> None:
    scenario = SCENARIO.replace("1 CA Kent", "1 CA Kent\\n1 XX York").replace(
        "battle =", "rulings = 'arrives 2: York because x'\nbattle ="
    )
    assert faults_of({"Red": "split York 1x6"}, scenario) == [("unknown-hull", "s.toml, side 'Red', ships, line 2")]


@pytest.mark.parametrize("word", sorted(RESERVED - {"other"}))
def test_a_hull_that_is_a_word_of_orders_is_refused_with_its_row(word: str) -> None:
    book = BOOK + f"{word.upper()},escort,8,75,3,,,14,11,\n"
    assert faults_of(book=book) == [("bad-code", "b.csv, row 8, column code")]


# What dice cannot be numbered for


def missiles(*lines: str) -> str:
    return SCENARIO.replace('"1 CA Kent"', '"1 CA Kent\\n' + "\\n".join(lines) + '"')


def test_more_stand_off_attacks_than_one_address_has_dice_are_refused_by_the_rule() -> None:
    assert MAX_DICE == 65_536
    _, (refusal,) = open_(scenario=missiles("7 MS"))
    assert (refusal.code, refusal.where, refusal.gap) == ("too-many-attacks", "s.toml", "4464 too many")
    assert str(refusal.citation) == "fta3 stand-off"
    assert str(MAX_DICE) in refusal.mend


def test_as_many_stand_off_attacks_as_one_address_has_dice_are_legal() -> None:
    book = BOOK.replace("10000x1", "9362x1")
    docket, found = open_(scenario=missiles("7 MS", "2 M1"), book=book)
    assert found == []
    assert docket is not None
    assert faults_of(scenario=missiles("7 MS", "3 M1"), book=book) == [("too-many-attacks", "s.toml")]


def test_missiles_that_come_later_do_not_count() -> None:
    late = missiles("6 MS", "1 MS Late").replace("battle =", "rulings = 'arrives 2: Late because x'\nbattle =")
    assert faults_of(scenario=late) == []


def test_a_split_of_all_that_one_address_can_roll_is_checked_in_time() -> None:
    began = time.monotonic()
    assert {code for code, _ in faults_of({"Bob": 'split "FF 1" 1x1'}, missiles("6 MS"))} == {"split-total"}
    assert time.monotonic() - began < 30


# Large battles


def test_two_thousand_ships_a_side_are_read_and_laid_out() -> None:
    began = time.monotonic()
    lines = "\\n".join(["1000 FF"] * 2)
    scenario = SCENARIO.replace("1 CA Kent", lines)
    docket = docket_of({"Red": "plan press\ntarget FF: CA, any"}, scenario)
    roster = enrol(docket.scenario)
    assert len(roster.ships[0]) == MOST_SHIPS_A_SIDE
    deploy(docket.scenario, roster, docket.standings, keyed(1), 10)
    assert time.monotonic() - began < 10


def test_a_thousand_fighters_a_side_fight_a_battle_to_its_end() -> None:
    scenario = SCENARIO.replace('"1 CA Kent"', '"9 CA"\nfighters = "600 TL6, 400 TL4"').replace("3 TL5", "1000 TL5")
    docket = docket_of({"Red": "commit least"}, scenario.replace("1 CA Hood", "9 CA"))
    fought = fight_out(docket.scenario, docket.standings, Keyed(7))
    wings = fought.battle.wings
    assert (wings.flying + wings.aboard + wings.lost + wings.surrendered).sum() == 2000


# Digests

ORDERS = {"Red": ["plan press", "target CA: FF, any", "withdraw force at 50%"], "Bob": ["launch 2", "commit 10%"]}


def digest_of(orders: Mapping[str, list[str]], **battle: str) -> str:
    return docket_of({name: "\n".join(lines) for name, lines in orders.items()}, **battle).orders_digest


@given(st.data())
def test_orders_requoted_rewrapped_reordered_and_respelt_have_one_digest(data: st.DataObject) -> None:
    papers = []
    for name in data.draw(st.permutations(list(ORDERS))):
        lines = [
            data.draw(st.sampled_from([line, line.upper(), f"  {line}  # so there", f"- [i]{line}[/i]"]))
            for line in data.draw(st.permutations(ORDERS[name]))
        ]
        block = [f"ORDERS OF {data.draw(st.sampled_from([name, name.upper()]))}", *lines, "END OF ORDERS"]
        depth = data.draw(st.integers(0, 2))
        text = "\n".join("> " * depth + line for line in ["Hello,", *block, "-- ", "yours"])
        papers.append(Paper(f"{name}.txt", html.escape(text) if data.draw(st.booleans()) else text))
    assert docket_of(papers).orders_digest == digest_of(ORDERS)


def test_orders_broken_for_want_of_room_have_the_same_digest() -> None:
    text = "ORDERS OF Red\nplan press target CA: FF,\nany withdraw force at 50%\nEND OF ORDERS\n"
    bob = post("Bob", "launch 2\ncommit 10%")
    assert docket_of([Paper("red", text), bob]).orders_digest == digest_of(ORDERS)


@pytest.mark.parametrize("name", ORDERS)
@pytest.mark.parametrize("word", ["plan raid", "launch 3", "commit 11%", "target CA: any, FF", "withdraw force at 51%"])
def test_a_changed_word_changes_the_digest(name: str, word: str) -> None:
    verb = word.split()[0]
    changed = {**ORDERS, name: [line for line in ORDERS[name] if not line.startswith(verb)] + [word]}
    assert digest_of(changed) != digest_of(ORDERS)


def test_whose_orders_they_are_and_which_battle_it_is_change_the_digest() -> None:
    digests = {
        digest_of({"Red": ["plan press"]}),
        digest_of({"Bob": ["plan press"]}),
        digest_of({"Red": ["plan press"]}, scenario=SCENARIO.replace("Belt", "Ring")),
        digest_of({}),
        digest_of({"Red": []}),
    }
    assert len(digests) == 5


def test_the_digest_does_not_depend_on_forces_or_files() -> None:
    turned = (
        "\n".join(SCENARIO.split("[[side]]")[:1])
        + "[[side]]"
        + SCENARIO.split("[[side]]")[2]
        + "[[side]]"
        + SCENARIO.split("[[side]]")[1]
    )
    assert digest_of(ORDERS, scenario=turned) == digest_of(ORDERS)
    assert digest_of(ORDERS, scenario=SCENARIO.replace("2 FF", "3 FF")) == digest_of(ORDERS)


# Whatever is sent

BLOCKS = ("ORDERS OF Red\n", "\nEND OF ORDERS\n", "ORDERS OF Bob", "\n", "#", '"', ",", ":", ";")
JUNK = ("CA", "Kent", "FF 1", "10x1", "25%", "²", "9" * 400, "🚀", "\u202e")
TOKENS = st.sampled_from([*VERBS, *sorted(RESERVED), *BLOCKS, *JUNK])


@given(st.lists(st.lists(TOKENS, max_size=25).map(" ".join), max_size=3), st.sampled_from(["mobile", "fixed"]))
def test_whatever_is_sent_is_fought_or_refused(texts: list[str], battle_type: str) -> None:
    papers = [Paper(f"{number}.txt", f"ORDERS OF Red\n{text}\nEND OF ORDERS") for number, text in enumerate(texts)]
    docket, found = open_(papers, with_type(battle_type))
    if docket is not None:
        roster = enrol(docket.scenario)
        deploy(docket.scenario, roster, docket.standings, keyed(1), 10)
    assert all(refusal.where and len(str(refusal)) < 2000 for refusal in found)
