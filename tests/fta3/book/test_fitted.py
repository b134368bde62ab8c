"""What all fittings of a ship and of an owner's fighters come to, and the parts they are explained by."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from flagplot.core.refusal import Faults
from flagplot.fta3.book.book import Book, read_book
from flagplot.fta3.book.damage import Level
from flagplot.fta3.book.fitted import equipped, finished, fitted
from flagplot.fta3.book.outfit import Fitted, FittedFighters, Part
from flagplot.fta3.book.ships import Hull, Size, at_tech_level
from flagplot.fta3.papers.forces import Owner, Ship


def row(name: str, sort: str, effects: str, more: str = "") -> str:
    return f'[[fitting]]\nname = "{name}"\nsort = "{sort}"\neffects = "{effects}"\nsource = "ours"\n{more}\n'


def hull(code: str, size: str, weight: int, traits: str = "", hangars: int = 0) -> str:
    figures = f"weight = {weight}\nhp = 100\navoidance = 12\nprotection = 13\nhangars = {hangars}"
    return f'[[hull]]\ncode = "{code}"\nsize = "{size}"\n{figures}\ntraits = "{traits}"\n'


BOOK = (
    hull("CL", "cruiser", 12)
    + hull("CA", "cruiser", 16, "flak, torpedo=3, subhunter, stag, protect, rangefinder")
    + hull("CV", "capital", 30, "fdc, magnum-catapult=2, long-legs=10, clumsy", 12)
    + hull("CVL", "capital", 20, "fdc=4, magnum-catapult=3", 6)
    + hull("FF", "escort", 8, "cloak, damage-control, regeneration, boarding-pod, picky")
    + hull("HK", "escort", 9, "deep-cloak").replace('"HK"\n', '"HK"\nspecialist = true\n')
    + row("mahanian-might", "doctrine", "weight -2", 'title = "Mahanian Might"\nonly_for = ["cruiser"]')
    + row("forager", "quirk", "weight x1/2; supply x1/2")
    + row("aces", "doctrine", "first-strikes +1; dogfight-rolls +1; dogfight-bonus +2; strike-die -1")
    + row("rangefinder", "module", "to-hit +1; to-hit-close -2; to-hit-far +3")
    + row("sharp", "quirk", "to-hit x2; hangars +3; fate -1")
    + row("picky", "trait", "never-pairs-with CL, capital")
    + row("clumsy", "trait", "strike-die +3; dogfight-bonus -1")
    + row("drilled", "doctrine", "to-pierce +1; sensor-dice +1")
)


@pytest.fixture(scope="module")
def book() -> Book:
    faults = Faults()
    found = read_book(BOOK, "book.toml", faults)
    faults.settle()
    assert found is not None
    return found


def ship(book: Book, code: str, *quirks: str, **changes: object) -> Ship:
    built = at_tech_level(book.hulls[code], 5)
    made = Ship(id=f"red/{code}", name=code, hull=built, hp=100, level=Level.FINE, quirks=quirks)
    return replace(made, **changes)  # type: ignore[arg-type]


def owner(*doctrines: str, ships: Iterable[Ship] = ()) -> Owner:
    return Owner(id="red", name="Red", tl=5, ships=tuple(ships), wings=(), doctrines=doctrines)


# Ships


def test_ship_without_fittings_is_as_its_hull_is(book: Book) -> None:
    plain = fitted(ship(book, "CL"), owner(), book)
    assert (plain.hit_bonus, plain.pierce_bonus, plain.detected_bonus, plain.fate) == ((0, 0), 0, 0, 0)
    assert (plain.sensor_dice, plain.cloak, plain.direction_centre, plain.strike_die_against) == (1, "", 0, 0)
    assert (plain.protects, plain.boards, plain.regenerates, plain.never_pairs_with) == (False, False, False, ())
    assert (plain.weight, plain.supply, plain.hangars, plain.parts) == (12, 12, 0, {})
    assert plain == replace(Fitted(), weight=12, supply=12)


def test_light_cruiser_with_might_and_forager_weighs_five(book: Book) -> None:
    """E28, with the doctrine of its owner and a quirk of its own."""
    cruiser = fitted(ship(book, "CL", "forager"), owner("mahanian-might"), book)
    assert cruiser.weight == 5
    assert cruiser.supply == 3  # 2.5: half of the weight that is left
    assert cruiser.parts["weight"] == (
        Part("Forager", "quirk", "x1/2", "ours"),
        Part("Mahanian Might", "doctrine", "-2", "ours"),
    )


def test_doctrine_for_some_hulls_leaves_the_others_alone(book: Book) -> None:
    assert fitted(ship(book, "CL"), owner("mahanian-might"), book).weight == 10
    frigate = fitted(ship(book, "FF"), owner("mahanian-might"), book)
    assert frigate.weight == 8
    assert "weight" not in frigate.parts


def test_weight_and_hangars_become_the_hull_s_and_are_not_counted_twice(book: Book) -> None:
    red = owner("mahanian-might")
    once = finished(ship(book, "CL", "sharp"), red, book)
    assert (once.hull.weight, once.hull.hangars) == (10, 3)
    assert once.fitted == fitted(ship(book, "CL", "sharp"), red, book)
    assert finished(once, red, book) == once
    assert fitted(once, red, book).weight == 10


def test_traits_and_modules_of_the_page_come_to_the_page_s_numbers(book: Book) -> None:
    cruiser = fitted(ship(book, "CA"), owner(), book)
    assert (cruiser.strike_die_against, cruiser.pierce_bonus, cruiser.sensor_dice) == (2, 3, 2)
    assert (cruiser.detected_bonus, cruiser.protects) == (2, True)
    frigate = fitted(ship(book, "FF"), owner(), book)
    assert (frigate.cloak, frigate.fate, frigate.regenerates, frigate.boards) == ("regular", 1, True, True)
    assert fitted(ship(book, "HK"), owner(), book).cloak == "deep"
    carrier = fitted(ship(book, "CV"), owner(), book)
    assert (carrier.direction_centre, carrier.supply, carrier.weight, carrier.hangars) == (1, 20, 30, 12)
    assert fitted(ship(book, "CVL"), owner(), book).direction_centre == 4


def test_bonus_of_a_range_is_resolved_together_with_the_one_for_both(book: Book) -> None:
    assert fitted(ship(book, "CA"), owner(), book).hit_bonus == (-1, 4)
    # Doubled: (1 - 2) x 2 against 0 x 2 - 1, and (1 + 3) x 2 against 4.
    assert fitted(ship(book, "CA", "sharp"), owner(), book).hit_bonus == (-2, 4)


def test_doctrine_holds_for_every_ship_of_its_owner_and_adds_up_with_the_ship_s_own(book: Book) -> None:
    assert fitted(ship(book, "CA"), owner("drilled"), book).pierce_bonus == 4
    assert fitted(ship(book, "FF"), owner("drilled"), book).sensor_dice == 2
    assert fitted(ship(book, "CA"), owner("drilled"), book).sensor_dice == 3


def test_number_given_with_a_name_is_told_in_its_part(book: Book) -> None:
    (part,) = fitted(ship(book, "CA"), owner(), book).parts["to-pierce"]
    assert part == Part("Torpedo", "module", "+3", "the combat page; it names no size")


def test_pairs_that_a_ship_avoids_are_told_by_code_and_size(book: Book) -> None:
    frigate = fitted(ship(book, "FF"), owner(), book)
    assert frigate.never_pairs_with == ("CL", "capital")
    assert [code for code in book.hulls if frigate.never_pairs(book.hulls[code])] == ["CL", "CV", "CVL"]
    assert not frigate.never_pairs(Hull(code="cl", name="x", size=Size.OTHER))


def test_tech_level_leaves_weight_to_the_book(book: Book) -> None:
    old = replace(ship(book, "CL"), hull=at_tech_level(book.hulls["CL"], 3))
    assert finished(old, owner("mahanian-might"), book).hull.hp == 50
    assert finished(old, owner("mahanian-might"), book).hull.weight == 10


# Fighters


def fitted_fighters(owner: Owner, ships: Iterable[Ship], book: Book) -> FittedFighters:
    """What an owner's fighters can do, given his ships."""
    whole = equipped(replace(owner, ships=tuple(ships)), book)
    return whole.with_ships(whole.ships, whole.wings).fighters


