"""Luck of played battles: chances by brute force, faces counted a second time, losses against the odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from flagplot.desk.battle import Papers, Verdict, adjudicate
from flagplot.desk.luck import luck
from flagplot.desk.odds import exact, question
from flagplot.desk.oracles.fleets import lost
from flagplot.formats.writers import write
from flagplot.fta3.report.luck import Luck, Part, distribution, luck_of
from flagplot.odds.sampling import Target


def test_sums_of_dice_by_brute_force() -> None:
    """Three chances of 7 at 1/4 and two of 5 at 9/20, every combination written out."""
    parts = [
        Part("damage", 2, 2, Fraction(1, 4), 7, 0),
        Part("damage", 1, 1, Fraction(1, 4), 7, 7),
        Part("damage", 2, 2, Fraction(9, 20), 5, 5),
        Part("damage", 0, 0, Fraction(1, 2), 0, 0),
        Part("damage", 3, 3, Fraction(1, 2), 0, 0),
    ]
    expected: Counter[int] = Counter()
    for sevens, fives in product(range(4), range(3)):
        p = comb(3, sevens) * Fraction(1, 4) ** sevens * Fraction(3, 4) ** (3 - sevens)
        q = comb(2, fives) * Fraction(9, 20) ** fives * Fraction(11, 20) ** (2 - fives)
        expected[7 * sevens + 5 * fives] += p * q  # type: ignore[assignment]
    found = distribution(parts)
    assert len(found) == 3 * 7 + 2 * 5 + 1
    for value, chance in enumerate(found):
        assert chance == pytest.approx(float(expected[value]))


def test_worse_is_less_but_for_what_a_side_suffers() -> None:
    parts = (Part("x", 2, 2, Fraction(1, 2), 1, 1),)
    assert Luck("Red", "hits by gunfire", 2, Fraction(1), 1, parts).worse == pytest.approx((0.25, 0.75))
    assert Luck("Red", "fighters lost in strikes", 2, Fraction(1), 1, parts).worse == pytest.approx((0.25, 0.75))
    assert Luck("Red", "fighters lost in strikes", 2, Fraction(1), 2, parts).worse == pytest.approx((0, 0.25))
    assert Luck("Red", "hits by gunfire", 2, Fraction(1), 2, parts).worse == pytest.approx((0.75, 1))


def test_every_measure_has_the_mean_that_its_chances_say(verdict: Verdict) -> None:
    for found in luck_of(*verdict.encounter.fights):
        chances = distribution(found.parts)
        assert chances.sum() == pytest.approx(1)
        assert sum(value * p for value, p in enumerate(chances)) == pytest.approx(float(found.expected))


def test_faces_are_counted_by_side_and_in_all(verdict: Verdict) -> None:
    counted = luck([verdict], Target(samples=20)).faces
    rolled: Counter[tuple[int, int, int]] = Counter()
    for event in verdict.encounter.events:
        for cast in event.casts:
            for face in verdict.encounter.source.faces(cast.draw):
                rolled[cast.draw.address.side, cast.draw.sides, face] += 1
    for s, name in enumerate(("Red", "Blue")):
        assert counted[name, 20].counts == tuple(rolled[s, 20, face] for face in range(1, 21))
    assert counted["", 20].n == counted["Red", 20].n + counted["Blue", 20].n


def test_the_whole_battle_is_exact_where_it_can_be(edited: Callable[..., Papers]) -> None:
    """The chance of worse is that of more weight lost than what the report tells."""
    small = edited({"1 EC\n": "", 'fighters = "2 TL5"': "", "1 ME Trader\n": "", "rounds = 2": "rounds = 9"})
    verdict, answer = adjudicate(small), exact(question(small))
    assert answer is not None
    for s, whole in enumerate(luck([verdict]).wholes):
        state = verdict.fought.battle.ships.status[s, 0]
        assert whole.lost == lost(verdict, s) == (10 if state == 2 else 0)
        losses = answer.tally[f"loss/weight/{s}"]
        assert whole.more == pytest.approx((losses.count(10) if not whole.lost else 0,) * 2)
        assert whole.as_much == pytest.approx((1 if not whole.lost else losses.count(10),) * 2)


def test_what_is_sampled_is_told_as_an_interval(verdict: Verdict, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flagplot.desk.luck.exact", lambda asked: None)
    fortune = luck([verdict], Target(samples=40))
    assert {whole.how for whole in fortune.wholes} == {"sampled"}
    assert all(whole.more[0] < whole.more[1] for whole in fortune.wholes)
    told = write(fortune.report(), "text")
    assert "Chance of doing worse" in told
    assert "sampled" in told


def test_several_battles_are_added_up(verdict: Verdict, papers: Papers) -> None:
    other = adjudicate(papers, bytes(32))
    both = luck([verdict, other], Target(samples=20))
    one, two = luck([verdict], Target(samples=20)), luck([other], Target(samples=20))
    assert both.wholes == one.wholes + two.wholes
    rolled = {(each.side, each.measure): each.rolled for each in both.phases}
    for side, measure in rolled:
        parts = [each.rolled for f in (one, two) for each in f.phases if (each.side, each.measure) == (side, measure)]
        assert rolled[side, measure] == sum(parts)
    assert both.faces["", 20].n == one.faces["", 20].n + two.faces["", 20].n
