"""Damage levels, with the heavy cruiser of the rules as the worked example."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.citation import Citation, citations_of
from flagplot.fta3.book.damage import Level, damage_level, damage_thresholds, starting_hp


def test_thresholds_of_the_heavy_cruiser() -> None:
    """E20: 120.75, 80.5 and 40.25 of 161."""
    assert damage_thresholds(161) == (121, 81, 40)


def test_thresholds_of_a_heavy_cruiser_of_tech_level_4() -> None:
    """E22: 85.5, 57 and 28.5 of 114, halves up."""
    assert damage_thresholds(114) == (86, 57, 29)


@pytest.mark.parametrize(
    ("hp", "level"),
    [
        (161, Level.FINE),
        (122, Level.FINE),
        (121, Level.LIGHT),
        (82, Level.LIGHT),
        (81, Level.MEDIUM),
        (41, Level.MEDIUM),
        (40, Level.HEAVY),
        (1, Level.HEAVY),
    ],
)
def test_level_on_both_sides_of_each_threshold(hp: int, level: Level) -> None:
    """E20, reading R2: 121 of 161 is 75.2 per cent and light all the same."""
    assert damage_level(hp, 161) is level


@pytest.mark.parametrize("hp", [0, -5, 162])
def test_only_a_living_ship_has_a_level(hp: int) -> None:
    with pytest.raises(ValueError, match="1 to 161"):
        damage_level(hp, 161)


def test_damaged_cruiser_begins_with_her_threshold() -> None:
    """E21, reading R3."""
    assert [starting_hp(level, 161) for level in Level] == [161, 121, 81, 40]


@given(st.integers(1, 2000))
def test_damaged_ship_begins_at_her_own_level_and_alive(hp_max: int) -> None:
    assert damage_level(hp_max, hp_max) is Level.FINE
    for level in Level:
        hp = starting_hp(level, hp_max)
        assert 1 <= hp <= hp_max
        if hp_max >= 4:  # below that the thresholds of several levels fall together
            assert damage_level(hp, hp_max) is level


@given(st.integers(1, 500))
def test_level_never_gets_better_as_hp_fall(hp_max: int) -> None:
    levels = [list(Level).index(damage_level(hp, hp_max)) for hp in range(hp_max, 0, -1)]
    assert levels == sorted(levels)


def test_functions_name_their_rules() -> None:
    assert citations_of(damage_thresholds) == citations_of(damage_level) == (Citation("fta3", "damage-levels"),)
    assert citations_of(starting_hp) == (Citation("fta3", "fighting-while-damaged"),)
