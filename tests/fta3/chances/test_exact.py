"""Exact chances against samples, and against a brute walk through everything that the dice can do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import pytest

from flagplot.core import dice as d
from flagplot.core.sources import Enumerated, Keyed, outcomes
from flagplot.engine.battle import DRAW, Fate
from flagplot.engine.kernel import rebound
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.sequence import fight
from flagplot.fta3.battle.state import restore
from flagplot.fta3.chances import meetings
from flagplot.fta3.chances.day import Day
from flagplot.odds.tally import Tally, count_chances, count_rows

SAMPLES = 300
BOUND = 4.5
"""Standard deviations of a binomial that a count may lie off its mean; the samples are always the same."""

NAMES = (
    "a flanker, 2 v 1",
    "a cloak against a subhunter",
    "a deep cloak against a plain ship",
    "fighters against a flak ship with a direction centre",
    "stand-off attacks only",
    "a protector",
    "a withdrawal order",
    "a streak of position wins",
    "breaking off and pursuit",
    "a late arrival and rulings",
    "a force that leaves",
)


def exact(day: Day) -> Tally:
    """The chances of everything that a tally counts."""
    chances = day.chances()
    assert chances is not None
    assert chances.weights.sum() + chances.left_out == pytest.approx(1, abs=1e-9)
    return count_chances(day.form, chances)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_samples_come_as_often_as_the_chain_says(
    name: str, small_battles: dict[str, Any], small_day: Callable[[Any], Day]
) -> None:
    """Every value of every histogram, within four and a half deviations of its binomial and one."""
    day = small_day(small_battles[name])
    agree(exact(day), count_rows(day.form, day.rows(0, SAMPLES), 0))


def agree(expected: Tally, came: Tally, most: int = 1) -> None:
    """Hold samples to exact chances; a day has at most so many endings, which bounds how far their number strays."""
    results = [expected["result"].count(result) for result in (0, 1, DRAW)]
    assert max(results) < 0.95, "a foregone conclusion would show nothing"
    for key, histogram in came.table.items():
        assert set(histogram.bins) <= set(expected[key].bins), key
        for value, (p, _) in expected[key].bins.items():
            times = most if key == "ending" else 1
            deviation = sqrt(max(0.0, SAMPLES * p * (times - p)))
            assert abs(histogram.count(value) - SAMPLES * p) <= BOUND * deviation + 1, (key, value)


@pytest.mark.slow
@pytest.mark.parametrize(("what", "battles"), [("it is run down", {2}), ("it may get away", {1, 2})])
def test_days_of_several_battles_come_as_often_as_the_chains_say(
    what: str, battles: set[int], hunt: Callable[[str], Day]
) -> None:
    day = hunt(what)
    rows = day.rows(0, SAMPLES)
    assert set(rows[:, day.form.ENDINGS : day.form.fates].sum(axis=1).tolist()) == battles
    agree(exact(day), count_rows(day.form, rows, 0), most=2)


def test_a_day_is_what_its_battles_are_together(hunt: Callable[[str], Day]) -> None:
    """Fates in one battle hang on nothing in the other; the frigate is caught unless it rolls higher."""
    sure, day = hunt("it is run down"), hunt("it may get away")
    chances = sure.chances()
    assert chances is not None
    assert chances.how.endswith("each battle")
    places = {unit.name: sure.form.fates + n for n, unit in enumerate(sure.form.units)}
    lost = {name: chances.rows[:, place] == Fate.LOST for name, place in places.items()}

    def chance(*names: str) -> float:
        return float(chances.weights[np.logical_and.reduce([lost[name] for name in names])].sum())

    assert min(chance(name) for name in places) > 0.05
    for cruiser in ("Kent", "Bayan"):
        for frigate in ("Swift", "Grom"):
            assert chance(cruiser, frigate) == pytest.approx(chance(cruiser) * chance(frigate), abs=1e-9)
    (grom,) = (unit.id for unit in day.form.units if unit.name == "Grom")
    assert exact(day)[f"fate/{grom}"].count(Fate.AWAY) == pytest.approx(190 / 400)


def test_a_day_that_too_many_dice_lead_to_is_not_reckoned_exactly(
    hunt: Callable[[str], Day], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meetings, "MOST_FALLS", 399)
    assert hunt("it may get away").chances() is None
    assert hunt("it is run down").chances() is not None


def test_the_names_are_all_there_are(small_battles: dict[str, Any]) -> None:
    assert set(NAMES) == set(small_battles)


class Brute:
    """Everything that the dice of a battle between equally fast fleets can do, the position as its odds say.

    A die's second number is asked for only where something hangs on it: strikes. ``streak`` is the side that won the
    last position, and how many times in a row.
    """

    def __init__(self, source: Enumerated) -> None:
        self.source = source
        self.winner, self.wins, self.rounds = 0, 0, 0

    def face(self, dice: Any, phase: int, side: int, *_: int) -> int:
        assert phase == k.D_POSITION
        if side == 0:
            self.take_position()
        return 20 if side == self.winner else 1

    def take_position(self) -> None:
        """Each side adds 0, the winner of the last rolls 2 less for each; ties are rolled again."""
        less = [2 * self.wins if self.wins and s == self.winner else 0 for s in range(2)]
        rolls = [(a - less[0], b - less[1]) for a in range(1, 21) for b in range(1, 21)]
        wins, ties = sum(a > b for a, b in rolls), sum(a == b for a, b in rolls)
        chance = Fraction(wins, 400 - ties)
        winner = self.source.branch([chance, 1 - chance])
        self.wins = self.wins + 1 if self.wins and winner == self.winner else 1
        self.winner = winner

    def count(
        self, dice: Any, phase: int, side: int, roller: int, start: int, n: int, sides: int, need: int, more: int
    ) -> tuple[int, int]:
        more = more if phase in (k.D_STRIKE, k.D_FIRST_STRIKE) else need
        return self.source.count(dice, phase, side, roller, start, n, sides, need, more)


BRUTE_BOOK = """\
code,size,weight,hp,speed,attacks,weapon,avoidance,protection,standoff,hangars,traits,specialist
FF,escort,8,10,2,1x10,direct,12,11,,,,
CA,cruiser,12,20,2,1x10,direct,11,12,,,,
CK,cruiser,12,20,2,1x10,seeking,12,12,,,cloak,yes
CV,cruiser,12,20,2,1x10,seeking,12,12,,4,,
"""

TINY = {
    "one against one, two rounds": ("1 CA", "1 CA", "", "", 2),
    "two against one, a round": ("2 FF", "1 CA", "", "", 1),
    "a cloak, two rounds": ("1 CK", "1 FF", "", "", 2),
    "fighters on both sides, a round": ("1 CV", "1 FF", "2 TL5", "1 TL4", 1),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", TINY)
def test_every_fall_of_the_dice_ends_as_often_as_the_chain_says(
    name: str, small_day: Callable[[Any], Day], small_battles: dict[str, Any]
) -> None:
    """Ends and fates of ships to eleven places; whole battles, walked through without any merging of states."""
    red, blue, red_fighters, blue_fighters, rounds = TINY[name]
    any_small = small_battles["a flanker, 2 v 1"]
    day = small_day(
        replace(
            any_small,
            red=red,
            blue=blue,
            red_fighters=red_fighters,
            blue_fighters=blue_fighters,
            rounds=rounds,
            book=BRUTE_BOOK,
        )
    )
    expected = exact(day)
    (one,) = day.meetings.of(Keyed(day.key))
    b = one.battle

    def battle(source: Enumerated) -> tuple[int, ...]:
        brute = Brute(source)
        restore(b)
        rebound(fight, {d.face: brute.face, d.count: brute.count})(b)
        fates = [int(b.ships.status[place]) for place in zip(one.sides, one.indices, strict=True)]
        return int(b.cells[k.WINNER]), int(b.cells[k.ROUND]), *fates

    found = outcomes(battle)
    for winner, result in ((0, 0), (1, 1), (k.NONE, DRAW)):
        chance = sum(p for (who, *_), p in found.items() if who == winner)
        assert expected["result"].count(result) == pytest.approx(float(chance), abs=1e-11)
    for length in range(1, rounds + 1):
        chance = sum(p for (_, at, *_), p in found.items() if at == length)
        assert expected["length"].count(length) == pytest.approx(float(chance), abs=1e-11)
    for place, unit in enumerate(day.form.units):
        chance = sum(p for (_, _, *fates), p in found.items() if fates[one.places.tolist().index(place)] == k.KILLED)
        assert expected[f"fate/{unit.id}"].count(1) == pytest.approx(float(chance), abs=1e-11)
