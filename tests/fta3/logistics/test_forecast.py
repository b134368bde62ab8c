"""Forecasts and the cheapest basing: order decides nothing, no bill is below zero, and every base is tried."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.fta3.logistics.basing import basings, cheapest, with_base
from flagplot.fta3.logistics.deployment import Deployed, Deployment, read_deployment
from flagplot.fta3.logistics.forecast import Forecast, forecast
from flagplot.fta3.logistics.starlanes import BaseKind, Outpost, StarMap, System, read_map

SYSTEMS = [f"s{i}" for i in range(7)]


@st.composite
def maps(draw: st.DrawFn) -> StarMap:
    """A tree with a few more lanes: everything is joined to the home system s0."""
    lanes: dict[str, set[str]] = {id_: set() for id_ in SYSTEMS}
    pairs = [(i, draw(st.integers(0, i - 1))) for i in range(1, 7)]
    pairs += draw(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=3))
    for a, b in pairs:
        if a != b:
            lanes[SYSTEMS[a]].add(SYSTEMS[b])
            lanes[SYSTEMS[b]].add(SYSTEMS[a])
    bases = draw(st.dictionaries(st.sampled_from(SYSTEMS[1:]), st.sampled_from(BaseKind), max_size=2))
    return StarMap(
        name="map",
        systems={
            id_: System(
                id=id_,
                name=id_,
                owner="Bill" if id_ == "s0" else "",
                base=Outpost(kind=bases[id_], owner="Bill") if id_ in bases else None,
            )
            for id_ in SYSTEMS
        },
        lanes={id_: tuple(sorted(ends)) for id_, ends in lanes.items()},
    )


@st.composite
def deployments(draw: st.DrawFn, map_: StarMap) -> Deployment:
    forward = [id_ for id_, each in map_.systems.items() if each.base and each.base.kind is BaseKind.FORWARD]
    units = tuple(
        Deployed(
            id=f"u{n}",
            name=f"U{n}",
            weight=draw(st.integers(0, 90)),
            systems=tuple(draw(st.lists(st.sampled_from(SYSTEMS), min_size=1, max_size=3, unique=True))),
            base=draw(st.sampled_from(["", *forward])),
            battles=draw(st.integers(0, 2)),
            relief=draw(st.sampled_from([0, 0, 25])),
        )
        for n in range(draw(st.integers(1, 5)))
    )
    return Deployment(polity="Bill", year=1, units=units, rate=Fraction(draw(st.integers(1, 40))))


drawn = maps().flatmap(lambda map_: st.tuples(st.just(map_), deployments(map_)))


def billed(map_: StarMap, deployment: Deployment) -> Forecast:
    faults = Faults()
    found = forecast(map_, deployment, faults)
    faults.settle()
    assert found is not None
    return found


@given(drawn, st.randoms(use_true_random=False))
def test_the_order_of_units_and_systems_decides_nothing(pair: tuple[StarMap, Deployment], chance: object) -> None:
    map_, deployment = pair
    turned = replace(
        deployment, units=tuple(replace(unit, systems=unit.systems[::-1]) for unit in deployment.units[::-1])
    )
    mirrored = replace(map_, systems=dict(reversed(map_.systems.items())))
    bills = {bill.unit.id: (bill.ordinary, bill.combat) for bill in billed(map_, deployment).bills}
    again = {bill.unit.id: (bill.ordinary, bill.combat) for bill in billed(mirrored, turned).bills}
    assert bills == again


@given(drawn)
def test_no_bill_is_below_zero_and_no_base_serves_more_than_it_can(pair: tuple[StarMap, Deployment]) -> None:
    map_, deployment = pair
    found = billed(map_, deployment)
    served: dict[str, int] = {}
    for bill in found.bills:
        assert bill.ordinary >= 0
        assert bill.combat == bill.unit.weight * bill.unit.battles
        assert 0 <= bill.served <= bill.unit.weight
        served[bill.unit.base] = served.get(bill.unit.base, 0) + bill.served
    assert served.pop("", 0) == 0
    assert all(weight <= 100 for weight in served.values())


@given(drawn)
def test_every_new_base_burns_what_a_forecast_with_it_says(pair: tuple[StarMap, Deployment]) -> None:
    map_, deployment = pair
    for basing in basings(map_, deployment):
        assert billed(*with_base(map_, deployment, basing)).total == basing.burn


@given(drawn, st.integers(1, 60))
def test_the_cheapest_is_the_cheapest_of_all(pair: tuple[StarMap, Deployment], years: int) -> None:
    map_, deployment = pair
    rate = deployment.rate or Fraction(1)
    now = billed(map_, deployment).total * rate * years
    costs = [
        each.price.money + billed(*with_base(map_, deployment, each)).total * rate * years
        for each in basings(map_, deployment)
    ]
    best = cheapest(map_, deployment, rate, years)
    if best is None:
        assert not costs or min(costs) >= now
    else:
        assert best.cost(rate * years) == min(costs) < now


def test_a_deployment_tells_every_fault() -> None:
    map_ = read_map(Paper("map.csv", "system,lanes,owner\nHome,Alpha,Bill\nAlpha,,\nLost,,\n"), Faults())
    assert map_ is not None
    text = (
        'rate = "cheap"\n[[unit]]\nunit = "A"\nweight = 5\nsystems = "Alfa"\n'
        '[[unit]]\nunit = "B"\nweight = 5\nsystems = "Alpha"\nbase = "Alpha"\n[[unit]]\nunit = "C"\nsystems = "Home"\n'
    )
    faults = Faults()
    assert read_deployment(Paper("plan.toml", text), map_, faults) is None
    assert sorted(fault.code for fault in faults.found) == sorted(
        ["no-polity", "bad-rate", "unknown-system", "no-base", "missing-value"]
    )


def test_a_place_that_no_lane_reaches_is_no_number() -> None:
    map_ = read_map(Paper("map.csv", "system,lanes,owner\nHome,Alpha,Bill\nAlpha,,\nLost,,\n"), Faults())
    assert map_ is not None
    unit = Deployed(id="a", name="A", weight=5, systems=("lost",))
    faults = Faults()
    assert forecast(map_, Deployment(polity="Bill", year=1, units=(unit,)), faults) is None
    (fault,) = faults.found
    assert (fault.code, str(fault.citation)) == ("cut-off", "fta3 supply-burn")
