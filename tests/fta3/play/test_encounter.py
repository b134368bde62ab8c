"""A whole day: its engagements balance, share no die, and are told in one report with one count of events."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flagplot.core.canonical import digest
from flagplot.core.report import Entry, Report, Roll, Section, Table, Text, walk
from flagplot.core.sources import Keyed
from flagplot.formats.writers import write
from flagplot.fta3.play.encounter import Encounter
from flagplot.fta3.report.day_report import NOBODY_MET, day_outcome, day_state, report_of
from flagplot.fta3.ruleset import FTA3

TWO = """
name = "Two engagements"
battle = "mobile"
book = "book.csv"
rounds = 8
[[side]]
name = "Red"
ships = '''
2 FF Swift, Sure
2 CA Kent, York
1 CV Nest
'''
fighters = "6 TL5"
[[side]]
name = "Blue"
ships = '''
1 BB Slow
2 TK Tanker, Tender
1 CA Guard
1 ME Trader
1 FF Scout
'''
fighters = "4 TL4"
"""
TWO_ORDERS = {
    "Red": "plan press\nelement Hunters at 3 chase: FF",
    "Blue": "plan defend\nelement Train at 1 avoid: TK, ME\nelement Scouts at 3 avoid: FF",
}
NONE_ORDERS = {"Red": "intent avoid", "Blue": "intent avoid"}


def report(day: Encounter) -> Report:
    return report_of(day, FTA3.readings, ["banner"], [Text("opening")], [], [Text("closing")])


def titles(node: Report | Section) -> list[str]:
    return [child.title for child in node.children if isinstance(child, Section)]


def named(node: Report | Section, title: str) -> Section:
    return next(child for child in node.children if isinstance(child, Section) and child.title == title)


# --- Random days --------------------------------------------------------------------------------------------------

HULLS = ("BB", "CA", "FF", "CM", "TK", "ME", "CK", "SH")
SPEED = {"BB": 1, "CA": 2, "FF": 3, "CM": 2, "TK": 2, "ME": 1, "CK": 2, "SH": 3}


@st.composite
def days(draw: st.DrawFn) -> tuple[str, dict[str, str], list[str], int]:
    """Scenario and orders of a day, its lines of ships as they stand and turned round, and a key."""
    text = ['name = "Random"', 'battle = "mobile"', 'book = "book.csv"', "rounds = 4", "READINGS"]
    orders, lines = {}, []
    for side, names in (("Red", ("Ann", "Bob")), ("Blue", ("Blue",))):
        text += ["[[side]]", f'name = "{side}"']
        for name in names:
            hulls = ["CA", *draw(st.lists(st.sampled_from(HULLS), max_size=4))]
            listed = [f"1 {hull} {name} {n}" for n, hull in enumerate(hulls)]
            block = "ships = '''\n" + "\n".join(listed) + "\n'''"
            turned = "ships = '''\n" + "\n".join(reversed(listed)) + "\n'''"
            lines.append((block, turned))
            text += [f'[[side.owner]]\nname = "{name}"'] * (len(names) > 1) + [block]
            text.append(f'fighters = "{draw(st.integers(1, 8))} TL{draw(st.integers(4, 6))}"')
            said = [f"plan {draw(st.sampled_from(['press', 'raid', 'last-stand']))}"]
            left = [*range(len(hulls))]
            for element in draw(st.lists(st.sampled_from(["One", "Two", "Three"]), max_size=2, unique=True)):
                chosen = [n for n in left if draw(st.booleans())]
                left = [n for n in left if n not in chosen]
                if chosen:
                    # Owners who share an element must not contradict one another.
                    intent = {"One": "fight", "Two": "avoid", "Three": "chase"}[element]
                    said.append(f"element {element} {intent}: " + ", ".join(f'"{name} {n}"' for n in chosen))
            orders[name] = "\n".join(said)
    reading = draw(st.sampled_from(["join", "stay-out"]))
    one = "\n".join(text).replace("READINGS", f'readings = {{who-joins = "{reading}"}}')
    other = one
    for block, turned in lines:
        other = other.replace(block, turned)
    return one, orders, [other], draw(st.integers(0, 2**64 - 1))


@settings(max_examples=60)
@given(days())
def test_everybody_is_in_one_engagement_at_most_and_in_the_state_once(fight_day, papers) -> None:
    scenario, orders, others, key = papers
    day: Encounter = fight_day(scenario, orders, key)
    engaged: Counter[str] = Counter()
    for fought in day.fights:
        engaged.update([*fought.roster.places])
        engaged.update(wing.id for side in fought.roster.wings for wing in side)
    assert set(engaged.values()) <= {1}
    state = day_state(day)
    combatants = {ship.id: ship for _, owner in day.scenario.owners() for ship in owner.combatants}
    wings = {wing.id: wing for _, owner in day.scenario.owners() for wing in owner.wings}
    assert set(state) == {*combatants, *wings}
    for id_, ship in combatants.items():
        assert (state[id_]["status"] == "not-engaged") == (id_ not in engaged)
        assert id_ in engaged or state[id_]["hp"] == ship.hp
    for id_, wing in wings.items():
        assert sum(int(number) for number in state[id_].values()) == wing.number
        assert id_ in engaged or state[id_]["aboard"] == wing.number
    check_dice(day)
    assert [event.seq for event in day.events] == [*range(1, len(day.events) + 1)]
    for other in others:
        again = fight_day(other, orders, key)
        assert digest(again_facts(again)) == digest(again_facts(day))
    write(report(day), "text")


def again_facts(day: Encounter) -> dict[str, object]:
    return {"events": [[event.as_dict(), event.text] for event in day.events], "state": day_state(day)}


def check_dice(day: Encounter) -> None:
    """No die of the day stands at the place of another, over all engagements."""
    places = Counter(
        (sample, cast.draw.address, number)
        for _, cast, _, sample in day.casts()
        for number in range(cast.draw.start, cast.draw.start + cast.draw.n)
    )
    assert not [place for place, count in places.items() if count > 1]
    for _, cast, source, sample in day.casts():
        assert isinstance(source, Keyed)
        assert source.dice.sample == sample
        assert cast.draw.address.round > 0 or sample == 0


# --- Reports ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def two(fight_day) -> Encounter:
    """A day with two engagements, a chase and a main battle, and scouts that get away."""
    day: Encounter = fight_day(TWO, TWO_ORDERS)
    assert len(day.fights) == 2
    return day


@pytest.fixture(scope="module")
def none(fight_day) -> Encounter:
    """A day without any engagement."""
    day: Encounter = fight_day(TWO, NONE_ORDERS)
    assert day.fights == ()
    return day


@pytest.fixture(scope="module")
def chased(fight_day) -> Encounter:
    """A day with one engagement and something before it."""
    day: Encounter = fight_day(TWO, {"Red": "intent fight", "Blue": "element Scouts avoid: FF"})
    assert len(day.fights) == 1
    return day


LATER = ["Readings used", "Dice"]


def test_several_engagements_stand_under_a_heading_each(two: Encounter) -> None:
    found = titles(report(two))
    headings = [
        "Engagement 1, Red's Hunters against Blue's Train",
        "Engagement 2, Red's main body against Blue's main body",
    ]
    assert found == ["Verdict", "Orders", "Before the battle", *headings, *LATER]
    for heading, fought in zip(headings, two.fights, strict=True):
        rounds = [f"Round {number}" for number in range(1, fought.events[-1].round + 1)]
        assert titles(named(report(two), heading)) == [
            "Forces before and after",
            "Hit points by round",
            *rounds,
            "Luck",
        ]
    verdict = [each.text for each in walk(named(report(two), "Verdict")) if isinstance(each, Text)]
    assert [line.partition(": ")[0] for line in verdict] == headings
    assert day_outcome(two).startswith("Engagement 1: ")
    assert " Engagement 2: " in day_outcome(two)


def test_every_event_is_told_once_under_its_number(two: Encounter, none: Encounter, chased: Encounter) -> None:
    for day in (two, none, chased):
        entries = [node for node in walk(report(day)) if isinstance(node, Entry)]
        assert [entry.number for entry in entries] == [event.seq for event in day.events]
        assert [entry.text for entry in entries] == [event.text for event in day.events]


def test_a_day_without_an_engagement_says_so(none: Encounter) -> None:
    assert titles(report(none)) == ["Verdict", "Orders", "Before the battle", *LATER]
    assert [each.text for each in walk(named(report(none), "Verdict")) if isinstance(each, Text)] == [NOBODY_MET]
    assert day_outcome(none) == NOBODY_MET
    assert {entry["status"] for id_, entry in day_state(none).items() if "status" in entry} == {"not-engaged"}


def test_one_engagement_is_told_as_a_battle_behind_what_came_before(chased: Encounter) -> None:
    rounds = [f"Round {number}" for number in range(1, chased.fights[0].events[-1].round + 1)]
    assert titles(report(chased)) == [
        "Verdict",
        "Orders",
        "Before the battle",
        "Forces before and after",
        "Hit points by round",
        *rounds,
        "Readings used",
        "Luck",
        "Dice",
    ]


def test_the_dice_of_later_engagements_name_their_sample(two: Encounter) -> None:
    rolls = [node for node in walk(report(two)) if isinstance(node, Roll)]
    drawn = list(two.casts())
    assert [roll.faces for roll in rolls] == [source.faces(cast.draw) for _, cast, source, _ in drawn]
    for roll, (_, _, _, sample) in zip(rolls, drawn, strict=True):
        assert (":" in roll.address) == (sample > 0)
        assert roll.address.startswith(f"{sample}:") or sample == 0
    assert {sample for _, _, _, sample in drawn} == {0, 1}


def test_each_ship_stands_in_the_tables_of_its_own_engagement(two: Encounter) -> None:
    rows: Counter[str] = Counter()
    for table in (node for node in walk(report(two)) if isinstance(node, Table)):
        if table.caption.endswith(tuple(f"declared speed {n}" for n in range(4))):
            rows.update(row[0] for row in table.rows)
    assert set(rows.values()) == {1}
    assert "Scout" not in rows
    assert "Trader" in rows


def test_a_ship_or_wing_is_found_in_its_engagement(two: Encounter) -> None:
    first, second = two.fights
    assert two.fight_of("red/swift") is first
    assert two.fight_of("blue/tanker") is first
    assert two.fight_of("red/nest") is second
    assert two.fight_of("red/tl5") is second
    assert two.fight_of("blue/scout") is None
    assert two.fight_of("blue/trader") is None


def test_rounds_and_dice_begin_anew_in_each_engagement(two: Encounter) -> None:
    for sample, fought in enumerate(two.fights):
        assert fought.events[0].round == 1
        assert fought.source.dice.sample == sample  # type: ignore[attr-defined]


def test_an_engagement_does_not_depend_on_the_others_being_fought(fight_day, two: Encounter) -> None:
    """What happens in the main battle leaves the chase as it was: its dice are its own."""
    other = fight_day(TWO, {**TWO_ORDERS, "Blue": TWO_ORDERS["Blue"] + "\nrange capital: far"})
    mine, theirs = ([event.text for event in day.fights[0].events] for day in (two, other))
    assert mine == theirs


@pytest.mark.parametrize(("carrier", "runs"), [("avoid", 0), ("chase", 2)])
def test_a_catapult_serves_fighters_only_in_its_own_engagement(fight_day, carrier: str, runs: int) -> None:
    scenario = """
name = "Catapult"
battle = "mobile"
book = "book.csv"
rounds = 1
[[side]]
name = "Red"
ships = ["1 CV Nest", "1 CK Thrower"]
fighters = "6 TL5"
[[side]]
name = "Blue"
ships = "2 BB"
"""
    orders = {"Red": f"plan press\nelement Others {carrier}: Thrower\nintent chase", "Blue": "intent avoid"}
    (fought,) = fight_day(scenario, orders).fights
    assert "red/nest" in fought.roster.places
    assert ("red/thrower" in fought.roster.places) == (runs > 0)
    strikes = {event.facts["start"] for event in fought.events if event.kind == "first-strike"}
    assert len(strikes) == runs
