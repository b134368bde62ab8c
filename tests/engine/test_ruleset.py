"""What a ruleset is known by."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from flagplot.engine.rulebook import Rulebook
from flagplot.engine.ruleset import QuestionsOf, Ruleset


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


def test_questions_are_loaded_once_somebody_asks(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (package / "asking.py").write_text("QUESTIONS = {'ask': lambda: {'answer': 1}}\n")
    monkeypatch.delitem(sys.modules, "fingerprinted.asking", raising=False)
    questions = QuestionsOf("fingerprinted.asking")
    assert "fingerprinted.asking" not in sys.modules
    assert list(questions) == ["ask"]
    assert (len(questions), "ask" in questions, "other" in questions) == (1, True, False)
    assert questions["ask"]() == {"answer": 1}


def test_a_battle_loads_no_questions() -> None:
    program = "import sys, flagplot.fta3.play.engines as e; e.folder(); print('flagplot.fta3.casebook' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"
