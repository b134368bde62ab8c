"""What the events of a battle say of how their numbers came about, reckoned again by hand."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from tests.fe.combat.battles.collection import GOLDEN, played

from flagplot.core.event import Event

OVER_ALL = sorted(GOLDEN)


def events(name: str, *kinds: str) -> Iterator[Event]:
    return (event for event in played(name).events() if event.kind in kinds)


def parts(event: Event) -> dict[str, str]:
    return {part.name: part.value for part in event.parts}


@pytest.mark.parametrize("name", OVER_ALL)
def test_the_parts_of_a_number_come_to_it(name: str) -> None:
    for event in events(name, "potential", "small-scale-roll", "damage"):
        row = next((part.value for part in event.modifiers if part.name == "row"), None)
        whole = Fraction(str(event.facts["potential"])) if row is None else row
        assert sum(Fraction(part.value) for part in event.parts) == whole


def test_a_potential_is_told_unit_by_unit() -> None:
    first = next(event for event in events("split_group", "potential") if event.facts["side"] == 1)
    assert parts(first) == {
        "cv": "6",
        "ffe-1": "4",
        "ffe-2": "4",
        "cvl": "6",
        "ddx-1": "4",
        "ddx-2": "4",
        "bc-1": "8",
        "bc-2": "8",
        "12 fighters": "12",
    }


def test_a_team_and_a_base_add_by_their_own_rules() -> None:
    team, *_ = (part for event in events("prime_teams", "potential") for part in event.parts if "Team" in part.name)
    assert (team.name, team.value, team.citation.id) == ("Prime Team of ke-3", "2", "522.3")
    base = next(part for event in events("lone_station", "potential") for part in event.parts if "BATS" in part.name)
    assert base.citation.id == "313.21/base"


def test_a_row_is_told_by_its_intensities() -> None:
    first = next(events("pursuit", "damage"))
    assert parts(first) == {"intensity of Klingon": "+4", "intensity of Kzinti": "+1", "variable intensity": "-1"}
    rows = [parts(event) for event in events("fighting_retreat", "damage")]
    assert rows == [{"fighting retreat": "+10"}, {"fighting retreat": "+0"}]


def test_a_price_is_told_as_ratio_and_factors() -> None:
    told = {event.text for name in GOLDEN for event in events(name, "directed")}
    assert "Lyran directs 18 points (3 × (4 + 2)): df-1, kill" in told
    assert "Klingon directs 9 points (2 × 9/2): SB, step by mlr-1" in told


def test_a_pursuit_names_its_ships_and_what_they_need() -> None:
    (event,) = events("pursuit", "pursuit")
    assert event.text == "d-2, d-3, d-4, d-5, d-6, d-7 reach the retreating force (needed: 5 or less)"


def test_a_step_is_told_with_those_that_its_side_takes() -> None:
    told = {event.text for name in GOLDEN for event in events(name, "step")}
    assert {"SB takes a step, 7 of the 8 that cripple it", "SB takes a step, 1 of the 4 that destroy it"} <= told
