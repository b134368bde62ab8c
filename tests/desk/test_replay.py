"""Replaying a report: each round with the hit points before and after it, every event once, the dice if wanted."""

from __future__ import annotations

import json

import pytest

from flagplot.core.papers import Paper
from flagplot.core.refusal import Refused
from flagplot.core.report import Entry, Report, Roll, Section, Table, walk
from flagplot.desk.battle import Papers, Verdict, adjudicate
from flagplot.desk.demo import demo
from flagplot.desk.replay import as_dict, replay, scenes
from flagplot.desk.verify import refight
from flagplot.formats.writers import write

BOOK = """\
code,size,weight,hp,speed,attacks,weapon,avoidance,protection
FF,escort,5,30,3,3x5,direct,14,11
CA,cruiser,10,60,2,4x6,direct,12,13
"""
SCENARIO = """\
name = "Two fights"
battle = "mobile"
rounds = 5
book = "book.csv"
rulings = '''
arrives 2: Late because "her engines"
'''
[[side]]
name = "Red"
ships = '''
2 FF Swift, Sure
2 CA Kent, York
'''
[[side]]
name = "Blue"
ships = '''
2 CA Guard, Late
2 FF Scout, Tail
'''
"""
ORDERS = {
    "Red": "plan press\nelement Hunters at 3 chase: FF",
    "Blue": "plan last-stand\nelement Tail at 2 avoid: Tail\nelement Scouts avoid: Scout",
}


@pytest.fixture(scope="module")
def day() -> Verdict:
    """A day with two engagements, something before them, and a ship that comes late."""
    posts = tuple(Paper(f"{name}.txt", f"ORDERS OF {name}\n{text}\nEND OF ORDERS\n") for name, text in ORDERS.items())
    found = adjudicate(Papers(Paper("two.toml", SCENARIO), Paper("book.csv", BOOK), posts))
    assert len(found.encounter.fights) == 2
    return found


@pytest.fixture(scope="module")
def battle() -> Verdict:
    """The demonstration: one battle, nothing before it."""
    return demo()


def entries(report: Report) -> list[int]:
    return [node.number for node in walk(report) if isinstance(node, Entry)]


def code(verdict: Verdict, **asked: int) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        scenes(verdict, "report.txt", **asked)
    (refusal,) = caught.value.refusals
    assert refusal.where == "report.txt"
    return refusal.code, refusal.mend


def test_all_rounds_tell_every_event_once(day: Verdict, battle: Verdict) -> None:
    for verdict in (day, battle):
        report = replay(verdict, scenes(verdict, "r"), dice=False)
        assert entries(report) == [event.seq for event in verdict.encounter.events]
        assert not [node for node in walk(report) if isinstance(node, Roll)]
        write(report, "text")


def test_rounds_are_called_by_their_number_and_engagement(day: Verdict, battle: Verdict) -> None:
    assert [scene.title for scene in scenes(battle, "r")] == [f"Round {n}" for n in range(1, 8)]
    titles = [scene.title for scene in scenes(day, "r")]
    lengths = [fought.events[-1].round for fought in day.encounter.fights]
    assert titles == [
        "Before the battle",
        *(f"Engagement {n}, round {number}" for n, rounds in enumerate(lengths, 1) for number in range(1, rounds + 1)),
    ]


def test_one_round_has_its_events_and_no_other(battle: Verdict) -> None:
    for number in range(1, 8):
        (scene,) = scenes(battle, "r", round_=number)
        told = entries(replay(battle, [scene], dice=False))
        assert told == [event.seq for event in battle.encounter.events if event.round == number]


def test_a_round_or_an_engagement_can_be_picked(day: Verdict) -> None:
    picked = scenes(day, "r", engagement=2, round_=1)
    assert [(scene.engagement, scene.round) for scene in picked] == [(2, 1)]
    assert [scene.engagement for scene in scenes(day, "r", round_=1)] == [1, 2]
    assert [scene.title for scene in scenes(day, "r", round_=0)] == ["Before the battle"]
    assert {scene.engagement for scene in scenes(day, "r", engagement=1)} == {1}


