"""A player's own split of stand-off attacks against the rule (R20), held against a search over every split there is."""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults, Refusal
from flagplot.fta3.book.ships import Hull, Size
from flagplot.fta3.papers.docket import Docket, open_docket
from flagplot.fta3.papers.forces import Owner, Ship, Side
from flagplot.fta3.papers.split_check import MOST_SPELT, incoming, rule_split, split_faults
from flagplot.fta3.ruleset import FTA3

E13 = (33, 33, 16, 16, 8, 8, 8)


def every_split(ships: int, total: int) -> Iterator[tuple[int, ...]]:
    if ships == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in every_split(ships - 1, total - first):
            yield (first, *rest)


def legal_splits(weights: tuple[int, ...], total: int, own: tuple[int, ...]) -> set[tuple[int, ...]]:
    """R20 word for word, over every split there is; ``own`` is the rule's own split."""
    splits = set(every_split(len(weights), total))
    if total < len(weights):
        # The heaviest are targeted first; among ships of one weight any may be.
        heaviest = sorted(weights, reverse=True)[:total]
        return {
            split
            for split in splits
            if max(split) <= 1
            and sorted((w for w, n in zip(weights, split, strict=True) if n), reverse=True) == heaviest
        }
    served = {split for split in splits if min(split) >= 1}
    if not sum(weights):
        return served
    quotas = [Fraction(total * weight, sum(weights)) for weight in weights]
    near = {split for split in served if all(abs(n - quota) <= 1 for n, quota in zip(split, quotas, strict=True))}
    return near or {split for split in served if all(abs(n - share) <= 1 for n, share in zip(split, own, strict=True))}


WEIGHTS = st.lists(st.integers(0, 40), min_size=1, max_size=4).map(lambda each: tuple(sorted(each, reverse=True)))


@given(WEIGHTS, st.integers(0, 9))
@example((100, 1, 1, 1), 6)  # the minimum of one leaves no room for the quota
@example((100, 1, 1, 1), 9)
@example((5, 5, 5, 5), 2)
@example((9, 5, 5, 1), 2)
@example((1, 1), 3)
@example((0, 0, 0), 7)
@example((7, 0, 0), 7)
@example((0,), 0)
def test_a_split_is_legal_if_and_only_if_the_reading_says_so(weights: tuple[int, ...], total: int) -> None:
    legal = legal_splits(weights, total, rule_split(weights, total))
    for split in every_split(len(weights), total):
        assert (not split_faults(weights, split)) == (split in legal), split


@given(WEIGHTS, st.integers(0, 9))
@example((100, 1, 1, 1), 6)
@example((9, 5, 5, 1), 2)
def test_each_fault_tells_how_many_the_ship_may_take(weights: tuple[int, ...], total: int) -> None:
    legal = legal_splits(weights, total, rule_split(weights, total))
    for split in every_split(len(weights), total):
        for place, (why, fewest, most) in split_faults(weights, split).items():
            assert why
            assert not fewest <= split[place] <= most
            assert {each[place] for each in legal} <= set(range(fewest, most + 1))


@given(st.lists(st.integers(0, 100), min_size=1, max_size=12), st.integers(0, 120))
@example([33, 33, 16, 16, 8, 8, 8], 40)
@example([33, 33, 16, 16, 8, 8, 8], 8)
@example([33, 33, 16, 16, 8, 8, 8], 2)
@example([100_000] + [1] * 11, 20)
def test_the_rules_own_split_is_always_legal(unsorted: list[int], total: int) -> None:
    weights = tuple(sorted(unsorted, reverse=True))
    split = rule_split(weights, total)
    assert sum(split) == total
    assert split_faults(weights, split) == {}


