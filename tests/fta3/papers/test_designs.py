"""Designs against a book: slots by copies, what a tech level makes of a hull, prototypes, what modules change."""

from __future__ import annotations

import pytest

from flagplot.core.refusal import Faults, Refusal
from flagplot.fta3.book.book import Book, read_book
from flagplot.fta3.papers.designs import Design, read_designs

BOOK = """\
name = "B"
[[hull]]
code = "CA"
size = "cruiser"
weight = 16
hp = 161
cost = 175
di = 40
years = 2
speed = 2
attacks = "11x6"
weapon = "direct"
avoidance = 12
protection = 13
hangars = 2
traits = "flak"
[[fitting]]
name = "armour"
sort = "module"
effects = { weight = "+2" }
[[fitting]]
name = "light-frame"
sort = "module"
effects = { weight = "x1/2" }
[[fitting]]
name = "hangar-deck"
sort = "module"
number = "optional"
effects = { hangars = "+n" }
"""


def book() -> Book:
    faults = Faults()
    found = read_book(BOOK, "book.toml", faults)
    faults.settle()
    assert found is not None
    return found


def read(text: str) -> tuple[tuple[Design, ...], list[Refusal]]:
    faults = Faults()
    return read_designs(text, "d.toml", book(), faults), faults.found


def design(*lines: str) -> Design:
    found, faults = read("\n".join(["[[design]]", 'name = "Hood class"', 'hull = "ca"', *lines]))
    assert faults == []
    return found[0]


def codes(*lines: str) -> list[str]:
    return [each.code for each in read("\n".join(["[[design]]", 'name = "Hood class"', *lines]))[1]]


def test_a_bare_hull() -> None:
    found = design()
    assert (found.filled, found.offered, found.prototype) == (0, None, False)
    assert (found.hull.hp, found.hull.damage, found.surcharge) == (161, 6, (0, 0, 0))


@pytest.mark.parametrize(("copies", "filled"), [(1, 1), (2, 2), (3, 4), (4, 8)])
def test_slots_by_number_of_copies(copies: int, filled: int) -> None:
    assert design(f'modules = ["armour x{copies}", "cloak"]').filled == filled + 1


def test_slotless_modules_fill_nothing() -> None:
    assert design('modules = ["armour x3", "cloak"]', 'slotless = ["cloak"]').filled == 4


def test_exactly_as_many_slots_as_the_hull_has() -> None:
    assert design('modules = ["armour x3", "cloak"]', "slots = 5").offered == 5


def test_one_slot_too_many() -> None:
    _, (refusal,) = read('[[design]]\nname = "H"\nhull = "CA"\nslots = 4\nmodules = ["armour x3", "cloak"]')
    assert (refusal.code, refusal.gap) == ("too-many-slots", "1 slot too many")
    assert refusal.mend == "Leave out one cloak: it frees 1."
    assert str(refusal.citation) == "fta3 module-slots"


def test_tech_levels() -> None:
    assert (design("tl = 4").hull.hp, design("tl = 4").hull.damage) == (114, 4)
    assert design("tl = 6").hull.hp == 228
    assert codes('hull = "CA"', "tl = 2") == ["no-tech-level"]


def test_a_prototype() -> None:
    assert design("prototype = true").surcharge == (100, 10, 1)
    assert codes('hull = "CA"', "prototype = 1") == ["wrong-kind"]


def test_what_modules_change_in_the_order_less_good_for_the_owner() -> None:
    figures = design('modules = ["armour x2", "light-frame", "hangar-deck=3"]').figures
    # (16 + 4) / 2 = 10, but 16 / 2 + 4 = 12 is heavier.
    assert figures["weight"] == (16, 12)
    assert figures["hangars"] == (2, 5)
    assert figures["strike-die-against"] == (0, 2)


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (('hull = "CB"',), "unknown-hull"),
        (('hull = "CA"', 'modules = ["cloack"]'), "unknown-trait"),
        (('hull = "CA"', 'modules = ["torpedo"]'), "trait-without-number"),
        (('hull = "CA"', 'modules = ["armour x5"]'), "no-slots"),
        (('hull = "CA"', 'modules = ["armour", "armour x2"]'), "double-trait"),
        (('hull = "CA"', 'modules = ["deep-cloak"]'), "not-for-hull"),
        (('hull = "CA"', 'slotless = ["cloak"]'), "unknown-module"),
        (('hull = "CA"', "colour = 1"), "unknown-field"),
        ((), "missing-field"),
    ],
)
def test_faults(lines: tuple[str, ...], code: str) -> None:
    assert codes(*lines) == [code]


def test_several_designs_and_none() -> None:
    found, faults = read('[[design]]\nname = "A"\nhull = "CA"\n[[design]]\nname = "B"\nhull = "CA"\n')
    assert ([each.name for each in found], faults) == (["A", "B"], [])
    assert [each.code for each in read("# none yet")[1]] == ["no-designs"]
