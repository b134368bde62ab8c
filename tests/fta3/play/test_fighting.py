"""A battle played step by step: no step spans a decision, and the arrays between two steps are all there is to save."""

import numpy as np
import pytest

from flagplot.core.canonical import digest
from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.core.sources import Keyed, recorded
from flagplot.engine.steps import play_step
from flagplot.fta3.battle import codes as k
from flagplot.fta3.battle.policy import choose
from flagplot.fta3.battle.sequence import advance, fight
from flagplot.fta3.papers.docket import open_docket
from flagplot.fta3.play.fighting import SEQUENCE, FleetBattle, fight_out, standing_orders
from flagplot.fta3.play.setup import deploy, enrol
from flagplot.fta3.report.reporting import final_state
from flagplot.fta3.ruleset import DATA, FTA3

BOOK = Paper("case_book.toml", (DATA / "case_book.toml").read_text(encoding="utf-8"))

SCENARIO = """
name = "Step by step"
battle = "mobile"
rulings = '''
arrives 2: Late because "the long way round"
modifier hit +2: Red rounds 1-2 because "a pilot"
'''
[[side]]
name = "Red"
ships = '''
2 GD Alpha, Bravo
1 MS Missile
1 DC Nest
2 EC
1 CP Late
'''
fighters = "8 TL5, 2 TL4"
[[side]]
name = "Blue"
ships = '''
2 GS
1 GK
1 MX
2 FK
'''
fighters = "6 TL3"
"""


SHADOWS_BOOK = Paper(
    "shadows.csv",
    "code,size,weight,hp,speed,attacks,weapon,avoidance,protection,standoff,hangars,traits,specialist\n"
    "PW,escort,9,60,3,8x5,direct,12,12,3x5,,deep-cloak,yes\n"
    'CK,cruiser,15,100,2,8x6,seeking,12,13,4x6,6,"cloak, magnum-catapult=2",\n'
    "SH,escort,8,60,3,6x5,direct,14,12,,,subhunter,\n"
    "GU,cruiser,18,140,2,6x6,direct,12,14,,,protect,\n",
)

SHADOWS = """
name = "Shadows"
battle = "mobile"
form = "small"
book = "shadows.csv"
[[side]]
name = "Red"
ships = ["3 PW", "2 CK"]
fighters = "12 TL5"
[[side]]
name = "Blue"
ships = ["1 SH", "2 GU", "1 CK"]
fighters = "30 TL4"
"""


@pytest.fixture(params=["plain", "every phase"])
def docket(request):
    """A battle of the plain phases, or one with cloaks, first strikes, protectors and pursuits."""
    return open_scenario() if request.param == "plain" else open_scenario(SHADOWS, SHADOWS_BOOK)


def open_scenario(text=SCENARIO, book=BOOK):
    faults = Faults()
    docket = open_docket(Paper("scenario.toml", text), [], book, FTA3.readings, faults)
    faults.settle()
    return docket


def arrays_of(battle):
    """Everything that changes in a battle, as one comparable value."""
    parts = (battle.ships, battle.wings, battle.sides)
    return [array.tolist() for part in parts for array in part] + [battle.cells.tolist()]


def trace_of(battle):
    return battle.trace.rows[: battle.trace.head[0]].tolist()


@pytest.mark.parametrize("key", range(5))
def test_the_loop_of_the_house_and_that_of_the_kernel_fight_the_same_battle(docket, key):
    stepped = fight_out(docket.scenario, docket.standings, Keyed(key))
    roster = enrol(docket.scenario)
    battle = deploy(docket.scenario, roster, docket.standings, Keyed(key).dice, 10_000)
    fight(battle)
    assert arrays_of(battle) == arrays_of(stepped.battle)
    assert trace_of(battle) == trace_of(stepped.battle)


