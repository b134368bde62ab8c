"""Hulls at other tech levels than the standard."""

from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.citation import Citation, citations_of
from flagplot.core.refusal import Refused
from flagplot.fta3.book.ships import Hull, Size, Weapon, at_tech_level

CA = Hull(
    code="CA",
    name="Heavy cruiser",
    size=Size.CRUISER,
    weight=16,
    hp=161,
    cost=175,
    years=2,
    speed=2,
    attacks=11,
    damage=6,
    weapon=Weapon.DIRECT,
    avoidance=12,
    protection=13,
    standoff_attacks=4,
    standoff_damage=6,
    hangars=2,
    traits={"flak": 0},
)


@pytest.mark.parametrize(("tl", "hp", "damage"), [(6, 228, 8), (5, 161, 6), (4, 114, 4), (3, 81, 3)])
def test_heavy_cruiser_at_each_tech_level(tl: int, hp: int, damage: int) -> None:
    """E23 and E24."""
    built = at_tech_level(CA, tl)
    assert (built.tl, built.hp, built.damage, built.standoff_damage) == (tl, hp, damage, damage)


def test_nothing_else_changes_with_the_tech_level() -> None:
    built = at_tech_level(CA, 3)
    for name in ("attacks", "standoff_attacks", "avoidance", "protection", "weight", "cost", "speed", "traits"):
        assert getattr(built, name) == getattr(CA, name)


def test_ship_without_combat_statistics_may_have_any_of_the_levels() -> None:
    merchant = Hull(code="MER", name="Merchant", size=Size.OTHER)
    built = at_tech_level(merchant, 6)
    assert (built.hp, built.damage, built.standoff_damage, built.tl) == (None, 0, 0, 6)
    assert merchant.speed == 1


@given(st.integers(0, 1_000_000), st.sampled_from([(6, "2"), (4, "0.5"), (3, "0.25")]))
def test_scaling_is_exact_and_rounds_halves_up(value: int, level: tuple[int, str]) -> None:
    tl, squared = level
    exact = Decimal(value) * Decimal(squared).sqrt()
    built = at_tech_level(Hull(code="X", name="X", size=Size.OTHER, hp=value), tl)
    assert built.hp == exact.quantize(Decimal(1), ROUND_HALF_UP)


@pytest.mark.parametrize("tl", [7, 2, 1, 0, -1])
def test_tech_level_without_a_factor_is_refused(tl: int) -> None:
    with pytest.raises(Refused) as caught:
        at_tech_level(CA, tl)
    (refusal,) = caught.value.refusals
    assert refusal.code == "no-tech-level"
    assert refusal.citation == Citation("fta3", "tech-levels")
    assert "3, 4, 5, 6" in refusal.message
    assert f"tl = {tl}" in refusal.mend


def test_hull_with_figures_for_its_own_level_stays_as_it_is() -> None:
    own = Hull(code="CA3", name="Old cruiser", size=Size.CRUISER, hp=90, tl=3)
    assert at_tech_level(own, 3) is own
    for tl in (4, 5):
        with pytest.raises(Refused) as caught:
            at_tech_level(own, tl)
        assert "TL3" in str(caught.value)


def test_function_names_its_rule() -> None:
    assert citations_of(at_tech_level) == (Citation("fta3", "tech-levels"),)
