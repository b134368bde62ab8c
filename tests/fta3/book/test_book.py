"""The ship book: what a moderator's sheet may hold, each fault with its cell, and the demonstration book."""

import csv
import io
import re
import tomllib
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.refusal import Faults
from flagplot.fta3.book.book import COLUMNS, Book, read_book
from flagplot.fta3.book.fittings import ON_HULLS, built_in
from flagplot.fta3.book.ships import Hull, Size, Weapon

HEADINGS = "code,size,weight,hp,avoidance,protection,attacks,weapon,standoff,traits,tl,speed"


def book_of(text: str, source: str = "ships.csv") -> Book:
    faults = Faults()
    book = read_book(text, source, faults)
    faults.settle()
    assert book is not None
    return book


def faults_of(*rows: str) -> list[tuple[str, str]]:
    faults = Faults()
    assert read_book("\n".join([HEADINGS, *rows]), "ships.csv", faults) is None
    return [(refusal.code, refusal.where.removeprefix("ships.csv, ")) for refusal in faults.found]


def message_of(row: str) -> str:
    faults = Faults()
    read_book(f"{HEADINGS}\n{row}", "ships.csv", faults)
    (refusal,) = faults.found
    return str(refusal)


# What is accepted


def test_row_of_a_sheet_is_a_hull() -> None:
    book = book_of(
        "# name: Home Fleet, invented\n"
        "Code,Name,Size,Weight,HP,$,DI,Years,Speed,Attacks,Weapon,Avoidance,Protection,Stand-off,Hangars,Traits,"
        "Specialist,TL,Source\n"
        'CA,Heavy cruiser,cruiser,16,161,175,40,2,3,11x6,Direct,12,13,4 X 6,2,"Flak, FDC = 6",yes,4,table'
    )
    assert (book.name, book.invented) == ("Home Fleet", True)
    assert book.hulls == {
        "CA": Hull(
            code="CA",
            name="Heavy cruiser",
            size=Size.CRUISER,
            weight=16,
            hp=161,
            cost=175,
            di=40,
            years=2,
            speed=3,
            attacks=11,
            damage=6,
            weapon=Weapon.DIRECT,
            avoidance=12,
            protection=13,
            standoff_attacks=4,
            standoff_damage=6,
            hangars=2,
            traits={"flak": 0, "fdc": 6},
            specialist=True,
            tl=4,
            source="table",
        )
    }


def test_blank_cells_mean_no_combat_statistics_weight_0_speed_1_and_the_standard_tech_level() -> None:
    hull = book_of("code,size\nMER,other").hulls["MER"]
    assert hull == Hull(code="MER", name="MER", size=Size.OTHER)
    assert (hull.weight, hull.speed, hull.tl, hull.hp, hull.cost) == (0, 1, 5, None, None)


def test_fixed_defence_has_speed_0() -> None:
    assert book_of("code,size,speed\nSB,other,0").hulls["SB"].speed == 0


@pytest.mark.parametrize(
    ("first", "name", "invented"),
    [
        ("# name: Ships, big and small", "Ships, big and small", False),
        ("# Name:  X ,  Invented", "X", True),
        ("# made in a hurry", "ships", False),
        ("", "ships", False),
    ],
)
def test_comment_above_a_sheet_may_name_the_book(first: str, name: str, invented: bool) -> None:
    book = book_of(f"{first}\ncode,size\nMER,other")
    assert (book.name, book.invented) == (name, invented)


def test_toml_is_known_by_its_name_or_its_tables() -> None:
    toml = 'name = "Mine"\n[[hull]]\ncode = "MER"\nsize = "other"'
    assert book_of(toml, "ships.toml") == book_of(toml, "standard input")
    assert book_of(toml, "standard input").name == "Mine"
    assert not book_of(toml, "ships.toml").invented


def test_unarmed_ship_and_pure_missile_ship_are_legal() -> None:
    book = book_of(f"{HEADINGS}\nHULK,other,5,10,10,10,0,,,,,\nARS,capital,30,200,12,13,,,40x6,,,")
    assert book.hulls["HULK"].attacks == 0
    assert (book.hulls["ARS"].standoff_attacks, book.hulls["ARS"].weapon) == (40, None)


# What is refused


