"""Fleets as sheets: the same forces as the short hand gives, and each fault with its cell."""

import pytest

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.fta3.book.book import Book, read_book
from flagplot.fta3.ground import book as ground_book
from flagplot.fta3.logistics import starlanes
from flagplot.fta3.papers.fleet import read_fleet
from flagplot.fta3.papers.forces import Owner

BOOK = """\
[[hull]]
code = "CA"
size = "cruiser"
hp = 161
avoidance = 12
protection = 13
[[hull]]
code = "MER"
size = "other"
[[fitting]]
name = "lucky"
sort = "quirk"
effects = "fate +1"
"""


def book() -> Book:
    faults = Faults()
    found = read_book(BOOK, "b.toml", faults)
    faults.settle()
    assert found is not None
    return found


def read(text: str, source: str = "f.csv") -> tuple[Owner | None, list[tuple[str, str]]]:
    faults = Faults()
    return read_fleet(text, source, book(), faults), [(each.code, each.where) for each in faults.found]


def test_sheet_gives_the_same_forces_as_the_short_hand() -> None:
    sheet = """\
# name: Red
# tl: 4
# fighters: 6 TL4, 2 TL5
Hull,Ship name,Count,damage,quirks
CA,"Kent, Earl of",,light,lucky
ca,"York, Hood",3,,
MER,,2,,
"""
    toml = """\
name = "Red"
tl = 4
fighters = "6 TL4, 2 TL5"
ships = '''
1 CA "Kent, Earl of"; all at light damage; all with lucky
3 CA York, Hood
2 MER
'''
"""
    assert read(sheet) == read(toml, "f.toml") == (read(sheet)[0], [])
    assert read("#sheet Fleet\n" + sheet, "f.xlsx")[0] == read(sheet)[0]


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("CB,,,,", ("unknown-hull", "cell A3 (hull)")),
        (",Kent,,,", ("missing-value", "cell A3 (hull)")),
        ("CA,all,,,", ("bad-name", "cell B3 (name)")),
        ('CA,"a ""b",,,', ("malformed-ships", "cell B3 (name)")),
        ("CA,?!,,,", ("bad-name", "cell B3 (name)")),
        ('CA,"a, b, c",2,,', ("too-many-names", "cell C3 (number)")),
        ("CA,,0,,", ("too-low", "cell C3 (number)")),
        ("CA,Kent,,badly,", ("unknown-choice", "cell D3 (damage)")),
        ("MER,Kent,,light,", ("no-hit-points", "cell B3 (name)")),
        ("CA,Kent,,,luck", ("unknown-quirk", "cell E3 (quirks)")),
        ("CA,Hood,,,\nCA,hood,,,", ("double-name", "cell B4 (name)")),
    ],
)
def test_fault_is_told_once_with_its_cell(row: str, fault: tuple[str, str]) -> None:
    _, faults = read(f"#sheet Ships\n# name: Red\nhull,name,number,damage,quirks\n{row}\n", "f.ods")
    assert faults == [(fault[0], f"f.ods, sheet Ships, {fault[1]}")]


def test_fleet_without_an_owner_or_without_ships_is_refused() -> None:
    assert read("hull,name\nCA,Kent\n") == (None, [("missing-value", "f.csv, key name")])
    assert read("# name: Red\nhull,name\n") == (None, [("no-rows", "f.csv")])
    assert read("# name: Red\n# fighters: many\nhull,name\nCA,Kent\n")[1][0][0] == "malformed-fighters"


# The map of star lanes, and the ground book


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ("SOL,101,VEG,\nVEG,1214,,", ("label-digits", "cell B3 (hex)")),
        ("SOL,,VEH,\nVEG,,,", ("lane-to-nowhere", "cell C3 (lanes)")),
        ("SOL,,sol,\nVEG,,,", ("lane-to-itself", "cell C3 (lanes)")),
        ("SOL,,,suply\nVEG,,,", ("unknown-choice", "cell D3 (base)")),
        ("SOL,,,supply\nVEG,,,", ("no-owner", "cell D3 (base)")),
        ("SOL,,,\nsol,,,", ("duplicate-key", "cell A4 (system)")),
    ],
)
def test_fault_of_a_map_is_told_with_its_cell(rows: str, fault: tuple[str, str]) -> None:
    faults = Faults()
    paper = Paper("m.xlsx", f"#sheet Map\n# name: The Reach\nsystem,hex,lanes,base\n{rows}\n")
    assert starlanes.LAYOUT.read(starlanes.LAYOUT, paper, faults, None) is None
    assert [(each.code, each.where) for each in faults.found] == [(fault[0], f"m.xlsx, sheet Map, {fault[1]}")]


def test_labels_are_padded_by_the_map_s_digits() -> None:
    faults = Faults()
    paper = Paper("m.csv", "# digits: 4\nsystem,hex,lanes\n205,101,SOL\nSOL,1214,205\n")
    document = starlanes.LAYOUT.read(starlanes.LAYOUT, paper, faults, None)
    faults.settle()
    assert document is not None
    assert document.tables["system"] == (
        {"system": "0205", "hex": "0101", "lanes": ("SOL",)},
        {"system": "SOL", "hex": "1214", "lanes": ("0205",)},
    )


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("1st,infantry,division,5", ("unknown-choice", "row 2, column type")),
        ("1st,armored,army,5", ("unknown-choice", "row 2, column size")),
        ("1st,armored,corps,7", ("too-high", "row 2, column tl")),
    ],
)
def test_fault_of_a_ground_book_is_told_with_its_cell(row: str, fault: tuple[str, str]) -> None:
    faults = Faults()
    paper = Paper("g.csv", f"unit,unit type,size,TL\n{row}\n")
    assert ground_book.LAYOUT.read(ground_book.LAYOUT, paper, faults, None) is None
    assert [(each.code, each.where) for each in faults.found] == [(fault[0], f"g.csv, {fault[1]}")]
