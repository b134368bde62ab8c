"""Fighter books and purchase papers: read whole, refused whole, and the same whatever the order of their lines."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.border_patrol.purchases.check import Receipt, check_paper
from flagplot.border_patrol.purchases.entering import happenings, hosts_after
from flagplot.border_patrol.purchases.fighter_book import FighterBook, read_book, read_price
from flagplot.border_patrol.purchases.paper import read_paper
from flagplot.border_patrol.purchases.prices import points
from flagplot.core.refusal import Faults

BOOK = """\
model,empire,cbpv,first_year,last_year,other_years,own_equipment,heavy,equipment
Dart,Federation,7,160,,,,,drones 2; chaff 1/2
Lance,"Federation, Klingon",8,168,,Klingon 165-170,,,drones 2
Wasp,Hydran,6,160,,,,,chaff 1/2
Claw,Klingon,8,160,,,,yes,chaff 1.5
"""

HEAD = """\
team = "orion"
turn = 12
year = 171
alliance = ["Federation", "Hydran"]
coalition = ["Klingon"]
"""
HOST = """
[[host]]
id = "Raider"
links = 12
aboard = { Dart = 7, Claw = 2 }
built = 3
"""


def book(text: str = BOOK, name: str = "book.csv") -> FighterBook:
    faults = Faults()
    found = read_book(text, name, faults)
    faults.settle()
    return found


def codes(text: str, name: str = "book.csv") -> set[str]:
    faults = Faults()
    read_book(text, name, faults)
    return {fault.code for fault in faults.found}


def check(text: str) -> tuple[Receipt | None, Faults]:
    faults = Faults()
    paper = read_paper(text, "paper.toml", faults)
    return (None if paper is None or faults.found else check_paper(paper, book(), faults)), faults


def receipt(text: str) -> Receipt:
    found, faults = check(text)
    assert not faults.found, [str(fault) for fault in faults.found]
    assert found is not None
    return found


def buy(model: str, number: int, source: str, equipment: str = '"all"', more: str = "", host: str = "Raider") -> str:
    order = f'\n[[purchase]]\nhost = "{host}"\nmodel = "{model}"\nnumber = {number}\nsource = "{source}"\n'
    return order + (f"equipment = {equipment}\n" if equipment else "") + more


def test_a_book_holds_what_its_rows_say() -> None:
    models = book().models
    lance = models["lance"]
    assert [tuple(user) for user in lance.users] == [("Federation", 168, None), ("Klingon", 165, 170)]
    assert models["dart"].equipment == {"drones": 2, "chaff": Fraction(1, 2)}
    assert models["claw"].equipment == {"chaff": Fraction(3, 2)}
    assert (models["claw"].heavy, models["dart"].heavy, models["dart"].own_equipment) == (True, False, False)


def test_a_book_may_be_toml_and_says_if_it_is_invented() -> None:
    text = 'name = "Ours"\ninvented = true\n[[fighter]]\nmodel = "Dart"\nempire = "Gorn"\ncbpv = 7\nfirst_year = 160\n'
    found = book(text + 'equipment = { chaff = "1/2", drones = 2 }\n', "book.toml")
    assert (found.name, found.invented) == ("Ours", True)
    assert found.models["dart"].equipment == {"drones": 2, "chaff": Fraction(1, 2)}
    assert book("# invented\n" + BOOK).invented
    assert not book().invented


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("Dart,Federation,-1,160,,,,,", "too-low"),
        ("Dart,Federation,7.5,160,,,,,", "fraction"),
        ("Dart,,7,160,,,,,", "missing-value"),
        ("Dart,Federation,7,170,169,,,,", "years-reversed"),
        ("Dart,Federation,7,170,,Klingon 171,,,", "unknown-empire"),
        ("Dart,Federation,7,170,,Federation soon,,,", "not-years"),
        ("Dart,Federation,7,170,,Federation 171-170,,,", "years-reversed"),
        ("Dart,Federation,7,160,,,,,chaf 1", "unknown-equipment"),
        ("Dart,Federation,7,160,,,,,chaff one", "not-a-price"),
        ("Dart,Federation,7,160,,,,,chaff 1/0", "not-a-price"),
        ("Dart,Federation,7,160,,,,,chaff 1; chaff 2", "double-price"),
        ("Dart,Federation,7,160,,,perhaps,,", "wrong-kind"),
    ],
)
def test_a_cell_that_cannot_be_is_refused(row: str, code: str) -> None:
    assert codes(BOOK.splitlines()[0] + "\n" + row + "\n") == {code}


def test_two_models_of_one_name_are_refused() -> None:
    assert codes(BOOK + "dart,Federation,7,160,,,,,\n") == {"duplicate-key"}


@given(st.text(alphabet="0123456789./ -+e\n", max_size=20))
def test_no_text_of_a_price_is_read_as_something_else(text: str) -> None:
    price = read_price(text)
    assert price is None or (price >= 0 and price == Fraction(text.strip()))


@given(st.lists(st.text(alphabet='abc,;/1"\n -=[]', max_size=30), max_size=6))
def test_any_sheet_is_read_or_refused(lines: list[str]) -> None:
    faults = Faults()
    read_book(BOOK.splitlines()[0] + "\n" + "\n".join(lines), "book.csv", faults)
    read_book("\n".join(lines), "book.toml", faults)
    read_paper(HEAD + "\n".join(lines), "paper.toml", faults)


def test_a_receipt_counts_prices_share_and_what_is_aboard() -> None:
    found = receipt(HEAD + HOST + buy("Claw", 1, "coalition"))
    assert (found.total, found.share) == (Fraction(11, 2), (10, 3))
    assert hosts_after(found)["Raider"].aboard == {"dart": 7, "claw": 3}
    told = list(happenings(found))
    assert [each.kind for each in told] == ["bought"]
    assert [citation.id for citation in told[0].citations] == ["V12.24", "V12.52", "V12.54"]


def test_of_a_model_that_both_sides_use_the_source_decides() -> None:
    found = receipt(HEAD.replace("171", "170") + HOST + buy("Lance", 1, "alliance"))
    assert found.share == (10, 2)
    found = receipt(HEAD.replace("171", "170") + HOST + buy("Lance", 1, "coalition"))
    assert found.share == (10, 3)
    assert hosts_after(found)["Raider"].coalition_made == {"lance": 1}
    assert {fault.code for fault in check(HEAD + HOST + buy("Lance", 1, "coalition"))[1].found} == {"out-of-use"}


CAPTURE = """
[[captured]]
id = "Ranger"
bays = 2
scrap = "7"