def tables(verdict: Verdict, engagement: int, number: int) -> dict[str, list[str]]:
    """The rows of a round by ship."""
    report = replay(verdict, scenes(verdict, "r", engagement, number), dice=False)
    return {row[0]: list(row[1:]) for node in walk(report) if isinstance(node, Table) for row in node.rows}


def test_hit_points_go_on_from_round_to_round(battle: Verdict) -> None:
    left: dict[str, str] = {}
    for number in range(1, 8):
        rows = tables(battle, 1, number)
        for ship, (before, after, became) in rows.items():
            assert before == left.get(ship, before)
            assert int(after) <= int(before)
            left[ship] = after
            if became:
                assert became in ("killed", "withdrew")
                assert all(ship not in tables(battle, 1, later) for later in range(number + 1, 8))
    first = tables(battle, 1, 1)
    assert len(first) == 14
    assert first["Hood"][:2] == ["330", "288"]


def test_a_ship_that_arrives_says_so(day: Verdict) -> None:
    main = day.encounter.fights[1]
    assert "blue/late" in main.roster.places
    assert "Late" not in tables(day, 2, 1)
    assert tables(day, 2, 2)["Late"][::2] == ["", "arrived"]
    assert tables(day, 2, 3)["Late"][2] == ""


def test_dice_stand_below_the_events_of_their_round(day: Verdict) -> None:
    for scene in scenes(day, "r"):
        rolls = [node for node in walk(replay(day, [scene], dice=True)) if isinstance(node, Roll)]
        numbers = {event.seq for event in scene.events}
        drawn = [
            (source.faces(cast.draw), n) for event, cast, source, n in day.encounter.casts() if event.seq in numbers
        ]
        assert [roll.faces for roll in rolls] == [faces for faces, _ in drawn]
        (section,) = replay(day, [scene], dice=True).children
        assert isinstance(section, Section)
        assert [child.title for child in section.children if isinstance(child, Section)].count("Dice") == bool(drawn)


def test_what_is_not_there_is_refused_with_what_is(day: Verdict, battle: Verdict) -> None:
    assert code(battle, round_=8) == ("no-such-round", "Its rounds are numbered 1 to 7.")
    assert code(battle, round_=0) == ("no-such-round", "Its rounds are numbered 1 to 7.")
    assert code(battle, engagement=2) == ("no-engagement", "There was only one.")
    assert code(day, engagement=3) == ("no-engagement", "Its engagements are numbered 1 to 2.")
    assert code(day, engagement=0)[0] == "no-engagement"
    assert code(day, engagement=1, round_=0)[0] == "no-such-round"


def test_a_day_without_an_engagement_is_replayed_too() -> None:
    posts = tuple(Paper(name, f"ORDERS OF {name}\nintent avoid\nEND OF ORDERS\n") for name in ORDERS)
    none = adjudicate(Papers(Paper("two.toml", SCENARIO), Paper("book.csv", BOOK), posts))
    assert [scene.title for scene in scenes(none, "r")] == ["Before the battle"]
    assert code(none, engagement=1) == ("no-engagement", "No battle was fought.")
    assert code(none, round_=1) == ("no-such-round", "There is only round 0.")


def test_plain_values_hold_the_same(day: Verdict) -> None:
    chosen = scenes(day, "r")
    plain = json.loads(json.dumps(as_dict(day, chosen, dice=True)))
    assert plain["battle"] == "Two fights"
    events = [event for each in plain["rounds"] for event in each["events"]]
    assert [event["text"] for event in events] == [event.text for event in day.encounter.events]
    assert all(event["rules"] for event in events)
    dice = [tuple(die["faces"]) for each in plain["rounds"] for die in each["dice"]]
    assert dice == [source.faces(cast.draw) for _, cast, source, _ in day.encounter.casts()]
    late = next(each for each in plain["rounds"] if (each["engagement"], each["round"]) == (2, 2))
    assert late["hit_points"]["blue/late"]["before"] is None
    assert all("dice" not in each for each in as_dict(day, chosen, dice=False)["rounds"])


def test_a_report_replays_as_it_was_fought(day: Verdict) -> None:
    again, _ = refight(day.write("markdown"), "r")
    assert replay(again, scenes(again, "r"), dice=True) == replay(day, scenes(day, "r"), dice=True)