@pytest.mark.parametrize(
    ("row", "code", "where"),
    [
        ("CA,cruiser,-1,161,12,13,11x6,direct,,,,", "too-low", "column weight"),
        ("CA,cruiser,16,161.5,12,13,11x6,direct,,,,", "fraction", "column hp"),
        ("CA,cruiser,16,0,12,13,11x6,direct,,,,", "too-low", "column hp"),
        ("CA,cruiser,16,1000001,12,13,11x6,direct,,,,", "too-high", "column hp"),
        ("CA,cruiser,100001,161,12,13,11x6,direct,,,,", "too-high", "column weight"),
        ("CA,cruiser,16,161,101,13,11x6,direct,,,,", "too-high", "column avoidance"),
        ("CA,cruiser,16,161,12,101,11x6,direct,,,,", "too-high", "column protection"),
        ("CA,cruiser,16,161,12,13,11x6,direct,,,,101", "too-high", "column speed"),
        ("CA,cruiser,16,161,12,13,11x6,lance,,,,", "unknown-choice", "column weapon"),
        ("CA,cruisers,16,161,12,13,11x6,direct,,,,", "unknown-choice", "column size"),
        ("CA,,16,161,12,13,11x6,direct,,,,", "missing-value", "column size"),
        ("CA,cruiser,16,161,12,13,11,direct,,,,", "no-volley", "column attacks"),
        ("CA,cruiser,16,161,12,13,10001x6,direct,,,,", "bad-volley", "column attacks"),
        ("CA,cruiser,16,161,12,13,11x100001,direct,,,,", "bad-volley", "column attacks"),
        ("CA,cruiser,16,161,12,13,11x0,direct,,,,", "bad-volley", "column attacks"),
        ("CA,cruiser,16,161,12,13,11x6,direct,-4x6,,,", "no-volley", "column standoff"),
        ("CA,cruiser,16,161,12,13,11x6,,,,,", "no-weapon", "column weapon"),
        ("CA,cruiser,16,161,12,13,,direct,,,,", "no-attacks", "column attacks"),
        ("CA,cruiser,16,161,12,13,0,direct,,,,", "no-attacks", "column attacks"),
        ("CA,cruiser,16,161,12,,11x6,direct,,,,", "half-statistics", "column protection"),
        ("CA,cruiser,16,,,,11x6,direct,,,,", "armed-without-hp", "column hp"),
        ("CA,cruiser,16,,,,,,4x6,,,", "armed-without-hp", "column hp"),
        ("CA,cruiser,16,161,12,13,11x6,direct,,flak=2,,", "trait-number", "column traits"),
        ("CA,cruiser,16,161,12,13,11x6,direct,,fdc=0,,", "trait-number", "column traits"),
        ("CA,cruiser,16,161,12,13,11x6,direct,,flak; flak,,", "double-trait", "column traits"),
        ("CA,cruiser,16,161,12,13,11x6,direct,,=,,", "unknown-trait", "column traits"),
        ("CA,cruiser,16,161,12,13,11x6,direct,,,0,", "too-low", "column tl"),
        ("C A,cruiser,16,161,12,13,11x6,direct,,,,", "bad-code", "column code"),
        ("3CA,cruiser,16,161,12,13,11x6,direct,,,,", "bad-code", "column code"),
        ("Heavycruisers,cruiser,16,161,12,13,11x6,direct,,,,", "bad-code", "column code"),
        ("Cruiser,cruiser,16,161,12,13,11x6,direct,,,,", "bad-code", "column code"),
        ("ANY,cruiser,16,161,12,13,11x6,direct,,,,", "bad-code", "column code"),
    ],
)
def test_fault_of_a_row_is_placed_and_told_alone(row: str, code: str, where: str) -> None:
    assert faults_of(row) == [(code, f"row 2, {where}")]


def test_limits_are_inclusive() -> None:
    book = book_of(f"{HEADINGS}\nX,other,100000,1000000,0,100,10000x100000,seeking,1x1,fdc=1000,10,100")
    assert book.hulls["X"].attacks == 10_000


def test_unknown_trait_comes_with_the_nearest_and_the_list() -> None:
    message = message_of("CA,cruiser,16,161,12,13,11x6,direct,,flack,,")
    assert "Did you mean 'flak'?" in message
    (known,) = re.findall(r"Known: (.*)\.", message)
    assert known.split(", ") == [fitting.name for fitting in built_in().values() if fitting.sort in ON_HULLS]
    assert message_of("CA,cruiser,16,161,12,13,11x6,direct,,zzz,,").count("Known") == 1


def test_missing_statistics_are_counted_up() -> None:
    assert "(avoidance and protection missing)" in message_of("CA,cruiser,16,161,,,11x6,direct,,,,")


