"""The rulesets of the house and where their cases lie."""

import subprocess
import sys
from pathlib import Path

import pytest

from flagplot.core.refusal import Refused
from flagplot.desk import rulesets
from flagplot.desk.rulesets import RULESETS, cases_of, chosen, nearest_of_many, own_cases, ruleset

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("id_", RULESETS)
def test_each_is_found_under_its_own_name(id_: str) -> None:
    assert ruleset(id_).id == id_


def test_without_a_name_all_are_chosen() -> None:
    assert [each.id for each in chosen(None)] == list(RULESETS)
    assert [each.id for each in chosen("fta3")] == ["fta3"]


@pytest.mark.parametrize(("id_", "mend"), [("fta", "Did you mean 'fta3'?"), ("", f"Known: {', '.join(RULESETS)}.")])
def test_an_unknown_one_is_refused_with_the_nearest(id_: str, mend: str) -> None:
    with pytest.raises(Refused) as caught:
        ruleset(id_)
    assert [each.mend for each in caught.value.refusals] == [mend]


def test_none_is_imported_before_it_is_asked_for() -> None:
    code = "import sys, flagplot.desk.rulesets; print([name for name in sys.modules if '.fta3' in name])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_the_cases_of_a_checkout_are_its_tests() -> None:
    assert cases_of(ruleset("fta3")) == ROOT / "tests" / "cases" / "fta3"


def test_the_cases_of_an_installed_package_are_inside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "lib" / "site-packages" / "flagplot"
    monkeypatch.setattr(rulesets, "PACKAGE", package)
    assert cases_of(ruleset("fta3")) == package / "cases" / "fta3"
    assert own_cases(ruleset("fta3")) == []


@pytest.mark.parametrize(("word", "mend"), [("hodd", "Did you mean 'hood'?"), ("zzz", "'flagplot x' lists them.")])
def test_many_choices_are_not_told(word: str, mend: str) -> None:
    assert nearest_of_many(word, ["hood", "renown"], "flagplot x") == mend
