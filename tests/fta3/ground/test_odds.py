"""Exact chances of ground wars, held against counting by hand and against the referee's own play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

import pytest

from flagplot.core.sources import Keyed
from flagplot.engine.chances import Chances, Reckoned, TooManyStatesError
from flagplot.fta3.ground.campaign import fight_war
from flagplot.fta3.ground.docket import GroundDocket
from flagplot.fta3.ground.odds import GroundOdds
from flagplot.fta3.ground.prospect import State
from flagplot.fta3.ground.reporting import war_state
from flagplot.fta3.ground.weighing import Group

Opened = Callable[..., GroundDocket]
War = Callable[..., str]

SIX, TWENTY = range(1, 7), range(1, 21)


def battle_rolls(first: int, second: int) -> dict[int, Fraction]:
    """Who wins, face by face: the lead of the opposed d6, at most four, then both d20."""
    found: Counter[int] = Counter()
    for a, b, one, other in product(SIX, SIX, TWENTY, TWENTY):
        ahead = max(-4, min(4, a - b))
        difference = one + first + ahead - other - second
        found[(difference > 0) - (difference < 0)] += 1
    return {result: Fraction(n, 36 * 400) for result, n in found.items()}


def fate(modifier: int, keep: Callable[[int, int], int] | None = None) -> dict[str, Fraction]:
    """One battalion's save by the page's table: 10 to 15 exhausts, 16 to 20 destroys."""

    def read(face: int) -> str:
        total = face + modifier
        return "destroyed" if total >= 16 else "exhausted" if total >= 10 else "fit"

    found: Counter[str] = Counter()
    for a, b in product(TWENTY, TWENTY):
        found[read(keep(a, b) if keep else a)] += 1
    return {state: Fraction(n, 400) for state, n in found.items()}


def all_fates(n: int, one: dict[str, Fraction]) -> Iterator[tuple[list[str], Fraction]]:
    for fates in product(one, repeat=n):
        chance = Fraction(1)
        for each in fates:
            chance *= one[each]
        yield list(fates), chance


def engineers(fates: list[str], places: int, stopped: int) -> Iterator[tuple[list[str], Fraction]]:
    """Every way in which engineers recover, battalion by battalion, then MASH."""
    harmed = [i for i, each in enumerate(fates) if each == "destroyed"]
    harmed += [i for i, each in enumerate(fates) if each == "exhausted"]
    rolling = harmed[stopped:]
    better = {"destroyed": "exhausted", "exhausted": "fit"}
    for faces in product((False, True), repeat=len(rolling)):
        after = list(fates)
        for i, works in zip(rolling, faces, strict=True):
            after[i] = better[fates[i]] if works else fates[i]
        left = places
        for i, each in enumerate(after):
            if each == "exhausted" and left:
                after[i], left = "fit", left - 1
        yield after, Fraction(1, 2 ** len(rolling))


def counted(fates: list[str]) -> tuple[int, int, int]:
    return fates.count("fit"), fates.count("exhausted"), fates.count("destroyed")


def by_state(chances: Chances[Group]) -> dict[tuple[int, int, int], Fraction]:
    return {(g.fit, g.spent, g.destroyed): chances.of(g) for g in chances.weights}


def test_a_quarter_without_any_trait_is_as_counted_by_hand(opened: Opened, war: War) -> None:
    # Three battalions of value 10 against one: size 6 against 1, mobility and firepower equal.
    odds = GroundOdds(opened(war("A", "B", "A: interface, brigade", "B: interface, battalion"))).quarter
    rolls = battle_rolls(6, 1)
    assert {name: odds.results.of(name) for name in ("first", "tie", "second")} == {
        "first": rolls[1],
        "tie": rolls[0],
        "second": rolls[-1],
    }
    expected: Counter[tuple[int, int, int]] = Counter()
    for result, chance in rolls.items():
        for fates, share in all_fates(3, fate(2 if result == -1 else 0)):
            expected[counted(fates)] += chance * share  # type: ignore[assignment]
    assert by_state(odds.units[0]["a",]) == expected


def test_engineers_assault_mash_and_dig_in_are_as_counted_by_hand(opened: Opened, war: War) -> None:
    # Foot of value 8 against interface of value 10, two against two: +2 for Red, Blue under no higher firepower.
    units = ("A: interface, battalion, assault", "B: mobile infantry, battalion, engineers, mash")
    units += ("C: interface, battalion", "D: mobile infantry, battalion, engineers, mash")
    odds = GroundOdds(opened(war("A, C", "B, D", *units))).quarter
    rolls = battle_rolls(3, 1)
    expected: Counter[tuple[int, int, int]] = Counter()
    for result, chance in rolls.items():
        for fates, share in all_fates(2, fate(2 if result == 1 else 0, keep=min)):
            for after, way in engineers(fates, places=6, stopped=1):
                expected[counted(after)] += chance * share * way  # type: ignore[assignment]
    assert by_state(odds.units[1]["b", "d"]) == expected


def test_breakthrough_is_as_counted_by_hand(opened: Opened, war: War) -> None:
    # Armour 10 against interface 10, one against two: firepower is Red's, so Blue saves at +1 and one of it twice.
    odds = GroundOdds(
        opened(war("A", "B, C", "A: armored, battalion", "B: interface, battalion", "C: interface, battalion"))
    )
    rolls = battle_rolls(1, 4)
    expected: Counter[tuple[int, int, int]] = Counter()
    for result, chance in rolls.items():
        modifier = 1 + (2 if result == 1 else 0)
        for (one, a), (two, b) in product(all_fates(1, fate(modifier, keep=max)), all_fates(1, fate(modifier))):
            expected[counted(one + two)] += chance * a * b  # type: ignore[assignment]
    assert by_state(odds.quarter.units[1]["b", "c"]) == expected


EVERYTHING = (
    ("A: interface, brigade, assault", "B: armored, battalion, fast"),
    (
        "C: mobile infantry, brigade, engineers, mash",
        "D: gto defense, battalion",
        "E: interface, battalion, air defense",
    ),
)


def everything(war: War, **more: str) -> str:
    return war(
        "A, B",
        "C, D, E",
        *EVERYTHING[0],
        *EVERYTHING[1],
        red_has='ships = ["1 OC Hood", "1 HC Nest"]\nfighters = "2 TL5"',
        blue_has='fighters = "4 TL5"',
        **more,
    )


SUPPLY = 'entries = """\nsupply assault: none\n"""'


def test_what_is_told_of_each_unit_agrees_with_the_joint_chances(opened: Opened, war: War) -> None:
    docket = opened(
        war(
            "A",
            "B, C",
            "A: interface, battalion, assault",
            "B: interface, battalion, engineers, mash",
            "C: armored, battalion, engineers",
            head=SUPPLY,
            red_has='ships = "1 OE Swift"',
        )
    )
    odds = GroundOdds(docket)
    joint = odds.distribution()
    for s, ids in enumerate((["a"], ["b", "c"])):
        for i, id_ in enumerate(ids):
            marginal = joint.map(lambda state, s=s, i=i: state.groups[s][i])
            own = odds.quarter.units[s][(id_,)]
            assert {g: own.of(g) for g in own.weights} == {g: marginal.of(g) for g in marginal.weights}


def test_weights_add_up_to_their_total(opened: Opened, war: War) -> None:
    odds = GroundOdds(opened(everything(war, head=SUPPLY))).quarter
    told = [odds.results, odds.wings, *odds.ships.values(), *(each for side in odds.units for each in side.values())]
    for chances in told:
        assert sum(chances.weights.values()) == chances.total


def test_units_that_are_alike_are_counted_together_unless_an_order_names_one(opened: Opened, war: War) -> None:
    text = war("A", "B, C, D", "A: interface, battalion", *(f"{n}: interface, battalion" for n in "BCD"))
    assert list(GroundOdds(opened(text)).quarter.units[1]) == [("b", "c", "d")]
    assert list(GroundOdds(opened(text, {"Blue": "offer C"})).quarter.units[1]) == [("b", "d"), ("c",)]


def test_a_campaign_of_quarters_is_one_quarter_after_the_other(opened: Opened, war: War) -> None:
    odds = GroundOdds(opened(war("A", "B", "A: interface, battalion", "B: interface, battalion")))
    two = odds.distribution(quarters=2)
    # Whoever was destroyed stays so: after the second quarter at least as likely as after the first.
    one = odds.distribution(quarters=1)
    gone = [each.where(lambda state: state.groups[0][0].destroyed == 1) for each in (one, two)]
    # In the second quarter there is a fight only if both are still fit; then the same phase comes again.
    both_fit = one.where(lambda state: state.groups[0][0].fit == state.groups[1][0].fit == 1)
    assert gone[1] == gone[0] + both_fit * gone[0]


def test_the_odds_of_a_war_are_what_an_engine_expects_of_a_battle(opened: Opened, war: War) -> None:
    reckoned: Reckoned[State] = GroundOdds(opened(war("A", "B", "A: interface, battalion", "B: interface, battalion")))
    found = reckoned.distribution(most=1000)
    assert sum(found.weights.values()) == found.total


def test_too_many_states_are_refused_and_the_answer_says_that_sampling_is_needed(opened: Opened, war: War) -> None:
    odds = GroundOdds(opened(war("A", "B", "A: interface, division", "B: interface, division")))
    with pytest.raises(TooManyStatesError, match="sampling is needed"):
        odds.distribution(most=1000)


@pytest.mark.slow
def test_the_referee_s_own_play_falls_as_the_chances_say(opened: Opened, war: War) -> None:
    docket = opened(everything(war, head=SUPPLY))
    odds, n = GroundOdds(docket).quarter, 700
    found: dict[str, Counter[object]] = {"result": Counter()}
    for sample in range(n):
        fought = fight_war(docket.scenario, docket.orders, Keyed(20, sample))
        state = war_state(fought)
        for side in odds.units:
            for ids in side:
                (id_,) = ids
                found.setdefault(id_, Counter())[state[id_]["fit"]] += 1
        for id_ in odds.ships:
            found.setdefault(id_, Counter())[max(0, int(state[id_]["hp"]))] += 1
    expected: dict[str, Chances[int]] = {
        ids[0]: c.map(lambda g: g.fit) for side in odds.units for ids, c in side.items()
    }
    expected |= odds.ships
    for id_, chances in expected.items():
        for outcome in chances.weights:
            p = float(chances.of(outcome))
            # Five standard deviations, and one war for the smallest chances.
            assert abs(found[id_][outcome] - n * p) <= 5 * (n * p * (1 - p)) ** 0.5 + 1, (id_, outcome)
