"""Regular shooting: needed numbers, dice, damage; all ships at the same time."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.sources import Address, Enumerated, Scripted, outcomes
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.damage import apply
from flagplot.fta3.battle.rulings import ruled
from flagplot.fta3.battle.sequence import fight
from flagplot.fta3.battle.shooting import (
    fire_one,
    needed,
    shoot,
    target_of,
    to_hit_bonus,
    to_hit_total,
    to_pierce_bonus,
    to_pierce_total,
)

Builder = Callable[..., Any]
Events = Callable[..., list[tuple[int, ...]]]

# The page's tables, by weapon: to hit at close and at far range, to pierce.
BONUSES = [
    pytest.param(k.SPINAL, 1, -1, 3, id="spinal"),
    pytest.param(k.DIRECT, 2, 0, 2, id="direct"),
    pytest.param(k.SEEKING, 2, 4, 0, id="seeking"),
]


# --- Needed numbers ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bonus", range(-8, 13))
def test_the_chance_is_that_of_the_faces_that_succeed(bonus: int) -> None:
    """A face succeeds if it reaches the defence with the bonus; a natural 20 always does, a natural 1 never."""
    for defence in range(-5, 40):
        faces = [face for face in range(1, 21) if face != 1 and (face == 20 or face + bonus >= defence)]
        assert [face for face in range(1, 21) if face >= needed(defence, bonus)] == faces
        chance = min(max(Fraction(21 - (defence - bonus), 20), Fraction(1, 20)), Fraction(19, 20))
        assert Fraction(21 - needed(defence, bonus), 20) == chance


@pytest.mark.parametrize(
    ("defence", "bonus", "chance"),
    [
        pytest.param(25, 2, Fraction(1, 20), id="E19, out of reach"),
        pytest.param(2, 5, Fraction(19, 20), id="E19, cannot be missed"),
        pytest.param(12, 2, Fraction(11, 20), id="E18, to hit"),
        pytest.param(13, 2, Fraction(1, 2), id="E18, to pierce"),
    ],
)
def test_worked_examples(defence: int, bonus: int, chance: Fraction) -> None:
    def roll(source: Enumerated) -> int:
        return source.count(None, k.D_HIT, 0, 1, 0, 1, 20, needed(defence, bonus), 20)[0]  # type: ignore[arg-type]

    assert outcomes(roll) == {1: chance, 0: 1 - chance}


@pytest.mark.parametrize(("weapon", "close", "far", "pierce"), BONUSES)
def test_what_each_weapon_adds(joined: Builder, weapon: int, close: int, far: int, pierce: int) -> None:
    b = joined([{"weapon": weapon}], [{}])
    assert to_hit_bonus(b.tables, weapon, k.CLOSE) == close
    assert to_hit_bonus(b.tables, weapon, k.FAR) == far
    assert to_pierce_bonus(b.tables, weapon) == pierce
    for range_, bonus in ((k.CLOSE, close), (k.FAR, far)):
        b.ships.range[0, 0] = range_
        assert to_hit_total(b.fleet, b.ships, b.tables, b.readings, b.rulings, 0, 0, 0, 1) == bonus
    assert to_pierce_total(b.fleet, b.ships, b.tables, b.readings, b.rulings, 0, 0, 0, 1) == pierce


def test_what_fittings_add_depends_on_the_range_to_hit_and_not_to_pierce(joined: Builder) -> None:
    b = joined([{"weapon": k.SEEKING, "hit": (3, -5), "pierce": 7}], [{}])
    for range_, bonus in ((k.CLOSE, 2 + 3), (k.FAR, 4 - 5)):
        b.ships.range[0, 0] = range_
        assert to_hit_total(b.fleet, b.ships, b.tables, b.readings, b.rulings, 0, 0, 0, 1) == bonus
        assert to_pierce_total(b.fleet, b.ships, b.tables, b.readings, b.rulings, 0, 0, 0, 1) == 7


# --- Rulings ----------------------------------------------------------------------------------------------------------


def test_rulings_add_up_for_their_ship_side_kind_and_rounds(joined: Builder) -> None:
    rulings = [
        (k.R_HIT, 0, k.NONE, 2, 4, 1),
        (k.R_HIT, 0, 1, 3, 9, 10),
        (k.R_HIT, 1, k.NONE, 1, 9, 100),
        (k.R_PIERCE, 0, k.NONE, 1, 9, -1000),
    ]
    rows = joined([{}, {}], [{}], rulings=rulings).rulings
    of = {
        (ship, round_): ruled(rows, k.R_HIT, 0, ship, round_)
        for ship in (0, 1, k.NONE)
        for round_ in (1, 2, 3, 4, 5, 9, 10)
    }
    assert [of[0, round_] for round_ in (1, 2, 3, 4, 5, 9, 10)] == [0, 1, 1, 1, 0, 0, 0]
    assert [of[1, round_] for round_ in (1, 2, 3, 4, 5, 9, 10)] == [0, 1, 11, 11, 10, 10, 0]
    assert [of[k.NONE, round_] for round_ in (1, 2, 3, 4, 5, 9, 10)] == [0, 1, 1, 1, 0, 0, 0]
    assert ruled(rows, k.R_HIT, 1, 0, 5) == 100
    assert ruled(rows, k.R_PIERCE, 0, 1, 1) == -1000
    assert ruled(rows, k.R_POSITION, 0, k.NONE, 3) == 0


def test_rulings_are_counted_by_kind_and_side(joined: Builder) -> None:
    """What there are none of is not looked for."""
    rows = joined([{}], [{}], rulings=[(k.R_HIT, 0, k.NONE, 1, 9, 1), (k.R_HIT, 0, 0, 1, 9, 2)]).rulings
    assert rows.active.tolist() == [[2, 0], [0, 0], [0, 0]]
    assert ruled(rows, k.R_HIT, 0, 0, 1) == 3
    rows.active[k.R_HIT, 0] = 0
    assert ruled(rows, k.R_HIT, 0, 0, 1) == 0


def test_a_ruling_changes_the_needed_numbers(joined: Builder, rolled: Callable[..., Any], events: Events) -> None:
    b = paired(joined, rulings=[(k.R_HIT, 0, k.NONE, 1, 1, 3), (k.R_PIERCE, 0, 0, 1, 1, -4)])
    dice = {hits(0): [7, 6], pierces(0): [15]}
    volley(b, rolled(fire_one, Scripted(dice)))
    assert events(b, k.E_HIT) == [(0, 0, 0, 2, 7, 1, 15)]
    assert events(b, k.E_PIERCE) == [(0, 0, 0, 1, 15, 1, k.NONE)]


# --- One ship's fire --------------------------------------------------------------------------------------------------


def hits(side: int, ship: int = 0) -> Address:
    return Address(1, k.D_HIT, side, 1000 * (side + 1) + ship)


def pierces(side: int, ship: int = 0) -> Address:
    return Address(1, k.D_PIERCE, side, 1000 * (side + 1) + ship)


def paired(joined: Builder, attacks: int = 2, damage: int = 6, **kwargs: Any) -> Any:
    """The first ships of both sides, a pair at close range; the second side has no attacks."""
    b = joined(
        [{"attacks": attacks, "damage": damage, "weapon": k.DIRECT}],
        [{"avoidance": 12, "protection": 13, "attacks": 0}],
        **kwargs,
    )
    b.ships.partner[:, 0] = 0
    b.choices.aim[:, 0] = 0
    return b


def volley(b: Any, function: Any) -> None:
    function(b.fleet, b.ships, b.tables, b.readings, b.rulings, 0, 0, 0, 1, b.dice, b.trace)


def test_each_hit_rolls_to_pierce_and_each_pierce_does_damage(
    joined: Builder, rolled: Callable[..., Any], events: Events
) -> None:
    b = paired(joined, attacks=6)
    # 10 or more hits (12 less 2); 11 or more pierces (13 less 2).
    script = Scripted({hits(0): [10, 9, 20, 1, 19, 11], pierces(0): [11, 10, 20, 1]})
    volley(b, rolled(fire_one, script))
    assert script.unused() == []
    assert b.ships.taken[1, 0] == 2 * 6
    assert b.ships.critical[1, 0] == 1
    assert b.ships.hp[1, 0] == 161
    assert events(b, k.E_HIT) == [(0, 0, 0, 6, 10, 4, 11)]
    assert events(b, k.E_PIERCE) == [(0, 0, 0, 4, 11, 2, k.NONE)]


def test_without_a_hit_nothing_is_rolled_to_pierce(joined: Builder, rolled: Callable[..., Any], events: Events) -> None:
    b = paired(joined)
    volley(b, rolled(fire_one, Scripted({hits(0): [9, 1]})))
    assert b.ships.taken[1, 0] == 0
    assert events(b, k.E_PIERCE) == []


def test_a_natural_20_to_hit_is_not_a_critical_pierce(joined: Builder, rolled: Callable[..., Any]) -> None:
    b = paired(joined)
    volley(b, rolled(fire_one, Scripted({hits(0): [20, 20], pierces(0): [19, 19]})))
    assert b.ships.critical[1, 0] == 0


@pytest.mark.parametrize(
    ("defences", "faces", "result"),
    [
        pytest.param((30, 30), [20, 20], (1, 1), id="naturals against what nobody can reach"),
        pytest.param((30, 30), [20, 19], (0, 0), id="a 19 does not pierce it"),
        pytest.param((0, 0), [2, 2], (1, 0), id="anything but a 1"),
        pytest.param((0, 0), [2, 1], (0, 0), id="a natural 1 does not pierce"),
    ],
)
def test_naturals(
    joined: Builder,
    rolled: Callable[..., Any],
    defences: tuple[int, int],
    faces: list[int],
    result: tuple[int, int],
) -> None:
    b = paired(joined, attacks=1, damage=1)
    b.fleet.avoidance[1, 0], b.fleet.protection[1, 0] = defences
    volley(b, rolled(fire_one, Scripted({hits(0): faces[:1], pierces(0): faces[1:]})))
    assert (b.ships.taken[1, 0], b.ships.critical[1, 0]) == result


def test_several_ships_fire_on_one(joined: Builder, rolled: Callable[..., Any]) -> None:
    b = joined([{"attacks": 1, "damage": 6}, {"attacks": 1, "damage": 4}], [{}])
    b.ships.taken[1, 0] = 100
    b.ships.critical[1, 0] = 3
    dice = {hits(0): [20], pierces(0): [20], hits(0, 1): [20], pierces(0, 1): [20]}
    twin = rolled(fire_one, Scripted(dice))
    for i in range(2):
        twin(b.fleet, b.ships, b.tables, b.readings, b.rulings, 0, i, 0, 1, b.dice, b.trace)
    assert (b.ships.taken[1, 0], b.ships.critical[1, 0]) == (110, 5)


# --- E18 exactly ------------------------------------------------------------------------------------------------------


def binomial(n: int, chance: Fraction) -> dict[int, Fraction]:
    """Chance of each number of successes."""
    return {i: comb(n, i) * chance**i * (1 - chance) ** (n - i) for i in range(n + 1)}


def test_e18_eleven_attacks_of_six_by_every_fall_of_the_dice(joined: Builder, rolled: Callable[..., Any]) -> None:
    def fire(source: Enumerated) -> tuple[int, int]:
        b = paired(joined, attacks=11, trace_rows=9)
        volley(b, rolled(fire_one, source))
        (hit,) = [row[k.T_C] for row in b.trace.rows.tolist()[:1]]
        return hit, int(b.ships.taken[1, 0])

    found = outcomes(fire)
    hit, damage = Counter(), Counter()
    for (n, taken), chance in found.items():
        hit[n] += chance
        damage[taken] += chance
    assert hit == binomial(11, Fraction(11, 20))
    assert damage == {6 * n: chance for n, chance in binomial(11, Fraction(11, 20) * Fraction(1, 2)).items()}
    assert sum(taken * chance for taken, chance in damage.items()) == Fraction("18.15")


def test_e18_in_a_battle_of_one_round(joined: Builder, battle: Builder, rolled: Callable[..., Any]) -> None:
    """Two ships, one of them unarmed: of the whole round only the volley is left to chance."""

    class WonPosition:
        """The first side wins the position; the other dice fall as they may."""

        def __init__(self, source: Enumerated) -> None:
            self.count = source.count

        def face(self, dice: Any, phase: int, side: int, *address: int) -> int:
            assert phase == k.D_POSITION
            return 20 if side == 0 else 1

    def fought(source: Enumerated) -> int:
        b = battle(
            [{"attacks": 4, "damage": 6, "weapon": k.DIRECT, "range": k.CLOSE}],
            [{"avoidance": 12, "protection": 13, "attacks": 0}],
            round_limit=1,
            trace_rows=99,
        )
        rolled(fight, WonPosition(source))(b)
        assert b.cells[k.REASON] == k.LIMIT
        return int(161 - b.ships.hp[1, 0])

    assert outcomes(fought) == {6 * n: chance for n, chance in binomial(4, Fraction(11, 40)).items()}


def test_the_share_of_criticals(joined: Builder, rolled: Callable[..., Any]) -> None:
    """R36: with n pierce dice on a ship, at least one natural 20 has the chance 1 - 0.95^n; here each attack hits."""

    def fire(source: Enumerated) -> bool:
        b = paired(joined, attacks=5, trace_rows=9)
        b.fleet.avoidance[1, 0] = 0

        class AllHit:
            face = source.face

            def count(self, dice: Any, phase: int, side: int, roller: int, start: int, n: int, *rest: int) -> Any:
                return (n, 0) if phase == k.D_HIT else source.count(dice, phase, side, roller, start, n, *rest)

        volley(b, rolled(fire_one, AllHit()))
        return bool(b.ships.critical[1, 0] > 0)

    assert outcomes(fire)[True] == 1 - Fraction(19, 20) ** 5


# --- The whole phase --------------------------------------------------------------------------------------------------


def all_fire(b: Any, function: Any) -> None:
    function(b.fleet, b.ships, b.tables, b.readings, b.rulings, b.choices, b.cells, b.dice, b.trace)


def test_a_ship_that_dies_still_shoots_back(joined: Builder, rolled: Callable[..., Any]) -> None:
    ship = {"attacks": 1, "damage": 200}
    b = joined([ship], [ship])
    b.ships.partner[:, 0] = 0
    b.choices.aim[:, 0] = 0
    dice = {hits(0): [20], pierces(0): [20], hits(1): [20], pierces(1): [20]}
    all_fire(b, rolled(shoot, Scripted(dice)))
    assert b.ships.hp[:, 0].tolist() == [161 - 200, 161 - 200]
    assert b.ships.taken[:, 0].tolist() == [0, 0]
    assert b.cells[k.HARM] == 1


def test_who_is_out_or_has_no_target_does_not_fire(joined: Builder, rolled: Callable[..., Any]) -> None:
    b = joined([{}, {}, {}], [{}])
    b.choices.aim[:] = k.NONE
    b.choices.aim[0] = [0, 0, k.NONE]
    b.ships.status[0, :2] = k.KILLED, k.WITHDRAWN
    all_fire(b, rolled(shoot, Scripted({})))
    assert (b.trace.head[0], b.cells[k.HARM]) == (0, 0)


def test_a_ship_without_attacks_is_mentioned_and_harms_nobody(
    joined: Builder, rolled: Callable[..., Any], events: Events
) -> None:
    b = joined([{"attacks": 0}], [{"attacks": 0}])
    b.ships.partner[:, 0] = 0
    b.choices.aim[:, 0] = 0
    all_fire(b, rolled(shoot, Scripted({})))
    assert [event[:3] for event in events(b, k.E_NO_FIRE)] == [(0, 0, 0), (1, 0, 0)]
    assert b.cells[k.HARM] == 0


def test_who_turns_from_its_partner_is_mentioned(joined: Builder, rolled: Callable[..., Any], events: Events) -> None:
    b = joined([{"attacks": 0}], [{"attacks": 0}, {"attacks": 0}])
    b.ships.partner[0, 0] = b.ships.partner[1, 0] = 0
    b.ships.flanked[1, 1] = 0
    b.choices.aim[0] = 1
    b.choices.aim[1] = 0
    all_fire(b, rolled(shoot, Scripted({})))
    assert [event[:3] for event in events(b, k.E_AIM)] == [(0, 0, 1)]


def test_a_ship_fires_at_its_partner_and_a_flanker_at_whom_it_flanks(joined: Builder) -> None:
    b = joined([{}, {}, {}], [{}, {}, {}])
    b.ships.partner[0, 0] = 2
    b.ships.flanked[0, 1] = 1
    assert [target_of(b.ships, 0, i) for i in range(3)] == [2, 1, k.NONE]


@given(st.lists(st.integers(0, 300), min_size=2, max_size=2))
def test_damage_of_a_phase_lands_once(joined: Builder, events: Events, taken: list[int]) -> None:
    b = joined([{}], [{}])
    b.ships.taken[:, 0] = taken
    for _ in range(2):
        apply(b.fleet, b.ships, 3, k.FIRE, b.trace)
    assert b.ships.hp[:, 0].tolist() == [161 - taken[0], 161 - taken[1]]
    assert events(b, k.E_DAMAGE) == [
        (s, 0, k.NONE, damage, 161 - damage, k.FIRE, k.NONE) for s, damage in enumerate(taken) if damage
    ]