@given(st.lists(st.integers(1, 40), min_size=1, max_size=6), st.integers(0, 30))
def test_the_rules_own_split_gives_each_further_attack_to_the_ship_furthest_below_its_quota(
    unsorted: list[int], total: int
) -> None:
    weights = tuple(sorted(unsorted, reverse=True))
    shares = [int(place < total) for place in range(len(weights))]
    while sum(shares) < total:
        short = [Fraction(total * w, sum(weights)) - n for w, n in zip(weights, shares, strict=True)]
        shares[short.index(max(short))] += 1
    assert rule_split(weights, total) == tuple(shares)


def test_e13_the_seeds_own_example_is_legal_and_a_rougher_one_is_not() -> None:
    assert split_faults(E13, (10, 10, 6, 5, 3, 3, 3)) == {}
    assert set(split_faults(E13, (12, 10, 5, 4, 3, 3, 3))) == {0, 3}
    assert rule_split(E13, 40) == (11, 11, 5, 5, 3, 3, 2)


def test_e14_two_attacks_on_the_fleet_of_e13_fall_on_the_battleships() -> None:
    assert rule_split(E13, 2) == (1, 1, 0, 0, 0, 0, 0)
    assert split_faults(E13, (1, 0, 1, 0, 0, 0, 0)).keys() == {1, 2}


def test_e42_eight_attacks_on_the_fleet_of_e13_leave_nobody_out() -> None:
    split = rule_split(E13, 8)
    assert min(split) == 1
    assert sum(split) == 8
    assert split_faults(E13, split) == {}


def test_ships_of_one_weight_may_stand_in_for_one_another() -> None:
    for split in set(permutations((1, 1, 0, 0))):
        assert split_faults((5, 5, 5, 5), split) == {}


def test_a_very_large_battle_is_split_exactly() -> None:
    weights = (100_000, *[99_999] * 30)
    split = rule_split(weights, 3000)
    assert sum(split) == 3000
    assert split_faults(weights, split) == {}


# In a battle

BOOK = """\
code,size,weight,hp,avoidance,protection,standoff
BB,capital,33,330,11,15,
CA,cruiser,16,161,12,13,
FF,escort,8,75,14,11,
M6,escort,8,70,14,11,32x6
M4,escort,8,70,14,11,8x4
ME,other,10,,,,
"""
BOB = "2 BB Bulwark, Bastion\n2 CA Kent, York\n3 FF Swift, Sure, Split"


def open_(
    orders: dict[str, str], bob: str = BOB, red: str = "1 M6\n1 M4", rulings: str = ""
) -> tuple[Docket | None, list[Refusal]]:
    """Red's missiles against Bob's fleet; a line that begins with @ opens another owner."""
    owners = re.split(r"^@(\w+)\n", f"@Bob\n{bob}" if not bob.startswith("@") else bob, flags=re.MULTILINE)[1:]
    text = "battle = 'fixed'\n" + (f'rulings = "{rulings}"\n' if rulings else "")
    text += f"[[side]]\nname = 'Red'\nships = '''\n{red}\n'''\n[[side]]\nname = 'Blue'\n"
    for name, ships in zip(owners[::2], owners[1::2], strict=True):
        text += f"[[side.owner]]\nname = '{name}'\nships = '''\n{ships}\n'''\n"
    faults = Faults()
    posts = [Paper(f"{name}.txt", f"\nORDERS OF {name}\n{lines}\nEND OF ORDERS") for name, lines in orders.items()]
    docket = open_docket(Paper("s.toml", text), posts, Paper("b.csv", BOOK), FTA3.readings, faults)
    return docket, faults.found


def found_in(orders: str, **battle: str) -> list[tuple[str, str, str]]:
    _, found = open_({"Bob": orders}, **battle)
    return [(refusal.code, refusal.where, refusal.gap) for refusal in found]


SPLIT = 'split Bulwark 10x6, Bastion 10x6, Kent 6x6, York 5x6, Swift 1x6 2x4, Sure 3x4, "Split" 3x4'


