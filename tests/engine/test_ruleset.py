"""What a ruleset is known by."""

import re
import sys
from pathlib import Path

import pytest

from flagplot.engine.rulebook import Rulebook
from flagplot.engine.ruleset import Ruleset


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "fingerprinted"
    (folder / "data").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "data" / "tables.toml").write_text("a = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "fingerprinted", raising=False)
    return folder


def fingerprint() -> str:
    book = Rulebook(system="toy", page="Toy", rules={})
    toy = Ruleset(
        id="toy",
        title="Toy",
        package="fingerprinted",
        rulebook=book,
        readings={},
        questions={},
        play_case=lambda case: None,  # type: ignore[arg-type, return-value]
    )
    return toy.fingerprint


def test_the_fingerprint_changes_with_code_data_and_names_and_with_nothing_else(package: Path) -> None:
    first = fingerprint()
    assert re.fullmatch("[0-9a-f]{64}", first)
    (package / "notes.txt").write_text("no rule")
    assert fingerprint() == first
    (package / "data" / "tables.toml").write_text("a = 2\n")
    second = fingerprint()
    (package / "rule.py").write_text("")
    third = fingerprint()
    (package / "rule.py").rename(package / "other.py")
    assert len({first, second, third, fingerprint()}) == 4
