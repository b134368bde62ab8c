"""Battles of numbered cases: every die of the script is rolled, and none that is not in it."""

from __future__ import annotations

import pytest

from flagplot.core.sources import ScriptError
from flagplot.engine.case import Case, CaseOutcome
from flagplot.fta3.ruleset import FTA3

SCENARIO = """
battle = "mobile"
book = "cases"
[[side]]
name = "Red"
ships = "1 GD Alpha"
[[side]]
name = "Blue"
ships = "1 UN Target"
"""

DICE = ("R1 position Red: 20", "R1 position Blue: 1", "R1 to-hit red/alpha: 20 1", "R1 to-pierce red/alpha: 20")


def play(
    *dice: str, scenario: str = SCENARIO, orders: dict[str, str] | None = None, rounds: int | None = 1
) -> CaseOutcome:
    case = Case(
        id="hit/1",
        rules=("to-hit",),
        title="A case",
        where="here",
        scenario=scenario,
        orders=orders or {},
        dice=dice or DICE,
        rounds=rounds,
    )
    return FTA3.play_case(case)


def test_a_battle_is_fought_with_the_dice_of_its_script() -> None:
    outcome = play()
    assert not outcome.refusals
    (hit,) = (event for event in outcome.events if event["kind"] == "hit")
    assert (hit["dice"], hit["hits"]) == (2, 1)
    assert outcome.state["blue/target"] == {"hp": 30, "status": "active", "level": "light"}
    assert outcome.events[-1]["reason"] == "round-limit"


def test_names_of_sides_may_be_written_in_any_case_and_at_is_for_the_eye() -> None:
    assert play("R1  position  RED : 20", DICE[1], "R1 to-hit at red/alpha: 20  1", DICE[3]).state == play().state


@pytest.mark.parametrize(
    ("dice", "told"),
    [
        ((*DICE[:3], "R1 to-pierce red/alpha: 20 20"), "never rolled"),
        ((*DICE, "R2 to-hit red/alpha: 1 1"), "never rolled"),
        (DICE[:3], "are asked of"),
        ((*DICE[:2], "R1 to-hit red/alpha: 20", DICE[3]), "are asked of"),
        ((*DICE[:3], "R1 to-pierce red/alpha: 21"), "no faces of a d20"),
        ((*DICE[:3], "R1 to-pierce red/alpha: 0"), "no faces of a d20"),
        ((*DICE, DICE[0]), "already"),
        (("R1 position Green: 20", *DICE[1:]), "takes no part"),
        (("R1 position red/alpha: 20", *DICE[1:]), "takes no part"),
        ((*DICE[:3], "R1 to-pierce red/beta: 20"), "takes no part"),
        ((*DICE[:3], "R1 to-pierce Red: 20"), "takes no part"),
        ((*DICE[:3], "R1 to-peirce red/alpha: 20"), "is no line of dice"),
        ((*DICE[:3], "to-pierce red/alpha: 20"), "is no line of dice"),
        ((*DICE[:3], "R1 to-pierce red/alpha: twenty"), "is no line of dice"),
        ((*DICE[:3], "R1 to-pierce red/alpha:"), "is no line of dice"),
    ],
)
def test_a_script_that_does_not_fit_is_an_error_that_says_why(dice: tuple[str, ...], told: str) -> None:
    with pytest.raises(ScriptError, match=told):
        play(*dice)


def test_a_case_uses_a_book_of_the_house() -> None:
    with pytest.raises(ScriptError, match=r"demo, cases, not 'mine\.csv'"):
        play(scenario=SCENARIO.replace('"cases"', '"mine.csv"'))


def test_papers_that_are_refused_are_an_outcome() -> None:
    outcome = play(scenario=SCENARIO.replace("1 GD", "1 XX"), orders={"Red": "plan depress"})
    assert {refusal.code for refusal in outcome.refusals} >= {"unknown-hull", "unknown-plan"}
    assert not outcome.events


def test_without_a_number_of_rounds_the_scenario_decides() -> None:
    dice = [line.replace("R1", f"R{number}") for number in (1, 2) for line in DICE[:2]]
    dice += [f"R{number} to-hit red/alpha: 1 1" for number in (1, 2)]
    two = SCENARIO.replace("[[side]]", "rounds = 2\n[[side]]", 1)
    assert play(*dice, scenario=two, rounds=None).events[-1]["round"] == 2
