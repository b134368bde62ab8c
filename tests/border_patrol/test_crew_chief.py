"""The crew chief: his printed tables, and what must hold at every rating, quality and number of crews."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.border_patrol.crew_chief.actions import Turn, check_allocation, extra_of
from flagplot.border_patrol.crew_chief.benefits import extra_actions, ready_chance, usable_halves
from flagplot.border_patrol.crew_chief.card import Card, Unit, card_of
from flagplot.border_patrol.crew_chief.chief import Quality
from flagplot.border_patrol.crew_chief.roster import read_roster
from flagplot.border_patrol.options import options
from flagplot.core.refusal import Faults

OPTIONS = options()
RATINGS = range(10)

EXTRA = {  # deck crews: extra actions at ratings 0 to 9
    1: (0, 0, 1, 2, 2, 2, 2, 2, 3, 3),
    2: (0, 0, 2, 2, 2, 2, 2, 3, 3, 3),
    3: (0, 0, 2, 2, 2, 2, 3, 3, 3, 3),
    4: (0, 0, 2, 2, 2, 3, 3, 3, 3, 3),
    5: (0, 0, 2, 2, 3, 3, 3, 3, 3, 3),
    6: (0, 0, 2, 3, 3, 3, 3, 3, 3, 3),
    8: (0, 0, 3, 3, 3, 3, 3, 3, 4, 4),
    10: (0, 0, 3, 3, 3, 3, 4, 4, 4, 4),
    12: (0, 0, 3, 3, 4, 4, 4, 4, 4, 4),
    16: (0, 0, 4, 4, 4, 4, 4, 4, 4, 5),
    18: (0, 0, 4, 4, 4, 4, 4, 5, 5, 5),
    24: (0, 0, 5, 5, 5, 5, 5, 5, 5, 5),
    30: (0, 0, 5, 5, 5, 5, 6, 6, 6, 6),
    36: (0, 0, 6, 6, 6, 6, 6, 6, 6, 6),
}
# Rating: packs, spare shuttles, fewer unavailable (poor), sixths of the readying die, ejection normal and outstanding,
# conversions, acts as crew
BENEFITS = {
    0: (0, 0, 0, 0, 0, 0, 0, False),
    1: (1, 0, 0, 0, 0, 0, 0, False),
    2: (1, 0, 0, 0, 0, 1, 0, False),
    3: (1, 0, 0, 0, 0, 1, 0, False),
    4: (2, 1, 1, 1, 1, 2, 1, True),
    5: (2, 1, 1, 1, 1, 2, 1, True),
    6: (2, 1, 1, 1, 1, 2, 1, True),
    7: (2, 1, 1, 1, 1, 2, 1, True),
    8: (2, 1, 1, 1, 1, 2, 1, True),
    9: (3, 2, 2, 3, 2, 3, 2, True),
}


def card(rating: int | None, quality: Quality = Quality.NORMAL, crews: int = 12, alive: int | None = None) -> Card:
    unit = Unit(id="u", rating=rating, quality=quality, crews=crews, alive=crews if alive is None else alive)
    return card_of(unit, OPTIONS)


@pytest.mark.parametrize("crews", EXTRA)
def test_extra_actions_are_those_of_the_table(crews: int) -> None:
    assert tuple(extra_actions(rating, crews, Quality.NORMAL) for rating in RATINGS) == EXTRA[crews]
    assert tuple(extra_actions(rating, crews, Quality.OUTSTANDING) for rating in RATINGS) == EXTRA[crews]
    assert tuple(extra_actions(rating, crews, Quality.POOR) for rating in RATINGS) == tuple(
        n // 2 for n in EXTRA[crews]
    )


@pytest.mark.parametrize("rating", RATINGS)
def test_a_card_says_what_the_table_does(rating: int) -> None:
    packs, spare, fewer, sixths, normal, outstanding, conversions, acts = BENEFITS[rating]
    found, poor, great = card(rating), card(rating, Quality.POOR), card(rating, Quality.OUTSTANDING)
    assert (found.packs.of_each, found.spare_shuttles, found.ready) == (packs, spare, Fraction(sixths, 6))
    assert (found.ejection, great.ejection, found.conversions) == (normal, outstanding, conversions)
    assert poor.made_available == fewer
    assert card(rating, alive=0).acts_as_crew is acts
    assert (poor.packs.of_each, poor.spare_shuttles, poor.ready, poor.ejection, poor.conversions) == (0, 0, 0, 0, 0)


@given(st.integers(0, 9), st.integers(0, 60), st.sampled_from(Quality), st.integers(0, 3))
def test_usable_and_lost_make_the_extra_actions(rating: int, crews: int, quality: Quality, converted: int) -> None:
    turn = Turn(
        complement=crews, regular=tuple(map(str, range(crews))), converted=tuple(f"e{n}" for n in range(converted))
    )
    extra = extra_of(turn, rating, quality, OPTIONS)
    assert extra.usable + extra.lost == extra.actions
    assert extra.usable <= Fraction(crews, 2)
    assert extra.lost >= 0


@given(st.integers(0, 3), st.integers(0, 5))
def test_the_limit_is_the_most_that_any_allocation_deals(extra: int, crews: int) -> None:
    def is_legal(chosen: tuple[str, ...]) -> bool:
        faults = Faults()
        check_allocation(dict.fromkeys(chosen, 1), turn, found, "turn", faults)
        return not faults.found

    turn = Turn(complement=crews, regular=tuple(map(str, range(crews))))
    found = replace(extra_of(turn, 0, Quality.NORMAL, OPTIONS), actions=extra)
    deals = [size for size in range(crews + 1) for chosen in combinations(turn.regular, size) if is_legal(chosen)]
    assert max(deals) == usable_halves(extra, crews)


@pytest.mark.parametrize("quality", Quality)
@pytest.mark.parametrize("alive", [0, 1, 5, 12])
def test_a_higher_rating_never_lowers_a_benefit(quality: Quality, alive: int) -> None:
    cards = [card(rating, quality, alive=alive) for rating in RATINGS]
    for low, high in pairwise(cards):
        assert high.extra.actions >= low.extra.actions
        assert high.extra.usable >= low.extra.usable
        assert high.packs.of_each >= low.packs.of_each
        assert high.spare_shuttles >= low.spare_shuttles
        assert high.made_available >= low.made_available
        assert high.ready >= low.ready
        assert high.ejection >= low.ejection
        assert high.conversions >= low.conversions
        assert high.acts_as_crew >= low.acts_as_crew


def test_the_chance_to_ready_a_shuttle_counts_faces() -> None:
    assert [ready_chance(rating) * 6 for rating in RATINGS] == [0, 0, 0, 0, 1, 1, 1, 1, 1, 3]


def test_a_dead_chief_brings_nothing() -> None:
    dead = card(None).as_dict()
    alive = card(0).as_dict()
    assert dead["why_not_ready"] == "he is dead"
    same = {
        "extra_actions",
        "packs_of_each",
        "spare_shuttles",
        "ejection",
        "conversions",
        "acts_as_crew",
        "ready_chance",
    }
    assert {key: dead[key] for key in same} == {key: alive[key] for key in same}


def test_a_poor_crew_without_unavailable_craft_is_warned() -> None:
    unit = Unit(id="u", rating=9, quality=Quality.POOR, crews=2, alive=2, down=0)
    assert "check that number" in str(card_of(unit, OPTIONS).parts())


@given(st.lists(st.text(alphabet='abc[]="1 \n', max_size=25), max_size=6))
def test_any_roster_is_read_or_refused(lines: list[str]) -> None:
    text = '[[unit]]\nid = "Hermes"\ncarries_fighters = true\n' + "\n".join(lines)
    faults = Faults()
    read_roster(text + '\n[[officer]]\nunit = "Hermes"\npost = "crew-chief"\nrating = 4\n', "roster.toml", faults)
