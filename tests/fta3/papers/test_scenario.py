"""A scenario file: what it may say, every fault of it at once, and nothing but faults whatever it says."""

import json
import re
import time
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from flagplot.core.refusal import Fault, Faults, Refusal, Refused
from flagplot.fta3.book.book import Book
from flagplot.fta3.book.damage import Level
from flagplot.fta3.book.ships import Hull, Size, Weapon
from flagplot.fta3.papers.fleet import read_fleet
from flagplot.fta3.papers.forces import Owner
from flagplot.fta3.papers.muster import MOST_SHIPS_A_SIDE
from flagplot.fta3.papers.scenario import (
    BATTLE_TYPES,
    DEMO_BOOK,
    MOST_OWNERS,
    MOST_ROUNDS,
    Draft,
    book_name,
    read_scenario,
)
from flagplot.fta3.ruleset import FTA3

BOOK = Book(
    "Home",
    {
        "CA": Hull(
            code="CA",
            name="Heavy cruiser",
            size=Size.CRUISER,
            weight=16,
            hp=161,
            attacks=11,
            damage=6,
            weapon=Weapon.DIRECT,
            avoidance=12,
            protection=13,
            speed=2,
        ),
        "FF": Hull(code="FF", name="Frigate", size=Size.ESCORT, weight=8, hp=75, avoidance=14, protection=11, speed=3),
        "MER": Hull(code="MER", name="Merchant", size=Size.OTHER, weight=10),
    },
)
BLUE = '[[side]]\nname = "Blue"\nships = "1 CA Bayan"\n'
RED = '[[side]]\nname = "Red"\nships = "1 CA Kent"\n'


def read(text: str) -> tuple[Draft | None, list[Refusal]]:
    faults = Faults()
    return read_scenario(text, "s.toml", BOOK, FTA3.readings, faults), faults.found


def draft_of(text: str) -> Draft:
    draft, found = read(text)
    if found:
        raise Refused(found)
    assert draft is not None
    return draft


def faults_of(text: str) -> list[tuple[str, str]]:
    return [(refusal.code, refusal.where) for refusal in read(text)[1]]


def sides(red: str = RED, blue: str = BLUE, head: str = 'battle = "mobile"\n') -> str:
    return head + red + blue


# What is legal


def test_the_least_that_a_scenario_says() -> None:
    scenario, whole = draft_of(sides())
    assert (scenario.name, scenario.battle_type, scenario.round_limit) == ("Battle", "mobile", 100)
    assert (scenario.book, scenario.invented, scenario.rulings) == ("Home", False, ())
    assert whole == (True, True)
    red, blue = scenario.sides
    assert [(side.name, side.bitter_end) for side in (red, blue)] == [("Red", ""), ("Blue", "")]
    # A side without owners is its own.
    assert [(owner.id, owner.name, owner.tl, [ship.id for ship in owner.ships]) for owner in red.owners] == [
        ("red", "Red", 5, ["red/kent"])
    ]
    assert scenario.readings == {each.id: each.default for each in FTA3.readings.values() if not each.is_note}


