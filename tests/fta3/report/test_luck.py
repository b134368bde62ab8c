"""Luck: expectations reckoned a second time with fractions, from the needed numbers that the events tell."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from math import isqrt

import pytest

from flagplot.core.event import Event
from flagplot.fta3.play.fighting import Fought
from flagplot.fta3.report.luck import chance, luck_of

Tally = dict[tuple[str, str], list[Fraction]]

PIERCE_BONUS = {"spinal": 3, "direct": 2, "seeking": 0}
TORPEDOES = {"CK": 1}


def odds(need: int, sides: int = 20) -> Fraction:
    """Chance of a face of at least ``need``, counted face by face."""
    return Fraction(sum(face >= need for face in range(1, sides + 1)), sides)


def pierce_need(fought: Fought, event: Event) -> int:
    """What a hit by this ship on this target would have needed to pierce, by all bonuses and rulings."""
    ships = {ship.id: ship for side in fought.scenario.sides for ship in side.ships}
    shooter, target = ships[str(event.facts["ship"])], ships[str(event.facts["other"])]
    names = [side.name for side in fought.scenario.sides]
    ruled = sum(
        ruling.value
        for ruling in fought.scenario.rulings
        if ruling.kind == "pierce"
        and names[ruling.side] == event.facts["side"]
        and (not ruling.subjects or shooter.id in ruling.subjects)
        and ruling.first <= event.round <= (ruling.last or event.round)
    )
    for edge in fought.events:
        if edge.kind == "cloak-edge" and (edge.round, edge.facts["ship"]) == (event.round, event.facts["ship"]):
            ruled += int(edge.facts["cloak"])
            ruled += int(edge.facts["stag"]) * (fought.scenario.readings["stag-bonus"] == "pierce")
    bonus = PIERCE_BONUS[str(shooter.hull.weapon)] + TORPEDOES.get(shooter.hull.code, 0)
    return min(20, max(2, (target.hull.protection or 0) - bonus - ruled))


def reckoned(fought: Fought) -> Tally:
    """Dice, expectation and outcome by side and measure."""
    tally: Tally = defaultdict(lambda: [Fraction(0)] * 3)

    def add(event: Event, measure: str, dice: int, expected: Fraction, came: int) -> None:
        entry = tally[str(event.facts["side"]), measure]
        tally[str(event.facts["side"]), measure] = [entry[0] + dice, entry[1] + expected, entry[2] + came]

    ships = {ship.id: ship for side in fought.scenario.sides for ship in side.ships}
    for event in fought.events:
        facts = {name: value for name, value in event.facts.items() if isinstance(value, int)}
        match event.kind:
            case "hit":
                n, p = facts["dice"], odds(facts["need"])
                each = ships[str(event.facts["ship"])].hull.damage
                add(event, "hits by gunfire", n, n * p, facts["hits"])
                add(event, "damage by gunfire", n, n * p * odds(pierce_need(fought, event)) * each, 0)
            case "pierce":
                n = facts["dice"]
                add(event, "pierces by gunfire", n, n * odds(facts["need"]), facts["pierces"])
                add(event, "damage by gunfire", 0, Fraction(0), facts["damage"])
            case "stand-off":
                n = facts["dice"]
                add(event, "stand-off damage", n, n * odds(facts["need"]) * facts["per_attack"], facts["damage"])
            case "dogfight":
                add(event, "kills in dogfights", facts["dice"], facts["dice"] * odds(facts["need"]), facts["kills"])
            case "strike" | "first-strike":
                n = facts["dice"]
                add(event, "damage by fighters", n, n * 10 * (1 - odds(facts["miss"])), facts["damage"])
                add(event, "fighters lost in strikes", n, n * odds(facts["loss"]), facts["lost"])
            case "reconstitution":
                n = facts["dice"]
                add(event, "fighters reconstituted", n, n * odds(facts["need"], 6), facts["back"])
    return tally


def test_chances_of_a_die() -> None:
    for sides in (6, 20):
        assert [chance(need, sides) for need in range(-3, sides + 4)] == [
            odds(need, sides) for need in range(-3, sides + 4)
        ]


def test_every_measure_is_reckoned_from_the_numbers_of_the_events(varied: list[Fought]) -> None:
    measures = set()
    for fought in varied:
        told = {(luck.side, luck.measure): [luck.dice, luck.expected, luck.rolled] for luck in luck_of(fought)}
        assert told == reckoned(fought)
        measures |= {measure for _, measure in told}
    assert measures == {
        "hits by gunfire",
        "pierces by gunfire",
        "damage by gunfire",
        "stand-off damage",
        "kills in dogfights",
        "damage by fighters",
        "fighters lost in strikes",
        "fighters reconstituted",
    }


def test_a_hit_that_pierces_was_expected_by_the_number_that_pierced(varied: list[Fought]) -> None:
    """The number reckoned for a ship that hit nothing is the one that its next hit is read against."""
    seen = 0
    for fought in varied:
        for event in fought.events:
            if event.kind == "pierce":
                assert pierce_need(fought, event) == event.facts["need"]
                seen += 1
    assert seen


def test_each_side_and_measure_stands_once_the_first_named_side_first(varied: list[Fought]) -> None:
    for fought in varied:
        names = [side.name for side in fought.scenario.sides]
        rows = [(luck.measure, names.index(luck.side)) for luck in luck_of(fought)]
        assert len(set(rows)) == len(rows)
        measures = list(dict.fromkeys(measure for measure, _ in rows))
        assert rows == sorted(rows, key=lambda row: (measures.index(row[0]), row[1]))


def test_what_both_sides_did_is_what_was_suffered(varied: list[Fought]) -> None:
    for fought in varied:
        totals = Counter[str]()
        for luck in luck_of(fought):
            totals[luck.measure] += luck.rolled
        damage = sum(int(event.facts["damage"]) for event in fought.events if event.kind == "damage")
        assert totals["damage by gunfire"] + totals["damage by fighters"] + totals["stand-off damage"] == damage
        for measure, kinds, fact in (
            ("fighters lost in strikes", ("strike", "first-strike"), "lost"),
            ("fighters reconstituted", ("return",), "fighters"),
        ):
            assert totals[measure] == sum(int(e.facts[fact]) for e in fought.events if e.kind in kinds)


SMALL = """
name = "Small"
battle = "mobile"
book = "book.csv"
rounds = 1
[[side]]
name = "Red"
ships = '''
1 CA
1 CM
1 CV
1 FF
'''
fighters = "12 TL5"
[[side]]
name = "Blue"
ships = '''
1 CA
1 CM
1 CX
1 CV
'''
fighters = "6 TL5"
"""


def variances(fought: Fought) -> Iterator[tuple[str, Fraction]]:
    """The variance of each event's outcome about its expectation, given how many dice were rolled for it."""
    ships = {ship.id: ship for side in fought.scenario.sides for ship in side.ships}
    for event in fought.events:
        facts = event.facts
        if event.kind in ("hit", "pierce", "stand-off", "dogfight"):
            n, p = int(facts["dice"]), odds(int(facts["need"]))
        if event.kind == "hit":
            each = ships[str(facts["ship"])].hull.damage
            both = p * odds(pierce_need(fought, event))
            yield "hits by gunfire", n * p * (1 - p)
            yield "damage by gunfire", n * both * (1 - both) * each**2
        elif event.kind == "pierce":
            yield "pierces by gunfire", n * p * (1 - p)
        elif event.kind == "stand-off":
            yield "stand-off damage", n * p * (1 - p) * int(facts["per_attack"]) ** 2
        elif event.kind == "dogfight":
            yield "kills in dogfights", n * p * (1 - p)
        elif event.kind == "strike":
            n, hit, lost = int(facts["dice"]), 1 - odds(int(facts["miss"])), odds(int(facts["loss"]))
            yield "damage by fighters", n * hit * (1 - hit) * 100
            yield "fighters lost in strikes", n * lost * (1 - lost)
        elif event.kind == "reconstitution":
            n, p = int(facts["dice"]), odds(int(facts["need"]), 6)
            yield "fighters reconstituted", n * p * (1 - p)


