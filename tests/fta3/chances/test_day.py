"""Samples of a day: the row that is counted is the battle that is told."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from flagplot.core.commitment import KeyOrigin
from flagplot.core.refusal import Refused
from flagplot.core.report import Report, Roll, walk
from flagplot.engine.battle import DRAW, Fate
from flagplot.engine.what_if import odds_key
from flagplot.fta3.chances.day import SAMPLE_BITS, Day, DayRecipe, sample_of
from flagplot.fta3.play.encounter import Encounter
from flagplot.fta3.report.day_report import day_state
from flagplot.fta3.ruleset import FTA3

FATES = {"active": Fate.STAYED, "killed": Fate.LOST, "withdrawn": Fate.LEFT, "absent": Fate.AWAY}


def told(day: Day, encounter: Encounter) -> list[int]:
    """The row of a day as its events and its end tell it."""
    ends = [event for event in encounter.events if event.kind == "end"]
    wins = [sum(event.facts["side"] == side for event in ends) for side in day.form.sides]
    row = [0 if wins[0] > wins[1] else 1 if wins[1] > wins[0] else DRAW, max((end.round for end in ends), default=0)]
    endings = [0] * len(day.form.endings)
    for event in ends:
        losers = [side for side in day.form.sides if side != event.facts["side"]]
        words = {
            "destroyed": f"{losers[0]} has no ship left",
            "fled": f"{losers[0]} has left",
            "both-gone": "neither side has a ship left",
            "stalemate": "stalemate: neither side could do the other harm",
            "round-limit": "undecided after the last round",
        }
        endings[day.form.endings.index(words[str(event.facts["reason"])])] += 1
    if not ends:
        endings[day.form.endings.index("nobody met")] = 1
    state = day_state(encounter)
    fates = [int(FATES.get(str(state[unit.id]["status"]), Fate.AWAY)) for unit in day.form.units]
    lost = [0, 0]
    for s, owner in day.docket.scenario.owners():
        for wing in owner.wings:
            lost[s] += int(state[wing.id]["lost"]) + int(state[wing.id]["surrendered"])
    return [*row, *endings, *fates, *(lost if day.form.tokens else [])]


@pytest.mark.slow
def test_an_opened_sample_is_the_battle_that_was_counted(
    convoy: Day, small_battles: dict[str, Any], small_day: Callable[[Any], Day]
) -> None:
    """A thousand samples from all over the range: result, length, ending, fate of every ship, fighters lost."""
    days = [convoy, *(small_day(small) for small in small_battles.values() if small.rounds <= 4)]
    chosen = random.Random(1812)
    for n in range(1000):
        day, sample = days[n % len(days)], chosen.randrange(1 << SAMPLE_BITS)
        (row,) = day.rows(sample, 1).tolist()
        assert row == told(day, day.encounter(sample)), (n, sample)


def test_a_day_may_have_no_battle_or_several(convoy: Day) -> None:
    rows = convoy.rows(0, 60)
    endings = rows[:, convoy.form.ENDINGS : convoy.form.fates].sum(axis=1)
    assert set(endings.tolist()) == {1, 2}
    away = (rows[:, convoy.form.fates : convoy.form.losses] == Fate.AWAY).sum(axis=1)
    assert set(away.tolist()) == {1, 3}, "the courier alone, or with the train"


def test_rows_do_not_hang_on_how_they_are_cut(convoy: Day) -> None:
    whole = convoy.rows(40, 12)
    assert np.array_equal(whole, np.concatenate([convoy.rows(40, 5), convoy.rows(45, 0), convoy.rows(45, 7)]))


def test_a_day_of_large_battles_is_not_reckoned_exactly(convoy: Day) -> None:
    assert convoy.chances() is None


def test_no_verdict_has_the_dice_of_odds() -> None:
    """The key is made from another message, whatever the battle is called."""
    assert odds_key(5) != odds_key(6)
    assert KeyOrigin("5", "", None).message.startswith("battle\n")
    assert sample_of(7, 0) == 7
    assert sample_of(7, 2) == 2 * (1 << 40) + 7


def test_the_report_of_a_sample_says_what_it_is(convoy: Day) -> None:
    """And the addresses of its dice are those of the sample."""
    report = convoy.narrate(9)
    assert report.banner[0].startswith("WHAT IF, NOT A VERDICT: sample 9 of the odds with seed 77")
    rolls = [node for node in walk(report) if isinstance(node, Roll)]
    samples = {int(roll.address.partition(":")[0]) for roll in rolls}
    assert samples <= {9, sample_of(9, 1)}
    assert isinstance(report, Report)


def test_a_recipe_makes_the_same_day_and_refuses_other_rules(convoy: Day) -> None:
    recipe = DayRecipe(convoy.docket, 77, FTA3.fingerprint)
    assert np.array_equal(recipe.open().rows(3, 2), convoy.rows(3, 2))
    with pytest.raises(Refused) as refused:
        DayRecipe(convoy.docket, 77, "0" * 64).open()
    assert refused.value.refusals[0].code == "other-rules"
    assert refused.value.exit_code == 4
