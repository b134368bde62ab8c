"""Kinds of file: which sheet holds which table, where the headings stand, and what sheets call the columns."""

import pytest

from flagplot.core.papers import Paper
from flagplot.core.refusal import MOST_FAULTS, Faults
from flagplot.engine.columns import Column, Kind
from flagplot.engine.documents import as_toml, changes, keep_keys
from flagplot.engine.labels import pad_labels
from flagplot.engine.layout import Document, Layout, Leaf, add_headings, read_headings
from flagplot.engine.sheets import Sheet, document_of, read_sheets

GUNS = Leaf(
    "gun", (Column(name="code", key=True), Column(name="shots", kind=Kind.NUMBER), Column(name="kind")), ("Guns",)
)
HULLS = Leaf(
    "hull",
    (
        Column(name="code", required=True, key=True),
        Column(name="hp", kind=Kind.NUMBER, aliases=("hit points",)),
        Column(name="marks", kind=Kind.PAIRS),
        Column(name="traits", kind=Kind.ITEMS),
        Column(name="old", kind=Kind.FLAG),
    ),
    ("Hulls", "Ships"),
)
HEAD = (Column(name="name"), Column(name="invented", kind=Kind.FLAG), Column(name="digits", kind=Kind.NUMBER))


def read_document(layout: Layout, paper: Paper, faults: Faults, beside: Paper | None) -> Document | None:
    return document_of(read_sheets(paper.text, paper.name, layout, faults), layout)


LAYOUT = Layout(id="book", title="book", leaves=(HULLS, GUNS), head=HEAD, read=read_document)


def sheet_of(text: str) -> Sheet:
    faults = Faults()
    sheet = read_sheets(text, "x.xlsx", LAYOUT, faults)
    faults.settle()
    return sheet


def faults_of(text: str) -> list[tuple[str, str]]:
    faults = Faults()
    read_sheets(text, "x.xlsx", LAYOUT, faults)
    return [(each.code, each.where) for each in faults.found]


def test_sheets_are_known_by_name_or_headings_and_others_passed_over() -> None:
    sheet = sheet_of(
        "#sheet Notes\nhello,there\n#sheet Ships\ncode,hp\nCA,161\n#sheet Batteries\ncode,shots,kind\nG,3,x\n"
        "#sheet More\nHit Points,code,old\n75,FF,yes\n#sheet Empty\n# nothing,\n"
    )
    assert [row.text("code") for row in sheet.rows] == ["CA", "FF"]
    assert [row.number("shots") for row in sheet.others["gun"]] == [3]
    assert sheet.rows[1].where("hp") == "x.xlsx, sheet More, cell A2 (hp)"
    assert sheet.rows[1].where("marks") == "x.xlsx, sheet More, row 2, column marks"


def test_rows_of_one_table_from_two_sheets_have_keys_of_their_own() -> None:
    text = "#sheet Ships\ncode\nCA\n#sheet Hulls\ncode\nca\n"
    assert faults_of(text) == [("duplicate-key", "x.xlsx, sheet Hulls, cell A2 (code)")]


def test_sheet_that_nobody_knows_is_read_as_the_first_table() -> None:
    assert ("unknown-column", "x.xlsx, sheet A, cell A1 (kode)") in faults_of("#sheet A\nkode,hitpoint\nCA,1\n")


def test_title_above_the_headings_is_passed_over() -> None:
    sheet = sheet_of("#sheet A\n,Ships of our game\n\ncode,hp\nCA,161\n")
    assert [row.text("code") for row in sheet.rows] == ["CA"]
    assert sheet.rows[0].place == "x.xlsx, sheet A, row 4"


def test_cell_under_no_heading_has_an_address() -> None:
    assert faults_of("#sheet A\ncode,,hp\nCA,x,5\n") == [("no-heading", "x.xlsx, sheet A, cell B2")]


@pytest.mark.parametrize(
    ("remarks", "head"),
    [
        ("# name: Home", {"name": "Home"}),
        ("# name: Home, invented", {"name": "Home", "invented": True}),
        ('"# name: Home, invented"\n# invented: no', {"name": "Home, invented"}),
        ("# name:,Home", {"name": "Home"}),
        ("#Name: Home\n# name: Other\n# note: x\n# digits: 4", {"name": "Home", "digits": 4}),
        ("# made by me", {}),
    ],
)
def test_remarks_above_a_sheet_are_its_head(remarks: str, head: dict[str, object]) -> None:
    assert document_of(sheet_of(f"{remarks}\ncode,hp\nCA,1\n"), LAYOUT).head == head