def test_everything_that_a_scenario_may_say() -> None:
    scenario, _ = draft_of(
        """
        ruleset = "fta3"
        name = "Second  Battle of the Belt"
        battle = "fixed"
        book = "home.csv"
        rounds = 12
        rulings = '''
        arrives 3: Swift because "by the northern lane"
        ends after 6 because "the mine field goes up"
        '''
        [readings]
        flanked-answer = "may-answer"
        [[side]]
        name = "Red"
        bitter_end = "it is their home"
        [[side.owner]]
        name = "Alice"
        tl = 4
        ships = ["2 CA Kent, York; York at medium damage", "1 MER\\n1 FF Swift # late"]
        fighters = "12 TL5, 6 TL4"
        [[side.owner]]
        name = "Bob"
        ships = "1 FF"
        fighters = ["3 TL6", "# no more"]
        [[side]]
        name = "Blue"
        tl = 6
        ships = "1 CA"
        """
    )
    assert (scenario.name, scenario.battle_type, scenario.round_limit) == ("Second Battle of the Belt", "fixed", 12)
    assert scenario.readings["flanked-answer"] == "may-answer"
    assert [ruling.verb for ruling in scenario.rulings] == ["arrives", "ends"]
    red, blue = scenario.sides
    assert red.bitter_end == "it is their home"
    alice, bob = red.owners
    assert [(ship.id, ship.hp, ship.arrives) for ship in alice.ships] == [
        ("alice/kent", 114, 1),
        ("alice/york", 57, 1),
        ("alice/mer-1", None, 1),
        ("alice/swift", 53, 3),
    ]
    assert alice.ships[1].level is Level.MEDIUM
    assert [(wing.id, wing.number) for wing in (*alice.wings, *bob.wings)] == [
        ("alice/tl5", 12),
        ("alice/tl4", 6),
        ("bob/tl6", 3),
    ]
    # One hull in two tech levels.
    assert (alice.ships[0].hull.damage, blue.owners[0].ships[0].hull.damage) == (4, 8)


def test_an_owner_may_have_fighters_alone_if_the_side_has_ships() -> None:
    coalition = '[[side]]\nname = "Red"\n[[side.owner]]\nname = "A"\nships = "1 CA"\n[[side.owner]]\nname = "B"\n'
    draft = draft_of(sides(red=coalition + 'fighters = "3 TL5"\n'))
    assert [len(owner.ships) for owner in draft.scenario.sides[0].owners] == [1, 0]


def test_an_owner_may_be_called_like_his_own_side_if_it_is_his_alone() -> None:
    draft_of(sides(red='[[side]]\nname = "Red"\n[[side.owner]]\nname = "red"\nships = "1 CA"\n'))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('book = "home.csv"', "home.csv"),
        ("", DEMO_BOOK),
        ('battle = "mobile"', DEMO_BOOK),
        ("book = 7", DEMO_BOOK),
        ('book = ""', DEMO_BOOK),
        ("book = [", DEMO_BOOK),
        ("\x00", DEMO_BOOK),
    ],
)
def test_the_book_of_a_scenario(text: str, name: str) -> None:
    assert book_name(text) == name


# What is refused, and where


