"""The story in two paragraphs: every number in it is counted again from events and end states."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest

from flagplot.fta3.play.encounter import Encounter
from flagplot.fta3.play.fighting import Fought
from flagplot.fta3.report.day_report import day_outcome, day_state
from flagplot.fta3.report.story import story

Day = Callable[[Fought], Encounter]

SPLIT = """
name = "Two fields"
battle = "mobile"
book = "book.csv"
[[side]]
name = "Red"
ships = '''
2 CA
1 FF Straggler
'''
[[side]]
name = "Blue"
ships = "2 CA"
"""


def told(day: Encounter) -> tuple[str, str]:
    return story(day, day_outcome(day))


@pytest.fixture
def days(varied: list[Fought], day_of: Day) -> list[Encounter]:
    return [day_of(fought) for fought in varied]


def test_there_are_two_paragraphs_on_one_line_each(days: list[Encounter]) -> None:
    for day in days:
        paragraphs = told(day)
        assert len(paragraphs) == 2
        assert all(text.endswith(".") and "\n" not in text and "  " not in text for text in paragraphs)
        assert paragraphs[1].endswith(day_outcome(day))


def test_who_met_is_counted_again(days: list[Encounter]) -> None:
    for day in days:
        opening, _ = told(day)
        for side in day.scenario.sides:
            ships = [ship for owner in side.owners for ship in owner.ships]
            fighters = sum(wing.number for owner in side.owners for wing in owner.wings)
            weight = sum(ship.hull.weight for ship in ships)
            assert re.search(rf"{side.name} with {len(ships)} ships? of weight {weight}\b", opening)
            assert fighters == 0 or f"and {fighters} fighter" in opening
            assert all(owner.name in opening for owner in side.owners[1:])
        won = next(event.facts["side"] for event in day.events if event.kind == "initiative")
        assert ("has the initiative" in opening) == bool(won)
        assert not won or f"{won} has the initiative" in opening


def test_losses_are_those_of_the_end_state(days: list[Encounter]) -> None:
    for day in days:
        _, course = told(day)
        state = day_state(day)
        for side in day.scenario.sides:
            fates = Counter(state[ship.id]["status"] for ship in side.ships if ship.id in state)
            part = next(part for part in re.split(r"[.;] ", course) if part.startswith(f"{side.name} loses"))
            assert f"loses {fates['killed'] or 'none'} of its {len(side.ships)} ship" in part
            assert (f"{fates['withdrawn']} leave" in part) == bool(fates["withdrawn"])
            wings = [state[wing.id] for owner in side.owners for wing in owner.wings]
            lost = sum(int(wing["lost"]) + int(wing["surrendered"]) for wing in wings)
            assert (f"{lost} fighter" in part) == bool(lost)


def test_the_heaviest_guns_and_the_first_to_go_are_found_again(days: list[Encounter]) -> None:
    some_killed = some_left = False
    for day in days:
        _, course = told(day)
        labels = day.scenario.labels()
        damage: Counter[str] = Counter()
        for event in day.events:
            if event.kind == "pierce":
                damage[str(event.facts["ship"])] += int(event.facts["damage"])
        if most := max(damage.values(), default=0):
            name = re.search(r"than those of (.*?): (\d+) damage", course)
            assert name is not None
            assert int(name[2]) == most
            assert name[1] in [labels[ship] for ship, dealt in damage.items() if dealt == most]
        for side in day.scenario.sides:
            gone = [
                event
                for event in day.events
                if event.facts.get("side") == side.name
                and (event.kind in ("killed", "withdrawal") or (event.kind == "disengage" and event.facts["held"] == 0))
            ]
            if not gone:
                assert f"{side.name}'s first ship" not in course
                continue
            some_killed |= gone[0].kind == "killed"
            some_left |= gone[0].kind != "killed"
            ship = labels[str(gone[0].facts["ship"])]
            end = "be killed" if gone[0].kind == "killed" else "leave"
            assert f"{ship} is {side.name}'s first ship to {end}, in round {gone[0].round}." in course
    assert some_killed
    assert some_left


def test_a_day_on_which_nobody_met(fight_day) -> None:
    day = fight_day(SPLIT, {"Red": "intent avoid", "Blue": "intent avoid"})
    assert not day.fights
    opening, course = told(day)
    assert "Red with 3 ships" in opening
    assert course == day_outcome(day)


def test_a_day_of_several_engagements_counts_all(fight_day) -> None:
    scenario = SPLIT.replace('ships = "2 CA"', "ships = '''\n2 CA\n2 FF\n'''")
    scenario = scenario.replace("1 FF Straggler", "2 FF")
    orders = {
        "Red": "plan press\nelement Hunters at 3 chase: FF",
        "Blue": "plan defend\nelement Train at 1 avoid: FF",
    }
    day = fight_day(scenario, orders)
    assert len(day.fights) == 2
    opening, course = told(day)
    assert "They meet in 2 engagements." in opening
    state = day_state(day)
    killed = sum(state[ship.id]["status"] == "killed" for ship in day.scenario.sides[0].ships)
    assert f"Red loses {killed or 'none'} of its 4 ships" in course
