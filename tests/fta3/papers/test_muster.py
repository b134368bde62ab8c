"""The moderator's short hand for forces: what is legal, each fault with its line, and that line order is nothing."""

import re
from collections.abc import Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from flagplot.core.refusal import Fault, Faults, Refusal
from flagplot.fta3.book.damage import Level
from flagplot.fta3.book.ships import Hull, Size, Weapon
from flagplot.fta3.papers.forces import Ship, Wing
from flagplot.fta3.papers.muster import MOST_FIGHTERS, MOST_SHIPS, MOST_SHIPS_A_SIDE, Muster

BOOK = {
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
    ),
    "FF": Hull(code="FF", name="Frigate", size=Size.ESCORT, weight=8, hp=75, avoidance=14, protection=11),
    "X4": Hull(code="X4", name="Export", size=Size.ESCORT, weight=8, hp=60, avoidance=14, protection=11, tl=4),
    "MER": Hull(code="MER", name="Merchant", size=Size.OTHER, weight=10),
}


def read(*lines: str, tl: int = 5, room: int = MOST_SHIPS_A_SIDE) -> tuple[tuple[Ship, ...], list[Refusal]]:
    faults = Faults()
    ships = Muster("red", tl, BOOK, "s.toml, side 'Red'", faults, room).read_ships(lines)
    return ships, faults.found


def ships_of(*lines: str, tl: int = 5) -> tuple[Ship, ...]:
    ships, found = read(*lines, tl=tl)
    assert found == []
    return ships


def named(*lines: str) -> list[tuple[str, str]]:
    return [(ship.id, ship.name) for ship in ships_of(*lines)]


def faults_of(*lines: str, tl: int = 5) -> list[tuple[str, str]]:
    _, found = read(*lines, tl=tl)
    return [(refusal.code, refusal.where.removeprefix("s.toml, side 'Red', ships")) for refusal in found]


def wings_of(*lines: str) -> tuple[tuple[Wing, ...], list[Refusal]]:
    faults = Faults()
    return Muster("red", 5, BOOK, "s.toml, side 'Red'", faults).read_fighters(lines), faults.found


# What is legal


def test_the_line_of_the_issue_names_three_ships_of_which_one_is_damaged() -> None:
    swift, sure, stout = ships_of("3 FF Swift, Sure, Stout; Sure at light damage")
    assert [(ship.id, ship.name, ship.hull.code) for ship in (swift, sure, stout)] == [
        ("red/swift", "Swift", "FF"),
        ("red/sure", "Sure", "FF"),
        ("red/stout", "Stout", "FF"),
    ]
    # 75 x 3/4 = 56.25
    assert [(ship.hp, ship.level) for ship in (swift, sure, stout)] == [
        (75, Level.FINE),
        (56, Level.LIGHT),
        (75, Level.FINE),
    ]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("FF Swift", ["Swift"]),
        ("FF Swift, Sure", ["Swift", "Sure"]),
        ("2 FF Swift, Sure", ["Swift", "Sure"]),
        ("3 FF Swift", ["Swift", "FF 1", "FF 2"]),
        ("2 FF", ["FF 1", "FF 2"]),
        ("2FF", ["FF 1", "FF 2"]),
        ("+2 ff", ["FF 1", "FF 2"]),
        ("2 FF: Swift, Sure", ["Swift", "Sure"]),
        ("- FF Swift", ["Swift"]),
        ("  2   FF   Swift ,  Sure   # the best", ["Swift", "Sure"]),
        ("2 FF Grand Duke, HMS Sure", ["Grand Duke", "HMS Sure"]),
        ("2 FF 'Swift', \"Sure\"", ["Swift", "Sure"]),
        ('2 FF "Swift, the Bold", "No. 7; ex #2"', ["Swift, the Bold", "No. 7; ex #2"]),
        ("2 FF “Swift, the Bold”, Sure", ["Swift, the Bold", "Sure"]),
        ("2 FF L’Aventure, Achilles'", ["L'Aventure", "Achilles'"]),
        ("3 FF Zoë, שרה, 🚀 One", ["Zoë", "שרה", "🚀 One"]),
        ("4 FF at, force, None, 10x6", ["at", "force", "None", "10x6"]),
        ("1 FF 7", ["7"]),
    ],
)
def test_a_line_lists_its_ships(line: str, names: list[str]) -> None:
    assert [name for _, name in named(line)] == names


def test_comments_and_blank_lines_are_passed_over() -> None:
    assert named("# our fleet", "", "FF Swift # fast", "   ") == [("red/swift", "Swift")]


def test_a_ship_without_hit_points_is_legal_and_no_combatant() -> None:
    (ship,) = ships_of("1 MER")
    assert (ship.id, ship.hp, ship.level) == ("red/mer-1", None, None)


# Numbers of unnamed ships