@pytest.mark.parametrize(
    ("text", "code", "where"),
    [
        (sides(head=""), "missing-field", "s.toml"),
        (sides(head='battle = "land"\n'), "unknown-battle-type", "s.toml"),
        (sides(head='battle = "mobile"\nruleset = "sfb"\n'), "unknown-ruleset", "s.toml"),
        (sides(head='battle = "mobile"\nrounds = 0\n'), "wrong-kind", "s.toml"),
        (sides(head='battle = "mobile"\nrounds = 4001\n'), "too-many-rounds", "s.toml"),
        (sides(head=f'battle = "mobile"\nrounds = 0x{"f" * 5000}\n'), "wrong-kind", "s.toml"),
        (sides(head='battle = "mobile"\nrounds = 12.0\n'), "wrong-kind", "s.toml"),
        (sides(head='battle = "mobile"\nrounds = true\n'), "wrong-kind", "s.toml"),
        (sides(head='battle = "mobile"\ncolour = "red"\n'), "unknown-field", "s.toml"),
        (sides(head='battle = "mobile"\nname = "?!"\n'), "bad-name", "s.toml"),
        (sides(head='battle = "mobile"\nreadings = {x = "y"}\n'), "unknown-reading", "s.toml, readings"),
        (sides(head='battle = "mobile"\nreadings = {fdc-capacity = 1}\n'), "wrong-kind", "s.toml"),
        (sides(head='battle = "mobile"\nrulings = "ends 6"\n'), "no-reason", "s.toml, rulings, line 1"),
        (sides(head='battle = "mobile"\nrulings = ["ends 6"]\n'), "wrong-kind", "s.toml"),
        (sides(blue=""), "not-two-sides", "s.toml"),
        (sides(blue=BLUE + BLUE), "not-two-sides", "s.toml"),
        ('battle = "mobile"', "not-two-sides", "s.toml"),
        ("# nothing yet", "missing-field", "s.toml"),
        ("", "empty-file", "s.toml"),
        ("side = 3", "wrong-kind", "s.toml"),
        ("[side]\nname = 'Red'", "wrong-kind", "s.toml"),
        ("[[side]", "not-toml", "s.toml"),
        ("a = " + "[" * 100_000, "not-toml", "s.toml"),
        ("a." * 300_000 + "a = 1", "not-toml", "s.toml"),
        ("x = " + "9" * 5000, "not-toml", "s.toml"),
        ("\x00" * 100, "binary", "s.toml"),
        ("x" * 2_000_000, "too-large", "s.toml"),
        (sides(red='[[side]]\nname = "BLUE"\nships = "1 CA Kent"\n'), "double-side", "s.toml"),
        (sides(red='[[side]]\nships = "1 CA Kent"\n'), "missing-field", "s.toml:2"),
        (sides(red='[[side]]\nname = "🚀"\nships = "1 CA Kent"\n'), "bad-name", "s.toml:2"),
        (sides(red='[[side]]\nname = "Blue!"\nships = "1 CA Kent"\n'), "double-side", "s.toml"),
        (sides(red=RED + 'colour = "red"\n'), "unknown-field", "s.toml:2"),
        (sides(red=RED + 'tl = "five"\n'), "wrong-kind", "s.toml:2"),
        (sides(red=RED + "tl = 11\n"), "bad-tech-level", "s.toml, side 'Red'"),
        (sides(red=RED + "tl = 2\n"), "no-tech-level", "s.toml, side 'Red', ships, line 1"),
        (sides(red=RED + 'fighters = "x"\n'), "malformed-fighters", "s.toml, side 'Red', fighters, line 1"),
        (sides(red=RED + "fighters = 12\n"), "wrong-kind", "s.toml:2"),
        (sides(red=RED + "bitter_end = true\n"), "wrong-kind", "s.toml:2"),
        (sides(red=RED + 'bitter_end = " "\n'), "wrong-kind", "s.toml:2"),
        (sides(red='[[side]]\nname = "Red"\nships = "1 MER"\n'), "no-ships", "s.toml"),
        (sides(red='[[side]]\nname = "Red"\nfighters = "9 TL6"\n'), "no-ships", "s.toml"),
        (sides(red=RED.replace("Kent", "TL5") + 'fighters = "9 TL5"\n'), "double-roller", "s.toml"),
        (sides(red=RED + '[[side.owner]]\nname = "A"\nships = "1 CA"\n'), "unknown-field", "s.toml:2"),
    ],
)
def test_a_fault_of_the_file_is_told_with_its_place(text: str, code: str, where: str) -> None:
    found = faults_of(text)
    assert (code, where) in found
    # Nothing else is wrong, but that a file without sides has none, and a battle no type.
    assert {each for each, _ in found} <= {code, "not-two-sides", "missing-field", "no-ships"}
    assert len(found) == 1 or code in ("missing-field", "not-two-sides", "no-tech-level")


OWNERS = (
    '[[side]]\nname = "Red"\n[[side.owner]]\nname = "{}"\nships = "1 CA"\n[[side.owner]]\nname = "{}"\nships = "1 CA"\n'
)


@pytest.mark.parametrize(
    ("first", "second", "codes"),
    [
        ("Alice", "alice", ["double-owner"]),
        ("Alice", "Alice!", ["double-owner"]),
        ("Alice", "", ["wrong-kind"]),
        ("Alice", "🚀", ["bad-name"]),
        ("Alice", "Blue", ["owner-like-side"]),
        ("Alice", "BLUE", ["owner-like-side"]),
        ("Alice", "Red", ["owner-like-side"]),
        ("Alice", "Bob", []),
        ("force", "all", []),
    ],
)
def test_owners_are_told_apart_from_one_another_and_from_the_sides(first: str, second: str, codes: list[str]) -> None:
    assert [code for code, _ in faults_of(sides(red=OWNERS.format(first, second)))] == codes


