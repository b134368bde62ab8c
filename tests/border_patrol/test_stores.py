"""Stores of carriers: nothing is used twice, the order of the list does not matter, as many as can be are fed."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.border_patrol.carriers.auxiliaries import Auxiliary, draws
from flagplot.border_patrol.carriers.forecast import forecast
from flagplot.border_patrol.carriers.servicing import (
    Carrier,
    Choices,
    Serviced,
    happenings,
    most_serviced,
    open_choices,
    service,
)
from flagplot.border_patrol.carriers.stores import Craft, Stores, boxes, demand, to_eighths, uses
from flagplot.border_patrol.craft import Kind
from flagplot.border_patrol.options import options
from flagplot.core.refusal import Faults, Refused

OPTIONS = options()
KINDS = st.sampled_from([Kind.FIGHTER, Kind.HEAVY_FIGHTER, Kind.PF, Kind.INTERCEPTOR, Kind.BOMBER])


@st.composite
def fleets(draw: st.DrawFn) -> tuple[list[Carrier], list[Auxiliary], Choices]:
    """Up to four carriers, in supply or out, up to two auxiliaries that feed some of them, and some choices."""
    names = [f"carrier-{n}" for n in range(draw(st.integers(1, 4)))]
    carriers = []
    for name in names:
        kinds = draw(st.lists(KINDS, max_size=8))
        stock = draw(st.integers(0, 20))
        carriers.append(
            Carrier(
                id=name,
                stores=Stores(stock=stock, capacity=draw(st.integers(stock, 40)), used=draw(st.integers(0, 9))),
                in_supply=draw(st.booleans()),
                craft=tuple(Craft(f"{name}/{n}", kind, draw(st.booleans())) for n, kind in enumerate(kinds)),
            )
        )
    auxiliaries = [
        Auxiliary(
            id=f"tug-{n}",
            role="fleet-support",
            cargo=draw(st.integers(0, 12)),
            carriers=tuple(draw(st.lists(st.sampled_from(names), unique=True))),
            turn=draw(st.sampled_from([4, 5])),
        )
        for n in range(draw(st.integers(0, 2)))
    ]
    return carriers, auxiliaries, Choices(order=tuple(draw(st.permutations(names))[:2]))


def content(carriers: list[Carrier] | tuple[Carrier, ...], auxiliaries: list[Auxiliary] | tuple[Auxiliary, ...]) -> int:
    return sum(each.stores.stock for each in carriers) + sum(each.cargo for each in auxiliaries)


def outcome(done: Serviced) -> list[Any]:
    return [
        sorted(done.servicings, key=lambda each: each.carrier.id),
        sorted(done.auxiliaries, key=lambda each: each.id),
    ]


@given(fleets())
def test_what_is_used_and_what_is_left_make_what_there_was(
    fleet: tuple[list[Carrier], list[Auxiliary], Choices],
) -> None:
    carriers, auxiliaries, choices = fleet
    done = service(carriers, auxiliaries, 5, choices, OPTIONS)
    gained = sum(each.stores.capacity - each.stores.stock for each in carriers if each.in_supply)
    used = sum(each.used for each in done.servicings)
    assert content(done.carriers, done.auxiliaries) == content(carriers, auxiliaries) + gained - used
    assert min([each.stores.stock for each in done.carriers] + [each.cargo for each in done.auxiliaries]) >= 0


@given(fleets())
def test_each_craft_is_serviced_or_not_and_the_tally_is_what_the_carrier_gave(
    fleet: tuple[list[Carrier], list[Auxiliary], Choices],
) -> None:
    carriers, auxiliaries, choices = fleet
    before = {each.id: each for each in carriers}
    for each in service(carriers, auxiliaries, 5, choices, OPTIONS).servicings:
        name = each.carrier.id
        assert sorted([*each.serviced, *each.unserviced]) == sorted(craft.id for craft in before[name].craft)
        own = sum(draw.eighths for draw in each.draws if draw.source == name)
        if before[name].in_supply:
            assert (each.carrier.stores.stock, each.carrier.stores.used) == (before[name].stores.capacity, 0)
        else:
            assert each.carrier.stores.used == before[name].stores.used + own


@given(fleets(), st.randoms(use_true_random=False))
def test_the_order_of_the_list_does_not_matter(
    fleet: tuple[list[Carrier], list[Auxiliary], Choices], random: Any
) -> None:
    carriers, auxiliaries, choices = fleet
    first = outcome(service(carriers, auxiliaries, 5, choices, OPTIONS))
    shuffled = [
        Carrier(id=c.id, stores=c.stores, in_supply=c.in_supply, craft=tuple(random.sample(c.craft, len(c.craft))))
        for c in random.sample(carriers, len(carriers))
    ]
    again = outcome(service(shuffled, random.sample(auxiliaries, len(auxiliaries)), 5, choices, OPTIONS))
    for one, other in zip(first[0], again[0], strict=True):
        assert (one.serviced, one.unserviced, one.draws) == (other.serviced, other.unserviced, other.draws)
    assert first[1] == again[1]


@given(st.lists(KINDS, max_size=7), st.integers(0, 20))
def test_no_choice_of_craft_services_more_than_what_is_assumed(kinds: list[Kind], available: int) -> None:
    craft = [Craft(str(n), kind) for n, kind in enumerate(kinds)]
    fits = [
        size
        for size in range(len(craft) + 1)
        for chosen in combinations(craft, size)
        if demand(chosen, OPTIONS) <= available
    ]
    assert len(most_serviced(craft, available, OPTIONS)) == max(fits)


@given(st.lists(KINDS, min_size=1, max_size=8), st.integers(0, 60))
def test_a_forecast_is_what_phase_after_phase_brings(kinds: list[Kind], stock: int) -> None:
    craft = tuple(Craft(str(n), kind) for n, kind in enumerate(kinds))
    found = forecast(stock, craft, OPTIONS)
    carrier = Carrier(id="c", stores=Stores(stock=stock, capacity=stock), in_supply=False, craft=craft)
    phases = 0
    while phases < 61:
        done = service([carrier], (), 1, Choices(), OPTIONS).servicings[0]
        if done.unserviced:
            assert (phases, carrier.stores.stock) == (found.full_phases, found.left)
            assert len(done.serviced) == found.then_serviced
            return
        carrier, phases = done.carrier, phases + 1
    assert found.demand == 0
    assert found.full_phases is None


@given(st.integers(-400, 400))
def test_eighths_are_written_so_that_they_can_be_read_again(eighths: int) -> None:
    sign, text = (-1, boxes(eighths)[1:]) if eighths < 0 else (1, boxes(eighths))
    assert sign * sum(map(Fraction, text.split())) == Fraction(eighths, 8)


@given(st.fractions(-3, 3, max_denominator=24))
def test_boxes_are_eighths_or_refused(count: Fraction) -> None:
    faults = Faults()
    eighths = to_eighths(count, "stock", faults)
    fits = (count * 8).denominator == 1 and count >= 0
    assert bool(faults.found) == (not fits)
    assert eighths == (count * 8 if fits else 0)


def test_a_carrier_whose_next_phase_is_short_is_warned() -> None:
    craft = tuple(Craft(str(n), Kind.PF) for n in range(2))
    carrier = Carrier(id="ark", stores=Stores(stock=15, capacity=16), in_supply=False, craft=craft)
    told = list(happenings([carrier], service([carrier], (), 1, Choices(), OPTIONS), OPTIONS))
    assert [each.kind for each in told] == ["consumed", "running-dry"]
    assert told[1].facts == {"left": 7, "need": 8}


def test_a_carrier_in_supply_says_only_what_it_gained() -> None:
    full = Carrier(id="full", stores=Stores(stock=16, capacity=16), in_supply=True)
    empty = Carrier(id="empty", stores=Stores(stock=3, capacity=16, used=13), in_supply=True)
    done = service([full, empty], (), 1, Choices(), OPTIONS)
    assert [(each.kind, each.subject, each.facts) for each in happenings([full, empty], done, OPTIONS)] == [
        ("refilled", "empty", {"eighths": 13})
    ]


def test_the_question_goes_to_each_owner_who_cannot_service_all() -> None:
    craft = (Craft("a", Kind.PF), Craft("b", Kind.FIGHTER))
    short = Carrier(id="short", stores=Stores(stock=4, capacity=16), in_supply=False, craft=craft)
    rich = Carrier(id="rich", stores=Stores(stock=5, capacity=16), in_supply=False, craft=(Craft("c", Kind.PF),))
    asked = open_choices([short, rich], (), 1, OPTIONS)
    assert [(each.carrier.id, each.serviced, each.demand, each.available) for each in asked] == [
        ("short", ("b",), 5, 4)
    ]


def test_all_faults_of_a_fleet_are_told_together() -> None:
    twice = Craft("hawk", Kind.FIGHTER)
    fleet = [
        Carrier(id="ark", stores=Stores(stock=-1, capacity=8), in_supply=False, craft=(twice, twice)),
        Carrier(id="hermes", stores=Stores(stock=9, capacity=8), in_supply=False, craft=(twice,)),
    ]
    tugs = [Auxiliary(id="ark", role="fleet-support", cargo=-1), Auxiliary(id="tug", role="fleet-support", cargo=1)]
    choices = Choices(order=("arc",), serviced={"hermes": ("hawx",)}, sources={"hermes": ("tug",)})
    with pytest.raises(Refused) as refused:
        service(fleet, tugs, 1, choices, OPTIONS)
    assert {each.code for each in refused.value.refusals} == {
        "stock-out-of-range",
        "in-two-places",
        "double-craft",
        "double-unit",
        "stock-below-zero",
        "unknown-carrier",
        "unknown-craft",
        "not-a-source",
    }
    assert any("Did you mean 'ark'?" in each.mend for each in refused.value.refusals)


def test_a_draw_beyond_the_sources_is_an_error_of_the_program() -> None:
    with pytest.raises(ValueError, match="1/8 boxes more"):
        draws("ark", 3, [("ark", 1), ("tug", 1)])


def test_idle_craft_are_free_only_where_the_table_says_so() -> None:
    idle = Craft("hawk", Kind.FIGHTER, flown=False)
    assert uses(idle, OPTIONS) == 1
    assert uses(idle, options({"idle-craft": "flown"})) == 0


def test_a_carrier_is_not_warned_while_an_auxiliary_of_this_turn_can_feed_it() -> None:
    craft = (Craft("hawk", Kind.PF),)
    carrier = Carrier(id="ark", stores=Stores(stock=4, capacity=16), in_supply=False, craft=craft)
    for turn, kinds in ((5, ["consumed"]), (6, ["consumed", "running-dry"])):
        tug = Auxiliary(id="tug", role="fleet-support", cargo=8, carriers=("ark",), turn=5)
        done = service([carrier], [tug], turn, Choices(), OPTIONS)
        assert [each.kind for each in happenings([carrier], done, OPTIONS)] == kinds


def test_who_is_asked_depends_on_who_draws_first() -> None:
    fleet = [
        Carrier(id=name, stores=Stores(stock=0, capacity=8), in_supply=False, craft=(Craft(name, Kind.PF),))
        for name in ("ark", "hermes")
    ]
    tug = Auxiliary(id="tug", role="fleet-support", cargo=4, carriers=("ark", "hermes"), turn=1)
    assert [each.carrier.id for each in open_choices(fleet, [tug], 1, OPTIONS)] == ["hermes"]
    first = Choices(order=("hermes",), serviced={"hermes": ("hermes",)})
    assert [each.carrier.id for each in open_choices(fleet, [tug], 1, OPTIONS, first)] == ["ark"]
