"""From papers to arrays: who stands where, what the orders come to, and that the order of the papers is nothing."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.dice import MAX_DICE, keyed
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.core.sources import roller_number
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.state import Battle
from flagplot.fta3.book.book import MOST_ATTACKS, MOST_DAMAGE, MOST_WEIGHT
from flagplot.fta3.book.hooks import HOOKS, MOST_RUNS
from flagplot.fta3.book.ships import Hull, Size
from flagplot.fta3.papers.docket import Docket, open_docket
from flagplot.fta3.papers.muster import FIGHTER_LEVELS, MOST_FIGHTERS, MOST_SHIPS_A_SIDE
from flagplot.fta3.papers.scenario import MOST_OWNERS
from flagplot.fta3.play.setup import Roster, deploy, enrol, preferred, ruling_rows, tables
from flagplot.fta3.ruleset import FTA3

BOOK = """\
code,size,weight,hp,speed,attacks,weapon,avoidance,protection,standoff,traits
BB,capital,33,330,1,20x7,spinal,11,15,,
CA,cruiser,16,161,2,11x6,direct,12,13,4x6,
CL,cruiser,16,115,3,9x5,direct,13,12,,
FF,escort,8,75,3,6x5,seeking,14,11,2x4,flak
CV,capital,8,90,2,,,12,13,,"fdc=6"
FD,other,0,50,0,,,10,10,,fdc
ME,other,10,,,,,,,,
"""
RED = ("3 FF\n1 BB Hood\n2 CA Kent, York; York at medium damage\n1 ME Trader", "4 TL5, 3 TL6")
BLUE = ("1 FF Grom\n2 CL\n1 CV Nest\n1 CA", "")


def side(name: str, ships: str, fighters: str, extra: str = "") -> str:
    text = f"[[side]]\nname = '{name}'\nships = '''\n{ships}\n'''\n{extra}\n"
    return text + (f"fighters = '{fighters}'\n" if fighters else "")


def docket_of(sides: str, orders: Mapping[str, str] | None = None, head: str = "battle = 'mobile'\n") -> Docket:
    faults = Faults()
    posts = [Paper(name, f"ORDERS OF {name}\n{lines}\nEND OF ORDERS") for name, lines in (orders or {}).items()]
    docket = open_docket(Paper("s.toml", head + sides), posts, Paper("b.csv", BOOK), FTA3.readings, faults)
    faults.settle()
    assert docket is not None
    return docket


def deployed(
    sides: str, orders: Mapping[str, str] | None = None, head: str = "battle = 'mobile'\n"
) -> tuple[Roster, Battle]:
    docket = docket_of(sides, orders, head)
    roster = enrol(docket.scenario)
    return roster, deploy(docket.scenario, roster, docket.standings, keyed(1), 10)


def plain(**orders: str) -> tuple[Roster, Battle]:
    return deployed(side("Red", *RED) + side("Blue", *BLUE), orders)


# The roster


def test_ships_stand_heaviest_first_then_by_hull_and_id_and_those_without_hit_points_do_not_stand_at_all() -> None:
    roster, battle = plain()
    assert [[ship.id for ship in ships] for ships in roster.ships] == [
        ["red/hood", "red/kent", "red/york", "red/ff-1", "red/ff-2", "red/ff-3"],
        ["blue/ca-1", "blue/cl-1", "blue/cl-2", "blue/nest", "blue/grom"],
    ]
    assert [hull.code for hull in roster.kinds] == ["BB", "CA", "CL", "CV", "FF"]
    assert [[wing.id for wing in wings] for wings in roster.wings] == [["red/tl6", "red/tl5"], []]
    assert battle.fleet.size.tolist() == [6, 5]
    assert battle.ships.hp[0, :6].tolist() == [330, 161, 81, 75, 75, 75]
    assert battle.fleet.hp_max[0, 2] == 161
    assert battle.wings.aboard[0].tolist() == [3, 4]


def test_the_arrays_say_of_each_ship_what_the_book_says() -> None:
    roster, battle = plain()
    fleet = battle.fleet
    for s, ships in enumerate(roster.ships):
        for i, ship in enumerate(ships):
            hull = ship.hull
            assert roster.places[ship.id] == (s, i)
            assert fleet.roller[s, i] == roller_number(ship.id)
            assert roster.kinds[fleet.kind[s, i]].code == hull.code
            assert (fleet.weight[s, i], fleet.hp_max[s, i], fleet.attacks[s, i], fleet.damage[s, i]) == (
                hull.weight,
                hull.hp,
                hull.attacks,
                hull.damage,
            )
            assert (fleet.avoidance[s, i], fleet.protection[s, i]) == (hull.avoidance, hull.protection)
            assert (fleet.standoff_attacks[s, i], fleet.standoff_damage[s, i]) == (
                hull.standoff_attacks,
                hull.standoff_damage,
            )
            assert fleet.strike_shift[s, i] == (2 if hull.code == "FF" else 0)
            assert fleet.centre[s, i] == (6 if hull.code == "CV" else 0)
    assert fleet.weapon[0, [0, 1, 3]].tolist() == [k.SPINAL, k.DIRECT, k.SEEKING]
    assert roster.grades == ((6, 4), (6, 4))
    assert battle.grades.tolist() == [[6, 4], [6, 4]]


def test_a_centre_without_a_number_is_a_centre() -> None:
    _, battle = deployed(side("Red", "1 CA\n1 FD", "") + side("Blue", *BLUE))
    assert battle.fleet.centre[0].tolist()[:2] == [0, 1]


@given(st.permutations(range(4)), st.permutations(range(3)), st.booleans())
def test_the_order_of_lines_owners_and_blocks_changes_no_array(
    lines: Sequence[int], owners: Sequence[int], orders_first: bool
) -> None:
    texts = ["2 FF", "1 BB Hood", "2 CA Kent, York; York at light damage", "1 CL FF 2"]
    names = [("Alice", 5), ("Bob", 4), ("Cleo", 6)]

    def coalition(which: Sequence[int], order: Sequence[int]) -> str:
        text = "[[side]]\nname = 'Red'\n"
        for number in which:
            name, tl = names[number]
            ships = "\n".join(texts[line] for line in order)
            fighters = "3 TL5, 2 TL4" if orders_first else "2 TL4, 3 TL5"
            text += f"[[side.owner]]\nname = '{name}'\ntl = {tl}\nfighters = '{fighters}'\nships = '''\n{ships}\n'''\n"
        return text

    blue, orders = side("Blue", *BLUE), {"Bob": "target CA: FF", "Cleo": "launch 3", "Blue": "withdraw never"}
    roster, battle = deployed(coalition(range(3), range(4)) + blue, orders)
    turned = dict(reversed(orders.items())) if orders_first else orders
    other_roster, other = deployed(coalition(owners, lines) + blue, turned)
    # Reports list an owner's ships as the moderator did; in the battle they stand in an order of their own.
    for part in ("ships", "wings", "kinds", "grades", "places"):
        assert getattr(other_roster, part) == getattr(roster, part)
    assert [[owner.id for owner in each] for each in other_roster.owners] == [["alice", "bob", "cleo"], ["blue"]]
    assert flat(other) == flat(battle)


def flat(battle: Battle) -> list[Any]:
    parts = (battle.fleet, battle.ships, battle.wings, battle.orders, battle.sides)
    return [array.tolist() for part in parts for array in part] + [battle.grades.tolist(), battle.rulings.rows.tolist()]


def test_sides_in_another_order_are_the_same_two_fleets() -> None:
    red, blue = side("Red", *RED), side("Blue", *BLUE)
    first, second = enrol(docket_of(red + blue).scenario), enrol(docket_of(blue + red).scenario)
    assert (second.ships, second.wings, second.grades) == (first.ships[::-1], first.wings[::-1], first.grades[::-1])
    assert second.kinds == first.kinds


@given(st.lists(st.sampled_from(["FF", "CA", "CL", "CV", "BB", "FD"]), min_size=1, max_size=12))
def test_ships_of_one_kind_stand_together_where_the_arrays_say(codes: list[str]) -> None:
    roster, battle = deployed(side("Red", "\n".join(f"1 {code}" for code in codes), "") + side("Blue", *BLUE))
    for s, ships in enumerate(roster.ships):
        for number, hull in enumerate(roster.kinds):
            first, end = int(battle.fleet.kind_first[s, number]), int(battle.fleet.kind_end[s, number])
            assert [ship.hull.code == hull.code for ship in ships] == [first <= i < end for i in range(len(ships))]


def test_owners_of_a_coalition_keep_their_tech_levels_ships_and_fighters_apart() -> None:
    coalition = """
    [[side]]
    name = "Red"
    [[side.owner]]
    name = "Zoe"
    tl = 4
    ships = "1 CA Hood"
    fighters = "2 TL5"
    [[side.owner]]
    name = "Ann"
    tl = 6
    ships = "1 CA Hood"
    fighters = "3 TL5, 1 TL6"
    """
    roster, battle = deployed(coalition + side("Blue", *BLUE), {"Zoe": "withdraw force at 10%", "Ann": "launch 2"})
    assert [owner.name for owner in roster.owners[0]] == ["Ann", "Zoe"]
    assert [ship.id for ship in roster.ships[0]] == ["ann/hood", "zoe/hood"]
    # 161 x √2 and 161 / √2; 6 x √2 and 6 / √2
    assert battle.fleet.hp_max[0, :2].tolist() == [228, 114]
    assert battle.fleet.damage[0, :2].tolist() == [8, 4]
    assert battle.fleet.standoff_damage[0, :2].tolist() == [8, 4]
    assert roster.grades[0] == (8, 4)
    assert battle.fleet.owner[0, :2].tolist() == [0, 1]
    assert [(wing.id, int(battle.fleet.wing_owner[0, w])) for w, wing in enumerate(roster.wings[0])] == [
        ("ann/tl6", 0),
        ("ann/tl5", 0),
        ("zoe/tl5", 1),
    ]
    assert battle.orders.force[0].tolist() == [50, 10]
    assert battle.orders.launch[0].tolist() == [1, 1, 2]
    assert battle.fleet.owner_roller[0].tolist() == [roller_number("ann"), roller_number("zoe")]


# Speeds


@pytest.mark.parametrize(
    ("battle_type", "orders", "speeds"),
    [("mobile", "", [1, 2]), ("mobile", "speed 0", [0, 2]), ("fixed", "", [1, 2]), ("fixed", "speed 1", [1, 2])],
)
def test_a_side_declares_its_orders_in_a_mobile_battle_else_its_slowest_ship(
    battle_type: str, orders: str, speeds: list[int]
) -> None:
    head = f"battle = '{battle_type}'\n"
    _, battle = deployed(side("Red", *RED) + side("Blue", *BLUE), {"Red": orders}, head)
    assert battle.fleet.speed.tolist() == speeds


def test_merchants_slow_their_side_down_and_ships_that_come_later_do_not() -> None:
    head = "battle = 'mobile'\nrulings = 'arrives 2: Slow because x'\n"
    _, battle = deployed(side("Red", "1 CA\n1 ME", "") + side("Blue", "1 CA\n1 BB Slow", ""), head=head)
    assert battle.fleet.speed.tolist() == [1, 2]
    assert battle.fleet.arrives[1].tolist()[:2] == [2, 1]


# Orders

HULLS = tuple(
    Hull(code=code, name=code, size=size, weight=weight, hp=1)
    for code, size, weight in [
        ("BB", Size.CAPITAL, 33),
        ("CA", Size.CRUISER, 16),
        ("CL", Size.CRUISER, 12),
        ("CV", Size.CAPITAL, 12),
        ("FF", Size.ESCORT, 8),
        ("SB", Size.OTHER, 8),
    ]
)


@given(st.lists(st.sampled_from([hull.code for hull in HULLS] + [size.value for size in Size] + ["any"]), max_size=5))
def test_kinds_are_put_in_the_order_of_the_list_then_by_weight(wanted: list[str]) -> None:
    expected: list[int] = []
    for name in [*wanted, "any"]:
        for number, hull in enumerate(HULLS):
            if number not in expected and name in (hull.code, hull.size.value, "any"):
                expected.append(number)
    assert preferred(HULLS, tuple(wanted)) == expected


def test_the_closest_order_holds_for_each_ship() -> None:
    roster, battle = plain(
        Red="target CA: FF\ntarget cruiser: BB\ntarget all: escort\nrange CA: far\nrange all: close\n"
        "withdraw CA never\nwithdraw cruiser at 10%\nwithdraw at 33%",
        Blue="target all: CA, BB\nrange cruiser: close",
    )

    def first(s: int, name: str) -> str:
        i = roster.places[name][1]
        return roster.kinds[battle.orders.prefer[s, i, 0]].code

    assert [first(0, name) for name in ("red/hood", "red/kent", "red/ff-1")] == ["FF", "FF", "FF"]
    assert [first(1, name) for name in ("blue/ca-1", "blue/grom")] == ["CA", "CA"]
    assert battle.orders.range[0, :6].tolist() == [k.CLOSE, k.FAR, k.FAR, k.CLOSE, k.CLOSE, k.CLOSE]
    assert battle.orders.range[1, :5].tolist() == [k.CLOSE, k.CLOSE, k.CLOSE, k.BEST, k.BEST]
    assert battle.orders.leave[0, :6].tolist() == [33, k.NONE, k.NONE, 33, 33, 33]


def test_every_ship_prefers_every_kind_once() -> None:
    _, battle = plain(Red="target CA: FF, any, BB")
    for s, size in enumerate(battle.fleet.size):
        for i in range(size):
            assert sorted(battle.orders.prefer[s, i].tolist()) == list(range(5))


@pytest.mark.parametrize(
    ("order", "launched"),
    [
        ("launch all", [3, 4]),
        ("launch none", [0, 0]),
        ("launch 2", [2, 0]),
        ("launch 5", [3, 2]),
        ("launch 999999999", [3, 4]),
    ],
)
def test_a_limited_launch_takes_the_highest_tech_level_first(order: str, launched: list[int]) -> None:
    _, battle = plain(Red=order)
    assert battle.orders.launch[0].tolist() == launched


def test_fighters_know_their_targets_by_kind_and_damage() -> None:
    _, battle = plain(Red="commit 40%\nstrike CA, damaged 50%, capital damaged 10%")
    orders = battle.orders
    assert orders.criteria[0].tolist() == [3, 3]
    assert orders.wounded[0, 0, :3].tolist() == [0, 50, 10]
    # BB, CA, CL, CV, FF
    assert orders.prey[0, 0, :3].tolist() == [[0, 1, 0, 0, 0], [1, 1, 1, 1, 1], [1, 0, 0, 1, 0]]
    assert orders.commit[0].tolist() == [40, 40]


def test_a_split_of_ones_own_is_laid_out_by_grade_of_the_enemys_attacks() -> None:
    split = "split Hood 4x6, Kent 2x4, York 1x4"
    roster, battle = deployed(side("Red", "1 BB Hood\n2 CA Kent, York", "") + side("Blue", "1 CA", ""), {})
    assert battle.orders.own_split.tolist() == [0, 0]
    blue = side("Blue", "1 CA\n2 FF", "")
    roster, battle = deployed(
        side("Red", "1 BB Hood\n2 CA Kent, York", "") + blue, {"Red": split.replace("York 1x4", "York 2x4")}
    )
    assert battle.orders.own_split.tolist() == [1, 0]
    assert roster.grades[1] == (6, 4)
    assert battle.orders.allotted[0].tolist() == [[4, 0], [0, 2], [0, 2]]


# Rulings


def rows_of(rulings: str, limit: int = 9) -> list[tuple[int, ...]]:
    head = f"battle = 'mobile'\nrounds = {limit}\nrulings = '''\n{rulings}\n'''\n"
    docket = docket_of(side("Red", *RED) + side("Blue", *BLUE), head=head)
    return [row for _, row in ruling_rows(docket.scenario, enrol(docket.scenario))]


@pytest.mark.parametrize(
    ("ruling", "rows"),
    [
        ("modifier hit +1: Hood because x", [(k.R_HIT, 0, 0, 1, 9, 1)]),
        (
            "modifier pierce -2: York, Kent rounds 2-4 because x",
            [(k.R_PIERCE, 0, 2, 2, 4, -2), (k.R_PIERCE, 0, 1, 2, 4, -2)],
        ),
        ("modifier position +3: Blue round 2 because x", [(k.R_POSITION, 1, k.NONE, 2, 2, 3)]),
        ("modifier hit +1: Blue because x", [(k.R_HIT, 1, k.NONE, 1, 9, 1)]),
        ("modifier hit +1: Trader because x", []),
        ("modifier hit +1: Trader, Hood because x", [(k.R_HIT, 0, 0, 1, 9, 1)]),
        ("arrives 2: Hood because x", []),
        ("ends after 2 because x", []),
    ],
)
def test_rulings_are_rows_for_ships_or_for_a_side(ruling: str, rows: list[tuple[int, ...]]) -> None:
    """A ship that is no combatant has nothing to modify."""
    assert rows_of(ruling) == rows


def test_the_earliest_round_that_a_ruling_ends_the_battle_with_is_the_last() -> None:
    for rulings, last in (("", k.NONE), ("rulings = 'ends after 6 because x'\n", 6)):
        _, battle = deployed(side("Red", *RED) + side("Blue", *BLUE), head=f"battle = 'mobile'\n{rulings}")
        assert battle.readings.last_round == last
        assert battle.readings.round_limit == 100


# Readings and tables


@pytest.mark.parametrize(
    ("id_", "option", "field", "value"),
    [
        ("interception-commit", "half", "commit", k.HALF),
        ("interception-commit", "all", "commit", k.ALL),
        ("fdc-capacity", "unlimited", "centres", k.UNLIMITED),
        ("fdc-capacity", "by-number", "centres", k.BY_NUMBER),
        ("standoff-kills", "out", "standoff_kills", k.OUT),
        ("standoff-kills", "fights-on", "standoff_kills", k.FIGHTS_ON),
        ("flanked-answer", "partner-only", "flanked", k.PARTNER_ONLY),
        ("flanked-answer", "may-answer", "flanked", k.MAY_ANSWER),
    ],
)
def test_a_chosen_reading_reaches_the_battle(id_: str, option: str, field: str, value: int) -> None:
    head = f"battle = 'mobile'\nreadings = {{{id_} = '{option}'}}\n"
    _, battle = deployed(side("Red", *RED) + side("Blue", *BLUE), head=head)
    assert getattr(battle.readings, field) == value


def test_the_tables_are_those_of_the_page() -> None:
    """Spinal +1 close and -1 far, direct +2 and 0, seeking +2 and +4; to pierce +3, +2 and 0; and the rest."""
    page = tables()
    assert page.range_bonus[[k.SPINAL, k.DIRECT, k.SEEKING]].tolist() == [[1, -1], [2, 0], [2, 4]]
    assert page.pierce_bonus[[k.SPINAL, k.DIRECT, k.SEEKING]].tolist() == [3, 2, 0]
    assert (page.initiative, page.streak, page.dogfight, page.lead_halves, page.reach) == (1, -2, 20, 1, 2)
    assert (page.strike_miss, page.strike_loss, page.strike_damage, page.reconstitution) == (11, 16, 10, 4)
    assert (page.hunters, page.sensors, page.cloak, page.pursuit, page.pursuit_speed) == (5, 16, 5, 15, 2)


# What no address of dice may overflow


def test_no_figure_that_may_be_entered_runs_past_the_dice_of_one_address() -> None:
    """Regular attacks of a ship, fighters of a wing, and the fallen of an owner, of all tech levels together."""
    assert MOST_ATTACKS <= MAX_DICE
    assert MOST_FIGHTERS <= MAX_DICE
    assert MOST_FIGHTERS * len(FIGHTER_LEVELS) <= MAX_DICE


def test_neither_runs_nor_rolls_of_fighters_run_past_the_dice_of_one_address() -> None:
    """First-strike runs of one wing stand behind one another, and so do the dogfight dice of one fighter."""
    assert MOST_FIGHTERS <= k.RUN_DICE
    assert MOST_RUNS * k.RUN_DICE <= MAX_DICE
    assert HOOKS["dogfight-rolls"].most * MOST_FIGHTERS <= MAX_DICE


def test_no_figure_that_may_be_entered_runs_past_64_bits() -> None:
    """Quotas of stand-off attacks, damage in hundredths of the full HP at TL6, and weighted levels of fighters."""
    most = 2**63 - 1
    assert most >= MAX_DICE * MOST_WEIGHT * MOST_SHIPS_A_SIDE
    assert most >= 100 * 2 * MOST_SHIPS_A_SIDE * MOST_ATTACKS * MOST_DAMAGE
    fighters = MOST_OWNERS * MOST_FIGHTERS * len(FIGHTER_LEVELS)
    assert 2 * max(FIGHTER_LEVELS) * fighters * fighters <= most
    assert 200 * fighters * fighters <= most


def test_everything_is_of_the_one_kind_that_the_kernel_knows() -> None:
    _, battle = plain(Red="target CA: FF")
    for part in (battle.fleet, battle.ships, battle.wings, battle.sides, battle.choices, battle.orders, battle.rulings):
        assert {array.dtype for array in part} == {np.dtype(np.int64)}
