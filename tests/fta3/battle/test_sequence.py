"""The sequence of play: the order of steps, what no step may lose, and going on from any of them."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flagplot.core.sources import Source
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.policy import choose
from flagplot.fta3.battle.sequence import advance, fight
from flagplot.fta3.battle.state import begin

Builder = Callable[..., Any]
Events = Callable[..., list[tuple[int, ...]]]

ROUND = [
    k.ARRIVE,
    k.INTERCEPT,
    k.DOGFIGHT,
    k.LOSSES,
    k.POSITION,
    k.PICK,
    k.FLANK,
    k.RANGE,
    k.SENSORS,
    k.FIRE,
    k.STRIKE,
    k.RECONSTITUTE,
    k.RETURN,
    k.CASUALTIES,
]


def steps(b: Any) -> list[int]:
    """Every step of a battle up to its end."""
    taken = []
    step = int(b.cells[k.STEP])
    while step != k.OVER:
        taken.append(step)
        choose(b, step)
        step = advance(b, step)
        assert b.cells[k.STEP] == step
    return taken


def arrays(values: Any) -> list[Any]:
    """All arrays of a battle."""
    if isinstance(values, np.ndarray):
        return [values]
    return [array for value in values for array in arrays(value)] if isinstance(values, tuple) else []


# --- The order of the page --------------------------------------------------------------------------------------------


def test_a_battle_of_two_rounds_goes_through_every_step_in_the_order_of_the_page(battle: Builder) -> None:
    b = battle([{"hp": 10000}], [{"hp": 10000}], round_limit=2)
    first = [*ROUND[:4], k.VOLLEY, k.STAND_OFF, *ROUND[4:]]
    second = [step for step in ROUND if step != k.PICK]  # the pair of the first round lasts
    assert steps(b) == [k.OPEN, k.LAUNCH, *first, *second]
    assert b.cells[k.REASON] == k.LIMIT


@pytest.mark.parametrize("form", [k.MASS, k.SMALL])
@pytest.mark.parametrize("protects", [0, 1])
@pytest.mark.parametrize("runs", [0, 1, 3])
def test_steps_that_not_every_battle_has(battle: Builder, form: int, protects: int, runs: int) -> None:
    """First strikes run by run, disengaging in the small form alone, protecting where a ship can."""
    wings = ([{"runs": 1}], [{"runs": runs}])
    b = battle([{"hp": 10000, "protects": protects}], [{"hp": 10000}], wings=wings, form=form, round_limit=2)
    round_ = [*ROUND[:8], *[k.DISENGAGE] * (form == k.SMALL), k.SENSORS, *[k.PROTECT] * protects, *ROUND[9:]]
    first = [*round_[:4], *[k.FIRST_STRIKE] * max(1, runs), k.VOLLEY, k.STAND_OFF, *round_[4:]]
    assert steps(b) == [k.OPEN, k.LAUNCH, *first, *(step for step in round_ if step != k.PICK)]


def test_every_pick_is_a_step(battle: Builder) -> None:
    b = battle([{"hp": 10000}] * 4, [{"hp": 10000}] * 3, round_limit=1)
    assert steps(b).count(k.PICK) == 3


@pytest.mark.parametrize(
    ("bitter_end", "fighters", "goes_on"),
    [
        pytest.param(0, 5, False, id="over"),
        pytest.param(1, 5, True, id="to the bitter end"),
        pytest.param(1, 0, False, id="nobody left for the bitter end"),
    ],
)
def test_when_stand_off_attacks_leave_a_side_without_ships(
    battle: Builder, bitter_end: int, fighters: int, goes_on: bool
) -> None:
    killer = {"standoff": 40, "standoff_damage": 1000}
    b = battle([killer], [{}], wings=([], [{"number": fighters}]), bitter_end=(0, bitter_end), round_limit=1, key=3)
    taken = steps(b)
    assert b.ships.status[1, 0] == k.KILLED
    assert taken[: taken.index(k.STAND_OFF)] == [k.OPEN, k.LAUNCH, *ROUND[:4], k.VOLLEY]
    after = taken[taken.index(k.STAND_OFF) + 1 :]
    if goes_on:
        assert after == [step for step in ROUND[4:] if step != k.PICK]
        assert b.wings.surrendered[1, 0] == 0
    else:
        assert after == [k.RECONSTITUTE, k.RETURN, k.CASUALTIES]
        assert (b.cells[k.REASON], b.cells[k.WINNER]) == (k.DESTROYED, 0)
        assert b.wings.surrendered[1, 0] == fighters


def test_read_otherwise_a_ship_killed_at_stand_off_range_fights_the_round(battle: Builder, events: Events) -> None:
    killer = {"standoff": 40, "standoff_damage": 1000}
    b = battle([killer], [{"attacks": 3}], standoff_kills=k.FIGHTS_ON, key=3)
    steps(b)
    assert [event[0] for event in events(b, k.E_HIT)] == [0, 1]
    assert [event[:2] for event in events(b, k.E_KILLED)] == [(1, 0)]
    assert b.cells[k.ROUND] == 1


def test_the_killed_are_taken_out_before_anybody_leaves(battle: Builder, rolled: Callable[..., Any]) -> None:
    """A ship that is at its threshold and dead is dead; one that only reached its threshold leaves (R50)."""

    class Hits(Source):
        """Everything hits and pierces; nothing is decided by a single die but position."""

        def face(self, dice: Any, phase: int, side: int, *address: int) -> int:
            return 20 - side

        def count(self, dice: Any, phase: int, side: int, roller: int, start: int, n: int, *rest: int) -> Any:
            return n, 0

    gun = {"attacks": 1, "damage": 100, "hp": 1000}
    b = battle([gun, gun], [{"hp": 100, "leave": 50, "attacks": 0}, {"hp": 150, "leave": 50, "attacks": 0}])
    rolled(fight, Hits())(b)
    assert b.ships.status[1].tolist() == [k.KILLED, k.WITHDRAWN]
    assert (b.cells[k.REASON], b.cells[k.WINNER]) == (k.FLED, 0)


# --- What holds in every battle ---------------------------------------------------------------------------------------

hulls = st.fixed_dictionaries(
    {
        "weight": st.sampled_from([0, 8, 16, 33]),
        "hp": st.sampled_from([20, 60, 161]),
        "attacks": st.sampled_from([0, 5, 11, 17]),
        "damage": st.sampled_from([2, 6, 12]),
        "weapon": st.sampled_from([k.SPINAL, k.DIRECT, k.SEEKING]),
        "avoidance": st.sampled_from([2, 12, 25]),
        "protection": st.sampled_from([2, 13, 25]),
        "standoff": st.sampled_from([0, 0, 6]),
        "standoff_damage": st.sampled_from([4, 6, 9]),
        "pace": st.sampled_from([0, 1, 2, 3]),
        "hangars": st.sampled_from([0, 6]),
        "cloak": st.sampled_from([0, 0, k.REGULAR, k.DEEP]),
        "sensors": st.sampled_from([0, 1, 1, 2]),
        "stag": st.sampled_from([0, 2]),
        "protects": st.sampled_from([0, 0, 1]),
        "hit": st.sampled_from([(0, 0), (1, -2)]),
        "pierce": st.sampled_from([0, 3]),
        "flak": st.sampled_from([0, 2]),
        "never": st.sampled_from([(), (), ("W8",), ("W16", "W33")]),
        "centre": st.sampled_from([0, 0, 2]),
        "arrives": st.sampled_from([1, 1, 1, 2]),
        "owner": st.sampled_from([0, 1]),
        "leave": st.sampled_from([k.NONE, k.NONE, 10, 50]),
        "range": st.sampled_from([k.CLOSE, k.FAR, k.BEST]),
        "hold": st.sampled_from([0, 0, 1]),
        "hold_standoff": st.sampled_from([0, 1]),
        "pursue": st.sampled_from([0, 1]),
        "guards": st.sampled_from([0, 1]),
    }
)
fleets = st.lists(hulls, min_size=1, max_size=6).map(lambda ships: [{**ships[0], "arrives": 1}, *ships[1:]])
squadrons = st.lists(
    st.fixed_dictionaries(
        {
            "number": st.integers(0, 15),
            "level": st.integers(3, 6),
            "owner": st.sampled_from([0, 1]),
            "commit": st.sampled_from([0, 40, 100]),
            "launch": st.one_of(st.none(), st.just(0)),
            "runs": st.sampled_from([0, 0, 1, 3]),
            "rolls": st.sampled_from([0, 1, 1, 2]),
            "dogfight": st.sampled_from([0, -2, 3]),
            "strike": st.sampled_from([0, -2, 1]),
            "hunts": st.sampled_from([0, 1]),
        }
    ),
    max_size=3,
)
thresholds = st.tuples(*[st.sampled_from([k.NONE, k.NONE, 30, 80])] * 2)
battles = st.fixed_dictionaries(
    {
        "red": fleets,
        "blue": fleets,
        "wings": st.tuples(squadrons, squadrons),
        "speeds": st.tuples(st.integers(0, 3), st.integers(0, 3)),
        "bitter_end": st.tuples(st.sampled_from([0, 0, 1]), st.sampled_from([0, 0, 1])),
        "force": st.tuples(thresholds, thresholds),
        "key": st.integers(0, 2**64 - 1),
        "sample": st.sampled_from([0, 1, 2**31 + 7, 2**63 - 1]),
        "commit": st.sampled_from([k.HALF, k.ALL]),
        "centres": st.sampled_from([k.UNLIMITED, k.BY_NUMBER]),
        "standoff_kills": st.sampled_from([k.OUT, k.FIGHTS_ON]),
        "flanked": st.sampled_from([k.PARTNER_ONLY, k.MAY_ANSWER]),
        "stag": st.sampled_from([k.PIERCE, k.HIT]),
        "cloaks": st.sampled_from([k.ONE_BONUS, k.BOTH_BONUSES]),
        "draw_hidden": st.sampled_from([k.NOT_DRAWN, k.DRAWN]),
        "form": st.sampled_from([k.MASS, k.SMALL]),
        "battle_type": st.sampled_from([k.MOBILE, k.FIXED]),
        "round_limit": st.just(12),
    }
)


@given(battles)
def test_no_step_loses_or_makes_a_ship_a_fighter_or_damage(battle: Builder, setting: dict[str, Any]) -> None:
    b = battle(**setting)
    fighters = (b.wings.aboard + b.wings.flying).tolist()
    hp, trace = b.ships.hp.copy(), 0
    step = k.OPEN
    while step != k.OVER:
        choose(b, step)
        done, step = step, advance(b, step)
        for s in range(2):
            for w in range(b.fleet.wings[s]):
                check_wing(b, s, w, fighters[s][w], done)
            for o in range(b.fleet.owners[s]):
                own = [i for i in range(b.fleet.size[s]) if b.fleet.owner[s, i] == o]
                arrived = sum(b.fleet.weight[s, i] for i in own if b.ships.status[s, i] != k.ABSENT)
                gone = sum(b.fleet.weight[s, i] for i in own if b.ships.status[s, i] in (k.KILLED, k.WITHDRAWN))
                assert (b.sides.arrived[s, o], b.sides.gone[s, o]) == (arrived, gone)
        # HP falls by the damage that the trace tells of, and by nothing else.
        rows = b.trace.rows[trace : int(b.trace.head[0])].tolist()
        trace = int(b.trace.head[0])
        for row in rows:
            if row[k.T_EVENT] == k.E_DAMAGE:
                hp[row[k.T_SIDE], row[k.T_SHIP]] -= row[k.T_A]
        assert (b.ships.hp == hp).all()
        assert not b.ships.taken.any()
        # A ship without HP is still in the battle only between its death and the count of casualties.
        if done == k.CASUALTIES:
            assert not ((b.ships.status == k.ACTIVE) & (b.ships.hp <= 0) & counted(b)).any()


def counted(b: Any) -> Any:
    """The places of the grid where a ship stands."""
    return np.arange(b.ships.hp.shape[1])[None, :] < b.fleet.size[:, None]


def check_wing(b: Any, s: int, w: int, number: int, done: int) -> None:
    """Every fighter is somewhere, and only once."""
    wings = b.wings
    parts = [wings.aboard[s, w], wings.flying[s, w], wings.lost[s, w], wings.surrendered[s, w]]
    assert min(parts) >= 0
    # Between its death and reconstitution a fighter is neither flying nor lost.
    fallen = 0 if done in (k.RETURN, k.CASUALTIES, k.ARRIVE, k.INTERCEPT) else wings.fallen[s, w]
    assert sum(parts) + fallen == number
    assert 0 <= wings.engaged[s, w] <= wings.flying[s, w] or done in (k.STRIKE, k.RECONSTITUTE, k.RETURN, k.CASUALTIES)


@given(battles)
def test_every_battle_ends_with_a_reason_and_the_right_winner(battle: Builder, setting: dict[str, Any]) -> None:
    b = battle(**setting)
    fight(b)
    reason, winner = int(b.cells[k.REASON]), int(b.cells[k.WINNER])
    ships = [any(b.ships.status[s, : b.fleet.size[s]] == k.ACTIVE) for s in range(2)]
    fighters = [bool(b.fleet.bitter_end[s] and b.wings.flying[s].any()) for s in range(2)]
    stands = [ships[s] or fighters[s] for s in range(2)]
    if reason in (k.DESTROYED, k.FLED):
        assert stands == [winner == 0, winner == 1]
    elif reason == k.BOTH_GONE:
        assert (stands, winner) == ([False, False], k.NONE)
    else:
        assert reason in (k.LIMIT, k.STALEMATE)
        assert (stands, winner) == ([True, True], k.NONE)
    # Fighters that have no ship to land on have surrendered, unless they fight to the bitter end.
    for s in range(2):
        if not ships[s] and not b.fleet.bitter_end[s]:
            assert not b.wings.flying[s].any()
    assert b.trace.rows[int(b.trace.head[0]) - 1, k.T_EVENT] in (k.E_END, k.E_SURRENDER)


@settings(max_examples=40)
@given(battles, st.integers(1, 30))
def test_a_battle_saved_at_any_step_goes_on_as_it_would_have(
    battle: Builder, setting: dict[str, Any], steps_taken: int
) -> None:
    whole = battle(**setting)
    fight(whole)
    first, second = battle(**setting), battle(**setting)
    step = k.OPEN
    for _ in range(steps_taken):
        if step != k.OVER:
            choose(first, step)
            step = advance(first, step)
    # What is carried over is the arrays alone.
    for old, new in zip(arrays(first), arrays(second), strict=True):
        new[...] = old
    fight(second)
    for one, other in zip(arrays(whole), arrays(second), strict=True):
        assert (one == other).all()


@settings(max_examples=40)
@given(battles)
def test_a_used_battle_begins_again_as_if_new(battle: Builder, setting: dict[str, Any]) -> None:
    once = battle(**setting)
    hp, aboard = once.ships.hp.copy(), once.wings.aboard.copy()
    fight(once)
    seen = [array.copy() for array in arrays(once)]
    begin(once, hp, aboard)
    fight(once)
    for before, after in zip(seen, arrays(once), strict=True):
        assert (before == after).all()


@settings(max_examples=40)
@given(battles, st.integers(0, 60))
def test_a_trace_that_is_too_short_counts_on_and_changes_nothing(
    battle: Builder, setting: dict[str, Any], room: int
) -> None:
    whole, short = battle(**setting), battle(**setting, trace_rows=room)
    fight(whole)
    fight(short)
    assert short.trace.head[0] == whole.trace.head[0]
    kept = min(room, int(whole.trace.head[0]))
    assert (short.trace.rows[:kept] == whole.trace.rows[:kept]).all()
    for one, other in zip(
        arrays(whole.ships) + arrays(whole.wings), arrays(short.ships) + arrays(short.wings), strict=True
    ):
        assert (one == other).all()


@settings(max_examples=40)
@given(battles)
def test_the_same_key_gives_the_same_battle(battle: Builder, setting: dict[str, Any]) -> None:
    first, again = battle(**setting), battle(**setting)
    fight(first)
    fight(again)
    assert (first.trace.rows == again.trace.rows).all()


def test_another_sample_is_another_battle(battle: Builder) -> None:
    results = set()
    for sample in range(5):
        b = battle([{}] * 3, [{}] * 3, sample=sample)
        fight(b)
        results.add(tuple(b.ships.hp.ravel().tolist()))
    assert len(results) == 5


# --- What happens in a battle -----------------------------------------------------------------------------------------

# Events in the order of the page; those that stand together belong to one step.
TOLD = [
    {k.E_INITIATIVE},
    {k.E_LAUNCH},
    {k.E_ARRIVAL},
    {k.E_INTERCEPTION},
    {k.E_DOGFIGHT},
    {k.E_FIGHTERS_LOST},
    {k.E_STAND_OFF},
    {k.E_POSITION},
    {k.E_PAIR},
    {k.E_FLANK},
    {k.E_RANGE},
    {k.E_FLANK_RANGE},
    {k.E_AIM, k.E_HIT, k.E_PIERCE, k.E_NO_FIRE},
    {k.E_STRIKE},
    {k.E_RECONSTITUTION},
    {k.E_RETURN},
    {k.E_KILLED},
    {k.E_WITHDRAWAL},
    {k.E_FORCE_WITHDRAWAL},
    {k.E_END},
    {k.E_SURRENDER},
]


def test_every_phase_has_its_turn_and_rounds_are_counted(battle: Builder) -> None:
    line = [
        {"weight": 33, "standoff": 4, "standoff_damage": 6, "prefer": ("W8",)},
        {"centre": 2},
        {"leave": 50},
        {"attacks": 0},
    ]
    small = {"weight": 8, "hp": 40, "prefer": ("W33",)}
    b = battle(
        [*line, small, small, {**small, "arrives": 2}],
        [*line[:3], {"weight": 8, "hp": 30}],
        wings=([{"number": 20}], [{"number": 12, "level": 3}, {"number": 4, "level": 4}]),
        speeds=(3, 2),
        force=((k.NONE,), (60,)),
        flanked=k.MAY_ANSWER,
        key=2,
    )
    fight(b)
    rows = b.trace.rows[: int(b.trace.head[0])].tolist()
    rank = {event: place for place, events in enumerate(TOLD) for event in events}
    told = [(row[k.T_ROUND], rank[row[k.T_EVENT]]) for row in rows if row[k.T_EVENT] != k.E_DAMAGE]
    assert told == sorted(told)
    assert {row[k.T_EVENT] for row in rows} == {event for events in TOLD for event in events} | {k.E_DAMAGE}
    assert sorted({round_ for round_, _ in told}) == list(range(1, int(b.cells[k.ROUND]) + 1))


def test_a_battle_begins_before_its_first_step_with_nothing_noted(battle: Builder) -> None:
    b = battle([{"now": 40}, {"weight": 8}], [{}], wings=([{"number": 7}], []))
    for array in arrays(b.ships) + arrays(b.wings) + arrays(b.sides) + [b.cells, b.trace.head]:
        array[...] = 99
    begin(b, np.array([[40, 161], [161, 0]]), np.array([[7], [0]]))
    assert b.ships.hp[0].tolist() == [40, 161]
    assert b.ships.status[0].tolist() == [k.ABSENT] * 2
    assert b.ships.partner[0].tolist() == b.ships.flanked[0].tolist() == [k.NONE] * 2
    assert [array[0].tolist() for array in (b.ships.range, b.ships.taken, b.ships.critical)] == [[0, 0]] * 3
    assert [int(array[0, 0]) for array in b.wings] == [7, 0, 0, 0, 0, 0]
    assert all(array[s].sum() == 0 for array in b.sides for s in range(2))
    assert b.trace.head[0] == 0
    cells = {k.ROUND: 1, k.WINNER: k.NONE, k.REASON: k.ONGOING, k.PICKER: 0, k.POSITION_WINNER: k.NONE}
    cells |= {k.LEAD: k.NONE, k.HARM: 0, k.STEP: k.OPEN, k.RUN: 0, k.SAMPLE: 0}
    assert b.cells.tolist() == [cells[cell] for cell in range(k.CELLS)]
