"""``flagplot import``: dry runs, refusals in plain words, JSON, and what is written."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

SHEET = "code,size,Hit points,avoidance,protection\nCA,cruiser,161,12,13\nFF,escort,75,14,11\n"
Flagplot = Callable[..., Result]


@pytest.fixture
def sheet(files: Path) -> Path:
    (files / "ships.csv").write_text(SHEET)
    return files / "ships.csv"


def test_dry_run_tells_and_writes_nothing(flagplot: Flagplot, sheet: Path, files: Path) -> None:
    answer = flagplot("import", "ships.csv", "--dry-run")
    assert answer.exit_code == 0
    assert "- hull CA" in answer.stdout
    assert answer.stderr == "ships.toml: 2 rows: 2 new, 0 changed, 0 gone; nothing was written.\n"
    assert not (files / "ships.toml").exists()


def test_import_writes_and_a_second_one_does_not(flagplot: Flagplot, sheet: Path, files: Path) -> None:
    assert flagplot("import", "ships.csv").stderr == "ships.toml: 2 rows: 2 new, 0 changed, 0 gone; written.\n"
    assert 'code = "CA"' in (files / "ships.toml").read_text()
    assert flagplot("import", "ships.csv").stderr == "ships.toml: 2 rows, no change; nothing was written.\n"
    sheet.write_text(SHEET.replace("161", "170"))
    answer = flagplot("import", "ships.csv")
    assert "hull CA  hp      161     170" in answer.stdout
    assert flagplot("check", "--book", "ships.toml").exit_code == 0


def test_every_fault_is_told_and_nothing_written(flagplot: Flagplot, files: Path) -> None:
    (files / "ships.csv").write_text("code,size,hp\nCA,crusier,x\n")
    answer = flagplot("import", "ships.csv")
    assert answer.exit_code == 1
    assert "ships.csv, row 2, column size: 'crusier' is none of them" in answer.stderr
    assert "Did you mean 'cruiser'?" in answer.stderr
    assert answer.stderr.endswith("faults; nothing was changed.\n")
    assert not (files / "ships.toml").exists()


def test_json_tells_the_changes_or_the_refusals(flagplot: Flagplot, sheet: Path) -> None:
    told = json.loads(flagplot("import", "ships.csv", "--json").stdout)
    assert (told["kind"], told["rows"], told["written"], told["into"]) == ("ship-book", 2, True, "ships.toml")
    assert told["changes"][0]["cells"]["hp"] == {"before": None, "after": 161}
    assert json.loads(flagplot("import", "ships.csv", "--json").stdout)["written"] is False
    sheet.write_text("code,size\nCA,x\n")
    answer = flagplot("import", "ships.csv", "--json")
    assert [each["code"] for each in json.loads(answer.stdout)["refusals"]] == ["unknown-choice"]


def test_pasted_cells_come_from_standard_input(flagplot: Flagplot, files: Path) -> None:
    answer = flagplot("import", "-", "--into", "b.csv", stdin=SHEET.replace(",", "\t"))
    assert answer.exit_code == 0
    assert (files / "b.csv").read_text().startswith("code,size,hp,avoidance,protection\nCA,cruiser,161,12,13\n")


@pytest.mark.parametrize("file", ["-", "ships.toml"])
def test_target_must_be_named_where_the_file_gives_none(flagplot: Flagplot, file: str) -> None:
    answer = flagplot("import", file)
    assert answer.exit_code == 2
    assert "--into" in answer.stderr


def test_damaged_file_has_an_exit_code_of_its_own(flagplot: Flagplot, files: Path) -> None:
    (files / "a.xlsx").write_bytes(b"PK\x03\x04 and then nothing")
    assert flagplot("import", "a.xlsx").exit_code == 3
    assert flagplot("check", "--book", "a.xlsx").exit_code == 3
    assert flagplot("import", "none.xlsx").exit_code == 3


def test_fleet_goes_by_its_book(flagplot: Flagplot, files: Path) -> None:
    (files / "red.csv").write_text("# name: Red\n# fighters: 4 TL5\nhull,name,damage\nEC,Swift,light\nCA,,\n")
    answer = flagplot("import", "red.csv", "--book", "book.csv")
    assert answer.exit_code == 0
    assert (files / "red.toml").read_text() == (
        'name = "Red"\ntl = 5\nfighters = "4 TL5"\nships = [\n  "1 EC Swift; all at light damage",\n  "1 CA CA 1",\n]\n'
    )
    assert flagplot("check", "--fleet", "red.csv", "--book", "book.csv").exit_code == 0
    assert flagplot("import", "red.csv", "--book", "book.csv").stderr.endswith("no change; nothing was written.\n")


def test_file_that_goes_with_no_such_sheet_is_refused(flagplot: Flagplot, sheet: Path) -> None:
    answer = flagplot("import", "ships.csv", "--book", "book.csv")
    assert answer.exit_code == 1
    assert "--book: no book goes with a ship book" in answer.stderr


def test_macros_are_mentioned_wherever_a_workbook_is_read(flagplot: Flagplot, files: Path) -> None:
    flagplot("export", "book.csv", "--out", "book.xlsx")
    with zipfile.ZipFile(files / "book.xlsx", "a") as archive:
        archive.writestr("xl/vbaProject.bin", b"anything")
    (files / "book.xlsx").rename(files / "book.xlsm")
    told = "its macros were not looked at; cells have the values that they were saved with"
    assert flagplot("check", "--book", "book.xlsm").stderr == f"Note: {told}.\n"
    assert told in flagplot("import", "book.xlsm", "--dry-run").stdout


def test_battle_takes_a_workbook_for_its_book(flagplot: Flagplot, files: Path) -> None:
    assert flagplot("export", "book.csv", "--out", "book.xlsx").exit_code == 0
    scenario = (files / "scenario.toml").read_text().replace("book.csv", "book.xlsx")
    (files / "scenario.toml").write_text(scenario)
    answer = flagplot("battle", "scenario.toml", "--orders", "red.txt", "--orders", "blue.txt", "--out", "r.txt")
    assert answer.exit_code == 0
    assert flagplot("verify", "r.txt").exit_code == 0
