"""Standing orders: what ``choose`` answers for both sides."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.rounding import half_up
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.policy import choose, expected_damage, prefers
from flagplot.fta3.battle.policy_fighters import commitment

Builder = Callable[..., Any]
percents = st.integers(0, 100)


# --- Launching and interception ---------------------------------------------------------------------------------------


def test_as_many_fighters_as_ordered_are_launched(battle: Builder) -> None:
    b = battle([{}], [{}], wings=([{"number": 10, "launch": 4}, {"number": 3}], [{"number": 5, "launch": 0}]))
    b.choices.launch[:] = 9
    choose(b, k.LAUNCH)
    assert b.choices.launch[0].tolist() == [4, 3]
    assert b.choices.launch[1, 0] == 0


@given(
    own=st.integers(1, 40),
    enemy=st.integers(1, 40),
    percent=percents,
    reading=st.sampled_from([k.HALF, k.ALL]),
)
def test_the_leader_sends_the_ordered_part_of_the_way_from_the_least_to_all(
    joined: Builder, own: int, enemy: int, percent: int, reading: int
) -> None:
    wings = ([{"number": own, "commit": percent}], [{"number": enemy, "level": 3}])
    b = joined([{}], [{}], wings=wings, commit=reading, form=k.SMALL)
    sent = commitment(b.fleet, b.wings, b.orders, b.tables, b.readings, 0, own, enemy)
    most = min(own, enemy)
    least = most if reading == k.ALL else half_up(Fraction(most, 2))
    assert sent == least + half_up(Fraction((most - least) * percent, 100))


@pytest.mark.parametrize(("percent", "sent"), [(0, 5), (20, 6), (50, 8), (99, 10), (100, 10)])
def test_e7_between_five_and_ten_are_sent_and_all_ten_enemies_are_engaged(
    joined: Builder, percent: int, sent: int
) -> None:
    b = joined([{}], [{}], wings=([{"level": 5, "commit": percent}], [{"level": 3}]), form=k.SMALL)
    b.cells[k.LEAD] = 0
    choose(b, k.INTERCEPT)
    assert b.choices.engage.tolist() == [[sent], [10]]


@pytest.mark.parametrize("percent", [0, 50, 100])
def test_r50_in_mass_combat_all_that_have_an_enemy_meet_it_and_the_leader_binds_two_each(
    joined: Builder, percent: int
) -> None:
    wings = ([{"number": 10, "level": 5, "commit": percent}], [{"number": 17, "level": 3}])
    b = joined([{}], [{}], wings=wings, commit=k.HALF, form=k.MASS)
    b.cells[k.LEAD] = 0
    choose(b, k.INTERCEPT)
    assert b.choices.engage.tolist() == [[10], [17]]


@given(
    ours=st.lists(st.tuples(st.integers(0, 20), st.integers(3, 6), percents), max_size=3),
    theirs=st.lists(st.tuples(st.integers(0, 20), st.integers(3, 6), percents), max_size=3),
    lead=st.sampled_from([k.NONE, 0, 1]),
    reading=st.sampled_from([k.HALF, k.ALL]),
)
def test_interception_keeps_to_r12_whatever_the_orders(
    joined: Builder, ours: list[tuple[int, int, int]], theirs: list[tuple[int, int, int]], lead: int, reading: int
) -> None:
    wings = tuple(
        [{"number": number, "level": level, "commit": percent} for number, level, percent in side]
        for side in (ours, theirs)
    )
    b = joined([{}], [{}], wings=wings, commit=reading, form=k.SMALL)
    b.cells[k.LEAD] = lead
    choose(b, k.INTERCEPT)
    fly = [[number for number, _, _ in side] for side in (ours, theirs)]
    sent = [b.choices.engage[s, : len(fly[s])].tolist() for s in range(2)]
    for s in range(2):
        assert all(0 <= n <= number for n, number in zip(sent[s], fly[s], strict=True))
        # The best fly first: who comes later flies only when those before are all in.
        assert all(sent[s][w] == fly[s][w] or not any(sent[s][w + 1 :]) for w in range(len(fly[s])))
    smaller = min(sum(fly[0]), sum(fly[1]))
    if lead == k.NONE:
        assert sum(sent[0]) == sum(sent[1]) == smaller
    else:
        committed, engaged = sum(sent[lead]), sum(sent[1 - lead])
        assert (smaller if reading == k.ALL else -(-smaller // 2)) <= committed <= smaller
        assert smaller <= engaged
        assert engaged == min(sum(fly[1 - lead]), 2 * committed)


def test_the_lowest_tech_level_falls_first_and_only_the_engaged(joined: Builder) -> None:
    levels = ({"level": 6, "number": 5}, {"level": 5, "number": 5}, {"level": 3, "number": 5})
    b = joined([{}], [{}], wings=(levels, [{"number": 9}]))
    b.wings.engaged[0] = [5, 4, 2]
    b.sides.kills[:] = 0, 5
    choose(b, k.LOSSES)
    assert b.choices.fall[0].tolist() == [0, 3, 2]
    assert b.choices.fall[1, 0] == 0


def test_the_highest_tech_level_comes_back_first_for_each_owner(joined: Builder) -> None:
    wings = ({"level": 6, "owner": 0}, {"level": 5, "owner": 1}, {"level": 4, "owner": 0}, {"level": 3, "owner": 1})
    b = joined([{}], [{}], wings=(wings, []), force=((k.NONE, k.NONE), (k.NONE,)))
    b.wings.fallen[0] = [2, 3, 4, 5]
    b.sides.owed[0] = [3, 7]
    choose(b, k.RETURN)
    assert b.choices.back[0].tolist() == [2, 3, 1, 4]


# --- Stand-off --------------------------------------------------------------------------------------------------------


def test_a_players_own_split_goes_before_the_rules(joined: Builder) -> None:
    b = joined([{"weight": 33}, {"weight": 8}], [{"standoff": 4, "standoff_damage": 6}])
    b.volleys[1, 0] = 4
    choose(b, k.STAND_OFF)
    assert b.choices.split[0].tolist() == [[3], [1]]
    b.orders.allotted[0] = [[2], [2]]
    b.orders.own_split[0] = 1
    choose(b, k.STAND_OFF)
    assert b.choices.split[0].tolist() == [[2], [2]]


def split_in_two(joined: Builder) -> Any:
    """Four attacks on two ships, of which the player gives each two; the rule would give the heavier three."""
    b = joined([{"weight": 33}, {"weight": 8}], [{"standoff": 4, "standoff_damage": 6}])
    b.orders.allotted[0] = [[2], [2]]
    b.orders.own_split[0] = 1
    b.volleys[1, 0] = 4
    return b


@pytest.mark.parametrize("attacks", [2, 3, 5])
def test_a_players_split_of_more_or_fewer_attacks_than_come_gives_way_to_the_rules(
    joined: Builder, attacks: int
) -> None:
    """First strikes may have killed ships that would have fired, or a cloak was kept up."""
    b = split_in_two(joined)
    b.volleys[1, 0] = attacks
    choose(b, k.STAND_OFF)
    assert b.choices.split[0].sum() == attacks


@pytest.mark.parametrize("status", [k.ABSENT, k.KILLED, k.WITHDRAWN])
def test_so_does_one_that_gives_attacks_to_a_ship_that_is_not_there(joined: Builder, status: int) -> None:
    b = split_in_two(joined)
    b.ships.status[0, 1] = status
    choose(b, k.STAND_OFF)
    assert b.choices.split[0].tolist() == [[4], [0]]


def test_so_does_one_that_gives_attacks_to_a_hidden_ship_or_spares_one_that_can_be_seen(joined: Builder) -> None:
    b = split_in_two(joined)
    b.ships.hidden[0, 1] = 1
    choose(b, k.STAND_OFF)
    assert b.choices.split[0].tolist() == [[4], [0]]
    b.ships.found[0, 1] = 1
    choose(b, k.STAND_OFF)
    assert b.choices.split[0].tolist() == [[2], [2]]
    b.orders.allotted[0] = [[4], [0]]
    choose(b, k.STAND_OFF)
    assert b.choices.split[0].tolist() == [[3], [1]]


@pytest.mark.parametrize(
    ("cloak", "hidden", "ordered", "holds"),
    [(k.REGULAR, 1, 1, 1), (k.REGULAR, 1, 0, 0), (k.REGULAR, 0, 1, 0), (k.DEEP, 1, 1, 0), (0, 0, 1, 0)],
)
def test_a_regular_cloak_is_kept_up_at_stand_off_range_where_that_is_ordered(
    joined: Builder, cloak: int, hidden: int, ordered: int, holds: int
) -> None:
    b = joined([{"cloak": cloak, "hold_standoff": ordered}], [{}])
    b.ships.hidden[0, 0] = hidden
    b.choices.hold[:] = 7
    choose(b, k.VOLLEY)
    assert b.choices.hold[:, 0].tolist() == [holds, 0]


# --- Pairing and flanking ---------------------------------------------------------------------------------------------


def picks(b: Any, winner: int) -> list[tuple[int, int, int]]:
    """The side, ship and enemy of each pick, when pairing starts afresh."""
    b.cells[k.POSITION_WINNER] = winner
    choose(b, k.POSITION)
    found = []
    for n in range(min(int(b.fleet.size[0]), int(b.fleet.size[1]))):
        s = (winner + n) % 2
        b.cells[k.PICKER] = s
        choose(b, k.PICK)
        own, other = b.choices.pick.tolist()
        b.ships.partner[s, own], b.ships.partner[1 - s, other] = other, own
        found.append((s, own, other))
    return found


def test_the_heaviest_free_ship_picks_what_its_orders_put_first(joined: Builder) -> None:
    b = joined(
        [{"weight": 33, "prefer": ("W8",)}, {"weight": 16}, {"weight": 8, "prefer": ("W16", "W8")}],
        [{"weight": 33, "prefer": ("W16",)}, {"weight": 16}, {"weight": 8}, {"weight": 8}],
    )
    # The first side's battleship wants frigates; its enemy wants cruisers; the first side's frigate wants cruisers.
    assert picks(b, 0) == [(0, 0, 2), (1, 0, 1), (0, 2, 1)]


def test_without_orders_the_heaviest_is_met(joined: Builder) -> None:
    fleet = [{"weight": 33}, {"weight": 16}, {"weight": 8}]
    assert picks(joined(fleet, fleet), 1) == [(1, 0, 0), (0, 1, 1), (1, 2, 2)]


def test_an_enemy_that_is_out_or_paired_is_passed_over(joined: Builder) -> None:
    b = joined([{"weight": 33}], [{"weight": 33}, {"weight": 33}, {"weight": 16}, {"weight": 8}])
    b.ships.status[1, 0] = k.KILLED
    b.ships.partner[1, 1] = 0
    b.ships.status[1, 2] = k.ABSENT
    assert picks(b, 0) == [(0, 0, 3)]


def test_of_one_hull_the_first_that_is_free_is_met(joined: Builder) -> None:
    b = joined([{"weight": 16}], [{"weight": 16}, {"weight": 16}, {"weight": 16}, {"weight": 16}])
    b.ships.status[1, 0] = k.KILLED
    b.ships.partner[1, 1] = 7
    assert picks(b, 0) == [(0, 0, 2)]


def test_those_left_over_flank_what_they_prefer_one_after_another(joined: Builder) -> None:
    b = joined(
        [{"weight": 33}, {"weight": 16}, {"weight": 16}]
        + [{"weight": 8, "prefer": ("W16",)}] * 3
        + [{"weight": 7, "prefer": ("W8",)}],
        [{"weight": 33}, {"weight": 16}, {"weight": 16}, {"weight": 8}],
    )
    b.ships.partner[0, :3] = [0, 1, 2]
    b.ships.partner[1, :3] = [0, 1, 2]
    b.ships.status[1, 3] = k.WITHDRAWN
    choose(b, k.FLANK)
    # Nobody of the kind that the lightest prefers is there: it takes the kind that comes first.
    assert b.choices.flank[0].tolist() == [k.NONE, k.NONE, k.NONE, 1, 2, 1, 0]
    assert b.choices.flank[1].tolist()[:4] == [k.NONE] * 4


# --- Range ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ordered", [k.CLOSE, k.FAR])
def test_the_ordered_range_is_chosen(joined: Builder, ordered: int) -> None:
    b = joined([{"range": ordered}], [{"range": k.CLOSE}])
    b.ships.partner[:, 0] = 0
    b.choices.range[:] = 7
    b.cells[k.POSITION_WINNER] = 0
    choose(b, k.RANGE)
    # The other side has no choice to make.
    assert b.choices.range[:, 0].tolist() == [ordered, 7]


@pytest.mark.parametrize(
    ("own", "enemy", "best"),
    [
        pytest.param(k.SEEKING, k.DIRECT, k.FAR, id="better far, and the enemy worse"),
        pytest.param(k.DIRECT, k.SEEKING, k.CLOSE, id="better close, and the enemy worse"),
        pytest.param(k.SPINAL, k.SEEKING, k.CLOSE, id="better close"),
        pytest.param(k.SPINAL, k.SPINAL, k.CLOSE, id="no difference"),
    ],
)
def test_the_best_range_weighs_the_fire_of_both(joined: Builder, own: int, enemy: int, best: int) -> None:
    b = joined([{"weapon": own, "range": k.BEST}], [{"weapon": enemy}])
    b.ships.partner[:, 0] = 0
    b.cells[k.POSITION_WINNER] = 0
    choose(b, k.RANGE)
    assert b.choices.range[0, 0] == best


def test_a_flanker_need_not_fear_the_enemys_fire(joined: Builder) -> None:
    """All have direct guns, better close by 2, and the enemy has three times as many."""
    fleet = [{"weapon": k.DIRECT, "range": k.BEST, "attacks": 10}, {"weapon": k.DIRECT, "range": k.BEST, "attacks": 10}]
    enemy = {"weapon": k.DIRECT, "attacks": 30}
    b = joined(fleet, [enemy])
    b.ships.partner[0, 0] = b.ships.partner[1, 0] = 0
    b.ships.flanked[0, 1] = 0
    b.cells[k.POSITION_WINNER] = 0
    choose(b, k.RANGE)
    # Its partner keeps away, the flanker comes close.
    assert b.choices.range[0].tolist() == [k.FAR, k.CLOSE]


@given(
    attacks=st.integers(0, 20),
    damage=st.integers(0, 12),
    weapon=st.sampled_from([k.SPINAL, k.DIRECT, k.SEEKING]),
    avoidance=st.integers(0, 30),
    protection=st.integers(0, 30),
)
def test_expected_damage_is_that_of_the_chances(
    joined: Builder, attacks: int, damage: int, weapon: int, avoidance: int, protection: int
) -> None:
    b = joined(
        [{"attacks": attacks, "damage": damage, "weapon": weapon}], [{"avoidance": avoidance, "protection": protection}]
    )
    to_hit, to_pierce = {k.SPINAL: (1, 3), k.DIRECT: (2, 2), k.SEEKING: (2, 0)}[weapon]

    def chance(defence: int, bonus: int) -> Fraction:
        faces = [face for face in range(2, 21) if face == 20 or face + bonus >= defence]
        return Fraction(len(faces), 20)

    expected = attacks * damage * chance(avoidance, to_hit) * chance(protection, to_pierce)
    assert Fraction(expected_damage(b.fleet, b.tables, 0, 0, 0, k.CLOSE), 400) == expected


# --- Aiming -----------------------------------------------------------------------------------------------------------


def flanked(joined: Builder, prefer: tuple[str, ...], reading: int) -> Any:
    """A battleship that fights a cruiser and is flanked by a frigate and another cruiser."""
    b = joined(
        [{"weight": 33, "prefer": prefer}],
        [{"weight": 16}, {"weight": 16}, {"weight": 8}],
        flanked=reading,
    )
    b.ships.partner[0, 0] = b.ships.partner[1, 0] = 0
    b.ships.flanked[1, 1:] = 0
    return b


@pytest.mark.parametrize(
    ("prefer", "reading", "aim"),
    [
        pytest.param(("W8",), k.PARTNER_ONLY, 0, id="partner only"),
        pytest.param(("W8",), k.MAY_ANSWER, 2, id="may answer the flanker it likes better"),
        pytest.param(("W16",), k.MAY_ANSWER, 0, id="likes its partner as well"),
        pytest.param((), k.MAY_ANSWER, 0, id="no orders"),
    ],
)
def test_r27_whom_a_flanked_ship_shoots_at(joined: Builder, prefer: tuple[str, ...], reading: int, aim: int) -> None:
    b = flanked(joined, prefer, reading)
    choose(b, k.FIRE)
    assert b.choices.aim[0, 0] == aim
    assert b.choices.aim[1].tolist() == [0, 0, 0]


def test_a_flanker_that_has_left_is_not_answered(joined: Builder) -> None:
    b = flanked(joined, ("W8",), k.MAY_ANSWER)
    b.ships.status[1, 2] = k.KILLED
    choose(b, k.FIRE)
    assert b.choices.aim[0, 0] == 0
    assert b.choices.aim[1, 2] == k.NONE


def test_a_flanked_ship_whose_partner_has_broken_off_turns_to_a_flanker_where_it_may(joined: Builder) -> None:
    for reading, aim in ((k.MAY_ANSWER, 1), (k.PARTNER_ONLY, 0)):
        b = flanked(joined, ("W16",), reading)
        b.ships.status[1, 0] = k.WITHDRAWN
        choose(b, k.FIRE)
        assert b.choices.aim[0, 0] == aim


def test_a_flanked_ship_that_has_broken_off_aims_at_nobody(joined: Builder) -> None:
    b = flanked(joined, ("W8",), k.MAY_ANSWER)
    b.ships.status[0, 0] = k.WITHDRAWN
    choose(b, k.FIRE)
    assert b.choices.aim[0, 0] == k.NONE


def test_who_is_ordered_to_holds_fire_while_its_cloak_is_up(joined: Builder) -> None:
    b = joined([{"hold": 1, "cloak": k.DEEP}, {"hold": 1, "cloak": k.REGULAR}, {"hold": 1}, {"cloak": k.DEEP}], [{}])
    b.ships.hidden[0, 1] = 0
    b.choices.hold[:] = 7
    choose(b, k.FIRE)
    assert b.choices.hold[0].tolist() == [1, 0, 0, 0]


def test_the_place_of_a_hull_in_the_target_list(joined: Builder) -> None:
    b = joined([{"weight": 33, "prefer": ("W8", "W33")}], [{"weight": 16}, {"weight": 8}])
    # Hulls are numbered from the heaviest: 33, 16, 8.
    places = [sum(prefers(b.orders, 0, 0, other, kind) for other in range(3)) for kind in range(3)]
    assert places == [1, 2, 0]


# --- Strikes ----------------------------------------------------------------------------------------------------------


def strikes(b: Any) -> list[list[int]]:
    b.choices.strike[:] = 55
    choose(b, k.STRIKE)
    chosen: list[list[int]] = b.choices.strike[0, : int(b.fleet.wings[0]), : int(b.fleet.size[1])].tolist()
    return chosen


def test_free_fighters_fill_up_the_heaviest_ships_by_weight(joined: Builder) -> None:
    b = joined([{}], [{"weight": 16}, {"weight": 8}], wings=([{"number": 20}], []))
    assert strikes(b) == [[16, 4]]


def test_both_sides_strike_by_their_own_orders(joined: Builder) -> None:
    b = joined([{"weight": 16}, {"weight": 8}], [{"weight": 33}], wings=([{"number": 5}], [{"number": 9}]))
    b.ships.hp[0, 0] = 0
    assert strikes(b) == [[5]]
    assert b.choices.strike[1, 0].tolist() == [0, 8]


def test_e11_all_wings_together_keep_to_the_weight(joined: Builder) -> None:
    b = joined([{}], [{"weight": 16}], wings=([{"number": 10}, {"number": 10}], []))
    assert strikes(b) == [[10], [6]]


def test_the_engaged_do_not_strike(joined: Builder) -> None:
    b = joined([{}], [{"weight": 33}], wings=([{"number": 10}, {"number": 4}], []))
    b.wings.engaged[0] = [7, 4]
    assert strikes(b) == [[3], [0]]


@pytest.mark.parametrize("status", [k.ABSENT, k.KILLED, k.WITHDRAWN])
def test_ships_that_are_not_there_are_not_struck(joined: Builder, status: int) -> None:
    b = joined([{}], [{"weight": 33}, {"weight": 8}], wings=([{"number": 10}], []))
    b.ships.status[1, 0] = status
    assert strikes(b) == [[0, 8]]


def test_ships_that_the_round_has_already_killed_are_passed_over(joined: Builder) -> None:
    b = joined([{}], [{"weight": 33}, {"weight": 8}], wings=([{"number": 10}], []))
    b.ships.hp[1, 0] = 0
    assert strikes(b) == [[0, 8]]


def test_the_target_list_goes_by_hull_and_then_by_damage(joined: Builder) -> None:
    prey = ((("W8",), 0), (("W33", "W16", "W8"), 50))
    fleet = [{"weight": 33}, {"weight": 16, "hp": 100}, {"weight": 16, "hp": 100}, {"weight": 8}]
    b = joined([{}], fleet, wings=([{"number": 30, "prey": prey}], []))
    b.ships.hp[1] = [161, 51, 50, 161]
    # The frigate first, then the cruiser that has lost half, then whatever there is.
    assert strikes(b) == [[6, 0, 16, 8]]


@given(
    weights=st.lists(st.integers(0, 30), min_size=1, max_size=5),
    numbers=st.lists(st.integers(0, 40), min_size=1, max_size=3),
    engaged=st.lists(st.integers(0, 40), min_size=3, max_size=3),
)
def test_nobody_is_idle_while_a_ship_has_room(
    joined: Builder, weights: list[int], numbers: list[int], engaged: list[int]
) -> None:
    prey = ((("W8",), 30), (("W16",), 0))
    b = joined(
        [{}], [{"weight": weight} for weight in weights], wings=([{"number": n, "prey": prey} for n in numbers], [])
    )
    free = []
    for w, number in enumerate(numbers):
        b.wings.engaged[0, w] = min(number, engaged[w])
        free.append(number - min(number, engaged[w]))
    chosen = strikes(b)
    on_ship = [sum(row[i] for row in chosen) for i in range(len(weights))]
    assert all(n <= weight for n, weight in zip(on_ship, sorted(weights, reverse=True), strict=True))
    assert all(sum(row) <= n for row, n in zip(chosen, free, strict=True))
    assert sum(on_ship) == min(sum(free), sum(weights))
