"""Odds of a battle from its middle: exact, sampled and told agree, at any step."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np
import pytest

from flagplot.core.report import Entry, walk
from flagplot.core.sources import Keyed
from flagplot.engine.battle import Fate
from flagplot.engine.steps import play_step
from flagplot.fta3.battle import codes as k
from flagplot.fta3.chances.day import Day
from flagplot.fta3.chances.standpoint import Standpoint, StandpointRecipe
from flagplot.fta3.play.fighting import FleetBattle, standing_orders
from flagplot.fta3.ruleset import FTA3
from flagplot.odds.tally import count_chances, count_rows

SAMPLES = 200
STATUS = {k.ACTIVE: Fate.STAYED, k.KILLED: Fate.LOST, k.WITHDRAWN: Fate.LEFT, k.ABSENT: Fate.AWAY}


def saved_at(day: Day, steps: int) -> bytes:
    """A battle of its own dice after so many steps."""
    game = FleetBattle(day.docket.scenario, day.docket.standings, Keyed(4))
    for _ in range(steps):
        if game.step is not None:
            play_step(game, standing_orders)
    return game.saved


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a flanker, 2 v 1", "a cloak against a subhunter", "a withdrawal order"])
def test_from_any_step_samples_come_as_often_as_the_chain_says(
    name: str, small_battles: dict[str, Any], small_day: Callable[[Any], Day]
) -> None:
    """Every second step of the first two rounds: four and a half deviations of the binomials and one."""
    day = small_day(small_battles[name])
    for steps in range(2, 30, 5):
        point = Standpoint(day.docket, 77, saved_at(day, steps))
        chances = point.chances()
        assert chances is not None
        expected, came = count_chances(point.form, chances), count_rows(point.form, point.rows(0, SAMPLES), 0)
        for key, histogram in came.table.items():
            assert set(histogram.bins) <= set(expected[key].bins), (steps, key)
            for value, (p, _) in expected[key].bins.items():
                bound = 4.5 * sqrt(max(0.0, SAMPLES * p * (1 - p))) + 1
                assert abs(histogram.count(value) - SAMPLES * p) <= bound, (steps, key, value)


def test_from_the_first_step_it_is_the_whole_battle(
    small_battles: dict[str, Any], small_day: Callable[[Any], Day]
) -> None:
    day = small_day(small_battles["a flanker, 2 v 1"])
    point = Standpoint(day.docket, 77, saved_at(day, 0))
    assert np.array_equal(point.rows(0, 20), day.rows(0, 20))
    whole, same = day.chances(), point.chances()
    assert whole is not None
    assert same is not None
    assert count_chances(day.form, whole) == count_chances(day.form, same)


def test_what_is_told_is_what_is_counted(small_battles: dict[str, Any], small_day: Callable[[Any], Day]) -> None:
    day = small_day(small_battles["a withdrawal order"])
    point = Standpoint(day.docket, 77, saved_at(day, 6))
    rows = point.rows(5, 20)
    assert len({tuple(row) for row in rows.tolist()}) > 1
    for sample, row in enumerate(rows.tolist(), 5):
        game = point.played(sample)
        fates = {
            ship.id: STATUS[int(game.arrays.ships.status[s, i])]
            for s, ships in enumerate(game.roster.ships)
            for i, ship in enumerate(ships)
        }
        assert row[point.form.fates : point.form.losses] == [fates[unit.id] for unit in point.form.units]
        assert row[point.form.LENGTH] == game.arrays.cells[k.ROUND]
    report = point.narrate(5)
    assert report.banner[0].startswith("WHAT IF, NOT A VERDICT: sample 5")
    assert any(isinstance(node, Entry) and "The battle is over" in node.text for node in walk(report))


def test_a_battle_that_is_over_stays_as_it_is(small_battles: dict[str, Any], small_day: Callable[[Any], Day]) -> None:
    day = small_day(small_battles["a flanker, 2 v 1"])
    point = StandpointRecipe(day.docket, 77, FTA3.fingerprint, saved_at(day, 1000)).open()
    rows = point.rows(0, 5)
    assert len({tuple(row) for row in rows.tolist()}) == 1
    chances = point.chances()
    assert chances is not None
    assert np.array_equal(chances.rows, rows[:1])
    assert chances.weights.tolist() == [1]
    assert len(point.narrate(0).children) == 1