def test_numbers_go_on_from_line_to_line_and_each_hull_has_its_own() -> None:
    assert [name for _, name in named("2 FF", "1 CA", "2 FF Swift", "1 CA")] == [
        "FF 1",
        "FF 2",
        "CA 1",
        "Swift",
        "FF 3",
        "CA 2",
    ]


def test_a_number_that_is_a_name_in_whatever_line_is_not_given_again() -> None:
    assert [name for _, name in named("2 FF", "1 FF FF 2")] == ["FF 1", "FF 3", "FF 2"]
    assert [name for _, name in named("2 FF", "1 CA ff-1")] == ["FF 2", "FF 3", "ff-1"]


def test_a_numbered_ship_may_be_damaged_by_its_number() -> None:
    one, two, three = ships_of("3 FF; FF 2 at heavy damage")
    assert [ship.level for ship in (one, two, three)] == [Level.FINE, Level.HEAVY, Level.FINE]


def test_damaged_ships_without_names_are_still_numbered_in_the_order_of_the_lines() -> None:
    assert [(ship.name, ship.level) for ship in ships_of("1 FF", "2 FF; all at light damage")] == [
        ("FF 1", Level.FINE),
        ("FF 2", Level.LIGHT),
        ("FF 3", Level.LIGHT),
    ]


LINES = ["3 FF Swift, Sure, Stout; Sure at light damage", "2 CA", "1 CA Kent", "1 MER", "2 X4 One, FF 2; all at heavy"]


@given(st.permutations([*LINES, "1 FF"]))
def test_the_order_of_lines_changes_no_ship(lines: Sequence[str]) -> None:
    ships = {ship.id: ship for ship in ships_of(*lines, tl=4)}
    assert ships == {ship.id: ship for ship in ships_of(*LINES, "1 FF", tl=4)}


@given(
    st.lists(st.tuples(st.sampled_from(["FF", "CA", "MER"]), st.integers(1, 5), st.booleans()), max_size=8),
    st.randoms(use_true_random=False),
)
def test_every_ship_has_an_id_of_its_own_and_nothing_is_lost(lines, random) -> None:  # type: ignore[no-untyped-def]
    texts = [
        f"{count} {code}" + (f" {code} {random.randint(1, 9)}{n}" if name else "")
        for n, (code, count, name) in enumerate(lines)
    ]
    ships = ships_of(*texts)
    assert len({ship.id for ship in ships}) == len(ships) == sum(count for _, count, _ in lines)


# Damage


@pytest.mark.parametrize(
    ("clause", "levels"),
    [
        ("Swift at light damage", "light fine"),
        ("swift AT Medium", "medium fine"),
        ("Swift, Sure at heavy damage", "heavy heavy"),
        ("all at light damage", "light light"),
        ("all at light damage; Sure at heavy damage", "light heavy"),
        ("Sure at heavy damage; all at light damage", "light heavy"),
        ("all at fine damage", "fine fine"),
        (";; Swift at light", "light fine"),
    ],
)
def test_clauses_about_damage(clause: str, levels: str) -> None:
    ships = ships_of(f"2 FF Swift, Sure; {clause}")
    assert [ship.level.value for ship in ships if ship.level] == levels.split()


def test_names_with_at_in_them_are_damaged_as_well() -> None:
    ships = ships_of(
        '3 FF Victory at Sea, at, "Heart; at light"; Victory at Sea, "Heart; at light" at heavy damage; at at light'
    )
    assert [ship.level for ship in ships] == [Level.HEAVY, Level.LIGHT, Level.HEAVY]


@pytest.mark.parametrize(("level", "hp"), [("fine", 114), ("light", 86), ("medium", 57), ("heavy", 29)])
def test_a_damaged_ship_has_the_hit_points_of_its_level_at_its_tech_level(level: str, hp: int) -> None:
    """E22: thresholds of the TL4 heavy cruiser."""
    (ship,) = ships_of(f"1 CA Kent; Kent at {level} damage", tl=4)
    assert ship.hp == hp