def test_an_owner_without_a_name_is_placed_by_his_number() -> None:
    assert faults_of(
        sides(red=OWNERS.replace('name = "{}"\nships = "1 CA"\n[[', 'ships = "1 XX"\n[[').format("B"))
    ) == [
        ("missing-field", "s.toml, side 'Red', owner 1"),
        ("unknown-hull", "s.toml, side 'Red', owner 1, ships, line 1"),
    ]


def test_owners_of_the_two_sides_are_told_apart_as_well() -> None:
    blue = BLUE.replace("Blue", "Bleu") + '\n[[side.owner]]\nname = "ALICE"\nships = "1 CA"\n'
    blue = blue.replace('ships = "1 CA Bayan"\n', "")
    assert [code for code, _ in faults_of(sides(red=OWNERS.format("Alice", "Bob"), blue=blue))] == ["double-owner"]


def test_every_fault_of_a_scenario_is_told_at_once() -> None:
    assert faults_of(
        """
        battle = "land"
        rounds = -1
        colour = "red"
        rulings = '''
        ends never because x
        arrives 2: Hood because x
        '''
        readings = {flanked-answer = "maybe"}
        [[side]]
        name = "Red"
        tl = 0
        flag = "red"
        ships = '''
        1 CA Kent; York at light damage
        -1 FF
        1 BB Hood
        '''
        fighters = "x"
        [[side]]
        name = "red"
        ships = 5
        """
    ) == [
        ("unknown-battle-type", "s.toml"),
        ("wrong-kind", "s.toml"),
        ("unknown-field", "s.toml"),
        ("unknown-option", "s.toml, readings"),
        ("wrong-kind", "s.toml:10"),
        ("bad-count", "s.toml, side 'Red', ships, line 2"),
        ("unknown-hull", "s.toml, side 'Red', ships, line 3"),
        ("unknown-ship", "s.toml, side 'Red', ships, line 1"),
        ("malformed-fighters", "s.toml, side 'Red', fighters, line 1"),
        ("unknown-field", "s.toml:10"),
        ("wrong-kind", "s.toml:20"),
        ("double-side", "s.toml"),
        ("no-round", "s.toml, rulings, line 1"),
        ("no-ships", "s.toml"),
    ]


def test_a_side_with_faulty_forces_is_not_whole() -> None:
    draft, _ = read(sides(red=RED.replace("1 CA", "0 CA")))
    assert draft is not None
    assert draft.whole == (False, True)


def test_damaged_files_have_the_exit_code_of_damaged_files_and_readings_that_of_conflicts() -> None:
    for text, code in (
        ("[[side]", 3),
        (sides(head='battle = "mobile"\nreadings = {x = "y"}\n'), 4),
        (sides(blue=""), 1),
    ):
        assert Refused(read(text)[1]).exit_code == code


# Limits