def test_fighters_without_anything_roll_once_and_make_no_first_strike(book: Book) -> None:
    plain = fitted_fighters(owner(), [ship(book, "CL")], book)
    assert (plain.runs, plain.rolls, plain.bonus, plain.strike_die, plain.parts) == (0, 1, 0, 0, {})
    assert fitted_fighters(owner(), [], book) == plain


def test_doctrine_of_fighters_holds_with_and_without_ships(book: Book) -> None:
    for ships in ([], [ship(book, "CL")]):
        aces = fitted_fighters(owner("aces"), ships, book)
        assert (aces.runs, aces.rolls, aces.bonus, aces.strike_die) == (1, 2, 2, -1)
        assert aces.parts["dogfight-bonus"] == (Part("Aces", "doctrine", "+2", "ours"),)


def test_one_catapult_serves_all_fighters_and_the_greatest_counts(book: Book) -> None:
    ships = [ship(book, "CV"), ship(book, "CVL"), ship(book, "CL")]
    served = fitted_fighters(owner(), ships, book)
    assert served.runs == 3
    assert [part.value for part in served.parts["first-strikes"]] == ["+3"]


def test_runs_of_a_catapult_and_of_a_doctrine_add_up_to_six_at_most(book: Book) -> None:
    assert fitted_fighters(owner("aces"), [ship(book, "CVL")], book).runs == 4
    many = replace(ship(book, "CV"), hull=replace(book.hulls["CV"], traits={"magnum-catapult": 9}))
    assert fitted_fighters(owner("aces"), [many], book).runs == 6


def test_ship_that_is_late_or_takes_no_part_gives_fighters_nothing(book: Book) -> None:
    late, unarmed = ship(book, "CV", arrives=2), ship(book, "CV", hp=None, level=None)
    assert fitted_fighters(owner(), [late, unarmed], book).runs == 0


def test_what_harms_fighters_counts_only_where_no_other_ship_serves_them(book: Book) -> None:
    clumsy = ship(book, "CV")
    assert fitted_fighters(owner(), [clumsy], book).strike_die == 3
    assert fitted_fighters(owner(), [clumsy], book).bonus == -1
    both = fitted_fighters(owner(), [clumsy, ship(book, "CL")], book)
    assert (both.runs, both.strike_die, both.bonus) == (2, 0, 0)
    assert set(both.parts) == {"first-strikes"}
