"""Explaining an event: its sentence, how its number came about, each die, the rules and readings behind it."""

from __future__ import annotations

import json
import re

import pytest

from flagplot.core.event import Event
from flagplot.core.refusal import Refused
from flagplot.core.report import Fields, Report, Roll, Section, Text, walk
from flagplot.desk.battle import Verdict, adjudicate
from flagplot.desk.demo import demo
from flagplot.desk.explain import as_dict, explanation, find_event
from flagplot.formats.writers import write
from flagplot.fta3.ruleset import FTA3


@pytest.fixture(scope="module")
def shown() -> Verdict:
    """The demonstration, which has hundreds of events."""
    return demo()


def part(report: Report, title: str) -> Section:
    return next(child for child in report.children if isinstance(child, Section) and child.title == title)


def texts(node: Section) -> list[str]:
    return [each.text for each in walk(node) if isinstance(each, Text)]


def of_kind(verdict: Verdict, kind: str) -> Event:
    return next(event for event in verdict.fought.events if event.kind == kind)


def test_every_event_is_explained_with_its_rules_in_our_words(shown: Verdict, verdict: Verdict) -> None:
    for fought in (shown, verdict):
        for event in fought.fought.events:
            report = explanation(fought, event)
            assert report.title == f"Event {event.seq}, round {event.round}: {event.step}"
            assert report.children[0] == Text(event.text, event.citations)
            rules = [FTA3.rulebook.rules[rule.id] for rule in event.rules]
            assert texts(part(report, "Rules")) == [f"{rule.title}: {rule.text}" for rule in rules]
            rolls = [node for node in walk(report) if isinstance(node, Roll)]
            assert [roll.faces for roll in rolls] == [fought.fought.source.faces(cast.draw) for cast in event.casts]
            assert event.text.split()[0] in write(report, "text")


def test_the_sum_of_a_needed_number_is_written_out(verdict: Verdict) -> None:
    hood = next(e for e in verdict.fought.events if e.kind == "hit" and e.facts["ship"] == "red/hood")
    made = part(explanation(verdict, hood), "What made up the number")
    (fields,) = (node for node in made.children if isinstance(node, Fields))
    assert fields.pairs == (
        ("avoidance of CA 1 [to-hit]", "12"),
        ("direct weapons at close range [to-hit/range-bonus]", "+2"),
        ("ruling: a pilot [to-hit]", "+1"),
    )
    assert texts(made) == ["Needed on the die: 12 less 3 is 9."]


def test_every_sum_is_right(shown: Verdict, verdict: Verdict) -> None:
    sums = re.compile(r"Needed on the die: (\d+) (less|plus) (\d+) is (-?\d+)(?:; .* so it is (\d+))?\.")
    seen = 0
    for fought in (shown, verdict):
        for event in fought.fought.events:
            if event.kind in ("hit", "pierce", "stand-off", "dogfight"):
                (line,) = texts(part(explanation(fought, event), "What made up the number"))
                match = sums.fullmatch(line)
                assert match is not None
                base, added, sum_ = (int(match[number]) for number in (1, 3, 4))
                assert sum_ == (base - added if match[2] == "less" else base + added)
                assert int(match[5] or sum_) == event.facts["need"]
                seen += 1
    assert seen > 100


def test_a_number_held_by_naturals_says_so(edited) -> None:
    hard = adjudicate(edited(scenario={"hit +1: Hood": "hit -20: Hood"}))
    easy = adjudicate(edited(scenario={"hit +1: Hood": "hit +20: Hood"}))
    for fought, told in ((hard, "12 plus 18 is 30; "), (easy, "12 less 22 is -10; ")):
        hood = next(e for e in fought.fought.events if e.kind == "hit" and e.facts["ship"] == "red/hood")
        (line,) = texts(part(explanation(fought, hood), "What made up the number"))
        assert told in line
        assert "a natural 20 always succeeds and a natural 1 never" in line


def test_a_roll_without_a_needed_number_shows_what_is_added(verdict: Verdict) -> None:
    position = of_kind(verdict, "position")
    made = part(explanation(verdict, position), "What made up the number")
    (fields,) = (node for node in made.children if isinstance(node, Fields))
    assert fields.pairs == (("Red has the initiative [initiative]", "+1"),)
    assert texts(made) == []


def test_the_readings_that_bear_on_an_event_are_shown(verdict: Verdict) -> None:
    told = texts(part(explanation(verdict, of_kind(verdict, "stand-off")), "Readings"))
    assert f"R22: {FTA3.readings['standoff-kills'].options['out']}" in told
    assert f"R19: {FTA3.readings['standoff-bonuses'].taken}" in told


def test_an_event_is_found_by_its_number_in_any_form(verdict: Verdict) -> None:
    for form in ("text", "markdown", "json"):
        found, event = find_event(verdict.write(form), "report", 9)
        assert event == verdict.fought.events[8]
        assert found.result_digest == verdict.result_digest


@pytest.mark.parametrize("number", [-1, 0, 10_000])
def test_a_number_without_an_event_is_refused_with_those_there_are(verdict: Verdict, number: int) -> None:
    with pytest.raises(Refused) as caught:
        find_event(verdict.write(), "report", number)
    (refusal,) = caught.value.refusals
    assert refusal.code == "no-event"
    assert f"1 to {len(verdict.fought.events)}" in refusal.mend
    assert caught.value.exit_code == 1


def test_plain_values_hold_the_same(verdict: Verdict) -> None:
    for event in verdict.fought.events:
        plain = json.loads(json.dumps(as_dict(verdict, event)))
        assert plain["seq"] == event.seq
        assert plain["text"] == event.text
        assert plain["rules"] == [str(rule) for rule in event.citations]
        assert [each["value"] for each in plain["modifiers"]] == [modifier.value for modifier in event.modifiers]
        assert [tuple(each["faces"]) for each in plain["dice"]] == [
            verdict.fought.source.faces(cast.draw) for cast in event.casts
        ]
        assert all(each["read"] for each in plain["dice"])