@pytest.fixture(scope="module")
def sample(fight) -> list[Fought]:
    return [fight(SMALL, source=key) for key in range(1000, 1400)]


def test_over_many_battles_luck_evens_out(sample: list[Fought]) -> None:
    """Each event's difference has mean zero given all before it, so their sum stays within five deviations."""
    difference: dict[str, Fraction] = defaultdict(Fraction)
    variance: dict[str, Fraction] = defaultdict(Fraction)
    for fought in sample:
        for luck in luck_of(fought):
            difference[luck.measure] += luck.rolled - luck.expected
        for measure, part in variances(fought):
            variance[measure] += part
    assert set(difference) == set(variance)
    assert len(difference) == 8
    for measure, sum_ in difference.items():
        deviation = isqrt(int(variance[measure])) + 1
        assert abs(sum_) <= 5 * deviation, f"{measure}: {float(sum_)} against a deviation of {deviation}"


def test_the_dice_do_vary(sample: list[Fought]) -> None:
    """Were every battle the same, luck would even out too: the spread has to be that of the dice."""
    squares: dict[str, Fraction] = defaultdict(Fraction)
    variance: dict[str, Fraction] = defaultdict(Fraction)
    for fought in sample:
        by_measure: dict[str, Fraction] = defaultdict(Fraction)
        for luck in luck_of(fought):
            by_measure[luck.measure] += luck.rolled - luck.expected
        for measure, each in by_measure.items():
            squares[measure] += each**2
        for measure, part in variances(fought):
            variance[measure] += part
    for measure in variance:
        assert Fraction(7, 10) < squares[measure] / variance[measure] < Fraction(13, 10), measure
