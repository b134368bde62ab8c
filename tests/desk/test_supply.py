"""The outlook of a deployment, from files."""

from __future__ import annotations

from pathlib import Path

import pytest

from flagplot.core.refusal import Refused
from flagplot.desk.supply import outlook

EXAMPLE = Path(__file__).parents[2] / "examples" / "supply"

MAP = "system,lanes,owner,base\nHome,A,Bill,\nA,B,,\nB,C,,\nC,D,,forward\nD,E,,\nE,F,,\nF,,,\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "map.csv").write_text(MAP.replace("forward", ""), encoding="utf-8")
    return tmp_path


def test_the_example_says_that_it_is_invented() -> None:
    for file in EXAMPLE.iterdir():
        assert "invented" in file.read_text(encoding="utf-8")


def test_with_a_rate_the_cheapest_base_comes_first(home: Path) -> None:
    (home / "plan.csv").write_text("unit,weight,systems\nBig,200,F\n", encoding="utf-8")
    found = outlook(home / "map.csv", home / "plan.csv", polity="Bill", year=1)
    assert found.forecast.total == 1200
    assert found.bases[0].burn == 0, "a supply base at F or a jump before it takes the whole burn"
    told = found.as_dict()
    assert told["cost"] is None
    assert told["units"][0]["rules"] == ["fta3 supply-limits/yearly", "fta3 supply-burn"]


def test_faults_of_both_files_are_told(home: Path) -> None:
    (home / "plan.csv").write_text("unit,weight,systems\nBig,many,G\n", encoding="utf-8")
    with pytest.raises(Refused) as caught:
        outlook(home / "map.csv", home / "plan.csv", polity="Bill")
    assert {refusal.code for refusal in caught.value.refusals} == {"wrong-kind", "unknown-system"}


def test_a_bad_map_is_told_before_any_unit(home: Path) -> None:
    (home / "map.csv").write_text("system,lanes\nHome,Nowhere\n", encoding="utf-8")
    with pytest.raises(Refused) as caught:
        outlook(home / "map.csv", home / "none.csv")
    assert {refusal.code for refusal in caught.value.refusals} == {"lane-to-nowhere", "missing-file"}