def test_the_split_of_the_seed_is_taken_as_it_is() -> None:
    docket, found = open_({"Bob": SPLIT})
    assert found == []
    assert docket is not None
    assert docket.standings["bob"].split == {
        "bob/bulwark": {6: 10},
        "bob/bastion": {6: 10},
        "bob/kent": {6: 6},
        "bob/york": {6: 5},
        "bob/swift": {6: 1, 4: 2},
        "bob/sure": {4: 3},
        "bob/split": {4: 3},
    }


def test_what_comes_in_is_counted_by_damage_from_ships_that_are_there_and_fight() -> None:
    hull = Hull(code="M", name="M", size=Size.ESCORT, hp=1, standoff_attacks=3, standoff_damage=6)
    other = Hull(code="N", name="N", size=Size.ESCORT, hp=1, standoff_attacks=2, standoff_damage=9)

    def ship(name: str, of: Hull, hp: int | None = 1, arrives: int = 1) -> Ship:
        return Ship(id=name, name=name, hull=of, hp=hp, level=None, arrives=arrives)

    ships = (ship("a", hull), ship("b", other), ship("c", hull), ship("d", hull, arrives=2), ship("e", other, hp=None))
    side = Side(name="S", owners=(Owner(id="o", name="O", tl=5, ships=ships, wings=()),))
    assert list(incoming(side).items()) == [(9, 2), (6, 6)]


@pytest.mark.parametrize(
    ("orders", "found"),
    [
        (SPLIT.replace("Kent 6x6", "Kent 5x6"), [("split-total", "Bob.txt, line 4", "1 too few")]),
        (SPLIT.replace("Kent 6x6", "Kent 7x6"), [("split-total", "Bob.txt, line 4", "1 too many")]),
        (
            SPLIT.replace("Sure 3x4", "Sure 3x5"),
            [("split-total", "Bob.txt, line 4", "3 too many"), ("split-total", "Bob.txt, line 4", "3 too few")],
        ),
        (
            SPLIT.replace("Bastion 10x6, Kent 6x6", "Bastion 12x6, Kent 4x6"),
            [("split-quota", "Bob.txt, line 4", "1 too many"), ("split-quota", "Bob.txt, line 4", "1 too few")],
        ),
        (
            SPLIT.replace("Swift 1x6 2x4", "Swift 1x6").replace("Sure 3x4", "Sure 5x4"),
            [("split-quota", "Bob.txt, line 4", "2 too many"), ("split-quota", "Bob.txt, line 4", "1 too few")],
        ),
        (
            SPLIT.replace("Swift 1x6 2x4, ", "").replace("Sure 3x4", "Sure 1x6 5x4"),
            [("split-quota", "Bob.txt, line 4", "3 too many"), ("split-quota", "Bob.txt, line 4", "2 too few")],
        ),
    ],
)
def test_a_split_off_its_totals_or_quotas_is_refused_with_the_gap(
    orders: str, found: list[tuple[str, str, str]]
) -> None:
    assert found_in("plan defend\n" + orders) == found


def test_refusals_of_splits_cite_the_rule_and_say_of_what_kind_they_are() -> None:
    _, total = open_({"Bob": SPLIT.replace("Kent 6x6", "Kent 5x6")})
    _, quota = open_({"Bob": SPLIT.replace("Bastion 10x6, Kent 6x6", "Bastion 12x6, Kent 4x6")})
    assert {str(refusal.citation) for refusal in total + quota} == {"fta3 stand-off/split"}
    assert {refusal.fault for refusal in total} == {Fault.INCONSISTENT}
    assert {refusal.fault for refusal in quota} == {Fault.ILLEGAL}
    assert "quota is 10.82" in quota[0].message


def test_a_ship_that_comes_later_and_one_that_does_not_fight_take_none() -> None:
    late = {"bob": BOB + "\n1 FF Late\n1 ME Trader", "rulings": "arrives 2: Late because x"}
    assert found_in(SPLIT + ", Late 1x6, Trader 1x4", **late) == [
        ("no-target", "Bob.txt, line 3", ""),
        ("no-target", "Bob.txt, line 3", ""),
        ("split-total", "Bob.txt, line 3", "1 too many"),
        ("split-total", "Bob.txt, line 3", "1 too many"),
    ]
    assert found_in(SPLIT, **late) == []


