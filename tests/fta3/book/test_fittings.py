"""Fittings: those we bring along, those of a user's book from TOML and CSV, and every way they can be wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.citation import Citation, citations_of
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults, Refusal, Refused
from flagplot.fta3.book.book import Book, read_book
from flagplot.fta3.book.fitting_lists import check_doctrines, check_quirks, read_names
from flagplot.fta3.book.fittings import COLUMNS, Number, Sort, built_in, slots
from flagplot.fta3.book.hooks import HOOKS
from flagplot.fta3.book.ships import Hull, Size
from flagplot.fta3.papers.forces import Owner, Ship

BOOK = """
[[hull]]
code = "CA"
size = "cruiser"
weight = 16
traits = "{traits}"

[[hull]]
code = "HK"
size = "escort"
specialist = true

{rows}
"""


def read(rows: str = "", traits: str = "", further: Paper | None = None) -> tuple[Book | None, list[Refusal]]:
    faults = Faults()
    book = read_book(BOOK.format(traits=traits, rows=rows), "book.toml", faults, further)
    return book, faults.found


def book_of(rows: str = "", traits: str = "", further: Paper | None = None) -> Book:
    book, found = read(rows, traits, further)
    assert found == []
    assert book is not None
    return book


def refusals(rows: str = "", traits: str = "") -> list[tuple[str, str]]:
    book, found = read(rows, traits)
    assert book is None
    return [(refusal.code, refusal.where.removeprefix("book.toml, ")) for refusal in found]


def message(rows: str = "", traits: str = "") -> str:
    _, (refusal,) = read(rows, traits)
    return str(refusal)


def row(name: str, sort: str = "trait", **more: object) -> str:
    keys = "".join(f"\n{key} = {value}" for key, value in more.items())
    return f'[[fitting]]\nname = "{name}"\nsort = "{sort}"{keys}\n'


# Those we bring along


@pytest.mark.parametrize(
    ("name", "sort", "effects"),
    [
        ("flak", "trait", ["strike-die-against +2"]),
        ("fdc", "module", ["direction-centre +n"]),
        ("subhunter", "trait", ["sensor-dice +1"]),
        ("stag", "module", ["detected-bonus +2"]),
        ("protect", "trait", ["protect yes"]),
        ("cloak", "module", ["cloak regular"]),
        ("deep-cloak", "module", ["cloak deep"]),
        ("torpedo", "module", ["to-pierce +n"]),
        ("secondary-battery", "module", ["to-pierce +n"]),
        ("magnum-catapult", "module", ["first-strikes +n"]),
        ("damage-control", "module", ["fate +1"]),
        ("regeneration", "trait", ["regeneration yes"]),
        ("boarding-pod", "module", ["boarding yes"]),
        ("long-legs", "trait", ["supply -n"]),
    ],
)
def test_what_the_page_gives_is_built_in(name: str, sort: str, effects: list[str]) -> None:
    fitting = built_in()[name]
    assert fitting.sort == sort
    assert [f"{effect.hook} {effect}" for effect in fitting.effects] == effects
    assert fitting.citation == HOOKS[fitting.effects[0].hook].citation
    assert "page" in fitting.source


def test_where_the_page_gives_no_size_the_number_must_be_given() -> None:
    by_number = {number: {f.name for f in built_in().values() if f.number is number} for number in Number}
    assert by_number[Number.REQUIRED] == {"torpedo", "secondary-battery", "magnum-catapult", "long-legs"}
    assert by_number[Number.OPTIONAL] == {"fdc"}


def test_none_of_them_does_nothing() -> None:
    assert all(fitting.effects for fitting in built_in().values())


# Rows of the user's own


def test_row_of_a_book_adds_a_trait_without_code() -> None:
    book = book_of(
        row(
            "lance", "module", title='"Lance battery"', number='"required"', effects='{ to-pierce = "+n", weight = 2 }'
        ),
        traits="Lance = 3, flak",
    )
    lance = book.fittings["lance"]
    assert (lance.title, lance.sort, lance.number) == ("Lance battery", Sort.MODULE, Number.REQUIRED)
    assert [f"{effect.hook} {effect}" for effect in lance.effects] == ["to-pierce +n", "weight +2"]
    assert book.hulls["CA"].traits == {"lance": 3, "flak": 0}
    assert set(built_in()) < set(book.fittings)


def test_name_is_its_own_title_and_blanks_are_hyphens_where_it_is_listed() -> None:
    book = book_of(row("Old_Guard", "quirk") + row("second", excludes='["Damage Control"]'), traits="damage Control")
    assert book.fittings["old_guard"].title == "Old_guard"
    assert book.fittings["second"].excludes == ("damage-control",)
    assert list(book.hulls["CA"].traits) == ["damage-control"]


def test_sheet_of_fittings_says_the_same_as_tables_of_a_book() -> None:
    tables = book_of(
        row("lucky", "quirk", effects='{ fate = "+1", weight = "x1/2" }', source='"ours"')
        + row("shy", "trait", effects='{ never-pairs-with = ["ca", "Capital"] }', excludes='["lucky", "flak"]')
        + row("torpedo", "module", effects='{ to-pierce = "+2" }', only_for='["CA", "specialist"]', replaces="true")
    )
    sheet = (
        "name,sort,title,number,effects,excludes,only for,source,replaces\n"
        "lucky,quirk,,,fate +1; weight x1/2,,,ours,\n"
        'shy,trait,,,"never-pairs-with CA, capital","lucky, flak",,,\n'
        'torpedo,module,,none,to-pierce +2,,"ca, Specialist",,yes\n'
    )
    assert book_of(further=Paper("fittings.csv", sheet)).fittings == tables.fittings


def test_sheet_of_fittings_goes_with_a_book_that_is_a_sheet() -> None:
    faults = Faults()
    sheet = Paper("fittings.csv", "name,sort,effects\nsteady,trait,to-hit +1\n")
    book = read_book("code,size,traits\nCA,cruiser,steady\n", "ships.csv", faults, sheet)
    assert faults.found == []
    assert book is not None
    assert book.hulls["CA"].traits == {"steady": 0}


def test_row_may_take_the_place_of_one_of_ours_if_it_says_so() -> None:
    book = book_of(row("flak", effects='{ strike-die-against = "+3" }', replaces="true"))
    assert [str(effect) for effect in book.fittings["flak"].effects] == ["+3"]


@pytest.mark.parametrize(
    ("rows", "code", "where"),
    [
        (row("x", effects='{ to-hitt = "+1" }'), "unknown-hook", "fitting 'x', key effects"),
        (row("x", effects='{ to-hit = "yes" }'), "wrong-effect", "fitting 'x', key effects"),
        (row("x", effects='{ protect = "+1" }'), "wrong-effect", "fitting 'x', key effects"),
        (row("x", effects='{ cloak = "half" }'), "wrong-effect", "fitting 'x', key effects"),
        (row("x", effects='"to-hit +1; to-hit x2"'), "double-effect", "fitting 'x', key effects"),
        (row("x", effects='{ never-pairs-with = "XX" }'), "unknown-kind", "fitting 'x', key effects"),
        (row("x", effects="1"), "wrong-kind", "fitting 'x', key effects"),
        (row("x", only_for='["XX"]'), "unknown-kind", "fitting 'x', key only_for"),
        (row("x", excludes='["torpedos"]'), "unknown-fitting", "fitting 'x', key excludes"),
        (row("x", excludes='["x"]'), "unknown-fitting", "fitting 'x', key excludes"),
        (row("x", effects='{ to-hit = "+n" }'), "number-missing", "fitting 'x', key number"),
        (row("x", number='"required"', effects='{ to-hit = "+1" }'), "number-unused", "fitting 'x', key number"),
        (row("x", "quirk", number='"required"', effects='{ fate = "n" }'), "number-of-none", "fitting 'x', key number"),
        (row("x", "doctrine", number='"optional"'), "number-of-none", "fitting 'x', key number"),
        (row("x", number='"maybe"'), "unknown-choice", "fitting 'x', key number"),
        (row("x", "habit"), "unknown-choice", "fitting 'x', key sort"),
        (row("flak"), "built-in", "fitting 'flak', key name"),
        (row("x", replaces="true"), "nothing-to-replace", "fitting 'x', key name"),
        (row("x") + row("X"), "duplicate-key", "fitting 'X', key name"),
        (row("a b"), "bad-name", "fitting 'a b', key name"),
        (row("5"), "bad-name", "fitting '5', key name"),
        (row("x" * 41), "bad-name", f"fitting '{'x' * 37}...', key name"),
        ("[[fitting]]\nsort = 'trait'", "missing-value", "fitting 1, key name"),
        ("[[fitting]]\nname = 'x'", "missing-value", "fitting 'x', key sort"),
        (row("x", effect='{ to-hit = "+1" }'), "unknown-column", "fitting 'x', key effect"),
    ],
)
def test_fault_of_a_row_is_placed_and_told_alone(rows: str, code: str, where: str) -> None:
    assert refusals(rows) == [(code, where)]


def test_unknown_hook_is_refused_with_the_nearest_and_the_list() -> None:
    told = message(row("x", effects='{ to-hitt = "+1" }'))
    assert "Did you mean 'to-hit'?" in told
    assert all(name in told for name in HOOKS)


def test_row_that_is_faulty_is_still_known_to_those_that_name_it() -> None:
    rows = row("x", effects='{ to-hitt = "+1" }') + row("y", excludes='["x"]')
    assert [code for code, _ in refusals(rows, traits="x")] == ["unknown-hook"]


def test_name_in_a_book_and_again_in_a_sheet_is_refused() -> None:
    _, found = read(row("x"), further=Paper("more.csv", "name,sort\nx,trait\n"))
    assert [(refusal.code, refusal.where) for refusal in found] == [("duplicate-key", "more.csv, row 2, column name")]
    assert "book.toml, fitting 'x'" in found[0].message


def test_every_fault_of_book_and_sheet_is_told_at_once() -> None:
    _, found = read(row("x", "habit"), "flack", Paper("more.csv", "name,sort,effects\ny,trait,zz 1\n"))
    assert [refusal.code for refusal in found] == ["unknown-choice", "unknown-hook", "unknown-trait"]


NAMES = st.sampled_from(["x", "flak", "y z", "", "5", "cloak"])
TEXTS = st.sampled_from(["+1", "n", "yes", "x1/2", "to-hit +n", "CA", "deep", "required", "trait", "", "lucky"])


@given(st.lists(st.tuples(NAMES, TEXTS, TEXTS, TEXTS), max_size=4), TEXTS)
def test_arbitrary_rows_collect_faults_and_raise_nothing(rows: list[tuple[str, ...]], traits: str) -> None:
    keys = ("name", "sort", "number", "effects")
    tables = "".join(
        "[[fitting]]\n" + "".join(f"{key} = {cell!r}\n" for key, cell in zip(keys, cells, strict=True))
        for cells in rows
    )
    book, found = read(tables, traits)
    assert (book is None) == bool(found)


# The traits of a hull


@pytest.mark.parametrize(
    ("traits", "code"),
    [
        ("torpedo", "trait-without-number"),
        ("torpedo=0", "trait-number"),
        ("torpedo=1001", "trait-number"),
        ("flak=2", "trait-number"),
        ("fdc=0", "trait-number"),
        ("flak, Flak", "double-trait"),
        ("bold", "not-a-trait"),
        ("lucky", "not-a-trait"),
        ("zeal", "unknown-trait"),
        ("cloak, deep-cloak", "not-for-hull"),
        ("deep-cloak", "not-for-hull"),
        ("cloak, veil", "excluded"),
        ("veil, mirror", "excluded"),
        ("mirror, veil", "excluded"),
    ],
)
def test_trait_that_a_hull_cannot_have_is_refused(traits: str, code: str) -> None:
    rows = (
        row("bold", "doctrine")
        + row("lucky", "quirk")
        + row("veil", effects='{ cloak = "deep" }', excludes='["mirror"]')
        + row("mirror")
    )
    assert refusals(rows, traits)[0] == (code, "hull 'CA', key traits")


def test_cloak_and_deep_cloak_do_not_go_together() -> None:
    faults = Faults()
    text = 'code,size,traits,specialist\nHK,escort,"cloak, deep-cloak",yes\n'
    assert read_book(text, "ships.csv", faults) is None
    assert [refusal.code for refusal in faults.found] == ["excluded"]
    assert "'cloak' and 'deep-cloak' exclude each other" in str(faults.found[0])


def test_deep_cloak_is_for_hulls_that_their_book_calls_specialist() -> None:
    faults = Faults()
    book = read_book("code,size,traits,specialist\nHK,escort,deep-cloak,yes\n", "ships.csv", faults)
    assert faults.found == []
    assert book is not None
    assert book.hulls["HK"].specialist
    told = message(traits="deep-cloak")
    assert "CA may not have 'deep-cloak'" in told
    assert "[fta3 subhunting]" in told
    assert "only for: specialist" in told


def test_book_may_say_by_code_or_size_which_hulls_may_have_a_deep_cloak() -> None:
    kept = 'replaces = true\neffects = { cloak = "deep" }\nonly_for = '
    only = '[[fitting]]\nname = "deep-cloak"\nsort = "module"\n' + kept
    assert book_of(f'{only}["ca"]', "deep-cloak").hulls["CA"].traits == {"deep-cloak": 0}
    assert book_of(f'{only}["Cruiser"]', "deep-cloak").hulls["CA"].traits == {"deep-cloak": 0}
    assert refusals(f'{only}["HK"]', "deep-cloak") == [("not-for-hull", "hull 'CA', key traits")]


def test_missing_number_is_told_with_an_example() -> None:
    assert "'torpedo' needs a number [fta3 to-pierce/other-bonuses]. Write for instance: torpedo=2." in message(
        traits="torpedo"
    )


def test_doctrine_in_a_hull_s_traits_is_told_where_it_belongs() -> None:
    told = message(row("bold", "doctrine"), "bold")
    assert "'bold' is a doctrine, not a trait" in told
    assert "owner's doctrines" in told


# The doctrines of an owner and the quirks of a ship

HOUSE = (
    row("bold", "doctrine", excludes='["careful"]')
    + row("careful", "doctrine")
    + row("gunners", "doctrine", excludes='["flak", "jinxed"]', only_for='["cruiser"]')
    + row("lucky", "quirk", excludes='["jinxed", "stag"]')
    + row("jinxed", "quirk")
    + row("swift", "quirk", only_for='["escort"]')
)


def names(items: list[str], sort: Sort) -> tuple[tuple[str, ...], list[str]]:
    faults = Faults()
    found = read_names(items, sort, "scenario, side 'Red', doctrines", book_of(HOUSE).fittings, faults)
    return found, [refusal.code for refusal in faults.found]


def test_doctrines_and_quirks_are_read_by_name() -> None:
    assert names(["Bold", "gunners"], Sort.DOCTRINE) == (("bold", "gunners"), [])
    assert names(["lucky", "SWIFT"], Sort.QUIRK) == (("lucky", "swift"), [])


@pytest.mark.parametrize(
    ("items", "sort", "code"),
    [
        (["bold", "careful"], Sort.DOCTRINE, "excluded"),
        (["careful", "bold"], Sort.DOCTRINE, "excluded"),
        (["flak"], Sort.DOCTRINE, "not-a-doctrine"),
        (["lucky"], Sort.DOCTRINE, "not-a-doctrine"),
        (["zeal"], Sort.DOCTRINE, "unknown-doctrine"),
        (["bold", "bold"], Sort.DOCTRINE, "double-doctrine"),
        (["bold=2"], Sort.DOCTRINE, "unknown-doctrine"),
        (["lucky", "jinxed"], Sort.QUIRK, "excluded"),
        (["bold"], Sort.QUIRK, "not-a-quirk"),
        (["luky"], Sort.QUIRK, "unknown-quirk"),
    ],
)
def test_name_that_cannot_stand_there_is_refused(items: list[str], sort: Sort, code: str) -> None:
    assert names(items, sort)[1] == [code]


def test_book_without_doctrines_says_so() -> None:
    faults = Faults()
    read_names(["zeal"], Sort.DOCTRINE, "here", built_in(), faults)
    assert "The book has no doctrine." in str(faults.found[0])


@pytest.mark.parametrize(
    ("quirk", "hull", "code"),
    [
        ("lucky", Hull(code="HK", name="x", size=Size.ESCORT, specialist=True), "no-quirks"),
        ("lucky", Hull(code="SB", name="x", size=Size.OTHER, speed=0), "no-quirks"),
        ("swift", Hull(code="CA", name="x", size=Size.CRUISER), "not-for-hull"),
        ("lucky", Hull(code="CA", name="x", size=Size.CRUISER, traits={"stag": 0}), "excluded"),
    ],
)
def test_quirk_that_a_ship_cannot_have_is_refused(quirk: str, hull: Hull, code: str) -> None:
    faults = Faults()
    check_quirks([quirk], hull, "here", book_of(HOUSE).fittings, faults)
    assert [refusal.code for refusal in faults.found] == [code]


def test_doctrine_is_held_against_what_the_owner_s_ships_have_once_for_each_pair() -> None:
    def ship(number: int, size: Size, traits: dict[str, int], *quirks: str) -> Ship:
        hull = Hull(code="X", name="X", size=size, traits=traits)
        return Ship(id=f"a/{number}", name=str(number), hull=hull, hp=1, level=None, quirks=quirks)

    def told(*ships: Ship) -> list[str]:
        faults = Faults()
        owner = Owner(id="a", name="A", tl=5, ships=ships, wings=(), doctrines=("bold", "gunners"))
        check_doctrines(owner, "here", book_of(HOUSE).fittings, faults)
        return [refusal.message for refusal in faults.found]

    flak = {"flak": 0}
    assert told(ship(1, Size.ESCORT, flak), ship(2, Size.CRUISER, {})) == []
    assert told(ship(1, Size.CRUISER, flak), ship(2, Size.CRUISER, flak)) == ["'gunners' and 'flak' exclude each other"]
    assert told(ship(1, Size.CRUISER, {}, "jinxed")) == ["'gunners' and 'jinxed' exclude each other"]


# Slots


@pytest.mark.parametrize(("copies", "filled"), [(0, 0), (1, 1), (2, 2), (3, 4), (4, 8)])
def test_slots_of_several_copies(copies: int, filled: int) -> None:
    """E29."""
    assert slots(copies) == filled


@pytest.mark.parametrize("copies", [-1, 5])
def test_slots_that_are_not_printed_are_refused(copies: int) -> None:
    with pytest.raises(Refused) as caught:
        slots(copies)
    (refusal,) = caught.value.refusals
    assert refusal.citation == Citation("fta3", "module-slots")


def test_slots_are_carried_out_here() -> None:
    assert citations_of(slots) == (Citation("fta3", "module-slots"),)


def test_every_column_says_what_it_is_for() -> None:
    assert all(column.help for column in COLUMNS)