def test_two_hulls_with_one_code_and_every_other_fault_are_told_at_once() -> None:
    assert faults_of(
        "CA,cruiser,-1,161,12,13,11x6,direct,,,,",
        "ca,cruiser,16,161,12,13,11x6,direct,,cloack,,",
    ) == [
        ("too-low", "row 2, column weight"),
        ("duplicate-key", "row 3, column code"),
        ("unknown-trait", "row 3, column traits"),
    ]


def test_toml_fault_is_placed_by_hull_and_key() -> None:
    faults = Faults()
    assert read_book('[[hull]]\ncode = "CA"\nsize = "cruiser"\nhp = 161.0\navoidance = true', "a.toml", faults) is None
    assert [refusal.where for refusal in faults.found] == [
        "a.toml, hull 'CA', key hp",
        "a.toml, hull 'CA', key avoidance",
        "a.toml, hull 'CA', key protection",
    ]


@given(st.lists(st.sampled_from(["CA", "cruiser", "-1", "11x6", "0x0", "direct", "flak", "fdc=", "=", "1e9", '"', ""])))
def test_arbitrary_cells_collect_faults_and_raise_nothing(cells: list[str]) -> None:
    for text in (f"{HEADINGS}\n{','.join(cells)}", f"[[hull]]\ncode = 'CA'\ntraits = {cells!r}\nattacks = '{cells}'"):
        faults = Faults()
        book = read_book(text, "ships", faults)
        assert (book is None) == bool(faults.found)


# The demonstration book

DEMO = files("flagplot.fta3").joinpath("data/demo_book.toml").read_text(encoding="utf-8")


def demo() -> Book:
    return book_of(DEMO, "demo_book.toml")


def test_demonstration_book_is_marked_as_invented_row_by_row() -> None:
    assert demo().invented
    assert "INVENTED" in DEMO.splitlines()[0]
    assert all("invented" in hull.source for hull in demo().hulls.values())


def test_demonstration_book_is_anchored_on_what_the_rules_give() -> None:
    hulls = demo().hulls
    cruiser = hulls["CA"]
    assert (cruiser.weight, cruiser.hp, cruiser.damage, cruiser.cost, cruiser.years, cruiser.tl) == (
        16,
        161,
        6,
        175,
        2,
        5,
    )
    assert [hulls[code].weight for code in ("BB", "CL", "FF")] == [33, 12, 8]
    assert hulls["SB"].speed == 0
    assert hulls["MER"].speed == hulls["TRN"].speed == 1
    assert hulls["MER"].hp is None


def test_demonstration_book_shows_every_kind_of_weapon_and_size_and_some_traits() -> None:
    hulls = demo().hulls.values()
    assert {hull.weapon for hull in hulls} == {*Weapon, None}
    assert {hull.size for hull in hulls} == set(Size)
    assert {"flak", "fdc"} <= {trait for hull in hulls for trait in hull.traits}
    assert any(hull.standoff_attacks for hull in hulls)
    assert any(hull.hangars for hull in hulls)


# The bonuses of the rules at the range that suits the weapon, to hit and to pierce.
BONUSES = {Weapon.SPINAL: (1, 3), Weapon.DIRECT: (2, 2), Weapon.SEEKING: (4, 0)}


@pytest.mark.parametrize("code", ["BB", "CA", "CL", "CG", "DD", "FF", "FFG"])
def test_even_duel_of_the_demonstration_book_lasts_about_as_long_as_a_battle_should(code: str) -> None:
    hull = demo().hulls[code]
    assert hull.weapon is not None
    assert hull.avoidance is not None
    assert hull.protection is not None
    assert hull.hp is not None
    to_hit, to_pierce = BONUSES[hull.weapon]
    hits = (21 - hull.avoidance + to_hit) / 20
    pierces = (21 - hull.protection + to_pierce) / 20
    rounds = hull.hp / (hull.attacks * hits * pierces * hull.damage)
    assert 6 <= rounds <= 10


def test_demonstration_book_reads_back_from_a_sheet() -> None:
    """A CSV file with the same cells makes the same book."""
    rows = tomllib.loads(DEMO)["hull"]
    file = io.StringIO()
    file.write("# name: Demonstration ship book, invented\n")
    writer = csv.DictWriter(file, [column.name for column in COLUMNS])
    writer.writeheader()
    writer.writerows(rows)
    assert book_of(file.getvalue(), "ships.csv") == demo()
