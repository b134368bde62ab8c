"""``flagplot export``: tables of reports and books, printed, written and named."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Flagplot = Callable[..., Result]


@pytest.fixture
def report(flagplot: Flagplot, files: Path) -> Path:
    flagplot("battle", "scenario.toml", "--orders", "red.txt", "--orders", "blue.txt", "--out", "r.txt")
    return files / "r.txt"


def test_tables_of_a_report_are_named_and_printed(flagplot: Flagplot, report: Path) -> None:
    listed = flagplot("export", "r.txt", "--list").stdout.splitlines()
    assert listed[0] == "  1 Losses by owner (2 rows)"
    assert [line.split()[1] for line in listed[-2:]] == ["Events", "Dice"]
    assert flagplot("export", "r.txt", "--table", "1").stdout.startswith("Side\tOwner\t")
    assert flagplot("export", "r.txt", "--table", "dice").stdout.startswith("section\tround\tpurpose\t")
    whole = flagplot("export", "r.txt", "--format", "csv").stdout
    assert whole.startswith("#sheet Losses by owner\n")
    assert whole.count("#sheet ") == len(listed)


def test_tables_are_written_in_the_format_of_the_file_s_name(flagplot: Flagplot, report: Path, files: Path) -> None:
    for name, start in (("t.xlsx", b"PK"), ("t.ods", b"PK"), ("t.csv", b"#sheet "), ("t.TSV", b"#sheet ")):
        answer = flagplot("export", "r.txt", "--out", name)
        assert answer.exit_code == 0
        assert "tables of r.txt." in answer.stderr
        assert (files / name).read_bytes().startswith(start)
    told = json.loads(flagplot("export", "r.txt", "--out", "t.xlsx", "--json").stdout)
    assert (told["kind"], told["out"], told["tables"][0]["name"]) == ("report", "t.xlsx", "Losses by owner")


def test_book_is_exported_and_imported_as_the_same(flagplot: Flagplot, files: Path) -> None:
    assert flagplot("export", "book.csv").stdout.splitlines()[1].split("\t")[:3] == ["EC", "escort", "5"]
    assert flagplot("export", "book.csv", "--format", "toml", "--out", "b.toml").exit_code == 0
    assert "no change" in flagplot("import", "book.csv", "--into", "b.toml").stderr


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("book.csv", "--out", "x.doc"), 2, "'doc' is no format"),
        (("book.csv", "--format", "xlsx"), 2, "name a file with --out"),
        (("book.csv", "--table", "Hull"), 1, "Did you mean 'Hulls'?"),
        (("book.csv", "--table", "9"), 1, "a number from 1 to 1"),
        (("red.txt",), 1, "those of no kind of file"),
        (("none.csv",), 3, "there is no such file"),
        (("book.csv", "--as", "report"), 3, "book.csv"),
    ],
)
def test_what_cannot_be_is_said(
    flagplot: Flagplot, files: Path, arguments: tuple[str, ...], code: int, told: str
) -> None:
    answer = flagplot("export", *arguments)
    assert answer.exit_code == code
    assert told in answer.stderr


def test_report_has_no_form_in_toml(flagplot: Flagplot, report: Path) -> None:
    answer = flagplot("export", "r.txt", "--format", "toml")
    assert answer.exit_code == 1
    assert "csv, tsv, xlsx or ods" in answer.stderr
