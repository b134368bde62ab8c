"""Stranded craft: tables against brute force, properties of routes and deadlines."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.border_patrol.craft import FIGHTERS, Kind
from flagplot.border_patrol.options import options
from flagplot.border_patrol.stranded.deadline import When, after, bears, deadline, is_lost
from flagplot.border_patrol.stranded.rescue import Rescuer, Way, ways
from flagplot.border_patrol.stranded.routes import Chart, all_routes, best_routes
from flagplot.border_patrol.stranded.run import Goal, legal_steps, nearest_goals, proportional
from flagplot.border_patrol.stranded.survival import Crew, check_modifiers, check_total, perishes, survival_chance
from flagplot.border_patrol.terrain import Terrain
from flagplot.core.hexmap import HexMap

DEFAULTS = options()
BOARD = HexMap(columns=8, rows=8)

# The table of section 2 (V12.14), in sixths: empty space, ringed gas giant, anything else.
TABLE = {
    (Kind.PF, False, False): (2, 1, 0),
    (Kind.PF, True, False): (4, 3, 2),
    (Kind.PF, False, True): (0, 0, 0),
    (Kind.PF, True, True): (2, 1, 0),
    (Kind.INTERCEPTOR, False, False): (1, 0, 0),
    (Kind.INTERCEPTOR, True, False): (3, 2, 1),
    (Kind.INTERCEPTOR, False, True): (0, 0, 0),
    (Kind.INTERCEPTOR, True, True): (1, 0, 0),
}


@pytest.mark.parametrize("crew", TABLE)
@pytest.mark.parametrize("terrain", Terrain)
def test_the_survival_table_equals_brute_force(crew: tuple[Kind, bool, bool], terrain: Terrain) -> None:
    kind, ace, crippled = crew
    place = {Terrain.EMPTY_SPACE: 0, Terrain.RINGED_GIANT: 1}.get(terrain, 2)
    lives = 0
    for die in range(1, 7):
        total = die - 2 * ace + 2 * crippled + (kind is Kind.INTERCEPTOR) + (0, 1, 2)[place]
        lives += total < 3
        modifiers = check_modifiers(Crew(kind, ace, crippled), terrain)
        assert check_total(die, modifiers) == total
        assert perishes(total) is (total >= 3)
    assert lives == TABLE[crew][place]
    assert survival_chance(Crew(kind, ace, crippled), terrain) == Fraction(lives, 6)


@given(st.sampled_from([Kind.PF, Kind.INTERCEPTOR, Kind.DEATHRIDER]), st.booleans(), st.sampled_from(Terrain))
def test_an_ace_never_does_worse_and_a_cripple_never_better(kind: Kind, other: bool, terrain: Terrain) -> None:
    assert survival_chance(Crew(kind, True, other), terrain) >= survival_chance(Crew(kind, False, other), terrain)
    assert survival_chance(Crew(kind, other, True), terrain) <= survival_chance(Crew(kind, other, False), terrain)


@given(st.integers(1, 40))
def test_the_schedule_spreads_the_whole_allowance(phases: int) -> None:
    for boma, by_phase in proportional(phases).items():
        assert sum(by_phase.values()) == boma
        assert set(by_phase) <= set(range(1, phases + 1))


hexes = st.sampled_from(BOARD.labels)
goal_lists = st.lists(hexes, min_size=1, max_size=4, unique=True).map(lambda ls: [Goal(f"g{h}", h) for h in ls])


@given(hexes, goal_lists)
def test_every_legal_step_comes_nearer_to_a_nearest_goal_and_no_other_does(at: str, goals: list[Goal]) -> None:
    least = min(BOARD.distance(at, goal.hex) for goal in goals)
    nearest = [goal for goal in goals if BOARD.distance(at, goal.hex) == least]
    assert set(nearest_goals(BOARD, at, goals)) == set(nearest)
    steps = legal_steps(BOARD, at, goals)
    for step in BOARD.neighbours(at):
        nearer = {goal for goal in nearest if BOARD.distance(step, goal.hex) < least}
        assert set(steps.get(step, ())) == nearer


@given(hexes, goal_lists, st.randoms())
def test_the_order_in_which_goals_are_listed_changes_nothing(at: str, goals: list[Goal], random: object) -> None:
    shuffled = list(goals)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert legal_steps(BOARD, at, shuffled) == legal_steps(BOARD, at, goals)
    assert nearest_goals(BOARD, at, shuffled) == nearest_goals(BOARD, at, goals)


hazards = st.sampled_from([Terrain.RINGED_GIANT, Terrain.NEBULA, Terrain.ASTEROIDS])
terrains = st.dictionaries(hexes, hazards, max_size=30)
crews = st.builds(Crew, st.sampled_from([Kind.PF, Kind.INTERCEPTOR]), st.booleans(), st.booleans())
readings = st.sampled_from(["occupied", "destination", "worst"])


def chart(terrain: dict[str, Terrain], reading: str = "occupied", per_phase: int = 1) -> Chart:
    return Chart(
        board=BOARD,
        terrain_at=lambda hex_: terrain.get(hex_, Terrain.EMPTY_SPACE),
        hexes_in=lambda boma, phase: per_phase if phase % 2 == 0 else 0,
        phases=4,
        options=options({"check-terrain": reading}),
    )


@given(hexes, goal_lists, terrains, crews, readings, st.integers(1, 2))
def test_the_best_route_is_the_best_of_all(
    at: str, goals: list[Goal], terrain: dict[str, Terrain], crew: Crew, reading: str, per_phase: int
) -> None:
    board = chart(terrain, reading, per_phase)
    near = [goal for goal in goals if BOARD.distance(at, goal.hex) <= 5]
    if not near:
        return
    now = When(5, 3)
    every = list(all_routes(board, crew, at, near, now))
    best = best_routes(board, crew, at, near, now)
    chances: dict[Goal, list[Fraction]] = {}
    for route in every:
        chances.setdefault(route.goal, []).append(route.chance)
    assert {route.goal: route.chance for route in best} == {goal: max(all_) for goal, all_ in chances.items()}
    assert best[0].chance == max(route.chance for route in every)
    for route in every:
        hexes_ = route.hexes
        assert hexes_[-1] == route.goal.hex
        assert len(hexes_) == BOARD.distance(at, route.goal.hex) + 1
        harm = {Terrain.EMPTY_SPACE: 0, Terrain.RINGED_GIANT: 1}
        product_ = Fraction(1)
        for leg in route.legs:
            passed = [terrain.get(each, Terrain.EMPTY_SPACE) for each in leg.path]
            worst = max(passed, key=lambda each: harm.get(each, 2))
            assert leg.terrain == {"occupied": passed[0], "destination": passed[-1], "worst": worst}[reading]
            product_ *= survival_chance(crew, leg.terrain)
        assert route.chance == product_
        assert [leg.when.phase % 2 for leg in route.legs] == [0] * len(route.legs)
        assert len({leg.when for leg in route.legs}) == len(route.legs)


def test_two_ways_around_a_nebula() -> None:
    """From 0304 to 0504 two hexes lie between, 0403 and 0404: with the nebula in one, the other is taken."""
    goal = Goal("base", "0504")
    clear = best_routes(chart({"0403": Terrain.NEBULA}), Crew(ace=True), "0304", [goal], When(5, 3))
    assert clear[0].hexes == ("0304", "0404", "0504")
    assert clear[0].chance == Fraction(4, 6) ** 2
    both = best_routes(
        chart({"0403": Terrain.NEBULA, "0404": Terrain.RINGED_GIANT}), Crew(ace=True), "0304", [goal], When(5, 3)
    )
    assert both[0].hexes == ("0304", "0404", "0504")
    assert both[0].chance == Fraction(4, 6) * Fraction(3, 6)
    assert [leg.when for leg in both[0].legs] == [When(5, 4), When(6, 2)]


def test_a_ship_that_never_may_move_has_no_route() -> None:
    still = Chart(
        board=BOARD,
        terrain_at=lambda _: Terrain.EMPTY_SPACE,
        hexes_in=lambda *_: 0,
        phases=4,
        options=DEFAULTS,
    )
    assert best_routes(still, Crew(), "0304", [Goal("base", "0504")], When(5, 3)) == []
    assert [route.chance for route in best_routes(still, Crew(), "0504", [Goal("base", "0504")], When(5, 3))] == [1]


whens = st.builds(When, st.integers(1, 9), st.integers(1, 6))


@given(whens, st.integers(6, 9), st.integers(0, 40), st.integers(0, 40))
def test_phases_are_counted_over_turns(when: When, phases: int, one: int, other: int) -> None:
    assert after(after(when, phases, one), phases, other) == after(when, phases, one + other)
    assert after(when, phases, phases) == When(when.turn + 1, when.phase)
    assert 1 <= after(when, phases, one).phase <= phases


@given(whens, st.sampled_from(Terrain), st.sampled_from(["at-once", "phase-end"]))
def test_a_fighter_lasts_to_the_end_of_the_next_phase(stranded: When, terrain: Terrain, kill: str) -> None:
    chosen = options({"terrain-kill": kill})
    fine = terrain in (Terrain.EMPTY_SPACE, Terrain.RINGED_GIANT, Terrain.ASTEROIDS)
    assert bears(terrain) is fine
    then = after(stranded, 6)
    assert deadline(stranded, terrain, 6) == (then if fine else stranded)
    assert is_lost(stranded, stranded, terrain, 6, chosen, at_end=False) is (not fine and kill == "at-once")
    assert is_lost(stranded, stranded, terrain, 6, chosen, at_end=True) is not fine
    assert is_lost(stranded, then, terrain, 6, chosen, at_end=True)
    assert is_lost(stranded, after(then, 6), terrain, 6, chosen, at_end=True)


FREE = list(product((0, 1, 2), (0, 2), (False, True), (0, 1), (False, True)))


@pytest.mark.parametrize("kind", sorted(FIGHTERS))
@pytest.mark.parametrize(("bays", "links", "lands", "tows", "crew"), FREE)
def test_the_ways_of_rescue(kind: Kind, bays: int, links: int, lands: bool, tows: int, crew: bool) -> None:
    expected = [
        way
        for way, able in (
            (Way.DOCK, bays >= (2 if kind is Kind.HEAVY_FIGHTER else 1) and kind is not Kind.BOMBER),
            (Way.LAND, lands),
            (Way.TOW, tows > 0),
            (Way.CREW, crew),
        )
        if able
    ]
    assert list(ways(Rescuer(bays, links, lands, tows, crew), kind, DEFAULTS)) == expected
