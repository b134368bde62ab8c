"""How fleets meet in open space: who is brought to action, who gets away, and that nobody fights twice."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flagplot.core.event import Event
from flagplot.core.sources import Keyed
from flagplot.fta3.papers.docket import Docket
from flagplot.fta3.papers.standing import Intent
from flagplot.fta3.play.elements import Element, elements_of
from flagplot.fta3.play.engagements import KINDS, Prebattle
from flagplot.fta3.play.prebattle import Contact, contact, escapes, meet

SPEED = {"BB": 1, "CA": 2, "FF": 3, "TK": 2, "ME": 1}

HEAD = """
name = "Meeting"
battle = "mobile"
book = "book.csv"
"""


def test_a_faster_fleet_catches_an_equal_one_rolls_a_slower_one_cannot() -> None:
    for pursuer, prey in product(range(6), repeat=2):
        found = contact(pursuer, prey)
        assert found is (Contact.CERTAIN if pursuer > prey else Contact.ROLLED if pursuer == prey else Contact.NONE)


def test_whoever_avoids_escapes_on_190_of_400_pairs_of_dice() -> None:
    faces = range(1, 21)
    assert sum(escapes(prey, pursuer) for prey in faces for pursuer in faces) == 190
    assert escapes(13, 12)
    assert not escapes(12, 12)


# --- Random meetings ----------------------------------------------------------------------------------------------


def paper(sides: dict[str, list[tuple[str, int, str]]], fighters: dict[str, int], reading: str) -> tuple[str, dict]:
    """A scenario and orders in which every ship is an element of its own, by hull, speed and intent."""
    text, orders = [HEAD, f'readings = {{who-joins = "{reading}"}}'], {}
    for name, ships in sides.items():
        listed = ", ".join(f'"1 {hull} Ship {n}"' for n, (hull, _, _) in enumerate(ships))
        text += ["[[side]]", f'name = "{name}"', f"ships = [{listed}]"]
        text += [f'fighters = "{fighters[name]} TL5"'] * bool(fighters[name])
        lines = [f'element E{n} at {speed} {intent}: "Ship {n}"' for n, (_, speed, intent) in enumerate(ships)]
        orders[name] = "\n".join(lines)
    return "\n".join(text), orders


@st.composite
def sides_of(draw: st.DrawFn) -> list[tuple[str, int, str]]:
    """Up to five ships, the first of which can fight."""
    hulls = [draw(st.sampled_from(["BB", "CA", "FF", "TK"])), *draw(st.lists(st.sampled_from([*SPEED]), max_size=4))]
    return [(hull, draw(st.integers(0, SPEED[hull])), draw(st.sampled_from([*Intent]))) for hull in hulls]


MEETINGS = st.tuples(
    st.fixed_dictionaries({"Red": sides_of(), "Blue": sides_of()}),
    st.fixed_dictionaries({"Red": st.integers(0, 6), "Blue": st.integers(0, 6)}),
    st.sampled_from(["join", "stay-out"]),
    st.integers(0, 2**64 - 1),
)


class Met:
    """A meeting and what was told of it."""

    def __init__(self, docket: Docket, key: int) -> None:
        self.scenario = docket.scenario
        listed = [elements_of(docket.scenario, docket.standings, s) for s in range(2)]
        self.elements: dict[str, Element] = {each.id: each for side in listed for each in side}
        self.found: Prebattle = meet(docket.scenario, docket.standings, Keyed(key))

    def told(self, kind: str) -> list[Event]:
        return [event for event in self.found.events if event.kind == kind]

    def free(self) -> set[str]:
        return {str(event.facts["element"]) for event in self.told("goes-free")}

    def engaged(self) -> list[set[str]]:
        """The elements of each engagement, by the ships that are in it."""
        ships = [
            {ship.id for side in engagement.scenario.sides for ship in side.ships}
            for engagement in self.found.engagements
        ]
        return [{id_ for id_, each in self.elements.items() if each.ships & there} for there in ships]

    def is_plain(self) -> bool:
        return not self.found.events


@settings(max_examples=200)
@given(MEETINGS)
def test_random_fleets_meet_by_the_rules(read_battle, papers) -> None:
    sides, fighters, reading, key = papers
    docket, refusals = read_battle(*paper(sides, fighters, reading))
    assert docket is not None, refusals
    met = Met(docket, key)
    if met.is_plain():
        assert all(each.intent is Intent.FIGHT for each in met.elements.values())
        return
    check_everybody_is_told_of(met)
    check_those_who_avoid(met)
    check_those_who_seek_battle(met, reading)
    check_engagements(met)


def check_everybody_is_told_of(met: Met) -> None:
    told = Counter(str(event.facts["element"]) for event in met.told("element"))
    assert told == Counter([*met.elements])
    engaged = Counter(id_ for ids in met.engaged() for id_ in ids)
    assert set(engaged.values()) <= {1}, "an element fights twice"
    assert not set(engaged) & met.free()
    helpless = len(met.told("helpless"))
    assert bool(set(met.elements) - set(engaged) - met.free()) == bool(helpless)
    for event in met.found.events:
        assert set(event.facts) <= {"side", *KINDS[event.kind].facts}
        assert [rule.id for rule in event.citations] == [KINDS[event.kind].rule]
        assert event.round == 0
    assert [event.seq for event in met.found.events] == [*range(1, len(met.found.events) + 1)]


def check_those_who_avoid(met: Met) -> None:
    brought = {str(event.facts["other"]): event for event in met.told("brought-to-action")}
    for id_, each in met.elements.items():
        if each.intent is Intent.AVOID:
            assert (id_ in brought) != (id_ in met.free())
        else:
            assert id_ not in brought
    for other, event in brought.items():
        chaser, prey = met.elements[str(event.facts["element"])], met.elements[other]
        assert chaser.side != prey.side
        assert chaser.intent is not Intent.AVOID
        assert chaser.speed >= prey.speed
        assert bool(event.casts) == (chaser.speed == prey.speed)
        if event.casts:
            assert event.facts["other_face"] <= event.facts["face"]
    for event in met.told("avoids"):
        chaser, prey = met.elements[str(event.facts["element"])], met.elements[str(event.facts["other"])]
        assert chaser.speed == prey.speed
        assert event.facts["other_face"] > event.facts["face"]
    for event in met.told("outrun"):
        assert event.facts["speed"] < event.facts["slowest"]
    busy = {str(event.facts["element"]) for event in brought.values()}
    for prey in met.elements.values():
        if prey.id in met.free() and prey.intent is Intent.AVOID:
            for chaser in met.elements.values():
                idle = chaser.side != prey.side and chaser.intent is Intent.CHASE and chaser.id not in busy
                assert not (idle and chaser.speed > prey.speed), "somebody could have run it down"


def check_those_who_seek_battle(met: Met, reading: str) -> None:
    willing = [
        {each.id for each in met.elements.values() if each.side == s and each.intent is not Intent.AVOID}
        for s in range(2)
    ]
    if willing[0] & met.free() and willing[1] & met.free():
        found = any(ids & willing[0] and ids & willing[1] for ids in met.engaged())
        assert found or met.told("helpless"), "those who seek battle find it"
    joined = {str(event.facts["element"]) for event in met.told("joins")}
    if reading == "stay-out":
        assert not joined
    elif met.engaged():
        assert not (willing[0] | willing[1]) & met.free()
    assert joined <= willing[0] | willing[1]


def check_engagements(met: Met) -> None:
    ships: Counter[str] = Counter()
    wings: Counter[str] = Counter()
    for engagement, elements in zip(met.found.engagements, met.engaged(), strict=True):
        sides = [{each for each in elements if met.elements[each].side == s} for s in range(2)]
        assert all(sides)
        assert engagement.scenario.speeds == tuple(min(met.elements[each].speed for each in side) for side in sides)
        for _, owner in engagement.scenario.owners():
            ships.update(ship.id for ship in owner.ships)
            wings.update(wing.id for wing in owner.wings)
    everybody = {ship.id for side in met.scenario.sides for ship in side.ships}
    assert set(ships) <= everybody
    assert set(ships.values()) | set(wings.values()) <= {1}, "a ship or wing fights twice"
    draws = [cast.draw for event in met.found.events for cast in event.casts]
    assert len({draw.address for draw in draws}) == len(draws), "two dice at one address"
    assert all(draw.address.round == 0 for draw in draws)


@settings(max_examples=60)
@given(MEETINGS)
def test_which_side_stands_first_decides_nothing(read_battle, papers) -> None:
    """Sides exchanged, dice apart: the same elements meet, where no die is rolled."""
    sides, fighters, reading, key = papers
    turned = dict(reversed(sides.items()))
    one, other = (read_battle(*paper(each, fighters, reading))[0] for each in (sides, turned))
    first, second = Met(one, key), Met(other, key)
    if not any(event.casts for met in (first, second) for event in met.found.events):
        assert sorted(swapped(ids) for ids in first.engaged()) == sorted(sorted(ids) for ids in second.engaged())


def swapped(ids: set[str]) -> list[str]:
    """Ids of elements as they are where the sides stand the other way round."""
    exchange = {"first": "second", "second": "first"}
    return sorted(f"{exchange[id_.partition('/')[0]]}/{id_.partition('/')[2]}" for id_ in ids)


# --- Single meetings ----------------------------------------------------------------------------------------------


def meeting(read_battle, red: str, blue: str, orders: dict[str, str], extra: str = "", key: int = 1) -> Met:
    text = f'{HEAD}{extra}[[side]]\nname = "Red"\n{red}\n[[side]]\nname = "Blue"\n{blue}\n'
    docket, refusals = read_battle(text, orders)
    assert docket is not None, refusals
    return Met(docket, key)


def test_two_whole_fleets_that_seek_battle_meet_without_a_word(read_battle) -> None:
    met = meeting(read_battle, 'ships = "2 FF"', 'ships = "1 CA"', {"Red": "speed 2"})
    assert met.is_plain()
    (engagement,) = met.found.engagements
    assert (engagement.name, engagement.scenario.speeds) == ("", (2, 2))


def test_an_engagement_is_called_by_who_meets_in_it(read_battle) -> None:
    orders = {"Red": "element Hunters chase: FF", "Blue": "element Train avoid: TK"}
    met = meeting(read_battle, 'ships = ["1 FF", "1 CA"]', 'ships = ["1 TK", "1 CA"]', orders)
    assert [engagement.name for engagement in met.found.engagements] == [
        "Red's Hunters against Blue's Train",
        "Red's main body against Blue's main body",
    ]


@pytest.mark.parametrize("willing", [("chase", "fight"), ("fight", "chase"), ("chase", "chase")])
def test_a_chaser_without_prey_meets_whoever_seeks_battle(read_battle, willing: tuple[str, str]) -> None:
    orders = {"Red": f"intent {willing[0]}", "Blue": f"intent {willing[1]}"}
    met = meeting(read_battle, 'ships = "1 FF"', 'ships = "1 CA"', orders)
    assert met.engaged() == [{"first/main-body", "second/main-body"}]


def test_fighters_of_an_owner_without_ships_fly_with_the_heaviest_element(read_battle) -> None:
    red = """
