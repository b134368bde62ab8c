"""How a side splits up: every ship in one element, nobody faster than a ship makes, and no order of lists counts."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.fta3.book.ships import Hull, Size
from flagplot.fta3.papers.forces import Owner, Scenario, Ship, Side, Wing
from flagplot.fta3.papers.standing import ElementOrder, Intent, Standing
from flagplot.fta3.play.elements import (
    can_fight,
    drafts_of,
    elements_of,
    kept,
    part_of,
    room_for_fighters,
    slowest_speed,
    split_by_speed,
)

FIGHT, AVOID, CHASE = Intent.FIGHT, Intent.AVOID, Intent.CHASE


def ship(id_: str, speed: int = 2, *, weight: int = 5, hp: int | None = 20, arrives: int = 1, hangars: int = 0) -> Ship:
    hull = Hull(code="X", name="X", size=Size.ESCORT, weight=weight, hp=hp, speed=speed, hangars=hangars)
    return Ship(id=id_, name=id_, hull=hull, hp=hp, level=None, arrives=arrives)


def owner(id_: str, *ships: Ship, fighters: int = 0) -> Owner:
    wings = (Wing(id=f"{id_}/tl5", level=5, number=fighters),) if fighters else ()
    return Owner(id=id_, name=id_.capitalize(), tl=5, ships=ships, wings=wings)


def scenario(*owners: Owner) -> Scenario:
    """A mobile battle of these owners against one ship."""
    sides = (Side(name="Red", owners=owners), Side(name="Blue", owners=(owner("blue", ship("blue/x")),)))
    return Scenario(
        name="Battle",
        battle_type="mobile",
        form="mass",
        sides=sides,
        readings={},
        rulings=(),
        round_limit=100,
        book="",
        invented=True,
    )


def orders(*elements: ElementOrder, speed: int | None = None, intent: Intent | None = None) -> Standing:
    return Standing(plan="defend", elements=elements, speed=speed, intent=intent)


def element(name: str, *ships: str, speed: int | None = None, intent: Intent | None = None) -> ElementOrder:
    return ElementOrder(name, frozenset(ships), speed, intent)


SHIPS = st.lists(
    st.builds(ship, st.uuids().map(str), st.integers(0, 5), arrives=st.integers(1, 3), weight=st.integers(0, 40)),
    max_size=8,
)


@given(ships=SHIPS, speed=st.integers(0, 6))
def test_whoever_is_there_and_too_slow_falls_behind(ships: list[Ship], speed: int) -> None:
    together, behind = split_by_speed(ships, speed)
    assert sorted(s.id for s in (*together, *behind)) == sorted(s.id for s in ships)
    assert all(s.hull.speed >= speed or s.arrives > 1 for s in together)
    assert all(s.hull.speed < speed and s.arrives == 1 for s in behind)


def test_the_slowest_is_the_slowest_of_those_that_are_there() -> None:
    assert slowest_speed([ship("a", 3), ship("b", 2), ship("c", 1, arrives=2)]) == 2
    assert slowest_speed([ship("a", 3, arrives=2), ship("b", 2, arrives=3)]) == 2
    assert slowest_speed([ship("a", 0)]) == 0


def test_a_whole_fleet_is_one_element_that_seeks_battle_at_its_slowest_speed() -> None:
    (whole,) = elements_of(scenario(owner("red", ship("a", 3), ship("b", 2, weight=7))), {"red": orders()}, 0)
    assert whole.id == "first/main-body"
    assert (whole.speed, whole.intent, whole.weight, whole.ships) == (2, FIGHT, 12, {"a", "b"})


def test_what_cannot_keep_up_is_an_element_that_is_about_the_same() -> None:
    fleet = owner("red", ship("a", 3), ship("b", 1), ship("c", 2), ship("d", 1, arrives=4))
    behind, main = elements_of(scenario(fleet), {"red": orders(speed=3, intent=AVOID)}, 0)
    assert (main.name, main.speed, main.ships, main.intent) == ("main body", 3, {"a", "d"}, AVOID)
    assert (behind.name, behind.speed, behind.ships, behind.intent) == ("detached", 1, {"b", "c"}, AVOID)


def test_a_fleet_that_is_all_too_slow_falls_behind_as_a_whole() -> None:
    (behind,) = elements_of(scenario(owner("red", ship("a", 1), ship("b", 2))), {"red": orders(speed=3)}, 0)
    assert (behind.name, behind.speed) == ("detached", 1)


def test_an_element_has_the_intent_of_its_fleet_unless_it_has_one_of_its_own() -> None:
    fleet = owner("red", ship("a"), ship("b"), ship("c"))
    given_orders = orders(element("One", "a"), element("Two", "b", intent=CHASE), intent=AVOID)
    main, one, two = elements_of(scenario(fleet), {"red": given_orders}, 0)
    assert [main.intent, one.intent, two.intent] == [AVOID, AVOID, CHASE]


def test_an_owner_who_orders_no_intent_follows_the_others_of_his_side() -> None:
    first, second = owner("ann", ship("a")), owner("bob", ship("b"))
    for standings in ({"ann": orders(), "bob": orders(intent=AVOID)}, {"ann": orders(intent=AVOID), "bob": orders()}):
        (main,) = elements_of(scenario(first, second), standings, 0)
        assert main.intent is AVOID
    (shared,) = elements_of(
        scenario(first, second),
        {"ann": orders(element("Run", "a", intent=CHASE)), "bob": orders(element("Run", "b"))},
        0,
    )
    assert shared.intent is CHASE


@pytest.mark.parametrize("names", [("Alpha 1", "Alpha 1"), ("Alpha 1", "alpha-1"), ("Éclair", "ÉCLAIR")])
def test_owners_who_name_an_element_alike_form_it_together(names: tuple[str, str]) -> None:
    sides = scenario(owner("ann", ship("a", 3), ship("x")), owner("bob", ship("b", 3)))
    standings = {"ann": orders(element(names[0], "a", speed=3)), "bob": orders(element(names[1], "b", speed=2))}
    found = {each.id: each for each in elements_of(sides, standings, 0)}
    assert len(found) == 2
    (together,) = (each for each in found.values() if each.name != "main body")
    assert (together.ships, together.speed, together.weight) == ({"a", "b"}, 2, 10)


def test_names_that_differ_are_two_elements_of_one_side_and_ids_tell_the_sides_apart() -> None:
    sides = scenario(owner("red", ship("a"), ship("b")))
    standings = {"red": orders(element("A", "a"), element("B", "b")), "blue": orders(element("A", "blue/x"))}
    ids = [each.id for s in range(2) for each in elements_of(sides, standings, s)]
    assert ids == ["first/a", "first/b", "second/a"]


def test_drafts_tell_every_intent_that_owners_order() -> None:
    side = Side(name="Red", owners=(owner("ann", ship("a")), owner("bob", ship("b"))))
    drafts = {each.name: each for each in drafts_of(side, {"ann": orders(intent=CHASE), "bob": orders(intent=AVOID)})}
    assert drafts["main body"].intents == {CHASE, AVOID}


NAMES = st.sampled_from(["One", "Two", "one", "Three"])


@st.composite
def split_fleets(draw: st.DrawFn) -> tuple[Scenario, dict[str, Standing]]:
    """Two owners with random ships, who order random elements at speeds that their ships can make."""
    owners, standings = [], {"blue": orders()}
    for id_ in ("ann", "bob"):
        ships = [
            ship(f"{id_}/{n}", draw(st.integers(0, 3)), arrives=draw(st.sampled_from([1, 1, 1, 2])))
            for n in range(draw(st.integers(1, 4)))
        ]
        owners.append(owner(id_, *ships))
        elements: dict[str, ElementOrder] = {}
        left = list(ships)
        for name in draw(st.lists(NAMES, max_size=3, unique_by=str.lower)):
            chosen = [each for each in left if draw(st.booleans())]
            left = [each for each in left if each not in chosen]
            if chosen:
                most = min(each.hull.speed for each in chosen)
                speed = draw(st.none() | st.integers(0, most))
                elements[name] = element(name, *(each.id for each in chosen), speed=speed)
        standings[id_] = orders(*elements.values(), speed=draw(st.none() | st.just(2)))
    return scenario(*owners), standings


@given(split_fleets())
def test_every_ship_is_in_one_element_and_can_make_its_speed(fleets: tuple[Scenario, dict[str, Standing]]) -> None:
    fleet, standings = fleets
    found = elements_of(fleet, standings, 0)
    ships = {each.id: each for each in fleet.sides[0].ships}
    assert sorted(id_ for each in found for id_ in each.ships) == sorted(ships)
    assert len({each.id for each in found}) == len(found)
    for each in found:
        assert all(ships[id_].hull.speed >= each.speed or ships[id_].arrives > 1 for id_ in each.ships)
        assert each.weight == sum(ships[id_].hull.weight for id_ in each.ships)


@given(split_fleets())
def test_the_order_of_owners_and_ships_counts_for_nothing(fleets: tuple[Scenario, dict[str, Standing]]) -> None:
    fleet, standings = fleets
    turned = tuple(replace(each, ships=each.ships[::-1]) for each in fleet.sides[0].owners[::-1])
    other = replace(fleet, sides=(replace(fleet.sides[0], owners=turned), fleet.sides[1]))
    assert elements_of(fleet, standings, 0) == elements_of(other, standings, 0)


# --- Parts of a side ----------------------------------------------------------------------------------------------


def test_a_part_has_the_ships_and_fighters_that_belong_to_it() -> None:
    whole = scenario(owner("ann", ship("a"), ship("b"), fighters=4), owner("bob", ship("c")), owner("eve", fighters=2))
    part = part_of(whole, 0, partial(kept, {"a", "c"}), lambda each: each.id != "ann")
    assert [(each.id, [s.id for s in each.ships], len(each.wings)) for each in part.sides[0].owners] == [
        ("ann", ["a"], 0),
        ("bob", ["c"], 0),
        ("eve", [], 1),
    ]
    assert part.sides[1] == whole.sides[1]
    gone = part_of(whole, 0, lambda each: None, lambda each: False)
    assert gone.sides[0].owners == ()


def test_merchants_and_who_comes_later_cannot_fight_from_the_start() -> None:
    def side(*ships: Ship) -> Side:
        return Side(name="Red", owners=(owner("red", *ships),))

    assert can_fight(side(ship("a"), ship("b", hp=None)))
    assert not can_fight(side(ship("b", hp=None)))
    assert not can_fight(side(ship("a", arrives=2)))
    assert not can_fight(side())


def test_room_for_fighters_is_hangars_then_weight() -> None:
    his = owner("red", ship("a", hangars=6), ship("b", weight=90), ship("c", weight=10))
    assert room_for_fighters(his, {"a"}) > room_for_fighters(his, {"b", "c"}) > room_for_fighters(his, {"b"})
    assert room_for_fighters(his, {"of somebody else"}) == (0, 0)
