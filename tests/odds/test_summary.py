"""What a tally says, and which sample is typical."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from flagplot.core.refusal import Refused
from flagplot.engine.battle import Chances, Fate, RowForm
from flagplot.odds.interval import wilson
from flagplot.odds.picture import draw
from flagplot.odds.report import as_dict, percent
from flagplot.odds.summary import Typical, read_wanted, summarise
from flagplot.odds.tally import Bin, Histogram, Tally, count_chances, count_rows


def pick(form: RowForm, tally: Tally, wanted: str) -> int:
    typical = read_wanted(form, wanted)
    assert isinstance(typical, Typical)
    return typical.find(tally)


@pytest.fixture(scope="module")
def tally(toy: Any) -> Tally:
    return count_rows(toy.form, toy.rows(0, 700), 0)


def test_results_with_their_intervals(toy: Any, tally: Tally) -> None:
    red, blue, nobody = summarise(toy.form, tally).results
    assert [share.count for share in (red, blue, nobody)] == [400, 200, 100]
    assert red.chance == pytest.approx(4 / 7)
    assert (blue.low, blue.high) == wilson(200, 700)


def test_losses_by_currency_and_side(toy: Any, tally: Tally) -> None:
    losses = {(loss.currency, loss.side): loss for loss in summarise(toy.form, tally).losses}
    assert set(losses) == {("weight", 0), ("weight", 1), ("cost", 1), ("fighters", 0), ("fighters", 1)}
    assert losses["weight", 0].most == 46
    assert losses["weight", 0].spread.mean == pytest.approx(30 * 2 / 7)
    assert losses["weight", 0].spread.quantiles == (0, 0, 0, 30, 30)
    assert losses["fighters", 0].most == 4


def test_survival_counts_all_but_the_lost(toy: Any, tally: Tally) -> None:
    hood, kent, orel = summarise(toy.form, tally).survival
    assert hood.survives.count == 500
    assert (hood.survives.low, hood.survives.high) == pytest.approx(wilson(500, 700))
    assert kent.survives.chance == 1
    assert orel.fates[Fate.AWAY].count == 300


def test_an_exact_answer_has_no_width(toy: Any) -> None:
    summary = summarise(toy.form, count_chances(toy.form, Chances(toy.rows(0, 7), np.full(7, 1 / 7), 0.0, "")))
    assert summary.n == 0
    assert summary.results[0].low == summary.results[0].high == pytest.approx(4 / 7)
    assert summary.results[0].count is None
    assert summary.survival[0].survives.count is None


def test_the_median_and_the_worst(toy: Any, tally: Tally) -> None:
    """Margins are 33 in four of seven, then 0, then -30: the median is 33. Red's worst 20 % cost it 30."""
    assert pick(toy.form, tally, "median") == 0
    assert pick(toy.form, tally, "worst:A:20%") == 2
    assert pick(toy.form, tally, "worst:red:20") == 2
    assert pick(toy.form, tally, "worst:A:40%") == 0
    assert pick(toy.form, tally, "worst:Blue:5%") == 0
    assert read_wanted(toy.form, "48213") == 48213


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ("nope", "unknown-sample"),
        ("-3", "unknown-sample"),
        ("worst", "unknown-sample"),
        ("worst:A", "unknown-sample"),
        ("worst:A:0%", "unknown-sample"),
        ("worst:A:100%", "unknown-sample"),
        ("worst:A:x", "unknown-sample"),
        ("median:A", "unknown-sample"),
        ("worst:Green:5%", "unknown-side"),
        ("9" * 30, "unknown-sample"),
        ("²", "unknown-sample"),
    ],
)
def test_what_names_no_sample_is_refused(wanted: str, code: str, toy: Any) -> None:
    with pytest.raises(Refused) as refused:
        read_wanted(toy.form, wanted)
    assert [refusal.code for refusal in refused.value.refusals] == [code]


def test_shares_that_are_neither_none_nor_all_never_look_so() -> None:
    assert [percent(p) for p in (0, 1e-6, 0.5, 1 - 1e-6, 1)] == ["0.0 %", "<0.1 %", "50.0 %", ">99.9 %", "100.0 %"]


def test_a_picture_of_few_values_has_a_row_for_each() -> None:
    lines = draw(Histogram({0: Bin(1, 0), 30: Bin(3, 1)})).splitlines()
    assert [line.split()[0] for line in lines] == ["0", "30"]
    assert lines[0].endswith(" 25.0 %   25.0 %")
    assert lines[1].endswith(" 75.0 %  100.0 %")
    assert lines[0].index("|") < lines[1].index("|")


def test_a_picture_of_many_values_has_classes_that_hold_all_of_them() -> None:
    lines = draw(Histogram({value: Bin(1, 0) for value in range(7, 107)})).splitlines()
    assert len(lines) == 12
    assert lines[0].split("  #")[0].strip() == "7 to 15"
    assert lines[-1].split()[0] == "106"
    assert lines[-1].endswith("100.0 %")


def test_plain_values_round_trip_as_json(toy: Any, tally: Tally) -> None:
    class Method:
        def as_dict(self) -> dict[str, str]:
            return {"how": "sampled"}

    plain = as_dict(toy.form, summarise(toy.form, tally), Method())  # type: ignore[arg-type]
    assert plain["results"]["Red wins"]["count"] == 400
    assert plain["rounds"]["quantiles"]["50"] == 4
    assert [ending["ending"] for ending in plain["endings"]] == ["over", "stopped"]
