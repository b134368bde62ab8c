"""Tallies: what they count, and that they add up in any order to the same bits."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.canonical import canonical_json
from flagplot.engine.battle import Chances
from flagplot.odds.tally import Bin, Histogram, Tally, count_chances, count_rows
from flagplot.odds.tally_file import as_dict, from_dict


def test_a_tally_counts_every_column(toy: Any) -> None:
    tally = count_rows(toy.form, toy.rows(0, 14), 0)
    assert tally.spans == ((0, 14),)
    assert tally["result"].bins == {0: Bin(8, 0), 1: Bin(4, 2), 2: Bin(2, 6)}
    assert tally["length"].bins == {2: Bin(3, 0), 3: Bin(3, 1), 4: Bin(3, 2), 5: Bin(3, 3), 6: Bin(2, 4)}
    assert tally["ending"].bins == {0: Bin(12, 0), 1: Bin(2, 6)}
    assert tally["fate/red-2"].bins == {0: Bin(9, 1), 2: Bin(5, 0)}
    assert tally["loss/weight/0"].bins == {0: Bin(10, 0), 30: Bin(4, 2)}
    assert tally["loss/weight/1"].bins == {0: Bin(6, 2), 33: Bin(8, 0)}
    assert tally["margin"].bins == {33: Bin(8, 0), -30: Bin(4, 2), 0: Bin(2, 6)}
    assert tally["loss/fighters/0"].bins == {0: Bin(4, 0), 1: Bin(4, 1), 2: Bin(3, 2), 3: Bin(3, 3)}


def test_a_currency_that_is_unknown_for_a_ship_is_left_out(toy: Any) -> None:
    tally = count_rows(toy.form, toy.rows(0, 14), 0)
    assert not tally["loss/cost/0"].bins
    assert tally["loss/cost/1"].bins == {0: Bin(6, 2), 420: Bin(8, 0)}


@given(st.lists(st.integers(1, 12), min_size=1, max_size=8), st.randoms())
def test_parts_add_up_in_any_order_to_the_same_bits(toy: Any, cuts: list[int], order: Random) -> None:
    parts, first = [], 100
    for count in cuts:
        parts.append(count_rows(toy.form, toy.rows(first, count), first))
        first += count
    whole = count_rows(toy.form, toy.rows(100, first - 100), 100)
    order.shuffle(parts)
    total = Tally()
    for part in parts:
        total += part
    assert total == whole
    assert canonical_json(as_dict(total)) == canonical_json(as_dict(whole))
    assert from_dict(as_dict(whole)) == whole


def test_no_sample_is_counted_twice(toy: Any) -> None:
    first, second = (count_rows(toy.form, toy.rows(n, 10), n) for n in (0, 9))
    with pytest.raises(ValueError, match="sample 9 is counted twice"):
        first + second


def test_spans_that_do_not_touch_stay_apart(toy: Any) -> None:
    first, second = (count_rows(toy.form, toy.rows(n, 10), n) for n in (30, 5))
    assert (first + second).spans == ((5, 15), (30, 40))
    assert (first + second).n == 20


@given(st.dictionaries(st.integers(-50, 10**6), st.integers(1, 9), min_size=1, max_size=20), st.integers(1, 99))
def test_a_quantile_is_the_least_value_that_so_many_do_not_exceed(counts: dict[int, int], q: int) -> None:
    histogram = Histogram({value: Bin(n, 0) for value, n in counts.items()})
    every = sorted(value for value, n in counts.items() for _ in range(n))
    expected = next(value for value in every if 100 * sum(each <= value for each in every) >= q * len(every))
    assert histogram.quantile(Fraction(q, 100)) == expected
    assert histogram.mean == pytest.approx(sum(every) / len(every))


@given(st.lists(st.integers(-(10**7), 10**7), min_size=1, max_size=30))
def test_many_values_far_apart_are_counted_like_few(toy: Any, values: list[int]) -> None:
    """Whether by place or by sorting: the count of each value and the first sample that had it."""
    rows = toy.rows(0, len(values))
    rows[:, toy.form.LENGTH] = values
    tally = count_rows(toy.form, rows, 0)
    assert tally["length"].bins == {value: Bin(values.count(value), values.index(value)) for value in values}


def test_chances_are_counted_like_samples(toy: Any) -> None:
    """Seven times three rows of equal weight have the shares of so many samples."""
    rows = toy.rows(0, 420)
    weighed = count_chances(toy.form, Chances(rows, np.full(420, 0.5), 0.0, "by hand"))
    counted = count_rows(toy.form, rows, 0)
    assert weighed.table.keys() == counted.table.keys()
    for name, histogram in counted.table.items():
        shares = {value: each.times / 420 for value, each in histogram.bins.items()}
        assert {value: each.times for value, each in weighed[name].bins.items()} == pytest.approx(shares)