def test_missiles_that_come_later_are_not_split() -> None:
    assert found_in(SPLIT, red="1 M6\n1 M4 Late", rulings="arrives 2: Late because x") == [
        ("split-total", "Bob.txt, line 3", "8 too many")
    ]


def test_a_split_where_nothing_comes_in_is_refused() -> None:
    codes = {code for code, _, _ in found_in(SPLIT, red="1 CA")}
    assert codes == {"split-total"}
    assert found_in("split Kent 0x6", red="1 CA") == []


COALITION = "@Bob\n2 BB Bulwark, Bastion\n2 CA Kent, York\n@Cleo\n3 FF Swift, Sure, Split"
BOBS = "split Bulwark 10x6, Bastion 10x6, Kent 6x6, York 5x6"
CLEOS = 'split Swift 1x6 2x4, Sure 3x4, "Split" 3x4'


def test_the_owners_of_a_coalition_split_together() -> None:
    docket, found = open_({"Cleo": CLEOS, "Bob": BOBS}, bob=COALITION)
    assert found == []
    assert docket is not None


def test_one_owner_alone_leaves_the_others_ships_without_their_attacks() -> None:
    _, found = open_({"Bob": BOBS}, bob=COALITION)
    assert {(refusal.code, refusal.where) for refusal in found} == {("split-total", "Bob.txt, line 3")}


def test_a_fault_of_a_coalitions_split_is_placed_at_the_order_of_the_ships_owner() -> None:
    wrong = CLEOS.replace("Swift 1x6 2x4, Sure 3x4", "Swift 1x6 4x4, Sure 1x4")
    _, found = open_({"Bob": BOBS, "Cleo": wrong}, bob=COALITION)
    assert [(refusal.code, refusal.where) for refusal in found] == [
        ("split-quota", "Cleo.txt, line 3"),
        ("split-quota", "Cleo.txt, line 3"),
    ]


def test_nobody_splits_for_another_owners_ships() -> None:
    _, found = open_({"Bob": BOBS + ", Swift 1x6", "Cleo": CLEOS}, bob=COALITION)
    assert [(refusal.code, refusal.where) for refusal in found if refusal.code == "not-your-ship"] == [
        ("not-your-ship", "Bob.txt, line 3")
    ]


@pytest.mark.parametrize("bob", [BOB, COALITION, '2 BB "Bulwark, the Old", Strike\n3 FF\n1 CA 10x6', "1 FF"])
@pytest.mark.parametrize("red", ["1 M6\n1 M4", "1 M4", "3 M6"])
def test_the_split_that_a_mend_shows_is_legal(bob: str, red: str) -> None:
    first = "Bulwark 1x6" if "Bulwark, Bastion" in bob else '"FF 1" 1x6'
    _, found = open_({"Bob": f"split {first}"}, bob=bob, red=red)
    mends = {refusal.mend for refusal in found if refusal.code == "split-total"}
    (mend,) = mends
    shown = mend.split("the rule splits them: ")[1].rstrip(".")
    named = [re.fullmatch(r"(\w+): (split .+)", order) for order in shown.split("; ")]
    orders = {match[1]: match[2] for match in named if match} or {"Bob": shown}
    docket, found = open_(orders, bob=bob, red=red)
    assert found == []
    assert docket is not None


def test_leaving_the_order_out_is_legal_as_the_mend_says() -> None:
    assert open_({"Bob": "plan defend"})[1] == []


def test_the_split_of_a_crowd_is_not_spelt_out() -> None:
    for ships, spelt in ((MOST_SPELT, True), (MOST_SPELT + 1, False)):
        _, found = open_({"Bob": 'split "FF 1" 1x6'}, bob=f"{ships} FF")
        assert all((": split" in refusal.mend) == spelt for refusal in found)
        assert all(refusal.mend.startswith("Leave the order out") for refusal in found)
