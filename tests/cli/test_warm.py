"""``flagplot warm``: what it says; that it builds is tested with the engine itself."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from flagplot.cli.main import main
from flagplot.fta3.play import engines

FOLDER = Path("cache") / "of" / "ours"


class Engine:
    """Stands in for the compiled engine, so that nothing is built."""

    def __init__(self, *, warm: bool, kept: bool) -> None:
        self.warm, self.kept, self.built = warm, kept, 0

    def build(self) -> None:
        self.built += 1
        self.warm = self.warm or self.kept


@pytest.fixture(params=[{"warm": True, "kept": True}, {"warm": False, "kept": True}, {"warm": False, "kept": False}])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Engine:
    stand_in = Engine(**request.param)
    monkeypatch.setattr(engines, "is_warm", lambda: stand_in.warm)
    monkeypatch.setattr(engines, "compiled", stand_in.build)
    monkeypatch.setattr(engines, "folder", lambda: FOLDER)
    return stand_in


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["warm", *arguments])


def test_it_says_what_it_does_before_and_after(engine: Engine) -> None:
    cold = not engine.warm
    answer = run()
    assert answer.exit_code == 0
    assert engine.built == 1
    assert ("Building" in answer.stderr) == cold
    assert ("is built" in answer.stdout) == cold
    assert ("warm already" in answer.stdout) != cold
    assert (f"kept in {FOLDER}" in answer.stdout) == engine.kept
    assert ("could not be kept" in answer.stdout) != engine.kept


def test_it_answers_as_json(engine: Engine) -> None:
    cold = not engine.warm
    answer = run("--json")
    facts = json.loads(answer.stdout)
    assert facts["built"] == cold
    assert facts["folder"] == (str(FOLDER) if engine.kept else None)
    assert float(facts["seconds"]) >= 0
