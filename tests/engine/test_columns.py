"""Rows of a user's sheet: what is accepted from CSV and TOML, and each fault with its cell."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.citation import Citation
from flagplot.core.refusal import Fault, Faults
from flagplot.engine.columns import MOST, Column, Kind
from flagplot.engine.sheets import Sheet, read_csv, read_toml

RULE = Citation("game", "hit-points")
COLUMNS = (
    Column(name="code", required=True, key=True, help="Its short name."),
    Column(name="size", kind=Kind.CHOICE, choices=("escort", "cruiser", "capital")),
    Column(name="hp", kind=Kind.NUMBER, least=1, most=1000, aliases=("hit points",), citation=RULE),
    Column(name="cost", kind=Kind.NUMBER, aliases=("$",)),
    Column(name="traits", kind=Kind.ITEMS),
    Column(name="old", kind=Kind.FLAG),
    Column(name="marks", kind=Kind.PAIRS, help="Such as: hit +1; size CA, FF."),
)
HEAD = (Column(name="name"), Column(name="invented", kind=Kind.FLAG))


def sheet_of(text: str, faults: Faults) -> Sheet:
    if "[[" in text:
        return read_toml(text, "ships.toml", "hull", COLUMNS, faults, HEAD)
    return read_csv(text, "ships.csv", COLUMNS, faults)


def read(text: str) -> Sheet:
    faults = Faults()
    sheet = sheet_of(text, faults)
    faults.settle()
    return sheet


def faults_of(text: str) -> list[tuple[str, str]]:
    faults = Faults()
    sheet_of(text, faults)
    return [(refusal.code, refusal.where) for refusal in faults.found]


def message_of(text: str) -> str:
    faults = Faults()
    sheet_of(text, faults)
    (refusal,) = faults.found
    return str(refusal)


# What is accepted


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_csv_is_read_whatever_stands_between_cells(delimiter: str) -> None:
    text = 'code,hp,size,cost,traits,old\nCA,161,Cruiser,,"flak; fdc",yes\nFF,,escort,0,,\n'.replace(",", delimiter)
    first, second = read(text).rows
    assert (first.text("code"), first.number("hp"), first.text("size")) == ("CA", 161, "cruiser")
    assert (first.number("cost"), first.items("traits"), first.flag("old")) == (None, ("flak", "fdc"), True)
    assert (second.number("hp"), second.number("cost"), second.items("traits"), second.flag("old")) == (
        None,
        0,
        (),
        False,
    )
    assert first.where("hp") == "ships.csv, row 2, column hp"


def test_toml_is_read_with_the_keys_above_its_tables() -> None:
    sheet = read(
        'name = "Home"\ninvented = true\n[[hull]]\ncode = "CA"\nhp = "161"\ntraits = ["flak", "fdc"]\n'
        '[[hull]]\ncode = 7\n"hit points" = 5\ntraits = "flak, fdc"\nold = false'
    )
    assert (sheet.head.text("name"), sheet.head.flag("invented")) == ("Home", True)
    first, second = sheet.rows
    assert (first.text("code"), first.number("hp"), first.items("traits")) == ("CA", 161, ("flak", "fdc"))
    assert (second.text("code"), second.number("hp"), second.items("traits")) == ("7", 5, ("flak", "fdc"))
    assert first.where("hp") == "ships.toml, hull 'CA', key hp"
    assert sheet.head.where("name") == "ships.toml, key name"


def test_blank_rows_and_comments_count_but_are_passed_over() -> None:
    sheet = read('# name: Home, new\n\ncode,hp\n,,\n"# a; b",\nCA,161\n')
    assert sheet.comments == ("name: Home, new", "a; b")
    (row,) = sheet.rows
    assert row.place == "ships.csv, row 6"


def test_headings_are_known_by_alias_and_however_they_are_written() -> None:
    (row,) = read("Code, HIT-POINTS ,$\nCA,161,175").rows
    assert (row.number("hp"), row.number("cost")) == (161, 175)


def test_quoted_cell_may_hold_anything() -> None:
    (row,) = read('"code",hp\n"the, ""big""\none",5\n').rows
    assert row.text("code") == 'the, "big" one'


# What is refused


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        ("0", "too-low"),
        ("-3", "too-low"),
        ("1001", "too-high"),
        ("12.5", "fraction"),
        ("161.0", "fraction"),
        ("1,000", "fraction"),
        ("many", "wrong-kind"),
        ("1_000", "wrong-kind"),
        ("٣", "wrong-kind"),
        ("9" * 5000, "wrong-kind"),
        ("true", "wrong-kind"),
    ],
)
def test_cell_that_is_no_such_number_is_refused(cell: str, code: str) -> None:
    assert faults_of(f'code,hp\nCA,"{cell}"') == [(code, "ships.csv, row 2, column hp")]


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("true", "wrong-kind"),
        ("161.0", "fraction"),
        ("0.5", "fraction"),
        ("nan", "fraction"),
        ("-1", "too-low"),
        ("0x" + "f" * 9000, "too-high"),
        ("[1]", "wrong-kind"),
        ("{ a = 1 }", "wrong-kind"),
        ("2020-01-01", "wrong-kind"),
    ],
)
def test_value_that_is_no_such_number_is_refused(value: str, code: str) -> None:
    assert faults_of(f'[[hull]]\ncode = "CA"\nhp = {value}') == [(code, "ships.toml, hull 'CA', key hp")]


def test_limits_are_inclusive_and_tell_the_gap() -> None:
    assert [row.number("hp") for row in read("code,hp\na,1\nb,1000").rows] == [1, 1000]
    assert message_of("code,hp\na,1003") == (
        "ships.csv, row 2, column hp: 1003 is above 1000 (3 too high) [game hit-points]. From 1 to 1000."
    )
    assert "-2 is below zero (2 too low)" in message_of("code,cost\na,-2")
    assert faults_of(f"code,cost\na,{MOST}") == []
    assert faults_of(f"code,cost\na,{MOST + 1}") == [("too-high", "ships.csv, row 2, column cost")]


@pytest.mark.parametrize(
    ("text", "code", "where"),
    [
        ("[[hull]]\ncode = true\nhp = 1", "wrong-kind", "ships.toml, hull 1, key code"),
        ('[[hull]]\ncode = "a"\nsize = 1', "wrong-kind", "ships.toml, hull 'a', key size"),
        ('[[hull]]\ncode = "a"\ntraits = [1]', "wrong-kind", "ships.toml, hull 'a', key traits"),
        ('[[hull]]\ncode = "a"\nold = 1', "wrong-kind", "ships.toml, hull 'a', key old"),
        ("code,old\na,maybe", "wrong-kind", "ships.csv, row 2, column old"),
        ("code,hp\n,5", "missing-value", "ships.csv, row 2, column code"),
        ("[[hull]]\nhp = 5", "missing-value", "ships.toml, hull 1, key code"),
        ('[[hull]]\ncode = "a"\nhp = 1\nHP = 2', "duplicate-column", "ships.toml, hull 'a', key HP"),
        ("code,cost,$\na,1,2", "duplicate-column", "ships.csv, row 1, column $"),
        ("hp\n5", "missing-column", "ships.csv, row 1"),
        ("code,,hp\na,5,6", "no-heading", "ships.csv, row 2, column 2"),
        ("code,hp\na,5,6", "no-heading", "ships.csv, row 2, column 3"),
        ("code,hp", "no-rows", "ships.csv"),
        ("# nothing", "no-rows", "ships.csv"),
        ('code,hp\na,1\n"b,2\n', "not-csv", "ships.csv, row 3"),
        ('code,hp\n"a"b,2\n', "not-csv", "ships.csv, row 2"),
        ("[[hull]]\ncode = ", "not-toml", "ships.toml"),
        ("a = " + "[" * 9000, "not-toml", "ships.toml"),
        ("a = 1\n[hull]\nb = [[1]]", "unknown-column", "ships.toml, key a"),
    ],
)
def test_fault_of_a_sheet_is_placed(text: str, code: str, where: str) -> None:
    assert faults_of(text)[0] == (code, where)


def test_unknown_column_and_choice_come_with_the_nearest() -> None:
    assert "Did you mean 'cost'?" in message_of("code,costs\na,1")
    assert "Did you mean 'cruiser'?" in message_of("code,size\na,crusier")
    assert "Known: escort, cruiser, capital." in message_of("code,size\na,xyz")
    assert "Did you mean 'hull'?" in message_of('[[hulls]]\na = 1\n[[hull]]\ncode = "a"')


def test_list_of_tables_is_asked_for() -> None:
    assert faults_of("hull = 5 # [[") == [("no-table", "ships.toml")]
    assert faults_of("hull = [5] # [[") == [("no-table", "ships.toml")]
    assert faults_of("name = 'x' # [[") == [("no-rows", "ships.toml")]


def test_two_rows_with_one_key_are_refused_with_both_places() -> None:
    faults = Faults()
    read_csv("code\nCA\nFF\nca\n", "ships.csv", COLUMNS, faults)
    (refusal,) = faults.found
    assert (refusal.code, refusal.fault, refusal.where) == (
        "duplicate-key",
        Fault.INCONSISTENT,
        "ships.csv, row 4, column code",
    )
    assert "row 2" in refusal.message


def test_every_fault_of_a_sheet_is_told_at_once() -> None:
    assert faults_of("code,size,hp,speeed\n,crusier,-1,\nCA,,x,\nCA,,,") == [
        ("unknown-column", "ships.csv, row 1, column speeed"),
        ("missing-value", "ships.csv, row 2, column code"),
        ("unknown-choice", "ships.csv, row 2, column size"),
        ("too-low", "ships.csv, row 2, column hp"),
        ("wrong-kind", "ships.csv, row 3, column hp"),
        ("duplicate-key", "ships.csv, row 4, column code"),
    ]


# Pairs, and tables of other names


@pytest.mark.parametrize(
    "text",
    [
        "code,marks\na,hit  +1 ;old yes;",
        'code,marks\na,"hit +1; old yes"',
        '[[hull]]\ncode = "a"\nmarks = "hit +1; old yes"',
        '[[hull]]\ncode = "a"\nmarks = { hit = "+1", old = true }',
    ],
)
def test_pairs_are_read_from_a_cell_and_from_a_table(text: str) -> None:
    (row,) = read(text).rows
    assert row.items("marks") == ("hit +1", "old yes")


def test_pair_of_a_table_may_have_a_number_or_a_list() -> None:
    (row,) = read('[[hull]]\ncode = "a"\nmarks = { hit = -2, size = ["CA", "FF"], old = false }').rows
    assert row.items("marks") == ("hit -2", "size CA, FF", "old no")


@pytest.mark.parametrize("value", ["1", '["hit +1"]', "{ hit = 1.5 }", "{ hit = [1] }", "{ hit = { a = 1 } }"])
def test_what_no_pair_can_hold_is_refused(value: str) -> None:
    assert faults_of(f'[[hull]]\ncode = "a"\nmarks = {value}') == [("wrong-kind", "ships.toml, hull 'a', key marks")]


def test_tables_of_another_name_are_read_where_they_may_stand() -> None:
    text = '[[gun]]\ncode = "G"\n[[hull]]\ncode = "a"\n[[gun]]\nhp = 0'
    faults = Faults()
    sheet = read_toml(text, "ships.toml", "hull", COLUMNS, faults, HEAD, {"gun": COLUMNS})
    assert [row.text("code") for row in sheet.rows] == ["a"]
    assert [row.text("code") for row in sheet.others["gun"]] == ["G", ""]
    assert [(refusal.code, refusal.where) for refusal in faults.found] == [
        ("missing-value", "ships.toml, gun 2, key code"),
        ("too-low", "ships.toml, gun 2, key hp"),
    ]
    assert faults_of(text)[0] == ("unknown-column", "ships.toml, key gun")
    faults = Faults()
    read_toml('gun = 5\n[[hull]]\ncode = "a"', "ships.toml", "hull", COLUMNS, faults, HEAD, {"gun": COLUMNS})
    assert [refusal.code for refusal in faults.found] == ["no-table"]


# Properties

CODES = st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters="#"), min_size=1, max_size=6)


@given(st.dictionaries(CODES.map(str.casefold), st.integers(1, 1000), min_size=1), st.sampled_from(",;\t"))
def test_what_a_csv_writer_wrote_is_read_back(hulls: dict[str, int], delimiter: str) -> None:
    file = io.StringIO()
    writer = csv.writer(file, delimiter=delimiter)
    writer.writerows([("code", "hp"), *hulls.items()])
    faults = Faults()
    rows = read_csv(file.getvalue(), "x", COLUMNS, faults).rows
    assert [(row.text("code"), row.number("hp")) for row in rows] == list(hulls.items())


@given(st.text(max_size=80))
def test_arbitrary_text_collects_faults_and_raises_nothing(text: str) -> None:
    for sheet in (text, f"code,hp\n{text}"):
        read_csv(sheet, "x", COLUMNS, Faults())
    for sheet in (text, f'[[hull]]\ncode = "a"\n{text}', f"[[hull]]\nhp = {text}"):
        read_toml(sheet, "x", "hull", COLUMNS, Faults(), HEAD)