def crowd(count: int, side: str = "Red") -> str:
    lines = ["1000 FF"] * (count // 1000) + [f"{count % 1000} FF"] * (count % 1000 > 0)
    return f'[[side]]\nname = "{side}"\nships = {json.dumps(lines)}\n'


def test_a_side_may_have_two_thousand_ships_and_not_one_more() -> None:
    assert len(draft_of(sides(red=crowd(MOST_SHIPS_A_SIDE))).scenario.sides[0].ships) == 2000
    _, (refusal, _) = read(sides(red=crowd(MOST_SHIPS_A_SIDE + 1)))
    assert (refusal.code, refusal.gap, refusal.where) == ("too-many-ships", "1 too many", "s.toml, side 'Red', ships")


def test_the_ships_of_all_owners_of_a_side_are_counted() -> None:
    owners = "".join(crowd(1500, name).replace("[[side]]", "[[side.owner]]") for name in ("Alice", "Bob"))
    _, found = read(sides(red=f'[[side]]\nname = "Red"\n{owners}'))
    assert [(refusal.code, refusal.gap, refusal.where) for refusal in found] == [
        ("too-many-ships", "1000 too many", "s.toml, side 'Red', owner 'Bob', ships")
    ]


def test_a_side_may_have_a_hundred_owners_and_not_one_more() -> None:
    def owners(count: int) -> str:
        entries = "".join(f'[[side.owner]]\nname = "O{number}"\nships = "1 FF"\n' for number in range(count))
        return sides(red=f'[[side]]\nname = "Red"\n{entries}')

    draft_of(owners(MOST_OWNERS))
    assert faults_of(owners(MOST_OWNERS + 1)) == [("too-many-owners", "s.toml:2")]


def test_rounds_have_room_in_the_address_of_a_die() -> None:
    assert draft_of(sides(head=f'battle = "mobile"\nrounds = {MOST_ROUNDS}\n')).scenario.round_limit == MOST_ROUNDS


# Mends


@pytest.mark.parametrize(
    ("faulty", "mended"),
    [
        ('battle = "moble"', f'battle = "{BATTLE_TYPES[0]}"'),
        ('battle = "mobile"\nruleset = "fta4"', 'battle = "mobile"\nruleset = "fta3"'),
        ('batle = "mobile"', 'battle = "mobile"'),
        (
            'battle = "mobile"\nreadings = {fdc-capacity = "by-numbers"}',
            'battle = "mobile"\nreadings = {fdc-capacity = "by-number"}',
        ),
    ],
)
def test_the_nearest_word_is_named_and_legal(faulty: str, mended: str) -> None:
    hints = [re.findall(r"Did you mean '(.+)'\?", refusal.mend) for refusal in read(sides(head=faulty + "\n"))[1]]
    assert any(hint and hint[0] in mended for hint in hints)
    draft_of(sides(head=mended + "\n"))


# The order of blocks


def test_the_order_of_sides_owners_and_lines_changes_no_ship_and_no_owner() -> None:
    def forces(text: str) -> dict[str, dict[str, tuple[Any, ...]]]:
        return {
            side.name: {
                owner.id: (owner.tl, {*owner.wings}, {ship.id: (ship.hull.code, ship.hp) for ship in owner.ships})
                for owner in side.owners
            }
            for side in draft_of(text).scenario.sides
        }

    a = '[[side.owner]]\nname = "A"\ntl = 4\nships = """\n2 CA Kent, York; York at light\n3 FF\n1 FF FF 2\n"""\n'
    b = '[[side.owner]]\nname = "B"\nships = "1 MER"\nfighters = "3 TL5, 4 TL4"\n'
    turned = a.replace(
        "2 CA Kent, York; York at light\n3 FF\n1 FF FF 2\n", "1 FF FF 2\n3 FF\n2 CA York, Kent; York at light\n"
    )
    red = '[[side]]\nname = "Red"\n'
    first = sides(red=red + a + b)
    assert forces(first) == forces(
        'battle = "mobile"\n' + BLUE + red + b.replace("3 TL5, 4 TL4", "4 TL4, 3 TL5") + turned
    )


# Fleets of a player


def fleet(text: str) -> tuple[Owner | None, list[tuple[str, str]]]:
    faults = Faults()
    owner = read_fleet(text, "f.toml", BOOK, faults)
    return owner, [(refusal.code, refusal.where) for refusal in faults.found]


def test_a_fleet_is_the_forces_of_one_owner() -> None:
    owner, found = fleet('name = "Red"\ntl = 4\nships = "1 CA Kent; Kent at light damage"\nfighters = "6 TL5"\n')
    assert found == []
    assert owner is not None
    assert (owner.name, owner.tl, owner.ships[0].hp, owner.wings[0].number) == ("Red", 4, 86, 6)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('ships = "1 CA"', [("missing-field", "f.toml")]),
        ('name = "Red"', [("no-ships", "f.toml")]),
        ('name = "Red"\nships = ""', [("no-ships", "f.toml")]),
        ("# nothing", [("missing-field", "f.toml")]),
        (sides(), [("not-a-fleet", "f.toml")]),
        ('[[side]]\nname = "Red"', [("not-a-fleet", "f.toml")]),
        ('name = "Red"\nships = "1 CA"\nbattle = "mobile"', [("unknown-field", "f.toml")]),
        ('name = "Red"\nships = "1 XX"', [("unknown-hull", "f.toml, ships, line 1")]),
        ("[", [("not-toml", "f.toml")]),
    ],
)
def test_what_is_no_fleet_is_refused(text: str, found: list[tuple[str, str]]) -> None:
    assert fleet(text)[1] == found


