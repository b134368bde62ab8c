"""Sheets imported: every fault by its cell, round trips that change nothing, files written whole or not at all."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults, Refused
from flagplot.core.textfile import SHEET_LIMIT
from flagplot.desk.exporting import export
from flagplot.desk.importing import as_file, prepare
from flagplot.desk.sheets import grids_of, layout_of, layouts, read_sheet
from flagplot.engine.documents import as_pages
from flagplot.engine.grids import Cell, Page
from flagplot.engine.layout import Document, Layout, Values
from flagplot.engine.names import fold, slug, tidy
from flagplot.formats.sheet_files import SheetFormat, write_sheets
from flagplot.formats.workbook import read_workbook
from flagplot.fta3.book import book, fittings
from flagplot.fta3.ground import book as ground_book
from flagplot.fta3.logistics import starlanes
from flagplot.fta3.papers import fleet
from flagplot.fta3.papers.verbs import RESERVED

HEADINGS = (
    "Code",
    "Full name",
    "Size",
    "Weight",
    "Hit points",
    "$",
    "DI",
    "Years",
    "Speed",
    "Attacks",
    "Weapon",
    "Avoidance",
    "Protection",
    "Stand-off",
    "Hangars",
    "Traits",
    "Specialist",
    "Tech level",
    "Source",
)
PLANTED: tuple[tuple[int, str, Cell, str], ...] = (
    (2, "A", None, "missing-value"),
    (9, "A", "H5", "duplicate-key"),
    (15, "A", "1X", "bad-code"),
    (21, "A", "Target", "bad-code"),
    (33, "C", "crusier", "unknown-choice"),
    (40, "D", -16, "too-low"),
    (47, "D", 100_001, "too-high"),
    (58, "E", "161.5", "fraction"),
    (66, "E", "many", "wrong-kind"),
    (70, "E", 0, "too-low"),
    (81, "F", "1,000", "fraction"),
    (95, "G", "x", "wrong-kind"),
    (101, "H", 101, "too-high"),
    (115, "I", 101, "too-high"),
    (128, "J", "11 by 6", "no-volley"),
    (139, "J", "10001x6", "bad-volley"),
    (150, "J", None, "no-attacks"),
    (164, "K", "laser", "unknown-choice"),
    (178, "K", None, "no-weapon"),
    (190, "L", None, "half-statistics"),
    (203, "M", -1, "too-low"),
    (222, "N", "4y6", "no-volley"),
    (250, "P", "flack", "unknown-trait"),
    (277, "Q", "maybe", "wrong-kind"),
    (301, "R", 11, "too-high"),
)


def three_hundred(planted: bool) -> Page:
    """A page with three hundred hulls below a remark and the headings, with the faults of ``PLANTED`` or without."""
    rows: list[list[Cell]] = [["# name: Home Fleet, invented"], [*HEADINGS]]
    for number in range(300):
        figures: list[Cell] = [16, 161, 175, 60, 2, 2, "11x6", "direct", 12, 13, "4x6", 6, "flak, fdc=6", "no", 5]
        rows.append([f"H{number}", f"Ship {number}", "cruiser", *figures, "invented"])
    for number, letter, value, _ in PLANTED if planted else ():
        # Rows are counted from 1, with the remark and the headings.
        rows[number][ord(letter) - ord("A")] = value
    return Page("Hulls", tuple(map(tuple, rows)), 2)


def paper_of(data: bytes, name: str) -> Paper:
    faults = Faults()
    text = read_workbook(data, name, faults, [], SHEET_LIMIT)
    faults.settle()
    assert text is not None
    return Paper(name, text)


@pytest.mark.parametrize("form", ["xlsx", "ods", "csv", "tsv"])
def test_sheet_of_three_hundred_rows_has_just_the_planted_faults_each_with_its_cell(
    form: SheetFormat, tmp_path: Path
) -> None:
    sheet = tmp_path / f"ships.{form}"
    sheet.write_bytes(write_sheets([three_hundred(planted=True)], form))
    with pytest.raises(Refused) as caught:
        prepare(sheet, into=tmp_path / "ships.toml")
    expected = {}
    for number, letter, value, code in PLANTED:
        column = book.COLUMNS[ord(letter) - ord("A")].name
        where = f"ships.{form}, row {number + 1}, column {column}"
        if form in ("xlsx", "ods"):
            where = f"ships.{form}, sheet Hulls, cell {letter}{number + 1} ({column})"
        expected[where] = code, value
    refusals = caught.value.refusals
    assert {each.where: each.code for each in refusals} == {where: code for where, (code, _) in expected.items()}
    assert len(refusals) == len(PLANTED) == 25
    for refusal in refusals:
        value = expected[refusal.where][1]
        # Of 10001x6 the part is told that cannot be.
        assert value is None or str(value).removesuffix("x6") in refusal.message
    assert not (tmp_path / "ships.toml").exists()


def test_sheet_imported_twice_changes_nothing(tmp_path: Path) -> None:
    sheet, target = tmp_path / "ships.xlsx", tmp_path / "ships.toml"
    sheet.write_bytes(write_sheets([three_hundred(planted=False)], "xlsx"))
    first = prepare(sheet, into=target)
    assert (first.count("new"), first.rows) == (300, 300)
    first.write()
    before = (target.read_bytes(), target.stat().st_mtime_ns)
    second = prepare(sheet, into=target)
    assert second.changes == ()
    second.write()
    assert (target.read_bytes(), target.stat().st_mtime_ns) == before
    for form in ("xlsx", "ods", "csv", "tsv"):
        out = tmp_path / f"out.{form}"
        out.write_bytes(export(target).write(form))
        assert prepare(out, into=target).changes == ()


def test_preview_tells_what_is_new_changed_and_gone(tmp_path: Path) -> None:
    target, sheet = tmp_path / "b.toml", tmp_path / "b.csv"
    target.write_text(
        '# mine\n[[hull]]\ncode = "CA"\nsize = "cruiser"\nweight = 5\n[[hull]]\ncode = "MER"\nsize = "other"\n'
    )
    sheet.write_text("code,size,weight\nca,cruiser,6\nFF,escort,\n")
    found = prepare(sheet, into=target)
    assert [(each.name, each.sort) for each in found.changes] == [("CA", "changed"), ("MER", "gone"), ("FF", "new")]
    assert found.as_dict()["changes"][0]["cells"] == {"weight": {"before": 5, "after": 6}}
    assert found.remarks == (f"remarks in {target} are not kept: 1",)
    found.write()
    assert 'code = "CA"\n' in target.read_text()


def test_present_file_with_faults_is_never_written_over(tmp_path: Path) -> None:
    target, sheet = tmp_path / "b.toml", tmp_path / "b.csv"
    target.write_text('[[hull]]\ncode = "CA"\nsize = "cruse"\n')
    sheet.write_text("code,size\nCA,cruiser\n")
    with pytest.raises(Refused, match=r"b\.toml, hull 'CA', key size"):
        prepare(sheet, into=target)


@pytest.mark.parametrize(("into", "code"), [("b.csv", "same-file"), ("c.xlsx", "unknown-format")])
def test_target_that_cannot_be_is_refused(tmp_path: Path, into: str, code: str) -> None:
    (tmp_path / "b.csv").write_text("code,size\nCA,cruiser\n")
    with pytest.raises(Refused) as caught:
        prepare(tmp_path / "b.csv", into=tmp_path / into)
    assert [each.code for each in caught.value.refusals] == [code]


def test_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target, sheet = tmp_path / "b.toml", tmp_path / "b.csv"
    sheet.write_text("code,size\nCA,cruiser\n")
    prepare(sheet, into=target).write()
    before = target.read_text()
    sheet.write_text("code,size\nCB,cruiser\n")
    found = prepare(sheet, into=target)
    # A disk that lost something.
    monkeypatch.setattr(Path, "read_bytes", lambda self: b"")
    with pytest.raises(OSError, match="cannot be read again"):
        found.write()
    assert target.read_text() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.csv", "b.toml"]


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("code,size,hp\n", "a.csv", "ship-book"),
        ("#sheet Fittings\nname,sort,effects,excludes\n#sheet Ships\ncode,size\n", "a.xlsx", "ship-book"),
        ("name,sort,effects\n", "a.csv", "fittings"),
        ("name,type,size,traits\n", "a.csv", "ground-book"),
        ("hull,name,damage\n", "a.csv", "fleet"),
        ("system,lanes,owner\n", "a.csv", "map"),
        ('[[hull]]\ncode = "a"', "a.toml", "ship-book"),
        ('[[system]]\nsystem = "a"', "a.toml", "map"),
        ('name = "Red"\nships = "2 CA"\ntl = 5', "a.toml", "fleet"),
        ("[[hull", "a.toml", "ship-book"),
    ],
)
def test_kind_of_a_file_is_known_by_its_headings(text: str, name: str, kind: str) -> None:
    paper, known = Paper(name, text), layouts("fta3")
    layout = layout_of(paper, grids_of(paper, known), known, None, Faults())
    assert layout is not None
    assert layout.id == kind


def test_kind_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    for text, kind, code in (("a,b\n1,2\n", None, "unknown-headings"), ("code,size\n", "bok", "unknown-kind")):
        (tmp_path / "a.csv").write_text(text)
        with pytest.raises(Refused) as caught:
            prepare(tmp_path / "a.csv", into=tmp_path / "b.toml", kind=kind)
        assert [each.code for each in caught.value.refusals] == [code]


def test_sheets_and_macros_that_were_passed_over_are_told(tmp_path: Path) -> None:
    pages = [Page("Hulls", (("code", "size"), ("CA", "cruiser"))), Page("Notes", (("to do",), ("more",)))]
    (tmp_path / "a.xlsx").write_bytes(write_sheets(pages, "xlsx"))
    found = prepare(tmp_path / "a.xlsx", into=tmp_path / "b.toml")
    assert found.remarks == ("sheet Notes has none of the headings and was passed over",)


def test_own_headings_come_from_a_mapping_file(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("Kürzel,Größe,Struktur\nCA,cruiser,\n", encoding="utf-8")
    (tmp_path / "h.toml").write_text(
        '[hull]\ncode = ["Kürzel"]\nsize = ["Größe"]\nhp = ["Struktur"]\n', encoding="utf-8"
    )
    found = prepare(tmp_path / "a.csv", into=tmp_path / "b.toml", headings=tmp_path / "h.toml")
    assert found.document.tables["hull"] == ({"code": "CA", "size": "cruiser"},)


# Whatever may stand in a book, a fleet, a map or a ground book comes back from every format

WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"), max_size=15)
NAMES = (WORDS | st.text("=+-@'#;,:\"x5 ", max_size=8)).map(lambda text: " ".join(text.split()))
CODES = st.from_regex(r"[A-Za-zÄÖ船][A-Z0-9a-z.+_-]{0,6}", fullmatch=True).filter(
    lambda code: code.casefold() not in RESERVED and code.casefold() not in book.Size.__members__
)


def without_blanks(row: dict[str, object]) -> Values:
    return {name: value for name, value in row.items() if value not in ("", None, False, ())}  # type: ignore[misc]


NUMBER = st.integers(1, 100)
HULLS = st.fixed_dictionaries(
    {
        "code": CODES,
        "name": NAMES,
        "size": st.sampled_from([*book.Size]).map(str),
        "weight": st.integers(0, book.MOST_WEIGHT) | st.none(),
        "hp": st.integers(1, book.MOST_HP),
        "cost": st.integers(0, 10**9) | st.none(),
        "speed": st.integers(0, 100) | st.none(),
        "attacks": st.just("11x6"),
        "weapon": st.just("direct"),
        "avoidance": NUMBER,
        "protection": NUMBER,
        "traits": st.sampled_from([(), ("flak",), ("fdc=6", "flak")]),
        "specialist": st.booleans(),
        "source": NAMES,
    }
).map(without_blanks)
FITTING = {
    "name": "lance",
    "sort": "module",
    "title": "=Lance",
    "number": "required",
    "effects": ("to-pierce +n", "weight x1/2"),
    "source": "@home",
}
HEAD = st.fixed_dictionaries({"name": NAMES | st.just("Ships, invented"), "invented": st.booleans()}).map(
    without_blanks
)
BOOKS = st.builds(
    lambda head, hulls, own: Document(head, {"hull": tuple(hulls), **({"fitting": (FITTING,)} if own else {})}),
    HEAD,
    st.lists(HULLS, min_size=1, max_size=5, unique_by=lambda row: str(row["code"]).casefold()),
    st.booleans(),
)


def from_every_format(document: Document, layout: Layout, beside: Paper | None = None) -> None:
    """Written in each format and read again, a document is the same."""
    for form in ("toml", "csv", "tsv", "xlsx", "ods"):
        paper = paper_of(as_file(document, layout, Path(f"x.{form}")), f"x.{form}")
        faults = Faults()
        found = layout.read(layout, paper, faults, beside)
        faults.settle()
        assert found == document, form


@settings(max_examples=40)
@given(BOOKS)
def test_book_is_the_same_from_every_format(document: Document) -> None:
    from_every_format(document, book.LAYOUT)


def test_fittings_are_the_same_from_every_format() -> None:
    from_every_format(Document({}, {"fitting": (FITTING, {"name": "old", "sort": "quirk"})}), fittings.LAYOUT)


BOOK = Paper("b.csv", "code,size,hp,avoidance,protection\nCA,cruiser,161,12,13\nMER,other,,,\n")
SHIP_NAMES = NAMES.map(tidy).filter(
    lambda name: any(c.isalnum() for c in name) and '"' not in name and fold(name) != "all"
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.filter_too_much])
@given(
    st.lists(st.tuples(SHIP_NAMES, st.sampled_from(["", "light", "heavy"])), min_size=1, max_size=6),
    SHIP_NAMES,
    st.integers(0, 20),
)
def test_fleet_is_the_same_from_every_format(ships: list[tuple[str, str]], owner: str, fighters: int) -> None:
    rows = [{"hull": "CA", "name": name, **({"damage": damage} if damage else {})} for name, damage in ships]
    rows.append({"hull": "MER", "name": "trader of the last line"})
    head = {"name": owner, "tl": 5, **({"fighters": f"{fighters} TL5"} if fighters else {})}
    text = fleet.write_fleet(Document(head, {"ship": tuple(rows)}))
    faults = Faults()
    document = fleet.LAYOUT.read(fleet.LAYOUT, Paper("f.toml", text), faults, BOOK)
    # Names that are no names, or are the same but for marks, are refused by the reader of fleets itself.
    if document is None:
        assert {each.code for each in faults.found} <= {"double-name", "bad-name", "malformed-ships"}
        return
    assert document == Document(head, {"ship": tuple(rows)})
    from_every_format(document, fleet.LAYOUT, BOOK)


@settings(max_examples=40)
@given(st.lists(st.tuples(CODES, NAMES), min_size=2, max_size=5, unique_by=lambda row: slug(row[0])))
def test_map_is_the_same_from_every_format(systems: list[tuple[str, str]]) -> None:
    first = systems[0][0]
    rows = [
        without_blanks(
            {
                "system": name,
                "lanes": (first,) if number else (),
                "owner": owner,
                "base": "forward" if number else "",
                "base owner": "=Red" if number else "",
                "base year": 2410 if number else 0,
                "hex": f"{number:04}",
            }
        )
        for number, (name, owner) in enumerate(systems)
    ]
    if "base year" in rows[0]:
        rows[0] = {name: value for name, value in rows[0].items() if name != "base year"}
    from_every_format(Document({"name": "The Reach", "digits": 4}, {"system": tuple(rows)}), starlanes.LAYOUT)


def test_ground_book_is_the_same_from_every_format() -> None:
    rows = ({"name": "1st", "type": "mobile infantry", "size": "division", "tl": 5, "traits": ("fast", "assault")},)
    from_every_format(Document({"name": "Army"}, {"unit": rows}), ground_book.LAYOUT)


# Size


def twenty_thousand() -> bytes:
    """A workbook with so many hulls, made from one with a single hull by repeating the XML of its row."""
    page = three_hundred(planted=False)
    single = io.BytesIO(write_sheets([Page(page.name, page.rows[:3], page.head)], "xlsx"))
    with zipfile.ZipFile(single) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    sheet = parts["xl/worksheets/sheet1.xml"]
    row = re.search(r'<row r="3".*?</row>', sheet)
    assert row is not None
    key = '<c r="A3" t="inlineStr"><is><t>H0</t></is></c>'
    model = re.sub(r'<c r="A3".*?</c>', key, row[0])
    rows = "".join(
        re.sub(r'r="([A-Z]*)3"', rf'r="\g<1>{number}"', model).replace("H0", f"H{number}")
        for number in range(3, 20_003)
    )
    parts["xl/worksheets/sheet1.xml"] = sheet.replace(row[0], rows)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


MEASURED = """
import json, re, sys
from pathlib import Path
from flagplot.desk.importing import prepare
found = prepare(Path(sys.argv[1]), into=Path(sys.argv[2]))
found.write()
# The peak that getrusage tells may be that of the program which started this one.
peak = re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())
print(json.dumps([found.rows, int(peak[1])]))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is told by /proc")
def test_twenty_thousand_rows_are_imported_in_three_hundred_megabytes(tmp_path: Path) -> None:
    (tmp_path / "a.xlsx").write_bytes(twenty_thousand())
    command = [sys.executable, "-c", MEASURED, str(tmp_path / "a.xlsx"), str(tmp_path / "a.toml")]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
    count, kilobytes = json.loads(told)
    assert count == 20_000
    assert kilobytes < 300_000


def test_sheet_of_a_battle_may_be_any_format(tmp_path: Path) -> None:
    pages = [Page("Hulls", (("code", "size"), ("CA", "cruiser")))]
    for form in ("xlsx", "ods", "csv"):
        (tmp_path / f"a.{form}").write_bytes(write_sheets(pages, form))
        paper = read_sheet(tmp_path / f"a.{form}", Faults())
        assert paper is not None
        assert paper.name == f"a.{form}"
        assert "CA,cruiser" in paper.text
    assert [
        page.name for page in as_pages(Document({}, {"hull": ({"code": "CA", "size": "cruiser"},)}), book.LAYOUT)
    ] == ["Hulls"]