# What is refused, and where


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("3 BB Hood", "unknown-hull"),
        ("3x FF Swift", "unknown-hull"),
        ("1e3 FF", "unknown-hull"),
        ("-1 FF", "bad-count"),
        ("0 FF", "bad-count"),
        ("1.5 FF", "bad-count"),
        ("1,5 FF", "bad-count"),
        ("1/2 FF", "bad-count"),
        ("1001 FF", "bad-count"),
        ("9" * 300 + " FF", "bad-count"),
        ("9" * 5000 + " FF", "bad-count"),
        ("33", "malformed-ships"),
        ("3, FF", "malformed-ships"),
        ("FF", "malformed-ships"),
        ("FF ,,", "malformed-ships"),
        ("; FF", "malformed-ships"),
        (";", "malformed-ships"),
        ('"', "malformed-ships"),
        (", Swift", "malformed-ships"),
        ('1 FF "Swift', "malformed-ships"),
        ('1 FF Swift" the Bold', "malformed-ships"),
        ("2 FF Swift, Sure, Stout", "too-many-names"),
        ("2 FF Swift, swift", "double-name"),
        ("2 FF Grand-Duke, Grand Duke", "double-name"),
        ("1 FF 🚀", "bad-name"),
        ("1 FF ''", "bad-name"),
        ("1 FF ALL", "bad-name"),
        ("1 FF " + "x" * 81, "bad-name"),
        ("1 FF Swift; Sure at light damage", "unknown-ship"),
        ("1 FF Swift; Swift at grave damage", "malformed-damage"),
        ("1 FF Swift; Swift light damage", "malformed-damage"),
        ("1 FF Swift; at light damage", "malformed-damage"),
        ("1 FF Swift; Swift at", "malformed-damage"),
        ("1 FF Swift; Swift at light; Swift at heavy", "double-damage"),
        ("1 FF Swift; Swift, Swift at light", "double-damage"),
        ("1 MER Trader; Trader at light damage", "no-hit-points"),
    ],
)
def test_a_fault_is_told_alone_and_with_its_line(line: str, code: str) -> None:
    assert faults_of("1 CA Kent", "", line) == [(code, ", line 3")]


@pytest.mark.parametrize(("code", "tl"), [("CA", 2), ("CA", 7), ("X4", 5)])
def test_a_hull_without_figures_for_a_tech_level_is_refused_by_the_rule(code: str, tl: int) -> None:
    _, (refusal,) = read(f"1 {code} One", tl=tl)
    assert (refusal.code, refusal.where) == ("no-tech-level", "s.toml, side 'Red', ships, line 1")
    assert str(refusal.citation) == "fta3 tech-levels"


def test_every_fault_of_every_line_is_told_at_once() -> None:
    assert faults_of(
        "1 BB Hood; Rodney at light damage; Hood at grave damage",
        "-1 FF ?!, all",
        "2 FF Swift, swift; all at light; all at heavy",
        "1 CA Swift",
        tl=2,
    ) == [
        ("unknown-hull", ", line 1"),
        ("bad-name", ", line 2"),
        ("bad-name", ", line 2"),
        ("no-tech-level", ", line 2"),
        ("bad-count", ", line 2"),
        ("no-tech-level", ", line 3"),
        ("no-tech-level", ", line 4"),
        ("unknown-ship", ", line 1"),
        ("malformed-damage", ", line 1"),
        ("double-damage", ", line 3"),
        ("double-name", ", line 3"),
        ("double-name", ", line 4"),
    ]


def test_an_unknown_hull_does_not_hide_its_ships() -> None:
    ships, _ = read("2 BB Hood, Rodney")
    assert [(ship.id, ship.hp) for ship in ships] == [("red/hood", None), ("red/rodney", None)]


def test_counts_are_refused_by_kind_gap_and_rule() -> None:
    _, found = read("2 FF Swift, Sure, Stout", "-3 FF")
    assert [(refusal.fault, refusal.gap) for refusal in found] == [
        (Fault.INCONSISTENT, "1 names too many"),
        (Fault.ILLEGAL, ""),
    ]
    assert str(found[1].citation) == "fta3 enumerate-fleets"


def test_no_more_ships_than_a_side_may_have_are_ever_made() -> None:
    assert len(ships_of(*[f"{MOST_SHIPS} FF"] * 2)) == MOST_SHIPS_A_SIDE
    # More than any memory holds, if they were.
    ships, (refusal,) = read(*[f"{MOST_SHIPS} FF"] * 20_000)
    assert (ships, refusal.code, refusal.where) == ((), "too-many-ships", "s.toml, side 'Red', ships")
    assert refusal.gap == "19998000 too many"


# Fighters