[[transfer]]
unit = "Ranger"
to = "Raider"
model = "Wasp"
number = 2
intact = 4
source = "alliance"
allowed = true
"""


def test_captured_fighters_count_at_once_and_are_remembered_as_such() -> None:
    found = receipt(HEAD + HOST + CAPTURE)
    assert (found.scrap, found.share) == ({"Ranger": 1}, (11, 2))
    raider = hosts_after(found)["Raider"]
    assert (raider.aboard["wasp"], raider.captured) == (2, {"wasp": 2})
    assert [each.kind for each in happenings(found)] == ["captured"]


def test_all_transfers_from_one_unit_share_its_bays_and_scrap() -> None:
    more = CAPTURE + CAPTURE[CAPTURE.index("[[transfer]]") :].replace("number = 2", "number = 1")
    _, faults = check(HEAD + HOST + more)
    assert {fault.code for fault in faults.found} == {"too-many-captured", "scrap-below-zero"}


def test_replacing_fighters_frees_their_room() -> None:
    full = HOST.replace("links = 12", "links = 9") + "alteration = true\n"
    found = receipt(HEAD + full + buy("Dart", 2, "alliance", more="replaces = { Claw = 2 }\n"))
    assert hosts_after(found)["Raider"].aboard == {"dart": 9}
    assert found.share == (9, 0)
    _, faults = check(HEAD + full + buy("Dart", 3, "alliance", more="replaces = { Claw = 2 }\n"))
    assert [fault.code for fault in faults.found] == ["no-room"]


def test_an_input_that_nobody_gave_is_named() -> None:
    found = receipt(
        HEAD + HOST.replace("links = 12", "links = 9") + buy("Dart", 1, "alliance", more="replaces = { Claw = 1 }")
    )
    assert ["V4.26" in remark for remark in found.remarks] == [True]
    assert receipt(HEAD + HOST + CAPTURE.replace("allowed = true", "")).remarks[0].startswith("V19.94")


def test_a_share_above_the_limit_is_flagged_and_not_refused() -> None:
    found = receipt(HEAD + HOST.replace("Dart = 7", "Dart = 1") + buy("Dart", 1, "alliance"))
    assert found.share == (4, 2)
    assert "nothing has to go" in found.remarks[0]


def test_deathriders_are_counted_over_all_units() -> None:
    second = '\n[[host]]\nid = "Slaver"\npf_link = true\ndeathriders = 1\n'
    order = '\n[[patrol]]\nhost = "Slaver"\nkind = "deathrider"\nnumber = 1\nconditions = true\n'
    assert {fault.code for fault in check(HEAD + HOST + second + order)[1].found} == {"too-many-deathriders"}
    found = receipt(HEAD + HOST + "pf_link = true\n" + second + order)
    assert hosts_after(found)["Slaver"].deathriders == 2


def test_a_unit_that_is_not_built_lends_no_deathrider_to_another() -> None:
    links = "pf_link = true\ndeathriders = 1\n"
    second = '\n[[host]]\nid = "Slaver"\npf_link = true\nbuilt = {}\n'
    order = '\n[[patrol]]\nhost = "Raider"\nkind = "deathrider"\nnumber = 1\nconditions = true\n'
    assert not check(HEAD + HOST + links + second.format(12) + order)[1].found
    assert [e.code for e in check(HEAD + HOST + links + second.format(13) + order)[1].found] == ["too-many-deathriders"]


def test_every_fault_of_a_paper_is_told_at_once() -> None:
    orders = buy("Claw", 5, "coalition", '["pods"]') + buy("Wasp", 1, "alliance") + buy("Drat", 1, "alliance")
    orders += buy("Dart", 1, "alliance", host="Raidr")
    _, faults = check(HEAD + HOST + orders)
    assert {fault.code for fault in faults.found} == {
        "unknown-equipment",
        "no-equipment",
        "not-for-sale",
        "unknown-model",
        "unknown-host",
        "over-the-share",
        "no-room",
    }
    assert all(fault.where.startswith("paper.toml") for fault in faults.found)
    assert all(fault.mend for fault in faults.found)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (HEAD.replace('"orion"', '"orien"') + HOST, "unknown-choice"),
        (HEAD.replace("turn = 12", "turn = 0") + HOST, "too-low"),
        (HEAD + 'points = "many"\n' + HOST, "not-a-price"),
        (HEAD + HOST.replace("Dart = 7", "Dart = 100000"), "not-a-count"),
        (HEAD + HOST + "captured = { Dart = 8 }\n", "more-than-there"),
        (HEAD + HOST + buy("Dart", 1, "alliance").replace('source = "alliance"\n', ""), "no-source"),
        (HEAD + 'readings = { price-rounding = "sideways" }\n' + HOST, "unknown-option"),
        (HEAD + HOST + HOST, "duplicate-key"),
        (HEAD + HOST + "[[purchase]", "not-toml"),
        (HEAD, "no-rows"),
        (HEAD + HOST + buy("Dart", 0, "alliance"), "too-low"),
    ],
)
def test_a_paper_that_cannot_be_read_is_refused(text: str, code: str) -> None:
    assert [fault.code for fault in check(text)[1].found] == [code]


@given(st.permutations(range(4)), st.data())
def test_no_receipt_depends_on_the_order_of_lines(order: list[int], data: Any) -> None:
    sizes = data.draw(st.lists(st.integers(1, 3), min_size=4, max_size=4))
    rows = [
        buy("Dart", sizes[0], "alliance"),
        buy("Claw", sizes[1], "coalition"),
        buy("Lance", sizes[2], "alliance"),
        buy("Dart", sizes[3], "alliance", ""),
    ]
    (first, faults), (again, other) = (
        check(HEAD + HOST + "".join(rows)),
        check(HEAD + HOST + "".join(rows[i] for i in order)),
    )
    assert sorted((each.code, each.gap) for each in faults.found) == sorted((e.code, e.gap) for e in other.found)
    assert first is not None
    assert again is not None
    assert (first.total, first.share, first.remarks) == (again.total, again.share, again.remarks)


def test_points_are_written_for_people() -> None:
    assert [points(Fraction(n, 2)) for n in (0, 1, 3, 4, -3)] == ["0", "1/2", "1 1/2", "2", "-1 1/2"]


def test_two_purchases_do_not_replace_the_same_fighters() -> None:
    order = buy("Dart", 2, "alliance", more="replaces = { Claw = 2 }\n")
    _, faults = check(HEAD + HOST + "alteration = true\n" + order + order)
    assert [(fault.code, fault.gap) for fault in faults.found] == [("not-aboard", "2 too many")]


def test_equipment_without_a_price_in_the_book_is_named_where_it_is_needed() -> None:
    bare = BOOK.replace("drones 2; chaff 1/2", "")
    faults = Faults()
    paper = read_paper(HEAD + HOST + buy("Dart", 1, "alliance"), "paper.toml", faults)
    assert paper is not None
    found = check_paper(paper, book(bare), faults)
    assert not faults.found
    assert ["no equipment" in remark for remark in found.remarks] == [True]