# Whatever is sent

KEYS = (
    "ruleset",
    "name",
    "battle",
    "book",
    "rounds",
    "rulings",
    "readings",
    "side",
    "tl",
    "ships",
    "fighters",
    "owner",
)
VALUES = st.sampled_from(
    [
        "true", "1.5", "nan", "-inf", "1e400", "0", "-1", "7", "0xffffffffffffffffffff", "0x" + "f" * 5000, "9" * 300,
        "1979-05-27", "07:32:00", "1979-05-27T07:32:00Z", '""', "''", '" "', "[]", "{}", "[[]]", "[{}]", "[1, 'a']",
        "{a = 1}", "{fdc-capacity = 'unlimited'}", "{fdc-capacity = ''}", "'mobile'", "'fixed'", "'fta3'", "'demo'",
        "'Red'", "'red'", "'Blue'", "'🚀'", "'Zoë'", r'"\u0000"', r'"a\nb"', r'"\u202eabc"', "'all'", "'force'", "'at'",
        "'1 CA'", "'2 CA Kent'", "['1 CA', '1 FF at']", "'ends 6 because x'", "'12 TL5'", "'a\"b'", "'\"'", "'#'",
    ]
)  # fmt: skip


@st.composite
def scenarios(draw: st.DrawFn) -> str:
    def table(*keys: str) -> str:
        chosen = draw(st.lists(st.sampled_from(keys), unique=True, max_size=5))
        return "".join(f"{key} = {draw(VALUES)}\n" for key in chosen)

    text = table(*KEYS)
    for _ in range(draw(st.integers(0, 3))):
        text += "[[side]]\n" + table(*KEYS, "bitter_end", "name", "ships")
        for _ in range(draw(st.integers(0, 2))):
            text += "[[side.owner]]\n" + table("name", "tl", "ships", "fighters", "bitter_end")
    return text


@given(scenarios())
@example('battle = "mobile"\n[[side]]\nname = "Red"\ntl = 0x' + "f" * 5000)
@example("name = 'x'")
@example("side = []")
def test_whatever_is_sent_is_read_or_refused(text: str) -> None:
    draft, found = read(text)
    assert draft is not None or found
    for refusal in found:
        assert refusal.where.startswith("s.toml")
        assert len(str(refusal)) < 2000
        assert "\x00" not in str(refusal)
    fleet(text)
    book_name(text)


@given(st.text(max_size=200))
def test_any_text_at_all_is_read_or_refused(text: str) -> None:
    assert any(read(text))


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "[[side]]\n" * 20_000,
        sides(red='[[side]]\nname = "Red"\n' + "[[side.owner]]\n" * 50_000),
        sides(red='[[side]]\nname = "Red"\nships = """\n' + "1000 FF\n" * 50_000 + '"""\n'),
        sides(red='[[side]]\nname = "Red"\nships = """\n' + "x\n" * 40_000 + '"""\n'),
        sides(red='[[side]]\nname = "Red"\nfighters = "' + "1," * 200_000 + '"\n'),
        sides(head='battle = "mobile"\n' + "".join(f"k{number} = 1\n" for number in range(50_000))),
    ],
    ids=["sides", "owners", "ships", "lines", "fighters", "keys"],
)
def test_a_mebibyte_of_junk_is_refused_before_anybody_falls_asleep(text: str) -> None:
    began = time.monotonic()
    _, found = read(text)
    assert {refusal.fault for refusal in found} <= {*Fault}
    assert found
    assert time.monotonic() - began < 40