@pytest.mark.parametrize(
    ("lines", "wings"),
    [
        (["12 TL5, 6 TL4"], [("red/tl5", 5, 12), ("red/tl4", 4, 6)]),
        (["6 TL4", "12 TL5"], [("red/tl5", 5, 12), ("red/tl4", 4, 6)]),
        (["12xTL5; 3 x tl 6 # the best", "# none"], [("red/tl6", 6, 3), ("red/tl5", 5, 12)]),
        (["3 TL5, 4 TL5"], [("red/tl5", 5, 7)]),
        (["0 TL5"], []),
        ([f"{MOST_FIGHTERS} TL1"], [("red/tl1", 1, MOST_FIGHTERS)]),
        ([""], []),
    ],
)
def test_fighters_are_one_wing_for_each_tech_level(lines: list[str], wings: list[tuple[str, int, int]]) -> None:
    read_, found = wings_of(*lines)
    assert found == []
    assert [(wing.id, wing.level, wing.number) for wing in read_] == wings


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("12", ["malformed-fighters"]),
        ("TL5", ["malformed-fighters"]),
        ("TL5 12", ["malformed-fighters"]),
        ("12 TL5 6 TL4", ["malformed-fighters"]),
        ("-1 TL5", ["bad-count"]),
        ("1.5 TL5", ["bad-count"]),
        ("10001 TL5", ["bad-count"]),
        ("9" * 5000 + " TL5", ["bad-count"]),
        ("1 TL7", ["bad-tech-level"]),
        ("1 TL0", ["bad-tech-level"]),
        ("1 TL-1", ["bad-tech-level"]),
        ("1 TL4.5", ["bad-tech-level"]),
        ("1 TL" + "9" * 5000, ["bad-tech-level"]),
        ("-1 TL7, x", ["bad-tech-level", "bad-count", "malformed-fighters"]),
    ],
)
def test_faulty_fighters_are_refused_with_their_line(line: str, codes: list[str]) -> None:
    _, found = wings_of("1 TL6", line)
    assert [refusal.code for refusal in found] == codes
    assert {refusal.where for refusal in found} == {"s.toml, side 'Red', fighters, line 2"}


def test_fighters_of_one_level_are_bounded_together_since_they_share_an_address() -> None:
    _, (refusal,) = wings_of(f"{MOST_FIGHTERS} TL5", "1 TL5")
    assert (refusal.code, refusal.where, refusal.gap) == ("bad-count", "s.toml, side 'Red', fighters", "1 too many")
    assert str(refusal.citation) == "fta3 launch-fighters"


# Mends


def mends(found: list[Refusal], code: str) -> str:
    return next(refusal.mend for refusal in found if refusal.code == code)


def test_the_lines_that_mends_show_are_legal() -> None:
    _, found = read("FF", "1 FF Sure; Sure at grave damage", "1 FFF Kent")
    line = mends(found, "malformed-ships").split("for instance: ")[1].rstrip(".")
    assert len(ships_of(line)) == 3
    clause = re.fullmatch(r"Write for instance: (.+) \((.+)\)\.", mends(found, "malformed-damage"))
    assert clause
    assert ships_of(f"1 FF Sure; {clause[1]}")[0].level is Level.LIGHT
    for level in clause[2].split(", "):
        ships_of(f"1 FF Sure; Sure at {level} damage")
    assert mends(found, "unknown-hull") == "Did you mean 'FF'?"
    _, found = wings_of("x")
    wings, none = wings_of(mends(found, "malformed-fighters").split("for instance: ")[1].rstrip("."))
    assert (len(wings), none) == (2, [])


def test_mends_of_counts_name_the_bounds_that_hold() -> None:
    _, (refusal,) = read("0 FF")
    least, most = map(int, re.findall(r"\d+", refusal.mend))
    for count in (least, most):
        assert len(ships_of(f"{count} FF")) == count
    _, (refusal,) = wings_of("-1 TL5")
    for count in re.findall(r"\d+", refusal.mend):
        assert wings_of(f"{count} TL5")[1] == []


# Whatever is sent


TOKENS = """FF CA X4 MER all at light damage ; , " ' # : Hood 🚀 TL5 x 3 -1 1.5 ² ٣ / [b] > -"""
WORDS = st.sampled_from([*TOKENS.split(" "), "\n", "\x00", "\u202e", "", "9" * 400])


@given(st.lists(st.lists(WORDS, max_size=8).map(" ".join) | st.text(max_size=30), max_size=5), st.integers(1, 8))
@example(["² FF"], 5)
@example(["٣ FF"], 5)
@example(["1 FF \u2028Swift"], 5)
def test_whatever_is_sent_is_read_or_refused(lines: list[str], tl: int) -> None:
    of_ships, of_fighters = Faults(), Faults()
    ships = Muster("red", tl, BOOK, "here", of_ships).read_ships(lines)
    wings = Muster("red", tl, BOOK, "here", of_fighters).read_fighters(lines)
    assert len({ship.id for ship in ships}) == len(ships)
    assert all(ship.id.startswith("red/") and ship.id.count("/") == 1 for ship in ships)
    if not of_ships.found:
        assert all(ship.hull.hp is None or ship.hp >= 1 for ship in ships)
    assert all(wing.number >= 1 for wing in wings)
    for refusal in of_ships.found + of_fighters.found:
        assert refusal.where.startswith("here, ")
        assert len(str(refusal)) < 1000


def test_a_long_line_of_blanks_stalls_nobody() -> None:
    ships, found = read("1 FF x" + " " * 300_000 + "y; x" + " at" * 100_000 + " " * 300_000 + "!")
    assert [refusal.code for refusal in found] == ["malformed-damage"]
    assert [ship.name for ship in ships] == ["x y"]
