"""Tallies as files: what is damaged or belongs elsewhere is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from flagplot.core.refusal import Faults
from flagplot.odds.tally import Tally, count_rows
from flagplot.odds.tally_file import merge, read_tally, write_tally


@pytest.fixture
def kept(toy: Any, tmp_path: Path) -> Path:
    path = tmp_path / "kept.json"
    write_tally(path, "job", count_rows(toy.form, toy.rows(0, 20), 0))
    return path


def test_what_was_written_is_read(toy: Any, kept: Path) -> None:
    faults = Faults()
    assert read_tally(kept, "job", faults) == count_rows(toy.form, toy.rows(0, 20), 0)
    assert not faults.found


def test_a_tally_of_another_job_is_refused(kept: Path) -> None:
    faults = Faults()
    assert read_tally(kept, "another", faults) is None
    assert [refusal.code for refusal in faults.found] == ["other-job"]


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "something"},
        {"tally": None},
        {"tally": {"spans": [[0, 20]], "table": {"result": [[0, 19, 0]]}}},
        {"tally": {"spans": [[0, 20]], "table": {"result": [[0, 20.0, 0]]}}},
        {"tally": {"spans": [[0, 20]], "table": {"result": [[0, -20, 0]]}}},
        {"tally": {"spans": [[0, True]], "table": {}}},
        {"tally": {"spans": [[0, 20], [10, 30]], "table": {}}},
        {"tally": {"spans": [[0]], "table": {}}},
        {"tally": {"spans": [], "table": {"result": [["0", 1, 1]]}}},
    ],
)
def test_a_damaged_tally_is_refused(change: dict[str, Any], kept: Path) -> None:
    kept.write_text(json.dumps(json.loads(kept.read_text()) | change))
    faults = Faults()
    assert read_tally(kept, "job", faults) is None
    assert [(refusal.code, refusal.fault) for refusal in faults.found] == [("not-a-tally", "damaged")]


@pytest.mark.parametrize("text", ["", "no JSON", "[]", "3", '{"kind": "flagplot tally"}', "[" * 100_000])
def test_what_is_no_tally_at_all_is_refused(text: str, kept: Path) -> None:
    kept.write_text(text)
    faults = Faults()
    assert read_tally(kept, "job", faults) is None
    assert len(faults.found) == 1


def test_every_overlap_is_told(toy: Any) -> None:
    faults = Faults()
    parts = [(Path(f"{n}.json"), count_rows(toy.form, toy.rows(n, 10), n)) for n in (0, 5, 10, 12)]
    total = merge(parts, faults)
    assert [refusal.where for refusal in faults.found] == ["5.json", "12.json"]
    assert total.spans == ((0, 20),)
    assert merge([], Faults()) == Tally()
