"""``flagplot demo``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from flagplot.desk.demo import DEMOS, demo

Run = Callable[..., Result]
FILES = DEMOS["fta3"].files


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_it_prints_the_report(flagplot: Run, folder: Path) -> None:
    answer = flagplot("demo")
    assert (answer.exit_code, answer.stderr) == (0, "")
    assert answer.stdout == demo().write()
    assert not list(folder.iterdir())


def test_it_takes_the_options_of_a_report(flagplot: Run, folder: Path) -> None:
    assert flagplot("demo", "--width", "60").stdout == demo().write("text", 60)
    assert flagplot("demo", "--format", "markdown").stdout == demo().write("markdown")
    assert json.loads(flagplot("demo", "--json").stdout)["result"] == demo().result_digest
    answer = flagplot("demo", "--out", "report.txt")
    assert (answer.exit_code, answer.stdout) == (0, "")
    assert (folder / "report.txt").read_text(encoding="utf-8") == demo().write()


def test_it_holds(flagplot: Run) -> None:
    flagplot("demo", "--out", "report.txt")
    assert flagplot("verify", "report.txt").exit_code == 0


def test_its_files_are_put_into_a_folder_and_make_the_same_report(flagplot: Run, folder: Path) -> None:
    answer = flagplot("demo", "--files", "deep/first")
    assert answer.exit_code == 0
    assert answer.stdout.splitlines() == [str(Path("deep/first") / name) for name in FILES]
    scenario, red, blue, secret = (Path("deep/first") / name for name in FILES)
    fought = flagplot("battle", scenario, "--orders", red, "--orders", blue, "--secret", secret)
    assert fought.stdout == demo().write()


def test_its_files_as_json(flagplot: Run) -> None:
    assert json.loads(flagplot("demo", "--files", "x", "--json").stdout) == [str(Path("x") / name) for name in FILES]
    answer = flagplot("demo", "--files", "x", "--json")
    assert answer.exit_code == 1
    assert [refusal["code"] for refusal in json.loads(answer.stdout)["refusals"]] == ["file-exists"] * len(
        DEMOS["fta3"].files
    )


def test_a_file_in_the_way_keeps_all_of_them_out(flagplot: Run, folder: Path) -> None:
    (folder / "blue.txt").write_text("mine", encoding="utf-8")
    answer = flagplot("demo", "--files", ".")
    assert (answer.exit_code, answer.stdout) == (1, "")
    assert "blue.txt" in answer.stderr
    assert [path.name for path in folder.iterdir()] == ["blue.txt"]
    assert (folder / "blue.txt").read_text(encoding="utf-8") == "mine"


def test_a_folder_that_cannot_be(flagplot: Run, folder: Path) -> None:
    (folder / "file").write_text("", encoding="utf-8")
    for place in ("file", "file/below"):
        answer = flagplot("demo", "--files", place)
        assert (answer.exit_code, answer.stdout) == (2, "")
        assert answer.stderr.startswith("Error: file")
