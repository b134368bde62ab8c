"""Every numbered case of every ruleset holds, each as a test of its own."""

from pathlib import Path

import pytest

from flagplot.border_patrol.ruleset import BORDER_PATROL
from flagplot.engine.case import Case
from flagplot.engine.cases import check, load_folder, run
from flagplot.engine.ruleset import Ruleset
from flagplot.fe.ruleset import FE
from flagplot.fta3.ruleset import FTA3

FOLDER = Path(__file__).parent / "cases"
RULESETS = {ruleset.id: ruleset for ruleset in (FTA3, FE, BORDER_PATROL)}
CASES = {id_: load_folder(FOLDER / id_) if any((FOLDER / id_).rglob("*.toml")) else [] for id_ in RULESETS}
EACH = [pytest.param(RULESETS[id_], case, id=case.id) for id_, cases in CASES.items() for case in cases]


@pytest.mark.parametrize("id_", RULESETS)
def test_there_are_cases_and_they_fit_their_ruleset(id_: str) -> None:
    assert CASES[id_], f"no case file was found in {FOLDER / id_}"
    check(CASES[id_], RULESETS[id_])


def test_every_folder_of_cases_belongs_to_a_ruleset() -> None:
    assert {path.name for path in FOLDER.iterdir() if path.is_dir()} <= set(RULESETS)


@pytest.mark.parametrize(("ruleset", "case"), EACH)
def test_case(ruleset: Ruleset, case: Case) -> None:
    result = run(case, ruleset)
    if result.error:
        raise result.error
    assert result.passed, f"{case.where}: {result.message}"


@pytest.mark.parametrize("id_", RULESETS)
def test_every_option_of_every_reading_has_a_case(id_: str) -> None:
    ruleset = RULESETS[id_]
    shown = {(reading.id, case.option) for case in CASES[id_] if (reading := ruleset.reading(case.reading))}
    built = {(reading.id, option) for reading in ruleset.readings.values() for option in reading.options}
    assert built - shown == set()