[[side.owner]]
name = "Ann"
ships = ["1 BB", "1 FF"]
[[side.owner]]
name = "Eve"
fighters = "4 TL5"
"""
    met = meeting(read_battle, red, 'ships = "1 CA"', {})
    (engagement,) = met.found.engagements
    assert [(owner.id, len(owner.wings)) for owner in engagement.scenario.sides[0].owners] == [("ann", 0), ("eve", 1)]
    split = {"Ann": "element Light: FF", "Blue": "intent avoid"}
    met = meeting(read_battle, red, 'ships = "1 BB"', split, extra='readings = {who-joins = "stay-out"}\n')
    (engagement,) = met.found.engagements
    assert [owner.id for owner in engagement.scenario.sides[0].owners] == ["ann"]


def test_fighters_fly_with_most_hangars_whatever_is_heavier(read_battle) -> None:
    red = 'ships = ["1 CV Nest", "3 BB"]\nfighters = "4 TL5"'
    blue = 'ships = ["1 TK Slow", "1 TK Slower"]'
    orders = {
        "Red": "element Nest at 2 chase: Nest\nelement Heavy at 1 chase: BB",
        "Blue": "element A at 1 avoid: Slow\nelement B at 0 avoid: Slower",
    }
    met = meeting(read_battle, red, blue, orders)
    flying = {
        engagement.name: sum(len(owner.wings) for owner in engagement.scenario.sides[0].owners)
        for engagement in met.found.engagements
    }
    assert flying == {"Red's Nest against Blue's A": 1, "Red's Heavy against Blue's B": 0}


def test_the_helpless_are_left_to_the_moderator(read_battle) -> None:
    met = meeting(
        read_battle, 'ships = "1 FF"', 'ships = ["1 ME", "1 FF Guard"]', {"Blue": "intent avoid; element T: ME"}
    )
    assert met.found.engagements == ()
    (event,) = met.told("helpless")
    assert event.facts == {"side": "Blue", "element": "second/t"}
    assert event.text == "Blue's T cannot fight or be fought: the moderator says what becomes of it."
    assert met.free() == {"second/main-body"}