def test_a_battle_saved_between_any_two_steps_goes_on_to_the_same_end(docket):
    """The save point is the arrays: copied into a new battle after every step, the end is the same."""
    whole = FleetBattle(docket.scenario, docket.standings, Keyed(3))
    saved = []
    while whole.step is not None:
        copied = [
            np.copy(array) for part in (whole.arrays.ships, whole.arrays.wings, whole.arrays.sides) for array in part
        ]
        saved.append(
            (
                copied,
                whole.arrays.cells.copy(),
                whole.arrays.volleys.copy(),
                whole.arrays.bookmarks.front.copy(),
                whole.arrays.bookmarks.kind.copy(),
            )
        )
        play_step(whole, standing_orders)
    end = arrays_of(whole.arrays)
    for arrays, cells, volleys, front, kind in saved:
        battle = deploy(docket.scenario, enrol(docket.scenario), docket.standings, Keyed(3).dice, 10_000)
        targets = [array for part in (battle.ships, battle.wings, battle.sides) for array in part]
        for target, array in zip(targets, arrays, strict=True):
            target[:] = array
        battle.cells[:], battle.volleys[:] = cells, volleys
        battle.bookmarks.front[:], battle.bookmarks.kind[:] = front, kind
        fight(battle)
        assert arrays_of(battle) == end


def test_a_step_only_reads_the_choices_that_its_decision_is_about(docket):
    """Steps without a decision come out the same whatever nonsense stands in the choices."""
    plain = FleetBattle(docket.scenario, docket.standings, Keyed(8))
    spoilt = FleetBattle(docket.scenario, docket.standings, Keyed(8))
    while plain.step is not None:
        if plain.decision() is None:
            for array in spoilt.arrays.choices:
                array[:] = 77
            # Housekeeping of the policy, not an answer.
            choose(spoilt.arrays, spoilt.step)
        else:
            standing_orders(spoilt, spoilt.step)
        play_step(plain, standing_orders)
        spoilt.advance()
        assert arrays_of(plain.arrays) == arrays_of(spoilt.arrays)


def test_every_step_of_the_kernel_has_a_name_and_every_decision_says_who_decides():
    assert sorted(SEQUENCE) == list(range(k.OVER))
    asked = {}
    for docket in (open_scenario(), open_scenario(SHADOWS, SHADOWS_BOOK)):
        game = FleetBattle(docket.scenario, docket.standings, Keyed(1))
        while game.step is not None:
            decision = game.decision()
            if decision:
                asked.setdefault(game.step, set()).add(decision.who)
            play_step(game, standing_orders)
        assert game.decision() is None
    assert set(asked) == {step for step, entry in SEQUENCE.items() if entry.decides}
    assert asked[k.PICK] == {("Red",), ("Blue",)}
    with pytest.raises(ValueError, match="over"):
        play_step(game, standing_orders)


def test_a_small_trace_grows_until_everything_is_in_it(docket, monkeypatch):
    roomy = fight_out(docket.scenario, docket.standings, Keyed(2))
    monkeypatch.setattr("flagplot.fta3.play.fighting.FIRST_TRACE_ROWS", 1)
    tight = fight_out(docket.scenario, docket.standings, Keyed(2))
    assert [event.text for event in tight.events] == [event.text for event in roomy.events]


def test_the_dice_of_a_report_played_back_give_the_same_battle(docket):
    fought = fight_out(docket.scenario, docket.standings, Keyed(5))
    draws = [(cast.draw, fought.source.faces(cast.draw)) for event in fought.events for cast in event.casts]
    source = recorded(draws)
    again = fight_out(docket.scenario, docket.standings, source)
    assert [event.as_dict() for event in again.events] == [event.as_dict() for event in fought.events]
    assert source.unused() == []


def test_two_samples_of_one_key_differ_and_each_comes_again():
    docket = open_scenario()
    results = [
        digest(final_state(fight_out(docket.scenario, docket.standings, Keyed(5, sample))))
        for sample in (0, 1, 2**33, 0, 1, 2**33)
    ]
    assert results[:3] == results[3:]
    assert len(set(results)) == 3


def test_advance_alone_never_chooses():
    """What a player leaves unanswered is not answered for him: the launch of nobody's fighters launches none."""
    docket = open_scenario()
    battle = deploy(docket.scenario, enrol(docket.scenario), docket.standings, Keyed(1).dice, 1000)
    advance(battle, k.OPEN)
    advance(battle, k.LAUNCH)
    assert battle.wings.flying.sum() == 0
