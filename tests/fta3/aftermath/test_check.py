"""What cannot be decided after a battle: each refusal with its gap, its rule and the nearest thing that can."""

from __future__ import annotations

from functools import partial

import pytest

from flagplot.core.papers import Paper
from flagplot.core.refusal import Fault, Faults, Refusal, Refused
from flagplot.core.sources import Address, Scripted, roller_number
from flagplot.fta3.battle import codes as k
from flagplot.fta3.papers.docket import open_docket
from flagplot.fta3.play.encounter import Encounter, fight_all
from flagplot.fta3.ruleset import FTA3

BOOK = """\
code,size,weight,hp,cost,di,speed,attacks,weapon,avoidance,protection,traits
PY,cruiser,30,40,175,50,2,,,2,2,
GN,cruiser,16,60,,,2,1x10,direct,12,13,
SL,capital,40,60,,,1,1x10,direct,12,13,
BD,escort,8,60,,,3,1x10,direct,12,13,boarding-pod
"""
SCENARIO = """\
battle = "mobile"
rounds = 1
{rulings}
[[side]]
name = "Red"
ships = '''
1 GN Gun
1 GN Spare
1 SL Slow
1 BD Board
'''
[[side]]
name = "Blue"
ships = "1 PY Prey; Prey at heavy damage"
"""


def fought(*lines: str, rulings: str = "", owner: str = "Red") -> Encounter:
    """The day in which Gun kills Prey, with what an owner decides after it."""
    faults = Faults()
    ruled = f"rulings = '''\n{rulings}\n'''" if rulings else ""
    scenario = Paper("s.toml", SCENARIO.format(rulings=ruled))
    after = [Paper("after.txt", "\n".join([f"ORDERS OF {owner}", *lines, "END OF ORDERS"]))]
    docket = open_docket(scenario, [], Paper("b.csv", BOOK), FTA3.readings, faults, after_papers=after)
    faults.settle()
    assert docket is not None
    script = {Address(1, k.D_POSITION, 0, 0): (15,), Address(1, k.D_POSITION, 1, 0): (5,)}
    for name in ("gun", "spare", "slow", "board"):
        hit = 19 if name == "gun" else 1
        script[Address(1, k.D_HIT, 0, roller_number(f"red/{name}"))] = (hit,)
    script[Address(1, k.D_PIERCE, 0, roller_number("red/gun"))] = (19,)
    for phase, face in ((k.D_RUN_DOWN, 11), (k.D_FLIGHT, 7)):
        script[Address(0, phase, 1, roller_number("blue/prey"))] = (face,)
    return fight_all(docket.scenario, docket.standings, partial(_scripted, script), docket.afterwards)


def _scripted(script: dict[Address, tuple[int, ...]], _number: int) -> Scripted:
    return Scripted(script)


def refused(*lines: str, rulings: str = "", owner: str = "Red") -> Refusal:
    with pytest.raises(Refused) as found:
        fought(*lines, rulings=rulings, owner=owner)
    (refusal,) = found.value.refusals
    return refusal


def test_the_pursuit_that_may_be() -> None:
    day = fought("run-down Prey with Gun, Spare to destroy", rulings='transit-weeks 2 because "so"')
    assert [event.kind for event in day.aftermath.events] == ["run-down", "destroyed", "absent", "absent"]


def test_too_light_by_so_much_and_who_would_make_it_up() -> None:
    refusal = refused("run-down Prey with Gun to destroy")
    assert (refusal.code, refusal.gap) == ("too-light", "14 weight short")
    assert refusal.mend == "Send Spare along."
    assert str(refusal.citation) == "fta3 running-down"
    assert refusal.where == "after.txt, line 2"


def test_too_light_and_nobody_left_to_make_it_up() -> None:
    refusal = refused("run-down Prey with Gun to destroy", "hold-field Spare, Board")
    assert refusal.mend == "Nobody else is free and fast enough to make it up: let it go."


def test_too_slow_by_so_much_and_who_is_fast_enough() -> None:
    refusal = refused("run-down Prey with Slow to destroy")
    assert (refusal.code, refusal.gap) == ("too-slow", "1 too slow")
    assert refusal.mend == "Free and fast enough: Board, Gun, Spare."


def test_one_slow_ship_among_them_is_too_slow_for_all() -> None:
    assert refused("run-down Prey with Gun, Spare, Slow to destroy").code == "too-slow"


def test_nobody_to_capture_with_and_who_could() -> None:
    refusal = refused("run-down Prey with Gun, Spare to capture", rulings='has-troops Gun because "so"')
    assert refusal.code == "no-boarding-module"
    assert refusal.mend == "Send Board along, or destroy it."
    assert str(refusal.citation) == "fta3 running-down/capture"


def test_no_troops_anywhere() -> None:
    refusal = refused("run-down Prey with Gun, Spare, Board to capture")
    assert refusal.code == "no-troops"
    assert refusal.mend == "Write: run-down Prey with … to destroy."


def test_troops_on_another_ship() -> None:
    refusal = refused("run-down Prey with Spare, Board, Gun to capture", rulings='has-troops Slow because "so"')
    assert refusal.code == "no-troops"


def test_a_ship_with_two_tasks() -> None:
    refusal = refused("run-down Prey with Gun, Spare to destroy", "hold-field Spare")
    assert (refusal.code, refusal.fault) == ("assigned-twice", Fault.INCONSISTENT)
    assert refusal.message == "Spare is to pursue Prey already, and cannot hold the field"


def test_prey_that_lives_is_told_with_those_that_run() -> None:
    with pytest.raises(Refused) as found:
        fought("run-down Gun with Prey to destroy", owner="Blue")
    prey, pursuer = found.value.refusals
    assert (prey.code, prey.message) == ("prey-not-running", "Gun lives and is still there")
    assert prey.mend == "Nobody of that side may be run down."
    assert (pursuer.code, pursuer.message) == ("pursuer-killed", "Prey was killed and pursues nobody")


def test_a_shield_that_is_not_there_names_who_has_one() -> None:
    refusal = refused("spend-shield Prey", owner="Blue")
    assert (refusal.code, refusal.mend) == ("no-shield", "Leave it out; a ruling gives one: has-shield.")


def test_every_fault_of_all_decisions_at_once() -> None:
    with pytest.raises(Refused) as found:
        fought("run-down Prey with Gun to capture", "hulk Prey: serve", "write-off Slow: sell", "convoy Slow")
    codes = [refusal.code for refusal in found.value.refusals]
    assert codes == ["too-light", "no-boarding-module", "no-troops", "rolls-no-flight", "not-a-hulk"]


def test_nothing_is_invented_while_nobody_speaks() -> None:
    day = fought("let-go others", rulings='has-shield Prey because "so"')
    (shield,) = day.aftermath.open
    assert shield.rule == "flight/modifiers"
    assert shield.choices == ("spend-shield Prey", "take the roll")
    *_, event = day.events
    assert (event.kind, event.step, str(event.citations[0])) == ("open", "still to be decided", "fta3 flight/modifiers")
    assert event.text == "Prey has a character shield; Blue decides: spend-shield Prey or take the roll."
    assert day.aftermath.state["blue/prey"] == {"fate": "open"}