def test_head_that_cannot_be_is_refused() -> None:
    assert faults_of("# digits: four\ncode,hp\nCA,1\n") == [("wrong-kind", "x.xlsx, key digits")]


@pytest.mark.parametrize("text", ["code,hp\n" + "CA,x\n" * 30_000, "[[hull]]\ncode = 'CA'\nhp = 'x'\n" * 11_000])
def test_endless_faults_are_cut_short_and_that_is_said(text: str) -> None:
    found = faults_of(text)
    assert len(found) < 3 * MOST_FAULTS
    assert "too-many-faults" in [code for code, _ in found]


# A mapping file


def mapped(text: str) -> tuple[Layout, list[tuple[str, str]]]:
    faults = Faults()
    leaves = add_headings(LAYOUT.leaves, read_headings(text, "h.toml", faults), "h.toml", faults)
    return Layout(id="book", title="book", leaves=leaves, read=read_document), [(f.code, f.where) for f in faults.found]


def test_mapping_file_adds_headings() -> None:
    layout, faults = mapped('[hull]\nhp = ["Struktur", "HP max"]\ncode = "Kürzel"\n')
    assert faults == []
    found = read_sheets("KÜRZEL,hp-max\nCA,161\n", "x.csv", layout, Faults())
    assert found.rows[0].number("hp") == 161


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[hull", ("not-toml", "h.toml")),
        ("[ship]\nhp = []", ("unknown-table", "h.toml")),
        ("hull = 5", ("unknown-table", "h.toml")),
        ("[hull]\nhq = ['x']", ("unknown-column", "h.toml, hull, hq")),
        ("[hull]\nhp = 5", ("wrong-kind", "h.toml, hull, hp")),
        ("[hull]\nhp = ['']", ("wrong-kind", "h.toml, hull, hp")),
        ("[hull]\nhp = ['Code']", ("double-heading", "h.toml, hull, hp")),
    ],
)
def test_mapping_file_that_cannot_be_is_refused(text: str, fault: tuple[str, str]) -> None:
    assert mapped(text)[1] == [fault]


# Documents


def test_toml_of_a_document_says_the_same() -> None:
    document = Document(
        {"name": 'a "b" \\ \x7f', "invented": True},
        {
            "hull": (
                {"code": "CA", "hp": 5, "marks": ("hit +1", "size CA, FF"), "traits": ("flak", "fdc=6"), "old": True},
            )
        },
    )
    text = as_toml(document, LAYOUT)
    assert document_of(sheet_of(text), LAYOUT) == document
    assert 'marks = "hit +1; size CA, FF"' in text


def test_changes_are_told_by_key_whatever_the_order() -> None:
    before = Document({"name": "A"}, {"hull": ({"code": "CA", "hp": 5}, {"code": "FF", "hp": 3}, {"code": "BB"})})
    after = Document({"name": "B"}, {"hull": ({"code": "ff", "hp": 4}, {"code": "CA", "hp": 5}, {"code": "DD"})})
    kept = keep_keys(before, after, LAYOUT)
    assert [row["code"] for row in kept.tables["hull"]] == ["FF", "CA", "DD"]
    assert [(each.table, each.name, each.sort, each.cells) for each in changes(before, kept, LAYOUT)] == [
        ("head", "", "changed", (("name", "A", "B"),)),
        ("hull", "FF", "changed", (("hp", 3, 4),)),
        ("hull", "BB", "gone", (("code", "BB", None),)),
        ("hull", "DD", "new", (("code", None, "DD"),)),
    ]
    assert changes(before, before, LAYOUT) == []
    assert [each.sort for each in changes(None, after, LAYOUT)] == ["changed", "new", "new", "new"]


# Labels of hexes


def labels(digits: int | None, *values: str) -> tuple[list[str], list[tuple[str, str]]]:
    faults = Faults()
    rows = sheet_of("#sheet A\ncode,hp\n" + "".join(f"{value},1\n" for value in values)).rows
    return [row.text("code") for row in pad_labels(rows, digits, "code", ("traits",), faults)], [
        (each.code, each.where) for each in faults.found
    ]


def test_labels_that_lost_their_zeros_get_them_back() -> None:
    assert labels(4, "101", "1214", "9", "A-7") == (["0101", "1214", "0009", "A-7"], [])
    assert labels(None, "0101", "1214") == (["0101", "1214"], [])


def test_labels_of_unknown_length_are_refused_where_they_differ() -> None:
    assert labels(None, "1214", "101", "7")[1] == [("label-digits", "x.xlsx, sheet A, cell A3 (code)")]
    assert labels(4, "101", "12140")[1] == [("label-digits", "x.xlsx, sheet A, cell A3 (code)")]
