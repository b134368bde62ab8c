"""What a correction changed, told ship by ship with the first event in which the two battles part."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from flagplot.core.event import Event
from flagplot.core.report import Listing, Section, Table, Text
from flagplot.fta3.play.encounter import Encounter
from flagplot.fta3.play.fighting import Fought
from flagplot.fta3.report.changes import changes_section
from flagplot.fta3.report.day_report import report_of
from flagplot.fta3.ruleset import FTA3

Day = Callable[[Fought], Encounter]


@pytest.fixture(scope="module")
def duel(fight, scenarios) -> Fought:
    text, orders = scenarios["Duel"]
    found: Fought = fight(text, orders, 1)
    return found


def ended(fought: Fought, ship: str, hp: int) -> Fought:
    """The battle with another end for one ship, and nothing else changed."""
    grid = fought.battle.ships.hp.copy()
    grid[fought.roster.places[ship]] = hp
    return replace(fought, battle=fought.battle._replace(ships=fought.battle.ships._replace(hp=grid)))


def told_of(fought: Fought, ship: str) -> list[Event]:
    return [event for event in fought.events if ship in (event.facts.get("ship"), event.facts.get("other"))]


def changed(fought: Fought, number: int, change: Callable[[Event], Event]) -> Fought:
    """The battle with its event ``number`` told otherwise."""
    return replace(fought, events=tuple(change(e) if e.seq == number else e for e in fought.events))


def row(section: Section) -> tuple[str, ...]:
    (table,) = (node for node in section.children if isinstance(node, Table))
    (found,) = table.rows
    return found


def test_a_battle_is_no_correction_of_itself(varied: list[Fought], day_of: Day) -> None:
    for fought in varied:
        section = changes_section(day_of(fought), day_of(fought), ())
        assert section.title == "Changes against the earlier report"
        assert section.children == (Text("Every ship ended as before."),)


def test_lines_that_were_corrected_come_first(duel: Fought, day_of: Day) -> None:
    section = changes_section(day_of(duel), day_of(duel), ("put in: a", "taken out: b"))
    assert section.children[0] == Listing((Text("put in: a"), Text("taken out: b")))


def test_the_first_event_that_is_told_otherwise_is_the_reason(duel: Fought, day_of: Day) -> None:
    events = told_of(duel, "red/kent")
    for event in events[3:6]:
        other = changed(ended(duel, "red/kent", 17), event.seq, lambda e: replace(e, text="Something else."))
        ship, was, now, why = row(changes_section(day_of(duel), day_of(other), ()))
        assert ship == "Kent"
        assert was != now
        assert now.startswith("17 HP, ")
        assert why == f"was R{event.round} '{event.text}'; is R{event.round} 'Something else.'"


def test_the_same_event_in_another_round_is_another(duel: Fought, day_of: Day) -> None:
    event = told_of(duel, "red/kent")[4]
    other = changed(ended(duel, "red/kent", 17), event.seq, lambda e: replace(e, round=e.round + 1))
    assert row(changes_section(day_of(duel), day_of(other), ()))[3] == (
        f"was R{event.round} '{event.text}'; is R{event.round + 1} '{event.text}'"
    )


def test_an_event_more_or_less_is_told_as_one(duel: Fought, day_of: Day) -> None:
    last = told_of(duel, "red/kent")[-1]
    shorter = replace(ended(duel, "red/kent", 17), events=tuple(e for e in duel.events if e.seq != last.seq))
    assert row(changes_section(day_of(duel), day_of(shorter), ()))[3] == f"was R{last.round} '{last.text}'; is nothing"
    assert row(changes_section(day_of(shorter), day_of(duel), ()))[3] == f"was nothing; is R{last.round} '{last.text}'"


def test_a_ship_that_merely_began_otherwise_has_no_event_to_blame(duel: Fought, day_of: Day) -> None:
    assert (
        row(changes_section(day_of(duel), day_of(ended(duel, "red/kent", 17)), ()))[3] == "its own events are the same"
    )


@pytest.mark.parametrize(("hp", "hulked"), [(-23, False), (-24, True), (-25, True)])
def test_overkill_begins_at_sixty_percent_exactly(duel: Fought, hp: int, hulked: bool, day_of: Day) -> None:
    """A frigate of 40 HP is hulked at 24 HP below zero, the bound included."""
    killed = next(event for event in duel.events if event.kind == "killed" and event.facts["ship"] == "blue/grom")
    facts = {**killed.facts, "hp": hp, "critical": 0}
    other = changed(duel, killed.seq, lambda e: replace(e, facts=facts))
    report = report_of(day_of(other), FTA3.readings, (), (), (), ())
    verdict = next(child for child in report.children if isinstance(child, Section) and child.title == "Verdict")
    fates = [item.text for node in verdict.children if isinstance(node, Listing) for item in node.items]
    (fate,) = (text for text in fates if text.startswith("Grom "))
    assert ("hulked by overkill" in fate) == hulked
    assert ("rolls its flight" in fate) == (not hulked)
