"""The stand-ins for hit points and position dice: every question forks as its chances say."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from flagplot.core.sources import walk
from flagplot.fta3.battle import codes as k
from flagplot.fta3.chances.paths import HitPoints, StepPath, TieError

VALUES = np.array([-5, 5, 15, 25])


def forks(ask: Any) -> dict[Any, list[float]]:
    """What each path answers, and the weights it keeps."""
    start = np.array([0.1, 0.2, 0.3, 0.4])
    found = walk(lambda way: StepPath(way, start), lambda path: ask(HitPoints(path, 0, VALUES)))
    return {answer: path.weights.tolist() for answer, path in found}


def test_a_comparison_forks_by_hit_points() -> None:
    assert forks(lambda hp: hp <= 0) == {True: [0.1, 0, 0, 0], False: [0, 0.2, 0.3, 0.4]}
    assert forks(lambda hp: hp > 100) == {False: [0.1, 0.2, 0.3, 0.4]}
    assert forks(lambda hp: hp < 15) == {True: [0.1, 0.2, 0, 0], False: [0, 0, 0.3, 0.4]}
    assert forks(lambda hp: hp >= 25) == {True: [0, 0, 0, 0.4], False: [0.1, 0.2, 0.3, 0]}


def test_what_was_taken_off_counts() -> None:
    assert forks(lambda hp: hp - np.int64(10) <= 0) == {True: [0.1, 0.2, 0, 0], False: [0, 0, 0.3, 0.4]}
    assert forks(lambda hp: 100 * hp <= np.int64(50) * 30) == {True: [0.1, 0.2, 0.3, 0], False: [0, 0, 0, 0.4]}
    assert forks(lambda hp: np.int64(25) - hp >= 20) == {True: [0.1, 0.2, 0, 0], False: [0, 0, 0.3, 0.4]}


def test_two_comparisons_fork_no_further_than_they_must() -> None:
    assert forks(lambda hp: (hp > 0, hp > 20, hp > 0)) == {
        (True, True, True): [0, 0, 0, 0.4],
        (True, False, True): [0, 0.2, 0.3, 0],
        (False, False, False): [0.1, 0, 0, 0],
    }


@pytest.mark.parametrize(("ours", "theirs"), [(0, 0), (1, 0), (0, 3), (-4, 1), (30, 0)])
def test_position_dice_compare_as_often_as_two_d20(ours: int, theirs: int) -> None:
    def roll(path: StepPath) -> str:
        mine, yours = (path.face(None, k.D_POSITION, s, k.FORCE, 0, 20) for s in range(2))
        if mine + ours > yours + theirs:
            return "first"
        return "second" if mine + ours < yours + theirs else "tie"

    expected: Counter[str] = Counter()
    for a in range(1, 21):
        for b in range(1, 21):
            lead = a + ours - b - theirs
            expected["first" if lead > 0 else "second" if lead < 0 else "tie"] += 1
    found = walk(lambda way: StepPath(way, np.ones(1)), roll)
    assert {answer: path.chance for answer, path in found} == {
        answer: Fraction(ways, 400) for answer, ways in expected.items()
    }


def test_a_tie_is_not_rolled_again_on_a_path_of_its_own() -> None:
    with pytest.raises(TieError):
        StepPath([], np.ones(1)).face(None, k.D_POSITION, 0, k.FORCE, 1, 20)
